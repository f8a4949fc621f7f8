"""When which table wants to be woken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from cardkit.server.desk import Desk


class Alarms:
    """The tables by the time at which something is due there, the next one first."""

    __slots__ = ("_desks", "_due", "_wound", "wake")

    def __init__(self, desks: Callable[[], Iterable[Desk]]) -> None:
        self._desks = desks
        self._due: list[tuple[float, int, Desk]] = []
        self._wound = 0
        self.wake: Callable[[], None] = lambda: None
        """Called when a table wants to be woken earlier than any before."""

    def note(self, desk: Desk) -> None:
        """After each input at a table: it may want to be woken at another time."""
        alarm = desk.alarm
        if alarm is None:
            return
        earlier = not self._due or alarm < self._due[0][0]
        self._wound += 1
        heappush(self._due, (alarm, self._wound, desk))
        if self._wound % 1024 == 0:  # most were put off in the meantime
            waiting = enumerate(self._desks())
            self._due = sorted((d.alarm, n, d) for n, d in waiting if d.alarm is not None)
        if earlier:
            self.wake()

    def next(self) -> float | None:
        """When the next table wants to be woken, if any does."""
        while self._due and self._due[0][2].alarm != self._due[0][0]:
            heappop(self._due)  # it was woken by something else
        return self._due[0][0] if self._due else None

    def take(self, now: float) -> Desk | None:
        """The table for which it is time, or None; it has no alarm any more."""
        due = self.next()
        if due is None or due > now:
            return None
        desk = heappop(self._due)[2]
        desk.alarm = None
        return desk
