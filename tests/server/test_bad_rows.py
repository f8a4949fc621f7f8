"""A damaged row costs its own table: it is set aside and named, and everything else goes on."""

from __future__ import annotations

import pytest
import trio

from cardkit.server.saved import bans_in
from cardkit.server.settings import LIMITS
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import Store
from tests.server_helpers import Hall, a_hall, finish, two_at_nim
from tests.stores import connection_of

Clock = trio.abc.Clock
BAD_TABLES = {
    "a game that nobody knows": "UPDATE tables SET game = 'whist' WHERE name = 'nim-1'",
    "a game that is no text": "UPDATE tables SET game = x'ff' WHERE name = 'nim-1'",
    "options that are no JSON": "UPDATE tables SET options = '{\"games\": ' WHERE name = 'nim-1'",
    "options for another game": "UPDATE tables SET options = '{\"x\": 1}' WHERE name = 'nim-1'",
    "options that are not UTF-8": (
        "UPDATE tables SET options = CAST(x'7b22ff223a317d' AS TEXT) WHERE name = 'nim-1'"
    ),
    "house rules that are no JSON": "UPDATE tables SET house = 'yes' WHERE name = 'nim-1'",
    "house rules of tomorrow": "UPDATE tables SET house = '{\"x\": 1}' WHERE name = 'nim-1'",
    "a missing match": "DELETE FROM matches WHERE at_table = 'nim-1'",
    "a secret that is sealed for another match": (
        "UPDATE matches SET secret = x'00112233' WHERE at_table = 'nim-1'"
    ),
    "a missing entry": "DELETE FROM inputs WHERE n = 3 AND match = 1",
    "a damaged entry": "UPDATE inputs SET sealed = x'00' WHERE n = 3 AND match = 1",
    "a name that is not UTF-8": (
        "UPDATE tables SET name = CAST(x'6e696dff' AS TEXT) WHERE name = 'nim-1'"
    ),
}


async def two_tables(store: Store) -> tuple[str, str]:
    """A game at each of two tables, and the tokens of a player at the first and the second."""
    async with a_hall(store=store) as hall:
        _, _, bob = await two_at_nim(hall, "policy=suspend")
        cem, dai = hall.connect(), hall.connect()
        token = await cem.enter("cem")
        await dai.enter("dai")
        await cem.ask("OPEN nim policy=suspend")
        for client in (cem, dai):
            await client.ask("JOIN nim-2")
            await client.ask("LOGIN")
        await cem.ask("START")
        await dai.until("PHASE")
    return bob, token


async def is_as_it_was(hall: Hall, token: str) -> bool:
    cem = hall.connect()
    return (await cem.ask(f"RESUME {token}"))[:3] == ["OK", "RESUME", "guest-cem"] and (
        cem.phase == "playing"
    )


@pytest.mark.parametrize("damage", BAD_TABLES.values(), ids=BAD_TABLES.keys())
async def test_a_table_that_cannot_be_read_is_set_aside(autojump_clock: Clock, damage: str) -> None:
    store = sqlite_store(None)
    bob_s, cem_s = await two_tables(store)
    assert store.database.run(damage)
    before = dump(store)
    async with a_hall(store=store) as hall:
        assert len(hall.logged("table.lost")) == 1
        assert [*hall.core.tables] == ["nim-2"]
        assert await is_as_it_was(hall, cem_s)
        if "name" not in damage.partition("SET")[2].partition("=")[0]:
            assert (await hall.connect().ask(f"RESUME {bob_s}"))[1] == "TABLE_BROKEN"
            assert (await hall.connect().ask("ENTER bob"))[1] == "NAME_TAKEN"
            await trio.sleep(2 * LIMITS.away)
            assert (await hall.connect().ask(f"RESUME {bob_s}"))[1] == "TABLE_BROKEN"
            assert set(before) <= set(dump(store))


def dump(store: Store) -> list[object]:
    """Everything that belongs to the first table."""
    found: list[object] = []
    for query in (
        "SELECT * FROM tables WHERE name = 'nim-1'",
        "SELECT * FROM sessions WHERE seat = 'nim-1'",
        "SELECT * FROM matches WHERE at_table = 'nim-1'",
        "SELECT * FROM inputs WHERE match = 1",
    ):
        found += store.select(query)
    return found


async def test_a_table_that_was_mended_goes_on_where_it_was(autojump_clock: Clock) -> None:
    store = sqlite_store(None)
    bob_s, _ = await two_tables(store)
    [(right,)] = store.select("SELECT options FROM tables WHERE name = 'nim-1'")
    store.database.run("UPDATE tables SET options = '{' WHERE name = 'nim-1'")
    async with a_hall(store=store) as hall:
        await trio.sleep(2 * LIMITS.away)
    store.database.run("UPDATE tables SET options = ? WHERE name = 'nim-1'", (right,))
    async with a_hall(store=store) as hall:
        bob = hall.connect()
        assert (await bob.ask(f"RESUME {bob_s}"))[0] == "OK"
        assert bob.phase == "playing"


