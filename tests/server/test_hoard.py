"""Nothing can be hoarded: tables, names and games that wait have limits, and an end."""

from __future__ import annotations

from typing import Any

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit.keys import sign_challenge
from cardkit.registry import find_game
from cardkit.server.passwords import Cost, hash_password
from cardkit.server.saved import SavedGame, saved_game
from cardkit.server.settings import LIMITS, Limits
from cardkit.server.store import Account
from tests.server_helpers import Client, Hall, a_hall, finish, seat_all, two_at_nim
from tests.stores import new_store

Clock = trio.abc.Clock
AKQ = {"akq": find_game("akq")}
A_WHILE = LIMITS.away + 2 * LIMITS.sweep
A_DAY = Limits(suspended=86_400)
PASSWORD = "correct horse"
HASH = hash_password(PASSWORD, Cost(64, 1))
KEY = Ed25519PrivateKey.generate()
PUBLIC = KEY.public_key().public_bytes_raw()


def find_account(name: str) -> Account | None:
    return Account(name, HASH, PUBLIC, 0.0) if name in ("ann", "bob") else None


async def two_leave(hall: Hall) -> tuple[Client, Client, list[str]]:
    """A suspended game of AKQ that both have left; with their tokens."""
    ann, bob = hall.connect(), hall.connect()
    tokens = [await ann.enter("ann"), await bob.enter("bob")]
    await play_and_leave(ann, bob)
    return ann, bob, tokens


async def play_and_leave(ann: Client, bob: Client) -> None:
    await ann.ask("OPEN akq games=2 policy=suspend")
    await seat_all([ann, bob], "akq-1")
    await ann.ask("START")
    await bob.until("PHASE")
    await ann.drop()
    await bob.drop()


async def test_a_suspended_game_without_anybody_is_set_aside_and_taken_up(
    autojump_clock: Clock,
) -> None:
    store = new_store()
    async with a_hall(AKQ, store=store) as hall:
        ann, bob, tokens = await two_leave(hall)
        hosted = hall.core.tables["akq-1"]
        hands, secrets, match = hosted.table.digest(), hosted.dealing.secrets, hosted.journal.match
        await trio.sleep(A_WHILE)
        assert not hall.core.tables
        assert not hall.core.sessions
        eve = await hall.guest("eve")
        assert await eve.ask("TABLES") == ["OK", "TABLES", 0]
        assert (await eve.ask("JOIN akq-1"))[1] == "NO_SUCH_TABLE"
    async with a_hall(AKQ, store=store) as hall:
        assert not hall.core.tables
        await trio.sleep(100)
        again = [hall.connect(), hall.connect()]
        for client, token, old in zip(again, tokens, (ann, bob), strict=True):
            answer = await client.ask(f"RESUME {token} {old.last}")
            assert answer[:2] == ["OK", "RESUME"]
        hosted = hall.core.tables["akq-1"]
        assert hosted.dealing.secrets == secrets
        assert hosted.journal.match == match
        assert hosted.table.digest() != hands  # everybody has been away since
        await finish(*again)
        assert again[0].phase == "results"
    async with a_hall(AKQ, store=store) as hall:
        assert [*hall.core.tables] == ["akq-1"]


