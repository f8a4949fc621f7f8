"""A match against robots waits for its player, and robots make room for people."""

from __future__ import annotations

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit.keys import sign_challenge
from cardkit.levels import Level
from cardkit.server.passwords import Cost, hash_password
from cardkit.server.settings import LIMITS, Limits
from cardkit.server.store import Account
from cardkit.server.table_settings import HostingOptions
from tests.server_helpers import Client, Hall, a_hall, seat_all, two_at_nim
from tests.stores import new_store

Clock = trio.abc.Clock
A_WHILE = LIMITS.away + 2 * LIMITS.sweep
HASH = hash_password("correct horse", Cost(64, 1))


def find_account(name: str) -> Account | None:
    return Account(name, HASH, None, 0.0) if name == "ann" else None


async def against_robots(hall: Hall, name: str = "ann", options: str = "") -> tuple[Client, str]:
    """A match of nim of one person and a robot is on, and it is the person's turn."""
    ann = hall.connect()
    token = await ann.enter(name)
    table = (await ann.ask(f"OPEN nim robots=yes most=2 {options}".strip()))[2]
    await seat_all([ann], table)
    await ann.ask("START")
    while not ann.question:
        await ann.frame()
    return ann, token


async def tables_of(client: Client) -> list[tuple[str, str]]:
    """Which tables somebody is told of, and their phases."""
    before = len(client.heard)
    await client.ask("TABLES")
    return [(m[1], m[4]) for m in client.heard[before:] if m[0] == "TABLE"]


def heap(hall: Hall) -> int:
    return hall.core.tables["nim-1"].table.facts["heap"]  # type: ignore[return-value]


async def play_out(client: Client) -> None:
    """The rest of the match, with START where a game is over."""
    while not any(m[1:4] == ["PHASE", "results", "over"] for m in client.events):
        await client.play()
        if not any(m[1:4] == ["PHASE", "results", "over"] for m in client.events):
            await client.ask("START")


# --- leaving ------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["robot", "forfeit", "suspend", "kick"])
@pytest.mark.parametrize("restarted", [False, True])
async def test_who_leaves_robots_finds_the_match_as_it_was(
    autojump_clock: Clock, policy: str, restarted: bool
) -> None:
    store = new_store()
    async with a_hall(store=store, pace=1) as hall:
        ann, token = await against_robots(hall, options=f"policy={policy}")
        left = heap(hall)
        assert await ann.ask("EXIT") == ["OK", "EXIT", "kept"]
        eve = await hall.guest("eve")
        assert await tables_of(ann) == [("nim-1", "set aside")]
        assert await tables_of(eve) == []
        assert (await eve.ask("JOIN nim-1"))[1] == "NO_SUCH_TABLE"
        await trio.sleep(A_WHILE)
        if not restarted:
            assert (await ann.ask("JOIN nim-1"))[:2] == ["OK", "JOIN"]
            assert heap(hall) == left
            await play_out(ann)
    if restarted:
        async with a_hall(store=store, pace=1) as hall:
            again = hall.connect()
            await again.ask(f"RESUME {token}")
            assert await tables_of(again) == [("nim-1", "set aside")]
            assert (await again.ask("JOIN nim-1"))[:2] == ["OK", "JOIN"]
            assert heap(hall) == left
            await play_out(again)


async def test_who_turns_round_in_the_door_loses_nothing(autojump_clock: Clock) -> None:
    async with a_hall(store=new_store(), pace=1) as hall:
        ann, _ = await against_robots(hall)
        await ann.raw(b"".join(ann.codec.command(line.split()) for line in ("TAKE 1", "EXIT")))
        await ann.say("JOIN nim-1")
        [state] = [(await ann.until("STATE"))[2]]
        assert state["facts"]["heap"] == heap(hall)
        await play_out(ann)


async def test_between_games_the_seat_waits_too(autojump_clock: Clock) -> None:
    async with a_hall(store=new_store(), pace=1) as hall:
        ann, _ = await against_robots(hall)
        await ann.play()
        scores = await ann.ask("SCORES")
        assert await ann.ask("EXIT") == ["OK", "EXIT", "kept"]
        await ann.ask("JOIN nim-1")
        assert await ann.ask("SCORES") == scores
        assert (await ann.ask("START"))[0] == "OK"
        await play_out(ann)


