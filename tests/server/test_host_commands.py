"""What only hosts may say, and that nobody else may."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import trio

from cardkit.protocol import LineCodec
from cardkit.protocol.client_commands import HOSTING, find_command
from cardkit.server.accounts import add_account, make_host
from cardkit.server.host_requests import EVERY, carry_out, serve_the_host
from cardkit.server.passwords import Cost, hash_password
from cardkit.server.saved import bans_in
from cardkit.server.store import Store
from cardkit.server.store_address import MemoryAddress, StoreAddress
from tests.server_helpers import Client, Hall, a_hall, two_at_nim
from tests.stores import new_store

Clock = trio.abc.Clock
PASSWORD = "correct horse"
HASH = hash_password(PASSWORD, Cost(memory=64))
HOST = "192.0.2.99"
"""From where the host comes."""


@pytest.fixture
def store() -> Iterator[Store]:
    with new_store() as store:
        for name in ("zoe", "yan"):
            add_account(store, name, 0.0, password=HASH)
        make_host(store, "zoe", host=True)
        yield store


@asynccontextmanager
async def hall_and_host(store: Store) -> AsyncIterator[tuple[Hall, Client]]:
    async with a_hall(store=store, account=store.account) as hall:
        yield hall, await account(hall, "zoe", HOST)


async def account(hall: Hall, name: str, address: str = "192.0.2.1") -> Client:
    client = hall.connect(address=address)
    assert (await client.ask(f"ENTER {name} {PASSWORD}"))[:3] == ["OK", "ENTER", name]
    return client


async def look(host: Client) -> dict[str, list[Any]]:
    """What a host sees: the figures, and lines by their kind."""
    host.heard.clear()
    answer = await host.ask("HOST LOOK")
    assert answer[:2] == ["OK", "HOST"]
    seen: dict[str, list[Any]] = {"figures": [answer[2]]}
    for kind, *parts in host.heard[1:]:
        seen.setdefault(kind, []).append(parts)
    return seen


async def test_a_host_sees_who_is_here_and_what_is_played(
    autojump_clock: Clock, store: Store
) -> None:
    async with hall_and_host(store) as (hall, zoe):
        hall.core.figures = lambda: {"tables": len(hall.core.tables)}
        await trio.sleep(10)
        await two_at_nim(hall)
        bob = hall.core.sessions["guest-bob"].peer
        assert bob is not None
        eve = hall.connect(address="2001:db8::5:1")
        await eve.enter("eve")
        await eve.ask("WATCH nim-1")
        await eve.drop()
        hall.core.outbox.log.error("disk.full", left=0)
        await trio.sleep(1)
        seen = await look(zoe)
        assert [person[:2] + person[3:] for person in seen["PERSON"]] == [
            ["guest-eve", "", "nim-1"],
            ["guest-bob", "192.0.2.1", "nim-1"],
            ["guest-ann", "192.0.2.1", "nim-1"],
            ["zoe", HOST, ""],
        ]
        since = [person[2] for person in seen["PERSON"]]
        assert since[0] - since[3] >= 10
        [[name, game, title, phase, players, others, owner, opened]] = seen["HOSTED"]
        assert (name, game, title, phase) == ("nim-1", "nim", "Nim", "playing")
        assert (players, owner) == (["guest-ann", "guest-bob"], "guest-ann")
        assert others == ["guest-eve"]
        assert since[2] <= opened <= since[0]
        assert seen["figures"] == [{"tables": 1}]
        assert "disk.full left=0" in seen["LOG"][0][0]


@pytest.mark.parametrize("command", HOSTING, ids=lambda command: command.kind)
async def test_nobody_else_is_heard_and_nobody_learns_anything(
    autojump_clock: Clock, store: Store, command: Any
) -> None:
    line = {"FORFEIT": "nim-1 guest-bob", "CLOSE": "nim-1", "TELL": "hello", "LOOK": ""}
    verb = command.kind.split()[1]
    said = f"{command.kind} {line.get(verb, 'guest-bob')}".strip()
    async with a_hall(store=store, account=store.account) as hall:
        ann, bob, _ = await two_at_nim(hall)
        yan = await account(hall, "yan")
        stranger = hall.connect()
        for client, code in ((ann, "NOT_ALLOWED"), (yan, "NOT_ALLOWED"), (stranger, "NOT_ENTERED")):
            before = len(client.heard)
            assert (await client.ask(said))[:2] == ["WARNING", code]
            heard = [m for m in client.heard[before:] if not isinstance(m[0], int)]
            assert len(heard) == 1 + (client is ann) * (len(heard) - 1)
            assert not any(m[0] in ("PERSON", "HOSTED", "HOST", "BYE") for m in heard)
        assert "nim-1" in hall.core.tables
        assert not len(hall.core.bans)
        assert (await bob.ask("PING"))[0] == "OK"
        assert not [line for line in hall.log if " host." in line]


async def test_who_asks_again_and_again_has_to_wait(autojump_clock: Clock, store: Store) -> None:
    async with a_hall(store=store, account=store.account) as hall:
        yan = await account(hall, "yan")
        codes = [(await yan.ask("HOST LOOK"))[1] for _ in range(40)]
        assert codes[0] == "NOT_ALLOWED"
        assert codes[-1] == "TRY_LATER"


async def test_a_right_that_is_taken_away_is_gone_at_once(
    autojump_clock: Clock, store: Store
) -> None:
    async with hall_and_host(store) as (_, zoe):
        await look(zoe)
        make_host(store, "zoe", host=False)
        assert (await zoe.ask("HOST LOOK"))[:2] == ["WARNING", "NOT_ALLOWED"]
        make_host(store, "zoe", host=True)
        await look(zoe)


async def test_a_host_speaks_to_everybody_and_only_once(
    autojump_clock: Clock, store: Store
) -> None:
    async with hall_and_host(store) as (hall, zoe):
        people = [await hall.guest("ann"), await hall.guest("bob", LineCodec)]
        people.append(hall.connect())  # who only looks round
        await people[-1].ask("PING")
        for _ in range(2):  # as after a lost connection
            await zoe.say("#say1 HOST TELL We close at <b>nine</b>")
            assert await zoe.answer_to("#say1") == ["#say1", "OK"]
        await zoe.ask("PING")
        for client in (*people, zoe):
            await client.ask("PING")
            told = [m for m in client.heard if m[0] == "HOST"]
            assert told == [["HOST", "We close at <b>nine</b>"]]
        [logged] = hall.logged("host.tell")
        assert "by=zoe" in logged
        for wrong in ("", "x" * 501, "a\x1b[2Jb", "a\u202eb"):
            assert (await zoe.ask(f"HOST TELL {wrong}".strip()))[:2] == ["WARNING", "BAD_TEXT"]


async def test_a_host_closes_a_table_and_lets_a_player_give_up(
    autojump_clock: Clock, store: Store
) -> None:
    async with hall_and_host(store) as (hall, zoe):
        ann, bob, token = await two_at_nim(hall, "games=1 policy=suspend")
        await bob.drop()
        await ann.until("SUSPENDED")
        answer = await zoe.ask("HOST FORFEIT nim-1 guest-bo")
        assert answer[1] == "NO_SUCH_PLAYER"
        assert "did you mean guest-bob?" in answer[2]
        assert await zoe.ask("HOST FORFEIT NIM-1 guest-bob") == ["OK"]
        await ann.until("FORFEIT")
        await ann.play()
        answer = await zoe.ask("HOST FORFEIT nim-1 guest-bob")
        assert answer[:2] == ["WARNING", "WRONG_PHASE"]
        assert (await zoe.ask("HOST CLOSE nim-7"))[1] == "NO_SUCH_TABLE"
        await zoe.ask("WATCH nim-1")
        answer = await zoe.ask("HOST CLOSE nim-1")
        assert answer[1] == "AT_A_TABLE"
        assert "EXIT" in answer[2]
        await zoe.ask("EXIT")
        assert await zoe.ask("HOST CLOSE Nim-1") == ["OK"]
        assert "host has closed" in (await ann.until("CLOSE"))[1]
        assert (await hall.connect().ask(f"RESUME {token}"))[0] == "OK"
        assert "by=zoe table=nim-1 who=guest-bob" in hall.logged("host.forfeit")[0]
        assert "by=zoe table=nim-1" in hall.logged("host.close")[0]


async def test_a_ban_is_on_at_once_and_after_a_restart_until_it_is_lifted(
    autojump_clock: Clock, store: Store
) -> None:
    async with hall_and_host(store) as (hall, zoe):
        mallory = await hall.guest("mallory")
        assert await zoe.ask("HOST BAN guest-ma11ory 2h too many <i>tables</i>") == ["OK"]
        bye = (await mallory.rest())[-1]
        assert bye[:2] == ["BYE", "BANNED"]
        assert "too many <i>tables</i>" in bye[2]
        [[who, why, since, until]] = (await look(zoe))["BANNED"]
        assert (who, why, until - since) == ("guest-ma11ory", "too many <i>tables</i>", 7200)
        [logged] = hall.logged("host.ban")
        assert "by=zoe who=guest-ma11ory length=2h" in logged
        assert (await hall.connect().ask("ENTER Mallory"))[1] == "BANNED"
    assert [ban.who for ban in bans_in(store)] == ["guest-ma11ory"]
    async with hall_and_host(store) as (hall, zoe):
        carry_out(hall.core, (bans_in(store), ()))
        assert (await hall.connect().ask("ENTER mallory"))[1] == "BANNED"
        answer = await zoe.ask("HOST UNBAN guest-malory")
        assert answer[1] == "NO_SUCH_ACCOUNT"
        assert await zoe.ask("HOST UNBAN guest-mallory") == ["OK"]
        await hall.connect().enter("mallory2")
        assert "BANNED" not in await look(zoe)
    assert bans_in(store) == []


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("HOST BAN zoe", "NOT_ALLOWED"),
        ("HOST BAN ZOE 1h", "NOT_ALLOWED"),
        (f"HOST BAN {HOST}", "NOT_ALLOWED"),
        (f"HOST BAN ::ffff:{HOST} 7d", "NOT_ALLOWED"),
        ("HOST BAN 10.0.0.0/8", "BAD_NAME"),
        ("HOST BAN", "BAD_NAME"),
        ("HOST BAN guest-bob soon", "BAD_OPTION"),
        ("HOST BAN guest-bob 0d", "BAD_OPTION"),
        (f"HOST BAN guest-bob ever {'x' * 201}", "BAD_TEXT"),
        ("HOST BAN guest-bob 1h a\x1bb", "BAD_TEXT"),
        ("HOST UNBAN guest-bob", "NO_SUCH_ACCOUNT"),
        ("HOST CLOSE", "NO_SUCH_TABLE"),
        ("HOST", "UNKNOWN_WORD"),
        ("HOST DANCE", "UNKNOWN_WORD"),
    ],
)
async def test_what_a_host_types_wrong_changes_nothing_and_is_said_in_a_sentence(
    autojump_clock: Clock, store: Store, line: str, code: str
) -> None:
    async with hall_and_host(store) as (hall, zoe):
        answer = await zoe.ask(line)
        assert answer[:2] == ["WARNING", code]
        assert len(answer[2]) > 20
        assert not len(hall.core.bans)
        assert (await zoe.ask("PING"))[0] == "OK"


async def test_what_a_host_has_banned_is_not_let_in_by_an_older_look_into_the_store(
    autojump_clock: Clock, store: Store
) -> None:
    async with hall_and_host(store) as (hall, zoe), trio.open_nursery() as nursery:
        begun = trio.current_time()
        address: StoreAddress = MemoryAddress()
        nursery.start_soon(serve_the_host, hall.core, address)
        await trio.sleep(EVERY - 0.5)
        assert await zoe.ask("HOST BAN guest-mallory") == ["OK"]
        await trio.sleep_until(begun + EVERY + 0.1)
        assert hall.core.bans.people() == {"guest-mallory"}
        await trio.sleep_until(begun + 3 * EVERY)
        assert not len(hall.core.bans)  # lifted at the command line, say
        nursery.cancel_scope.cancel()


async def test_help_tells_a_host_what_to_say(autojump_clock: Clock, store: Store) -> None:
    async with hall_and_host(store) as (_, zoe):
        assert await zoe.ask("HELP host") == ["OK", "HELP"]
        told = [m[1] for m in zoe.heard if m[0] == "HELP"]
        assert told == [each.usage() for each in HOSTING]


def test_the_two_words_of_a_command_are_found_however_they_are_typed() -> None:
    declared, rest = find_command(["host", "Ban", "guest-bob", "1h"])
    assert declared is not None
    assert (declared.kind, rest) == ("HOST BAN", ["guest-bob", "1h"])
    assert declared.read(rest).words() == ["HOST", "BAN", "guest-bob", "1h"]
