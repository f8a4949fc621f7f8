"""What events tell and a view does not: who laid which cards on the table, and who said what."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.client.messages import Frame
from cardkit.narrator import places_in
from cardkit.protocol.messages import (
    Action,
    Gather,
    MoveEvent,
    Phase,
    ResultEvent,
    StateMessage,
)

Play = tuple[str, tuple[str, ...]]
"""Who, and which cards; the cards that were turned up are nobody's."""


class Plays:
    """The plays that lie on the table, the verbs that each player has said in this game, and who
    shared a place in the last one."""

    def __init__(self) -> None:
        self.now: list[Play] = []
        """The last one is on top."""
        self.said: dict[str, set[str]] = {}
        self.places: dict[str, int] = {}

    def hear(self, frame: Frame) -> None:
        for message in frame:
            match message:
                case MoveEvent(source, "table", cards) if cards:
                    who = "" if source == "stock" else source
                    self.now.append((who, tuple(map(str, cards))))
                case MoveEvent("table", _, cards):
                    self._take(cards)
                case Action(who, verb):
                    self.said.setdefault(who, set()).add(verb)
                case Phase():
                    self.said = {}
                case ResultEvent():
                    self.places = places_in(frame)
                case Gather() | StateMessage(view={"piles": {"table": []}}):
                    self.now = []

    def _take(self, gone: Sequence[str]) -> None:
        """These cards lie there no more, the last ones first."""
        left = [(who, list(cards)) for who, cards in self.now]
        for card in reversed(gone):
            play = next((cards for _, cards in reversed(left) if card in cards), None)
            if play is not None:
                play.remove(card)
        self.now = [(who, tuple(cards)) for who, cards in left if cards]
