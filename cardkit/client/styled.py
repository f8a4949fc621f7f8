"""Lines of text with styles: sentences, columns, rules and pages of a given width.

Wide characters count twice. Knows neither cards nor a terminal.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from string import Formatter

from rich.cells import cell_len
from rich.text import Text as Styled

from cardkit.netgame import TOOLKIT, Catalogue, Text

DIM = "bright_black"
GAP = " · "
_NEVER_FIRST = tuple("。、，．・」』）〕：；？！ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ)")
"""What does not begin a line."""
_LEAST_ROOM = 20
"""A column narrower than this is cut rather than wrapped."""


def ink(text: str, style: str) -> Styled:
    """Text of a style that ends with it: what is appended keeps its own."""
    return Styled.assemble((text, style))


def fill(
    template: str, language: str, catalogue: Catalogue = TOOLKIT, /, **parts: object
) -> Styled:
    """A sentence in that language; parts that have styles keep them."""
    if isinstance(template, Text) and not parts:
        return Styled(template.text(language, catalogue))
    try:
        return _filled(catalogue.translate(template, language), language, catalogue, parts)
    except (LookupError, TypeError, ValueError):  # of the translation
        return _filled(template, language, catalogue, parts)


def _filled(
    template: str, language: str, catalogue: Catalogue, parts: Mapping[str, object]
) -> Styled:
    line = Styled()
    for words, name, spec, _ in Formatter().parse(template):
        line.append(words)
        if name is None:
            continue
        part = parts[name]
        if isinstance(part, Styled):
            line.append_text(part)
        elif isinstance(part, Text):
            line.append(part.text(language, catalogue))
        else:
            line.append(format(part, spec or ""))
    return line


def width_of(text: Styled | str) -> int:
    return cell_len(text if isinstance(text, str) else text.plain)


def pad(text: Styled, width: int, *, right: bool = False) -> Styled:
    """The text, filled up to a width, at the left or the right of it."""
    space = Styled(" " * (width - width_of(text)))
    return space.append_text(text) if right else text.copy().append_text(space)


def cut(text: Styled, width: int) -> Styled:
    """The text, with an ellipsis where it would not fit."""
    short = text.copy()
    short.truncate(max(1, width), overflow="ellipsis")
    return short


def wrapped(text: Styled, width: int) -> list[Styled]:
    """The text in as many lines as it takes, broken at spaces or anywhere in Japanese."""
    plain, breaks = text.plain, [0]
    used = good = 0
    for at, char in enumerate(plain):
        each = cell_len(char)
        if used + each > width and at > breaks[-1]:
            breaks.append(good if good > breaks[-1] else at)
            used = cell_len(plain[breaks[-1] : at])
        used += each
        if char == " " or (each == 2 and plain[at + 1 : at + 2] not in _NEVER_FIRST):
            good = at + 1
    lines = list(text.divide(breaks[1:]))
    for line in lines:
        line.rstrip()
    return lines


def in_lines(parts: Sequence[Styled], width: int, gap: str = " ") -> list[Styled]:
    """Parts one after the other, as many in a line as fit."""
    lines: list[Styled] = []
    for part in parts:
        if lines and width_of(lines[-1]) + len(gap) + width_of(part) <= width:
            lines[-1].append(gap)
            lines[-1].append_text(part)
        else:
            lines.append(cut(part, width))
    return lines


def in_columns(
    rows: Sequence[Sequence[Styled]],
    width: int,
    numbers: Collection[int] = (),
    *,
    wrap: bool = False,
) -> list[Styled]:
    """Cells below each other, those of numbers to the right; empty columns are left out.

    What is too long is cut, or goes on below itself in the last column.
    """
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    indent = sum(each + 2 for each in widths[:-1] if each)
    room = width - indent if wrap else 0
    lines = []
    for row in rows:
        *cells, last = row
        split = wrapped(last, room) if room >= _LEAST_ROOM else [last]
        line = Styled()
        for at, (cell, each) in enumerate(zip([*cells, split[0]], widths, strict=True)):
            if each:
                line.append_text(pad(cell, each, right=at in numbers)).append("  ")
        line.rstrip()
        lines.append(cut(line, width))
        lines += [Styled(" " * indent).append_text(more) for more in split[1:]]
    return lines


def paged(lines: list[Styled], rows: int, page: int, language: str) -> list[Styled]:
    """As many lines as there is room for, and how to see the others."""
    if len(lines) <= rows:
        return lines
    each = max(1, rows - 1)
    pages = -(-len(lines) // each)
    at = page % pages
    more = fill("page {page} of {pages}: + turns it", language, page=at + 1, pages=pages)
    more.stylize_before(DIM)
    return [*lines[at * each : (at + 1) * each], more]


def title_line(parts: Sequence[str], right: str, width: int) -> Styled:
    """A rule with words in it."""
    left = ink("── ", DIM).append(GAP.join(filter(None, parts)), style="bold")
    end = ink(f" {right} ──" if right else "", DIM)
    room = width - width_of(left) - width_of(end) - 1
    if room < 1:
        return cut(left, width)
    return left.append(" ").append("─" * room, style=DIM).append_text(end)


def status_line(left: Sequence[str], right: Sequence[str], width: int) -> Styled:
    """What matters most to the left, and the rest to the right as far as there is room."""
    start, parts = " " + " │ ".join(filter(None, left)), [*filter(None, right)]
    line = Styled(start)
    while parts:
        end = " │ ".join(parts) + " "
        room = width - width_of(line) - width_of(Styled(end))
        if room > 0:
            line.append(" " * room + end)
            break
        parts.pop()
    return pad(cut(line, width), width)


def clock(seconds: float | None) -> str:
    """The time that is left, as 1:05."""
    if seconds is None:
        return ""
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def harmless(text: Styled) -> Styled:
    """The text without what controls a terminal or turns the direction of writing.

    Names and words come from others: nothing may leave for the screen but through here.
    """
    if text.plain.isprintable():
        return text
    safe = text.copy()
    safe.plain = "".join(c if c.isprintable() else "�" for c in text.plain)
    return safe
