"""Who is served next: the time of the event loop is shared fairly among addresses.

All connections of an address together count as one. Of those who wait, the address that has had
the least time goes first, so a flood waits behind everybody who asks for little. While nobody has
to wait, nobody is delayed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from heapq import heappop, heappush

import trio

from cardkit.server.throttle import origin_of

PASS = 0.002
"""Seconds of work in one pass of the event loop. Then it looks again who else has something."""
LONGEST_PASS = 0.02
"""Within these seconds an address whose turns are short has one in each pass without waiting."""
SHORT = 0.0006
"""Seconds of a short turn, such as a move."""
SLICE = 0.001
"""Seconds of work after which a connection that has more to say waits for its next turn."""
CREDIT = 0.01
"""Seconds by which whoever has asked for little lately goes before all others."""
WAKING = 0.00005
"""Seconds that each turn costs besides its work: to be woken, and to read."""
_MOST_IDLE = 10_000


@dataclass(eq=False, slots=True)
class AddressUsage:
    """What one address has had of the server's time, over all its connections."""

    connections: int = 0
    had: float = 0.0
    """Seconds, counted from where all others are who ask for much."""
    mean: float = SHORT
    """Seconds that a turn has taken lately, the long ones above all."""
    served_in: int = 0
    """The last pass of the event loop in which it had a turn."""
    waiting: deque[Waiting] = field(default_factory=deque)
    is_queued: bool = False
    page: int = 0
    backlog: float = 0.0
    """Seconds of work that it has left for the store, and the page on which that stands."""

    def leave_work(self, seconds: float, page: int) -> None:
        """Something is left to be stored and told with this page."""
        self.backlog = seconds + (self.backlog if page == self.page else 0.0)
        self.page = page


@dataclass(eq=False, slots=True)
class Waiting:
    """One who waits for a turn, and the seconds that this is expected to take."""

    expected: float
    begin: Callable[[], None] | None
    """What is called then; None once it is given up."""

    def give_up(self) -> None:
        self.begin = None


