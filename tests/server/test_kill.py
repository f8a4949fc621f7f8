"""`kill -9` at any moment: the tables go on where they were, and nothing that was told is lost.

First every moment at which a page was stored, without a process; then a real server in a process
of its own, on loopback, with a folder of its own.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio

from cardkit.fair import PlayerRole, commit_player, context_of
from cardkit.netgame import NetGame, pick
from cardkit.protocol import read_frame
from cardkit.protocol.frames import FrameCodec
from cardkit.registry import find_game
from tests import stores
from tests.server_helpers import Client, CoreServer, choose, gapless
from tests.waiting import until

NAMES = ("ann", "bob", "cem", "dai")
GIVERS = ("ann", "bob", "dai")
"""Who takes part in deals, or listens to them; a person at a terminal does not."""
KILLS = 2


# --- after every page -------------------------------------------------------------------------


def events_of(messages: Sequence[list[Any]]) -> list[list[Any]]:
    return [message for message in messages if type(message[0]) is int]


def deals_of(messages: Sequence[list[Any]]) -> dict[tuple[Any, ...], list[Any]]:
    """What was told of each deal, by its number, the step and the shuffle."""
    told = (message for message in messages if message[0] == "DEAL")
    return {(m[2], m[1], m[3] if m[1] == "root" else ""): m for m in told}


def contribute(server: CoreServer) -> None:
    """All who hear of a deal give to it what they should."""
    for name in GIVERS:
        deals = deals_of(server.heard[name])
        number = max((number for number, _, _ in deals), default=0)
        if number and (number, "ready", "") not in deals:
            about, me = deals[number, "open", ""][3], f"guest-{name}"
            mine = sha256(f"{name} {number}".encode()).digest()
            if (number, "commits", "") in deals:
                server.say(name, ("REVEAL", str(number), mine.hex()))
            elif me in about["seats"]:
                bound = commit_player(context_of(about), about["seats"].index(me), mine)
                server.say(name, ("COMMIT", str(number), bound.hex()))


def a_server_at_play(
    games: dict[str, type[NetGame]], rng: Random
) -> tuple[CoreServer, dict[str, str]]:
    """Some games with a few people, of whom one is sometimes away."""
    server = CoreServer(games)
    for name in GIVERS:
        server.say(name, ("PROOFS", "on"))
    tokens = {name: server.say(name, ("ENTER", name))[0][3] for name in NAMES}
    [[_, _, table]] = server.say("ann", ("OPEN", *games))
    for name in NAMES:
        server.say(name, ("JOIN", table))
        server.say(name, ("LOGIN" if name != "dai" else "PING",))
    hosted = server.core.tables[table]
    for number in range(80):
        if not hosted.table.playing:
            contribute(server)
            server.say("ann", ("START",))
            contribute(server)
        elif number % 20 == 9:
            server.lose("bob")
            last = max(event[0] for event in events_of(server.heard["bob"]))
            server.say("bob", ("PROOFS", "on"))
            server.say("bob", ("RESUME", tokens["bob"], str(last)))
        else:
            seat = rng.choice(hosted.table.awaited)
            line = pick(hosted.table.legal(seat), rng.randrange)
            server.say(hosted.table.names[seat].removeprefix("guest-"), line.split(" "))
    return server, tokens


@pytest.mark.parametrize("game", ["page_one", "flush_poker", "daifugo", "akq"])
def test_from_every_page_on_all_goes_on_as_it_was_told(game: str) -> None:
    games: dict[str, type[NetGame]] = {game: find_game(game)}
    server, tokens = a_server_at_play(games, Random(game))
    assert len(server.pages) > 80
    known = 0
    for count in range(4, len(server.pages) + 1):
        told = {n: server.heard[n][:size] for n, size in server.after[count - 1].items()}
        later = CoreServer(games, server.pages[:count])
        for name, token in tokens.items():
            before = events_of(told[name])
            last = before[-1][0] if before else 0
            if name in GIVERS:
                later.say(name, ("PROOFS", "on"))
            heard = later.say(name, ("RESUME", token, str(max(0, last - 15))))
            deals, again = deals_of(told[name]), deals_of(heard)
            assert all(deals.get(step, message) == message for step, message in again.items())
            known += bool(again)
            assert heard[0] == ["OK", "RESUME", f"guest-{name}"]
            now = {event[0]: event for event in events_of(heard)}
            assert all(now.get(event[0], event) == event for event in before)
            if now:
                assert [*now] == [*range(min(now), max(now) + 1)]
                assert max(now) >= last
            else:
                assert not before or "STATE" in [message[0] for message in heard]
    assert known > len(server.pages)


# --- a real server ----------------------------------------------------------------------------


@asynccontextmanager
async def a_server(folder: Path, store: str) -> AsyncIterator[tuple[trio.Process, int]]:
    """A server that is up, and its port; it is killed in the end."""
    process = await launch(folder, store)
    try:
        yield process, await port_of(process)
    finally:
        await kill(process)


async def launch(folder: Path, store: str) -> trio.Process:
    run = [sys.executable, "-m", "cardkit.cli"]
    serve = ["serve", "--port", "0", "--data", str(folder), "--no-tables", "--pace", "0"]
    serve += ["--store", store] if store else []
    said = ["--log", str(folder / "log"), "--lang", "en"]
    return await trio.lowlevel.open_process([*run, *serve, *said], stdout=subprocess.PIPE)


async def kill(process: trio.Process) -> None:
    process.kill()
    await process.wait()
    if process.stdout is not None:
        await process.stdout.aclose()


async def port_of(process: trio.Process) -> int:
    said = b""
    assert process.stdout is not None
    while not (found := re.search(rb" up at 127\.0\.0\.1:(\d+)\.", said)):
        data = await process.stdout.receive_some()
        assert data, "the server did not start"
        said += data
    return int(found[1])


class Survivor(Client):
    """A player who comes back after every kill and repeats what was not answered."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self.rng = name, Random(seed)
        self.token = ""
        self.said = 0
        self.pending = ""
        self.accepted: list[str] = []
        self.told: dict[int, list[Any]] = {}
        self.heard = []
        self.fair = PlayerRole(f"guest-{name}", self.rng.randbytes) if name in GIVERS else None

    async def connect(self, port: int) -> None:
        old = self.heard
        super().__init__(await trio.open_tcp_stream("127.0.0.1", port), FrameCodec())
        self.heard = old

    async def come_back(self, port: int) -> None:
        """What was heard before is told again in the same words, and then the rest."""
        await self.connect(port)
        last, known = self.last, len(self.heard)
        await self.ask_for_proofs()
        repeated = 0 if self.fair else self.rng.randrange(30)  # a role hears all once
        answer = await self.ask(f"RESUME {self.token} {max(0, last - repeated)}")
        assert answer == ["OK", "RESUME", f"guest-{self.name}"]
        again, self.heard[known:] = self.heard[known:], []
        for message in again:
            if type(message[0]) is int and message[0] <= last:
                assert self.told.get(message[0], message) == message
            else:
                self.heard.append(message)
        if self.pending:
            await self.say(self.pending)

    async def frame(self) -> list[list[Any]]:
        frame = await super().frame()
        await self._take_part(frame)
        for message in frame:
            if type(message[0]) is int:
                self.told[message[0]] = message
            elif self.pending and message[0] == self.pending.split()[0]:
                if message[1] == "OK":
                    self.accepted.append(self.pending.split(" ", 1)[1])
                self.pending = ""
        return frame

    async def ask_for_proofs(self) -> None:
        if self.fair:
            await self.say("PROOFS on")

    async def _take_part(self, frame: list[list[Any]]) -> None:
        """Contribute to deals; whatever happens, nothing false is told of them."""
        answers, false = self.fair.hear(read_frame(frame)) if self.fair else ([], [])
        assert not false
        for command in answers:
            await self.say(" ".join(command.words()))

    async def do(self, line: str) -> None:
        self.said += 1
        self.pending, self.question = f"#{self.name}{self.said} {line}", []
        await self.say(self.pending)

    async def play_until_killed(self, heard: Callable[[], None]) -> None:
        """Play game after game, as fast as it goes."""
        try:
            while True:
                if self.pending:
                    pass
                elif self.question:
                    await self.do(choose(self.question, self.rng))
                elif self.phase != "playing" and self.name == "ann":
                    await self.do("START")
                await self.frame()
                heard()
        except (EOFError, trio.BrokenResourceError):
            await self.drop()

    def made(self) -> list[str]:
        """What this player did in the games, as everybody was told."""
        told = (event for _, event in sorted(self.told.items()))
        mine = (event[3:] for event in told if event[1:3] == ["ACTION", f"guest-{self.name}"])
        return [" ".join(map(str, words)) for words in mine if words[0] not in ("ENTER", "LOGIN")]

    @property
    def is_through(self) -> bool:
        """The last game is over; a START that was accepted may still wait for its deal."""
        through = self.phase == "results" and not self.pending
        return through and len(self.made()) == len(self.accepted)


