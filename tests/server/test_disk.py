"""A full disk or a failing sync: nothing is accepted, all tables wait, and nobody is told a lie."""

from __future__ import annotations

import errno
import resource
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio

from cardkit.protocol.frames import FrameCodec
from cardkit.registry import find_game
from cardkit.server.serve import Running, serving
from cardkit.server.settings import Settings
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import Row, Store
from cardkit.server.store_address import store_address
from tests import stores
from tests.server_helpers import Client, Hall, a_hall, a_table, gapless, seat_all
from tests.stores import connection_of, new_store
from tests.tiny_games import Nim

Clock = trio.abc.Clock


class Disk:
    """A store that fails at its n-th page: before it is written, or when it is to be synced."""

    def __init__(self, store: Store, pages: int, error: Exception, *, late: bool = False) -> None:
        self.store, self.pages, self.error, self.late = store, pages, error, late
        self.tried = 0

    async def commit(self, rows: Sequence[Row]) -> None:
        self.tried += 1
        if self.tried == self.pages:
            if self.late:
                self.store.write(rows)
                connection_of(self.store).rollback()
            raise self.error
        assert self.tried < self.pages  # what failed once is never tried again
        self.store.write(rows)
        self.store.sync()


async def play_on(client: Client) -> None:
    """Play game after game until nothing is accepted any more."""
    while not refused(client):
        if client.question:
            await client.say(client.question.pop(0))
            client.question = []
        elif client.phase != "playing":
            await client.say("START")
        await client.frame()


def refused(client: Client) -> int:
    """How often it was said that nothing can be stored."""
    return sum("STORE_FAILED" in message for message in client.heard)


@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("pages", [12, 13, 17, 25, 40])
@pytest.mark.parametrize(
    "error",
    [OSError(errno.ENOSPC, "No space left on device"), sqlite3.OperationalError("disk I/O")],
)
async def test_nothing_that_was_told_is_lost_and_nothing_is_told_that_is_not_stored(
    autojump_clock: Clock, error: Exception, pages: int, late: bool
) -> None:
    store = new_store()
    disk = Disk(store, pages, error, late=late)
    async with a_hall(commit=disk.commit) as hall:
        ann, bob, eve = [hall.connect() for _ in range(3)]
        tokens = [await c.enter(n) for c, n in ((ann, "ann"), (bob, "bob"), (eve, "eve"))]
        await ann.ask("OPEN nim long")
        await seat_all([ann, bob], "nim-1")
        await eve.ask("WATCH nim-1")
        async with trio.open_nursery() as nursery:
            for client in (ann, bob):
                nursery.start_soon(play_on, client)
        heard = [client.events for client in (ann, bob, eve)]
        assert disk.tried == pages
        [line] = hall.logged("store.failed")
        assert " error store.failed " in line
        assert "suspended" in line
    async with a_hall(store=store) as hall:
        table = hall.core.tables["nim-1"]
        for client, token, old in zip((ann, bob, eve), tokens, heard, strict=True):
            again = hall.connect()
            last = client.last
            assert last <= table.table.told
            assert (await again.ask(f"RESUME {token} {max(0, last - 20)}"))[:2] == ["OK", "RESUME"]
            known = {event[0]: event for event in again.events}
            assert all(known.get(event[0], event) == event for event in old)
            client.heard += [event for event in again.events if event[0] > last]
            assert gapless(client)


