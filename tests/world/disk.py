"""A disk that takes its time and loses what was not synced when the power goes.

What is safe is in a `Store` in memory, as SQLite would have it in a file: whole transactions, in
the order they were written. Each life of the server has a handle of its own, and a dead one
writes nothing any more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import trio

from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import Row

QUICK, SLOW = 0.004, 2.0
"""The most seconds that a write takes, and those of a disk that is busy."""


class Disk:
    """What outlives every server."""

    def __init__(self, chance: Random, follow: Callable[[Sequence[Row]], None]) -> None:
        self.chance = chance
        self.store = sqlite_store(None)
        self.slow = 0.0
        """How likely a write is a slow one."""
        self.failing = 0.0
        self._follow = follow

    def keep(self, rows: Sequence[Row]) -> None:
        """One transaction is safe now."""
        self.store.write(rows)
        self.store.sync()
        self._follow(rows)

    def pause(self) -> float:
        return self.chance.random() * (SLOW if self.chance.random() < self.slow else QUICK)


class Handle:
    """The disk as one life of the server has it open."""

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.tail: list[Sequence[Row]] = []
        """Transactions that were written and are not synced yet."""
        self.dead = False
        self.failed = False

    async def commit(self, rows: Sequence[Row]) -> None:
        """Write a transaction and sync it; it is safe before the word of it is back."""
        disk = self.disk
        self.write(rows)
        await trio.sleep(disk.pause())
        if disk.chance.random() < disk.failing:
            self.failed = True
            raise OSError("no space left on the simulated disk")
        self.sync()
        await trio.sleep(disk.pause())

    def write(self, rows: Sequence[Row]) -> None:
        self._check()
        self.tail.append(rows)

    def sync(self) -> None:
        self._check()
        while self.tail:
            self.disk.keep(self.tail.pop(0))

    def kill(self) -> list[Sequence[Row]]:
        """Whoever held this is dead; some of the tail may be on the disk, the rest is lost."""
        self.dead = True
        kept = self.disk.chance.randrange(len(self.tail) + 1)
        for rows in self.tail[:kept]:
            self.disk.keep(rows)
        return self.tail[kept:]

    def _check(self) -> None:
        if self.dead or self.failed:
            raise OSError("the dead write no more")
