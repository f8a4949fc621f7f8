"""What is stored about people, declared table by table, and handed to the one whom it is about.

A test holds `STORED` against the tables and columns of the store, and docs/hosting.md is written
from it, so nothing that is stored later can be forgotten here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from cardkit.netgame import Reason, Refused
from cardkit.server.history import MatchHistory
from cardkit.server.store import Store, is_time
from cardkit.server.vault import Vault

PAGE = 200
"""Rows of each table at once, so that nobody else waits for what one person has asked for."""
_TIMES = frozenset({"made", "seen", "opened", "since", "begun", "ended", "until"})
_OWN_NAMES = "SELECT ? UNION SELECT name FROM guests WHERE account = ?"


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredTable:
    """What a table of the store holds about people."""

    what: str
    why: str
    until: str
    deleted: str
    """What becomes of it when they delete their account, or their name as a guest."""
    whose: str = ""
    """Which rows are about somebody; each ? is their name."""
    exported: str = ""
    kept_back: Mapping[str, str] = field(default_factory=dict)
    """Columns that are not handed out, and why."""

    @property
    def columns(self) -> list[str]:
        """Those that are handed out."""
        return self.exported.split(", ") if self.exported else []


_GONE = "deleted"
_NAMELESS = "the name becomes `somebody`"
STORED: Mapping[str, StoredTable] = {
    "accounts": StoredTable(
        what="the name of an account, its password as a hash or its public key, when it was made, "
        "and whether it looks after the server",
        why="to let its owner in, and nobody else",
        until="until it is deleted",
        deleted=_GONE,
        whose="name = ?",
        exported="name, public_key, made, host",
        kept_back={"password": "a hash helps nobody but one who guesses the password"},
    ),
    "guests": StoredTable(
        what="the name of a guest, the public key of their browser, when they were last here, and "
        "the account that they have made since",
        why="to keep the name for them",
        until="`limits.name_kept` after the last visit, or until `limits.guest_names` others came "
        "later; with an account, as long as that",
        deleted=_GONE,
        whose="? IN (name, account)",
        exported="name, account, public_key, seen",
    ),
    "origins": StoredTable(
        what="a keyed hash of each address from which an account was entered, and when",
        why="to slow down strangers who guess passwords, and not its owner",
        until="the last sixteen addresses of an account",
        deleted=_GONE,
        whose="account = ?",
        exported="account, origin, seen",
    ),
    "sessions": StoredTable(
        what="who is here or has been cut off: a hash of the token to come back with, the table, "
        "the tags of the last commands, and a keyed hash of the address",
        why="to take up a lost connection, also after a restart, and to limit what one address may "
        "use",
        until="until they leave, or stay away (`limits.lobby`, `away`, `suspended`, `waiting`)",
        deleted=_GONE,
        whose="name = ?",
        exported="name, seat, tags, match, entries, origin, node",
        kept_back={"token": "a hash of what lets one in"},
    ),
    "name_images": StoredTable(
        what="what the name of somebody who is here looks like",
        why="so that nobody comes in at another server of the house under a name like it",
        until="as long as the session",
        deleted=_GONE,
        whose="name = ?",
        exported="image, name",
    ),
    "tables": StoredTable(
        what="each table with its options, its title, who opened it and a keyed hash of their "
        "address; while it is set aside, or somebody has left who keeps a seat, who has one",
        why="to go on after a restart, to limit how many tables one person or address holds, and "
        "for the history",
        until="for ever, if a game was begun there; else until it is closed",
        deleted="it is no longer known who opened it, nor from where",
        whose=f"owner IN ({_OWN_NAMES})",
        exported="name, game, preset, options, house, owner, origin, open, opened, since, names, "
        "node",
    ),
    "matches": StoredTable(
        what="each match: when, which game, its players and their points",
        why="for the history, and to check the record of the match",
        until="for ever, if a game was begun",
        deleted=_NAMELESS,
        whose="id IN (SELECT match FROM finished_games WHERE player = ?)",
        exported="id, at_table, game, begun, ended, over, rated, hidden, games, players, scores, "
        "cardkit",
        kept_back={
            "secret": "it opens the journal; in the record it is handed out when it may be",
            "told": "numbers of the server's own",
            "deals": "numbers of the server's own",
        },
    ),
    "finished_games": StoredTable(
        what="each finished game, seat by seat: who played, or for whom a robot did, the place and "
        "the points",
        why="for the history",
        until="for ever",
        deleted=_NAMELESS,
        whose="player = ?",
        exported="match, number, seat, ended, player, played_by, place, points, score",
    ),
    "inputs": StoredTable(
        what="the journal of each match: who said what at the table, and when, but no chat",
        why="to go on after a restart, and to check and replay the match",
        until="for ever, if a game was begun",
        deleted="it stays as it was, with the name: a record could not be checked otherwise",
        kept_back=dict.fromkeys(
            ("match", "n", "sealed"), "it is in the record of the match, to which the export links"
        ),
    ),
    "ratings": StoredTable(
        what="how strong an account is at each game, and how many rated matches it has played and "
        "won",
        why="for the leaderboard",
        until="as long as the account; after `cardkit account remove` without `--forget`, for the "
        "next one of the same name",
        deleted=_GONE,
        whose="player = ?",
        exported="game, player, mu, sigma, matches, wins",
        kept_back={"behind": "it follows from `mu` and `sigma`"},
    ),
    "bans": StoredTable(
        what="names and addresses that the host does not let in, until when, and why",
        why="to keep the peace",
        until="until it ends, or the host lifts it",
        deleted="it stays, so that nobody gets out of a ban",
        whose="who = ?",
        exported="who, until, why, made",
    ),
    "lobby": StoredTable(
        what="what the lobby says of each open table, in a house with several servers: who has a "
        "seat there",
        why="to show the tables of all servers to everybody",
        until="until the table is closed or set aside",
        deleted="a seat is given up before",
        whose=f"name IN (SELECT name FROM tables WHERE owner IN ({_OWN_NAMES}))",
        exported="name, about",
    ),
    "news": StoredTable(
        what="what the servers of a house tell each other: which tables have changed, how often "
        "somebody has tried to come in (keyed hashes of names and addresses), who is called "
        "otherwise",
        why="so that limits, bans and names are those of the house and not of one server",
        until="for about a minute",
        deleted="gone soon",
        kept_back=dict.fromkeys(
            ("id", "node", "what", "about"), "it is gone before anybody could read it"
        ),
    ),
    "requests": StoredTable(
        what="what the host has asked a running server for, such as that a player gives a game up",
        why="to have it done",
        until="for a few seconds",
        deleted="done by then",
        whose="player = ?",
        exported="id, what, at_table, player, made",
    ),
}
"""By table of the store."""
NOT_ABOUT_PEOPLE = frozenset(
    {"house_keys", "match_numbers", "node_numbers", "nodes", "table_numbers"}
)
StoredRows = dict[str, list[dict[str, Any]]]
ExportPage = tuple[StoredRows, int | None]
"""Some of it, and where the next page begins if there is one."""


def export_page(
    store: Store, name: str, start: int, *, open_vault: Callable[[], Vault]
) -> ExportPage:
    """Some of what is stored about somebody, and where the next page begins, if there is one."""
    found, more = StoredRows(), False
    for table, about in STORED.items():
        if not about.whose:
            continue
        query = f"SELECT {about.exported} FROM {table} WHERE {about.whose} ORDER BY 1, 2"
        names = [name] * about.whose.count("?")
        rows = store.select(f"{query} LIMIT ? OFFSET ?", *names, PAGE + 1, start)
        more = more or len(rows) > PAGE
        found[table] = [_readable(about.columns, row) for row in rows[:PAGE]]
    history = MatchHistory(store, open_vault)
    for match in found["matches"]:
        match |= _links(history, match["id"])
    return found, start + PAGE if more else None


def export(store: Store, name: str, *, open_vault: Callable[[], Vault]) -> StoredRows:
    """All that is stored about somebody, or a refusal when nothing is."""
    found, start = export_page(store, name, 0, open_vault=open_vault)
    while start is not None:
        more, start = export_page(store, name, start, open_vault=open_vault)
        for table, rows in more.items():
            found[table] += rows
    if not any(found.values()):
        text = "nothing is stored about {name}; cardkit account list shows the accounts"
        raise Refused(Reason.NO_SUCH_PLAYER, text, name=name)
    return found


def _links(history: MatchHistory, number: int) -> dict[str, str]:
    """Where the record of a match is, when its players may see it."""
    match = history.match(number)
    if match.private or match.state.is_sealed:
        return {}
    key = f"?key={history.key_of(number)}" if match.hidden else ""
    return {"record": f"/records/{number}{key}", "replay": f"/replay/{number}{key}"}


def _readable(columns: Sequence[str], row: Sequence[Any]) -> dict[str, Any]:
    return {column: _told(column, value) for column, value in zip(columns, row, strict=True)}


def _told(column: str, value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    if column in _TIMES and is_time(value):
        return datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds")
    if isinstance(value, str) and value[:1] in ("{", "["):
        with suppress(ValueError):  # a damaged row is handed out, too
            return json.loads(value)
    return value
