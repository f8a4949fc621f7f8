"""The nodes of a house: the servers that share one store, and which of them are alive.

A node is a row, with a number that none had before. It says again and again that it is alive, by
the clock of the database; one that has not for a while is removed by the others. Every page that a
node stores checks in its own transaction that its row is there, and keeps it there until it has
committed: so a node that was removed can store nothing, and tell nothing, whatever it believes, and
whoever removes it sees all that it ever stored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import Any, NamedTuple, Self

from cardkit.netgame import NetGame, Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server.news import News, written_news
from cardkit.server.store import ASIDE, NodeRemoved, SavedSession, SavedTable, Store

BEAT = 0.25
"""Seconds between two signs of life."""
PATIENCE = 2.0
"""Seconds without one after which a node counts as dead."""
MATCHES_AT_ONCE = 1024
"""Numbers of matches that a node has in reserve: as many as may begin before it asks for more."""
_SESSIONS = f"RETURNING {', '.join(SavedSession._fields)}"
NO_TOKEN = bytes(16)
"""Of somebody who is being let in: the hash of no token."""


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


def fingerprint_of(game: type[NetGame]) -> str:
    """Of what a game declares, so that two nodes do not play it by different rules."""
    written = json.dumps(game.declaration.data(), sort_keys=True, default=str)
    return blake2b(written.encode(), digest_size=8).hexdigest()


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

    def told(self) -> Mapping[str, float]:
        """Its figures, as it told them then."""
        figures: dict[str, float] = json.loads(self.figures)
        return figures


def nodes_in(store: Store) -> list[SavedNode]:
    silent = f"{store.database.now} - beat"
    query = f"SELECT id, name, slot, about, draining, figures, {silent} FROM nodes ORDER BY id"
    return store.all(SavedNode, query)


def tables_by_node(store: Store) -> dict[int, int]:
    """How many tables in use each node has, by its number; under 0 those that are handed over."""
    found = store.select(
        "SELECT node, count(*) FROM tables WHERE open > 0 AND open = 1 GROUP BY node"
    )
    return dict(found)


def time_in(store: Store) -> float:
    """The time by the clock of the database."""
    [(now,)] = store.select(f"SELECT {store.database.now}")
    return float(now)


def check_key(store: Store, mark: str) -> None:
    """All nodes of a house have the same keys, or they could not read what others have sealed."""
    with store.change():
        store.database.run(
            "INSERT INTO house_keys VALUES ('key', ?) ON CONFLICT (what) DO NOTHING", (mark,)
        )
        [(known,)] = store.select("SELECT value FROM house_keys WHERE what = 'key'")
    if known != mark:
        raise Refused(
            ServerReason.STORE_FAILED,
            "{name} was written with another key; start this server with a copy of the data folder "
            "of the others, or with their CARDKIT_KEY",
            name=store.database.name,
        )


def check_alike(others: Iterable[SavedNode], about: NodeAbout) -> None:
    """Refuse to be a node beside others that are newer, or host other games.

    Those of an older version are to be replaced, one after the other.
    """
    for node in others:
        theirs = NodeAbout.read(node.about)
        if _numbers(theirs.version) > _numbers(about.version):
            raise Refused(
                ServerReason.STORE_FAILED,
                "node {name} of this house runs cardkit {theirs}, and this is {ours}; install that "
                "version here",
                name=node.name,
                theirs=theirs.version,
                ours=about.version,
            )
        if theirs.version == about.version and theirs.games != about.games:
            differing = sorted({*theirs.games.items()} ^ {*about.games.items()})
            raise Refused(
                ServerReason.STORE_FAILED,
                "node {name} of this house hosts other games, or by other rules: {games}; start "
                "all nodes with the same ones",
                name=node.name,
                games=", ".join(dict.fromkeys(game for game, _ in differing)),
            )


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"[0-9]+", version)]


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
    """A node stops in good order; the others hear of it."""
    store.database.run("DELETE FROM nodes WHERE id = ?", (node,))
    store.do("news", *written_news(node, News.RELEASED))


def drain(store: Store, node: int) -> None:
    """A node takes nothing new any more; each sign of life says so, too."""
    store.database.run("UPDATE nodes SET draining = 1 WHERE id = ?", (node,))


_LOST = "open > 0 AND open = ? AND node NOT IN (SELECT id FROM nodes)"


def lost_tables(store: Store, games: Collection[str], most: int) -> int:
    """How many tables in use have no node any more; more than so many are not counted."""
    lost = f"SELECT 1 FROM tables WHERE {_LOST} AND game IN ({_marks(games)}) LIMIT ?"
    [(count,)] = store.select(f"SELECT count(*) FROM ({lost}) AS lost", 1, *games, most)
    return int(count)


def are_released(store: Store) -> bool:
    """Whether tables that a node has handed over are still to be taken up."""
    return bool(store.select("SELECT 1 FROM tables WHERE open > 0 AND node = 0 LIMIT 1"))


def claim_tables(
    store: Store, node: int, games: Collection[str], most: int, *, aside: bool
) -> list[tuple[SavedTable, list[SavedSession]]]:
    """Some of the tables in use, or of those set aside, that have no node any more: they are this
    node's now, and so are those who are there."""
    with store.change():
        found = store.all(
            SavedTable,
            "UPDATE tables SET node = ? WHERE name IN (SELECT name FROM tables "
            f"WHERE {_LOST} AND game IN ({_marks(games)}) ORDER BY name LIMIT ?) "
            f"RETURNING {', '.join(SavedTable._fields)}",
            node,
            ASIDE if aside else 1,
            *games,
            most,
        )
        people = dict[str, list[SavedSession]]()
        if found:
            names = [table.name for table in found]
            there = f"UPDATE sessions SET node = ? WHERE seat IN ({_marks(names)})"
            for session in store.all(SavedSession, f"{there} {_SESSIONS}", node, *names):
                people.setdefault(session.seat, []).append(session)
    return [(table, people.get(table.name, [])) for table in sorted(found)]


