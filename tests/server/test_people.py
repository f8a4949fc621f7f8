"""Who has a seat keeps it: over lost connections, restarts, and whatever others try."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit.keys import sign_challenge
from cardkit.protocol import Codec, LineCodec
from cardkit.protocol.frames import FrameCodec
from cardkit.registry import find_game, installed
from cardkit.server.names import looks
from cardkit.server.passwords import Cost, hash_password
from cardkit.server.settings import Limits
from cardkit.server.store import Account
from tests.server_helpers import (
    Client,
    Hall,
    a_hall,
    a_table,
    finish,
    gapless,
    same_events,
    seat_all,
    two_at_nim,
)
from tests.stores import new_store

GAMES = {name: find_game(name) for name in installed()}
Clock = trio.abc.Clock


# --- to come back -----------------------------------------------------------------------------


@pytest.mark.parametrize("codec", [FrameCodec, LineCodec])
async def test_a_lost_connection_is_taken_up_where_it_was(
    autojump_clock: Clock, codec: type[Codec]
) -> None:
    async with a_hall() as hall:
        ann, bob, token = await two_at_nim(hall, "grace=60", codec)
        await ann.ask("TAKE 1")
        last = bob.last
        await bob.drop()
        await ann.until("AWAY")
        again = hall.connect(codec)
        assert await again.ask(f"RESUME {token} {last}") == ["OK", "RESUME", "guest-bob"]
        assert again.question
        await finish(ann, again)
        bob.heard += again.heard
        assert gapless(bob)
        assert gapless(ann)
        assert same_events(ann, bob)
        assert not any(message[0] == "STATE" for message in again.heard)


async def test_who_was_away_too_long_or_brings_no_number_gets_the_state(
    autojump_clock: Clock,
) -> None:
    async with a_hall() as hall:
        ann, bob, token = await two_at_nim(hall, "grace=60")
        for last in ("", " 0", " 99999", f" {bob.last}"):
            await bob.drop()
            bob = hall.connect()
            assert (await bob.ask(f"RESUME {token}{last}"))[:2] == ["OK", "RESUME"]
            got_state = any(message[0] == "STATE" for message in bob.heard)
            assert got_state == (last in ("", " 0", " 99999"))
        await finish(ann, bob)


@pytest.mark.parametrize(
    "line",
    [
        "RESUME",
        "RESUME t",
        "RESUME guest-bob",
        "RESUME t00000000000000000000000000000000 3",
        "RESUME {token}0 3",
        "RESUME {upper} 3",
        "RESUME {token} x",
        "RESUME {token} 3 4",
        "ENTER bob",
        "ENTER guest-bob",
        "ENTER Bob",
        "ENTER bоb",
        "ENTER b0b",
        "ENTER ｂｏｂ",
        "ENTER böb",
        "ENTER guest-bob password",
    ],
)
async def test_nobody_else_gets_the_seat(line: str) -> None:
    async with a_hall() as hall:
        ann, bob, token = await two_at_nim(hall, "grace=60")
        await bob.drop()
        await ann.until("AWAY")
        mallory = hall.connect()
        answer = await mallory.ask(line.format(token=token, upper=token.upper()))
        assert answer[0] == "WARNING"
        assert answer[1] in ("BAD_TOKEN", "NAME_TAKEN", "BAD_NAME", "WRONG_PASSWORD")
        assert not hall.core.sessions["guest-bob"].peer
        assert (await mallory.ask("TAKE 1"))[1] == "NOT_ENTERED"


async def test_the_owner_of_the_token_takes_over_from_another_connection(
    autojump_clock: Clock,
) -> None:
    async with a_hall() as hall:
        ann, bob, token = await two_at_nim(hall)
        again = hall.connect()
        await again.ask(f"RESUME {token} {bob.last}")
        assert (await bob.rest())[-1][:2] == ["BYE", "TAKEN_OVER"]
        await finish(ann, again)
        told = [event[1] for event in ann.events]
        assert "AWAY" not in told
        assert gapless(ann)


async def test_what_is_said_over_the_old_connection_counts_no_more(
    autojump_clock: Clock,
) -> None:
    async with a_hall() as hall:
        ann, bob, token = await two_at_nim(hall)
        again = hall.connect()
        await again.say(f"#1 RESUME {token}")
        await bob.say("#1 EXIT")
        await again.answer_to("#1")
        assert "guest-bob" in hall.core.tables["nim-1"].people
        await finish(ann, again)


async def test_a_token_is_void_after_quit(autojump_clock: Clock) -> None:
    async with a_hall() as hall:
        bob = hall.connect()
        token = await bob.enter("bob")
        assert await bob.ask("QUIT") == ["OK", "QUIT"]
        assert await bob.rest() == []
        again = hall.connect()
        assert (await again.ask(f"RESUME {token}"))[1] == "BAD_TOKEN"
        await again.enter("bob")


async def test_who_took_a_seat_is_not_told_what_was_said_to_it_before(
    autojump_clock: Clock,
) -> None:
    """Whist: a robot's seat is taken between games, and its hand of the last game stays secret."""
    async with a_hall(GAMES) as hall:
        ann = await hall.guest("ann")
        await ann.ask("OPEN whist robots=yes games=3")
        await seat_all([ann], "whist-1")
        await ann.ask("START")
        mallory = hall.connect()
        token = await mallory.enter("mallory")
        await mallory.ask("JOIN whist-1")
        before = mallory.last
        await ann.play()
        assert (await mallory.ask("LOGIN"))[0] == "OK"
        await mallory.drop()
        again = hall.connect()
        await again.ask(f"RESUME {token} {before}")
        assert not again.events
        [state] = [message for message in again.heard if message[0] == "STATE"]
        assert not [c for pile in state[2]["piles"].values() for c in pile if c != "??"]


