"""The nodes of a house: the servers that share one store, and which of them are alive.

A node is a row, with a number that none had before. It says each second that it is alive, by the
clock of the database; one that has not for a while is removed by the others. Every page that a node
stores checks in its own transaction that its row is there, and keeps it there until it has
committed: so a node that was removed can store nothing, and tell nothing, whatever it believes, and
whoever removes it sees all that it ever stored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, Self

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server.store import NodeRemoved, Store

BEAT = 1.0
"""Seconds between two signs of life."""
PATIENCE = 3.0
"""Seconds without one after which a node counts as dead."""


@dataclass(frozen=True, kw_only=True, slots=True)
class NodeAbout:
    """What the others have to know of a node."""

    version: str
    games: Mapping[str, str]
    """What it hosts, each with a fingerprint of its rules."""
    host: str
    port: int
    """Where other nodes reach it."""
    public: tuple[str, int] | None = None
    """Where clients reach it who want to be connected to it without a detour."""

    def written(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, sort_keys=True)

    @classmethod
    def read(cls, written: str) -> Self:
        found: dict[str, Any] = json.loads(written)
        public = found.pop("public")
        return cls(**found, public=None if public is None else (public[0], public[1]))


class SavedNode(NamedTuple):
    """A node, as the store has it."""

    id: int
    name: str
    slot: int
    """The smallest number that no other node has: tables are named after it."""
    about: str
    draining: int
    figures: str
    silent: float
    """Seconds since it was heard of last."""


def nodes_in(store: Store) -> list[SavedNode]:
    silent = f"{store.database.now} - beat"
    query = f"SELECT id, name, slot, about, draining, figures, {silent} FROM nodes ORDER BY id"
    return store.all(SavedNode, query)


def check_key(store: Store, mark: str) -> None:
    """All nodes of a house have the same key, or they could not read what others have sealed."""
    with store.change():
        store.database.run(
            "INSERT INTO house VALUES ('key', ?) ON CONFLICT (what) DO NOTHING", (mark,)
        )
        [(known,)] = store.select("SELECT value FROM house WHERE what = 'key'")
    if known != mark:
        raise Refused(
            ServerReason.STORE_FAILED,
            "{name} was written with another key; start this server with a copy of the data folder "
            "of the others, or with their CARDKIT_KEY",
            name=store.database.name,
        )


def join(store: Store, name: str, about: NodeAbout) -> SavedNode:
    """A new node, which is alive from now on."""
    with store.change():
        store.database.run("UPDATE node_numbers SET last = last + 1")
        [(number,)] = store.select("SELECT last FROM node_numbers")
        taken = {slot for (slot,) in store.select("SELECT slot FROM nodes")}
        slot = next(n for n in range(1, len(taken) + 2) if n not in taken)
        store.database.run(
            "INSERT INTO nodes (id, name, slot, about, beat) "
            f"VALUES (?, ?, ?, ?, {store.database.now})",
            (number, name, slot, about.written()),
        )
    return SavedNode(number, name, slot, about.written(), 0, "{}", 0.0)


def beat(store: Store, node: int, figures: Mapping[str, float], *, draining: bool = False) -> None:
    """A sign of life. Raises `NodeRemoved` when it comes too late."""
    told = json.dumps(figures), int(draining), node
    alive = f"UPDATE nodes SET figures = ?, draining = ?, beat = {store.database.now} WHERE id = ?"
    if not store.database.run(alive, told):
        raise NodeRemoved


def reserve_matches(store: Store, count: int) -> range:
    """Numbers for so many matches, which no other node gives out."""
    more = "UPDATE match_numbers SET last = last + ? RETURNING last"
    [(last,)] = store.select(more, count)
    return range(last - count + 1, last + 1)


def bury(store: Store, patience: float = PATIENCE) -> list[str]:
    """Remove the nodes that have not been heard of for so long; their names.

    Waits until a page that one of them is storing is stored, or is not.
    """
    dead = f"DELETE FROM nodes WHERE beat < {store.database.now} - ? RETURNING name"
    return [name for (name,) in store.select(dead, patience)]


def leave(store: Store, node: int) -> None:
    """A node stops in good order."""
    store.database.run("DELETE FROM nodes WHERE id = ?", (node,))


def claim_tables(store: Store, node: int, most: int) -> list[str]:
    """Some of the tables that are in use and have no node any more: they are this node's now, and
    so are the sessions of those who are there."""
    with store.change():
        found = store.select(
            "UPDATE tables SET node = ? WHERE name IN (SELECT name FROM tables WHERE open > 0 "
            "AND node NOT IN (SELECT id FROM nodes) ORDER BY name LIMIT ?) RETURNING name",
            node,
            most,
        )
        names = sorted(name for (name,) in found)
        for name in names:
            store.database.run("UPDATE sessions SET node = ? WHERE seat = ?", (node, name))
    return names
