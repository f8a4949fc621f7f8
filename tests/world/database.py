"""The database of a simulated house: one for all nodes, with a clock of its own.

Transactions come one after the other, whole or not at all. But the way to it is long: a call may
take its time, be refused, or arrive when whoever made it is dead; and a connection may be lost
before a transaction is committed, or after, when nobody is told that it was.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from random import Random
from typing import Any

import trio

from cardkit.server.sqlite_store import SqliteDatabase
from cardkit.server.store import Errors, Store

EPOCH = 1_700_000_000.0
FLAKY = 0.05
"""How likely a bad connection is lost with each call."""


class HouseDatabase(SqliteDatabase):
    """What outlives every node."""

    now = "house_now()"

    def __init__(self) -> None:
        super().__init__(None)
        self.changed_by: NodeDatabase | None = None
        """Whose the transaction is, if there is one."""
        self.connection.create_function("house_now", 0, self.time)

    def time(self) -> float:
        return EPOCH + trio.current_time()


class DatabaseLink:
    """The way from one node to the database."""

    def __init__(self, database: HouseDatabase, chance: Random) -> None:
        self.database, self.chance = database, chance
        self.is_dead = False
        """Whether nothing comes from there any more."""
        self.cut_until = self.slow_until = self.flaky_until = 0.0
        self.hangs = False
        """Whether who calls over a cut line waits, and does not hear of it at once."""
        self.lose_next: str = ""
        """What to lose with the next connection that commits a page: `before` or `after`."""

    @property
    def is_cut(self) -> bool:
        return trio.current_time() < self.cut_until

    def pause(self) -> float:
        """Seconds until a call arrives, or its answer."""
        luck = self.chance.random()
        if trio.current_time() < self.slow_until and luck < 0.5:
            return 6.0 * luck
        return 0.008 * max(0.0, luck - 0.5)

    async def travel(self) -> None:
        """What is asked for is on its way, or its answer."""
        wait = self.pause()
        if wait:
            await trio.sleep(wait)

    async def arrive(self) -> None:
        await self.travel()
        if self.is_cut and self.hangs:
            await trio.sleep(self.cut_until - trio.current_time())
            if self.chance.random() < 0.5:  # it was never sent, for all that anybody knows
                raise sqlite3.OperationalError("timeout")

    def check(self) -> None:
        if self.is_dead or self.is_cut or self.is_lost_now():
            raise sqlite3.OperationalError("no route to the database")

    def is_lost_now(self) -> bool:
        """Whether a connection is lost just now, between any two calls."""
        return trio.current_time() < self.flaky_until and self.chance.random() < FLAKY


class NodeDatabase(SqliteDatabase):
    """One connection of a node. When it is lost, so is what it was about to change."""

    def __init__(self, link: DatabaseLink) -> None:
        self.name = "the database of the house"
        self.connection = link.database.connection
        self._link = link
        self._is_lost = False
        self._stored: Callable[[], None] | None = None

    @contextmanager
    def page(self, stored: Callable[[], None]) -> Iterator[None]:
        """What is committed in the block is a page: call this when it is."""
        self._stored = stored
        try:
            yield
        finally:
            self._stored = None

    @property
    def now(self) -> str:  # type: ignore[override]
        return self.clock()

    def clock(self) -> str:
        """The time comes from the database, whatever the node takes it for."""
        return HouseDatabase.now

    @property
    def in_transaction(self) -> bool:
        return self.connection.in_transaction and self._link.database.changed_by is self

    def _check(self) -> None:
        if self.connection.in_transaction and not self.in_transaction:
            self.connection.execute("ROLLBACK")  # of another, which was given up in the middle
        try:
            if self._is_lost:
                raise sqlite3.OperationalError("the connection is closed")
            self._link.check()
        except sqlite3.Error:
            self._lose()
            raise

    def _lose(self) -> None:
        self._is_lost = True
        if self.in_transaction:
            self.connection.execute("ROLLBACK")

    def begin(self) -> None:
        self._check()
        super().begin()
        self._link.database.changed_by = self

    def roll_back(self) -> None:
        if self.in_transaction:
            super().roll_back()

    def commit(self) -> None:
        self._check()
        lost, link = "", self._link
        if self._stored is not None:
            lost, link.lose_next = link.lose_next, ""
        if lost == "before":
            self._lose()
            raise sqlite3.OperationalError("the connection was lost")
        super().commit()
        if self._stored is not None:
            self._stored()
        if lost or link.is_lost_now():
            self._is_lost = True
            raise sqlite3.OperationalError("the connection was lost")

    def run(self, statement: str, values: Sequence[Any] = ()) -> int:
        self._check()
        return super().run(statement, values)

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        self._check()
        return super().rows(query, values)

    def each(self, query: str) -> Iterator[Sequence[Any]]:
        self._check()
        return super().each(query)

    def close(self) -> None:
        self._is_lost = True


class NodeAddress:
    """The store of the house, as one node reaches it."""

    is_shared = True
    errors: Errors = SqliteDatabase.errors
    listen = None

    def __init__(self, link: DatabaseLink) -> None:
        self._link = link

    def open(self, *, make: bool = True, migrate: bool = False, alone: bool = False) -> Store:
        self._link.check()
        return Store(NodeDatabase(self._link))  # type: ignore[arg-type]  # its clock is a property

    def reading(self) -> AbstractContextManager[Store]:
        return closing(self.open())

    def close(self) -> None:
        pass
