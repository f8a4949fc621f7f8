"""Links over sockets: heard from one task, and held without being read."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from cardkit.protocol.frames import FrameCodec
from cardkit.server.fair_queue import AddressUsage, FairQueue, Waiting
from cardkit.server.links import Resume, SocketLink, SocketWatch
from tests.server_helpers import Client, a_hall

ADDRESS = "192.0.2.1"
_WRONG = ValueError("wrong")


@contextmanager
def a_pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.setblocking(False)
        theirs.setblocking(False)
        yield ours, theirs


class Listening:
    """Somebody who listens to a link, and what becomes of it."""

    def __init__(self, link: SocketLink, hear: Callable[[bytes], bool]) -> None:
        self.link, self.hear = link, hear
        self.scope = trio.CancelScope()
        self.ended: bool | BaseException | None = None

    async def run(self) -> None:
        with self.scope:
            try:
                self.ended = await self.link.listen(self.hear)
            except ValueError as error:
                self.ended = error
        await self.link.close()


async def test_what_comes_is_heard_without_waking_who_listens() -> None:
    heard: list[bytes] = []
    watch = SocketWatch()
    with a_pair() as (ours, theirs):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch.run)
            link = SocketLink(ours, ADDRESS, nursery, watch)

            def hear(data: bytes) -> bool:
                heard.append(data)
                return True

            listening = Listening(link, hear)
            nursery.start_soon(listening.run)
            for data in (b"a", b"b"):
                await wait_all_tasks_blocked()
                theirs.send(data)
            await wait_all_tasks_blocked()
            assert heard == [b"a", b"b"]
            assert listening.ended is None
            theirs.close()
            await wait_all_tasks_blocked()
            assert listening.ended is False
            nursery.cancel_scope.cancel()


async def test_what_goes_wrong_is_raised_where_it_is_waited_for() -> None:
    def fail(data: bytes) -> bool:
        raise ValueError(data)

    watch = SocketWatch()
    with a_pair() as (ours, theirs), a_pair() as (others, away):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch.run)
            listening = Listening(SocketLink(ours, ADDRESS, nursery, watch), fail)
            other = Listening(SocketLink(others, ADDRESS, nursery, watch), lambda data: False)
            nursery.start_soon(listening.run)
            nursery.start_soon(other.run)
            await wait_all_tasks_blocked()
            theirs.send(b"a")
            await wait_all_tasks_blocked()
            assert isinstance(listening.ended, ValueError)
            away.send(b"b")
            await wait_all_tasks_blocked()
            assert other.ended is True
            nursery.cancel_scope.cancel()


@pytest.mark.parametrize(
    ("rest", "ended"), [(True, None), (False, True), (_WRONG, _WRONG)], ids=str
)
async def test_a_link_that_is_held_is_read_again_after_the_rest(
    rest: bool | ValueError, ended: bool | ValueError | None
) -> None:
    heard: list[bytes] = []
    resumes: list[Resume | None] = []
    watch = SocketWatch()
    with a_pair() as (ours, theirs):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch.run)
            link = SocketLink(ours, ADDRESS, nursery, watch)

            def hear(data: bytes) -> bool:
                heard.append(data)
                if data == b"a":
                    resumes.append(link.hold())
                return True

            def do_the_rest() -> bool:
                if isinstance(rest, ValueError):
                    raise rest
                return rest

            listening = Listening(link, hear)
            nursery.start_soon(listening.run)
            for data in (b"a", b"b"):
                await wait_all_tasks_blocked()
                theirs.send(data)
            await wait_all_tasks_blocked()
            assert heard == [b"a"]
            (resume,) = resumes
            assert resume is not None
            resume(do_the_rest)
            await wait_all_tasks_blocked()
            assert heard == ([b"a", b"b"] if rest is True else [b"a"])
            assert listening.ended is ended
            nursery.cancel_scope.cancel()


async def test_who_listens_no_more_has_nothing_done_for_them() -> None:
    resumes: list[Resume | None] = []
    watch = SocketWatch()
    with a_pair() as (ours, theirs):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch.run)
            link = SocketLink(ours, ADDRESS, nursery, watch)

            def hear(data: bytes) -> bool:
                resumes.append(link.hold())
                return True

            listening = Listening(link, hear)
            nursery.start_soon(listening.run)
            await wait_all_tasks_blocked()
            theirs.send(b"a")
            await wait_all_tasks_blocked()
            listening.scope.cancel()
            (resume,) = resumes
            assert resume is not None
            resume(lambda: pytest.fail("it is over"))
            nursery.cancel_scope.cancel()


async def test_what_came_over_a_socket_waits_for_its_turn(mock_clock: MockClock) -> None:
    class Later(FairQueue):
        def __init__(self) -> None:
            super().__init__()
            self.waiting: list[Waiting] = []

        def goes_on(self, usage: AddressUsage, expected: float, now: float) -> bool:
            return False

        def enter(self, usage: AddressUsage, expected: float, begin: Callable[[], None]) -> Waiting:
            self.waiting.append(Waiting(expected, begin))
            return self.waiting[-1]

        async def call_all(self) -> None:
            await wait_all_tasks_blocked()
            called, self.waiting = self.waiting, []
            for each in called:
                if each.begin is not None:
                    each.begin()

    with a_pair() as (ours, theirs):
        async with a_hall() as hall:
            queue = hall.runner.queue = Later()
            link = SocketLink(ours, ADDRESS, hall.nursery, hall.runner.sockets)
            hall.nursery.start_soon(hall.runner.serve, link)
            client = Client(trio.SocketStream(trio.socket.from_stdlib_socket(theirs)), FrameCodec())
            for times in range(3):
                await client.say("PING")
                await wait_all_tasks_blocked()
                assert hall.runner.counts.commands == times
                await queue.call_all()
                assert (await client.frame())[0][:2] == ["OK", "PONG"]
            await client.say("PING")
            await wait_all_tasks_blocked()
            await client.drop()  # while it waits
            await queue.call_all()
            await queue.call_all()
