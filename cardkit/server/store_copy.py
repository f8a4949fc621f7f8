"""Moves a house from one store to another, row by row."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server.store import Store

_AT_ONCE = 512
_MADE_WITH_IT = ("match_numbers", "node_numbers")
"""What is not empty in a new store."""
_OF_NOW = ("lobby", "news", "nodes")
"""Who serves a house that is copied does not serve the copy."""


def rows_in(store: Store) -> int:
    """How many rows there are to copy."""
    tables = store.database.tables()
    return sum(store.select(f"SELECT count(*) FROM {table}")[0][0] for table in tables)


def copy_store(source: Store, target: Store, told: Callable[[int], object]) -> int:
    """Copy everything into a store that has nothing yet; how many rows that were.

    Wholly, or not at all. Tells from time to time how far it is.
    """
    _check_empty(target)
    done, theirs = 0, source.database.tables()
    with target.change():
        for table, columns in target.database.tables().items():
            if table in _OF_NOW:
                continue
            if table in _MADE_WITH_IT:
                target.database.run(f"DELETE FROM {table}")
            names = [name for name in columns if name in theirs[table]]
            rows = source.database.each(f"SELECT {', '.join(names)} FROM {table} ORDER BY 1")
            while some := list(islice(rows, _AT_ONCE)):
                try:
                    target.insert(table, names, some)
                except target.errors as error:
                    raise _damaged(source, table, some[0][0], error) from error
                done += len(some)
                told(done)
    return done


def _check_empty(target: Store) -> None:
    for table in target.database.tables():
        if table not in _MADE_WITH_IT and target.select(f"SELECT 1 FROM {table} LIMIT 1"):
            text = "{name} has a house in it already; copy into a new database, or a new folder"
            raise Refused(ServerReason.STORE_FAILED, text, name=target.database.name)


def _damaged(source: Store, table: str, first: object, error: Exception) -> Refused:
    return Refused(
        ServerReason.STORE_FAILED,
        "nothing was copied: {name} has a row in {table}, {first} or shortly after it, that cannot "
        "be stored: {why}",
        name=source.database.name,
        table=table,
        first=first if isinstance(first, int | str) else "?",
        why=" ".join(str(error).split()),
    )
