"""Numbers in the text format that Prometheus reads, version 0.0.4.

Knows nothing of what is counted. Who counts under labels sees to it that they are few: each is a
series of its own in every monitoring system that asks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

MOST_LABELS = 200
"""Values of a label that somebody else makes up; whatever comes after them is `other`."""


Labelled = Mapping[str, float] | Mapping[tuple[str, str], float]
"""A number for each value of the label, or of two."""


class Histogram:
    """How many values there were up to each bound, and their sum."""

    __slots__ = ("_bounds", "_counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        self._counts[bisect_left(self._bounds, value)] += 1
        self.total += value

    @property
    def count(self) -> int:
        return sum(self._counts)

    def buckets(self) -> Iterator[tuple[str, int]]:
        """Each bound, as it is written, with how many values do not exceed it."""
        so_far = 0
        for bound, count in zip((*self._bounds, float("inf")), self._counts, strict=True):
            so_far += count
            yield _number(bound), so_far


def count_bounded(counts: Counter[str], key: str) -> None:
    """Count under this key, or with all the others once there are too many keys."""
    counts[key if key in counts or len(counts) < MOST_LABELS else "other"] += 1


@dataclass(frozen=True, slots=True)
class Metric:
    """Something that is measured: one number, one for each value of its labels, or a histogram."""

    name: str
    kind: str
    """counter, gauge or histogram."""
    meaning: str
    value: float | Histogram | Labelled
    labels: tuple[str, ...] = ()

    def written(self) -> Iterator[str]:
        yield f"# HELP {self.name} {_escaped(self.meaning)}\n"
        yield f"# TYPE {self.name} {self.kind}\n"
        for suffix, labels, value in self._samples():
            said = ",".join(f'{name}="{_escaped(text, quoted=True)}"' for name, text in labels)
            yield f"{self.name}{suffix}{f'{{{said}}}' if said else ''} {_number(value)}\n"

    def _samples(self) -> Iterator[tuple[str, Iterable[tuple[str, str]], float]]:
        value = self.value
        if isinstance(value, Histogram):
            yield from (("_bucket", [("le", bound)], count) for bound, count in value.buckets())
            yield "_sum", (), value.total
            yield "_count", (), value.count
        elif isinstance(value, Mapping):
            for key, number in value.items():
                said = (key,) if isinstance(key, str) else key
                yield "", zip(self.labels, said, strict=True), number
        else:
            yield "", (), value

    def totals(self) -> Iterator[tuple[str, float]]:
        """Without labels and buckets: what a person wants to see."""
        if isinstance(self.value, Histogram):
            yield f"{self.name}_count", self.value.count
            yield f"{self.name}_sum", self.value.total
        elif isinstance(self.value, Mapping):
            yield self.name, sum(self.value.values())
        else:
            yield self.name, self.value


def exposition(metrics: Iterable[Metric]) -> str:
    return "".join(line for metric in metrics for line in metric.written())


def _number(value: float) -> str:
    return "+Inf" if value == float("inf") else f"{value:.15g}"


def _escaped(text: str, *, quoted: bool = False) -> str:
    text = text.replace("\\", r"\\").replace("\n", r"\n")
    return text.replace('"', r"\"") if quoted else text