async def test_help_says_what_leaving_does(autojump_clock: Clock) -> None:
    async with a_hall(store=new_store(), pace=1) as hall:
        ann, _ = await against_robots(hall)
        await ann.ask("HELP EXIT")
        assert "the match waits for you, for 24 hours" in ann.heard[-1][2]
        await ann.ask("LANGUAGE ja")
        await ann.ask("HELP EXIT")
        assert "24時間" in ann.heard[-1][2]


async def test_with_other_people_there_leaving_is_as_the_table_has_it(
    autojump_clock: Clock,
) -> None:
    async with a_hall(store=new_store(), pace=1) as hall:
        ann, _, _ = await two_at_nim(hall, "games=3")
        assert await ann.ask("EXIT") == ["OK", "EXIT", "robot"]
        bob, _ = await against_robots(hall, "dan")
        eve = await hall.guest("eve")
        await eve.ask("WATCH nim-2")
        assert await bob.ask("EXIT") == ["OK", "EXIT", "robot"]
        assert await eve.ask("EXIT") == ["OK", "EXIT"]
        await seat_all([eve], (await eve.ask("OPEN nim"))[2])
        assert await eve.ask("EXIT") == ["OK", "EXIT", "free"]


# --- a lost connection --------------------------------------------------------------------------


@pytest.mark.parametrize("away", [5, LIMITS.away - 60, A_WHILE])
@pytest.mark.parametrize("policy", ["robot", "forfeit", "suspend"])
async def test_robots_do_not_play_on_alone(autojump_clock: Clock, away: float, policy: str) -> None:
    async with a_hall(store=new_store(), pace=1) as hall:
        ann, token = await against_robots(hall, options=f"move=20 policy={policy}")
        left = heap(hall)
        await ann.drop()
        await trio.sleep(away)
        again = hall.connect()
        assert (await again.ask(f"RESUME {token}"))[:2] == ["OK", "RESUME"]
        assert heap(hall) == left
        await again.ask("LEGAL")
        assert again.question == ann.question
        await trio.sleep(19)
        assert heap(hall) == left  # the clock has started anew
        await play_out(again)


async def test_who_comes_to_a_table_that_stands_still_sets_it_going(autojump_clock: Clock) -> None:
    async with a_hall(store=new_store(), pace=1) as hall:
        ann, _ = await against_robots(hall)
        await ann.drop()
        await trio.sleep(100)
        bob = await hall.guest("bob")
        await bob.ask("JOIN nim-1")
        assert (await bob.ask("LOGIN"))[0] == "OK"
        await bob.until("STAND_IN")
        while "guest-bob" not in hall.core.tables["nim-1"].table.names:
            await bob.frame()
        assert "robot-wren" not in hall.core.tables["nim-1"].table.names


