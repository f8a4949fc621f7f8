"""What survives the process: accounts, sessions, tables, matches and their inputs.

Rows are written in groups and synced before anybody hears of them. Knows nothing of games; what
is secret in a match comes here sealed. In SQL as SQLite and PostgreSQL both speak it; what differs
is in `sqlite_store` and `postgres_store`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from functools import cache
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server.ratings import Rating, rated
from cardkit.server.ratings import read as read_rating

_T = TypeVar("_T")
Errors = tuple[type[Exception], ...]
Row = tuple[str, tuple[Any, ...]]
"""One change: the name of its statement, and the values for it."""

MIGRATIONS: Mapping[int, str] = {
    16: """
    CREATE TABLE nodes (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, slot INTEGER UNIQUE NOT NULL,
        about TEXT NOT NULL, draining INTEGER NOT NULL DEFAULT 0,
        figures TEXT NOT NULL DEFAULT '{}', beat REAL NOT NULL
    );
    CREATE TABLE node_numbers (last INTEGER NOT NULL);
    INSERT INTO node_numbers VALUES (0);
    CREATE TABLE house_keys (what TEXT PRIMARY KEY, value TEXT NOT NULL);
    ALTER TABLE tables ADD COLUMN node INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX tables_by_node ON tables (node) WHERE open > 0;
    ALTER TABLE sessions ADD COLUMN node INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX sessions_by_token ON sessions (token);
    CREATE INDEX sessions_by_node ON sessions (node);
    CREATE TABLE name_images (
        image TEXT PRIMARY KEY, name TEXT NOT NULL REFERENCES sessions (name) ON DELETE CASCADE
            DEFERRABLE INITIALLY DEFERRED
    );
    CREATE INDEX name_images_by_name ON name_images (name);
    CREATE TABLE news (
        id INTEGER PRIMARY KEY, node INTEGER NOT NULL, what TEXT NOT NULL, about TEXT NOT NULL
    );
    CREATE TABLE lobby (name TEXT PRIMARY KEY, about TEXT NOT NULL);
    """,
}
"""What brings a schema of this version to the next, in SQLite and in PostgreSQL."""
VERSION = 17
"""Of the schema. Every database of an older one is brought up to it by the server."""
_STATEMENTS = {
    "account": "INSERT INTO accounts (name, password, public_key, made) VALUES (?, ?, ?, ?)",
    "password": "UPDATE accounts SET password = ? WHERE name = ?",
    "host": "UPDATE accounts SET host = ? WHERE name = ?",
    "no account": "DELETE FROM accounts WHERE name = ?",
    # Of two who want the same name at once, the first has it.
    "guest": "INSERT INTO guests (name, public_key, seen) VALUES (?, ?, ?) "
    "ON CONFLICT (name) DO UPDATE SET seen = excluded.seen "
    "WHERE guests.public_key = excluded.public_key",
    "guest is": "UPDATE guests SET account = ? WHERE name = ?",
    "no names": "DELETE FROM guests WHERE ? IN (name, account)",
    "no old guests": "DELETE FROM guests WHERE account IS NULL AND seen < ?",
    "no more guests": "DELETE FROM guests WHERE account IS NULL AND seen <= (SELECT seen "
    "FROM guests WHERE account IS NULL ORDER BY seen DESC LIMIT 1 OFFSET ?)",
    "origin": "INSERT INTO origins VALUES (?, ?, ?) "
    "ON CONFLICT (account, origin) DO UPDATE SET seen = excluded.seen",
    "no origin": "DELETE FROM origins WHERE account = ? AND origin = ?",
    "no origins": "DELETE FROM origins WHERE account = ?",
    "session": "INSERT INTO sessions (name, token, seat, tags, match, entries, origin, node) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET token = excluded.token, "
    "seat = excluded.seat, tags = excluded.tags, match = excluded.match, "
    "entries = excluded.entries, origin = excluded.origin, node = excluded.node",
    "given": "UPDATE sessions SET node = ? WHERE name = ?",
    "no session": "DELETE FROM sessions WHERE name = ?",
    "table": "INSERT INTO tables (name, game, preset, options, house, owner, origin, open, opened, "
    "node) VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)",
    "table number": "INSERT INTO table_numbers VALUES (?, ?) ON CONFLICT (stem) DO UPDATE SET "
    "last = excluded.last WHERE table_numbers.last < excluded.last",
    "set aside": "UPDATE tables SET open = 2, since = ?, names = ?, house = ?, owner = ?, "
    "origin = ? WHERE name = ?",
    "taken up": "UPDATE tables SET open = 1, since = NULL WHERE name = ?",
    "seats kept": "UPDATE tables SET names = ? WHERE name = ?",
    "table released": "UPDATE tables SET node = 0 WHERE name = ?",
    "people released": "UPDATE sessions SET node = 0 WHERE seat = ?",
    "hosting": "UPDATE tables SET house = ?, owner = ?, origin = ? WHERE name = ?",
    "closed": "UPDATE tables SET open = 0, names = '[]' WHERE name = ?",
    "no table": "DELETE FROM tables WHERE name = ?",
    "match": "INSERT INTO matches (id, at_table, told, deals, secret, cardkit, over) "
    "VALUES (?, ?, ?, ?, ?, ?, 0)",
    "no match": "DELETE FROM matches WHERE id = ?",
    # No number is given out again.
    "match number": "UPDATE match_numbers SET last = ? WHERE last < ?",
    "seated": "UPDATE matches SET told = ?, cardkit = ? WHERE id = ?",
    "told by": "UPDATE matches SET cardkit = ? WHERE id = ?",
    "begun": "UPDATE matches SET begun = ?, "
    "game = (SELECT game FROM tables WHERE name = at_table) WHERE id = ?",
    "hidden": "UPDATE matches SET hidden = 1 WHERE id = ?",
    # A player is called otherwise in all that was played. The games tell which matches, so they
    # come last.
    "matches of": "UPDATE matches SET players = replace(players, ?, ?) "
    "WHERE id IN (SELECT match FROM finished_games WHERE player = ?)",
    "no owner": "UPDATE tables SET owner = '', origin = '' WHERE owner IN "
    "(SELECT name FROM guests WHERE ? IN (name, account) UNION SELECT ?)",
    "no ratings": "DELETE FROM ratings WHERE player = ?",
    "games of": "UPDATE finished_games SET player = ? WHERE player = ?",
    "game over": "INSERT INTO finished_games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "over": "UPDATE matches SET over = 1, secret = ?, ended = ?, games = ?, players = ?, "
    "scores = ? WHERE id = ?",
    "input": "INSERT INTO inputs VALUES (?, ?, ?)",
    "no inputs": "DELETE FROM inputs WHERE match = ?",
    "ban": "INSERT INTO bans VALUES (?, ?, ?, ?) ON CONFLICT (who) DO UPDATE SET "
    "until = excluded.until, why = excluded.why, made = excluded.made",
    "no ban": "DELETE FROM bans WHERE who = ?",
    "no old bans": "DELETE FROM bans WHERE until < ?",
    "news": "INSERT INTO news (node, what, about) VALUES (?, ?, ?)",
    "lobby": "INSERT INTO lobby VALUES (?, ?) "
    "ON CONFLICT (name) DO UPDATE SET about = excluded.about",
    # At another node it is as it was.
    "no lobby": "DELETE FROM lobby WHERE name = ? AND NOT EXISTS "
    "(SELECT 1 FROM tables WHERE tables.name = lobby.name AND open = 1)",
    "request": "INSERT INTO requests (what, at_table, player, made) VALUES (?, ?, ?, ?)",
    "no request": "DELETE FROM requests WHERE id = ?",
}
RATED = "rated"
"""The name of the one change that is reckoned out: the number and the game of a match that is over,
and its sides, each with its place and its players."""
_RATE = (
    "INSERT INTO ratings (game, player, mu, sigma, matches, wins) "
    "SELECT ?, name, ?, ?, 1, ? FROM accounts WHERE name = ? "  # it may be deleted by now
    "ON CONFLICT (game, player) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, "
    "matches = ratings.matches + 1, wins = ratings.wins + excluded.wins"
)
_TRIES = 5
_SIZES = (64, 8, 1)
"""How many rows are inserted by one statement."""
_NO_NUMBER = 1 << 53
"""No match ever has so high a number; where one stands, the row is damaged."""
_NO_TIME = 1e11
"""Nor is anything so late: it is the year 5138."""
ASIDE = 2
"""What `open` is of a table that is set aside."""
_IN_USE = "open > 0"
"""Said so that the index of such tables is used."""
_ACCOUNTS = "SELECT name, password, public_key, made, host FROM accounts"
_BEGUN, _PUBLIC = "begun IS NOT NULL", "hidden = 0"
"""Said so that the indexes of such matches are used."""
_PLAYED_IN = (
    "SELECT DISTINCT match FROM finished_games JOIN matches ON id = match "
    "WHERE player = ? AND match < ?"
)


@cache
def _for_rows(statement: str, count: int) -> str:
    """The statement that inserts so many rows at once."""
    head, values, rest = statement.partition("VALUES ")
    row, end, more = rest.partition(")")
    return head + values + ", ".join([row + end] * count) + more


class Account(NamedTuple):
    """Who may enter under a name of their own: by password, or by key."""

    name: str
    password: str | None
    public_key: bytes | None
    made: float
    host: int = 0
    """1 when it may say what only hosts may."""


class SavedSession(NamedTuple):
    """A participant who may come back with a token; only its hash is kept."""

    name: str
    token: bytes
    seat: str
    tags: str
    match: int
    entries: int
    """The tags are those up to this entry of that match; later ones are in its journal."""
    origin: str
    node: int = 0
    """Where it is, in a house of several nodes."""


SESSION = f"SELECT {', '.join(SavedSession._fields)} FROM sessions"


class SavedTable(NamedTuple):
    """A table as it was opened, and whether it still is, or is set aside."""

    name: str
    game: str
    preset: str
    options: str
    house: str
    """What the server adds to the options, as JSON."""
    open: int
    """0 when it is closed, and 2 when it is set aside."""
    opened: float | None
    since: float | None
    """When it was set aside."""
    names: str
    """Who had a seat then, or when somebody left who kept one, as JSON."""
    owner: str
    origin: str
    node: int = 0


TABLE = f"SELECT {', '.join(SavedTable._fields)} FROM tables"


class SavedMatch(NamedTuple):
    """One match: its secret is sealed until it is over, and in the clear afterwards."""

    id: int
    at_table: str
    told: int
    """How many events the table had told before, or less than none: it has not begun."""
    deals: int
    """How many deals the table had opened before."""
    secret: bytes
    over: int
    begun: float | None
    ended: float | None
    games: int | None
    players: str | None
    scores: str | None
    cardkit: str
    """The version that told it, or several, each after the one before."""
    rated: int
    """Whether its players were rated by it."""
    hidden: int
    """Whether it was played at a private table."""


_MATCH = f"SELECT {', '.join(SavedMatch._fields)} FROM matches"
NEWEST = (1 << 63) - 1
"""Above every number that a match can have."""


class PlayedBy(StrEnum):
    """Who was in a seat when a game ended: its player, a robot, or a robot in a player's stead."""

    PERSON = "person"
    ROBOT = "robot"
    STAND_IN = "stand-in"