@pytest.mark.parametrize("game", ["page_one", "flush_poker"])
async def test_tables_survive_kill_9_and_nothing_that_was_told_is_lost(
    tmp_path: Path, game: str
) -> None:
    rng = Random(9)
    players = [Survivor(name, rng.randrange(1 << 30)) for name in NAMES]
    store = stores.new_address()
    early = await launch(tmp_path, store)
    until(lambda: [*tmp_path.iterdir()])
    await kill(early)  # before there is all that it makes in its folder
    with trio.fail_after(300):  # on a busy machine a server takes long to start
        async with a_server(tmp_path, store) as (process, port):
            for player in players:
                await player.connect(port)
                await player.ask_for_proofs()
                player.token = await player.enter(player.name)
            [*_, table] = await players[0].ask(f"OPEN {game} games=1000")
            for player in players:
                await player.ask(f"JOIN {table}")
                await player.ask("LOGIN")
            await play_and_kill(process, players, rng)
        for _ in range(KILLS - 1):
            async with a_server(tmp_path, store) as (process, port):
                for player in players:
                    await player.come_back(port)
                await play_and_kill(process, players, rng)
        async with a_server(tmp_path, store) as (process, port):
            for player in players:
                await player.come_back(port)
            async with trio.open_nursery() as nursery:
                for player in players:
                    nursery.start_soon(play_to_the_end, player, players, nursery.cancel_scope)
            for player in players:
                await player.drop()
    for player in players:
        assert gapless(player)
        assert player.made() == player.accepted  # each command once, and in its order
    public = [{n: e for n, e in p.told.items() if "??" not in e} for p in players]
    for told in public[1:]:
        shared = [n for n in told if n in public[0] and told[n][1] not in ("ACTION", "MOVE")]
        assert all(told[n] == public[0][n] for n in shared)
    assert all(player.accepted for player in players)
    assert all(player.fair.deals for player in players if player.fair)


async def play_and_kill(process: trio.Process, players: list[Survivor], rng: Random) -> None:
    """Play until so many frames were heard; the server is then at whatever comes next."""
    left = rng.randrange(10, 300)

    def one_more() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            process.kill()

    async with trio.open_nursery() as nursery:
        for player in players:
            nursery.start_soon(player.play_until_killed, one_more)


async def play_to_the_end(
    player: Survivor, players: list[Survivor], everybody: trio.CancelScope
) -> None:
    while not all(each.is_through for each in players):
        if player.question and not player.pending:
            await player.do(choose(player.question, player.rng))
        await player.frame()
    everybody.cancel()
