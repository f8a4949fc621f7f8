"""How the ratings of all went while matches were played: a curve for each entrant.

The ratings are fitted anew after every so many matches, over all that were played until then; the
steps double when there are too many of them. So the curves follow from the outcomes alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.contest.model import Outcome
from cardkit.contest.results import Results

MOST_POINTS = 128
FIRST_STEP = 10

Curve = list[tuple[int, float]]
"""A rating after so many matches of all."""


class RatingCurves:
    """Adds outcomes to results, and keeps how the ratings went."""

    def __init__(self, results: Results, ahead: int = 0) -> None:
        """`ahead` is how many matches will be added at once, of which not all steps are kept."""
        self.results = results
        self._step = FIRST_STEP
        while ahead // self._step > MOST_POINTS:
            self._step *= 2
        self._points: list[tuple[int, dict[int, float]]] = []
        """After how many matches, and the ratings of those who have played since the last."""
        self._moved: set[int] = set()

    def add(self, outcome: Outcome) -> None:
        self.results.add(outcome)
        self._moved.update(outcome.pairing.entrants, outcome.sent_away)
        matches = self.results.standings.matches
        if matches % self._step == 0:
            self._points.append((matches, self._now()))
            self._moved.clear()
            if len(self._points) > MOST_POINTS:
                self._thin()

    def _now(self) -> dict[int, float]:
        ratings = self.results.mean_ratings()
        return {who: ratings[who] for who in self._moved}

    def _thin(self) -> None:
        """Keep every second step; who did not play after one that is left out keeps that one."""
        self._step *= 2
        kept: list[tuple[int, dict[int, float]]] = []
        left_out: dict[int, float] = {}
        for matches, ratings in self._points:
            if matches % self._step:
                left_out |= ratings
            else:
                kept.append((matches, left_out | ratings))
                left_out = {}
        self._points = kept
        self._moved.update(left_out)

    def curves(self) -> dict[int, Curve]:
        """By entrant, up to now; who retired has no points after that."""
        found: dict[int, Curve] = {}
        for matches, ratings in self._with_now():
            for who, rating in ratings.items():
                found.setdefault(who, []).append((matches, rating))
        return found

    def _with_now(self) -> Iterator[tuple[int, dict[int, float]]]:
        yield from self._points
        if self._moved:
            now = {who: self.results.ratings[who].mean for who in self._moved}
            yield self.results.standings.matches, now
