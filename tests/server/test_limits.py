"""However many come and however much they say: memory stays bounded, and the others are served."""

from __future__ import annotations

import gc
import resource
import socket
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import trio
from trio.testing import lockstep_stream_pair

from cardkit.protocol import Codec, LineCodec
from cardkit.protocol.frames import FrameCodec
from cardkit.server.links import MOST_UNSENT
from cardkit.server.listener import room_for
from cardkit.server.outbox import FRAME
from cardkit.server.serve import serving
from cardkit.server.settings import LIMITS, Limits, Settings
from tests.server_helpers import Client, Hall, a_hall, a_table, seat_all
from tests.tiny_games import Nim

# --- silence ----------------------------------------------------------------------------------


async def test_a_silent_peer_is_greeted_after_two_seconds(autojump_clock: trio.abc.Clock) -> None:
    async with a_hall() as hall:
        person = hall.connect(LineCodec)
        [hello] = await person.frame()
        assert hello[:2] == ["HELLO", "cardkit"]
        assert hello[3] == "welcome; type ENTER and a name, or HELP"
        assert trio.current_time() == 2
        assert (await person.ask("ENTER ann"))[:2] == ["OK", "ENTER"]
        hall.core.house = "The Wednesday Club"
        [[*_, greeting]] = await hall.connect(LineCodec).frame()
        assert greeting == "welcome to The Wednesday Club; type ENTER and a name, or HELP"


@pytest.mark.parametrize("codec", [LineCodec, FrameCodec])
@pytest.mark.parametrize("busy", [False, True])
async def test_who_does_not_say_who_they_are_is_told_so_and_sent_away(
    autojump_clock: trio.abc.Clock, codec: type[Codec], busy: bool
) -> None:
    async with a_hall() as hall:
        mallory = hall.connect(codec)
        await mallory.ask("PING")
        while busy and trio.current_time() < LIMITS.silence - 1:
            await mallory.ask("PING")
            await trio.sleep(1)
        [bye] = await mallory.rest()
        assert bye[:2] == ["BYE", "TOO_SLOW"]
        assert trio.current_time() == LIMITS.silence
        assert not hall.runner.peers


async def test_who_has_entered_may_be_silent(autojump_clock: trio.abc.Clock) -> None:
    async with a_hall() as hall:
        ann = await hall.guest("ann")
        await trio.sleep(10_000)
        assert (await ann.ask("PING"))[0] == "OK"


# --- floods -----------------------------------------------------------------------------------


@pytest.mark.parametrize("codec", [LineCodec, FrameCodec])
async def test_who_says_more_than_allowed_is_heard_later(
    autojump_clock: trio.abc.Clock, codec: type[Codec]
) -> None:
    async with a_hall() as hall:
        mallory, ann = hall.connect(codec), await hall.guest("ann")
        await mallory.raw(codec.command(["PING"]) * 1100)
        await trio.testing.wait_all_tasks_blocked()
        await ann.ask("PING")
        assert trio.current_time() == 0
        count = 0
        while count < 1100:
            count += len(await mallory.frame())
        assert trio.current_time() == pytest.approx(1000 / LIMITS.commands, abs=0.1)


async def test_empty_lines_count_as_well(autojump_clock: trio.abc.Clock) -> None:
    async with a_hall() as hall:
        mallory = await hall.guest("mallory", LineCodec)
        await mallory.raw(b"\n" * 2000)
        assert (await mallory.ask("PING"))[0] == "OK"
        assert trio.current_time() == pytest.approx(1900 / LIMITS.commands, abs=0.1)


async def test_chat_and_moves_at_flood_rate_leave_the_others_their_game(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_hall() as hall:
        ann, bob = await a_table(hall, "ann", "bob")
        mallory = await hall.guest("mallory")
        await mallory.ask("JOIN nim-1")
        await mallory.raw(FrameCodec.command(["TAKE", "1"]) * 300)
        await mallory.raw(FrameCodec.command(["START"]) * 300)
        await mallory.raw(FrameCodec.command(["CHAT", "x" * 400]) * 300)
        await ann.ask("START")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ann.play)
            nursery.start_soon(bob.play)
        assert ann.phase == "results"


# --- who does not read ------------------------------------------------------------------------


async def test_who_never_reads_is_cut_and_only_they(autojump_clock: trio.abc.Clock) -> None:
    async with a_hall() as hall:
        ann = await hall.guest("ann")
        theirs, ours = lockstep_stream_pair()
        link = hall.serve(ours, "192.0.2.66")
        with suppress(trio.BrokenResourceError):
            for _ in range(400):
                await theirs.send_all(FrameCodec.command(["GAMES"]) * 20)
        assert link.too_slow
        assert not link.is_open
        [line] = hall.logged("cut")
        assert "address=192.0.2.66" in line
        assert "code=TOO_SLOW" in line
        assert len(hall.runner.peers) == 1
        assert (await ann.ask("PING"))[0] == "OK"


