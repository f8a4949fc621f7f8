"""Structured logs: one line per event of note, `time level event key=value …`.

Whoever logs names the fields one by one; there is no way to log a whole command or message, so no
card, password or token ever gets here.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from traceback import extract_tb


class Log:
    """Writes lines; where to is the caller's business."""

    __slots__ = ("_now", "_write")

    def __init__(self, write: Callable[[str], object], now: Callable[[], float]) -> None:
        self._write = write
        self._now = now

    def info(self, event: str, **fields: object) -> None:
        self._line("info", event, fields)

    def error(self, event: str, **fields: object) -> None:
        self._line("error", event, fields)

    def _line(self, level: str, event: str, fields: dict[str, object]) -> None:
        time = datetime.fromtimestamp(self._now(), UTC).isoformat(timespec="milliseconds")
        words = [f"{name}={_value(value)}" for name, value in fields.items()]
        self._write(" ".join((time, level, event, *words)))


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    text = str(value)
    plain = text.isascii() and text.isprintable() and not set(text) & {" ", '"', "="}
    return text if text and plain else json.dumps(text)


def blame(error: BaseException) -> dict[str, object]:
    """What went wrong and where. Not what the error says: it may name a card or a token."""
    place = extract_tb(error.__traceback__)[-1:]
    return {
        "error": type(error).__name__,
        "file": place[0].filename if place else "",
        "line": place[0].lineno if place else 0,
    }
