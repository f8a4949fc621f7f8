"""What survives the process: accounts, sessions, tables, matches and their inputs, in SQLite.

Rows are written in groups and synced before anybody hears of them. Knows nothing of games; what
is secret in a match comes here sealed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from enum import StrEnum
from functools import cache
from itertools import chain, groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason
from cardkit.server.ratings import Rating, rated
from cardkit.server.ratings import read as read_rating

_T = TypeVar("_T")
Row = tuple[str, tuple[Any, ...]]
"""One change: the name of its statement, and the values for it."""

_FIRST_VERSION = 2
_SCHEMA = """
CREATE TABLE IF NOT EXISTS accounts (
    name TEXT PRIMARY KEY, looks TEXT UNIQUE NOT NULL, password TEXT, public_key BLOB, made REAL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
    name TEXT PRIMARY KEY, token BLOB NOT NULL, seat TEXT NOT NULL, tags TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tables (
    name TEXT PRIMARY KEY, game TEXT NOT NULL, preset TEXT NOT NULL, options TEXT NOT NULL,
    house TEXT NOT NULL, open INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS matches (
    id INTEGER PRIMARY KEY, at_table TEXT NOT NULL, told INTEGER NOT NULL, deals INTEGER NOT NULL,
    secret BLOB NOT NULL, over INTEGER NOT NULL, begun REAL, ended REAL, games INTEGER,
    players TEXT, scores TEXT
);
CREATE INDEX IF NOT EXISTS matches_by_table ON matches (at_table, id);
CREATE TABLE IF NOT EXISTS inputs (
    match INTEGER NOT NULL, n INTEGER NOT NULL, sealed BLOB NOT NULL, PRIMARY KEY (match, n)
) WITHOUT ROWID;
"""
"""The first version. A later one is made from it by the migrations, in a new database, too."""

_PLAYED = """
ALTER TABLE matches ADD COLUMN game TEXT;  -- since it has begun: its table is stored after it
UPDATE matches SET game = (SELECT game FROM tables WHERE name = at_table) WHERE begun IS NOT NULL;
CREATE INDEX matches_begun ON matches (id) WHERE begun IS NOT NULL;
CREATE INDEX matches_by_game ON matches (game, id) WHERE begun IS NOT NULL;
CREATE INDEX matches_coming ON matches (at_table, id) WHERE told < 0;
CREATE INDEX tables_open ON tables (name) WHERE open;

CREATE VIEW results (match, game, player, points, first) AS
SELECT matches.id, tables.game, who.value, got.value, json_extract(scores, '$[0]')
FROM matches JOIN tables ON tables.name = at_table
JOIN json_each(CASE WHEN json_valid(players) THEN players END) AS who
JOIN json_each(CASE WHEN json_valid(scores) THEN scores END) AS got ON got.key = who.key
WHERE over AND got.type = 'integer';

CREATE TABLE games_played (
    game TEXT PRIMARY KEY, low_wins INTEGER NOT NULL  -- results are best first, so they show it
) WITHOUT ROWID;
CREATE TABLE standings (
    game TEXT NOT NULL, player TEXT NOT NULL, matches INTEGER NOT NULL, wins INTEGER NOT NULL,
    points INTEGER NOT NULL, most INTEGER NOT NULL, fewest INTEGER NOT NULL,
    minus_wins INTEGER AS (-wins),  -- an order whose columns all rise can be taken up anywhere
    PRIMARY KEY (game, player)
) WITHOUT ROWID;
INSERT INTO games_played SELECT game, max(first < points) FROM results GROUP BY game;
INSERT INTO standings
SELECT game, player, count(*), sum(points = first), sum(points), max(points), min(points)
FROM results GROUP BY game, player;
CREATE INDEX standings_in_order ON standings (game, minus_wins, matches, player);
CREATE TRIGGER match_over AFTER UPDATE OF over ON matches WHEN NEW.over AND NOT OLD.over BEGIN
    INSERT INTO games_played
    SELECT game, max(first < points) FROM results WHERE match = NEW.id GROUP BY game
    ON CONFLICT DO UPDATE SET low_wins = max(low_wins, excluded.low_wins);
    INSERT INTO standings
    SELECT game, player, 1, points = first, points, points, points
    FROM results WHERE match = NEW.id
    ON CONFLICT DO UPDATE SET
        matches = matches + 1, wins = wins + excluded.wins, points = points + excluded.points,
        most = max(most, excluded.most), fewest = min(fewest, excluded.fewest);
END;

CREATE TABLE table_numbers (stem TEXT PRIMARY KEY, last INTEGER NOT NULL) WITHOUT ROWID;
CREATE VIEW numbered (name, stem, number) AS
SELECT name, substr(front, 1, length(front) - 1), CAST(substr(name, length(front) + 1) AS INTEGER)
FROM (SELECT name, rtrim(name, '0123456789') AS front FROM tables);
INSERT INTO table_numbers SELECT stem, max(number) FROM numbered GROUP BY stem;
CREATE TRIGGER table_opened AFTER INSERT ON tables BEGIN
    INSERT INTO table_numbers SELECT stem, number FROM numbered WHERE name = NEW.name
    ON CONFLICT DO UPDATE SET last = max(last, excluded.last);
END;
"""
"""What was played, kept so that a page of it costs no more than what it shows. Triggers keep the
sums, in the transaction of what they follow from, so no statement can forget them."""

_GAMES = """
CREATE TABLE finished_games (
    match INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL, ended REAL NOT NULL,
    player TEXT NOT NULL, played_by TEXT NOT NULL, place INTEGER, points INTEGER,
    score INTEGER NOT NULL, PRIMARY KEY (match, number, seat)
) WITHOUT ROWID;
CREATE INDEX finished_by_player ON finished_games (player, match);
INSERT INTO finished_games  -- of older matches only the last scores are known, not the seats
SELECT matches.id, max(games, 1), who.key, ended, who.value,
    CASE WHEN who.value GLOB 'robot-*' THEN 'robot' ELSE 'person' END, NULL, NULL, got.value
FROM matches JOIN json_each(CASE WHEN json_valid(players) THEN players END) AS who
JOIN json_each(CASE WHEN json_valid(scores) THEN scores END) AS got ON got.key = who.key
WHERE over AND got.type = 'integer' AND who.type = 'text' AND typeof(ended) = 'real'
AND typeof(games) = 'integer';

DROP TRIGGER match_over;
DROP VIEW results;
CREATE VIEW results (match, game, player, points, first, whole) AS
SELECT matches.id, tables.game, began.player,
    (SELECT score FROM finished_games AS own WHERE own.match = matches.id
     AND own.player = began.player ORDER BY number DESC LIMIT 1),
    json_extract(scores, '$[0]'),
    (SELECT count(*) FROM finished_games AS own WHERE own.match = matches.id
     AND own.player = began.player) > games - began.number
FROM matches JOIN tables ON tables.name = at_table
JOIN finished_games AS began ON began.match = matches.id AND began.number =
    (SELECT min(number) FROM finished_games AS earlier WHERE earlier.match = matches.id)
WHERE over;
CREATE TRIGGER match_over AFTER UPDATE OF over ON matches WHEN NEW.over AND NOT OLD.over BEGIN
    INSERT INTO games_played
    SELECT game, max(whole AND first < points) FROM results WHERE match = NEW.id GROUP BY game
    ON CONFLICT DO UPDATE SET low_wins = max(low_wins, excluded.low_wins);
    INSERT INTO standings
    SELECT game, player, 1, whole AND points = first, points, points, points
    FROM results WHERE match = NEW.id
    ON CONFLICT DO UPDATE SET
        matches = matches + 1, wins = wins + excluded.wins, points = points + excluded.points,
        most = max(most, excluded.most), fewest = min(fewest, excluded.fewest);
END;
"""
"""Every finished game, a row for each seat. A match counts for those who played its first game, and
is won by those who played all of it: nobody gets what a seat has earned before it was theirs, and
nobody gets away from a lost match by leaving it."""

_RATINGS = """
DROP TRIGGER match_over;
DROP TABLE standings;  -- they counted matches against robots and guests, too
CREATE TRIGGER match_over AFTER UPDATE OF over ON matches WHEN NEW.over AND NOT OLD.over BEGIN
    INSERT INTO games_played
    SELECT game, max(whole AND first < points) FROM results WHERE match = NEW.id GROUP BY game
    ON CONFLICT DO UPDATE SET low_wins = max(low_wins, excluded.low_wins);
END;
UPDATE tables SET names = '[]' WHERE open <> 2;  -- of use only while they are set aside
ALTER TABLE matches ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
CREATE TABLE ratings (
    game TEXT NOT NULL, player TEXT NOT NULL, mu REAL NOT NULL, sigma REAL NOT NULL,
    matches INTEGER NOT NULL, wins INTEGER NOT NULL,
    behind REAL AS (2 * sigma - mu),  -- an order whose columns all rise can be taken up anywhere
    PRIMARY KEY (game, player)
) WITHOUT ROWID;
CREATE INDEX ratings_in_order ON ratings (game, behind, player);
CREATE INDEX ratings_by_player ON ratings (player);
"""
"""How strong accounts are at each game, by the matches at rated tables. They are ranked by what
they are at least, most likely: who has played little is not first by luck."""

_HIDDEN = """
ALTER TABLE matches ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
CREATE INDEX matches_public ON matches (id) WHERE begun IS NOT NULL AND hidden = 0;
DROP INDEX matches_by_game;
CREATE INDEX matches_by_game ON matches (game, id) WHERE begun IS NOT NULL AND hidden = 0;

DROP VIEW results;
CREATE VIEW results (match, game, player, points, first, whole) AS
SELECT matches.id, tables.game, began.player,
    (SELECT score FROM finished_games AS own WHERE own.match = matches.id
     AND own.player = began.player ORDER BY number DESC LIMIT 1),
    json_extract(scores, '$[0]'),
    (SELECT count(*) FROM finished_games AS own WHERE own.match = matches.id
     AND own.player = began.player) > games - began.number
FROM matches JOIN tables ON tables.name = at_table
JOIN finished_games AS began ON began.match = matches.id AND began.number =
    (SELECT min(number) FROM finished_games AS earlier WHERE earlier.match = matches.id)
WHERE over AND hidden = 0;

DROP TRIGGER table_opened;
CREATE TRIGGER table_opened AFTER INSERT ON tables BEGIN
    INSERT INTO table_numbers SELECT stem, number FROM numbered
    WHERE name = NEW.name AND name = stem || '-' || number  -- the name of a private table has none
    ON CONFLICT DO UPDATE SET last = max(last, excluded.last);
END;
"""
"""Matches of private tables: only their players are told of them, and they count for nothing."""

_MIGRATIONS: tuple[str, ...] = (
    _PLAYED,
    # What a name looks like is computed when it matters: it changes with every list of Unicode.
    """
    CREATE TABLE accounts_now (
        name TEXT PRIMARY KEY, password TEXT, public_key BLOB, made REAL
    ) WITHOUT ROWID;
    INSERT INTO accounts_now SELECT name, password, public_key, made FROM accounts;
    DROP TABLE accounts;
    ALTER TABLE accounts_now RENAME TO accounts;
    """,
    """
    CREATE TABLE origins (
        account TEXT NOT NULL, origin TEXT NOT NULL, seen REAL NOT NULL,
        PRIMARY KEY (account, origin)
    ) WITHOUT ROWID;
    """,
    """
    ALTER TABLE sessions ADD COLUMN match INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sessions ADD COLUMN entries INTEGER NOT NULL DEFAULT 0;
    """,
    """
    CREATE TABLE match_numbers (last INTEGER NOT NULL);
    INSERT INTO match_numbers VALUES (0);
    CREATE TRIGGER match_deleted AFTER DELETE ON matches BEGIN
        UPDATE match_numbers SET last = max(last, OLD.id);  -- a number is never given out again
    END;
    """,
    """
    ALTER TABLE sessions ADD COLUMN origin TEXT NOT NULL DEFAULT '';
    CREATE INDEX sessions_by_seat ON sessions (seat);
    ALTER TABLE tables ADD COLUMN opened REAL;
    ALTER TABLE tables ADD COLUMN since REAL;
    ALTER TABLE tables ADD COLUMN names TEXT NOT NULL DEFAULT '[]';
    DROP INDEX tables_open;
    CREATE INDEX tables_in_use ON tables (open, since) WHERE open > 0;
    """,
    """
    CREATE TABLE bans (
        who TEXT PRIMARY KEY, until REAL, why TEXT NOT NULL, made REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE requests (
        id INTEGER PRIMARY KEY, what TEXT NOT NULL, about TEXT NOT NULL, made REAL NOT NULL
    );
    """,
    "ALTER TABLE matches ADD COLUMN cardkit TEXT NOT NULL DEFAULT '0.1.0';",
    """
    CREATE TABLE guests (
        name TEXT PRIMARY KEY, public_key BLOB NOT NULL, seen REAL NOT NULL,
        account TEXT  -- as whom they have signed up
    ) WITHOUT ROWID;
    CREATE INDEX guests_seen ON guests (seen) WHERE account IS NULL;
    CREATE INDEX guests_by_account ON guests (account) WHERE account IS NOT NULL;
    """,
    _GAMES,
    "ALTER TABLE accounts ADD COLUMN host INTEGER NOT NULL DEFAULT 0;",
    _RATINGS,
    _HIDDEN,
)
"""What brings a database to the next version, each from the one before."""

VERSION = _FIRST_VERSION + len(_MIGRATIONS)

_STATEMENTS = {
    "account": "INSERT INTO accounts (name, password, public_key, made) VALUES (?, ?, ?, ?)",
    "password": "UPDATE accounts SET password = ? WHERE name = ?",
    "host": "UPDATE accounts SET host = ? WHERE name = ?",
    "no account": "DELETE FROM accounts WHERE name = ?",
    # Of two who want the same name at once, the first has it.
    "guest": "INSERT INTO guests (name, public_key, seen) VALUES (?, ?, ?) "
    "ON CONFLICT DO UPDATE SET seen = excluded.seen WHERE public_key = excluded.public_key",
    "guest is": "UPDATE guests SET account = ? WHERE name = ?",
    "no names": "DELETE FROM guests WHERE ? IN (name, account)",
    "no old guests": "DELETE FROM guests WHERE account IS NULL AND seen < ?",
    "no more guests": "DELETE FROM guests WHERE account IS NULL AND seen <= (SELECT seen "
    "FROM guests WHERE account IS NULL ORDER BY seen DESC LIMIT 1 OFFSET ?)",
    "origin": "INSERT OR REPLACE INTO origins VALUES (?, ?, ?)",
    "no origin": "DELETE FROM origins WHERE account = ? AND origin = ?",
    "no origins": "DELETE FROM origins WHERE account = ?",
    "session": "INSERT OR REPLACE INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)",
    "no session": "DELETE FROM sessions WHERE name = ?",
    "table": "INSERT INTO tables (name, game, preset, options, house, open, opened) "
    "VALUES (?, ?, ?, ?, ?, 1, ?)",
    "set aside": "UPDATE tables SET open = 2, since = ?, names = ?, house = ? WHERE name = ?",
    "taken up": "UPDATE tables SET open = 1, since = NULL, names = '[]' WHERE name = ?",
    "hosting": "UPDATE tables SET house = ? WHERE name = ?",
    "closed": "UPDATE tables SET open = 0, names = '[]' WHERE name = ?",
    "no table": "DELETE FROM tables WHERE name = ?",
    "match": "INSERT INTO matches (id, at_table, told, deals, secret, cardkit, over) "
    "VALUES (?, ?, ?, ?, ?, ?, 0)",
    "no match": "DELETE FROM matches WHERE id = ?",
    "seated": "UPDATE matches SET told = ?, cardkit = ? WHERE id = ?",
    "told by": "UPDATE matches SET cardkit = ? WHERE id = ?",
    "begun": "UPDATE matches SET begun = ?, "
    "game = (SELECT game FROM tables WHERE name = at_table) WHERE id = ?",
    "hidden": "UPDATE matches SET hidden = 1 WHERE id = ?",
    # A player is called otherwise in all that was played. The games tell which matches, so they
    # come last.
    "matches of": "UPDATE matches SET players = replace(players, json_quote(old), json_quote(new)) "
    "FROM (SELECT ? AS new, ? AS old) "
    "WHERE id IN (SELECT match FROM finished_games WHERE player = old)",
    "no owner": "UPDATE tables SET house = json_remove(house, '$.owner', '$.origin') "
    "WHERE json_valid(house) AND json_extract(house, '$.owner') IN "
    "(SELECT name FROM guests WHERE ? IN (name, account) UNION SELECT ?)",
    "no ratings": "DELETE FROM ratings WHERE player = ?",
    "games of": "UPDATE finished_games SET player = ? WHERE player = ?",
    "game over": "INSERT INTO finished_games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "over": "UPDATE matches SET over = 1, secret = ?, ended = ?, games = ?, players = ?, "
    "scores = ? WHERE id = ?",
    # Many rows at once: with ROLLBACK, SQLite need not keep what each page was before.
    "input": "INSERT OR ROLLBACK INTO inputs VALUES (?, ?, ?)",
    "no inputs": "DELETE FROM inputs WHERE match = ?",
    "ban": "INSERT OR REPLACE INTO bans VALUES (?, ?, ?, ?)",
    "no ban": "DELETE FROM bans WHERE who = ?",
    "no old bans": "DELETE FROM bans WHERE until < ?",
    "request": "INSERT INTO requests (what, about, made) VALUES (?, ?, ?)",
    "no request": "DELETE FROM requests WHERE id = ?",
}
RATED = "rated"
"""The name of the one change that is reckoned out: the number and the game of a match that is over,
and its sides, each with its place and its players."""
_RATE = (
    "INSERT INTO ratings (game, player, mu, sigma, matches, wins) "
    "SELECT ?, name, ?, ?, 1, ? FROM accounts WHERE name = ? "  # it may be deleted by now
    "ON CONFLICT DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, "
    "matches = matches + 1, wins = wins + excluded.wins"
)
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
_TABLE = "SELECT * FROM tables"
_PUBLIC = "hidden = 0"
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


class SavedTable(NamedTuple):
    """A table as it was opened, and whether it still is, or is set aside."""

    name: str
    game: str
    preset: str
    options: str
    core: str
    open: int
    """0 when it is closed, and 2 when it is set aside."""
    opened: float | None
    since: float | None
    """When it was set aside."""
    names: str
    """Who had a seat then, as JSON."""


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


class Store:
    """A database, in a file or in memory, for one thread at a time. Who opens it closes it."""

    def __init__(self, path: Path | None, *, make: bool = True, migrate: bool = False) -> None:
        """`migrate` is for the server alone: an older one may still be running otherwise."""
        self._path = path
        try:
            if path is not None:
                _keep_private(path, make=make)
            self._db = sqlite3.connect(
                ":memory:" if path is None else path, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error
        try:
            self._open(migrate=migrate)
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise self._unusable(error) from error
        except Refused:
            self.close()
            raise

    def _open(self, *, migrate: bool) -> None:
        db = self._db
        db.text_factory = _text
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA busy_timeout = 5000")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            self._run(_SCHEMA, *_MIGRATIONS)
        elif _FIRST_VERSION <= version < VERSION and migrate:
            self._back_up(version)
            self._run(*_MIGRATIONS[version - _FIRST_VERSION :])
        elif version < VERSION:
            raise Refused(
                ServerReason.STORE_FAILED,
                "{path} was written by an older version of cardkit ({theirs}, not {ours}); "
                "cardkit serve brings it up to date, and keeps a copy",
                path=self._path,
                theirs=version,
                ours=VERSION,
            )
        elif version > VERSION:
            raise Refused(
                ServerReason.STORE_FAILED,
                "{path} was written by a newer version of cardkit ({theirs}, not {ours}); "
                "install that version to use it",
                path=self._path,
                theirs=version,
                ours=VERSION,
            )

    def _run(self, *scripts: str) -> None:
        """Make or change the schema: wholly, or not at all."""
        body = " ".join(scripts)
        self._db.executescript(f"BEGIN IMMEDIATE; {body} PRAGMA user_version = {VERSION}; COMMIT;")

    def _back_up(self, version: int) -> None:
        """A copy of the whole database, beside it; one that is there already is kept."""
        assert self._path is not None  # a database in memory is never old
        copy = self._path.with_suffix(f".v{version}{self._path.suffix}")
        if copy.exists():
            return
        draft = copy.with_name(f".{copy.name}")
        draft.unlink(missing_ok=True)
        draft.touch(0o600)
        with closing(sqlite3.connect(draft)) as target:
            self._db.backup(target)
        draft.replace(copy)

    def _unusable(self, error: Exception) -> Refused:
        why = error.strerror if isinstance(error, OSError) else error
        return Refused(
            ServerReason.STORE_FAILED, "{path} cannot be used: {error}", path=self._path, error=why
        )

    # --- writing -----------------------------------------------------------------------------

    def write(self, rows: Iterable[Row]) -> None:
        """Put rows into the group that the next `sync` makes durable."""
        db = self._db
        if not db.in_transaction:
            db.execute("BEGIN IMMEDIATE")
        for what, alike in groupby(rows, itemgetter(0)):
            if what == RATED:
                for _, values in alike:
                    self._rate(*values)
            else:
                self._write_alike(_STATEMENTS[what], [values for _, values in alike])

    def _write_alike(self, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
        """Many rows in few statements: after each the thread has to win back the interpreter."""
        at = 0
        for size in _SIZES if "VALUES" in statement else (1,):
            while len(rows) - at >= size:
                values = tuple(chain.from_iterable(rows[at : at + size]))
                self._db.execute(_for_rows(statement, size), values)
                at += size

    def _rate(self, match: int, game: str, sides: Sequence[tuple[int, Sequence[str]]]) -> None:
        """Rate the players of a match by the place of each side, once; here, where the ratings
        before are those after every match that was stored before."""
        once = self._db.execute("UPDATE matches SET rated = 1 WHERE id = ? AND NOT rated", (match,))
        if not once.rowcount:
            return
        before = {name: self.rating(game, name) for _, names in sides for name in names}
        known = {name: Rating() if r is None else r.strength for name, r in before.items()}
        after = rated([(place, [known[name] for name in names]) for place, names in sides])
        for (place, names), strengths in zip(sides, after, strict=True):
            for name, strength in zip(names, strengths, strict=True):
                self._db.execute(_RATE, (game, *strength, place == 1, name))

    def sync(self) -> None:
        """All that was written is on the disk when this returns."""
        if self._db.in_transaction:
            self._db.execute("COMMIT")

    @contextmanager
    def change(self) -> Iterator[None]:
        """What is read and written in the block is one change, also while a server runs; or none.

        For a person at the command line: what goes wrong is said in a sentence.
        """
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield
            self.sync()
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def close(self) -> None:
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    # --- reading -----------------------------------------------------------------------------

    def select(self, query: str, *values: Any) -> list[Any]:
        return self._db.execute(query, values).fetchall()

    def all(self, kind: Callable[..., _T], query: str, *values: Any) -> list[_T]:
        """What a query finds, each row as one of this kind."""
        return [kind(*row) for row in self._db.execute(query, values)]

    def first(self, kind: Callable[..., _T], query: str, *values: Any) -> _T | None:
        row = self._db.execute(query, values).fetchone()
        return None if row is None else kind(*row)

    def accounts(self) -> list[Account]:
        return self.all(Account, f"{_ACCOUNTS} ORDER BY name")

    def account(self, name: str) -> Account | None:
        """The account of that name; a guest's is the key for which the name is kept."""
        guests = "SELECT name, NULL, public_key, seen, 0 FROM guests WHERE name = ?"
        return self.first(Account, f"{_ACCOUNTS} WHERE name = ? UNION ALL {guests}", name, name)

    def origins(self) -> list[tuple[str, str]]:
        """From where each account was entered, as hashes; the latest comes last."""
        return list(self._db.execute("SELECT account, origin FROM origins ORDER BY seen"))

    def sessions(self) -> list[SavedSession]:
        return self.all(SavedSession, "SELECT * FROM sessions ORDER BY name")

    def tables(self) -> list[SavedTable]:
        """The tables that are open."""
        return self.all(SavedTable, f"{_TABLE} WHERE {_IN_USE} AND open = 1 ORDER BY name")

    def tables_aside(self) -> list[SavedTable]:
        """The tables that are set aside, the oldest first."""
        return self.all(SavedTable, f"{_TABLE} WHERE {_IN_USE} AND open = 2 ORDER BY since")

    def table(self, name: str) -> SavedTable | None:
        return self.first(SavedTable, f"{_TABLE} WHERE name = ?", name)

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
        most: int = -1,
        public: bool = False,
    ) -> list[SavedMatch]:
        """The matches in which a game began, newest first: of a table, of a game, or all; or of
        a player those with a game that they finished. `public`: none of private tables."""
        which, asked, only = "", list[Any](), f" AND {_PUBLIC}" if public else ""
        if table or game:
            which, asked = ("at_table = ? AND ", [table]) if table else ("game = ? AND ", [game])
        if player:
            asked += player, before, -1 if which else most  # as few as will do
            which += f"id IN ({_PLAYED_IN}{only} ORDER BY match DESC LIMIT ?) AND "
        which += f"begun IS NOT NULL{only}"
        query = f"{_MATCH} WHERE {which} AND id < ? ORDER BY id DESC LIMIT ?"
        return self.all(SavedMatch, query, *asked, before, most)

    def finished_games(self, match: int, *, after: int = 0, most: int) -> list[SavedSeat]:
        """The seats of some games of a match that are over, in order."""
        query = "SELECT * FROM finished_games WHERE match = ? AND number > ? AND number <= ?"
        return self.all(SavedSeat, f"{query} ORDER BY number, seat", match, after, after + most)

    def last_game(self, match: int) -> int:
        """The number of the last game of a match that is over; 0 if none is."""
        query = "SELECT max(number) FROM finished_games WHERE match = ?"
        return int(self.select(query, match)[0][0] or 0)

    def games_played(self) -> dict[str, bool]:
        """The games of which a match is over, and whether the fewest points win there."""
        found = self._db.execute("SELECT game, low_wins FROM games_played ORDER BY game")
        return {game: bool(low_wins) for game, low_wins in found}

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
        found = self.select("SELECT name FROM tables WHERE name GLOB ? || '-[0-9]*'", stem)
        numbers = (name[len(stem) + 1 :] for (name,) in found)
        return max((int(number) for number in numbers if number.isdecimal()), default=0)


def is_time(value: object) -> bool:
    """Whether this is a time, in seconds, that a clock may have shown."""
    return isinstance(value, int | float) and 0 <= value < _NO_TIME


def _text(data: bytes) -> str:
    """One damaged text is no reason to read nothing at all."""
    return data.decode(errors="backslashreplace")


def _keep_private(path: Path, *, make: bool) -> None:
    """A database is for its owner alone. What SQLite puts beside it gets the same mode.

    A file that is there is never opened here: to close it would drop the locks of SQLite on it.
    """
    if not path.exists():
        if not make:
            text = "there is no {path}; cardkit serve --data {folder} makes it"
            raise Refused(LocalReason.NO_SUCH_FILE, text, path=path, folder=path.parent)
        with suppress(FileExistsError):
            path.touch(0o600, exist_ok=False)
    for file in (path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")):
        with suppress(FileNotFoundError, PermissionError):  # who only reads may not change it
            file.chmod(0o600)
