"""Plots as SVG: small functions from numbers to text. Colours are classes that the page defines.

A plot is `WIDTH` units wide, which is a telephone; a larger page enlarges it. What a colour says is
also said by a number, a line style or a shape. Text that others wrote is escaped here.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from cardkit.contest.formatting import short, time

WIDTH = 360
COLOURS = 6
LETTER = 6.6
"""About how wide a letter is."""


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A line from point to point, and the number and name it goes by."""

    number: int
    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Span:
    """A value with what surrounds it. A row of a plot."""

    number: int
    name: str
    value: str
    """The value in words."""
    low: float
    mid: float
    high: float


@dataclass(frozen=True, slots=True)
class Box(Span):
    """A box from `low` to `high` around the middle, and one far value, if it is beyond."""

    far: float


def lines(key: str, title: str, about: str, drawn: Sequence[PlotLine], x: str, y: str) -> str:
    """Lines over a common x axis, numbered at their ends, with a legend below."""
    left, right, top, bottom = 44.0, WIDTH - 22.0, 22.0, 232.0
    xs = [point[0] for line in drawn for point in line.points]
    ys = [point[1] for line in drawn for point in line.points]
    x_ticks, y_ticks = ticks(min(xs), max(xs), 5), ticks(min(ys), max(ys), 6)
    at_x = scale(min(xs), max(xs), left, right)
    at_y = scale(min(ys[0], *ys, y_ticks[0]), max(*ys, y_ticks[-1]), bottom, top)
    parts = [
        *(_rule(left, at_y(tick), right, at_y(tick), "zero" if not tick else "tick")
          + _text(left - 5, at_y(tick) + 4, short(tick), "end mute") for tick in y_ticks),
        *(_text(at_x(tick), bottom + 15, short(tick), "mid mute") for tick in x_ticks),
        _rule(left, bottom, right, bottom, "axis"),
        _text(2, 11, y, "mute"),
        _text(right, bottom + 29, x, "end mute"),
    ]  # fmt: skip
    for line in drawn:
        path = "L".join(f"{at_x(px):.1f},{at_y(py):.1f}" for px, py in line.points)
        parts.append(f'<path class="line {_series(line.number)}" d="M{path}"/>')
    ends = apart([at_y(line.points[-1][1]) for line in drawn], 11, top, bottom - 6)
    for line, end in zip(drawn, ends, strict=True):
        from_x, from_y = (at(v) for at, v in zip((at_x, at_y), line.points[-1], strict=True))
        parts += [
            _rule(from_x, from_y, right + 4, end, f"lead {_series(line.number)}"),
            _text(right + 6, end + 4, str(line.number), f"bold ink {_series(line.number)}"),
        ]
    half = ceil(len(drawn) / 2)
    for row, line in enumerate(drawn):
        from_x, from_y = (row // half) * WIDTH / 2, bottom + 50 + row % half * 17
        parts += [
            _rule(from_x + 2, from_y - 4, from_x + 24, from_y - 4, f"line {_series(line.number)}"),
            _name(from_x + 30, from_y, line.number, line.name, WIDTH / 2 - 34),
        ]
    return _plot(key, title, about, WIDTH, bottom + 42 + half * 17, parts)


def spans(key: str, title: str, about: str, rows: Sequence[Span], axis: str) -> str:
    """A row for each value with its interval, over a common axis."""
    low, high = min(row.low for row in rows), max(row.high for row in rows)
    low, high = (low, high) if low < high else (low - 1, high + 1)
    at, marks = scale(low, high, 8, WIDTH - 8), ticks(low, high, 6)
    at_marks = [(at(mark), short(mark), not mark) for mark in marks]

    def draw(row: Span, y: float) -> Iterable[str]:
        yield _rule(at(row.low), y, at(row.high), y, f"span {_series(row.number)} solid")
        for end in (row.low, row.high) if row.low < row.high else ():
            yield _rule(at(end), y - 5, at(end), y + 5, f"span {_series(row.number)} solid")
        yield f'<circle class="dot {_series(row.number)}" cx="{at(row.mid):.1f}" cy="{y}" r="4.5"/>'

    return _rows(key, title, about, rows, axis, at_marks, draw)


def boxes(key: str, title: str, about: str, rows: Sequence[Box], axis: str) -> str:
    """A box for each row over a logarithmic axis of seconds; the far value is a diamond."""
    low = min(floor(log10(row.low)) for row in rows)
    high = max(ceil(log10(row.far)) for row in rows)
    high = max(high, low + 1)
    exact = scale(low, high, 10, WIDTH - 10)

    def at(value: float) -> float:
        return exact(log10(value))

    every = ceil((high - low) / 6)
    marks = [
        (exact(mark), time(10.0**mark).replace(".00", "").replace(".0", ""), False)
        for mark in range(low, high + 1, every)
    ]

    def draw(row: Span, y: float) -> Iterable[str]:
        assert isinstance(row, Box)
        style, x, far = _series(row.number), at(row.low), at(row.far)
        yield _rule(x, y, far, y, f"lead {style}")
        yield (
            f'<rect class="box {style}" x="{x:.1f}" y="{y - 6}" '
            f'width="{max(2.0, at(row.high) - x):.1f}" height="12" rx="2"/>'
        )
        yield _rule(at(row.mid), y - 6, at(row.mid), y + 6, f"span {style} solid")
        if row.far > row.high:
            yield f'<path class="dot {style}" d="M{far:.1f},{y - 5}l5,5l-5,5l-5,-5z"/>'

    return _rows(key, title, about, rows, axis, marks, draw)


def heat_map(
    key: str,
    title: str,
    about: str,
    names: Sequence[str],
    cells: Sequence[Sequence[tuple[float | None, str]]],
) -> str:
    """A square of shares from 0 to 1, each with its number and more words for who points at it.

    Above a half is one colour, below it another, and the nearer to a half the paler.
    """
    label, wide, high, top = 126.0, 46.0, 28.0, 24.0
    parts = []
    for row, name in enumerate(names):
        y = top + row * high
        parts += [
            _name(0, y + high / 2 + 4, row + 1, name, label - 8),
            _text(label + (row + 0.5) * wide, top - 8, str(row + 1), "mid bold"),
        ]
        for column, (share, words) in enumerate(cells[row]):
            x = label + column * wide
            side = "none" if share is None else "more" if share >= 0.5 else "less"
            pale = 1 if share is None else abs(share - 0.5)
            parts.append(
                f'<g><title>{escape(words)}</title><rect class="cell {side}" x="{x + 1:.1f}" '
                f'y="{y + 1:.1f}" width="{wide - 2}" height="{high - 2}" rx="3" '
                f'fill-opacity="{pale:.3f}"/>'
                + _text(
                    x + wide / 2,
                    y + high / 2 + 4,
                    "–" if share is None else _hundred(share),
                    "mid mute" if share is None else "mid",
                )
                + "</g>"
            )
    width, height = label + len(names) * wide, top + len(names) * high
    style = "map small" if width <= WIDTH else "map"
    return _plot(key, title, about, width, height, parts, style, zoom=1.2)


def ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, about so many."""
    if high <= low:
        return [low]
    rough = (high - low) / most
    size = 10.0 ** floor(log10(rough))
    step = next(size * by for by in (1, 2, 2.5, 5, 10) if size * by >= rough * 0.999)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(number * step, 12) + 0.0 for number in range(first, last + 1)] or [low]


def scale(low: float, high: float, start: float, end: float) -> Callable[[float], float]:
    """From values between low and high to places between start and end."""
    by = (end - start) / (high - low) if high > low else 0.0
    return lambda value: start + (value - low) * by


def apart(places: Sequence[float], least: float, low: float, high: float) -> list[float]:
    """The places, moved as little as needed that none is nearer than `least` to the next."""
    order = sorted(range(len(places)), key=lambda each: places[each])
    found = list(places)
    edge = low - least
    for each in order:
        edge = found[each] = max(found[each], edge + least)
    edge = max(high, low + least * (len(places) - 1)) + least
    for each in reversed(order):
        edge = found[each] = min(found[each], edge - least)
    return found


def cut(text: str, room: float) -> str:
    """As much of a text as fits into the room, in units."""
    widths = [LETTER * _width(letter) for letter in text]
    if sum(widths) <= room:
        return text
    kept, used = 0, LETTER
    while used + widths[kept] <= room:
        used, kept = used + widths[kept], kept + 1
    return f"{text[:kept].rstrip()}…"


def _width(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF":
        return 2.0
    return 1.3 if letter.isupper() or (not letter.isalnum() and letter > "~") else 1.0


def _rows(
    key: str,
    title: str,
    about: str,
    rows: Sequence[Span],
    axis: str,
    marks: Sequence[tuple[float, str, bool]],
    draw: Callable[[Span, float], Iterable[str]],
) -> str:
    """Rows of a name, its value in words, and what is drawn below them over a common axis."""
    high = 40
    bottom = len(rows) * high + 2
    parts = [_rule(x, 2, x, bottom, "zero" if zero else "tick") for x, _, zero in marks]
    for number, row in enumerate(rows):
        y = number * high + 13
        wide = LETTER * len(row.value) + 12
        parts += [
            _name(0, y, row.number, row.name, WIDTH - wide),
            _text(WIDTH, y, row.value, "end figure"),
            *draw(row, y + 12),
        ]
    parts += [_rule(0, bottom, WIDTH, bottom, "axis")]
    for x, words, _ in marks:
        half = LETTER * len(words) / 2
        parts.append(_text(min(max(x, half), WIDTH - half), bottom + 15, words, "mid mute"))
    parts.append(_text(WIDTH, bottom + 30, axis, "end mute"))
    return _plot(key, title, about, WIDTH, bottom + 36, parts)


def _plot(
    key: str,
    title: str,
    about: str,
    width: float,
    height: float,
    parts: Iterable[str],
    style: str = "plot",
    zoom: float = 1.0,
) -> str:
    return (
        f'<svg class="{style}" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width * zoom:g}" height="{height * zoom:g}" role="img" '
        f'aria-labelledby="{key}-title {key}-about">'
        f'<title id="{key}-title">{escape(title)}</title>'
        f'<desc id="{key}-about">{escape(about)}</desc>{"".join(parts)}</svg>'
    )


def _hundred(share: float) -> str:
    return f"{100 * share:.0f}" if share in (0, 1) else f"{100 * share:.1f}"


def _series(number: int) -> str:
    """The colour and the dashes of a number: after the last colour the dashes change."""
    return f"c{(number - 1) % COLOURS} d{(number - 1) // COLOURS % 3}"


def _rule(x: float, y: float, to_x: float, to_y: float, style: str) -> str:
    return f'<path class="{style}" d="M{x:.1f},{y:.1f}L{to_x:.1f},{to_y:.1f}"/>'


def _text(x: float, y: float, words: str, style: str) -> str:
    return f'<text class="{style}" x="{x:.1f}" y="{y:.1f}">{escape(words)}</text>'


def _name(x: float, y: float, number: int, name: str, room: float) -> str:
    """A number and a name, which is cut to the room there is, and whole for who points at it."""
    start = 6 + LETTER * max(1, len(str(number)))
    short_name = cut(name, room - start)
    whole = "" if short_name == name else f"<title>{escape(name)}</title>"
    return (
        _text(x, y, str(number), "mute name") + f'<text class="name" x="{x + start:.1f}" '
        f'y="{y:.1f}">{whole}{escape(short_name)}</text>'
    )
