"""What it costs that a player is connected to another node than that of the table.

    python -m benchmarks.relay [--seconds N]

Two nodes and the load are processes on loopback; commits are durable. The same tables are played at
over the node itself and over the door, in turns; CPU time is that of both nodes together.
"""

from __future__ import annotations

import argparse
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import cast

import trio

from benchmarks.load import Client, Load
from benchmarks.server import Server, play
from cardkit.registry import installed
from cardkit.server.elsewhere import Elsewhere, Node
from cardkit.server.listener import open_sockets
from cardkit.server.relay import Relay
from cardkit.server.serve import serving
from cardkit.server.session import Session
from cardkit.server.settings import Limits, Settings

GAME, TABLES = "page_one", 8
HARDLY_ANY = Limits(connections_from=20_000, commands=100_000.0)


class OtherClient(Client):
    """Never of the same name as one before."""

    __slots__ = ()
    _names = count()

    def __init__(self, address: tuple[str, int], name: str) -> None:
        super().__init__(address, f"{name}x{next(self._names)}")


class OtherLoad(Load):
    """One after the other at the same server."""

    client = OtherClient


class AllAt:
    """Everybody is at one node: whoever enters is handed on to there."""

    def __init__(self, node: Node | None) -> None:
        self.node = node

    def table(self, name: str) -> Node | None:
        return self.node

    def session(self, name: str) -> Node | None:
        return self.node

    def token(self, token: bytes) -> Node | None:
        return self.node

    def with_room(self) -> None:
        return None

    def give(self, session: Session, node: Node) -> None:
        raise NotImplementedError


async def run_node(folder: Path, other: int) -> None:
    """A node, or with the port of another one a door to that."""
    settings = Settings(port=0, data=folder, limits=HARDLY_ANY)
    games = {name: game.load() for name, game in installed().items() if name == GAME}
    async with serving(settings, games, lambda line: None) as running:
        [listener] = open_sockets("127.0.0.1", 0)
        own = Node(f"node {os.getpid()}", "127.0.0.1", listener.getsockname()[1])
        await running.nursery.start(Relay(own, running.runner).run, listener)
        there = Node("other", own.host, other) if other else None
        running.runner.core.elsewhere = cast(Elsewhere, AllAt(there))  # nothing else is asked
        print(running.ports[0], own.port, flush=True)
        await trio.to_thread.run_sync(sys.stdin.read)


@contextmanager
def a_node(other: int = 0) -> Iterator[tuple[Server, int]]:
    """One in a process of its own, and the port for other nodes."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "benchmarks.relay", "--node", folder, str(other)]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as process:
            assert process.stdout is not None
            port, relay = map(int, process.stdout.readline().split())
            yield Server(process, port, 0), relay
            process.communicate("")


def measure(rounds: int, seconds: float, tables: int, rate: float) -> None:
    os.environ["CARDKIT_KEY"] = secrets.token_hex(32)
    with ExitStack() as stack:
        node, port = stack.enter_context(a_node())
        door, _ = stack.enter_context(a_node(port))
        cpu: dict[str, list[float]] = {}
        delays: dict[str, list[float]] = {}
        for _ in range(rounds):
            for name, way in (("direct", node), ("relayed", door)):
                load = OtherLoad(way.address)
                load.seat(tables, GAME)
                load.begin()
                before = door.cpu()
                found = play(node, load, seconds, rate)
                there = found.cpu / found.moves
                here = (door.cpu() - before) / 1.25 / found.moves  # a fifth is warming up
                cpu.setdefault(name, []).append(1e6 * (there + here))
                cpu.setdefault(f"{name}, at the node", []).append(1e6 * there)
                delays.setdefault(name, []).append(1e3 * found.latency(0.5))
                load.close()
    pace = f"{rate:.0f} moves/s" if rate else "as fast as possible"
    print(f"{tables} tables of {GAME} with four players, {pace}:")
    for name, each in cpu.items():
        print(f"  {name}: {median(each):.0f} µs of CPU a move")
    for name, each in delays.items():
        print(f"  {name}: p50 {median(each):.2f} ms")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=1.5, help="of each slice")
    parser.add_argument("--node", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.node:
        trio.run(run_node, Path(args.node[0]), int(args.node[1]))
        return
    measure(2, args.seconds, TABLES, 200.0)
    measure(2, args.seconds, TABLES, 0.0)


if __name__ == "__main__":
    main()
