"""How a result is worded: numbers with as many digits as mean something, names made harmless."""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from math import isfinite

from cardkit.contest.intervals import Interval, Range

HUGE = 1e8
"""From here on numbers are shortened."""
_HARMLESS = "\n\u200c\u200d"
"""Line ends, and the two joiners that some scripts and pictures are written with."""
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
"""Kinds of characters that steer a terminal, turn the writing round or cannot be seen."""


def plain(text: str, most: int = 0) -> str:
    """What a stranger wrote, as it can be shown anywhere: nothing in it steers anything."""
    cut = text if not most or len(text) <= most else f"{text[: most - 1]}…"
    return "".join(
        f"⟨U+{ord(letter):04X}⟩"
        if unicodedata.category(letter) in _HIDDEN and letter not in _HARMLESS
        else letter
        for letter in cut.replace("\r\n", "\n").replace("\t", "    ")
    )


def line(text: str, most: int = 0) -> str:
    """The same on one line."""
    return plain(" ".join(text.split()), most)


def points(interval: Interval) -> str:
    """A mean and how sure it is, such as `+0.373 ± 0.021`."""
    if max(abs(interval.low), abs(interval.high)) >= HUGE:
        half = "" if interval.half is None else f" ± {short(interval.half)}"
        return f"{'+' if interval.mean >= 0 else ''}{short(interval.mean)}{half}"
    if interval.half is None:
        return signed(interval.mean, digits(interval.mean))
    many = digits(interval.half)
    return f"{signed(interval.mean, many)} ± {interval.half:,.{many}f}"


def signed(number: float, many: int = 0) -> str:
    """A number with its sign, which is as wide for minus as for plus, and so many digits."""
    words = f"{number:+,.{many}f}"
    return words.replace("-", "−") if words.strip("+-0.") else words[1:]  # nothing has no sign


def strength(rating: Range) -> str:
    """A rating with the ends of its interval, such as `1523 (1490–1561)`."""
    ends = f"{rating.low:.0f}–{rating.high:.0f}"
    return f"{rating.mean:.0f} ({ends})".replace("-", "−")


def share(interval: Range) -> str:
    """A share with the ends of its interval, such as `61.5% (51–71)`."""
    many = 0 if interval.high - interval.low >= 0.1 else 1
    ends = (f"{100 * end:.{many}f}" for end in (interval.low, interval.high))
    return f"{interval.mean:.1%} ({'–'.join(ends)})"


def digits(size: float) -> int:
    """So many digits after the point make sense for numbers of this size."""
    return 3 if abs(size) < 1 else 2 if abs(size) < 10 else 0


def wins(number: Fraction) -> str:
    """Whole wins as they are; shared ones to a tenth."""
    return f"{int(number):,}" if number.denominator == 1 else f"{float(number):,.1f}"


def percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def time(seconds: float) -> str:
    """A stretch of time in the unit that suits it: 12 µs, 3.4 ms, 5.6 s, 12 min."""
    if not seconds or not isfinite(seconds):
        return "–"
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6), ("ns", 1e-9)):
        if seconds >= size * 0.9995 or unit == "ns":
            break
    if seconds >= 7200:
        return f"{seconds / 3600:,.1f} h"
    if seconds >= 120:
        return f"{seconds / 60:.1f} min"
    return f"{three(seconds / size)} {unit}"


def three(number: float) -> str:
    """A number with three digits that count: 1.23, 12.3, 123."""
    size = int(f"{number:.2e}".partition("e")[2])
    return f"{number:,.{max(0, 2 - size)}f}"


def short(number: float) -> str:
    """A number for an axis: 0.25, 40, 12k, 3.5M."""
    for unit, size in (("P", 1e15), ("T", 1e12), ("G", 1e9), ("M", 1e6), ("k", 1e4)):
        if abs(number) >= size:
            return f"{number / min(size, 1e3 if unit == 'k' else size):.4g}{unit}".replace("-", "−")
    return f"{number:.4g}".replace("-", "−")
