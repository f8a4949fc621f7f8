"""Kills, stops and cuts at random moments, by a seed, and how long it takes until all goes on."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import trio

from cardkit.client.connection import Connection
from cardkit.registry import find_game
from tests.kills.house import RealHouse, RealNode
from tests.kills.judge import heard_otherwise, inquest, written_by_two
from tests.kills.players import RealPlayer

GAMES = ("page_one", "hearts", "gin_rummy", "daifugo", "holdem", "crazy_eights", "spades", "sevens")
LOSSES = ("kill", "stop", "database cut", "database frozen")
"""After which others go on with the tables of a node."""
MUCH_TO_LOSE = 0.7
"""How often it hits the node with the most tables."""
LASTS = 3.5, 7.0
"""Seconds for which a node is stopped or cut off: longer than its lease."""
GOES_ON_WITHIN = 45.0
"""Seconds; a table of which nothing is heard for so long is lost."""


@dataclass
class Report:
    """What came of it."""

    faults: dict[str, int] = field(default_factory=dict)
    takeovers: dict[str, list[float]] = field(default_factory=dict)
    """By the kind of fault, seconds until a table was heard of again, or a player at its door."""
    wrong: list[str] = field(default_factory=list)
    events: int = 0

    def lines(self) -> Iterator[str]:
        lost = [t for kind in LOSSES for t in self.takeovers.get(kind, ())]
        yield f"{sum(self.faults.values())} faults, {self.events:,} events told"
        for kind, times in sorted(self.takeovers.items()):
            yield f"{kind:>16} {self.faults[kind]:4}: {_spread(times)}"
        faults = sum(self.faults.get(kind, 0) for kind in LOSSES)
        yield f"{'node is lost':>16} {faults:4}: {_spread(lost)}"
        yield f"{len(self.wrong)} wrong"
        yield from self.wrong[:50]


def _spread(times: Sequence[float]) -> str:
    if not times:
        return "none"
    ordered = sorted(times)
    p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * p))] for p in (0.5, 0.99))
    return f"n={len(ordered)} p50={p50:.2f}s p99={p99:.2f}s max={ordered[-1]:.2f}s"


class KillLoop:
    """One run."""

    def __init__(
        self, folder: Path, seed: int, *, tables: int = 20, say: Callable[[str], object] = print
    ) -> None:
        self.rng = Random(seed)
        self.house = RealHouse(folder)
        self.report = Report()
        self._say = say
        self.players = [
            RealPlayer(self.house, f"p{n}", self.rng.randrange(1 << 30)) for n in range(2 * tables)
        ]
        self._games = [GAMES[n % len(GAMES)] for n in range(tables)]

    async def run(self, faults: int, kinds: Sequence[str] = ()) -> Report:
        """Play, and let so many faults happen."""
        try:
            async with trio.open_nursery() as nursery:
                await self.house.start(nursery)
                for n, game in enumerate(self._games):
                    nursery.start_soon(self._play, self.players[2 * n : 2 * n + 2], game)
                await self._until(lambda: all(each.ear.last > 5 for each in self.players), "play")
                for n in range(faults):
                    await trio.sleep(self.rng.uniform(0.3, 2.0))
                    await self._fault(n, kinds)
                await trio.sleep(1)
                nursery.cancel_scope.cancel()
        finally:
            await self.house.end()
        self.report.events = sum(len(each.ear.told) for each in self.players)
        self.report.wrong += [fault for each in self.players for fault in each.faults]
        self.report.wrong += [*heard_otherwise(self.players), *written_by_two(self.house)]
        self.report.wrong += inquest(self.house, self.players)
        self.house.close()
        return self.report

    async def _play(self, players: Sequence[RealPlayer], game: str) -> None:
        first, *others = players
        opened = trio.Event()
        table = ""

        async def begin(connection: Connection) -> None:
            nonlocal table
            options = {"pause": "1", "games": "20"}
            if find_game(game).seats.most > len(players):
                options["robots"] = "yes"
            table = await first.open(connection, game, options)
            opened.set()
            await first.play(connection, table)

        async def follow(player: RealPlayer, connection: Connection) -> None:
            await opened.wait()
            await player.play(connection, table)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(first.run, begin)
            for player in others:
                nursery.start_soon(player.run, partial(follow, player))

    # --- faults ------------------------------------------------------------------------------

    async def _fault(self, n: int, kinds: Sequence[str]) -> None:
        faults = self._faults()
        kind = kinds[n % len(kinds)] if kinds else self.rng.choice(sorted(faults))
        homes = {node: self.house.tables_at(node.name) for node in self.house.nodes}
        node = self.rng.choice(self.house.nodes)
        if self.rng.random() < MUCH_TO_LOSE:
            node = max(homes, key=lambda each: len(homes[each]))
        lasts = self.rng.uniform(*LASTS)
        hit = self._hit_by(kind, node, homes[node])
        times = self.report.takeovers.setdefault(kind, [])
        self.report.faults[kind] = self.report.faults.get(kind, 0) + 1
        before, begun = len(times), trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(faults[kind], node, lasts)
            for what, here in hit.items():
                until = begun if kind == "term" else begun + lasts
                nursery.start_soon(self._watch, f"{what} after {n} {kind}", here, until, times)
        self._say(f"{n + 1:4} {kind:>16} of {node.name}: {_spread(times[before:])}")
        for each in self.house.nodes:
            if not each.is_running:
                self.report.wrong.append(f"{each.name} has ended by itself after {n} {kind}")
                await each.start()
        self.report.wrong += [f"{what} after {n} {kind}" for what in written_by_two(self.house)]

    def _hit_by(
        self, kind: str, node: RealNode, tables: Collection[str]
    ) -> dict[str, list[RealPlayer]]:
        """The tables of the node with their players, or who is connected to it."""
        hit: dict[str, list[RealPlayer]] = {}
        for player in self.players:
            if not kind.startswith("clients"):
                if player.table in tables:
                    hit.setdefault(player.table, []).append(player)
            elif self.house.nodes[player.door] is node:
                hit[player.name] = [player]
        return hit

    async def _watch(
        self, what: str, here: Sequence[RealPlayer], until: float, times: list[float]
    ) -> None:
        """Until one of them hears of something new: over another link, or also over the same one
        when the fault is over."""
        begun = trio.current_time()
        last = max(each.ear.last for each in here)
        while True:
            await trio.sleep(0.02)
            for each in here:
                ear = each.ear
                again = ear.news > ear.dialled > begun or ear.news > until
                if ear.last > last and again:
                    times.append(ear.news - begun)
                    return
            if trio.current_time() > begun + GOES_ON_WITHIN:
                self.report.wrong.append(f"nothing is heard any more of {what}")
                return

    def _faults(self) -> dict[str, Callable[[RealNode, float], Awaitable[None]]]:
        return {
            "kill": self._kill,
            "term": self._term,
            "stop": self._stop,
            "database frozen": self._freeze_database,
            "database cut": self._cut_database,
            "clients frozen": self._freeze_clients,
            "clients cut": self._cut_clients,
        }

    async def _kill(self, node: RealNode, lasts: float) -> None:
        await node.end()
        await node.start()

    async def _term(self, node: RealNode, lasts: float) -> None:
        await node.end(signal.SIGTERM)
        await node.start()

    async def _stop(self, node: RealNode, lasts: float) -> None:
        node.send(signal.SIGSTOP)
        await trio.sleep(lasts)
        node.send(signal.SIGCONT)

    async def _freeze_database(self, node: RealNode, lasts: float) -> None:
        node.database.freeze()
        await trio.sleep(lasts)
        node.database.mend()

    async def _cut_database(self, node: RealNode, lasts: float) -> None:
        node.database.cut()
        await trio.sleep(lasts)
        node.database.mend()

    async def _freeze_clients(self, node: RealNode, lasts: float) -> None:
        node.clients.freeze()
        await trio.sleep(lasts)
        node.clients.mend()

    async def _cut_clients(self, node: RealNode, lasts: float) -> None:
        node.clients.cut()
        await trio.sleep(lasts)
        node.clients.mend()

    async def _until(self, look: Callable[[], bool], what: str) -> None:
        with trio.move_on_after(GOES_ON_WITHIN) as patience:
            while not look():  # noqa: ASYNC110 - nothing of ours wakes us
                await trio.sleep(0.1)
        if patience.cancelled_caught:
            self.report.wrong.append(f"no {what} in {GOES_ON_WITHIN} s")