def claim_sessions(store: Store, node: int, most: int) -> list[SavedSession]:
    """Some of the participants in the lobby who have no node any more; they are here now."""
    lost = "seat = '' AND node NOT IN (SELECT id FROM nodes) ORDER BY name LIMIT ?"
    claim = f"UPDATE sessions SET node = ? WHERE name IN (SELECT name FROM sessions WHERE {lost})"
    return store.all(SavedSession, f"{claim} {_SESSIONS}", node, most)


def keys_of(store: Store, names: Collection[str]) -> set[str]:
    """Those of these names that have an account, or are kept for a guest."""
    known = " UNION ".join(
        f"SELECT name FROM {table} WHERE name IN ({_marks(names)})"
        for table in ("accounts", "guests")
    )
    return {name for (name,) in store.select(known, *names, *names)} if names else set()


def claim_name(
    store: Store, node: int, name: str, images: Collection[str], *, proved: bool
) -> str | None:
    """Of all nodes only one lets somebody in under a name, or one that looks like it: this one from
    now on; or the name that is in the way. Who has proved whose it is may have a seat already."""
    with store.change():
        here = "INSERT INTO sessions (name, token, seat, node) VALUES (?, ?, '', ?) "
        claimed = (name, NO_TOKEN, node)
        if not store.database.run(f"{here} ON CONFLICT (name) DO NOTHING", claimed):
            return name
        other = None
        if not proved:
            kept = "SELECT 1 FROM tables WHERE open > 0 AND names <> replace(names, ?, '') LIMIT 1"
            other = name if store.select(kept, json.dumps(name, ensure_ascii=False)) else None
        alike = f"SELECT name FROM name_images WHERE image IN ({_marks(images)}) LIMIT 1"
        for (found,) in store.select(alike, *images):
            other = found
        if other is not None:
            store.database.run("DELETE FROM sessions WHERE name = ?", (name,))
            return other
        for image in images:
            store.database.run("INSERT INTO name_images VALUES (?, ?)", (image, name))
    return None


def _marks(values: Collection[str]) -> str:
    return ", ".join("?" * len(values))
