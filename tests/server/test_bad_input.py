"""What no good client sends costs only its own connection, and is answered where it can be."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
import trio

from cardkit.netgame import WATCHER, Command, NetGame, View
from cardkit.protocol import Codec, LineCodec
from cardkit.protocol.codec import LONGEST_COMMAND
from cardkit.protocol.frames import FrameCodec
from cardkit.registry import find_game, installed
from tests.server_helpers import Client, Hall, a_hall, a_table, seat_all
from tests.stores import new_store
from tests.tiny_games import Nim
from tests.wild_words import JUNK, verbs_of

GAMES: dict[str, type[NetGame]] = {name: find_game(name) for name in installed()}


def framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


NO_COMMANDS: list[tuple[type[Codec], bytes, str]] = [
    (LineCodec, b"ENTER \xff\xfe\n", "BAD_TEXT"),
    (LineCodec, b"\x01\x02\x03\n", "NOT_A_COMMAND"),
    (LineCodec, b"{}\n", "NOT_ENTERED"),
    (LineCodec, b"GET / HTTP/1.1\n", "NOT_ENTERED"),
    (LineCodec, b"#\n", "NOT_A_COMMAND"),
    (LineCodec, b"#toolongatagforanybodytotype PING\n", "NOT_A_COMMAND"),
    (LineCodec, b"ENTER \xe2\x80\xae\n", "BAD_NAME"),
    (LineCodec, b"ENTER " + b"x" * 4000 + b"\n", "BAD_NAME"),
    (FrameCodec, framed(b""), "BAD_FRAME"),
    (FrameCodec, framed(b"\xc0"), "BAD_FRAME"),
    (FrameCodec, framed(b"\x91\x90"), "BAD_FRAME"),
    (FrameCodec, framed(b"\x91" * 3000), "BAD_FRAME"),
    (FrameCodec, framed(b"\xdd\xff\xff\xff\xff"), "BAD_FRAME"),
    (FrameCodec, framed(b"\x92\xa4PING\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00"), "BAD_FRAME"),
    (FrameCodec, framed(b"\x82\xa1a\x01\xa1a\x02"), "BAD_FRAME"),
    (FrameCodec, framed(b"\x92\xa4PING\xd4\x05\x00"), "BAD_FRAME"),
    (FrameCodec, framed(b"\x92\xa5ENTER\xa2\xc3\x28"), "BAD_FRAME"),
    (FrameCodec, FrameCodec.command([""]), "NOT_A_COMMAND"),
    (FrameCodec, FrameCodec.command(["ENTER", "a b\nc"]), "BAD_NAME"),
    (FrameCodec, FrameCodec.command(["ENTER", "\x00"]), "BAD_NAME"),
]


@pytest.mark.parametrize(("codec", "data", "code"), NO_COMMANDS, ids=repr)
async def test_what_is_no_command_gets_a_code_and_the_next_command_an_answer(
    autojump_clock: trio.abc.Clock, codec: type[Codec], data: bytes, code: str
) -> None:
    async with a_hall() as hall:
        mallory = hall.connect(codec)
        await mallory.raw(data)
        warning = await mallory.until("WARNING")
        assert warning[1] == code
        assert (await mallory.ask("PING"))[:2] == ["OK", "PONG"]


TOO_LONG: list[tuple[type[Codec], bytes]] = [
    (LineCodec, b"x" * (LONGEST_COMMAND + 1)),
    (LineCodec, b"ENTER " + b"x" * (1 << 20) + b"\n"),
    (FrameCodec, b"\x00\xff\xff\xff"),
    (FrameCodec, framed(b"\xda\x20\x00" + b"x" * (1 << 13))),
]


@pytest.mark.parametrize(("codec", "data"), TOO_LONG, ids=["line", "megabyte", "promise", "frame"])
async def test_who_says_too_much_at_once_is_told_so_and_sent_away(
    autojump_clock: trio.abc.Clock, codec: type[Codec], data: bytes
) -> None:
    async with a_hall() as hall:
        ann, bob = await a_table(hall, "ann", "bob")
        mallory = hall.connect(codec)
        await mallory.raw(data)
        warning, *rest = await mallory.rest()
        assert warning[:2] == ["WARNING", "TOO_LONG"]
        assert not rest
        await play_on(hall, ann, bob)


@pytest.mark.parametrize("codec", [LineCodec, FrameCodec])
async def test_too_many_mistakes_in_a_row_end_the_connection(
    autojump_clock: trio.abc.Clock, codec: type[Codec]
) -> None:
    wrong = b"\xff\n" if codec is LineCodec else framed(b"\xc0")
    async with a_hall() as hall:
        mallory, clumsy = hall.connect(codec), hall.connect(codec)
        await mallory.raw(wrong * 100)
        heard = await mallory.rest()
        assert len(heard) == hall.runner.limits.mistakes + 1
        for _ in range(100):
            await clumsy.raw(wrong)
            assert (await clumsy.ask("PING"))[0] == "OK"


@pytest.mark.parametrize(
    "data", [b"ENT", b"\x00", b"\x00\x00\x00\x09", b"\x00\x00\x00\x09\x91\xa4PI"]
)
async def test_half_a_command_and_then_nothing_leaves_nothing(
    autojump_clock: trio.abc.Clock, data: bytes
) -> None:
    async with a_hall() as hall:
        mallory = hall.connect()
        await mallory.raw(data)
        await mallory.drop()
        await trio.sleep(1)
        assert not hall.runner.peers
        assert hall.runner.counts.connections.total() == 0
        assert not hall.log


async def test_bytes_by_chance_from_many_connections_end_only_these(
    autojump_clock: trio.abc.Clock,
) -> None:
    rng = Random(7)
    async with a_hall() as hall:
        ann, bob = await a_table(hall, "ann", "bob")
        for number in range(300):
            mallory = hall.connect()
            length = rng.choice((1, 3, 5, 50, 500, 5000))
            first = b"\x00\x00" if number % 2 else b""
            await mallory.raw(first + rng.randbytes(length))
            if number % 3:
                await mallory.drop()
        await play_on(hall, ann, bob)
        await trio.sleep(100)
        assert len(hall.runner.peers) == 2
        assert not any(" error " in line for line in hall.log)


async def test_a_player_who_sends_garbage_is_lost_and_can_come_back(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_hall() as hall:
        ann, bob = await hall.guest("ann"), hall.connect()
        token = await bob.enter("bob")
        await ann.ask("OPEN nim grace=60")
        await seat_all([ann, bob], "nim-1")
        await ann.ask("START")
        await bob.until("PHASE")
        await bob.raw(b"\x00\xff\xff\xff")
        away = await ann.until("AWAY")
        assert away[2:4] == ["guest-bob", "robot"]
        again = hall.connect()
        assert await again.ask(f"RESUME {token} {bob.last}") == ["OK", "RESUME", "guest-bob"]
        await ann.until("RETURNED")
        await play_on(hall, ann, again)


# --- words ------------------------------------------------------------------------------------

HERE = ("whist-1", "daifugo-1", "akq-1", "guest-a", "guest-b", "strict", "games=2", "move=5")
VERBS = (
    *verbs_of(GAMES.values()),
    *("JOIN whist-1", "JOIN daifugo-1", "WATCH akq-1", "OPEN page_one robots=yes"),
)


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_is_said_gets_exactly_one_answer(
    autojump_clock: trio.abc.Clock, seed: int
) -> None:
    rng = Random(seed)
    async with a_hall(GAMES, pace=1) as hall:
        host = await hall.guest("host")
        for game in ("whist", "daifugo", "akq"):
            await host.ask(f"OPEN {game} robots=yes")
        people = [await hall.guest(name) for name in "abc"]
        for number in range(300):
            who = rng.choice(people)
            words = [*rng.choice(VERBS).split(), *rng.choices((*JUNK, *HERE), k=rng.randrange(4))]
            if who.question and rng.random() < 0.5:
                words = rng.choice(who.question).split()
            await who.raw(FrameCodec.command([f"#{number}", *words]))
            answer = await who.answer_to(f"#{number}")
            assert answer[1] in ("OK", "WARNING")
            if answer[2:] == ["QUIT"]:  # also what EXIT is in the lobby
                people[people.index(who)] = await hall.guest(f"new-{number}")
            else:
                await who.ask("PING")
            assert sum(message[0] == f"#{number}" for message in who.heard) == 1
        assert not any(" error " in line for line in hall.log)


async def play_on(hall: Hall, *players: Client) -> None:
    """The game of these players goes on to its end."""
    with trio.fail_after(60):
        if players[0].phase == "preparing":
            await players[0].ask("START")
        async with trio.open_nursery() as nursery:
            for player in players:
                nursery.start_soon(player.play)
    assert players[0].phase == "results"


# --- rules that fail --------------------------------------------------------------------------


class Faulty(Nim):
    """Nim that fails somewhere."""

    title = "Faulty Nim"
    WHERE = ""

    def fail(self, where: str) -> None:
        if where == self.WHERE and (self.heap < 8 or where == "is_done"):
            raise ZeroDivisionError("S3")

    def begin(self) -> None:
        self.fail("begin")
        super().begin()

    def offers(self, seat: int) -> Sequence[Command]:
        self.fail("offers")
        return super().offers(seat)

    def act(self, seat: int, command: Command) -> None:
        self.fail("act")
        super().act(seat, command)

    def view(self, viewer: int = WATCHER) -> View:
        if self.playing:
            self.fail("view")
        return super().view(viewer)

    def robots(self) -> tuple[int, ...]:
        if self.playing:
            self.fail("robots")
        return super().robots()

    def is_done(self, seat: int) -> bool:
        self.fail("is_done")
        return super().is_done(seat)

    def on_game_over(self) -> None:
        self.fail("on_game_over")
        super().on_game_over()


@pytest.mark.parametrize("robots", ["yes", "no"])
@pytest.mark.parametrize("where", ["begin", "offers", "act", "view", "robots", "on_game_over"])
async def test_rules_that_fail_break_only_their_own_table(
    autojump_clock: trio.abc.Clock, where: str, robots: str
) -> None:
    faulty: type[NetGame] = type("Faulty", (Faulty,), {"__doc__": "x", "WHERE": where})
    store = new_store()
    async with a_hall({"nim": Nim, "faulty": faulty}, store=store, pace=1, seed=1) as hall:
        ann, bob, eve = [await hall.guest(name) for name in ("ann", "bob", "eve")]
        await ann.ask(f"OPEN faulty grace=3 robots={robots}")
        await seat_all([ann, bob][: 1 + (robots == "no")], "faulty-1")
        await eve.ask("WATCH faulty-1")
        await ann.ask("START")
        async with trio.open_nursery() as nursery:
            for client in (ann, bob, eve):
                nursery.start_soon(play_while_it_lasts, client)
        for client in (ann, eve) if robots == "yes" else (ann, bob, eve):
            codes = {m[m.index("WARNING") + 1] for m in client.heard if "WARNING" in m}
            assert codes == {"TABLE_BROKEN"}
        await bob.drop()
        await trio.sleep(30)
        assert (await ann.ask("STATE"))[0] in ("OK", "WARNING")
        assert (await ann.ask("EXIT"))[:2] == ["OK", "EXIT"]
        assert (await eve.ask("EXIT"))[:2] == ["OK", "EXIT"]
        await ann.ask("OPEN nim")
        await seat_all([ann, eve], "nim-1")
        await play_on(hall, ann, eve)
        await trio.sleep(1000)
        assert len(hall.logged("table.broken")) == 1
        assert not any("S3" in line for line in hall.log)
        assert not hall.logged("connection.failed")
    async with a_hall({"nim": Nim, "faulty": faulty}, store=store, pace=1, seed=1) as hall:
        zoe = await hall.guest("zoe")
        assert (await zoe.ask("TABLES"))[0] == "OK"


@pytest.mark.parametrize("way", ["drop", "EXIT", "QUIT"])
async def test_rules_that_fail_when_somebody_goes_do_not_keep_them(
    autojump_clock: trio.abc.Clock, way: str
) -> None:
    faulty: type[NetGame] = type("Faulty", (Faulty,), {"__doc__": "x", "WHERE": "is_done"})
    async with a_hall({"faulty": faulty}) as hall:
        ann, bob = await a_table(hall, "ann", "bob", game="faulty")
        await ann.ask("START")
        if way == "drop":
            await bob.drop()
        else:
            assert (await bob.ask(way))[:2] == ["OK", way]
        assert (await ann.until("WARNING"))[1] == "TABLE_BROKEN"
        assert (await ann.ask("EXIT"))[:2] == ["OK", "EXIT"]
        assert len(hall.logged("table.broken")) == 1


async def play_while_it_lasts(client: Client) -> None:
    with trio.move_on_after(50):
        await client.play()


async def test_a_table_whose_rules_were_mended_goes_on_after_a_restart(
    autojump_clock: trio.abc.Clock,
) -> None:
    faulty: type[NetGame] = type("Faulty", (Faulty,), {"__doc__": "x", "WHERE": "act"})
    store = new_store()
    async with a_hall({"faulty": faulty}, store=store) as hall:
        people = [hall.connect() for _ in range(2)]
        tokens = [await p.enter(name) for p, name in zip(people, ("ann", "bob"), strict=True)]
        await people[0].ask("OPEN faulty")
        await seat_all(people, "faulty-1")
        await people[0].ask("START")
        async with trio.open_nursery() as nursery:
            for client in people:
                nursery.start_soon(play_while_it_lasts, client)
        heard = [client.events for client in people]
        assert people[0].phase == "playing"
    async with a_hall({"faulty": Nim}, store=store) as hall:
        again = [hall.connect() for _ in range(2)]
        for client, token in zip(again, tokens, strict=True):
            assert (await client.ask(f"RESUME {token} 10"))[:2] == ["OK", "RESUME"]
        for old, client in zip(heard, again, strict=True):
            assert client.events[: len(old) - 10] == [e for e in old if e[0] > 10][: len(old) - 10]
        await play_on(hall, *again)


async def test_a_table_that_cannot_be_played_again_is_logged_and_the_rest_goes_on(
    autojump_clock: trio.abc.Clock,
) -> None:
    store = new_store()
    async with a_hall({"nim": Nim, "other": Nim}, store=store) as hall:
        ann, bob = await a_table(hall, "ann", "bob", game="other")
        await play_on(hall, ann, bob)
        await (await hall.guest("eve")).ask("OPEN nim")
    faulty: type[NetGame] = type("Faulty", (Faulty,), {"__doc__": "x", "WHERE": "act"})
    gone: list[dict[str, type[NetGame]]] = [{"nim": Nim}, {"nim": Nim, "other": faulty}]
    for games in gone:
        async with a_hall(games, store=store) as hall:
            assert list(hall.core.tables) == ["nim-1"]
            assert len(hall.logged("table.lost")) == 1


# --- long work --------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [OSError("no room"), KeyError("hunter2"), MemoryError()])
async def test_accounts_that_cannot_be_looked_up_are_refused_with_a_code(error: Exception) -> None:
    def failing(name: str) -> Any:
        raise error

    async with a_hall(account=failing) as hall:
        ann = hall.connect()
        for line in ("ENTER ann hunter2hunter2", "ENTER ann", f"ENTER ann KEY {'00' * 32}"):
            assert (await ann.ask(line))[:2] == ["WARNING", "TRY_LATER"]
        assert (await ann.ask("ENTER"))[:2] == ["OK", "ENTER"]
        assert not any("hunter2" in line for line in hall.log)
