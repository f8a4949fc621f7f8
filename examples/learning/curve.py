"""A curve as a picture: an SVG file, written without any library."""

from collections.abc import Sequence
from html import escape
from math import floor, log10
from pathlib import Path

WIDTH, HEIGHT, EDGE = 640, 360, 52


def write_curve(path: str, title: str, points: Sequence[tuple[float, float]]) -> None:
    """Draw these points, and the line at 0 that is to be crossed."""
    most = max(x for x, _ in points)
    low, high = (f([0.0, *(y for _, y in points)]) for f in (min, max))
    step = next(
        n * 10.0**e for e in range(-9, 10) for n in (1, 2, 5) if (high - low) / (n * 10.0**e) <= 8
    )
    digits = max(0, -floor(log10(step)))
    low, high = step * (low // step), -step * (-high // step) or step

    def place(x: float, y: float) -> tuple[float, float]:
        right = EDGE + x / most * (WIDTH - 2 * EDGE)
        return round(right, 1), round(
            HEIGHT - EDGE - (y - low) / (high - low) * (HEIGHT - 2 * EDGE), 1
        )

    lines = [f'<text x="{WIDTH / 2}" y="28" text-anchor="middle">{escape(title)}</text>']
    for number in range(round((high - low) / step) + 1):
        y = low + number * step
        (left, at), (right, _) = place(0, y), place(most, y)
        strong = ' stroke-width="2" stroke="#555"' if abs(y) < step / 2 else ' stroke="#ccc"'
        lines.append(f'<line x1="{left}" x2="{right}" y1="{at}" y2="{at}"{strong}/>')
        lines.append(f'<text x="{left - 6}" y="{at + 4}" text-anchor="end">{y:,.{digits}f}</text>')
    for number in range(5):
        x, bottom = place(most * number / 4, low)
        lines.append(
            f'<text x="{x}" y="{bottom + 20}" text-anchor="middle">{most * number / 4:.0f} s</text>'
        )
    drawn = " ".join(f"{x},{y}" for x, y in (place(*point) for point in points))
    lines.append(f'<polyline points="{drawn}" fill="none" stroke="#0a6" stroke-width="2.5"/>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
    style = '<rect width="100%" height="100%" fill="#fff"/>'
    body = "\n".join(lines)
    Path(path).write_text(
        f'{head} font-family="sans-serif" font-size="13">\n{style}\n{body}\n</svg>\n',
        encoding="utf-8",
    )