async def test_a_table_without_a_number_in_its_name_is_a_table_like_others(
    autojump_clock: Clock,
) -> None:
    store = sqlite_store(None)
    _, cem_s = await two_tables(store)
    connection_of(store).executescript(
        "UPDATE tables SET name = 'corner' WHERE name = 'nim-1';"
        "UPDATE matches SET at_table = 'corner' WHERE at_table = 'nim-1';"
        "UPDATE sessions SET seat = 'corner' WHERE seat = 'nim-1';"
    )
    async with a_hall(store=store) as hall:
        assert sorted(hall.core.tables) == ["corner", "nim-2"]
        assert await is_as_it_was(hall, cem_s)
        ann = await hall.guest("eve")
        assert await ann.ask("OPEN nim") == ["OK", "OPEN", "nim-3"]


@pytest.mark.parametrize(
    "damage",
    [
        "token = 'no hash'",
        "token = x'00'",
        "name = x'00ff'",
        "name = CAST(x'677565ff' AS TEXT)",
        "match = 'x'",
        "tags = x'ff'",
    ],
)
async def test_a_session_that_cannot_be_read_costs_nobody_else_anything(
    autojump_clock: Clock, damage: str
) -> None:
    store = sqlite_store(None)
    bob_s, cem_s = await two_tables(store)
    store.database.run(f"UPDATE sessions SET {damage} WHERE name = 'guest-ann'")
    async with a_hall(store=store) as hall:
        assert len(hall.logged("session.lost")) == 1
        assert await is_as_it_was(hall, cem_s)
        bob = hall.connect()
        assert (await bob.ask(f"RESUME {bob_s}"))[0] == "OK"
        assert (await hall.connect().ask("ENTER ann"))[1] == "NAME_TAKEN"
        assert bob.phase == "playing"
        await trio.sleep(2 * LIMITS.away)
    [(count,)] = store.select("SELECT count(*) FROM sessions")
    assert count >= 2


async def test_the_games_beside_a_lost_table_are_played_to_the_end(autojump_clock: Clock) -> None:
    store = sqlite_store(None)
    async with a_hall(store=store) as hall:
        await two_at_nim(hall)
    store.database.run("UPDATE tables SET game = 'chess'")
    async with a_hall(store=store) as hall:
        cem, dai = await hall.guest("cem"), await hall.guest("dai")
        table = (await cem.ask("OPEN nim"))[2]
        assert table == "nim-2"
        for client in (cem, dai):
            await client.ask(f"JOIN {table}")
            await client.ask("LOGIN")
        await cem.ask("START")
        await finish(cem, dai)


@pytest.mark.parametrize(
    "damage",
    [
        "INSERT INTO bans VALUES ('guest-x', 'never', '', 1.0)",
        "INSERT INTO bans VALUES ('guest-x', x'00', '', 1.0)",
        "INSERT INTO bans VALUES (x'00ff', NULL, '', 1.0)",
        "INSERT INTO bans VALUES ('guest-x', 9e999, '', 1.0)",
        "DELETE FROM match_numbers",
        "UPDATE match_numbers SET last = 'abc'",
        "UPDATE match_numbers SET last = 9223372036854775807",
        "UPDATE table_numbers SET last = 'abc'",
        "INSERT INTO matches (id, at_table, told, deals, secret, over) "
        "VALUES (9223372036854775807, 'nim-9', 0, 0, x'00', 1)",
    ],
)
async def test_a_row_about_no_table_costs_nothing_else(autojump_clock: Clock, damage: str) -> None:
    store = sqlite_store(None)
    _, cem_s = await two_tables(store)
    store.database.run(damage)
    async with a_hall(store=store) as hall:
        hall.core.bans.replace(bans_in(store))
        assert await is_as_it_was(hall, cem_s)
        eve = await hall.guest("eve")
        assert (await eve.ask("OPEN nim"))[0] == "OK"


@pytest.mark.parametrize("since", ["9e999", "-1", "'yesterday'"])
async def test_a_time_that_never_was_is_not_believed(autojump_clock: Clock, since: str) -> None:
    store = sqlite_store(None)
    _, cem_s = await two_tables(store)
    store.database.run(
        f"UPDATE tables SET open = 2, since = {since}, names = '[]' WHERE name = 'nim-1'"
    )
    async with a_hall(store=store) as hall:
        assert len(hall.logged("table.lost")) == 1
        assert await is_as_it_was(hall, cem_s)