async def test_the_hands_are_those_that_were_dealt(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(AKQ, store=store) as hall:
        _, _, tokens = await two_leave(hall)
        dealt = hall.core.tables["akq-1"].table.view(0).data()["hand"]
        await trio.sleep(A_WHILE)
        ann = hall.connect()
        await ann.ask(f"RESUME {tokens[0]}")
        [state] = [message for message in ann.heard if message[0] == "STATE"]
        assert tuple(state[2]["hand"]) == tuple(dealt)
        assert state[2]["suspended"]


async def enter(client: Client, name: str, way: str) -> list[Any]:
    if way == "password":
        return await client.ask(f"ENTER {name} {PASSWORD}")
    challenge = (await client.ask(f"ENTER {name} KEY"))[2]
    return await client.ask(f"PROVE {sign_challenge(KEY, bytes.fromhex(challenge))}")


@pytest.mark.parametrize("way", ["password", "key"])
async def test_who_has_an_account_comes_back_to_it(autojump_clock: Clock, way: str) -> None:
    store = new_store()
    async with a_hall(AKQ, store=store, account=find_account) as hall:
        ann, bob = hall.connect(), hall.connect()
        for client, name in ((ann, "ann"), (bob, "bob")):
            assert (await enter(client, name, way))[:3] == ["OK", "ENTER", name]
        await play_and_leave(ann, bob)
        await trio.sleep(A_WHILE)
        assert not hall.core.tables
    async with a_hall(AKQ, store=store, account=find_account) as hall:
        again = [hall.connect(), hall.connect()]
        for client, name in zip(again, ("ann", "bob"), strict=True):
            assert (await enter(client, name, way))[0] == "OK"
        assert len(hall.logged("table.taken_up")) == 1
        await finish(*again)
        assert again[1].phase == "results"


async def test_two_who_return_at_once_find_the_same_table(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(AKQ, store=store) as hall:
        _, _, tokens = await two_leave(hall)
        await trio.sleep(A_WHILE)
        read: list[str] = []

        def load(table: str) -> SavedGame:
            read.append(table)
            return saved_game(store, table)

        hall.core.load = load
        again = [hall.connect(), hall.connect()]
        async with trio.open_nursery() as nursery:
            for client, token in zip(again, tokens, strict=True):
                nursery.start_soon(client.ask, f"RESUME {token}")
        assert read == ["akq-1"]
        assert len(hall.logged("table.taken_up")) == 1
        await finish(*again)


async def test_nobody_gets_a_seat_or_a_name_that_waits(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(AKQ, store=store) as hall:
        ann, bob = await hall.guest("ann"), await hall.guest("bob")
        await ann.ask("OPEN akq policy=suspend")
        await seat_all([ann, bob], "akq-1")
        await ann.ask("START")
        await bob.until("PHASE")
        await bob.ask("QUIT")  # bob's name is at the table still, and nowhere else
        await ann.drop()
        await trio.sleep(A_WHILE)
        for name in ("ann", "bob", "b0b"):
            assert (await hall.connect().ask(f"ENTER {name}"))[1] == "NAME_TAKEN"
    async with a_hall(AKQ, store=store, limits=A_DAY) as hall:
        for name in ("ann", "bob"):
            assert (await hall.connect().ask(f"ENTER {name}"))[1] == "NAME_TAKEN"
        await trio.sleep(A_DAY.suspended + A_WHILE)
        for name in ("ann", "bob"):
            await hall.guest(name)


async def test_after_all_that_time_a_game_is_broken_off(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(AKQ, store=store, limits=A_DAY) as hall:
        _, _, tokens = await two_leave(hall)
        await trio.sleep(A_DAY.suspended / 2)
        assert len(hall.core.aside) == 1
        await trio.sleep(A_DAY.suspended / 2 + 2 * A_WHILE)
        assert len(hall.core.aside) == 0
        assert (await hall.connect().ask(f"RESUME {tokens[0]}"))[1] == "BAD_TOKEN"
        assert store.sessions() == []
        [match] = store.matches()
        table = store.table(match.at_table)
        assert table is not None
        assert table.open == 0


async def test_of_too_many_that_wait_the_oldest_is_broken_off(autojump_clock: Clock) -> None:
    limits = Limits(set_aside=2)
    async with a_hall(AKQ, store=new_store(), limits=limits) as hall:
        for n in range(3):
            ann, bob = await hall.guest(f"ann{n}"), await hall.guest(f"bob{n}")
            table = (await ann.ask("OPEN akq policy=suspend"))[2]
            await seat_all([ann, bob], table)
            await ann.ask("START")
            await bob.until("PHASE")
            await ann.drop()
            await bob.drop()
            await trio.sleep(A_WHILE)
        assert [*hall.core.aside.tables] == ["akq-2", "akq-3"]


async def test_a_game_that_cannot_be_taken_up_is_kept(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(AKQ, store=store) as hall:
        _, _, tokens = await two_leave(hall)
        await trio.sleep(A_WHILE)
        store.database.run("UPDATE tables SET game = 'chess'")
        for _ in range(2):
            assert (await hall.connect().ask(f"RESUME {tokens[0]}"))[1] == "TABLE_BROKEN"
        assert hall.logged("table.lost")
        store.database.run("UPDATE tables SET game = 'akq'")
        again = [hall.connect(), hall.connect()]
        for client, token in zip(again, tokens, strict=True):
            assert (await client.ask(f"RESUME {token}"))[0] == "OK"
        await finish(*again)


# --- limits -----------------------------------------------------------------------------------

SMALL = Limits(tables=60, tables_each=2, tables_from=3, sessions_from=6)


async def hoard(hall: Hall, address: str) -> list[str]:
    """Everything that can be had from one address: suspended games, left at once."""
    refused = []
    for n in range(SMALL.sessions_from // 2):
        pair = [hall.connect(address=address) for _ in range(2)]
        for number, client in enumerate(pair):
            await client.ask(f"ENTER m{address.replace('.', '-')}-{n}-{number}")
        for _ in range(SMALL.tables_each + 1):
            answer = await pair[0].ask("OPEN nim policy=suspend")
            if answer[0] != "OK":
                refused.append(answer[1])
                continue
            await seat_all(pair, answer[2])
            await pair[0].ask("START")
            await pair[1].until("PHASE")
            await pair[0].ask("EXIT")
            await pair[1].ask("EXIT")
        for client in pair:
            await client.drop()
    return refused


async def test_nineteen_addresses_cannot_take_all_tables(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(store=store, limits=SMALL) as hall:
        for n in range(19):
            refused = await hoard(hall, f"198.51.100.{n}")
            assert set(refused) == {"TOO_MANY"}
        assert len(hall.core.tables) == 57
        ann = hall.connect(address="192.0.2.1")
        await ann.enter("ann")
        assert (await ann.ask("OPEN nim"))[0] == "OK"
        await trio.sleep(A_WHILE)
        assert not hall.core.tables
    async with a_hall(store=store, limits=SMALL) as hall:
        bob = hall.connect(address="198.51.100.1")
        await bob.enter("bob")
        assert (await bob.ask("OPEN nim"))[0] == "OK"


async def test_an_address_cannot_crowd_a_table(autojump_clock: Clock) -> None:
    async with a_hall(limits=Limits(people_from=3)) as hall:
        ann = await hall.guest("ann")
        await ann.ask("OPEN nim")
        crowd = [hall.connect(address="198.51.100.1") for _ in range(4)]
        for number, client in enumerate(crowd):
            await client.ask(f"ENTER mallory{number}")
        answers = [await client.ask("WATCH nim-1") for client in crowd]
        assert [answer[0] for answer in answers] == ["OK", "OK", "OK", "WARNING"]
        assert answers[-1][1] == "TABLE_FULL"
        assert (await ann.ask("JOIN nim-1"))[0] == "OK"
        await crowd[0].ask("EXIT")
        assert (await crowd[3].ask("WATCH nim-1"))[0] == "OK"


async def test_games_that_wait_count_for_who_has_opened_them(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(store=store, limits=SMALL) as hall:
        for n in range(3):
            ann, bob = await hall.guest(f"ann{n}"), await hall.guest(f"bob{n}")
            table = (await ann.ask("OPEN nim policy=suspend"))[2]
            await seat_all([ann, bob], table)
            await ann.ask("START")
            await bob.until("PHASE")
            await ann.drop()
            await bob.drop()
        await trio.sleep(A_WHILE)
        assert len(hall.core.aside) == 3
    async with a_hall(store=store, limits=SMALL) as hall:
        eve = await hall.guest("eve")
        answer = await eve.ask("OPEN nim")
        assert answer[:2] == ["WARNING", "TOO_MANY"]
        assert "10 minutes" in answer[2]
        other = hall.connect(address="192.0.2.7")
        await other.enter("other")
        assert (await other.ask("OPEN nim"))[0] == "OK"


async def test_no_address_is_written_down(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(store=store) as hall:
        await two_at_nim(hall)
    for table in ("tables", "sessions"):
        assert "192.0.2" not in str(store.select(f"SELECT * FROM {table}"))


async def test_people_of_one_address_are_limited_and_then_there_is_room_again(
    autojump_clock: Clock,
) -> None:
    async with a_hall(limits=SMALL) as hall:
        crowd = [await hall.guest(f"g{n}") for n in range(SMALL.sessions_from)]
        answer = await hall.connect().ask("ENTER more")
        assert answer[:2] == ["WARNING", "TOO_MANY"]
        assert "minute" in answer[2]
        other = hall.connect(address="192.0.2.7")
        await other.enter("other")
        await crowd[0].ask("QUIT")
        await hall.guest("more")
        assert hall.core.from_origin.total() == len(hall.core.sessions)


@pytest.mark.parametrize("sits", [False, True])
async def test_a_table_where_nothing_was_played_is_closed_after_a_minute(
    autojump_clock: Clock, sits: bool
) -> None:
    async with a_hall() as hall:
        ann = await hall.guest("ann")
        await ann.ask("OPEN nim")
        if sits:
            await seat_all([ann], "nim-1")
            await ann.ask("EXIT")
        await trio.sleep(LIMITS.lobby + 2 * LIMITS.sweep)
        assert not hall.core.tables
