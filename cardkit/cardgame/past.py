"""What was said in a game so far, where players bet: that tells of their hands.

A table that has a journal keeps how it stood when the first player was asked, and what was said
since. A seat is told of both what it knows by now, so that it can ask itself who would have said
that with which cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.netgame import Command
from cardkit.netgame.knowledge import Data

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame


class Past:
    """The past of one game; that of an imagined table is as its seat knows it, and ends there."""

    __slots__ = ("_known", "_opening", "_said")

    def __init__(self) -> None:
        self._opening: CardGame | None = None
        self._said: list[tuple[int, Command]] = []
        self._known: Data | None = None

    @classmethod
    def imagined(cls, known: Data | None) -> Past:
        past = cls()
        past._known = known or {}
        return past

    def copy(self) -> Past:
        twin = Past()
        twin._opening, twin._said, twin._known = self._opening, self._said.copy(), self._known
        return twin

    def note(self, table: CardGame, seat: int, command: Command) -> None:
        """Something is said, and not yet carried out."""
        if self._known is not None:
            self._known = {}
            return
        if self._opening is None:
            self._opening = table.copy()
            self._opening.journal = []
        self._said.append((seat, command))

    def known_to(self, table: CardGame, seat: int) -> Data | None:
        """How the game began, with all that the seat has seen since, and what it has heard."""
        if self._known is not None:
            return self._known if self._known and self._known["opening"]["seat"] == seat else None
        if self._opening is None:
            return None
        opening, writer = self._opening.copy(), table._writer(seat)
        # Of a card that another player may have drawn nobody knows when it came.
        secret = 1 << seat if any(stage.draws_cards() for stage in table.stages) else -1
        for number, mask in enumerate(table.piles.seen):
            if mask >> seat & 1 and mask | secret == secret:
                opening.piles.seen[number] |= 1 << seat
        said = [[by, table._heard(seat, by, command, writer)] for by, command in self._said]
        return {"opening": opening.knowledge(seat), "said": said}
