"""Structured logs: one line per event of note, `time level event key=value …`, or as JSON.

Whoever logs names the fields one by one; there is no way to log a whole command or message, so no
card, password or token ever gets here. And nobody can fill a disk with lines: of each event a
burst is written, and then so many a second, for an address and over all; the rest is counted.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Callable
from datetime import UTC, datetime

from cardkit.places import place_of
from cardkit.server.throttle import Throttle, origin_of


class Log:
    """Writes lines; where to is the peer's business."""

    __slots__ = (
        "_as_json",
        "_events",
        "_events_of_one",
        "_node",
        "_now",
        "_suppressed",
        "_write",
        "counted",
        "errors",
        "explain",
    )

    def __init__(
        self,
        write: Callable[[str], object],
        now: Callable[[], float],
        *,
        node: str = "",
        as_json: bool = False,
    ) -> None:
        """With `node`, every line names it."""
        self.explain: Callable[[BaseException], object] | None = None
        """What says all of an error in rules or bots, to a host who may know every card."""
        self.errors: deque[str] = deque(maxlen=20)
        """The last lines that tell of something that went wrong."""
        self.counted: Counter[str] = Counter()
        """How often each error has come about, whether a line was written or not."""
        self._node: dict[str, object] = {"node": node} if node else {}
        self._as_json = as_json
        self._write = write
        self._now = now
        self._events = Throttle(now, burst=1000, every=0.1)
        self._events_of_one = Throttle(now, burst=10, every=1.0)
        self._suppressed: Counter[str] = Counter()

    def info(self, event: str, **fields: object) -> None:
        self._bounded("info", event, fields)

    def error(self, event: str, **fields: object) -> None:
        self.counted[event] += 1
        self._bounded("error", event, fields)

    def failure(self, event: str, error: BaseException, **fields: object) -> None:
        """The code of an author has failed."""
        self.error(event, **fields, **blame(error))
        if self.explain is not None:
            self.explain(error)

    def tell_suppressed(self) -> None:
        """Now and then: how many lines were left out since the last time."""
        counts, self._suppressed = self._suppressed, Counter()
        for event, count in counts.items():
            self._entry("info", "suppressed", {"event": event, "count": count})

    def _bounded(self, level: str, event: str, fields: dict[str, object]) -> None:
        tries = [(self._events, event)]
        if "address" in fields:
            tries.append((self._events_of_one, f"{event} {origin_of(str(fields['address']))}"))
        if any(throttle.wait(key) > 0 for throttle, key in tries):
            self._suppressed[event] += 1
            return
        for throttle, key in tries:
            throttle.take(key)
        self._entry(level, event, fields)

    def _entry(self, level: str, event: str, fields: dict[str, object]) -> None:
        time = datetime.fromtimestamp(self._now(), UTC).isoformat(timespec="milliseconds")
        fields = self._node | fields
        words = [f"{name}={_value(value)}" for name, value in fields.items()]
        line = " ".join((time, level, event, *words))
        self._write(_json(fields, time=time, level=level, event=event) if self._as_json else line)
        if level == "error":
            self.errors.append(line)


def _json(fields: dict[str, object], **head: object) -> str:
    """In ASCII, so that nothing in it ends the line or turns it round; numbers stay numbers."""
    said = head | {f"of_{name}" if name in head else name: fields[name] for name in fields}
    plain = {n: v if isinstance(v, int | float) else str(v) for n, v in said.items()}
    return json.dumps(plain, separators=(",", ":"))


def _value(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    text = str(value)
    plain = text.isascii() and text.isprintable() and not set(text) & {" ", '"', "="}
    return text if text and plain else json.dumps(text)


def blame(error: BaseException) -> dict[str, object]:
    """What went wrong and where. Not what the error says: it may name a card or a token."""
    place = place_of(error)
    return {
        "error": type(error).__name__,
        "file": place.filename if place else "",
        "line": place.lineno if place else 0,
    }
