"""When which table wants to be woken."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from heapq import heappop, heappush

from cardkit.server.hosted_table import HostedTable


class TableTimers:
    """The tables by the time at which something is due there, the next one first."""

    __slots__ = ("_due", "_tables", "_wound", "wake")

    def __init__(self, tables: Callable[[], Iterable[HostedTable]]) -> None:
        self._tables = tables
        self._due: list[tuple[float, int, HostedTable]] = []
        self._wound = 0
        self.wake: Callable[[], None] = lambda: None
        """Called when a table wants to be woken earlier than any before."""

    def note(self, hosted: HostedTable) -> None:
        """After each input at a table: it may want to be woken at another time."""
        alarm = hosted.alarm
        if alarm is None:
            return
        earlier = not self._due or alarm < self._due[0][0]
        self._wound += 1
        heappush(self._due, (alarm, self._wound, hosted))
        if self._wound % 1024 == 0:  # most were put off in the meantime
            waiting = enumerate(self._tables())
            self._due = sorted((d.alarm, n, d) for n, d in waiting if d.alarm is not None)
        if earlier:
            self.wake()

    def next(self) -> float | None:
        """When the next table wants to be woken, if any does."""
        while self._due and self._due[0][2].alarm != self._due[0][0]:
            heappop(self._due)  # it was woken by something else
        return self._due[0][0] if self._due else None

    def take(self, now: float) -> HostedTable | None:
        """The table for which it is time, or None; it has no alarm any more."""
        due = self.next()
        if due is None or due > now:
            return None
        hosted = heappop(self._due)[2]
        hosted.alarm = None
        return hosted
