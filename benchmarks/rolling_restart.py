"""A rolling restart of three nodes under load: what it costs those who play.

    python -m benchmarks.rolling_restart [--tables N] [--rate N] [--store URL]

Three nodes and the players are processes on loopback, over one PostgreSQL. The players are clients
as they are shipped, and come back by themselves to whichever node answers, as behind a proxy. Each
node is told to stop with SIGTERM, and started again when it has ended. What counts is how long a
move takes from the player's decision until the last at the table has heard of it, and that all hear
the same, each move once, without a gap.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from subprocess import PIPE
from tempfile import TemporaryDirectory

import trio

from benchmarks.load import sample
from cardkit.client.address import Address
from cardkit.client.connection import Connection, connect
from cardkit.client.links import Transport, dial
from cardkit.client.messages import Back, Lost
from cardkit.netgame import Refused
from cardkit.protocol.messages import Action, AskMessage, Phase, StateMessage
from cardkit.protocol.schema import EventMessage
from cardkit.server.listener import open_sockets

GAME, PLAYERS = "page_one", 4
NO_MOVES = ("ENTER", "LOGIN", "START")
PAUSE = 1.0
"""Seconds between two restarts, and before and after all."""


class Node:
    """One node in a process of its own, always at the same port."""

    def __init__(self, number: int, folder: Path, store: str) -> None:
        self.name = f"n{number}"
        self.port = _free_port()
        self.log = folder / f"{self.name}.log"
        port = ["--port", str(self.port), "--no-web", "--no-tables", "--node", self.name]
        where = ["--data", str(folder / "data"), "--store", store, "--log", str(self.log)]
        limits = ["--most-each", "5000", "--lang", "en"]
        self._command = [sys.executable, "-m", "cardkit", "serve", *port, *where, *limits]

    async def start(self) -> None:
        self.process = await trio.lowlevel.open_process(self._command, stdout=PIPE)
        assert self.process.stdout is not None
        said = b""
        while b"Ctrl-C" not in said:
            more = await self.process.stdout.receive_some()
            if not more:
                raise RuntimeError(f"{self.name} does not start; see {self.log}")
            said += more

    async def stop(self) -> float:
        """Tell it to stop; how long that took."""
        begun = trio.current_time()
        self.process.send_signal(signal.SIGTERM)
        await self.process.wait()
        return trio.current_time() - begun


def _free_port() -> int:
    [sock] = open_sockets("127.0.0.1", 0)
    with sock:
        port: int = sock.getsockname()[1]
        return port


@dataclass(eq=False)
class Table:
    """What the players of one table have to agree on."""

    begun: dict[int, float] = field(default_factory=dict)
    """When each move was decided, by the number of its event."""
    told: dict[int, tuple[object, ...]] = field(default_factory=dict)


@dataclass(eq=False)
class Player:
    """One client, who answers when it is told to."""

    name: str
    connection: Connection
    table: Table
    starts: bool
    decided: float = 0.0
    answered: int = 0
    acted: int = 0
    offers: list[str] = field(default_factory=list)
    is_busy: bool = False
    """Whether it is about to answer, or has, and has not heard what became of it."""


class Play:
    """All players, and what was seen."""

    def __init__(self, nodes: list[Node], seed: int = 1) -> None:
        self.nodes, self.chance = nodes, Random(seed)
        self.players: list[Player] = []
        self.ready: deque[Player] = deque()
        self.delays: list[float] = []
        self.wrong: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.away: list[float] = []
        """Seconds for which somebody was away."""

    async def door(self) -> Transport:
        """A link to any node that answers."""
        for node in self.chance.sample(self.nodes, len(self.nodes)):
            try:
                return await dial(Address("127.0.0.1", node.port))()
            except Refused as refused:
                wrong = refused
        raise wrong

    async def seat(self, number: int, nursery: trio.Nursery) -> None:
        table = Table()
        for seat in range(PLAYERS):
            name = f"p{number}x{seat}"
            player = await nursery.start(self._be, name, table, seat == 0)
            say = player.connection.say
            await player.connection.enter(name)
            if seat == 0:
                joined = (await say("OPEN", GAME)).reply.table
            await say("JOIN", joined)
            await say("LOGIN")

    async def _be(
        self,
        name: str,
        table: Table,
        starts: bool,
        task_status: trio.TaskStatus[Player] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        async with connect(self.door, jitter=self.chance.random) as connection:
            player = Player(f"guest-{name}", connection, table, starts)
            self.players.append(player)
            task_status.started(player)
            lost, last = 0.0, 0
            async with trio.open_nursery() as nursery:
                async for frame in connection:
                    now = trio.current_time()
                    for message in frame:
                        if isinstance(message, Lost):
                            lost = now
                            self.seen["lost"] += 1
                        elif isinstance(message, Back):
                            self.away.append(now - lost)
                        elif isinstance(message, StateMessage):
                            self.seen["state"] += 1
                            last = message.event
                        elif isinstance(message, EventMessage):
                            if last and message.number != last + 1:
                                self.wrong["gaps"] += 1
                            last = message.number
                            self._hear(player, message, now)
                            if isinstance(message, Phase) and message.phase == "results" and starts:
                                nursery.start_soon(self._say, player, "START")
                        elif isinstance(message, AskMessage):
                            player.offers = list(message.commands)
                            self._stand_ready(player)

    def _hear(self, player: Player, message: EventMessage, now: float) -> None:
        table, number = player.table, message.number
        if not isinstance(message, Action) or message.verb in NO_MOVES:
            return
        said = message.name, message.verb
        if table.told.setdefault(number, said) != said:
            self.wrong["told otherwise"] += 1
        if message.name == player.name:
            player.acted += 1
            player.offers = []  # who comes back is asked again, also what is answered already
        mover = next(each for each in self.players if each.name == message.name)
        self.delays.append(now - table.begun.setdefault(number, mover.decided))

    def _stand_ready(self, player: Player) -> None:
        if player.offers and not player.is_busy:
            player.is_busy = True
            self.ready.append(player)

    async def _move(self, player: Player) -> None:
        offers, player.offers = player.offers, []
        if offers:
            player.decided = trio.current_time()
            await self._say(player, sample(offers, self.chance))
            with trio.move_on_after(PAUSE):  # what was asked before that is answered
                while player.acted < player.answered:  # noqa: ASYNC110
                    await trio.sleep(0.001)
        player.is_busy = False
        self._stand_ready(player)

    async def _say(self, player: Player, line: str) -> None:
        try:
            await player.connection.say(*line.split(" "))
            player.answered += line != "START"
        except Refused as refused:
            if line != "START":
                self.wrong[f"refused {refused.reason}"] += 1
                print(player.name, line, refused)

    async def pace(self, rate: float) -> None:
        """So many moves a second, by whoever waits for longest."""
        async with trio.open_nursery() as nursery:
            due = trio.current_time()
            while True:
                due += 1 / rate
                await trio.sleep_until(due)
                if self.ready:
                    nursery.start_soon(self._move, self.ready.popleft())
                else:
                    self.seen["nobody to move"] += 1


@asynccontextmanager
async def three_nodes(store: str) -> AsyncIterator[list[Node]]:
    with TemporaryDirectory() as folder:
        nodes = [Node(number, Path(folder), store) for number in (1, 2, 3)]
        try:
            for node in nodes:
                await node.start()
            yield nodes
        finally:
            with trio.CancelScope(shield=True):
                for node in nodes:
                    if node.process.returncode is None:
                        node.process.kill()
                        await node.process.wait()
            for node in nodes:
                errors = [line for line in node.log.read_text().splitlines() if " error " in line]
                print(f"{node.name}: {len(errors)} errors in its log", *errors[:3], sep="\n  ")


async def measure(tables: int, rate: float, store: str) -> None:
    async with three_nodes(store) as nodes, trio.open_nursery() as nursery:
        play = Play(nodes)
        async with trio.open_nursery() as seating:
            for number in range(tables):
                seating.start_soon(play.seat, number, nursery)
        for player in play.players:
            if player.starts:
                nursery.start_soon(play._say, player, "START")
        nursery.start_soon(play.pace, rate)
        await trio.sleep(2 * PAUSE)
        _report(play, "before")
        begun = trio.current_time()
        for node in nodes:
            took = await node.stop()
            up = trio.current_time()
            await node.start()
            print(
                f"{node.name} stopped in {took:.2f} s, up again in {trio.current_time() - up:.2f} s"
            )
            await trio.sleep(PAUSE)
        print(f"all three in {trio.current_time() - begun:.1f} s")
        await trio.sleep(PAUSE)
        _report(play, "with the restarts")
        for player in play.players:
            if not player.answered <= player.acted <= player.answered + 1:
                play.wrong["not once"] += 1
        print(f"wrong: {dict(play.wrong) or 'nothing'}; {dict(play.seen)}")
        nursery.cancel_scope.cancel()


def _report(play: Play, when: str) -> None:
    delays, play.delays = sorted(play.delays), []
    away, play.away = sorted(play.away), []

    def part(p: float) -> str:
        return f"{1000 * delays[int(p * (len(delays) - 1))]:.0f}"

    print(
        f"{when}: {len(delays) / PLAYERS:.0f} moves, each heard by all after p50 {part(0.5)}, "
        f"p99 {part(0.99)}, at most {part(1)} ms"
    )
    if away:
        print(
            f"  {len(away)} times somebody was away, p50 {away[len(away) // 2]:.2f} s, "
            f"at most {away[-1]:.2f} s"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second, of all tables")
    parser.add_argument("--store", default="", help="a PostgreSQL (default: one of its own)")
    args = parser.parse_args()
    store = args.store
    if not store:
        from tests.postgres import new_url

        store = new_url()
    trio.run(measure, args.tables, args.rate, store)


if __name__ == "__main__":
    main()
