"""What is read from a store as a whole: a game to go on with, what is held, what the host wants."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardkit.server.store import SESSION, SavedMatch, SavedSession, SavedTable, Store, is_time


class SavedGame(NamedTuple):
    """All that a table is built again from."""

    table: SavedTable
    match: SavedMatch | None
    inputs: Sequence[bytes]
    coming: SavedMatch | None
    """A match that has not begun, but its first deal is open."""
    steps: Sequence[bytes]
    people: Sequence[SavedSession]
    played: bool


def saved_game(store: Store, table: str) -> SavedGame:
    """What is on at a table that is not closed. Raises `KeyError` when there is none."""
    found = store.table(table)
    if found is None or not found.open:
        raise KeyError(table)
    match, coming = store.last_match(table), store.last_match(table, coming=True)
    return SavedGame(
        found,
        match,
        _sealed(store, match),
        coming,
        _sealed(store, coming),
        people_at(store, table),
        store.was_played(table),
    )


def _sealed(store: Store, match: SavedMatch | None) -> list[bytes]:
    return [] if match is None else [sealed for _, sealed in store.inputs(match.id)]


def people_at(store: Store, table: str) -> list[SavedSession]:
    """Who may come back to a table."""
    return store.all(SavedSession, f"{SESSION} WHERE seat = ? ORDER BY name", table)


class Holding(NamedTuple):
    """A table that is open or set aside, and what it takes."""

    name: str
    game: str
    owner: str
    open: int
    opened: float | None
    since: float | None
    people: list[str]
    entries: int
    size: int
    """Bytes of the journal of its match."""


def holdings_in(store: Store) -> list[Holding]:
    return [_holding(store, table) for table in (*store.tables(), *store.tables_aside())]


def _holding(store: Store, table: SavedTable) -> Holding:
    match = store.last_match(table.name)
    [(entries, size)] = store.select(
        "SELECT count(*), coalesce(sum(length(sealed)), 0) FROM inputs WHERE match = ?",
        0 if match is None else match.id,
    )
    people = [str(session.name) for session in people_at(store, table.name)]
    times = table.opened, table.since
    which = table.name, table.game, table.owner, table.open
    return Holding(*which, *times, people, entries, int(size))


class Ban(NamedTuple):
    """Who is not let in: an address, or a name."""

    who: str
    until: float | None
    why: str
    made: float


class HostRequest(NamedTuple):
    """What the host wants a running server to do."""

    id: int
    what: str
    at_table: str
    player: str
    made: float


def bans_in(store: Store) -> list[Ban]:
    """All bans that can be read; a damaged one bans nobody."""
    found = store.all(Ban, "SELECT who, until, why, made FROM bans ORDER BY who")
    return [ban for ban in found if _is_sound(ban)]


def _is_sound(ban: Ban) -> bool:
    texts = isinstance(ban.who, str) and isinstance(ban.why, str)
    return texts and is_time(ban.made) and (ban.until is None or is_time(ban.until))


def requests_in(store: Store) -> list[HostRequest]:
    return store.all(
        HostRequest, "SELECT id, what, at_table, player, made FROM requests ORDER BY id"
    )
