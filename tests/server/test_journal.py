"""However often people come and go, what is kept of it is bounded, and so is the time to start."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio

from cardkit.server import hosted_table as hosted_module
from cardkit.server.settings import LIMITS, Limits
from cardkit.server.store import Store
from tests.server_helpers import Client, a_hall, a_table, finish, seat_all, two_at_nim
from tests.stores import new_store

Clock = trio.abc.Clock
SWIFT = Limits(burst=1e9, commands=1e9)


def count(store: Store, table: str) -> int:
    [(found,)] = store.select(f"SELECT count(*) FROM {table}")
    return int(found)


async def come_and_go(client: Client, times: int) -> None:
    """As fast as it is allowed."""
    for n in range(times):
        if (await client.ask("LOGOUT" if n % 2 else "LOGIN"))[0] != "OK":
            await trio.sleep(3)
            assert await client.ask("LOGOUT" if n % 2 else "LOGIN") == ["OK"]


async def test_the_journal_of_a_match_without_a_game_stays_short(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(store=store, limits=SWIFT) as hall:
        ann, bob = await a_table(hall, "ann", "bob")
        cem = await hall.guest("cem")
        token = (await hall.connect().ask("ENTER dai"))[3]
        await cem.ask("WATCH nim-1")
        await come_and_go(cem, 3 * hosted_module.MOST_COMINGS)
        assert count(store, "inputs") < hosted_module.MOST_COMINGS + 20
        assert count(store, "matches") == 1
        assert len(hall.core.tables["nim-1"].table.names) == 2
        await ann.ask("START")
        await bob.until("PHASE")
        await finish(ann, bob)
        assert bob.phase == "results"
    async with a_hall(store=store) as hall:
        assert hall.core.outbox.matches >= 3  # none of their numbers is given out again
        assert (await hall.connect().ask(f"RESUME {token}"))[0] == "OK"


async def test_a_restart_in_between_loses_nobody_their_seat(
    autojump_clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted_module, "MOST_COMINGS", 10)
    store = new_store()
    async with a_hall(store=store, limits=SWIFT) as hall:
        ann, bob = hall.connect(), hall.connect()
        tokens = [await ann.enter("ann"), await bob.enter("bob")]
        await ann.ask("OPEN nim")
        await seat_all([ann, bob], "nim-1")
        cem = await hall.guest("cem")
        await cem.ask("JOIN nim-1")
        await come_and_go(cem, 19)
        before = hall.core.tables["nim-1"].table
    async with a_hall(store=store) as hall:
        table = hall.core.tables["nim-1"].table
        assert table.names == before.names == ["guest-ann", "guest-bob", "guest-cem"]
        for token, old in zip(tokens, (ann, bob), strict=True):
            client = hall.connect()
            assert (await client.ask(f"RESUME {token} {old.last}"))[0] == "OK"


async def test_after_a_match_comings_and_goings_are_no_part_of_it(
    autojump_clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted_module, "MOST_COMINGS", 30)
    store = new_store()
    async with a_hall(store=store, limits=SWIFT) as hall:
        ann, bob, _ = await two_at_nim(hall, "games=1")
        await finish(ann, bob)
        await bob.ask("LOGOUT")
        played = count(store, "inputs")
        await come_and_go(bob, 200)
        assert count(store, "inputs") < played + 80
        assert count(store, "matches") == 2


async def test_who_sits_down_and_stands_up_all_the_time_has_to_wait(
    autojump_clock: Clock,
) -> None:
    async with a_hall(limits=SWIFT) as hall:
        ann, _ = await a_table(hall, "ann", "bob")
        answers = [await ann.ask("LOGIN" if n % 2 else "LOGOUT") for n in range(40)]
        assert answers[10] == ["OK"]
        assert answers[-1][:2] == ["WARNING", "TRY_LATER"]
        assert "3 seconds" in answers[-1][2]
        await trio.sleep(3)
        assert "TRY_LATER" not in await ann.ask("LOGIN")


async def test_the_people_of_one_address_share_a_limit(autojump_clock: Clock) -> None:
    async with a_hall(limits=replace(SWIFT, guests=10)) as hall:
        ann = hall.connect(address="192.0.2.77")
        await ann.enter("ann")
        await ann.ask("OPEN nim")
        crowd = [await hall.guest(f"g{n}") for n in range(10)]
        for client in crowd:
            assert (await client.ask("WATCH nim-1"))[0] == "OK"
            assert (await client.ask("EXIT"))[0] == "OK"
        for client in crowd:
            assert (await client.ask("WATCH nim-1"))[0] == "OK"
            assert (await client.ask("EXIT"))[0] == "OK"
        assert (await crowd[0].ask("WATCH nim-1"))[1] == "TRY_LATER"
        assert (await ann.ask("JOIN nim-1"))[0] == "OK"


async def test_in_a_match_there_is_a_limit_for_each_address(autojump_clock: Clock) -> None:
    async with a_hall(limits=replace(SWIFT, comings=5)) as hall:
        ann, bob, token = await two_at_nim(hall, "policy=suspend")
        cem = await hall.guest("cem")
        assert (await cem.ask("WATCH nim-1"))[0] == "OK"
        await cem.ask("EXIT")
        answer = await cem.ask("WATCH nim-1")
        assert answer[:2] == ["WARNING", "TOO_MANY"]
        assert "match there is over" in answer[2]
        dai = hall.connect(address="192.0.2.77")
        await dai.enter("dai")
        assert (await dai.ask("WATCH nim-1"))[0] == "OK"
        await bob.drop()
        back = hall.connect()
        assert (await back.ask(f"RESUME {token}"))[0] == "OK"
        await finish(ann, back)


async def test_who_is_lost_and_back_all_the_time_has_to_wait(autojump_clock: Clock) -> None:
    async with a_hall(limits=SWIFT) as hall:
        _, _, token = await two_at_nim(hall)
        said = [
            (await hall.connect().ask(f"RESUME {token}"))[:2] for _ in range(LIMITS.returns + 1)
        ]
        assert said[-1] == ["WARNING", "TRY_LATER"]
        await trio.sleep(10)
        assert (await hall.connect().ask(f"RESUME {token}"))[0] == "OK"


async def test_watchers_who_are_lost_and_back_leave_no_trace(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(store=store) as hall:
        await two_at_nim(hall)
        eve = hall.connect()
        token = await eve.enter("eve")
        await eve.ask("WATCH nim-1")
        before = count(store, "inputs")
        for _ in range(20):
            await eve.drop()
            await trio.sleep(1)
            eve = hall.connect()
            assert (await eve.ask(f"RESUME {token}"))[0] == "OK"
        assert count(store, "inputs") == before


@pytest.mark.parametrize("played", [False, True])
async def test_a_closed_table_leaves_what_was_played_there_and_nothing_else(
    autojump_clock: Clock, played: bool
) -> None:
    store = new_store()
    async with a_hall(store=store) as hall:
        ann, bob, cem = [await hall.guest(name) for name in ("ann", "bob", "cem")]
        await cem.ask("OPEN nim")  # at which nobody ever is
        await ann.ask("OPEN nim games=1")
        await seat_all([ann, bob], "nim-2")
        if played:
            await ann.ask("START")
            await bob.until("PHASE")
            await finish(ann, bob)
        await ann.ask("EXIT")
        await bob.ask("EXIT")
        await trio.sleep((LIMITS.away if played else LIMITS.lobby) + 2 * LIMITS.sweep)
        assert not hall.core.tables
        assert count(store, "tables") == count(store, "matches") == int(played)
        assert (count(store, "inputs") > 0) == played
        assert await ann.ask("OPEN nim") == ["OK", "OPEN", "nim-3"]
        await trio.sleep(LIMITS.lobby + 2 * LIMITS.sweep)
    async with a_hall(store=store) as hall:
        ann = await hall.guest("ann2")
        assert await ann.ask("OPEN nim") == ["OK", "OPEN", "nim-4"]
        assert hall.core.outbox.matches == 5 if played else 4