async def test_after_a_failure_everything_is_refused_and_says_why(autojump_clock: Clock) -> None:
    disk = Disk(new_store(), 8, OSError(errno.EIO, "Input/output error"))
    async with a_hall(commit=disk.commit) as hall:
        ann, bob = await a_table(hall, "ann", "bob")
        stranger = hall.connect()
        await stranger.ask("PING")
        await ann.say("START")
        for client in (ann, bob, stranger):  # everybody is told, whether they asked or not
            warning = await client.until("WARNING")
            assert warning[1] == "STORE_FAILED"
        assert not [event for event in ann.events if event[1] == "PHASE"]
        told = hall.core.tables["nim-1"].table.told
        for line in ("START", "TAKE 1", "STATE", "HAND", "EXIT", "QUIT", "OPEN nim", "CHAT hi"):
            assert (await ann.ask(line))[:2] == ["WARNING", "STORE_FAILED"]
        for line in ("ENTER eve", "RESUME t0", "TABLES"):
            assert (await stranger.ask(line))[:2] == ["WARNING", "STORE_FAILED"]
        newcomer = hall.connect()
        assert (await newcomer.ask("ENTER eve"))[:2] == ["WARNING", "STORE_FAILED"]
        await bob.drop()
        await trio.sleep(10_000)  # no clock runs, and nobody is swept out
        assert hall.core.tables["nim-1"].table.told == told
        assert len(hall.core.sessions) == 2
        assert disk.tried == 8
        assert not hall.logged("connection.failed")


async def test_the_question_that_waits_for_the_failing_page_is_never_answered_with_ok(
    autojump_clock: Clock,
) -> None:
    failing = trio.Event()

    async def commit(rows: Sequence[Row]) -> None:
        if failing.is_set():
            await trio.sleep(3)
            raise OSError(errno.ENOSPC, "No space left on device")

    async with a_hall(commit=commit) as hall:
        ann, bob = await a_table(hall, "ann", "bob")
        failing.set()
        await ann.say("#1 START")
        await bob.say("#2 CHAT well")
        await bob.say("#3 STATE")
        await trio.sleep(10)
        for client in (ann, bob):
            await client.say("#4 PING")
            await client.answer_to("#4")
            late = [m for m in client.heard if m[0] in ("#1", "#2", "#3") or m[0] == "CHAT"]
            assert not late


async def test_robots_and_clocks_stand_still_after_a_failure(autojump_clock: Clock) -> None:
    disk = Disk(new_store(), 10, OSError(errno.ENOSPC, "No space left on device"))
    async with a_hall({"whist": find_game("whist")}, commit=disk.commit, pace=1) as hall:
        ann = await hall.guest("ann")
        await ann.ask("OPEN whist robots=yes move=5")
        await seat_all([ann], "whist-1")
        await ann.ask("START")
        with trio.move_on_after(1000):
            await ann.play()
        assert disk.tried == 10
        assert refused(ann) == 1
        assert not hall.logged("table.alarm")


# --- a real disk ------------------------------------------------------------------------------


def fill(store: Store, pages: int) -> None:
    """From now on there is room for so many more pages in the file, as on a full disk."""
    (used,) = connection_of(store).execute("PRAGMA page_count").fetchone()
    connection_of(store).execute(f"PRAGMA max_page_count = {used + pages}")


async def test_a_full_disk_under_a_real_store(autojump_clock: Clock, tmp_path: Path) -> None:
    store = sqlite_store(tmp_path / "cardkit.sqlite")
    async with a_hall(store=store) as hall:
        tokens, clients = await begin(hall)
        fill(store, 0)
        async with trio.open_nursery() as nursery:
            for client in clients:
                nursery.start_soon(play_on, client)
        [line] = hall.logged("store.failed")
        assert "full" in line
    store.close()
    await all_is_there(sqlite_store(tmp_path / "cardkit.sqlite"), tokens, clients)


async def begin(hall: Hall) -> tuple[list[str], list[Client]]:
    clients = [hall.connect(), hall.connect()]
    tokens = [await c.enter(name) for c, name in zip(clients, ("ann", "bob"), strict=True)]
    await clients[0].ask("OPEN nim long")
    await seat_all(clients, "nim-1")
    return tokens, clients


async def all_is_there(store: Store, tokens: Sequence[str], clients: Sequence[Client]) -> None:
    async with a_hall(store=store) as hall:
        again = []
        for client, token in zip(clients, tokens, strict=True):
            again.append(hall.connect())
            assert (await again[-1].ask(f"RESUME {token} {client.last}"))[:2] == ["OK", "RESUME"]
            assert not any(message[0] == "STATE" for message in again[-1].heard)
            client.heard += again[-1].heard
            assert gapless(client)
        if hall.core.tables["nim-1"].table.phase != "playing":
            await again[0].ask("START")
        async with trio.open_nursery() as nursery:
            for client in again:
                nursery.start_soon(client.play)
    store.close()


