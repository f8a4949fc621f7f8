"""What was said in a game so far: it tells of the hands of those who said it.

A table that has a journal keeps how it stood when each stage began, and what was said since. A seat
is told of both what it knows by now, so that it can ask itself who would have said that with which
cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.cardgame.command import CardCommand, with_cards
from cardkit.cardgame.piles import EVERYONE
from cardkit.netgame import Command
from cardkit.netgame.knowledge import Data

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

MOST = 200
"""Of a game in which more is said there is no past: nobody would tell it again so often."""


class Past:
    """The past of one game; that of an imagined table is as its seat knows it, and ends there."""

    __slots__ = ("_known", "_openings", "_said")

    def __init__(self) -> None:
        self._openings: list[tuple[int, CardGame]] = []
        """How the table stood when something was first said in a stage, after so much."""
        self._said: list[tuple[int, CardCommand]] = []
        self._known: Data | None = None

    @classmethod
    def imagined(cls, known: Data | None) -> Past:
        past = cls()
        past._known = known or {}
        return past

    def copy(self) -> Past:
        twin = Past()
        twin._openings, twin._said = self._openings.copy(), self._said.copy()
        twin._known = self._known
        return twin

    def note(self, table: CardGame, seat: int, command: Command) -> None:
        """Something is said, and not yet carried out."""
        if self._known is not None:
            self._known = {}
            return
        if not self._openings or self._openings[-1][1].stage is not table.stage:
            opening = table.copy()
            opening.journal, opening._past = [], None
            self._openings.append((len(self._said), opening))
        self._said.append((seat, with_cards(command)))

    def known_to(self, table: CardGame, seat: int) -> Data | None:
        """How the game began, with all that the seat has seen since, and what it has heard.

        Unless there are bets, it begins with the first stage since when no card has moved unseen.
        """
        if self._known is not None:
            return self._known if self._known and self._known["opening"]["seat"] == seat else None
        betting = table.bank is not None
        found = next(
            (each for each in self._openings if betting or self._is_open(table, *each)), None
        )
        if found is None or len(self._said) - found[0] > MOST:
            return None
        start, opening = found
        opening, writer = opening.copy(), table._writer(seat)
        # Of a card that another player may have drawn nobody knows when it came.
        draws = betting and any(stage.draws_cards() for stage in table.stages)
        secret = 1 << seat if draws else -1
        for number, mask in enumerate(table.piles.seen):
            if mask >> seat & 1 and mask | secret == secret:
                opening.piles.seen[number] |= 1 << seat
        told = self._said[start:]
        if betting:
            said = [[by, table._heard(seat, by, command, writer)] for by, command in told]
        else:
            said = [[by, self._line(table, seat, by, command)] for by, command in told]
        return {"opening": opening.knowledge(seat), "said": said}

    def _line(self, table: CardGame, seat: int, by: int, said: CardCommand) -> str | None:
        """What was said in the open; None while it is not for this seat."""
        if by != seat:
            if table.secret and table.answers is not None:
                return None
            if len(table.piles.seen_by(seat, said.cards)) < len(said.cards):
                return None
        return str(said)

    def _is_open(self, table: CardGame, start: int, opening: CardGame) -> bool:
        """Whether all cards that have moved since lay open then, or were played from a hand."""
        played = {(by, card) for by, said in self._said[start:] for card in said.cards}
        then, now = opening.piles, table.piles.seen
        before = then.seen
        for key, pile in then.items():
            stayed = {card.number for card in table.piles.get(key, ())}
            for card in pile:
                number = card.number
                if number in stayed or before[number] == EVERYONE:
                    continue
                if now[number] != EVERYONE or (key, card) not in played:
                    return False
        return True