class FairQueue(trio.abc.Instrument):
    """Lets connections work one after the other, those of the least busy address first."""

    def __init__(self, held: Callable[[AddressUsage], bool] = lambda usage: False) -> None:
        self._held = held
        """Whether an address has to wait for something besides its turn."""
        self._usages: dict[str, AddressUsage] = {}
        self._queue: list[tuple[float, int, AddressUsage]] = []
        """The addresses that wait, and what they had when they were put here."""
        self._number = 0
        self._level = 0.0
        """What the address had that was served last: whoever has had less is behind the others."""
        self._passes = 0
        self._pass_began = 0.0
        self._open = False
        self._look_again = trio.Event()

    def __len__(self) -> int:
        return sum(len(usage.waiting) for _, _, usage in self._queue)

    # --- what each address has had ------------------------------------------------------------

    def join(self, address: str) -> AddressUsage:
        """What an address has had, for one more connection until it leaves."""
        usage = self.usage(address)
        usage.connections += 1
        return usage

    def leave(self, usage: AddressUsage) -> None:
        usage.connections -= 1

    def usage(self, address: str) -> AddressUsage:
        origin = origin_of(address)
        usage = self._usages.get(origin)
        if usage is None:
            if len(self._usages) >= _MOST_IDLE:
                self._forget_idle()
            usage = self._usages[origin] = AddressUsage()
        return usage

    def _forget_idle(self) -> None:
        """Whoever is gone and has no more than their share behind them is as good as new."""
        level = self._level
        self._usages = {
            origin: usage
            for origin, usage in self._usages.items()
            if usage.connections or usage.is_queued or usage.had > level
        }

    # --- turns -------------------------------------------------------------------------------

    async def turn(self, usage: AddressUsage, expected: float = 0.0) -> float:
        """Wait until it is the turn of this address; `charge` it for what is done then.

        Takes and gives back how many seconds that is expected to take.
        """
        expected = expected or usage.mean
        if not self.goes_on(usage, expected, trio.current_time()):
            await self.wait(usage, expected)
        return expected

    def goes_on(self, usage: AddressUsage, expected: float, now: float) -> bool:
        """Begin a turn of this address, unless it must wait: that takes half as long as a move."""
        level, had = self._level, usage.had
        if usage.waiting:
            return False
        if had < level - CREDIT:
            had = usage.had = level - CREDIT
        if self._held(usage):
            return False
        if not self._open:
            if self._queue:
                return False
        elif self._queue or now - self._pass_began >= PASS:
            is_first = usage.served_in != self._passes and had <= level
            is_short = expected <= SHORT or not self._queue
            if not (is_first and is_short and now - self._pass_began < LONGEST_PASS):
                return False
        self._serve(usage, expected)
        return True

    async def wait(self, usage: AddressUsage, expected: float) -> None:
        """Wait for a turn that does not begin at once."""
        task = trio.lowlevel.current_task()
        waiting = self.enter(usage, expected, partial(trio.lowlevel.reschedule, task))

        def give_up(_: object) -> trio.lowlevel.Abort:
            waiting.give_up()
            return trio.lowlevel.Abort.SUCCEEDED

        await trio.lowlevel.wait_task_rescheduled(give_up)

    def enter(self, usage: AddressUsage, expected: float, begin: Callable[[], None]) -> Waiting:
        """Have `begin` called when it is the turn of this address, unless it is given up."""
        waiting = Waiting(expected, begin)
        usage.waiting.append(waiting)
        self._enqueue(usage)
        self._look_again.set()
        return waiting

    async def take_turn(self, address: str, cost: float) -> None:
        """Wait for a turn of this address that costs about so many seconds.

        For what is hard to measure, since it goes on between waits.
        """
        await self.turn(self.usage(address), cost + WAKING)

    def charge(self, usage: AddressUsage, seconds: float, expected: float) -> None:
        """At the end of a turn: what it has cost."""
        seconds += WAKING
        usage.had += seconds - expected
        usage.mean += (seconds - usage.mean) / (2 if seconds > usage.mean else 8)
        if not self._queue and usage.had > self._level:
            self._level = usage.had  # nobody was kept waiting, so nobody owes anything

    def look_again(self) -> None:
        """Who was held may not be any more."""
        if self._queue:
            self._look_again.set()

    def _serve(self, usage: AddressUsage, expected: float) -> None:
        if usage.had > self._level:
            self._level = usage.had
        usage.had += expected
        usage.served_in = self._passes

    def _enqueue(self, usage: AddressUsage) -> None:
        if not usage.is_queued:
            usage.is_queued = True
            self._number += 1
            heappush(self._queue, (usage.had, self._number, usage))

    def after_io_wait(self, timeout: float) -> None:
        self._pass_began = trio.current_time()
        self._passes += 1

    async def run(self) -> None:
        """Call those who wait, in order, until cancelled."""
        trio.lowlevel.add_instrument(self)
        self._open = True
        try:
            while True:
                if not self._call_next():
                    self._look_again = trio.Event()
                    await self._look_again.wait()
                await trio.lowlevel.checkpoint()
        finally:
            self._open = False
            trio.lowlevel.remove_instrument(self)

    def _call_next(self) -> bool:
        """Wake as many as one pass has time for; whether others can be woken in the next."""
        left, held = PASS, []
        while self._queue and left > 0:
            had, _, usage = heappop(self._queue)
            usage.is_queued = False
            while usage.waiting and usage.waiting[0].begin is None:  # it has given up
                usage.waiting.popleft()
            if not usage.waiting:
                continue
            if usage.had > had:  # its last turn has cost more than expected
                self._enqueue(usage)
            elif self._held(usage):
                held.append(usage)
            else:
                waiting = usage.waiting.popleft()
                assert waiting.begin is not None
                self._serve(usage, waiting.expected)
                left -= waiting.expected
                if usage.waiting:
                    self._enqueue(usage)
                waiting.begin()
        more = bool(self._queue)
        for usage in held:
            self._enqueue(usage)
        return more
