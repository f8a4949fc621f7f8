"""One seed, one house: three nodes over one database, and everything that must be true of them.

The players, the network to them and the oracle are those of the world with one server; a player
may come in by any node. What is added is that nothing is stored or told by two nodes at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from random import Random
from typing import Any

import trio
from trio.testing import MockClock

from cardkit.cardgame import CardGame
from cardkit.server.names import looks
from cardkit.server.nodes import NO_TOKEN
from cardkit.server.session import Peer
from cardkit.server.store import Row, Store
from cardkit.server.vault import Vault
from tests.world.ear import Ear
from tests.world.mirror import Mirror
from tests.world.network import Cable, Weather
from tests.world.nodes import House, NodeFault, NodeLife, NodeSlot
from tests.world.plan import NAMES, Person, WorldPlan, plan_party
from tests.world.player import Player
from tests.world.promise import Violation
from tests.world.report import Report
from tests.world.run import World, exactly, shipped_games

NODES = ("n1", "n2", "n3")
GAMES = ("akq", "blackjack", "flush_poker", "oh_hell", "old_maid", "page_one")
FAULTS = {
    "kill": (0.0, 0.0),
    "stop": (0.0, 0.0),
    "drain": (0.0, 0.0),
    "pause": (0.5, 12.0),
    "no database": (0.5, 8.0),
    "slow database": (2.0, 8.0),
    "flaky database": (2.0, 8.0),
    "no clients": (1.0, 8.0),
    "no nodes": (1.0, 8.0),
    "lost before commit": (0.0, 0.0),
    "lost after commit": (0.0, 0.0),
}
"""What goes wrong at nodes, and for how many seconds."""
POOL = ("ann1", "annl", "Ann1", "bob", "b0b", "cleo", "dora", "emil", "fay")
"""What players call themselves; some look alike."""
KEEPALIVE = 8.0
CHAOS = 30.0
STILL = 25.0
"""Seconds after which nothing happens at a table any more; players take their time."""
CALM, BACK = 6.0, 30.0
"""Seconds that are looked at when nothing goes wrong any more, and until all are back."""


def plan_house(seed: int, games: Mapping[str, type[CardGame]]) -> WorldPlan:
    """Who plays what with whom; all come back, whatever happens."""
    chance = Random(f"{seed} plan")
    played = sorted(games)
    parties, people = [], list[Person]()
    for number in range(2):
        name = played[(seed + number) % len(played)]
        players = chance.randint(2, min(3, games[name].seats.most))
        party = plan_party(f"party{number}", name, games[name], players, chance)
        parties.append(party)
        for _ in range(players):
            people.append(Person(NAMES[len(people)], party, False, True, "none"))
    weather = Weather(
        latency=chance.choice((0.0, 0.02)),
        split=chance.choice((0.0, 0.1)),
        cut=chance.choice((0.0, 0.01)),
    )
    return WorldPlan(parties, people, weather, 0.0, [])


def plan_faults(chance: Random) -> list[NodeFault]:
    """What goes wrong at one node, in order."""
    faults = []
    at = chance.uniform(2.0, CHAOS / 3)
    while at < CHAOS:
        [kind] = chance.choices([*FAULTS], [3 if kind == "pause" else 1 for kind in FAULTS])
        seconds = chance.uniform(*FAULTS[kind])
        storing = chance.random() < 0.5
        faults.append(NodeFault(at, chance.randrange(40), kind, seconds, storing))
        at += chance.uniform(2.0, CHAOS / 3)
    return faults


class HouseWorld(World):
    """Nodes, players, networks and a database, and those who judge them."""

    chaos, rest, tick = CHAOS, BACK, 2.0

    def __init__(self, seed: int, games: Mapping[str, type[CardGame]]) -> None:
        super().__init__(seed, games)
        self.again = f"--house --seed {seed}"
        self.faults: Counter[str] = Counter()
        self._last_input: dict[str, float] = {}
        for player in self.players.values():
            player.names = POOL

    def _plan(self, games: Mapping[str, type[CardGame]]) -> WorldPlan:
        return plan_house(self.seed, games)

    def _set_up(self, games: Mapping[str, type[CardGame]], vault: Vault) -> None:
        faults = {name: plan_faults(self._chance(f"faults {name}")) for name in NODES}
        self.house = house = House(
            games,
            vault,
            self.archive.server,
            self.network,
            self._chance,
            faults,
            self.note,
            self.fail,
        )
        self.servers, self.store = house, Store(house.database)
        house.wrong_with, house.on_commit = self._wrong_with, self._on_commit
        house.on_told, house.on_death, house.on_fault = self._on_told, self._on_end, self._on_fault
        self.network.keepalive = KEEPALIVE
        self._chance_of_doors = self._chance("doors")

    def _go_wrong(self) -> None:
        self.oracle.patience, self.oracle.is_prompt = inf, False

    def _end(self) -> None:
        super()._end()
        for life in self.house.lives:
            life.go_on()

    def connect(self, who: str) -> trio.StapledStream[Any, Any]:
        """A cable to one of the nodes, if it is up and can be reached."""
        slot = self._chance_of_doors.choice(self.house.slots)
        life = slot.life
        if life is None or life.dead or not life.number or not life.is_open:
            raise OSError("nobody answers")
        if slot.closed_until > trio.current_time() or self.network.is_held(who):
            raise OSError("no route")
        cable = Cable(self.network, who, len(self._ears), self._outgoing, self._incoming)
        self._ears[cable] = self._newest[who] = Ear(who, lambda: cable.closed == inf)
        self.note(f"{who} ({cable.number}) comes to {slot.name}")
        life.connect(cable)
        return cable.player

    def _outgoing(self, cable: Cable, data: bytes) -> None:
        self.note(f"{cable.who} ({cable.number}) is told", data)
        if data.startswith(b"HELLO"):
            return  # a node that stood still took a program for a person, who hangs up
        with self._held_to_account():
            self.oracle.outgoing(self._ears[cable], data)

    def _follow(self, rows: Sequence[Row]) -> None:
        super()._follow(rows)
        for what, values in rows:
            if what == "input" and values[0] in self.archive.by_match:
                self._last_input[self.archive.by_match[values[0]].name] = trio.current_time()

    async def _see_it_end(self) -> None:
        pass

    def _is_quiet(self) -> bool:
        """Whether everybody is back, and was for a while."""
        return trio.current_time() > CHAOS + CALM and all(
            p.entered and not p.pending and self._is_up_to_date(p) for p in self.players.values()
        )

    def _is_up_to_date(self, player: Player) -> bool:
        mirror = self.archive.mirrors.get(player.table)
        return mirror is None or player.last == mirror.now.told

    def _check_waiting(self, mirror: Mirror) -> None:
        """A game goes on, however long it takes."""
        still = trio.current_time() - self._last_input[mirror.name]
        if still > STILL:
            super()._check_waiting(mirror)

    # --- what must be true -------------------------------------------------------------------

    def _one(self, query: str, *values: object) -> Any:
        found = self.store.select(query, *values)
        return found[0][0] if found else None

    def _is_node(self, life: NodeLife) -> bool:
        return self._one("SELECT 1 FROM nodes WHERE id = ?", life.number) is not None

    def _wrong_with(self, life: NodeLife, rows: Sequence[Row]) -> str:
        """Whether a node is about to change what another one has, or is dead itself."""
        if not self._is_node(life):
            return "is no node any more"
        for what, values in rows:
            if what == "input" and values[0] in self.archive.by_match:
                table = self.archive.by_match[values[0]].name
                where = self._one("SELECT node FROM tables WHERE name = ?", table)
                if where != life.number:
                    return f"stores what happens at {table}, which is at node {where}"
            elif what in ("session", "no session", "given"):
                name = values[1] if what == "given" else values[0]
                where = self._one("SELECT node FROM sessions WHERE name = ?", name)
                if where not in (None, life.number):
                    return f"stores the session of {name}, who is at node {where}"
        return ""

    def _on_commit(self, life: NodeLife, rows: Sequence[Row], wrong: str) -> None:
        if wrong:
            self.fail(f"{life.slot.name} (node {life.number}) {wrong}")
        self.note(f"{life.slot.name} stores")
        self._follow(rows)

    def _on_told(self, life: NodeLife, peer: Peer) -> None:
        if not self._is_node(life):
            self.fail(f"{life.slot.name} was node {life.number}, and tells {peer.address}")
        session = peer.session
        if session is not None:
            where = self._one("SELECT node FROM sessions WHERE name = ?", session.name)
            if where not in (None, life.number):
                self.fail(f"{life.slot.name} tells {session.name}, who is at node {where}")

    def _on_fault(self, slot: NodeSlot, fault: NodeFault) -> None:
        self.faults[fault.kind] += 1
        for mirror in self.archive.mirrors.values():
            mirror.hit()

    def _on_end(self, life: NodeLife) -> None:
        if self._scope.cancel_called:
            return
        self.report.kills += 1
        self.note(f"{life.slot.name} is gone")
        with self._held_to_account():
            self._check_disk()

    def _look_round(self) -> None:
        with self._held_to_account():
            alive = [life for life in self.house.lives if self._is_node(life)]
            self._check_alone(alive)
            for life in alive:
                for hosted in life.core.tables.values():
                    mirror = self.archive.mirrors.get(hosted.name)
                    at = hosted.journal.match, hosted.journal.entries
                    if mirror is None or at != (mirror.match, mirror.inputs):
                        continue
                    if hosted.table.digest() != mirror.table.digest():
                        raise Violation(f"{hosted.name} is not as its journal leads to")

    def _check_alone(self, alive: Sequence[NodeLife]) -> None:
        """Each table and each participant is at one node, and no two look alike."""
        for what in ("tables", "sessions"):
            count = Counter(name for life in alive for name in getattr(life.core, what))
            if twice := [name for name, times in count.items() if times > 1]:
                raise Violation(f"{twice} are at two nodes")
        images = Counter(
            image
            for saved in self.store.sessions()
            if saved.token != NO_TOKEN
            for image in {*looks(saved.name)}
        )
        if alike := [image for image, times in images.items() if times > 1]:
            raise Violation(f"two participants look like {alike}")


def run_house(seed: int, games: Mapping[str, type[CardGame]] | None = None) -> Report:
    """Play the house of this seed."""
    shipped = shipped_games()
    played = games or {name: shipped[name] for name in GAMES}

    async def run() -> Report:
        world = HouseWorld(seed, played)
        try:
            return await world.run()
        finally:
            world.house.close()

    with exactly(seed):
        return trio.run(run, clock=MockClock(autojump_threshold=0))
