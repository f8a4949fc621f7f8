"""The time of the event loop is shared among addresses, however many connections they hold."""

from __future__ import annotations

from collections import Counter

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from cardkit.server.fair_queue import LONGEST_PASS, PASS, AddressUsage, FairQueue

COST = PASS  # so that each turn uses up a pass of the event loop


class Work:
    """Connections that always have something to say; each turn costs the clock some time."""

    def __init__(self, clock: MockClock, most: int) -> None:
        self.clock = clock
        self.queue = FairQueue()
        self.turns: list[str] = []
        self.most = most
        self.done = trio.Event()

    async def flood(self, address: str, cost: float = COST) -> None:
        usage = self.queue.join(address)
        while not self.done.is_set():
            expected = await self.queue.turn(usage)
            self.work(address, cost)
            self.queue.charge(usage, cost, expected)

    def work(self, address: str, cost: float) -> None:
        self.turns.append(address)
        self.clock.jump(cost)
        if len(self.turns) >= self.most:
            self.done.set()

    async def ask(self, address: str) -> int:
        """One request; how many turns others had between it and its own."""
        usage = self.queue.join(address)
        before = len(self.turns)
        expected = await self.queue.turn(usage)
        self.queue.charge(usage, 0.0001, expected)
        self.queue.leave(usage)
        return len(self.turns) - before


async def test_many_connections_of_one_address_get_no_more_than_one_of_another(
    mock_clock: MockClock,
) -> None:
    work = Work(mock_clock, 2000)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(work.queue.run)
        await wait_all_tasks_blocked()
        for _ in range(50):
            nursery.start_soon(work.flood, "192.0.2.1")
        nursery.start_soon(work.flood, "192.0.2.2")
        await work.done.wait()
        nursery.cancel_scope.cancel()
    share = Counter(work.turns)
    assert share["192.0.2.2"] == pytest.approx(1000, rel=0.05)


async def test_it_is_time_that_counts_and_not_the_number_of_commands(mock_clock: MockClock) -> None:
    work = Work(mock_clock, 3000)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(work.queue.run)
        await wait_all_tasks_blocked()
        for _ in range(5):
            nursery.start_soon(work.flood, "192.0.2.1", 9 * COST)
            nursery.start_soon(work.flood, "192.0.2.2", COST)
        await work.done.wait()
        nursery.cancel_scope.cancel()
    share = Counter(work.turns)
    assert share["192.0.2.2"] / share["192.0.2.1"] == pytest.approx(9, rel=0.1)


async def test_whoever_asks_for_little_is_served_before_a_flood(mock_clock: MockClock) -> None:
    work = Work(mock_clock, 10**9)
    waits = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(work.queue.run)
        await wait_all_tasks_blocked()
        for number in range(500):
            nursery.start_soon(work.flood, f"192.0.2.{number % 10}")
        for _ in range(100):
            for _ in range(7):
                await trio.lowlevel.checkpoint()
            waits.append(await work.ask("198.51.100.1"))
        nursery.cancel_scope.cancel()
    assert max(waits) <= 5


async def test_turns_that_cost_more_than_expected_are_paid_for_before_the_next(
    mock_clock: MockClock,
) -> None:
    """However many wait, and however cheap they looked when they came."""
    work = Work(mock_clock, 10**9)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(work.queue.run)
        await wait_all_tasks_blocked()
        for _ in range(1000):
            nursery.start_soon(work.flood, "192.0.2.1", 50 * COST)
        for _ in range(20):
            await trio.lowlevel.checkpoint()
            assert await work.ask("198.51.100.1") <= 2
        nursery.cancel_scope.cancel()


async def test_who_is_held_waits_and_others_do_not(mock_clock: MockClock) -> None:
    held = set[AddressUsage]()
    queue = FairQueue(held.__contains__)
    mallory, ann = queue.usage("192.0.2.1"), queue.usage("192.0.2.2")
    held.add(mallory)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(queue.run)
        nursery.start_soon(queue.turn, mallory)
        await wait_all_tasks_blocked()
        assert len(queue) == 1
        queue.charge(ann, 0.0, await queue.turn(ann))
        held.clear()
        queue.look_again()
        await wait_all_tasks_blocked()
        assert len(queue) == 0
        nursery.cancel_scope.cancel()


async def test_addresses_of_one_network_count_as_one(mock_clock: MockClock) -> None:
    queue = FairQueue()
    assert queue.usage("2001:db8::1") is queue.usage("2001:db8::2")
    assert queue.usage("192.0.2.1") is not queue.usage("192.0.2.2")


async def test_nobody_waits_while_there_is_time_for_all(mock_clock: MockClock) -> None:
    work = Work(mock_clock, 10**9)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(work.queue.run)
        await wait_all_tasks_blocked()
        usage = work.queue.join("192.0.2.1")
        with trio.fail_after(0):  # a deadline that is over at the first wait
            for _ in range(100):
                expected = await work.queue.turn(usage)
                work.queue.charge(usage, 0, expected)
        nursery.cancel_scope.cancel()


async def test_one_who_gives_up_waiting_holds_nobody_up(mock_clock: MockClock) -> None:
    work = Work(mock_clock, 200)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(work.queue.run)
        await wait_all_tasks_blocked()
        for _ in range(20):
            nursery.start_soon(work.flood, "192.0.2.1")
        await trio.lowlevel.checkpoint()
        for _ in range(20):
            mock_clock.jump(2 * LONGEST_PASS)  # there is no time left for anybody in this pass
            with trio.CancelScope() as scope:
                scope.cancel()
                await work.queue.turn(work.queue.usage("192.0.2.2"))
            assert scope.cancelled_caught
        await work.done.wait()
        nursery.cancel_scope.cancel()
    assert len(work.turns) >= 200


async def test_the_queue_goes_on_when_it_is_run_again(mock_clock: MockClock) -> None:
    """A queue that nobody runs lets everybody work at once, as in a test without a shell."""
    work = Work(mock_clock, 10)
    mock_clock.jump(1)
    assert await work.ask("192.0.2.1") == 0
    for _ in range(2):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(work.queue.run)
            await wait_all_tasks_blocked()
            assert await work.ask("192.0.2.1") == 0
            nursery.cancel_scope.cancel()


async def test_who_is_gone_is_forgotten(
    mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.server.fair_queue._MOST_IDLE", 100)
    queue = FairQueue()
    stays = queue.join("192.0.2.1")
    for number in range(1000):
        usage = queue.join(f"10.0.{number // 250}.{number % 250}")
        queue.charge(usage, 0.001, await queue.turn(usage))
        queue.leave(usage)
    assert queue.usage("192.0.2.1") is stays
    assert len(queue._usages) <= 101
