"""What happened at a table as a person reads it in a terminal: the narrator's lines with styles.

Knows no terminal.
"""

from __future__ import annotations

from typing import NamedTuple

from rich.text import Text as Styled

from cardkit.cardgame import CardView
from cardkit.client.look import Look
from cardkit.client.messages import Frame
from cardkit.client.styled import DIM, ink
from cardkit.narrator import Line, Part, narrate, parts_of
from cardkit.netgame import translate
from cardkit.protocol.messages import Action, MoveEvent

_STYLES = {
    "chat": "cyan",
    "dim": DIM,
    "head": "bold",
    "place": "bold",
    "stress": "bold yellow",
    "warning": "red",
}


class _Drawn(NamedTuple):
    """Who drew which cards, in the line that was told last."""

    who: str
    phrase: str
    moves: tuple[MoveEvent, ...]


class TableLog:
    """Tells frame by frame: all that one input caused, so that one event explains another."""

    def __init__(self, me: str, look: Look, *, sums: bool = False) -> None:
        self.me, self.look = me, look
        self.sums = sums
        """Whether draws in a row are told as one, in a line that takes the place of the last."""
        self.over = False
        """Whether the first line of the last frame takes the place of the line before it."""
        self.result: list[Styled] = []
        """How the last game ended."""
        self._drawn: _Drawn | None = None

    def forget(self) -> None:
        """Something else was told since: what comes next is a line of its own."""
        self._drawn = None

    def tell(self, frame: Frame, view: CardView | None = None) -> list[Styled]:
        """The lines for what one input caused, often just one; `view` is of the table then."""
        self.over = False
        lines = self._narrated(frame, view)
        if self.sums and lines:
            before, self._drawn = self._drawn, _drawn(frame, lines)
            if before and self._drawn and before[:2] == self._drawn[:2]:
                self._drawn = self._drawn._replace(moves=before.moves + self._drawn.moves)
                action = [message for message in frame if isinstance(message, Action)]
                lines = self._narrated([*action, *self._drawn.moves], view)
                self.over = True
        styled = [self._styled(line) for line in lines]
        places = [at for at, line in enumerate(lines) if line.tone == "place"]
        if places:
            self.result = styled[places[0] - 1 : places[-1] + 1]
        return styled

    def _narrated(self, frame: Frame, view: CardView | None) -> list[Line]:
        look, partners = self.look, self.look.partners_in(view)
        return narrate(frame, self.me, look.language, look.declaration, look.catalogue, partners)

    def _styled(self, line: Line) -> Styled:
        text = Styled("  " if line.tone == "place" else "")
        for part in line.text:
            text.append_text(self._part(part))
        text.stylize_before(_STYLES.get(line.tone, ""))
        return text

    def _part(self, part: Part) -> Styled:
        match part:
            case {"name": name}:
                return self._name(name)
            case {"card": card}:
                return self.look.faces.card(card)
            case {"suit": suit}:
                return self.look.faces.suit(suit)
            case {"said": text}:
                return Styled(text)
        return Styled(str(part))

    def _name(self, name: str) -> Styled:
        if name == self.me:
            return Styled(translate("you", self.look.language))
        return ink(self.look.called(name), "bold")


def _drawn(frame: Frame, lines: list[Line]) -> _Drawn | None:
    """What was drawn, if that is all there is to tell."""
    for action in frame:
        if isinstance(action, Action) and len(lines) == 1:
            phrase = lines[0].phrase
            if {"got"} <= parts_of([phrase]) <= {"who", "got"}:
                moves = [m for m in frame if isinstance(m, MoveEvent) and m.target == action.name]
                return _Drawn(action.name, phrase, tuple(moves))
    return None
