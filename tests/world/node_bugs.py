"""Bugs to be planted on purpose in what makes several nodes one house."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardkit.server import nodes
from cardkit.server.node_connection import FrameKind, NodeConnection
from cardkit.server.outbox import Outbox, Page, deliver
from cardkit.server.sqlite_store import SqliteDatabase
from cardkit.server.store import Store
from tests.world.database import NodeDatabase
from tests.world.nodes import LIFE
from tests.world.planting import NODE_BUGS, Method, bug_in


def node_bug(owner: Any, method: str, world: int = 0) -> Callable[[Method], Method]:
    return bug_in(owner, method, world, NODE_BUGS)


@node_bug(SqliteDatabase, "fence", world=12)
def pages_are_not_fenced(right: Method, database: SqliteDatabase, node: int) -> None:
    return None


@node_bug(NodeDatabase, "clock", world=7)
def the_lease_goes_by_the_clock_of_the_node(right: Method, database: NodeDatabase) -> str:
    life = LIFE.get()
    assert life is not None
    return str(life.clock.own())


@node_bug(Outbox, "turn_page")
def pages_are_told_before_they_are_stored(right: Method, outbox: Outbox) -> Page:
    rows, frames = right(outbox)
    deliver(frames)
    return rows, []


@node_bug(NodeConnection, "say")
def the_relay_turns_around_what_is_said_at_once(
    right: Method,
    connection: NodeConnection,
    kind: FrameKind,
    number: int = 0,
    data: bytes = b"",
    taken: int = 0,
) -> None:
    before = bytes(connection._unsent)
    if kind is FrameKind.BYTES:
        connection._unsent.clear()
    right(connection, kind, number, data, taken)
    if kind is FrameKind.BYTES:
        connection._unsent.extend(before)


@node_bug(nodes, "claim_tables")
def tables_of_living_nodes_are_claimed(
    right: Method, store: Store, node: int, *asked: Any, **how: Any
) -> Any:
    store.database.run("UPDATE tables SET node = 0 WHERE node <> ? AND open = 1", (node,))
    return right(store, node, *asked, **how)


@node_bug(Outbox, "settle", world=13)
def a_dead_node_tells_what_waits_for_no_row(right: Method, outbox: Outbox) -> None:
    outbox.may_tell = lambda: True
    right(outbox)
