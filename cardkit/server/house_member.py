"""One node among several: joins the house, takes up what is lost, hands over what it has."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain, islice
from math import ceil
from typing import NamedTuple

import trio

from cardkit.netgame import Refused
from cardkit.server import nodes
from cardkit.server.core import ServerCore
from cardkit.server.hosted_table import HostedTable
from cardkit.server.house_news import HouseNews
from cardkit.server.house_nodes import HouseNodes, node_of
from cardkit.server.news import News
from cardkit.server.node_lease import NodeLease, Work
from cardkit.server.nodes import BEAT, MATCHES_AT_ONCE, PATIENCE, NodeAbout, SavedNode
from cardkit.server.recovery import LoadedTable, load_table, open_loaded, read_session
from cardkit.server.relay import HouseNetwork, Relay
from cardkit.server.request import goes_on_elsewhere
from cardkit.server.runner import ServerRunner
from cardkit.server.store import Errors, NodeRemoved, SavedSession, SavedTable, Store
from cardkit.server.store_address import Bell, StoreAddress

AT_ONCE, ASIDE_AT_ONCE = 8, 500
"""Tables that are taken up at a time, and of those that are set aside."""
MANY_LOST = 10_000
"""Tables without a node that are counted, to take up a fair share of them."""
HANDED_OVER_AT_ONCE, HANDED_OVER_IN = 8, 20
"""Tables that a node which stops hands over at a time, or so that it takes about so many times."""
PASSED_ON_AT_ONCE = 32
"""People at tables of other nodes who are sent to another door at a time."""
SOON = 0.1
"""Seconds between two looks at whether others have taken up what was handed over."""


def join_house(
    address: StoreAddress, store: Store, core: ServerCore, name: str, about: NodeAbout
) -> SavedNode:
    """Make this server a node of the house. What others have lost it takes up afterwards."""
    nodes.check_key(store, core.vault.mark(f"the keys of a house: {core.server}"))
    nodes.bury(store)
    nodes.check_alike(nodes.nodes_in(store), about)
    node = nodes.join(store, name, about)
    store.node = core.outbox.node = node.id
    core.slot = node.slot
    core.elsewhere = HouseNodes(address, core, node)
    _, last = store.last_numbers()
    core.names_used.update(last)
    core.outbox.reserve(nodes.reserve_matches(store, MATCHES_AT_ONCE))
    for account, origin in store.origins():
        core.login_throttle.know(account, origin)
    return node


class Found(NamedTuple):
    """What this node has taken up."""

    alive: Sequence[SavedNode]
    share: int
    """How many tables that are lost are left to take up."""
    tables: Sequence[LoadedTable]
    people: Sequence[tuple[SavedSession, bool]]
    """Who was in the lobby, and whether they have a key or an account."""
    matches: Sequence[int]
    """Numbers above those of all matches of these tables."""


class HouseMember:
    """What a node does besides serving: it stays alive, takes peers from others, and takes up what
    others have lost."""

    def __init__(
        self,
        runner: ServerRunner,
        address: StoreAddress,
        node: SavedNode,
        not_before: Callable[[float], None],
        work: Work | None = None,
        clock: Callable[[], float] = trio.current_time,
        network: HouseNetwork | None = None,
        bell: Callable[[], Bell] | None = None,
    ) -> None:
        """`work` does what takes long, as in the runner; `clock` is this machine's own; `bell` is
        what `HouseNews` takes."""
        self._runner, self._core, self._address = runner, runner.core, address
        self._node, self._not_before = node, not_before
        self._is_claiming = False
        """Whether something may be this node's that it does not have."""
        self._work: Work = work or partial(
            trio.to_thread.run_sync, abandon_on_cancel=True, limiter=trio.CapacityLimiter(4)
        )
        self.lease = NodeLease(address, runner.core, node.id, clock)
        self._relay = Relay(node_of(node), runner, network)
        self.news = HouseNews(runner.core, address, self._work, bell)
        runner.lease = self.lease
        runner.core.outbox.may_tell = self.lease.is_held

    async def run(
        self, relay: socket.socket, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Until cancelled. Raises `NodeRemoved` when the others take this node for dead."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._stay_alive)
            nursery.start_soon(self._end_when_lost)
            await nursery.start(self._relay.run, relay)
            await self._take_up()
            nursery.start_soon(self._take_up_again_and_again)
            nursery.start_soon(self.news.run)
            task_status.started()

    async def _stay_alive(self) -> None:
        try:
            await self.lease.keep(self._work)
        finally:
            self.lease.close()
        self._runner.abandon(self.lease.lost)

    async def _end_when_lost(self) -> None:
        await self._runner.is_lost.wait()
        raise NodeRemoved

    async def _take_up_again_and_again(self) -> None:
        while True:
            with trio.move_on_after(BEAT):
                await self.news.wait_for(News.RELEASED)
            await self._take_up()

    async def _take_up(self) -> None:
        """Bury the dead, and go on with a fair share of what they have left."""
        errors: Errors = (Refused, *self._address.errors)
        share, more = None, True
        while more and not self._core.draining:
            try:
                found = await self._work(partial(self._claim, share))
            except errors as error:
                self._core.outbox.log.error("house.unheard", why=str(error))
                if self._is_claiming:
                    self._runner.abandon("what it was about to take up is unknown")
                return
            self._go_on(found)
            self._is_claiming = False
            share, more = found.share, bool(found.tables or found.people)

    def _claim(self, share: int | None) -> Found:
        """Some of what others have lost. Which share of the tables in use is this node's, is
        reckoned at first; then the others have had time for theirs."""
        core, number, games = self._core, self._node.id, self._core.games
        with self._address.reading() as store:
            for name in nodes.bury(store):
                core.outbox.log.info("node.dead", other=name)
            self._is_claiming = True
            alive = nodes.nodes_in(store)
            if share is None:
                share = self._share(store, alive)
            claimed: Sequence[tuple[SavedTable, Sequence[SavedSession]]] = ()
            if share:
                most = min(share, AT_ONCE)
                claimed = nodes.claim_tables(store, number, games, most, aside=False)
                share -= len(claimed)
            if not claimed:
                claimed = nodes.claim_tables(store, number, games, ASIDE_AT_ONCE, aside=True)
            waiting = nodes.claim_sessions(store, number, ASIDE_AT_ONCE)
            everybody = chain(waiting, *(there for _, there in claimed))
            known = nodes.keys_of(store, [each.name for each in everybody])
            tables = [load_table(core, store, *table, known) for table in claimed]
            people = [(each, each.name in known) for each in waiting]
            matches = nodes.reserve_matches(store, MATCHES_AT_ONCE) if tables else ()
            return Found(alive, share, tables, people, matches)

    def _share(self, store: Store, alive: Sequence[SavedNode]) -> int:
        """How many of the tables that are lost this node takes up, so that in the end all who do
        have about as many."""
        lost = nodes.lost_tables(store, self._core.games, MANY_LOST)
        if not lost:
            return 0
        had = nodes.tables_by_node(store)
        takers = [
            had.get(each.id, 0) for each in alive if not each.draining and each.silent < 2 * BEAT
        ]
        fair = ceil((lost + sum(takers)) / max(1, len(takers)))
        return max(1, fair - had.get(self._node.id, 0))

    def _go_on(self, found: Found) -> None:
        core = self._core
        self._relay.part_from_dead([node_of(each).name for each in found.alive])
        core.outbox.reserve(found.matches)
        if isinstance(core.elsewhere, HouseNodes):
            core.elsewhere.hear_of(found.alive)
        for loaded in found.tables:
            if isinstance(loaded.hosted, HostedTable):
                self._not_before(loaded.hosted.table.time)  # whatever clock the other node had
            open_loaded(core, loaded)
        if found.tables:
            core.aside.taken_over = len(core.aside)
        for saved, has_key in found.people:
            if saved.token == nodes.NO_TOKEN:  # somebody who has not come in
                core.outbox.row("no session", saved.name)
            else:
                session = read_session(saved, core.now())
                session.has_key = has_key
                core.receive(session)
        core.outbox.settle()

    # --- to stop -----------------------------------------------------------------------------

    async def hand_over(self, close_doors: Callable[[], None]) -> bool:
        """Let the others go on with all that is here, some tables at a time: between two moves,
        and once those before are taken up. False where there is nobody to do so."""
        core, piped = self._core, self._runner.piped
        errors: Errors = (Refused, *self._address.errors)
        try:
            while others := await self._work(self._others_take_over):
                close_doors()  # whoever comes back would have to go again
                if not core.tables and not core.sessions and not piped:
                    break
                if core.tables:
                    most = max(HANDED_OVER_AT_ONCE, len(core.tables) // HANDED_OVER_IN)
                    for hosted in list(islice(core.tables.values(), most)):
                        core.release_table(hosted)
                else:
                    for session in list(core.sessions.values()):
                        core.release(session)
                    for peer in list(islice(piped, PASSED_ON_AT_ONCE)):
                        core.part_with(peer, goes_on_elsewhere())
                core.outbox.settle()
                await self._until_taken_up()
        except errors as error:
            core.outbox.log.error("house.unheard", why=str(error))
            return False
        return bool(others)

    def _others_take_over(self) -> bool:
        """Say that this node is about to stop; whether there are others that are not."""
        with self._address.reading() as store:
            nodes.drain(store, self._node.id)
            return any(not node.draining for node in nodes.nodes_in(store))

    async def _until_taken_up(self) -> None:
        def are_released() -> bool:
            with self._address.reading() as store:
                others = any(not node.draining for node in nodes.nodes_in(store))
                return others and nodes.are_released(store)

        with trio.move_on_after(PATIENCE):  # nobody else may have its game
            while not self._core.outbox.all_stored or await self._work(are_released):  # noqa: ASYNC110
                await trio.sleep(SOON)