async def test_a_store_that_somebody_locks_for_good(autojump_clock: Clock, tmp_path: Path) -> None:
    path = tmp_path / "cardkit.sqlite"
    store = sqlite_store(path)
    connection_of(store).execute("PRAGMA busy_timeout = 10")
    async with a_hall(store=store) as hall:
        tokens, clients = await begin(hall)
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await clients[0].say("START")
        assert (await clients[1].until("WARNING"))[1] == "STORE_FAILED"
        assert len(hall.logged("store.failed")) == 1
        other.close()
    store.close()
    await all_is_there(sqlite_store(path), tokens, clients)


async def test_a_live_server_on_a_full_disk_stays_up_and_stops_in_good_order(
    tmp_path: Path,
) -> None:
    log: list[str] = []
    settings = Settings(port=0, data=tmp_path)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    folder = [tmp_path / "cardkit.sqlite", tmp_path / "cardkit.sqlite-wal"]
    async with serving(settings, {"nim": Nim}, log.append) as running:
        client = Client(await trio.open_tcp_stream("127.0.0.1", running.ports[0]), FrameCodec())
        token = await client.enter("ann")
        await client.ask("OPEN nim")
        await client.ask("JOIN nim-1")
        largest = max([file.stat().st_size for file in folder])
        resource.setrlimit(resource.RLIMIT_FSIZE, (largest + 20_000, limits[1]))
        try:
            while not refused(client):  # an answer that waits for the disk does not come
                await client.say("LOGIN")
                await client.frame()
                await client.say("LOGOUT")
                await client.frame()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        assert (await client.ask("PING"))[1] == "STORE_FAILED"
    [bye] = [message for message in await client.rest() if message[0] == "BYE"]
    assert bye[1] == "SHUTTING_DOWN"
    await client.drop()
    assert sum("store.failed" in line for line in log) == 1
    assert log[-1].endswith(" stopped")
    async with serving(settings, {"nim": Nim}, log.append) as running:
        again = Client(await trio.open_tcp_stream("127.0.0.1", running.ports[0]), FrameCodec())
        assert (await again.ask(f"RESUME {token} {client.last}"))[:2] == ["OK", "RESUME"]
        client.heard += again.heard
        assert gapless(client)
        await again.drop()


async def test_a_game_that_was_set_aside_is_taken_up_in_a_thread(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path, store=stores.new_address())
    log = list[str]()

    async def connect(running: Running) -> Client:
        return Client(await trio.open_tcp_stream("127.0.0.1", running.ports[0]), FrameCodec())

    with trio.fail_after(60):
        async with serving(settings, {"nim": Nim}, log.append) as running:
            ann, bob = await connect(running), await connect(running)
            token = await ann.enter("ann")
            await bob.enter("bob")
            await ann.ask("OPEN nim policy=suspend")
            await seat_all([ann, bob], "nim-1")
            await ann.ask("START")
            await bob.until("PHASE")
            await ann.drop()
            await bob.drop()
        address = store_address(settings.store, tmp_path)
        with closing(address), address.open() as store:
            names = '["guest-ann", "guest-bob"]'
            [hosting] = store.select("SELECT house, owner, origin FROM tables")
            row = datetime.now(UTC).timestamp(), names, *hosting, "nim-1"
            store.write([("set aside", row)])
            store.sync()
        async with serving(settings, {"nim": Nim}, log.append) as running:
            assert not running.runner.core.tables
            ann = await connect(running)
            assert (await ann.ask(f"RESUME {token}"))[:2] == ["OK", "RESUME"]
            assert [*running.runner.core.tables] == ["nim-1"]
            await ann.drop()
    assert not [line for line in log if "table.lost" in line]
