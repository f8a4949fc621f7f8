"""What honest players notice while an attacker floods the server with the costliest things.

    python -m benchmarks.attack [--quick] [kind …]

For each kind of flood: so many connections of one address, then of ten, held and fed as fast as
the server takes it, from a process that yields the CPU to everybody else. Meanwhile an honest
player at another address asks PING, four others play, and newcomers enter and load the page.
Everything stays on loopback and ends by itself.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from random import Random
from time import perf_counter
from typing import Any

import msgpack
import trio

from benchmarks.floods import FLOODS
from benchmarks.load import packed, sample
from benchmarks.server import Server, server

PINGER, NEWCOMER = "127.0.0.100", "127.0.0.105"
PLAYERS = [f"127.0.0.{101 + seat}" for seat in range(4)]
CROWD = [f"127.0.0.{110 + number}" for number in range(8)]
_LENGTH = 4
PATIENCE = 30.0
"""Seconds for which the honest go on where one of them has not been answered yet."""


@dataclass(slots=True)
class Seen:
    """How long the honest have waited, in seconds."""

    ping: list[float] = field(default_factory=list)
    move: list[float] = field(default_factory=list)
    enter: list[float] = field(default_factory=list)
    page: list[float] = field(default_factory=list)

    @property
    def all(self) -> tuple[list[float], ...]:
        return self.ping, self.move, self.enter, self.page


class Honest:
    """A msgpack client that waits for its answers."""

    def __init__(self, stream: trio.SocketStream) -> None:
        self.stream = stream
        self._rest = b""

    @classmethod
    async def connect(cls, address: tuple[str, int], source: str) -> Honest:
        return cls(await connect(address, source))

    async def send(self, *words: str) -> None:
        await self.stream.send_all(packed(*words))

    async def frame(self) -> list[Any]:
        while True:
            if len(self._rest) >= _LENGTH:
                end = _LENGTH + int.from_bytes(self._rest[:_LENGTH], "big")
                if len(self._rest) >= end:
                    body, self._rest = self._rest[_LENGTH:end], self._rest[end:]
                    return list(msgpack.unpackb(body, strict_map_key=False))
            data = await self.stream.receive_some(1 << 16)
            if not data:
                raise RuntimeError("an honest client was cut off")
            self._rest += bytes(data)

    async def ask(self, *words: str) -> list[Any]:
        """Say something, and wait for its answer."""
        await self.send(*words)
        while True:
            for message in await self.frame():
                if message[0] in ("OK", "WARNING", "BYE"):
                    if message[0] != "OK":
                        raise RuntimeError(f"{words}: {message}")
                    return list(message)


async def connect(address: tuple[str, int], source: str) -> trio.SocketStream:
    sock = trio.socket.socket()
    try:
        await sock.bind((source, 0))
        await sock.connect(address)
    except BaseException:
        sock.close()
        raise
    return trio.SocketStream(sock)


_names = count(1)


def name() -> str:
    """One that nobody had in this run."""
    return f"honest{next(_names)}"


async def ping(address: tuple[str, int], seen: Seen, every: float) -> None:
    client = await Honest.connect(address, PINGER)
    async with client.stream:
        await client.ask("ENTER", name())
        while True:
            begun = perf_counter()
            await client.ask("PING")
            seen.ping.append(perf_counter() - begun)
            await trio.sleep(every)


async def play(address: tuple[str, int], seen: Seen, pace: float) -> None:
    """A table of four; a move has been told when all four have heard it."""
    async with AsyncExitStack() as stack:
        clients = []
        for source in PLAYERS:
            clients.append(await Honest.connect(address, source))
            await stack.enter_async_context(clients[-1].stream)
        await _play(clients, seen, pace)


async def _play(clients: Sequence[Honest], seen: Seen, pace: float) -> None:
    for client in clients:
        await client.ask("ENTER", name())
    opened = await clients[0].ask("OPEN", "page_one", "move=0")
    for client in clients:
        await client.ask("JOIN", opened[2])
        await client.ask("LOGIN")
    chance, sent = Random(1), [0.0, 0]

    async def listen(client: Honest) -> None:
        while True:
            for message in await client.frame():
                kind = message[1] if isinstance(message[0], int) else message[0]
                if kind == "ACTION" and sent[1] and message[3] != "START":
                    sent[1] -= 1
                    if not sent[1]:
                        seen.move.append(perf_counter() - sent[0])
                elif kind == "ASK":
                    await trio.sleep(pace)
                    sent[:] = perf_counter(), len(clients)
                    await client.send(*sample(message[1], chance).split(" "))
                elif kind == "PHASE" and message[2] == "results" and client is clients[0]:
                    await client.send("START")

    async with trio.open_nursery() as nursery:
        for client in clients:
            nursery.start_soon(listen, client)
        await clients[0].send("START")


async def come_in(hosted: Server, seen: Seen, every: float) -> None:
    """A newcomer connects and enters; another loads the page."""
    while True:
        begun = perf_counter()
        client = await Honest.connect(hosted.address, NEWCOMER)
        async with client.stream:
            await client.ask("ENTER", name())
            seen.enter.append(perf_counter() - begun)
            await client.ask("QUIT")
        seen.page.append(await load_page(hosted.web, NEWCOMER))
        await trio.sleep(every)


async def load_page(address: tuple[str, int], source: str) -> float:
    begun = perf_counter()
    async with await connect(address, source) as stream:
        await stream.send_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        answer = b""
        while data := bytes(await stream.receive_some(1 << 16)):
            answer += data
    if not answer.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"no page: {answer[:80]!r}")
    return perf_counter() - begun


async def crowd(address: tuple[str, int], count: int) -> float:
    """So many clients at once; when the last of them was served."""
    begun = perf_counter()

    async def one(number: int) -> None:
        client = await Honest.connect(address, CROWD[number % len(CROWD)])
        async with client.stream:
            await client.ask("ENTER", name())
            await client.ask("QUIT")

    async with trio.open_nursery() as nursery:
        for number in range(count):
            nursery.start_soon(one, number)
    return perf_counter() - begun


@contextmanager
def attack(kind: str, hosted: Server, connections: int, addresses: int) -> Iterator[None]:
    """A flood in a process of its own that yields to everybody else."""
    ports = str(hosted.address[1]), str(hosted.web[1])
    command = [sys.executable, "-m", "benchmarks.floods", kind, *ports]
    command += [str(connections), str(addresses)]
    process = subprocess.Popen(command, preexec_fn=_yield_to_all)  # noqa: PLW1509
    try:
        yield
    finally:
        process.kill()
        process.wait()


def _yield_to_all() -> None:
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


async def watch(
    hosted: Server,
    kind: str,
    connections: int,
    addresses: int,
    *,
    seconds: float,
    newcomers: int,
    before: float = 1.5,
) -> tuple[Seen, float, float]:
    """What the honest see while the flood lasts, how soon a crowd is served, and the memory."""
    seen = Seen()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, hosted.address, seen, 0.02)
        await trio.sleep(0.3)
        with attack(kind, hosted, connections, addresses):
            await trio.sleep(before)  # until all its connections are up
            seen.move.clear()
            nursery.start_soon(ping, hosted.address, seen, 0.02)
            nursery.start_soon(come_in, hosted, seen, 0.1)
            await trio.sleep(seconds)
            with trio.move_on_after(PATIENCE):
                while not all(seen.all):  # noqa: ASYNC110 - on a busy machine it takes longer
                    await trio.sleep(0.05)
            memory = hosted.memory() / 2**20
            nursery.cancel_scope.cancel()  # what the crowd itself takes is not the attacker's doing
            with trio.CancelScope(shield=True):
                served = await crowd(hosted.address, newcomers)
    return seen, served, memory


def part(times: Sequence[float], share: float) -> float:
    """A quantile in milliseconds."""
    return 1000 * sorted(times)[int(share * (len(times) - 1))] if times else float("nan")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument("kinds", nargs="*", metavar="kind", help=", ".join(FLOODS))
    args = parser.parse_args()
    seconds, scale = (1.0, 10) if args.quick else (6.0, 1)
    print(f"{'p99 in ms':28}{'PING':>8}{'move':>8}{'ENTER':>8}{'page':>8}{'MiB':>8}{'crowd s':>9}")
    for kind in args.kinds or ["none", *FLOODS]:
        for connections, addresses in ((250, 1), (500, 10)):
            with server(limits=True) as hosted:
                look = partial(watch, seconds=seconds, newcomers=1000 // scale)
                seen, served, memory = trio.run(look, hosted, kind, connections // scale, addresses)
            times = [part(each, 0.99) for each in seen.all]
            title = f"{kind}, {connections // scale} from {addresses}"
            figures = "".join(f"{each:8.1f}" for each in times)
            print(f"{title:28}{figures}{memory:8.0f}{served:9.2f}", flush=True)


if __name__ == "__main__":
    main()