class SavedSeat(NamedTuple):
    """One seat in a game that was played to its end."""

    match: int
    number: int
    """Which game of the match, from 1."""
    seat: int
    ended: float
    player: str
    played_by: str
    """One of `PlayedBy`."""
    place: int | None
    """From 1. Of matches that an older version has stored it is not known, as are the points."""
    points: int | None
    """What the game has added to the score."""
    score: int
    """In the match, after the game."""


_SEAT = f"SELECT {', '.join(SavedSeat._fields)} FROM finished_games"


class SavedRating(NamedTuple):
    """How strong an account is at a game, and in how many rated matches that was seen."""

    game: str
    player: str
    mu: float
    sigma: float
    matches: int
    wins: int
    behind: float
    """By this they are ranked, the least first."""

    @property
    def strength(self) -> Rating:
        return read_rating(self.mu, self.sigma)


_RATING = f"SELECT {', '.join(SavedRating._fields)} FROM ratings"


class NodeRemoved(Exception):
    """The other nodes of the house take this one for dead."""


class Database(Protocol):
    """A connection to what keeps the rows, for one thread at a time."""

    errors: Errors
    """What it raises when something is wrong with it."""
    conflicts: Errors
    """And when others were in the way: nothing of the transaction was done."""
    name: str
    """As whoever reads of it knows it; without a password."""
    statements: Mapping[str, str]
    """What it is told otherwise than others."""
    now: str
    """The time by its own clock, in seconds, as an expression."""

    @property
    def in_transaction(self) -> bool: ...

    def begin(self) -> None: ...

    def begin_alone(self) -> None:
        """What is read from now on stays as it is until the end, whoever wants to change it."""

    def fence(self, node: int) -> None:
        """The transaction fails, unless there is a node of that number until it ends.

        A sign of life of the node need not wait for that.
        """

    def lock_ratings(self) -> None:
        """Until the end of the transaction nobody else changes ratings."""

    def commit(self) -> None: ...

    def roll_back(self) -> None: ...

    def batch(self) -> AbstractContextManager[object]:
        """What runs in the block need not be waited for, one by one, until its end."""

    def run(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Change something; how many rows there were to change."""

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]: ...

    def each(self, query: str) -> Iterator[Sequence[Any]]:
        """Likewise, but of many rows only a few at a time are held."""

    def tables(self) -> Mapping[str, Sequence[str]]:
        """The tables of a house, each with the columns that are written."""

    def close(self) -> None: ...


def unusable(name: str, error: Exception) -> Refused:
    why = error.strerror if isinstance(error, OSError) else error
    return Refused(
        ServerReason.STORE_FAILED, "{path} cannot be used: {error}", path=name, error=why
    )


def check_version(name: str, version: int) -> None:
    """Refuse a database of another version."""
    if version < VERSION:
        raise Refused(
            ServerReason.STORE_FAILED,
            "{path} was written by an older version of cardkit ({theirs}, not {ours}); "
            "cardkit serve brings it up to date, and keeps a copy",
            path=name,
            theirs=version,
            ours=VERSION,
        )
    if version > VERSION:
        raise Refused(
            ServerReason.STORE_FAILED,
            "{path} was written by a newer version of cardkit ({theirs}, not {ours}); "
            "install that version to use it",
            path=name,
            theirs=version,
            ours=VERSION,
        )


class Store:
    """What a house keeps, for one thread at a time. Who opens it closes it."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._statements = {**_STATEMENTS, **database.statements}
        self.node = 0
        """The node of a house with several whose pages are written here: see `nodes`."""

    @property
    def errors(self) -> Errors:
        """What is raised when something is wrong with the database."""
        return self.database.errors

    # --- writing -----------------------------------------------------------------------------

    def write(self, rows: Iterable[Row]) -> None:
        """Put rows into the group that the next `sync` makes durable."""
        if not self.database.in_transaction:
            self.database.begin()
            if self.node:
                self.database.fence(self.node)
        for what, alike in groupby(rows, itemgetter(0)):
            if what == RATED:
                for _, values in alike:
                    self._rate(*values)
            else:
                self._write_alike(self._statements[what], [values for _, values in alike])

    def do(self, what: str, *values: Any) -> None:
        """One change by itself, at once."""
        self.database.run(self._statements[what], values)

    def insert(self, table: str, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        """Put rows of another store into this one."""
        names, values = ", ".join(columns), ", ".join("?" * len(columns))
        self._write_alike(f"INSERT INTO {table} ({names}) VALUES ({values})", rows)

    def _write_alike(self, statement: str, rows: Sequence[Sequence[Any]]) -> None:
        """Many rows in few statements: after each the thread has to win back the interpreter."""
        at = 0
        for size in _SIZES if "VALUES" in statement else (1,):
            while len(rows) - at >= size:
                values = tuple(chain.from_iterable(rows[at : at + size]))
                self.database.run(_for_rows(statement, size), values)
                at += size

    def _rate(self, match: int, game: str, sides: Sequence[tuple[int, Sequence[str]]]) -> None:
        """Rate the players of a match by the place of each side, once; here, where the ratings
        before are those after every match that was stored before."""
        once = "UPDATE matches SET rated = 1 WHERE id = ? AND rated = 0"
        if not self.database.run(once, (match,)):
            return
        self.database.lock_ratings()
        before = {name: self.rating(game, name) for _, names in sides for name in names}
        known = {name: Rating() if r is None else r.strength for name, r in before.items()}
        after = rated([(place, [known[name] for name in names]) for place, names in sides])
        for (place, names), strengths in zip(sides, after, strict=True):
            for name, strength in zip(names, strengths, strict=True):
                self.database.run(_RATE, (game, *strength, int(place == 1), name))

    def sync(self) -> None:
        """All that was written is on the disk when this returns."""
        if self.database.in_transaction:
            self.database.commit()

    def commit(self, rows: Sequence[Row]) -> None:
        """Write these rows; they are on the disk when this returns.

        Where another node was in the way, nothing of it was stored, and it is tried again.
        """
        for left in reversed(range(_TRIES)):
            try:
                with self.database.batch():
                    self.write(rows)
                    self.sync()
                return
            except self.database.conflicts:
                self.database.roll_back()
                if not left:
                    raise

    @contextmanager
    def change(self) -> Iterator[None]:
        """What is read and written in the block is one change, also while a server runs; or none.

        For a person at the command line: what goes wrong is said in a sentence.
        """
        try:
            self.database.begin_alone()
            yield
            self.sync()
        except self.errors as error:
            raise unusable(self.database.name, error) from error
        finally:
            if self.database.in_transaction:
                self.database.roll_back()

    def close(self) -> None:
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # --- reading -----------------------------------------------------------------------------

    def select(self, query: str, *values: Any) -> list[Any]:
        return self.database.rows(query, values)

    def all(self, kind: Callable[..., _T], query: str, *values: Any) -> list[_T]:
        """What a query finds, each row as one of this kind."""
        return [kind(*row) for row in self.database.rows(query, values)]

    def first(self, kind: Callable[..., _T], query: str, *values: Any) -> _T | None:
        found = self.database.rows(query, values)
        return kind(*found[0]) if found else None

    def accounts(self) -> list[Account]:
        return self.all(Account, f"{_ACCOUNTS} ORDER BY name")

    def account(self, name: str) -> Account | None:
        """The account of that name; a guest's is the key for which the name is kept."""
        guests = "SELECT name, NULL, public_key, seen, 0 FROM guests WHERE name = ?"
        return self.first(Account, f"{_ACCOUNTS} WHERE name = ? UNION ALL {guests}", name, name)

    def origins(self) -> list[tuple[str, str]]:
        """From where each account was entered, as hashes; the latest comes last."""
        return self.select("SELECT account, origin FROM origins ORDER BY seen")

    def sessions(self) -> list[SavedSession]:
        return self.all(SavedSession, f"{SESSION} ORDER BY name")

    def tables(self) -> list[SavedTable]:
        """The tables that are open."""
        return self.all(SavedTable, f"{TABLE} WHERE {_IN_USE} AND open = 1 ORDER BY name")

    def tables_aside(self) -> list[SavedTable]:
        """The tables that are set aside, the oldest first."""
        return self.all(SavedTable, f"{TABLE} WHERE {_IN_USE} AND open = 2 ORDER BY since")

    def table(self, name: str) -> SavedTable | None:
        return self.first(SavedTable, f"{TABLE} WHERE name = ?", name)

    def names_near(self, name: str) -> list[str]:
        """Names of tables that there were, before and after this one in the alphabet."""
        found = (
            self.select(f"SELECT name FROM tables WHERE name {near} LIMIT 20", name)
            for near in ("< ? ORDER BY name DESC", "> ? ORDER BY name")
        )
        return [name for rows in found for (name,) in rows]

    def last_match(self, table: str, *, coming: bool = False) -> SavedMatch | None:
        """The match that is on at a table, or was the last one there; or the one to come."""
        which = "told < 0" if coming else "told >= 0"
        query = f"{_MATCH} WHERE at_table = ? AND {which} ORDER BY id DESC LIMIT 1"
        return self.first(SavedMatch, query, table)

    def match(self, number: int) -> SavedMatch | None:
        return self.first(SavedMatch, f"{_MATCH} WHERE id = ?", number)

    def matches(
        self,
        *,
        game: str = "",
        table: str = "",
        player: str = "",
        before: int = NEWEST,
        most: int = NEWEST,
        public: bool = False,
    ) -> list[SavedMatch]:
        """The matches in which a game began, newest first: of a table, of a game, or all; or of
        a player those with a game that they finished. `public`: none of private tables."""
        which, asked, only = "", list[Any](), f" AND {_PUBLIC}" if public else ""
        if table or game:
            which, asked = ("at_table = ? AND ", [table]) if table else ("game = ? AND ", [game])
        if player:
            asked += player, before, NEWEST if which else most  # as few as will do
            which += f"id IN ({_PLAYED_IN}{only} ORDER BY match DESC LIMIT ?) AND "
        which += f"{_BEGUN}{only}"
        query = f"{_MATCH} WHERE {which} AND id < ? ORDER BY id DESC LIMIT ?"
        return self.all(SavedMatch, query, *asked, before, most)

    def finished_games(self, match: int, *, after: int = 0, most: int) -> list[SavedSeat]:
        """The seats of some games of a match that are over, in order."""
        query = f"{_SEAT} WHERE match = ? AND number > ? AND number <= ?"
        return self.all(SavedSeat, f"{query} ORDER BY number, seat", match, after, after + most)

    def last_game(self, match: int) -> int:
        """The number of the last game of a match that is over; 0 if none is."""
        query = "SELECT max(number) FROM finished_games WHERE match = ?"
        return int(self.select(query, match)[0][0] or 0)

    def low_wins(self, game: str) -> bool:
        """Whether the fewest points win a match of this game, as far as its results show it."""
        query = f"SELECT over, scores FROM matches WHERE game = ? AND {_BEGUN} AND {_PUBLIC}"
        last = self.select(f"{query} ORDER BY id DESC LIMIT 50", game)
        return any(over and _is_rising(scores) for over, scores in last)

    def rating(self, game: str, player: str) -> SavedRating | None:
        query = f"{_RATING} WHERE game = ? AND player = ?"
        return self.first(SavedRating, query, game, player)

    def ratings_of(self, player: str) -> list[SavedRating]:
        """Those of a player, game by game."""
        return self.all(SavedRating, f"{_RATING} WHERE player = ? ORDER BY game", player)

    def games_rated(self) -> list[str]:
        """The games of which somebody has a rating."""
        found, game = list[str](), ""
        query = "SELECT game FROM ratings WHERE game > ? ORDER BY game LIMIT 1"
        while rows := self.select(query, game):
            [(game,)] = rows
            found.append(game)
        return found

    def ratings(
        self, game: str, *, after: SavedRating | None = None, most: int
    ) -> list[SavedRating]:
        """The players of a game, best first."""
        place = (-float(NEWEST), "") if after is None else (after.behind, after.player)
        query = f"{_RATING} WHERE game = ? AND (behind, player) > (?, ?) ORDER BY behind, player"
        return self.all(SavedRating, f"{query} LIMIT ?", game, *place, most)

    def place_of(self, rating: SavedRating) -> int:
        """The place of a player in the ranking of a game, from 1."""
        query = "SELECT 1 + count(*) FROM ratings WHERE game = ? AND (behind, player) < (?, ?)"
        [(place,)] = self.select(query, rating.game, rating.behind, rating.player)
        return int(place)

    def inputs(self, match: int) -> list[tuple[int, bytes]]:
        return self.select("SELECT n, sealed FROM inputs WHERE match = ? ORDER BY n", match)

    def was_played(self, table: str) -> bool:
        """Whether a game was ever begun at a table."""
        query = "SELECT 1 FROM matches WHERE at_table = ? AND begun IS NOT NULL LIMIT 1"
        return bool(self.select(query, table))

    def last_numbers(self) -> tuple[int, Mapping[str, int]]:
        """The highest number of a match so far, and of a table for each stem of its name."""
        numbers = self.select("SELECT last FROM match_numbers")
        numbers += self.select("SELECT max(id) FROM matches WHERE id < ?", _NO_NUMBER)
        good = (n for (n,) in numbers if isinstance(n, int) and n < _NO_NUMBER)
        match = max(good, default=0)
        found = self.select("SELECT stem, last FROM table_numbers")
        return match, {
            str(stem): last if isinstance(last, int) else self._last_table(str(stem))
            for stem, last in found
        }

    def _last_table(self, stem: str) -> int:
        """The highest number of a table that is there, where what is noted of it is damaged."""
        query = "SELECT name FROM tables WHERE name > ? AND name < ?"
        found = self.select(query, f"{stem}-", f"{stem}.")  # which comes after -
        numbers = (name[len(stem) + 1 :] for (name,) in found)
        return max((int(number) for number in numbers if number.isdecimal()), default=0)


def _is_rising(scores: str | None) -> bool:
    """Whether whoever won has fewer points than another; nothing is told by a damaged row."""
    try:
        first, *others = json.loads(scores or "")
        return any(first < other for other in others)
    except (ValueError, TypeError):
        return False


def is_time(value: object) -> bool:
    """Whether this is a time, in seconds, that a clock may have shown."""
    return isinstance(value, int | float) and 0 <= value < _NO_TIME