# --- numbers ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(GAMES))
async def test_numbers_have_no_gaps_for_players_and_watchers(
    autojump_clock: Clock, game: str
) -> None:
    async with a_hall(GAMES, pace=1) as hall:
        ann, bob, eve = [hall.connect() for _ in range(3)]
        await ann.enter("ann")
        tokens = [await bob.enter("bob"), await eve.enter("eve")]
        await ann.ask(f"OPEN {game} robots=yes grace=30")
        await seat_all([ann, bob], f"{game.replace('_', '-')}-1")
        await eve.ask(f"WATCH {game.replace('_', '-')}-1")
        await ann.ask("START")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ann.play)
            for client, token in zip((bob, eve), tokens, strict=True):
                nursery.start_soon(play_and_drop, hall, client, token)
        assert gapless(ann)
        assert ann.phase == bob.phase == eve.phase == "results"
        assert gapless(bob)
        assert gapless(eve)
        hidden = {e[0] for e in eve.events if "??" in e or e[1] == "ACTION"}
        public = [e for e in eve.events if e[0] not in hidden]
        assert all(e in ann.events for e in public if ann.events[0][0] < e[0] <= ann.last)


async def play_and_drop(hall: Hall, client: Client, token: str) -> None:
    """Play on, but lose the connection three times on the way; what was heard adds up."""
    for _ in range(3):
        with trio.move_on_after(7):
            await client.play()
            return
        await client.drop()
        last = client.last
        fresh = hall.connect()
        client.stream, client.codec = fresh.stream, FrameCodec()
        assert (await client.ask(f"RESUME {token} {last}"))[0] == "OK"
    await client.play()


# --- tags -------------------------------------------------------------------------------------


async def test_a_tag_is_carried_out_once(autojump_clock: Clock) -> None:
    async with a_hall() as hall:
        ann, bob, _ = await two_at_nim(hall)
        for _ in range(3):
            await ann.say("#t TAKE 1")
            assert await ann.answer_to("#t") == ["#t", "OK"]
        await bob.say("#t TAKE 1")  # the tags of another are another's
        assert await bob.answer_to("#t") == ["#t", "OK"]
        await ann.until("ASK")
        takes = [e[2] for e in ann.events if e[1] == "ACTION" and e[3] == "TAKE"]
        assert takes == ["guest-ann", "guest-bob"]


@pytest.mark.parametrize("restart", [False, True])
@pytest.mark.parametrize(
    ("line", "before"),
    [("TAKE 1", "START"), ("START", ""), ("LOGOUT", ""), ("EXIT", ""), ("OPEN nim", "")],
)
async def test_a_command_is_repeated_after_a_lost_connection_and_carried_out_once(
    autojump_clock: Clock, restart: bool, line: str, before: str
) -> None:
    store = new_store()
    async with a_hall(store=store) as hall:
        ann, bob = hall.connect(), hall.connect()
        token = await ann.enter("ann")
        await bob.enter("bob")
        await ann.ask("OPEN nim grace=60")
        await seat_all([ann, bob], "nim-1")
        if before:
            await ann.ask(before)
        await ann.say(f"#once {line}")
        await ann.answer_to("#once")
        told = hall.core.tables["nim-1"].table.told
        if not restart:
            await ann.drop()
            await repeat(hall, token, line, told)
    if restart:
        async with a_hall(store=store) as hall:
            await repeat(hall, token, line, told)


async def repeat(hall: Hall, token: str, line: str, told: int) -> None:
    again = hall.connect()
    assert (await again.ask(f"RESUME {token} {told}"))[0] == "OK"
    tables, people = set(hall.core.tables), set(hall.core.sessions)
    where = hall.core.sessions["guest-ann"].hosted
    told = hall.core.tables["nim-1"].table.told
    await again.say(f"#once {line}")
    assert await again.answer_to("#once") == ["#once", "OK"]
    assert hall.core.tables["nim-1"].table.told == told
    assert (set(hall.core.tables), set(hall.core.sessions)) == (tables, people)
    assert hall.core.sessions["guest-ann"].hosted is where