async def test_who_does_not_read_the_last_words_is_not_waited_for(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_hall() as hall:
        theirs, ours = lockstep_stream_pair()
        link = hall.serve(ours)
        await theirs.send_all(FrameCodec.command(["GAMES"]) + FrameCodec.command(["QUIT"]))
        await trio.sleep(10)
        assert not link.is_open
        assert not hall.runner.peers


async def test_a_slow_listener_costs_no_other_listener_anything(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_hall() as hall:
        ann, bob = await a_table(hall, "ann", "bob")
        theirs, ours = lockstep_stream_pair()
        hall.serve(ours)
        sleeper = Client(theirs, FrameCodec())
        await sleeper.enter("sleeper")
        await sleeper.ask("WATCH nim-1")
        for _ in range(MOST_UNSENT // 400):
            assert await ann.ask(f"CHAT {'x' * 480}") == ["OK"]
            await trio.sleep(10)
        assert await bob.ask("PING")
        assert len(hall.logged("cut")) == 1
        assert len(hall.core.tables["nim-1"].listeners) == 2


# --- a store that hangs -----------------------------------------------------------------------


async def test_what_waits_for_a_hanging_store_is_bounded(autojump_clock: trio.abc.Clock) -> None:
    hanging, mended = trio.Event(), trio.Event()

    async def commit(rows: object) -> None:
        if hanging.is_set():
            await mended.wait()

    limits = Limits(backlog=500 * FRAME, burst=1e6, commands=1e6)
    async with a_hall(commit=commit, limits=limits) as hall:
        ann, bob = await a_table(hall, "ann", "bob")
        hanging.set()
        await ann.say("START")
        await trio.sleep(1)
        crowd = [hall.connect() for _ in range(10)]
        for client in crowd:
            await client.raw(FrameCodec.command(["GAMES"]) * 1500)
        await trio.sleep(30)
        most_in_a_chunk = (1 << 14) // len(FrameCodec.command(["GAMES"])) + 1
        assert hall.core.outbox.backlog <= (500 + len(crowd) * most_in_a_chunk) * FRAME
        mended.set()
        for client in crowd:
            count = 0
            while count < 2 * 1500:
                count += len(await client.frame())
        await bob.until("PHASE")


# --- what grows -------------------------------------------------------------------------------


async def test_alarms_that_were_put_off_are_forgotten(autojump_clock: trio.abc.Clock) -> None:
    """Every move puts off the end of the time for it, which would be a day later."""
    async with a_hall(limits=Limits(burst=1e6)) as hall:
        ann, bob = await hall.guest("ann"), await hall.guest("bob")
        await ann.ask("OPEN nim long move=86400")
        await seat_all([ann, bob], "nim-1")
        while hall.core.moves < 1100:
            await ann.say("START")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ann.play_one)
                nursery.start_soon(bob.play_one)
        assert len(hall.core.timers._due) < 500


async def test_the_server_is_full_and_then_there_is_room_again(
    autojump_clock: trio.abc.Clock,
) -> None:
    limits = Limits(sessions=3, tables=2, tables_each=1)
    async with a_hall(limits=limits) as hall:
        ann, bob, cem = [await hall.guest(name) for name in ("ann", "bob", "cem")]
        dai = hall.connect()
        assert (await dai.ask("ENTER dai"))[1] == "TOO_MANY"
        assert (await ann.ask("OPEN nim"))[0] == "OK"
        assert (await ann.ask("OPEN nim"))[1] == "TOO_MANY"
        assert (await bob.ask("OPEN nim"))[0] == "OK"
        assert (await cem.ask("OPEN nim"))[1] == "TOO_MANY"
        await cem.drop()
        await trio.sleep(limits.lobby + LIMITS.sweep)
        await hall.guest("dai")
        await trio.sleep(limits.away + LIMITS.sweep)
        assert (await bob.ask("OPEN nim"))[0] == "OK"


# --- at the door, over sockets ----------------------------------------------------------------


@asynccontextmanager
async def a_door(hall: Hall) -> AsyncIterator[int]:
    """The port of a door to this hall, on loopback."""
    async with trio.open_nursery() as nursery:
        yield await hall.open_port(nursery)
        nursery.cancel_scope.cancel()


async def call(port: int, codec: type[Codec] = FrameCodec, source: str = "127.0.0.1") -> Client:
    stream = await trio.open_tcp_stream("127.0.0.1", port, local_address=source)
    return Client(stream, codec())


async def test_too_many_from_one_address_are_turned_away_and_others_are_not(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_hall(limits=Limits(connections_from=5)) as hall, a_door(hall) as port:
        friends = [await call(port) for _ in range(5)]
        for number, friend in enumerate(friends):
            await friend.enter(f"f{number}")
        for _ in range(300):
            mallory = await call(port, LineCodec)
            [bye] = await mallory.rest()
            assert bye[:2] == ["BYE", "TOO_MANY"]
            await mallory.drop()
        other = await call(port, source="127.0.0.2")
        await other.enter("other")
        assert len(hall.runner.peers) == 6
        assert len(hall.logged("crowd")) == 1
        await friends[0].drop()
        await trio.sleep(1)
        newcomer = await call(port)
        assert (await newcomer.ask("PING"))[0] == "OK"
        for client in (*friends, other, newcomer):
            await client.drop()


async def test_no_more_connections_than_the_door_allows(autojump_clock: trio.abc.Clock) -> None:
    async with a_hall(limits=Limits(connections=3)) as hall, a_door(hall) as port:
        people = [await call(port, source=f"127.0.0.{n}") for n in range(1, 4)]
        for client in people:
            assert (await client.ask("PING"))[0] == "OK"
        mallory = await call(port, LineCodec, source="127.0.0.9")
        assert (await mallory.rest())[0][:2] == ["BYE", "TOO_MANY"]
        for client in (*people, mallory):
            await client.drop()


async def test_connections_that_end_before_a_word_leave_nothing(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_hall() as hall, a_door(hall) as port:
        for number in range(200):
            sock = socket.create_connection(("127.0.0.1", port))
            if number % 2:  # a reset instead of an ordinary end
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            if number % 3:
                sock.send(b"\x16\x03"[: number % 3])
            sock.close()
            await trio.sleep(0.01)
        await trio.sleep(60)
        assert not hall.runner.peers
        assert hall.runner.counts.connections.total() == 0
        ann = await call(port)
        await ann.enter("ann")
        await ann.drop()


def test_the_system_is_asked_for_as_many_files_as_connections_are_wanted() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = before[1] if before[1] > 0 else 1 << 16
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        assert room_for(300) == 300
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 300
        assert room_for(most * 2) < most
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


async def test_memory_stays_bounded_under_a_crowd_that_floods_and_never_reads() -> None:
    """Live: each of many sockets asks for far more than it ever reads."""
    log: list[str] = []
    settings = Settings(port=0, limits=Limits(commands=1e6, burst=1e6))
    crowd: list[trio.SocketStream] = []
    async with serving(settings, {"nim": Nim}, log.append) as running:
        [port] = running.ports
        ann = await call(port)
        await ann.enter("ann")
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        async with trio.open_nursery() as nursery:
            for _ in range(5):
                crowd.append(await trio.open_tcp_stream("127.0.0.1", port))
                nursery.start_soon(flood, crowd[-1])
            while sum(" cut " in line for line in log) < len(crowd):
                assert (await ann.ask("PING"))[0] == "OK"
        peak = tracemalloc.get_traced_memory()[1] - before
        tracemalloc.stop()
        for client in (*crowd, ann.stream):
            await trio.aclose_forcefully(client)
    assert peak < len(crowd) * 2 * MOST_UNSENT


async def flood(stream: trio.SocketStream) -> None:
    """Ask again and again, and never listen."""
    with suppress(trio.BrokenResourceError):
        while True:
            await stream.send_all(FrameCodec.command(["PING", "x" * 4000]) * 10)


async def test_thousands_of_connections_from_one_address() -> None:
    """Live: no more than allowed are open at once, and somebody else is served meanwhile."""
    settings = Settings(port=0, limits=Limits(connections_from=50))
    log: list[str] = []
    async with serving(settings, {"nim": Nim}, log.append) as running:
        [port] = running.ports
        ann = await call(port, source="127.0.0.2")
        await ann.enter("ann")
        answers: list[str] = []

        async def knock() -> None:
            for _ in range(40):
                mallory = await call(port, LineCodec)
                [bye] = await mallory.rest()
                answers.append(bye[1])
                await mallory.drop()

        crowd = [await call(port) for _ in range(50)]
        async with trio.open_nursery() as nursery:
            for _ in range(30):
                nursery.start_soon(knock)
            for _ in range(20):
                assert (await ann.ask("PING"))[0] == "OK"
                assert running.runner.counts.connections.total() <= 51
        assert answers == ["TOO_MANY"] * 1200
        for client in (*crowd, ann):
            await client.drop()
    assert len(log) < 20
