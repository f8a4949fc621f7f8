"""A server in memory and its clients, for tests: no socket, no disk and no real time."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import trio
from trio.testing import memory_stream_pair

from cardkit.cli import make_parser
from cardkit.commands.configuration import configured
from cardkit.netgame import NetGame
from cardkit.protocol import Codec
from cardkit.protocol.frames import FrameCodec
from cardkit.server.core import ServerCore
from cardkit.server.links import StreamLink
from cardkit.server.listener import ConnectionListener, open_sockets
from cardkit.server.log import Log
from cardkit.server.outbox import Outbox, deliver
from cardkit.server.recovery import recover
from cardkit.server.request import Job
from cardkit.server.robots import Advisers, Robots
from cardkit.server.runner import ServerRunner
from cardkit.server.saved import saved_game
from cardkit.server.session import Peer
from cardkit.server.settings import LIMITS, Limits, Settings
from cardkit.server.store import Account, Row, Store
from cardkit.server.vault import Vault
from tests.stores import new_store
from tests.tiny_games import Nim

Frame = list[list[Any]]
_tags = count(1)
"""Never the same twice: a tag is remembered, also when its client has come back."""
Commit = Callable[[Sequence[Row]], Awaitable[None]]


class Client:
    """One end of a connection, that hears whole frames and keeps all that it heard."""

    def __init__(self, stream: trio.abc.Stream, codec: Codec) -> None:
        self.stream, self.codec = stream, codec
        self.heard: Frame = []
        self.question: list[str] = []
        """What may be answered to the last ASK, until it is."""
        self.phase = ""
        self._frames: list[Frame] = []

    @property
    def events(self) -> list[list[Any]]:
        """The events of the table among all that was heard."""
        return [message for message in self.heard if type(message[0]) is int]

    @property
    def last(self) -> int:
        """The number of the last event that was heard or that a STATE stands for."""
        numbers = [m[0] for m in self.heard if type(m[0]) is int]
        states = [m[1] for m in self.heard if m[0] == "STATE"]
        return max((*numbers, *states), default=0)

    async def raw(self, data: bytes) -> None:
        await self.stream.send_all(data)

    async def say(self, line: str) -> None:
        await self.raw(self.codec.command(line.split(" ")))

    async def frame(self) -> Frame:
        """The next frame. Raises `EOFError` when the server has closed."""
        while not self._frames:
            try:
                data = bytes(await self.stream.receive_some(1 << 16))
            except trio.BrokenResourceError:
                data = b""
            if not data:
                raise EOFError
            self._frames += self.codec.frames(data)
        frame = self._frames.pop(0)
        self.heard += frame
        for message in frame:
            if message[0] == "ASK":
                self.question = message[1]
            elif message[0] == "STATE":
                self.question, self.phase = [], message[2]["phase"]
            elif message[1:2] == ["PHASE"]:
                self.phase = message[2]
        return frame

    async def until(self, kind: str) -> list[Any]:
        """Listen until a message of this kind comes, event or not."""
        while True:
            for message in await self.frame():
                if kind in (message[0], message[1] if type(message[0]) is int else ""):
                    return message

    async def ask(self, line: str) -> list[Any]:
        """Say something with a tag; its answer, without the tag."""
        tag = f"#q{next(_tags)}"
        await self.say(f"{tag} {line}")
        return (await self.answer_to(tag))[1:]

    async def answer_to(self, tag: str) -> list[Any]:
        while True:
            for message in await self.frame():
                if message[0] == tag:
                    return message

    async def rest(self) -> list[list[Any]]:
        """All that comes until the server closes."""
        heard: list[list[Any]] = []
        try:
            while True:
                heard += await self.frame()
        except EOFError:
            return heard

    async def enter(self, name: str) -> str:
        """Come in as a guest; the token."""
        answer = await self.ask(f"ENTER {name}")
        assert answer[:3] == ["OK", "ENTER", f"guest-{name}"]
        return str(answer[3])

    async def play(self, seed: int = 0) -> None:
        """Answer each question by chance until the game is over."""
        rng = Random(seed)
        while self.phase != "results":
            if self.question:
                question, self.question = self.question, []
                await self.say(choose(question, rng))
            await self.frame()

    async def play_one(self, seed: int = 0) -> None:
        """Play the next game, from its beginning."""
        while self.phase != "playing":
            await self.frame()
        await self.play(seed)

    async def drop(self) -> None:
        """Lose the connection without a word."""
        await trio.aclose_forcefully(self.stream)


def choose(offers: Sequence[str], rng: Random) -> str:
    """A whole command out of what ASK brings."""
    line = rng.choice(offers)
    verb, *words = line.split()
    if len(words) > 1 and words[1] == "of":  # EXCHANGE 0..5 of S3 H7
        least = int(words[0].partition("..")[0])
        return " ".join((verb, *rng.sample(words[2:], least)))
    if len(words) > 2 and words[2] == "of":  # PASS_CARDS ann 3 of S3 H7
        least = int(words[1].partition("..")[0])
        return " ".join((verb, words[0], *rng.sample(words[3:], least)))
    return " ".join((verb, *(word.partition("..")[0] for word in words)))  # RAISE 8..100


class Hall:
    """A server in memory: its shell, its log, and a way to connect to it."""

    def __init__(self, runner: ServerRunner, log: list[str], nursery: trio.Nursery) -> None:
        self.runner, self.core, self.log = runner, runner.core, log
        self.nursery = nursery

    def connect(self, codec: type[Codec] = FrameCodec, address: str = "192.0.2.1") -> Client:
        ours, theirs = memory_stream_pair()
        self.serve(theirs, address)
        return Client(ours, codec())

    def serve(self, stream: trio.abc.Stream, address: str = "192.0.2.1") -> StreamLink:
        link = StreamLink(stream, address, self.nursery)
        self.nursery.start_soon(self.runner.serve, link)
        return link

    async def open_port(
        self,
        nursery: trio.Nursery,
        context: ssl.SSLContext | None = None,
        *,
        tls_only: bool = False,
    ) -> int:
        """Accept connections on loopback; the port."""
        [listener] = open_sockets("127.0.0.1", 0)
        port: int = listener.getsockname()[1]
        door = ConnectionListener(self.runner, context, tls_only=tls_only)
        nursery.start_soon(door.accept, listener)
        return port

    async def guest(self, name: str, codec: type[Codec] = FrameCodec) -> Client:
        client = self.connect(codec)
        await client.enter(name)
        return client

    def logged(self, event: str) -> list[str]:
        return [line for line in self.log if line.split(" ")[2] == event]


def configuration(*words: str, folder: Path, environ: Mapping[str, str] = {}) -> Settings:
    """The settings of `cardkit serve` with these words behind it, and of nobody's own file."""
    args = make_parser(["serve"]).parse_args(["serve", "--data", str(folder), *words])
    return configured(args, environ)[0]