async def test_after_a_restart_robots_wait_for_their_player(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(store=store, pace=1) as hall:
        ann, token = await against_robots(hall)
        left = heap(hall)
    async with a_hall(store=store, pace=1) as hall:
        await trio.sleep(A_WHILE / 2)
        assert heap(hall) == left
        again = hall.connect()
        await again.ask(f"RESUME {token} {ann.last}")
        await play_out(again)


# --- for how long -------------------------------------------------------------------------------


async def test_a_match_that_nobody_comes_back_to_is_broken_off_after_a_day(
    autojump_clock: Clock,
) -> None:
    async with a_hall(store=new_store(), pace=1) as hall:
        ann, token = await against_robots(hall)
        await ann.ask("EXIT")
        await ann.drop()
        await trio.sleep(LIMITS.waiting - 100)
        again = hall.connect()
        assert (await again.ask(f"RESUME {token}"))[0] == "OK"
        assert await tables_of(again) == [("nim-1", "set aside")]
        await trio.sleep(A_WHILE)
        assert await tables_of(again) == []
        assert not hall.core.aside


async def test_nothing_waits_for_a_guest_who_has_left_for_good(autojump_clock: Clock) -> None:
    async with a_hall(store=new_store(), pace=1, account=find_account) as hall:
        for way in (["EXIT", "QUIT"], ["QUIT"]):
            bob, _ = await against_robots(hall, "bob")
            for line in way:
                await bob.ask(line)
            assert not hall.core.aside
        ann = hall.connect()
        await ann.ask("ENTER ann correct horse")
        await seat_all([ann], (await ann.ask("OPEN nim robots=yes"))[2])
        await ann.ask("START")
        await ann.ask("QUIT")
        again = hall.connect()
        await again.ask("ENTER ann correct horse")
        assert [phase for _, phase in await tables_of(again)] == ["set aside"]


async def test_a_match_waits_for_a_guest_who_can_prove_the_name(autojump_clock: Clock) -> None:
    key, guests = Ed25519PrivateKey.generate(), dict[str, Account]()
    public = key.public_key().public_bytes_raw()
    async with a_hall(store=new_store(), pace=1, account=guests.get) as hall:
        for _ in range(2):
            ann = hall.connect()
            asked = (await ann.ask(f"ENTER ann KEY {public.hex()}"))[2]
            assert (await ann.ask(f"PROVE {sign_challenge(key, bytes.fromhex(asked))}"))[0] == "OK"
            if not guests:
                guests["guest-ann"] = Account("guest-ann", None, public, 1.0)
                await seat_all([ann], (await ann.ask("OPEN nim robots=yes"))[2])
                await ann.ask("START")
                await ann.ask("QUIT")
        assert await tables_of(ann) == [("nim-1", "set aside")]
        assert (await ann.ask("JOIN nim-1"))[0] == "OK"


async def test_one_person_keeps_few_matches_waiting_and_can_still_open_tables(
    autojump_clock: Clock,
) -> None:
    limits = Limits(tables_each=2)
    async with a_hall(store=new_store(), pace=1, limits=limits) as hall:
        ann = await hall.guest("ann")
        for _ in range(4):
            await seat_all([ann], (await ann.ask("OPEN nim robots=yes"))[2])
            await ann.ask("START")
            await ann.ask("EXIT")
        assert [*hall.core.aside.tables] == ["nim-3", "nim-4"]


async def test_the_server_has_another_table_for_everybody_else(autojump_clock: Clock) -> None:
    store = new_store()
    async with a_hall(store=store, pace=1) as hall:
        hall.core.open_table(
            "nim", "", {"most": "2"}, HostingOptions(robots=Level.NORMAL, stays=True)
        )
        ann, bob = await hall.guest("ann"), await hall.guest("bob")
        await seat_all([ann], "nim-1")
        await ann.ask("START")
        await ann.ask("EXIT")
        assert await tables_of(bob) == [("nim-2", "preparing")]
        assert await tables_of(ann) == [("nim-1", "set aside"), ("nim-2", "preparing")]
    async with a_hall(store=store, pace=1) as hall:
        [left] = hall.core.tables.values()
        assert (left.name, left.settings.hosting.stays) == ("nim-2", True)


# --- robots make room ---------------------------------------------------------------------------


async def test_who_comes_during_a_game_has_the_place_of_a_robot_in_the_next_one(
    autojump_clock: Clock,
) -> None:
    async with a_hall(store=new_store(), pace=1) as hall:
        ann, _ = await against_robots(hall, options="games=3")
        bob = await hall.guest("bob")
        await bob.ask("JOIN nim-1")
        assert (await bob.ask("LOGIN"))[0] == "OK"
        await ann.play()
        await bob.ask("PING")
        table = hall.core.tables["nim-1"].table
        assert table.names == ["guest-ann", "guest-bob"]
        assert table.scores[1] == 0  # what the robot has won is not bob's


async def test_a_table_keeps_its_robots_where_that_was_chosen(autojump_clock: Clock) -> None:
    async with a_hall(store=new_store(), pace=1) as hall:
        await against_robots(hall, options="drop_in=off")
        bob = await hall.guest("bob")
        await bob.ask("JOIN nim-1")
        assert (await bob.ask("LOGIN"))[1] == "WRONG_PHASE"
