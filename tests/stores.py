"""Empty stores for tests, of the kind that is being tested (`--store`)."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import ExitStack

from cardkit.server.sqlite_store import SqliteDatabase, sqlite_store
from cardkit.server.store import Store

opened = ExitStack()
"""Closes the stores of a test when it ends."""


def _in_memory() -> Store:
    return sqlite_store(None)


def _in_the_data_folder() -> str:
    return ""


kind: Callable[[], Store] = _in_memory
new_address: Callable[[], str] = _in_the_data_folder
"""Where a server keeps a new house, as `--store` has it."""


def new_store() -> Store:
    """A store with nothing in it, closed when the test ends."""
    return opened.enter_context(kind())


def connection_of(store: Store) -> sqlite3.Connection:
    """What only SQLite can do."""
    assert isinstance(store.database, SqliteDatabase)
    return store.database.connection
