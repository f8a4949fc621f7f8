"""The machine that the server runs on: it is killed at any await, stopped, and started again.

A killed server is deaf and dumb from that moment: its cables lead nowhere and its disk takes
nothing, whatever its last blocks still try. What follows knows only what the disk holds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from random import Random
from typing import Any

import trio

from cardkit.cardgame import CardGame
from cardkit.server.core import ServerCore
from cardkit.server.links import StreamLink
from cardkit.server.log import Log
from cardkit.server.outbox import Outbox
from cardkit.server.recovery import recover
from cardkit.server.runner import ServerRunner
from cardkit.server.settings import Limits
from cardkit.server.store import Row
from cardkit.server.vault import Vault
from tests.world.disk import Disk, Handle
from tests.world.gates import is_whole
from tests.world.network import Cable
from tests.world.thinking import SlowThinkers

EPOCH = 1_700_000_000.0
AWAY = 600.0
LIFE: ContextVar[Life | None] = ContextVar("LIFE", default=None)


def wall_clock() -> float:
    return EPOCH + trio.current_time()


@dataclass(frozen=True, slots=True)
class ServerEnd:
    """How a server ends: after so many steps of its tasks, and by what."""

    steps: int
    kind: str
    """`kill`, `stop`, or `disk`, which fails before the machine does."""
    stage: str = ""
    """Not before a deal has come so far: `about`, `start`, `commits` or `given` was stored."""


class Life:
    """One server, from its start to its end."""

    def __init__(self, machine: Machine, end: ServerEnd | None) -> None:
        self.machine, self.end = machine, end
        self.handle = Handle(machine.disk)
        self.scope = trio.CancelScope()
        self.cables: list[Cable] = []
        self.begun = trio.current_time()
        self.steps = 0
        self.dead = False
        self._stop = trio.Event()
        log = Log(self._log, wall_clock)
        outbox = Outbox(machine.chance.randbytes, log)
        self._thinkers = SlowThinkers(machine.games, f"{machine.server} {machine.lives}")
        self.core = ServerCore(
            machine.games,
            outbox,
            machine.vault,
            wall_clock,
            robots=self._thinkers.robots,
            limits=Limits(away=AWAY, lobby=AWAY, returns=1000, sweep=60.0),
            server=machine.server,
        )
        self._checked: dict[str, tuple[int, int]] = {}
        self._calls, self.door = trio.open_memory_channel[Cable](1000)

    def _log(self, line: str) -> None:
        doubted = " deal.disputed " in line  # some doubt without a reason
        if " error " in line and not doubted and not self.dead and not self.handle.failed:
            self.machine.report(f"the server logs: {line}")

    async def live(self) -> None:
        """Serve until killed or stopped."""
        LIFE.set(self)
        core = self.core
        recover(core, self.machine.disk.store)
        self.machine.on_start(core)
        runner = ServerRunner(core, self._commit, at_once)
        with self.scope:
            async with trio.open_nursery() as nursery:
                self._thinkers.nursery = nursery
                await nursery.start(runner.run)
                core.outbox.settle()
                nursery.start_soon(self._accept, runner, nursery)
                await self._stop.wait()
                with trio.move_on_after(5):
                    await runner.say_goodbye()
                nursery.cancel_scope.cancel()
        if not self.dead:
            self.kill()
        LIFE.set(None)

    async def _commit(self, rows: Sequence[Row]) -> None:
        """Before each page is stored: every card of each table is in exactly one place."""
        for hosted in self.core.tables.values():
            place = hosted.journal.match, hosted.journal.entries
            if self._checked.get(hosted.name) != place:
                self._checked[hosted.name] = place
                assert isinstance(hosted.table, CardGame)
                if not is_whole(hosted.table):
                    self.machine.report(f"cards are lost or doubled at {hosted.name}")
        await self.handle.commit(rows)

    async def _accept(self, runner: ServerRunner, nursery: trio.Nursery) -> None:
        async for cable in self.door:
            link = StreamLink(cable.server, cable.who, nursery)
            nursery.start_soon(runner.serve, link)

    def connect(self, cable: Cable) -> None:
        self.cables.append(cable)
        self._calls.send_nowait(cable)

    def step(self) -> None:
        """After each step of each of its tasks: is this the end?"""
        self.steps += 1
        end = self.end
        if end is not None and self.steps >= end.steps and not end.stage and not self.dead:
            self._end(end.kind)

    def _end(self, kind: str) -> None:
        self.end = None
        self.machine.note(f"{kind} after {self.steps} steps")
        if kind == "kill":
            self.kill()
        elif kind == "stop":
            self._stop.set()
        else:
            self.machine.disk.failing = 1.0
            self.end = ServerEnd(self.steps + self.machine.chance.randrange(20, 200), "kill")

    def kill(self) -> None:
        """From now on nothing that this server does has any effect."""
        self.dead = True
        self.machine.disk.failing = 0.0
        lost = self.handle.kill()
        for cable in self.cables:
            cable.kill()
        self.scope.cancel()
        self.machine.on_death(lost)


async def at_once(work: Callable[[], Any]) -> Any:
    """What a server does in a thread: here it takes no time, and the same each time."""
    await trio.lowlevel.checkpoint()
    return work()


class Machine(trio.abc.Instrument):
    """Where servers live, one after the other."""

    def __init__(
        self,
        games: Mapping[str, type[CardGame]],
        vault: Vault,
        server: str,
        disk: Disk,
        chance: Random,
        ends: Sequence[ServerEnd],
        note: Callable[[str], None],
        report: Callable[[str], None],
        on_start: Callable[[ServerCore], None],
        on_death: Callable[[Sequence[Sequence[Row]]], None],
    ) -> None:
        self.games, self.vault, self.server = games, vault, server
        self.disk, self.chance = disk, chance
        self.ends = list(ends)
        self.note, self.report = note, report
        self.on_start, self.on_death = on_start, on_death
        self.life: Life | None = None
        self.lives = self.steps = 0

    async def run(self) -> None:
        """Start a server, again and again, until cancelled."""
        while True:
            self.lives += 1
            self.life = life = Life(self, self.ends.pop(0) if self.ends else None)
            self.note(f"life {self.lives}")
            await life.live()
            self.steps += life.steps
            self.life = None
            await trio.sleep(self.chance.choice((0.0, 0.5, 5.0, 40.0)))

    def dealt(self, step: Mapping[str, Any]) -> None:
        """A step of a deal is safe; perhaps somebody waits for that to pull the plug."""
        life = self.life
        end = None if life is None else life.end
        if life is not None and end is not None and end.stage in step and life.steps >= end.steps:
            life.end = ServerEnd(life.steps + self.chance.randrange(12), end.kind)

    def spare(self) -> None:
        """No more ends, and the disk is quick."""
        self.ends = []
        self.disk.slow = 0.0
        if self.life is not None and not self.disk.failing:
            self.life.end = None

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        life = self.life
        if life is not None and task.context.get(LIFE) is life and not life.dead:
            life.step()