async def test_a_tag_of_what_was_refused_may_be_used_again(autojump_clock: Clock) -> None:
    async with a_hall() as hall:
        ann, bob, _ = await two_at_nim(hall)
        await bob.say("#t TAKE 1")
        assert (await bob.answer_to("#t"))[:3] == ["#t", "WARNING", "NOT_YOUR_TURN"]
        await ann.ask("TAKE 1")
        await bob.say("#t TAKE 1")
        assert await bob.answer_to("#t") == ["#t", "OK"]
        await ann.until("ASK")


# --- accounts ---------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["password", "key"])
async def test_the_owner_of_an_account_takes_the_session_over(way: str) -> None:
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw()
    password = hash_password("correct horse", Cost(memory=64))
    zoe = Account("zoe", password, public, 0.0)
    async with a_hall(account={"zoe": zoe}.get) as hall:

        async def enter(client: Client) -> list[Any]:
            if way == "password":
                return await client.ask("ENTER zoe correct horse")
            answer = await client.ask("ENTER zoe KEY")
            assert answer[:2] == ["OK", "CHALLENGE"]
            return await client.ask(f"PROVE {sign_challenge(private, bytes.fromhex(answer[2]))}")

        first, bob = hall.connect(), await hall.guest("bob")
        answer = await enter(first)
        assert answer[:3] == ["OK", "ENTER", "zoe"]
        await first.ask("OPEN nim")
        await seat_all([first, bob], "nim-1")
        await first.ask("START")
        assert first.question
        for wrong in (
            "ENTER zoe wrong horse",
            "ENTER zoe KEY",
            "PROVE 00",
            "PROVE 00",
            "ENTER zoe x",
        ):
            mallory = hall.connect(address="198.51.100.7")
            assert (await mallory.ask(wrong))[1] in ("WRONG_PASSWORD", "CHALLENGE", "BAD_SIGNATURE")
        again = hall.connect()
        renewed = await enter(again)
        assert renewed[:3] == ["OK", "ENTER", "zoe"]
        assert renewed[3] != answer[3]
        assert (await first.rest())[-1][:2] == ["BYE", "TAKEN_OVER"]
        assert [m[0] for m in again.heard if m[0] == "STATE"] == ["STATE"]
        if not again.question:
            await again.until("ASK")  # it is still zoe's turn
        old = hall.connect()
        assert (await old.ask(f"RESUME {answer[3]}"))[1] == "BAD_TOKEN"
        await finish(again, bob)


async def test_a_challenge_is_good_for_one_proof() -> None:
    private = Ed25519PrivateKey.generate()
    public = private.public_key().public_bytes_raw()
    zoe = Account("zoe", None, public, 0.0)
    async with a_hall(account={"zoe": zoe}.get) as hall:
        spy = hall.connect()
        challenge = bytes.fromhex((await spy.ask("ENTER zoe KEY"))[2])
        proof = sign_challenge(private, challenge)
        assert (await spy.ask("PROVE 0011"))[1] == "BAD_SIGNATURE"
        assert (await spy.ask(f"PROVE {proof}"))[1] == "BAD_SIGNATURE"
        other = hall.connect()
        await other.ask("ENTER zoe KEY")
        assert (await other.ask(f"PROVE {proof}"))[1] == "BAD_SIGNATURE"


async def test_challenges_are_braked_by_address() -> None:
    async with a_hall() as hall:
        codes = []
        for number in range(33):
            mallory = hall.connect(address="198.51.100.7")
            codes.append((await mallory.ask(f"ENTER zoe{number} KEY"))[1])
        assert codes[30:] == ["TRY_LATER"] * 3
        honest = hall.connect(address="198.51.100.8")
        assert (await honest.ask("ENTER zoe KEY"))[1] == "CHALLENGE"


# --- at the same time -------------------------------------------------------------------------


@pytest.mark.parametrize("hide", [lambda n: n, lambda n: n.upper(), lambda n: f"{n[0]}.{n[1:]}"])
async def test_many_of_one_name_at_once_and_one_gets_it(
    autojump_clock: Clock, hide: Callable[[str], str]
) -> None:
    async with a_hall(limits=Limits(burst=1000)) as hall:
        clients = [hall.connect() for _ in range(20)]
        for number, client in enumerate(clients):
            await client.say(f"ENTER {hide('ann') if number % 2 else 'ann'}")
        answers = [(await client.frame())[0][0] for client in clients]
        names = [session.name for session in hall.core.sessions.values()]
        assert answers.count("OK") == len(names) == len({looks(name) for name in names})


async def test_two_tables_hear_nothing_of_each_other(autojump_clock: Clock) -> None:
    async with a_hall() as hall:
        first = await a_table(hall, "ann", "bob")
        second = await a_table(hall, "cem", "dai")
        await first[0].ask("START")
        await second[0].ask("START")
        async with trio.open_nursery() as nursery:
            for player in (*first, *second):
                nursery.start_soon(player.play)
        for clients, others in ((first, ("cem", "dai")), (second, ("ann", "bob"))):
            for client in clients:
                said = repr(client.heard)
                assert not any(f"guest-{name}" in said for name in others)
