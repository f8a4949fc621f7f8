"""Ratings of the entrants: one fit over all matches, in whatever order they were played.

The model is that of Bradley and Terry for all pairs of a table, which is what Plackett and Luce's
for places says of a pair: everybody has a strength, and of two at a table the one ends before the
other as often as its share of their strengths says. A draw is half. The strength of partners is
that of both multiplied. To what was played come two matches for each entrant against one of
middling strength, one won and one lost, so that who always won has a strength, too.

The intervals are those of the same fit over resampled deals; `standings` says why deals.

Where more and more entrants come, the mean of all says little. Then the scale is that of some who
stay, the anchors: their mean is `MIDDLE`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, exp, fsum, log, sqrt
from operator import sub

from cardkit.contest.intervals import Range, middle, resamples, weights
from cardkit.contest.model import Outcome
from cardkit.contest.standings import UNITS, places_of

MIDDLE, SPREAD = 1500.0, 400 / log(10)
"""As in chess: the mean of all, and what e times the strength is worth."""
FEWER_UNITS, MOST_KEPT = 53, 500_000
"""Where more sums than that might have to be kept, the deals are put into fewer batches."""
NEAR, LONGEST = 1e-4, 1000
"""A fit ends when no strength changes by more than this share, or after so many rounds."""
FARTHEST = 50.0
"""No logarithm of a strength is farther from the mean."""
STEPS = 60
"""A fit takes as long as so many sums for each pair, about."""

Side = tuple[int, ...]
Logs = Sequence[float]
"""The logarithms of strengths."""
Pair = tuple[int, int]
"""The numbers of two sides, of which the first was before the second."""


class Ratings:
    """Ratings by the places at the end of each match.

    Who was sent away is last. In a match each side weighs as much as at a table of two.
    """

    def __init__(
        self,
        entrants: int,
        low_wins: bool = False,
        partners: bool = False,
        anchors: Sequence[int] = (),
    ) -> None:
        self._entrants, self._low_wins, self._partners = entrants, low_wins, partners
        self._anchors = anchors
        pairs = 6 * comb(entrants, 4) if partners else entrants * (entrants - 1)
        self._units = UNITS if UNITS * pairs <= MOST_KEPT else FEWER_UNITS
        self._deals: dict[int, defaultdict[tuple[Side, Side], float]] = {}
        """By batch of deals: in how many matches one side was before the other."""

    def add(self, outcome: Outcome) -> None:
        sides = list(self._sides(outcome))
        before = self._deals.setdefault(outcome.pairing.deal % self._units, defaultdict(float))
        for (one, place), (other, behind) in combinations(sides, 2):
            if one != other:
                share = (place < behind) + (place == behind) / 2
                for pair, each in (((one, other), share), ((other, one), 1 - share)):
                    if each:
                        before[pair] += each / (len(sides) - 1)

    def _sides(self, outcome: Outcome) -> Iterator[tuple[Side, int]]:
        """Who played together, and the place of each side."""
        entrants = outcome.pairing.entrants
        places = places_of(outcome.scores, self._low_wins, self._partners)
        sides = len(entrants) // 2 if self._partners else len(entrants)
        for seat in range(sides):
            yield tuple(sorted(entrants[seat::sides])), places[seat]
        for away in outcome.sent_away:
            yield (away,), len(entrants) + 1

    def fitted(self, per_deal: Sequence[float]) -> list[Range]:
        """The ratings; `per_deal` is how many matches of each entrant make one observation."""
        fit, deals, work = self._fit()
        best = fit([1.0] * deals, per_deal, per_deal, [0.0] * self._entrants)
        resampled = [
            self._scaled(fit(weight, weights(per_deal, lot), weights(per_deal, lot), best))
            for weight, lot in resamples(deals, work)
        ]
        ends = map(middle, zip(*resampled, strict=True))
        return [Range(mean, *end) for mean, end in zip(self._scaled(best), ends, strict=True)]

    def means(self, per_deal: Sequence[float]) -> list[float]:
        """The ratings without their intervals, which take a hundred times as long."""
        fit, deals, _ = self._fit()
        return self._scaled(fit([1.0] * deals, per_deal, per_deal, [0.0] * self._entrants))

    def _fit(self) -> tuple[Callable[[Iterable[float], Logs, Logs, Logs], Logs], int, int]:
        """How strengths are fitted to weighted deals; how many there are, and how long it takes."""
        pairs = sorted({pair for before in self._deals.values() for pair in before})
        sides = sorted({side for pair in pairs for side in pair})
        side_at = {side: at for at, side in enumerate(sides)}
        numbered = [(side_at[one], side_at[other]) for one, other in pairs]
        pair_at = {pair: at for at, pair in enumerate(pairs)}
        deals = [
            sorted((pair_at[pair], share) for pair, share in before.items())
            for _, before in sorted(self._deals.items())
        ]

        def fit(weight: Iterable[float], won: Logs, lost: Logs, near: Logs) -> Logs:
            total = [0.0] * len(pairs)
            for each, deal in zip(weight, deals, strict=True):
                for at, share in deal:
                    total[at] += each * share
            return Likelihood(sides, numbered, total, won, lost).best(near)

        return fit, len(deals), sum(map(len, deals)) + STEPS * len(pairs)

    def _scaled(self, logs: Logs) -> list[float]:
        anchored = [logs[anchor] for anchor in self._anchors]
        middle_log = fsum(anchored) / len(anchored) if anchored else 0.0
        return [MIDDLE + SPREAD * (each - middle_log) for each in logs]


@dataclass(frozen=True, slots=True)
class Likelihood:
    """How often which side was before which: what makes some strengths more likely than others."""

    sides: Sequence[Side]
    pairs: Sequence[Pair]
    weight: Sequence[float]
    """How often each pair ended like that."""
    won: Sequence[float]
    """What everybody won against one of middling strength."""
    lost: Sequence[float]

    def best(self, near: Logs) -> Logs:
        """The most likely strengths, looked for from those `near` them.

        Two steps say how much farther the third may go: Varadhan and Roland, "Simple and globally
        convergent methods for accelerating the convergence of any EM algorithm" (2008).
        """
        for _ in range(LONGEST):
            one = self._step(near)
            two = self._step(one)
            first = list(map(sub, one, near))
            change = list(map(sub, map(sub, two, one), first))
            if max(map(abs, first)) < NEAR:
                return two
            size = fsum(each * each for each in change)
            by = max(1.0, sqrt(fsum(each * each for each in first) / size)) if size else 1.0
            near = self._step(
                [
                    max(-FARTHEST, min(FARTHEST, old + 2 * by * up + by * by * bend))
                    for old, up, bend in zip(near, first, change, strict=True)
                ]
            )
        return near

    def _step(self, logs: Logs) -> Logs:
        """A step towards the most likely strengths: who won more against the odds becomes stronger.

        It is that of Newman, "Efficient computation of rankings from pairwise comparisons" (2023),
        for all at once and so much shorter. The mean stays where it is.
        """
        sides = self.sides
        of_side = [exp(fsum([logs[who] for who in side])) for side in sides]
        won, lost = [0.0] * len(sides), [0.0] * len(sides)
        for (one, other), often in zip(self.pairs, self.weight, strict=True):
            strength = of_side[other]
            against_odds = often * strength / (of_side[one] + strength)
            won[one] += against_odds
            lost[other] += against_odds
        up = [often / (1 + exp(own)) for often, own in zip(self.won, logs, strict=True)]
        down = [often / (1 + exp(-own)) for often, own in zip(self.lost, logs, strict=True)]
        for side, side_won, side_lost in zip(sides, won, lost, strict=True):
            for who in side:
                up[who] += side_won
                down[who] += side_lost
        shorter = 2 * max(map(len, sides), default=1)
        found = [
            each + log(more / less) / shorter
            for each, more, less in zip(logs, up, down, strict=True)
        ]
        mean = fsum(found) / len(found)
        return [each - mean for each in found]
