"""Who is served next: the time of the event loop is shared fairly among addresses.

Start-time fair queueing (Goyal, Vin and Cheng, 1996). All connections of an address together
count as one; whoever has had the least time goes first, so a flood waits behind everybody who
asks for little. While nobody has to wait, nobody is delayed.
"""

from __future__ import annotations

from heapq import heappop, heappush

import trio

from cardkit.server.throttle import origin_of

PASS = 0.002
"""Seconds of work in one pass of the event loop. Then it looks again who else has something."""
SLICE = 0.001
"""Seconds of work after which a connection that has more to say waits for its next turn."""
CREDIT = 0.01
"""Seconds by which whoever has asked for little lately goes before all others."""
WAKING = 0.00005
"""Seconds that each turn costs besides its work: to be woken, and to read."""
_MOST_IDLE = 10_000


class Account:
    """What one address has had of the server's time, over all its connections."""

    __slots__ = ("connections", "finish", "mean")

    def __init__(self) -> None:
        self.connections = 0
        self.finish = 0.0
        """The virtual time at which its next turn may begin."""
        self.mean = SLICE
        """Seconds that a turn has taken lately; of a newcomer the worst is expected."""


class _Waiting:
    """A task that waits for its turn."""

    __slots__ = ("account", "task")

    def __init__(self, account: Account, task: trio.lowlevel.Task) -> None:
        self.account = account
        self.task: trio.lowlevel.Task | None = task


class FairQueue(trio.abc.Instrument):
    """Lets connections work one after the other, those of the least busy address first."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}
        self._queue: list[tuple[float, int, _Waiting]] = []
        self._number = 0
        self._virtual = 0.0
        self._pass_began = 0.0
        self._open = False
        self._someone_waits = trio.Event()

    def __len__(self) -> int:
        return len(self._queue)

    # --- accounts ----------------------------------------------------------------------------

    def join(self, address: str) -> Account:
        """The account of an address, for one more connection until it leaves."""
        account = self.account(address)
        account.connections += 1
        return account

    def leave(self, account: Account) -> None:
        account.connections -= 1

    def account(self, address: str) -> Account:
        origin = origin_of(address)
        account = self._accounts.get(origin)
        if account is None:
            if len(self._accounts) >= _MOST_IDLE:
                self._forget_idle()
            account = self._accounts[origin] = Account()
        return account

    def _forget_idle(self) -> None:
        """Whoever is gone and has no more than their share behind them is as good as new."""
        now = self._virtual
        busy = {o: a for o, a in self._accounts.items() if a.connections or a.finish > now}
        self._accounts = busy

    # --- turns -------------------------------------------------------------------------------

    async def turn(self, account: Account) -> None:
        """Wait until it is the turn of this address; `charge` it for what is done then."""
        start = max(self._virtual - CREDIT, account.finish)
        account.finish = start + account.mean
        if not self._queue and self._may_go_on():
            self._virtual = max(self._virtual, start)
            return
        waiting = _Waiting(account, trio.lowlevel.current_task())
        self._number += 1
        heappush(self._queue, (start, self._number, waiting))
        self._someone_waits.set()

        def give_up(_: object) -> trio.lowlevel.Abort:
            waiting.task = None
            return trio.lowlevel.Abort.SUCCEEDED

        await trio.lowlevel.wait_task_rescheduled(give_up)

    async def take_turn(self, address: str, cost: float) -> None:
        """Wait for a turn of this address that costs about so many seconds.

        For what is hard to measure, since it goes on between waits.
        """
        account = self.account(address)
        await self.turn(account)
        self.charge(account, cost)

    def charge(self, account: Account, seconds: float) -> None:
        """At the end of a turn: what it has cost."""
        seconds += WAKING
        account.finish += seconds - account.mean
        account.mean += (seconds - account.mean) / 8
        if not self._queue:  # nobody was kept waiting, so nobody owes anything
            self._virtual = max(self._virtual, account.finish)

    def _may_go_on(self) -> bool:
        return not self._open or trio.current_time() - self._pass_began < PASS

    def after_io_wait(self, timeout: float) -> None:
        self._pass_began = trio.current_time()

    async def run(self) -> None:
        """Call those who wait, in order, until cancelled."""
        trio.lowlevel.add_instrument(self)
        self._open = True
        try:
            while True:
                self._call_next()
                if not self._queue:
                    self._someone_waits = trio.Event()
                    await self._someone_waits.wait()
                await trio.lowlevel.checkpoint()
        finally:
            self._open = False
            trio.lowlevel.remove_instrument(self)

    def _call_next(self) -> None:
        """Wake as many as one pass has time for."""
        left = PASS
        while self._queue and left > 0:
            start, _, waiting = heappop(self._queue)
            if waiting.task is not None:
                self._virtual = max(self._virtual, start)
                left -= waiting.account.mean
                trio.lowlevel.reschedule(waiting.task)
