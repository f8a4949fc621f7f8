"""What the nodes of a house tell each other: rows in the store, which all of them read.

A row gets its number when it is written, and can be read when it is committed: so one may appear
behind others that were read already, and the last ones are read again.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from cardkit.protocol import Words
from cardkit.protocol.messages import Table
from cardkit.server.store import Store

LATE = 10.0
"""Seconds after which a row that was written is committed, or never is."""
KEPT = 60.0
"""Seconds for which a row is there. Who has not read for half as long knows nothing any more."""


class News(StrEnum):
    """What a node tells the others."""

    LOBBY = "lobby"
    """The lobby has changed: the names of tables."""
    TRIES = "tries"
    """What was used up of throttles: each with a mark of whom it was used up by, and how much."""
    ORIGIN = "origin"
    """An account is known from an address: its name, and a mark of the address."""
    RENAMED = "renamed"
    """Somebody is called otherwise: the old name, and the new one; or none."""
    DELETED = "deleted"
    """Somebody has deleted all that is kept of them: the name."""
    HOST = "host"
    """The host has banned somebody, or wants something done."""
    HOST_SAYS = "host says"
    """A word of the host to everybody."""
    RELEASED = "released"
    """Tables or people may be taken up."""


class Told(NamedTuple):
    """One thing that another node has told."""

    what: str
    about: Any


def written_news(node: int, what: News, about: object = None) -> tuple[int, str, str]:
    """The values for the row "news"."""
    return node, str(what), json.dumps(about, ensure_ascii=False)


def tell_nodes(store: Store, what: News, about: object = None) -> None:
    """Tell it to the nodes of a house, from outside; in the transaction that is under way."""
    if store.select("SELECT 1 FROM nodes LIMIT 1"):
        store.write([("news", written_news(0, what, about))])


class NewsReader:
    """What a node has read so far of what the others tell. Used by one thread at a time."""

    def __init__(self, node: int, now: Callable[[], float]) -> None:
        self._node, self._now = node, now
        self._after = 0
        """All up to this number was read, long ago."""
        self._seen: set[int] = set()
        self._read: deque[tuple[float, int]] = deque([(now(), 0)])
        """When it was read, and up to which number."""

    @property
    def is_behind(self) -> bool:
        """Whether something may have been missed."""
        return self._now() - self._read[-1][0] > KEPT / 2

    def read(self, store: Store) -> list[Told]:
        """What is new, of the other nodes."""
        begun = self._now()
        query = "SELECT id, node, what, about FROM news WHERE id > ? ORDER BY id"
        rows = [row for row in store.select(query, self._after) if row[0] not in self._seen]
        self._seen.update(row[0] for row in rows)
        self._read.append((begun, max(self._seen, default=self._after)))
        while self._read[1][0] < begun - LATE:
            self._read.popleft()
        if self._read[0][0] < begun - LATE and self._read[0][1] > self._after:
            self._after = self._read[0][1]
            self._seen = {number for number in self._seen if number > self._after}
        return [
            Told(what, json.loads(about)) for _, node, what, about in rows if node != self._node
        ]

    def forget_old(self, store: Store, since: int) -> int:
        """Delete what all have read: up to the number that was told here the last time."""
        store.database.run("DELETE FROM news WHERE id < ?", (since,))
        return self._after


class ListedTable(NamedTuple):
    """A table at another node, as the lobby shows it."""

    about: Table
    public: bool
    seated: Sequence[str]
    playing: bool
    """Whether those who have a seat keep it."""
    owner: str
    origin: str
    opened: float | None

    @property
    def name(self) -> str:
        return self.about.name

    @property
    def words(self) -> Words:
        """What is told of it."""
        return self.about.words()

    @property
    def people(self) -> tuple[str, ...]:
        """To whom it may be another than to everybody."""
        return *self.seated, self.owner


def tables_elsewhere(
    store: Store, node: int, names: Sequence[str] | None = None
) -> list[ListedTable]:
    """The open tables that are not at this node: of these names, or all."""
    which = "" if names is None else f" AND lobby.name IN ({', '.join('?' * len(names))})"
    rows = store.select(
        "SELECT about, owner, origin, opened FROM lobby "
        f"JOIN tables ON tables.name = lobby.name WHERE open = 1 AND node <> ?{which}",
        node,
        *(names or ()),
    )
    return [
        ListedTable(about, public, seated, playing, owner, origin, opened)
        for written, owner, origin, opened in rows
        for parts, public, seated, playing in [json.loads(written)]
        if (about := Table.read(parts)) is not None  # as in this version
    ]


def written_listing(about: Table, seated: Sequence[str], *, public: bool, playing: bool) -> str:
    return json.dumps([about.parts(), public, seated, playing], ensure_ascii=False)
