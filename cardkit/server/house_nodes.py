"""One node among several: keeps its lease, finds what is elsewhere, takes up what others have lost.

All that is asked of the store is asked off the event loop. What this node holds, the others see in
the store; what they hold is asked for when somebody wants it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import trio

from cardkit.netgame import Refused
from cardkit.server import nodes
from cardkit.server.core import ServerCore
from cardkit.server.elsewhere import UNDECIDED, Node, Undecided
from cardkit.server.hosted_table import HostedTable
from cardkit.server.nodes import BEAT, PATIENCE, NodeAbout, SavedNode
from cardkit.server.recovery import LoadedTable, load_table, open_loaded, read_session
from cardkit.server.session import Session
from cardkit.server.store import SESSION, Errors, NodeRemoved, SavedSession, Store
from cardkit.server.store_address import StoreAddress

MATCHES_AT_ONCE = 64
"""Numbers of matches that a node has in reserve: as many as may begin before it asks for more."""
AT_ONCE = 16
"""Tables that are taken up at a time."""
Work = Callable[[Callable[[], Any]], Awaitable[Any]]


def node_of(saved: SavedNode) -> Node:
    about = NodeAbout.read(saved.about)
    return Node(f"{saved.name}-{saved.id}", about.host, about.port, about.public, saved.id)


class HouseNodes:
    """The house as one of its nodes sees it: an `Elsewhere`."""

    def __init__(self, address: StoreAddress, core: ServerCore, node: SavedNode) -> None:
        self._address, self._core = address, core
        self.number = node.id

    def table(self, name: str) -> Node | Undecided | None:
        with self._address.reading() as store:
            found = store.table(name)
            if found is None or not found.open or found.node == self.number:
                return None
            return self._node(store, found.node) or UNDECIDED

    def session(self, name: str) -> Node | Session | Undecided | None:
        return self._find("name", name)

    def token(self, token: bytes) -> Node | Session | Undecided | None:
        return self._find("token", token)

    def give(self, session: Session, node: Node) -> None:
        self._core.outbox.row("given", node.number, session.name)

    def _find(self, column: str, value: str | bytes) -> Node | Session | Undecided | None:
        with self._address.reading() as store:
            saved = store.first(SavedSession, f"{SESSION} WHERE {column} = ?", value)
            if saved is None:
                return None
            if saved.node != self.number:
                node = self._node(store, saved.node)
                if node is not None:
                    return node
                if saved.seat:  # whoever takes up the table has it
                    return UNDECIDED
                claim = "UPDATE sessions SET node = ? WHERE name = ? AND node = ?"
                if not store.database.run(claim, (self.number, saved.name, saved.node)):
                    return UNDECIDED  # another node was quicker
            if saved.seat:
                return None  # it is here, with its table
            session = read_session(saved, self._core.now())
            session.has_key = store.account(session.name) is not None
            return session

    def _node(self, store: Store, number: int) -> Node | None:
        """The node of that number, if it is alive."""
        return next((node_of(each) for each in nodes.nodes_in(store) if each.id == number), None)


def join_house(
    address: StoreAddress, store: Store, core: ServerCore, name: str, about: NodeAbout
) -> SavedNode:
    """Make this server a node of the house. What others have lost it takes up afterwards."""
    nodes.check_key(store, core.vault.mark("the key of a house"))
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


class NodeLease:
    """That this node is alive, as far as it can know: by its own clock, it never believes that for
    longer than the others do."""

    def __init__(
        self, address: StoreAddress, core: ServerCore, number: int, now: Callable[[], float]
    ) -> None:
        self._address, self._number, self._now = address, number, now
        self._core = core
        self._until = now() + PATIENCE

    @property
    def is_held(self) -> bool:
        return self._now() < self._until

    async def keep(self, work: Work, figures: Callable[[], Any]) -> None:
        """Say again and again that this node is alive. Returns when it is not, to the others."""
        errors: Errors = (Refused, *self._address.errors)
        while self.is_held:
            begun, told = self._now(), figures()
            outbox = self._core.outbox
            wanted = 0 if outbox.reserved > MATCHES_AT_ONCE // 2 else MATCHES_AT_ONCE
            with suppress(*errors), trio.move_on_at(self._until):
                try:
                    numbers = await work(partial(self._beat, told, wanted))
                except NodeRemoved:
                    self._until = begun
                    return
                outbox.reserve(numbers)
                self._until = begun + PATIENCE
            await trio.sleep(BEAT)

    def _beat(self, figures: Any, wanted: int) -> range:
        with self._address.reading() as store:
            nodes.beat(store, self._number, figures, draining=self._core.draining)
            return nodes.reserve_matches(store, wanted) if wanted else range(0)

    def give_up(self) -> None:
        self._until = self._now()


class HouseMember:
    """What a node does besides serving: it stays alive, takes peers from others, and takes up what
    others have lost."""

    def __init__(
        self,
        runner: ServerRunner,
        address: StoreAddress,
        node: SavedNode,
        not_before: Callable[[float], None],
    ) -> None:
        self._runner, self._address, self._node = runner, address, node
        self._not_before = not_before
        self.lease = NodeLease(address, runner.core, node.id, trio.current_time)
        runner.may_tell = lambda: self.lease.is_held

    async def run(
        self, relay: socket.socket, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Until cancelled. Raises `NodeRemoved` when the others take this node for dead."""
        runner, core = self._runner, self._runner.core
        work = partial(trio.to_thread.run_sync, limiter=trio.CapacityLimiter(2))
        async with trio.open_nursery() as nursery:
            await nursery.start(Relay(node_of(self._node), runner).run, relay)
            nursery.start_soon(self._stay_alive, work)
            lost = take_up_lost_tables, core, self._address, self._node.id, work, self._not_before
            nursery.start_soon(*lost)
            task_status.started()

    async def _stay_alive(self, work: Work) -> None:
        await self.lease.keep(work, self._runner.core.figures)
        self._runner.abandon()
        raise NodeRemoved


async def take_up_lost_tables(
    core: ServerCore,
    address: StoreAddress,
    number: int,
    work: Work,
    not_before: Callable[[float], None],
) -> None:
    """Look again and again for nodes that are dead and tables without a node; until cancelled."""
    errors: Errors = (Refused, *address.errors)

    def claim() -> Sequence[LoadedTable]:
        with address.reading() as store:
            for name in nodes.bury(store):
                core.outbox.log.info("node.dead", node=name)
            names = nodes.claim_tables(store, number, AT_ONCE)
            return [load_table(core, store, name) for name in names]

    while True:
        taken: Sequence[LoadedTable] = ()
        try:
            taken = await work(claim)
        except errors as error:
            core.outbox.log.error("house.unheard", why=str(error))
        for loaded in taken:
            if isinstance(loaded.hosted, HostedTable):
                not_before(loaded.hosted.table.time)  # whatever clock the other node had
            open_loaded(core, loaded)
        core.outbox.settle()
        if len(taken) < AT_ONCE:
            await trio.sleep(BEAT)
