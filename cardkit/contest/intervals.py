"""How sure a mean is, when some of the games belong together. Sums only; knows no contest."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import NormalDist

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
