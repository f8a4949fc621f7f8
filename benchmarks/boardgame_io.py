"""cardkit's server and one of boardgame.io, in alternating slices of one run.

    python -m benchmarks.boardgame_io [--quick]

`python -m benchmarks.server` ends with it.

Both hold tables of Page One on loopback, for the same load in a process of its own, which speaks
msgpack to the one and socket.io to the other. cardkit stores and syncs every move before it tells
it; boardgame.io keeps all in memory. Needs Node and npm, which installs boardgame.io into build/.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import chain
from pathlib import Path
from statistics import median
from time import sleep
from typing import Any, NamedTuple

from benchmarks.driver import show
from benchmarks.load import Client, Load
from benchmarks.server import Server, Slice, play, server
from benchmarks.web import Browser

VERSION = "0.50.2"
GAME = "page_one"
FOLDER = Path(__file__).parents[1] / "build" / f"boardgame.io-{VERSION}"
WARM_UP = 5.0
"""CPU-seconds of play after which Node has compiled what is used much."""
CONNECT, EVENT = (f"{kind}/{GAME},".encode() for kind in (40, 42))

Slices = tuple[Sequence[Slice], Sequence[Slice]]


class NodeServer(Server):
    """Node collects garbage when it likes; what it holds is what is left after that."""

    def memory(self) -> int:
        self.process.send_signal(signal.SIGUSR2)
        sleep(1)
        return super().memory()


def install() -> bool:
    """Whether boardgame.io is there; says what is missing."""
    npm = shutil.which("npm")
    if npm is None or shutil.which("node") is None:
        print("benchmarks.boardgame_io needs Node and npm (apt install npm); skipped")
        return False
    if (FOLDER / "node_modules/boardgame.io/package.json").exists():
        return True
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(FOLDER)]
    if subprocess.run([*command, f"boardgame.io@{VERSION}"], check=False).returncode:
        print(f"benchmarks.boardgame_io: npm could not install boardgame.io {VERSION}; skipped")
        return False
    return True


@contextmanager
def boardgame_io() -> Iterator[Server]:
    """A server of boardgame.io in a process of its own, set up for production."""
    environment = {"NODE_ENV": "production", "NODE_PATH": str(FOLDER / "node_modules")}
    command = ["node", "--expose-gc", str(Path(__file__).with_suffix(".js"))]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | environment
    )
    try:
        assert process.stdout is not None
        port = int(process.stdout.readline())
        yield NodeServer(process, port, port)
    finally:
        process.terminate()
        process.wait(timeout=30)
        if process.stdout is not None:
            process.stdout.close()


class Player(Browser):
    """One connection of socket.io; works out its moves from the state, as boardgame.io has it."""

    path = "/socket.io/?EIO=4&transport=websocket"

    def enter(self, match: str, seat: int) -> None:
        self.match, self.seat, self.state_id = match, str(seat), -1
        self._ask(CONNECT, "connected")
        players = 4
        sync = json.dumps(["sync", match, self.seat, None, players]).encode()
        self.see(self._ask(EVENT + sync, "sync")[2]["state"])

    def _ask(self, body: bytes, answer: str) -> list[Any]:
        self.sock.sendall(self.message(body))
        while True:
            for frame in self.frames(self.sock.recv(1 << 16)):
                for message in frame:
                    if message[0] == answer:
                        return list(message)

    def see(self, state: dict[str, Any]) -> None:
        """Know what may be done now, which is nothing in another's turn."""
        if state["_stateID"] <= self.state_id:
            raise RuntimeError(f"{self.name}: a move was refused")
        self.state_id = state["_stateID"]
        self.asked = []
        if state["ctx"]["currentPlayer"] == self.seat:
            shown, hand = state["G"]["top"], state["G"]["players"][self.seat]["hand"]
            fitting = [card for card in hand if card[0] == shown[0] or card[1] == shown[1]]
            self.asked = [f"discard {card}" for card in fitting] or ["draw"]

    def packed(self, *words: str) -> bytes:
        verb, *cards = words
        payload = {"type": verb, "args": cards, "playerID": self.seat}
        action = {"type": "MAKE_MOVE", "payload": payload}
        told = ["update", action, self.state_id, self.match, self.seat]
        return self.message(EVENT + json.dumps(told).encode())

    def unpacked(self, body: bytes) -> list[list[Any]]:
        if body.startswith(EVENT):
            return [json.loads(body[len(EVENT) :])]
        if body == b"2":
            self.sock.sendall(self.message(b"3"))  # ping, pong
        return [["connected"]] if body.startswith(CONNECT) else []