async def no_store(rows: Sequence[Row]) -> None:
    """A store that is fast and forgets."""


def commit_to(store: Store) -> Commit:
    """Stores at once, without a thread, so that a mock clock does not run ahead of it."""

    async def commit(rows: Sequence[Row]) -> None:
        store.write(rows)
        store.sync()

    return commit


@asynccontextmanager
async def a_hall(
    games: Mapping[str, type[NetGame]] = {"nim": Nim},
    *,
    commit: Commit = no_store,
    store: Store | None = None,
    limits: Limits = LIMITS,
    pace: float = 0.0,
    thinkers: Advisers | None = None,
    account: Callable[[str], Account | None] = lambda name: None,
    seed: int = 0,
) -> AsyncIterator[Hall]:
    """A server and its shell, for as long as the block lasts. With a store, as after a restart."""
    log: list[str] = []
    now = trio.current_time
    core = ServerCore(
        games,
        Outbox(Random(f"{seed} {store is None}").randbytes, Log(log.append, now)),
        Vault(bytes(32)),
        now,
        robots=Robots(pace, thinkers=thinkers),
        limits=limits,
        account=account,
    )
    if store is not None:
        core.load = partial(saved_game, store)
        recover(core, store)
        commit = commit_to(store)
    runner = ServerRunner(core, commit)
    with trio.fail_after(100_000):  # a mock clock is there at once when nobody has anything to do
        async with trio.open_nursery() as nursery:
            await nursery.start(runner.run)
            core.outbox.settle()
            yield Hall(runner, log, nursery)
            nursery.cancel_scope.cancel()


