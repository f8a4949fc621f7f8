"""One seed, one world: faulted games, and everything that must be true of it.

`run_world(seed)` plays it and reports; what is broken is raised with the seed, which plays the
same again, step by step.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from math import inf
from random import Random
from typing import Any, NoReturn, Protocol, cast

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from trio._core import _run as trio_run
from trio.testing import MockClock

from cardkit.cardgame import CardGame
from cardkit.netgame import Role
from cardkit.registry import installed
from cardkit.server.core import ServerCore
from cardkit.server.store import Row, Store
from cardkit.server.vault import Vault
from tests.helpers import card_game
from tests.world import oracle
from tests.world.archive import StoredRows
from tests.world.disk import Disk
from tests.world.ear import Ear
from tests.world.machine import EPOCH, Life, Machine
from tests.world.mirror import Mirror
from tests.world.network import Cable, Network
from tests.world.oracle import Oracle
from tests.world.plan import WorldPlan, plan_world
from tests.world.player import Player
from tests.world.promise import Violation
from tests.world.report import Report, WorldFault, readable
from tests.world.script import Party

SETTLED = 15.0
"""Seconds after which the server must have noticed what is so."""
UNDER_WAY = 30.0
"""Seconds after which a game has begun that somebody has started, also over a slow disk."""
TRACED = 150


class Servers(Protocol):
    """What serves the players, watched at every step."""

    steps: int

    async def run(self) -> None: ...

    def spare(self) -> None:
        """Nothing goes wrong there any more."""

    def dealt(self, step: Mapping[str, Any]) -> None:
        """A step of a deal is safe."""


class World:
    """Server, players, network and disk, and the oracle that hears them."""

    chaos = rest = 900.0
    """Seconds with faults, and the most without until all is quiet."""
    tick = 5.0
    servers: Servers
    store: Store

    def __init__(self, seed: int, games: Mapping[str, type[CardGame]]) -> None:
        self.seed, self.again = seed, f"--seed {seed}"
        self.plan: WorldPlan = self._plan(games)
        self.calming = trio.Event()
        self.report = Report(worlds=1)
        self.trace: deque[tuple[str, bytes]] = deque(maxlen=TRACED)
        self.broken: Exception | None = None
        self._hash = blake2b(digest_size=16)
        self._scope = trio.CancelScope()
        self._ears: dict[Cable, Ear] = {}
        self._newest: dict[str, Ear] = {}
        vault = Vault(self._chance("master").randbytes(32), self._chance("nonces").randbytes)
        key = Ed25519PrivateKey.from_private_bytes(self._chance("server").randbytes(32))
        self.archive = StoredRows(games, vault, key)
        self.oracle = Oracle(self.archive)
        self.network = Network(self._chance("network"), self.note)
        self.network.on_cut = self._on_cut
        self._set_up(games, vault)
        self.players = {
            p.who: Player(
                p.who, p.party, self._chance(p.who), self, watches=p.watches, manner=p.manner
            )
            for p in self.plan.people
        }
        for p in self.plan.people:
            self.players[p.who].faithful = p.faithful

    def _plan(self, games: Mapping[str, type[CardGame]]) -> WorldPlan:
        return plan_world(self.seed, games)

    def _set_up(self, games: Mapping[str, type[CardGame]], vault: Vault) -> None:
        """What serves the players."""
        self.disk = Disk(self._chance("disk"), self._follow)
        self.machine = Machine(
            games,
            vault,
            self.archive.server,
            self.disk,
            self._chance("machine"),
            self.plan.ends,
            self.note,
            self.fail,
            self._on_start,
            self._on_death,
        )
        self.servers, self.store = self.machine, self.disk.store

    def _chance(self, purpose: str) -> Random:
        return Random(f"{self.seed} {purpose}")

    # --- the course of the world -------------------------------------------------------------

    async def run(self) -> Report:
        """Play until all is done; raises `WorldFault` at the first promise that is broken."""
        trio.lowlevel.add_instrument(cast("trio.abc.Instrument", self.servers))
        with self._scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self.network.run)
                nursery.start_soon(self.servers.run)
                for player in self.players.values():
                    nursery.start_soon(player.live)
                await self._supervise()
                nursery.cancel_scope.cancel()
        trio.lowlevel.remove_instrument(cast("trio.abc.Instrument", self.servers))
        if self.broken is None:
            with self._held_to_account():
                self._check_disk()
                self.report.records = self.archive.check_records(self.store)
        if self.broken is not None:
            self._raise()
        return self._sum_up()

    async def _supervise(self) -> None:
        self.network.weather = self.plan.weather
        self._go_wrong()
        while trio.current_time() < self.chaos and not self._all_played():
            await trio.sleep(self.tick)
            self._look_round()
        self.note("calm")
        self.calming.set()
        self.network.calm_down()
        self.servers.spare()
        begun = trio.current_time()
        while trio.current_time() < begun + self.rest and not self._is_quiet():
            await trio.sleep(self.tick)
            self._look_round()
        await self._see_it_end()
        with self._held_to_account():
            self._check_end()

    async def _see_it_end(self) -> None:
        """Until everybody knows all."""
        await trio.sleep(60)
        self._look_round()

    def _go_wrong(self) -> None:
        self.disk.slow = self.plan.slow_disk
        self.oracle.patience = oracle.SLOW if self.disk.slow else oracle.QUICK

    @property
    def calm(self) -> bool:
        return self.calming.is_set()

    def wants_more(self, party: Party) -> bool:
        """Whether another game is to be begun at the table of these people."""
        mirror = self.archive.mirrors.get(party.table)
        return mirror is not None and len(mirror.games) < party.games and not self.calm

    def _all_played(self) -> bool:
        parties = self.plan.parties
        return all(
            party.table in self.archive.mirrors
            and not self.wants_more(party)
            and not self.archive.mirrors[party.table].table.playing
            for party in parties
        )

    def _is_quiet(self) -> bool:
        return all(
            mirror.is_idle() or (mirror.table.suspended and self._missing(mirror))
            for mirror in self.archive.mirrors.values()
        ) and all(p.gone or (p.entered and not p.pending) for p in self.players.values())

    # --- what the parts call -----------------------------------------------------------------

    def connect(self, who: str) -> trio.StapledStream[Any, Any]:
        """A cable to the server, if it is up and can be reached."""
        life = self.machine.life
        if life is None or life.dead or self.network.is_held(who):
            raise OSError("nobody answers")
        number = len(self._ears)
        cable = Cable(self.network, who, number, self._outgoing, self._incoming)
        self._ears[cable] = self._newest[who] = Ear(who, lambda: cable.closed == inf)
        life.connect(cable)
        return cable.player

    def note(self, line: str, data: bytes = b"") -> None:
        """Write down what happens, for the digest and for whoever looks for the cause."""
        line = f"{trio.current_time():.4f} {line}"
        self.trace.append((line, data))
        self._hash.update(line.encode())
        self._hash.update(data)

    def fail(self, what: str) -> None:
        if self.broken is None:
            self.broken = Violation(what)
        self._end()

    def _end(self) -> None:
        self._scope.cancel()

    @contextmanager
    def _held_to_account(self) -> Iterator[None]:
        """Whatever is found wrong in here ends the world."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - it would be lost in the server otherwise
            if self.broken is None:
                self.broken = error
            self._end()

    def _incoming(self, cable: Cable, data: bytes) -> None:
        self.note(f"{cable.who} ({cable.number}) says", data)
        with self._held_to_account():
            self.oracle.incoming(self._ears[cable], data)

    def _outgoing(self, cable: Cable, data: bytes) -> None:
        self.note(f"{cable.who} ({cable.number}) is told", data)
        with self._held_to_account():
            life = self.machine.life
            self.oracle.disk_failed = life is not None and life.handle.failed
            self.oracle.outgoing(self._ears[cable], data)

    def _follow(self, rows: Sequence[Row]) -> None:
        self.note(f"safe {[what for what, _ in rows]}")
        with self._held_to_account():
            for mirror, entry in self.archive.follow(rows):
                self.note(f"  {mirror.name} {entry.who} {entry.tag} {entry.line}")
                if not isinstance(entry.line, str):
                    self.oracle.fairness.stored(mirror, entry, self._newest.values())
                    self.servers.dealt(entry.line)
                if entry.line == "TIME":
                    self.report.lates += 1
                    mirror.hit()

    def _on_cut(self, cable: Cable) -> None:
        self.report.cuts += 1
        player = self.players[cable.who]
        mirror = self.archive.mirrors.get(player.table)
        if mirror is not None and player.name in mirror.table.people.seat_of:
            mirror.hit()

    def _on_start(self, core: ServerCore) -> None:
        with self._held_to_account():
            self.archive.check_tags(core.sessions.values())

    def _on_death(self, lost: Sequence[Sequence[Row]]) -> None:
        if self._scope.cancel_called:
            return
        self.report.kills += 1
        self.report.lost_tails += len(lost)
        self.note(f"dead, {len(lost)} transactions lost")
        for mirror in self.archive.mirrors.values():
            mirror.hit()
            self.report.torn += mirror.deals.is_under_way()
            mirror.deals.forget_life()
        with self._held_to_account():
            self._check_disk()

    # --- what must be true -------------------------------------------------------------------

    def _check_disk(self) -> None:
        heard = {name: told for p in self.players.values() for name, told in p.heard.items()}
        self.archive.check_store(self.store, heard)

    def _look_round(self) -> None:
        """Now and then: the tables stand as the journal has it, and know who is there."""
        life = self.machine.life
        if life is not None and not life.dead and not life.handle.failed:
            with self._held_to_account():
                self._check_tables(life)

    def _check_tables(self, life: Life) -> None:
        for hosted in life.core.tables.values():
            mirror = self.archive.mirrors.get(hosted.name)
            if mirror is None:
                continue
            self._check_under_way(mirror, life)
            if (hosted.journal.match, hosted.journal.entries) != (mirror.match, mirror.inputs):
                continue
            if hosted.table.digest() != mirror.table.digest():
                raise Violation(f"{hosted.name} is not in the state that its journal leads to")
        if trio.current_time() - life.begun > SETTLED:
            for player in self.players.values():
                self._check_presence(player)

    def _check_under_way(self, mirror: Mirror, life: Life) -> None:
        """Whoever gives nothing to a deal, the game begins."""
        deal = mirror.deals.coming
        if deal is not None and deal.started is not None and not _is_against_robots(mirror):
            since = max(deal.started - EPOCH, life.begun)
            if trio.current_time() - since > UNDER_WAY:
                raise Violation(f"{deal} at {mirror.name} was started, and nothing comes of it")

    def _check_presence(self, player: Player) -> None:
        """Who has been away for a while is taken for away, but by robots alone, which wait."""
        mirror = self.archive.mirrors.get(player.table)
        life = self.machine.life
        if mirror is None or life is None or not mirror.table.playing:
            return
        if _is_against_robots(mirror):
            return
        here = [c for c in life.cables if c.who == player.who]
        if all(c.closed < trio.current_time() - SETTLED for c in here) and mirror.is_here(
            player.name
        ):
            raise Violation(f"{player.name} is away, and {mirror.name} takes no notice of it")

    def _check_end(self) -> None:
        """Every game is over, or waits for somebody who is really away; everybody knows it all."""
        for player in self.players.values():
            if not player.gone:
                self._check_player(player)
        for mirror in self.archive.mirrors.values():
            if mirror.table.playing and mirror.open:
                self._check_waiting(mirror)

    def _check_player(self, player: Player) -> None:
        if player.pending or not player.entered:
            raise Violation(f"{player.who} still waits for an answer to {player.pending}")
        mirror = self.archive.mirrors.get(player.table)
        stored = self.archive.sessions.get(player.name, (b"", ""))
        if mirror is None or stored[1] != mirror.name:  # the answer to an EXIT was lost
            return
        if player.last != mirror.now.told:
            raise Violation(
                f"{player.name} was told up to {player.last} of {mirror.now.told} at {mirror.name}"
            )
        if player.name in mirror.table.people.seat_of and not mirror.is_here(player.name):
            raise Violation(f"{player.name} is here, and {mirror.name} takes no notice of it")

    def _missing(self, mirror: Mirror) -> list[str]:
        """Who has a seat at a table and is not there."""
        table = mirror.table
        here = {p.name for p in self.players.values() if not p.gone and p.table == mirror.name}
        return [n for n in table.names if n not in here and table.people.roles.get(n) != Role.ROBOT]

    def _check_waiting(self, mirror: Mirror) -> None:
        table = mirror.table
        waits = table.suspended or _is_against_robots(mirror)
        if not waits or not self._missing(mirror):
            raise Violation(
                f"the game at {mirror.name} neither ends nor is it suspended for somebody: "
                f"{table.awaited} awaited, {table.people.status}, suspended: {table.suspended}"
            )

    def _sum_up(self) -> Report:
        report = self.report
        mirrors = self.archive.mirrors.values()
        for mirror in mirrors:
            report.games += len(mirror.games)
            report.faulted += len(mirror.faulted)
            report.suspended += [*mirror.games.values()].count("suspended")
            for deal in mirror.deals.all.values():
                report.voids += deal.void
                if deal.seed and deal.given is not None:
                    report.deals += 1
                    report.missing += deal.given.count(None)
                    report.given += len(deal.given) - deal.given.count(None)
        report.proofs = self.oracle.fairness.proved
        report.inputs, report.messages = self.archive.inputs, self.oracle.messages
        report.steps = self.servers.steps
        report.digest = self._hash.hexdigest()
        return report

    def _raise(self) -> NoReturn:
        last = "\n    ".join(f"{line} {readable(data)}"[:300] for line, data in self.trace)
        raise WorldFault(
            f"seed {self.seed}: {type(self.broken).__name__}: {self.broken}\n"
            f"  What happened last:\n    {last}\n"
            f"  Again: python -m tests.world {self.again}"
        ) from self.broken


@contextmanager
def exactly(seed: int) -> Iterator[None]:
    """Let trio schedule its tasks as this seed has it."""
    trio_run._ALLOW_DETERMINISTIC_SCHEDULING = True  # type: ignore[misc]
    trio_run._r.seed(seed)
    try:
        yield
    finally:
        trio_run._ALLOW_DETERMINISTIC_SCHEDULING = False  # type: ignore[misc]
        trio_run._r.seed()


@cache
def shipped_games() -> dict[str, type[CardGame]]:
    """All that are installed."""
    return {name: card_game(name) for name in installed()}


def run_world(seed: int, games: Mapping[str, type[CardGame]] | None = None) -> Report:
    """Play the world of this seed."""
    world_games = games or shipped_games()

    async def run() -> Report:
        world = World(seed, world_games)
        with world.disk.store:
            return await world.run()

    with exactly(seed):
        return trio.run(run, clock=MockClock(autojump_threshold=0))


def _is_against_robots(mirror: Mirror) -> bool:
    """Whether one person plays a match here, and nobody else."""
    table, roles = mirror.table, mirror.table.people.roles
    people = [name for name in table.names if roles.get(name) != Role.ROBOT]
    return table.game_no > 0 and not table.match_over and len(people) == 1
