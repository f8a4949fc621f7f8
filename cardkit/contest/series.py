"""Points over games, thinned so that a million games take no more room than a hundred."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardkit.contest.model import GameOutcome

BINS = 256
_BITS = BINS.bit_length() - 1


@dataclass(slots=True)
class Series:
    """What every entrant won in each stretch of the contest.

    The contest runs from its first pairing to its last, and each pairing from its first game to
    its last. This way is cut into at most `BINS` stretches of equal length, a power of two, which
    doubles when the contest outgrows them. So the order in which results come in does not matter.
    """

    shift: int = 0
    """A stretch is so long: a match is 2**8 long, so at 8 it is one match."""
    won: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """By stretch and entrant: points and games."""

    def add(self, number: int, entrants: Sequence[int], games: Sequence[GameOutcome]) -> None:
        self._reach(number)
        if self.shift >= _BITS:
            stretch = (number << _BITS) >> self.shift
            for entrant, *points in zip(entrants, *(game.points for game in games), strict=True):
                self._put(stretch, entrant, sum(points), len(points))
            return
        for played, game in enumerate(games):
            stretch = ((number << _BITS) + (played << _BITS) // len(games)) >> self.shift
            for entrant, won in zip(entrants, game.points, strict=True):
                self._put(stretch, entrant, won, 1)

    def merge(self, other: Series) -> None:
        self._coarsen(other.shift)
        for (stretch, entrant), (points, games) in other.won.items():
            self._put(stretch >> (self.shift - other.shift), entrant, points, games)

    def line(self, entrant: int) -> list[tuple[int, int]]:
        """The points of an entrant after so many games, from the first to the last."""
        games = points = 0
        line = [(0, 0)]
        for (_, who), (won, played) in sorted(self.won.items()):
            if who == entrant:
                games, points = games + played, points + won
                line.append((games, points))
        return line

    def _put(self, stretch: int, entrant: int, points: int, games: int) -> None:
        won = self.won.setdefault((stretch, entrant), [0, 0])
        won[0] += points
        won[1] += games

    def _reach(self, number: int) -> None:
        last = ((number + 1) << _BITS) - 1
        shift = max(0, last.bit_length() - _BITS)
        if shift > self.shift:
            self._coarsen(shift)

    def _coarsen(self, shift: int) -> None:
        if shift <= self.shift:
            return
        before, by = self.won, shift - self.shift
        self.won, self.shift = {}, shift
        for (stretch, entrant), (points, games) in before.items():
            self._put(stretch >> by, entrant, points, games)