async def seat_all(clients: Sequence[Client], table: str) -> None:
    """All go to a table and take a seat there."""
    for client in clients:
        assert (await client.ask(f"JOIN {table}"))[0] == "OK"
        assert (await client.ask("LOGIN"))[0] == "OK"


async def a_table(
    hall: Hall, *names: str, game: str = "nim", codec: type[Codec] = FrameCodec
) -> list[Client]:
    """A table of this game with these guests at it; the first one has opened it."""
    clients = [await hall.guest(name, codec) for name in names]
    answer = await clients[0].ask(f"OPEN {game}")
    await seat_all(clients, answer[2])
    return clients


async def two_at_nim(
    hall: Hall, options: str = "", codec: type[Codec] = FrameCodec
) -> tuple[Client, Client, str]:
    """A game of Nim has begun; ann, bob, and bob's token."""
    ann, bob = hall.connect(codec), hall.connect(codec)
    await ann.enter("ann")
    token = await bob.enter("bob")
    await ann.ask(f"OPEN nim {options}".strip())
    await seat_all([ann, bob], "nim-1")
    await ann.ask("START")
    await bob.until("PHASE")
    return ann, bob, token


async def finish(*players: Client) -> None:
    async with trio.open_nursery() as nursery:
        for player in players:
            nursery.start_soon(player.play)


def same_events(*clients: Client) -> bool:
    """Whether all have heard the same of each event of which they heard."""
    known: dict[int, Any] = {}
    return all(known.setdefault(e[0], e) == e for client in clients for e in client.events)


def gapless(client: Client) -> bool:
    """Whether the numbers of all events, and of the states between them, leave out none."""
    expected = 0
    for message in client.heard:
        if message[0] == "STATE":
            if message[1] < expected:
                return False
            expected = message[1]
        elif type(message[0]) is int:
            if message[0] != expected + 1:
                return False
            expected += 1
    return True


class CoreServer:
    """A server without a shell, for what needs no time or tasks of its own.

    Keeps its log, each page that was stored, and how much everybody had heard after it.
    """

    def __init__(
        self, games: Mapping[str, type[NetGame]], pages: Sequence[Sequence[Row]] = ()
    ) -> None:
        store = new_store()
        for rows in pages:
            store.write(rows)
        store.sync()
        self.time = 0.0
        self.log: list[str] = []
        self.pages: list[list[Row]] = []
        self.after: list[dict[str, int]] = []
        self.heard: dict[str, Frame] = {}
        self.peers: dict[str, Peer] = {}
        outbox = Outbox(Random(len(pages)).randbytes, Log(self.log.append, self.now))
        self.core = ServerCore(games, outbox, Vault(bytes(32)), self.now)
        self._woken = False
        outbox.wake = self._wake
        with store:
            recover(self.core, store)

    def now(self) -> float:
        return self.time

    def _wake(self) -> None:
        self._woken = True

    def say(self, name: str, words: Sequence[str]) -> Frame:
        """All that one hears of what one says."""
        if name not in self.peers:
            heard, codec = self.heard.setdefault(name, []), FrameCodec()

            def send(data: bytes) -> None:
                heard.extend(message for frame in codec.frames(data) for message in frame)

            self.peers[name] = Peer(codec, send, lambda: None)
        before = len(self.heard[name])
        job = self.core.said(self.peers[name], list(words))
        while isinstance(job, Job):
            job = self.core.finish(job, job.work())
        self.store()
        return self.heard[name][before:]

    def lose(self, name: str) -> None:
        """The connection of somebody is gone."""
        self.core.lost(self.peers.pop(name))
        self.store()

    def store(self) -> None:
        self.core.outbox.settle()
        while self._woken:
            rows, frames = self.core.outbox.turn_page()
            self.pages.append(rows)
            deliver(frames)
            self._woken = self.core.outbox.stored()
            self.after.append({name: len(heard) for name, heard in self.heard.items()})
