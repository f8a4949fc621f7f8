"""How sure a mean or a share is, when some of the games belong together. Knows no contest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import fsum, log, sqrt
from operator import mul
from random import Random
from statistics import NormalDist
from typing import NamedTuple

LEAST_RESAMPLES, MOST_RESAMPLES = 100, 2000
_WORK = 6_000_000
"""So many numbers are looked at for all resamples together, if that leaves enough of them."""
_NORMAL = NormalDist().inv_cdf(0.975)
_FEW = {1: 12.7062, 2: 4.3027, 3: 3.1824}


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and its 95 % confidence interval: `mean` ± `half`."""

    mean: float
    half: float | None = None
    """None where too little was played to tell."""

    @property
    def low(self) -> float:
        return self.mean - (self.half or 0.0)

    @property
    def high(self) -> float:
        return self.mean + (self.half or 0.0)

    def times(self, factor: float) -> Interval:
        return Interval(self.mean * factor, None if self.half is None else self.half * factor)


class Range(NamedTuple):
    """A value and the two ends of its 95 % confidence interval, which need not be equally far."""

    mean: float
    low: float
    high: float


def mean_of(units: Iterable[tuple[int, int]]) -> Interval:
    """The mean of sums over counts, where each unit is independent of the others.

    The units may be of different sizes, so this is a ratio of two sums, and its error is that of
    the ratio estimator: what each unit has above the mean for its size, squared and summed.
    """
    sums = list(units)
    count = sum(many for _, many in sums)
    mean = sum(total for total, _ in sums) / count if count else 0.0
    if len(sums) < 2 or not count:
        return Interval(mean)
    above = fsum((total - mean * many) ** 2 for total, many in sums)
    error = sqrt(above * len(sums) / (len(sums) - 1)) / count
    return Interval(mean, student(len(sums) - 1) * error)


def student(freedom: int) -> float:
    """Half of the 95 % range of Student's t, by its expansion in the degrees of freedom."""
    if freedom in _FEW:
        return _FEW[freedom]
    z, n = _NORMAL, freedom
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def middle(resampled: Iterable[float]) -> tuple[float, float]:
    """The ends of what holds 95 % of these values."""
    values = sorted(resampled)
    cut = round(len(values) / 40)
    return values[cut], values[-1 - cut]


def resamples(units: int, work: int) -> Iterator[tuple[list[float], Random]]:
    """Weights for the units, again and again, and the lot by which they were drawn.

    This is the Bayesian bootstrap: a unit weighs not once, twice or never but as a waiting time
    does, so that nobody has lost all of its wins by chance. `work` is how many numbers one
    resample looks at. Equal for equal arguments.
    """
    lot = Random(0)
    for _ in range(max(LEAST_RESAMPLES, min(MOST_RESAMPLES, _WORK // max(1, work)))):
        yield weights([1.0] * units, lot), lot


def weights(means: Sequence[float], lot: Random) -> list[float]:
    """What is drawn by lot with these means, and never quite nothing."""
    return [mean * max(1e-9, -log(1.0 - lot.random())) for mean in means]


Shares = tuple[Sequence[float], Sequence[float], float]
"""By unit what was won and out of how much, and how much one observation is."""


def shares_of(all_shares: Sequence[Shares], units: int) -> list[Range]:
    """Shares between nought and one, all of the same units.

    The low end is what resampling gives with one more observation that is lost, the high end with
    one that is won. Where all observations are equal and whole these are the exact limits of
    Clopper and Pearson, but for the luck of resampling: 11 of 11 is at least about 71 %.
    """
    found: list[tuple[list[float], list[float]]] = [([], []) for _ in all_shares]
    for weight, lot in resamples(units, 2 * units * len(all_shares)):
        for (won, of, one), (lows, highs) in zip(all_shares, found, strict=True):
            (more,) = weights([one], lot)
            won_here, of_here = sum(map(mul, weight, won)), sum(map(mul, weight, of)) + more
            lows.append(won_here / of_here)
            highs.append((won_here + more) / of_here)
    return [
        Range(sum(won) / (sum(of) or 1), middle(lows)[0], middle(highs)[1])
        for (won, of, _), (lows, highs) in zip(all_shares, found, strict=True)
    ]