class PlayerLoad(Load):
    """Tables of boardgame.io."""

    client = Player

    def _join(self, clients: Sequence[Client], game: str, views: str) -> str:
        self.run(0.001)  # who has sat for long is asked for signs of life
        match = f"match-{len(self.tables)}"
        for seat, client in enumerate(clients):
            assert isinstance(client, Player)
            client.enter(match, seat)
        return match

    def begin(self) -> None:
        for table in self.tables:
            for client in table.clients:
                if client.asked:
                    self._answer(client)

    def _take(self, client: Client, message: list[Any], rate: float) -> None:
        if message[0] == "update":
            assert isinstance(client, Player)
            self._heard_move(client)
            client.see(message[2])
            if client.asked:
                self._asked(client, client.asked, rate)


class Playing(NamedTuple):
    """A warm server, those who play there, and the bytes it holds for each table."""

    hosted: Server
    load: Load
    size: float


@contextmanager
def playing(
    server: AbstractContextManager[Server], load_class: type[Load], tables: int
) -> Iterator[Playing]:
    with server as hosted:
        empty = hosted.memory()
        load = load_class(hosted.address)
        load.seat(tables, GAME)
        load.begin()
        warm = hosted.cpu() + WARM_UP
        while hosted.cpu() < warm:
            load.run(0.5)
        yield Playing(hosted, load, (hosted.memory() - empty) / tables)
        load.close()


def alternate(sides: Sequence[Playing], slices: int, seconds: float, rate: float = 0) -> Slices:
    """Slices of each side, so that a busy machine is busy for both."""
    rounds = [[play(*side[:2], seconds, rate) for side in sides] for _ in range(slices)]
    ours, theirs = zip(*rounds, strict=True)
    return ours, theirs


def saturated(sides: Sequence[Playing], slices: int, seconds: float) -> list[str]:
    """Moves per CPU-second, and how far they varied."""
    rates = [[found.per_cpu for found in side] for side in alternate(sides, slices, seconds)]
    ratios = [ours / theirs for ours, theirs in zip(*rates, strict=True)]
    texts = [f"{median(each):,.0f} ({min(each):,.0f}–{max(each):,.0f})" for each in rates]
    return [*texts, f"{median(ratios):.2f} × ({min(ratios):.2f}–{max(ratios):.2f})"]


def paced(
    sides: Sequence[Playing], slices: int, seconds: float, rate: float
) -> Iterator[list[str]]:
    """How soon the last player hears of a move, at a pace that both can keep."""
    while True:
        found = alternate(sides, slices, seconds, rate)
        if rate < 10 or all(each.moves > 0.95 * rate * each.clock for each in chain(*found)):
            break
        rate /= 2
    for part in (50, 99):
        times = [1000 * median(each.latency(part / 100) for each in side) for side in found]
        texts = [f"{time:.1f} ms" for time in times]
        yield [f"{rate:.0f} moves/s, p{part}", *texts, f"{times[1] / times[0]:.2f} ×"]


def compare(*, quick: bool) -> None:
    """Measure both, and show one beside the other; nothing where Node is not there."""
    if not install():
        return
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    scale, seconds = (10, 2.0) if quick else (1, 10.0)
    rows = []
    for tables in (10, 100, 1000 // scale):
        with (
            playing(server(), Load, tables) as ours,
            playing(boardgame_io(), PlayerLoad, tables) as theirs,
        ):
            sides = (ours, theirs)
            found = saturated(sides, 3, seconds)
            rows.append([f"{tables:,} tables, moves per CPU-second", *found])
            if len(rows) == 3:
                rows += paced(sides, 3, seconds, 500 / scale)
                sizes = [f"{side.size / 1024:.0f} KiB" for side in sides]
                rows.append(["memory of a table", *sizes, f"{theirs.size / ours.size:.2f} ×"])
    title = f"Page One, four players hear every move; boardgame.io {VERSION}, in memory"
    show(title, ["", "cardkit, durable", "boardgame.io", "in favour of cardkit"], rows)
    print("load averages:", *(f"{load:.1f}" for load in os.getloadavg()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    compare(quick=parser.parse_args().quick)


if __name__ == "__main__":
    main()
