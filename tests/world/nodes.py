"""The nodes of a simulated house: each is killed, stopped, paused, cut off and started again.

A paused node does nothing at all, and then goes on where it was, in the middle of anything: its
tasks are kept from running, while time goes on for everybody else.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from random import Random
from socket import socket
from typing import Any, cast

import outcome
import trio
from trio._core import _run as trio_run

from cardkit import __version__
from cardkit.cardgame import CardGame
from cardkit.netgame import Refused
from cardkit.server.core import ServerCore
from cardkit.server.elsewhere import Node
from cardkit.server.house_member import HouseMember, join_house
from cardkit.server.links import StreamLink
from cardkit.server.log import Log
from cardkit.server.nodes import NodeAbout, fingerprint_of, leave, time_in
from cardkit.server.outbox import Outbox
from cardkit.server.runner import ServerRunner
from cardkit.server.session import Peer
from cardkit.server.settings import Limits
from cardkit.server.store import Errors, NodeRemoved, Row
from cardkit.server.vault import Vault
from tests.world.database import DatabaseLink, HouseDatabase, NodeAddress, NodeDatabase
from tests.world.gates import is_whole
from tests.world.network import Cable, Network
from tests.world.node_network import HouseWires, NodeListener, WiredNetwork
from tests.world.thinking import SlowThinkers

AWAY = 600.0
PAUSE = 1.0
"""Seconds before a node that was lost begins anew, as `cardkit serve` does."""
HANDING_OVER = 10.0
"""And the most for which one that stops hands over its tables."""
LIFE: ContextVar[NodeLife | None] = ContextVar("NODE", default=None)
_EXPECTED = (
    " house.unheard ",
    " node.lost ",
    " node.unreachable ",
    " store.failed ",
    " work.failed ",
)
"""What a node may log as an error, because something went wrong in the world."""


@dataclass(frozen=True, slots=True)
class NodeFault:
    """What goes wrong at a node: from when on, after so many steps of its tasks, for how long."""

    at: float
    steps: int
    kind: str
    seconds: float
    storing: bool = False
    """Not before a page is on its way to the database."""


class NodeClock:
    """The clock of a machine, which runs too fast or too slow and shows anything."""

    def __init__(self, rate: float, offset: float) -> None:
        self._rate, self._offset = rate, offset
        self._ahead = 0.0

    def own(self) -> float:
        return self._offset + self._rate * trio.current_time()

    def __call__(self) -> float:
        return self.own() + self._ahead

    def set_to(self, time: float) -> None:
        self._ahead = time - self.own()

    def not_before(self, time: float) -> None:
        self._ahead += max(0.0, time - self())


class _Peers(dict[Peer, None]):
    """Hears what a node tells each of its peers, at the moment when it does."""

    def __init__(self, told: Callable[[Peer, bytes], None]) -> None:
        super().__init__()
        self._told = told

    def __setitem__(self, peer: Peer, value: None) -> None:
        send = peer.send

        def tell(data: bytes) -> None:
            self._told(peer, data)
            send(data)

        peer.send = tell
        super().__setitem__(peer, value)


class CableLink(StreamLink):
    """What is said is on its way at once, as with a socket: also if the node stands still then."""

    __slots__ = ("_wire",)

    def __init__(self, cable: Cable, nursery: trio.Nursery) -> None:
        super().__init__(cable.server, cable.who, nursery)
        self._wire = cable.down

    def _try(self, data: bytes) -> bytes:
        try:
            self._wire.send(data)
        except trio.BrokenResourceError:
            self.cut()
        return b""


class NodeLife:
    """One node, from its start to its end."""

    def __init__(self, slot: NodeSlot) -> None:
        house = slot.house
        self.slot = slot
        self.number = 0
        self.cables: list[Cable] = []
        self.scope = trio.CancelScope()
        self.dead = self.paused = False
        self.kept: list[trio.lowlevel.Task] = []
        """Tasks that would run if it were not paused."""
        self.listener = NodeListener()
        self.clock = NodeClock(*slot.clock)
        self.link = DatabaseLink(house.database, slot.chance)
        self.link.cut_until, self.link.slow_until = slot.cut_until, slot.slow_until
        self._stop, self._hands_over = trio.Event(), False
        self.is_open = True
        """Whether clients are let in."""
        self._calls, self._door = trio.open_memory_channel[Cable](1000)
        log = Log(self._log, self.clock)
        self._thinkers = SlowThinkers(house.games, f"{slot.name} {slot.lives}")
        self.core = ServerCore(
            house.games,
            Outbox(slot.chance.randbytes, log),
            house.vault,
            self.clock,
            robots=self._thinkers.robots,
            limits=Limits(away=AWAY, lobby=AWAY, returns=1000, sweep=60.0),
            server=house.server,
        )
        self.core.peers = _Peers(self._told)

    def _log(self, line: str) -> None:
        expected = any(event in line for event in _EXPECTED) or " deal.disputed " in line
        if " error " in line and not expected and not self.dead:
            self.slot.house.report(f"{self.slot.name} logs: {line}")

    async def live(self) -> None:
        """Serve until killed, stopped or lost."""
        LIFE.set(self)
        slot = self.slot
        address = NodeAddress(self.link)
        games = {name: fingerprint_of(game) for name, game in slot.house.games.items()}
        about = NodeAbout(version=__version__, games=games, host=slot.name, port=slot.lives)
        core = self.core
        await self.link.travel()
        store = address.open()
        node = join_house(address, store, core, slot.name, about)
        self.number = node.id
        self.clock.set_to(time_in(store))
        database = cast("NodeDatabase", store.database)
        slot.house.note(f"{slot.name} is node {self.number}")
        with self.scope:
            async with trio.open_nursery() as self.threads:

                async def commit(rows: Sequence[Row]) -> None:
                    self._check_cards()
                    slot.storing(self)

                    def write() -> None:
                        wrong = slot.house.wrong_with(self, rows)
                        stored = partial(slot.house.on_commit, self, rows, wrong)
                        with database.page(stored):
                            store.commit(rows)

                    await self._work(write)

                runner = ServerRunner(core, commit, self._work)
                member = HouseMember(
                    runner,
                    address,
                    node,
                    self.clock.not_before,
                    self._work,
                    self.clock.own,
                    WiredNetwork(self, slot.house.find),
                )
                try:
                    async with trio.open_nursery() as nursery:
                        self._thinkers.nursery = nursery
                        await nursery.start(runner.run)
                        await nursery.start(member.run, cast("socket", self.listener))
                        core.outbox.settle()
                        nursery.start_soon(self._accept, runner, nursery)
                        await self._stop.wait()
                        if self._hands_over:
                            core.draining = True
                            with trio.move_on_after(HANDING_OVER):
                                await member.hand_over(self._close_doors)
                        with trio.CancelScope(shield=True, deadline=trio.current_time() + 5):
                            if not runner.is_lost.is_set():
                                await runner.say_goodbye()
                        nursery.cancel_scope.cancel()
                except* NodeRemoved:
                    slot.house.note(f"{slot.name} is lost")
                self.threads.cancel_scope.cancel()
        if not self.dead:
            with suppress(*store.errors):
                store.node = 0
                leave(store, self.number)

    def _check_cards(self) -> None:
        for hosted in self.core.tables.values():
            if isinstance(hosted.table, CardGame) and not is_whole(hosted.table):
                self.slot.house.report(f"cards are lost or doubled at {hosted.name}")

    async def _work(self, work: Callable[[], Any]) -> Any:
        """In a thread that nobody can stop once it has begun, even who does not wait for it."""
        done = trio.Event()
        result: outcome.Outcome[Any] = outcome.Error(RuntimeError("not done"))

        async def thread() -> None:
            nonlocal result
            try:
                await self.link.arrive()
                result = outcome.Value(work())
                await self.link.travel()
            except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
                result = outcome.Error(error)
            done.set()

        self.threads.start_soon(thread)
        await done.wait()
        return result.unwrap()

    async def _accept(self, runner: ServerRunner, nursery: trio.Nursery) -> None:
        async for cable in self._door:
            nursery.start_soon(runner.serve, CableLink(cable, nursery))

    def _close_doors(self) -> None:
        self.is_open = False

    def _told(self, peer: Peer, data: bytes) -> None:
        if not self.dead and data:
            self.slot.house.on_told(self, peer)

    def connect(self, cable: Cable) -> None:
        self.cables.append(cable)
        self._calls.send_nowait(cable)

    # --- what befalls it ---------------------------------------------------------------------

    def stop(self, *, hand_over: bool) -> None:
        self._hands_over = hand_over
        self._stop.set()

    def pause(self) -> None:
        self.paused = True

    def go_on(self) -> None:
        if self.paused:
            self.paused = False
            self.slot.house.note(f"{self.slot.name} goes on")
            kept, self.kept = self.kept, []
            trio_run.GLOBAL_RUN_CONTEXT.runner.runq.extend(kept)

    def kill(self) -> None:
        """From now on nothing that this node does has any effect."""
        self.dead = self.link.is_dead = True
        for cable in self.cables:
            cable.kill()
        for sock in self.slot.house.wires.sockets:
            if sock.life is self:
                sock.die()
        self.scope.cancel()
        self.go_on()


class NodeSlot:
    """A machine on which nodes live, one after the other."""

    def __init__(
        self, house: House, name: str, chance: Random, faults: Sequence[NodeFault]
    ) -> None:
        self.house, self.name, self.chance = house, name, chance
        self.faults = deque(faults)
        self.lives = 0
        self.life: NodeLife | None = None
        self.armed: NodeFault | None = None
        self.clock = 1.0, 0.0
        self.closed_until = self.cut_until = self.slow_until = 0.0
        """How long clients cannot reach it, nor it the database, and that is slow."""
        self._steps = 0

    async def run(self) -> None:
        while True:
            self.lives += 1
            chance = self.chance
            self.clock = 1.0 + chance.uniform(-1e-3, 1e-3), chance.choice((0.0, -90.0, 1e4))
            self.life = life = NodeLife(self)
            errors: Errors = (Refused, *NodeAddress.errors)
            try:
                await life.live()
            except errors as error:
                self.house.note(f"{self.name} cannot begin: {error}")
            finally:
                LIFE.set(None)
                life.listener.close()
                for cable in life.cables:
                    if not life.dead:
                        cable.kill()
                self.life = None
            self.house.on_death(life)
            await trio.sleep(PAUSE if not life.dead else chance.choice((0.2, 3.0, 8.0)))

    async def suffer(self) -> None:
        while self.faults:
            fault = self.faults.popleft()
            await trio.sleep_until(fault.at)
            self.armed, self._steps = fault, 0

    def step(self, life: NodeLife) -> None:
        fault = self.armed
        if fault is not None and life is self.life and not fault.storing:
            self._steps += 1
            if self._steps > fault.steps:
                self.armed = None
                self._befall(life, fault)

    def storing(self, life: NodeLife) -> None:
        fault = self.armed
        if fault is not None and life is self.life and fault.storing:
            self.armed = None
            self._befall(life, fault)

    def _befall(self, life: NodeLife, fault: NodeFault) -> None:
        house, link, until = self.house, life.link, trio.current_time() + fault.seconds
        house.note(f"{self.name} {fault.kind} {fault.seconds:.2f}")
        house.on_fault(self, fault)
        match fault.kind:
            case "kill":
                life.kill()
            case "stop" | "drain":
                life.stop(hand_over=fault.kind == "drain")
            case "pause":
                life.pause()
                house.net.later(fault.seconds, life.go_on)
            case "no database":
                link.cut_until = self.cut_until = until
                link.hangs = self.chance.random() < 0.5
            case "slow database":
                link.slow_until = self.slow_until = until
            case "flaky database":
                link.flaky_until = until
            case "no clients":
                self.closed_until = until
                for cable in life.cables:
                    cable.cut()
            case "no nodes":
                for other in house.slots:
                    house.wires.hold(self.name, other.name, fault.seconds)
            case "lost before commit" | "lost after commit":
                link.lose_next = fault.kind.split()[1]

    def spare(self) -> None:
        """Nothing goes wrong any more."""
        self.faults.clear()
        self.armed = None
        self.closed_until = self.cut_until = self.slow_until = 0.0
        life = self.life
        if life is not None:
            life.link.cut_until = life.link.slow_until = life.link.flaky_until = 0.0
            life.link.lose_next = ""
            life.go_on()


class _RunQueue(deque[trio.lowlevel.Task]):
    """Keeps the tasks of a paused node from running."""

    def append(self, task: trio.lowlevel.Task) -> None:
        life = task.context.get(LIFE)
        if life is not None and life.paused:
            life.kept.append(task)
        else:
            super().append(task)


class House(trio.abc.Instrument):
    """All nodes, their database, and what is between them."""

    def __init__(
        self,
        games: Mapping[str, type[CardGame]],
        vault: Vault,
        server: str,
        net: Network,
        chance: Callable[[str], Random],
        faults: Mapping[str, Sequence[NodeFault]],
        note: Callable[[str], None],
        report: Callable[[str], None],
    ) -> None:
        self.games, self.vault, self.server, self.net = games, vault, server, net
        self.note, self.report = note, report
        self.database = HouseDatabase()
        self.wires = HouseWires(net)
        self.slots = [NodeSlot(self, name, chance(name), faults[name]) for name in faults]
        self.steps = 0
        self.wrong_with: Callable[[NodeLife, Sequence[Row]], str] = lambda life, rows: ""
        """Before a page is stored: why that must not happen."""
        self.on_commit: Callable[[NodeLife, Sequence[Row], str], None] = lambda *_: None
        self.on_told: Callable[[NodeLife, Peer], None] = lambda *_: None
        self.on_death: Callable[[NodeLife], None] = lambda *_: None
        self.on_fault: Callable[[NodeSlot, NodeFault], None] = lambda *_: None

    async def run(self) -> None:
        runner = trio_run.GLOBAL_RUN_CONTEXT.runner
        runner.runq = _RunQueue(runner.runq)
        async with trio.open_nursery() as nursery:
            for slot in self.slots:
                nursery.start_soon(slot.run)
                nursery.start_soon(slot.suffer)

    @property
    def lives(self) -> list[NodeLife]:
        return [slot.life for slot in self.slots if slot.life is not None]

    def find(self, node: Node) -> NodeLife | None:
        for life in self.lives:
            if (life.slot.name, life.slot.lives) == (node.host, node.port) and not life.dead:
                return life
        return None

    def spare(self) -> None:
        self.wires.calm_down()
        for slot in self.slots:
            slot.spare()

    def dealt(self, step: Mapping[str, Any]) -> None:
        pass

    def after_task_step(self, task: trio.lowlevel.Task) -> None:
        life = task.context.get(LIFE)
        if life is not None and not life.dead and not life.paused:
            self.steps += 1
            life.slot.step(life)

    def close(self) -> None:
        self.wires.close()
        self.database.close()
