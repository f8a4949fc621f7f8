"""The house as one of its nodes sees it: what others hold is asked for when somebody wants it.

All that is asked of the store is asked off the event loop.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from cardkit.netgame import Refused
from cardkit.server import nodes
from cardkit.server.accounts import add_signed_up
from cardkit.server.core import ServerCore
from cardkit.server.elsewhere import UNDECIDED, Node, Undecided
from cardkit.server.names import looks
from cardkit.server.nodes import NodeAbout, SavedNode
from cardkit.server.own_account import NewAccount, looks_like_another
from cardkit.server.recovery import read_kept, read_session
from cardkit.server.session import Session
from cardkit.server.store import ASIDE, SESSION, TABLE, SavedSession, SavedTable, Store
from cardkit.server.store_address import StoreAddress
from cardkit.server.suspended_tables import SuspendedTable

MARGIN, SLACK = 16, 1.25
"""Where there are so many tables more than so many times those elsewhere, a new one goes there."""


def node_of(saved: SavedNode) -> Node:
    about = NodeAbout.read(saved.about)
    return Node(f"{saved.name}-{saved.id}", about.host, about.port, about.public, saved.id)


class HouseNodes:
    """An `Elsewhere`."""

    def __init__(self, address: StoreAddress, core: ServerCore, node: SavedNode) -> None:
        self._address, self._core = address, core
        self.number = node.id
        self._figures: Sequence[Mapping[str, float]] = ()
        self._tables: dict[Node, float] = {}
        """Who takes new tables, each with how many it had when it was heard of last."""

    def hear_of(self, alive: Iterable[SavedNode]) -> None:
        others = {each: each.told() for each in alive if each.id != self.number}
        self._figures = [*others.values()]
        takers = (each for each in others if not each.draining)
        self._tables = {node_of(each): others[each].get("tables", 0.0) for each in takers}

    def with_room(self) -> Node | None:
        core, found = self._core, self._tables
        if not found:
            return None
        node, here = min(found, key=found.__getitem__), len(core.tables)
        is_full = here >= core.limits.tables > found[node]
        if core.draining or is_full or here > MARGIN + SLACK * found[node]:
            found[node] += 1
            return node
        return None

    def table(self, name: str) -> Node | Undecided | None:
        with self._address.reading() as store:
            found = store.table(name)
            if found is None or not found.open:
                return None
            return self._where(store, found.node, name)

    def session(self, name: str) -> Node | Session | Undecided | None:
        return self._find("name", name)

    def token(self, token: bytes) -> Node | Session | Undecided | None:
        return self._find("token", token)

    def claim(self, name: str, *, proved: bool) -> str | None:
        with self._address.reading() as store:
            return nodes.claim_name(store, self.number, name, looks(name), proved=proved)

    def set_aside_for(self, player: str) -> list[SuspendedTable]:
        with self._address.reading() as store:
            saved = store.all(
                SavedTable,
                f"{TABLE} WHERE open > 0 AND open = ? AND node <> ? "
                "AND names <> replace(names, ?, '')",
                ASIDE,
                self.number,
                json.dumps(player, ensure_ascii=False),
            )
            return [kept for table in saved if (kept := read_kept(self._core, table)) is not None]

    def people(self, most: int) -> list[tuple[str, str, str]]:
        query = (
            "SELECT sessions.name, seat, nodes.name FROM sessions JOIN nodes ON id = node "
            "WHERE node <> ? AND token <> ? ORDER BY 1 LIMIT ?"
        )
        with self._address.reading() as store:
            return store.select(query, self.number, nodes.NO_TOKEN, most)

    def figures(self) -> Sequence[Mapping[str, float]]:
        return self._figures

    def sign_up(self, account: NewAccount, guest: str) -> None:
        with self._address.reading() as store:
            other = nodes.claim_name(
                store, self.number, account.name, looks(account.name), proved=True
            )
            if other is not None:
                raise looks_like_another(account.name)
            try:
                add_signed_up(store, account.name, account.rows(guest, self._core.now()))
            except Refused:
                with store.change():
                    store.write([("no session", (account.name,))])
                raise

    def give(self, session: Session, node: Node) -> None:
        self._core.outbox.row("given", node.number, session.name)

    def _find(self, column: str, value: str | bytes) -> Node | Session | Undecided | None:
        with self._address.reading() as store:
            saved = store.first(SavedSession, f"{SESSION} WHERE {column} = ?", value)
            if saved is None or saved.token == nodes.NO_TOKEN:
                return None
            if saved.seat or saved.node != self.number:
                return self._where(store, saved.node, saved.seat)
            session = read_session(saved, self._core.now())
            session.has_key = store.account(session.name) is not None
            return session

    def _where(self, store: Store, number: int, table: str) -> Node | Undecided | None:
        """The node of that number; none if it is this one, and the table has been taken up."""
        core = self._core
        if number == self.number:
            is_here = table in core.tables or table in core.aside.tables
            return None if is_here else UNDECIDED
        alive = (node_of(each) for each in nodes.nodes_in(store) if each.id == number)
        return next(alive, UNDECIDED)
