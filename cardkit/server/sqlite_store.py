"""A store in SQLite: one file beside the server, or memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext, suppress
from pathlib import Path
from typing import Any

from cardkit.netgame import Refused
from cardkit.reasons import LocalReason
from cardkit.server.store import (
    MIGRATIONS,
    VERSION,
    Errors,
    NodeRemoved,
    Store,
    check_version,
    unusable,
)

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

_PORTABLE = """
DROP TRIGGER match_over;
DROP VIEW results;
DROP TABLE games_played;
DROP TRIGGER table_opened;
DROP VIEW numbered;
DROP TRIGGER match_deleted;
ALTER TABLE tables ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE tables ADD COLUMN origin TEXT NOT NULL DEFAULT '';
UPDATE tables SET owner = coalesce(json_extract(house, '$.owner'), ''),
    origin = coalesce(json_extract(house, '$.origin'), ''),
    house = json_remove(house, '$.owner', '$.origin') WHERE json_valid(house);
CREATE INDEX tables_by_owner ON tables (owner) WHERE owner <> '';
DROP TABLE requests;  -- what was asked for seconds ago
CREATE TABLE requests (
    id INTEGER PRIMARY KEY, what TEXT NOT NULL, at_table TEXT NOT NULL, player TEXT NOT NULL,
    made REAL NOT NULL
);
"""
"""Nothing that only SQLite can do: no triggers, no JSON inside of queries."""

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
    _PORTABLE,
    *MIGRATIONS.values(),
)
"""What brings a database to the next version, each from the one before."""

assert _FIRST_VERSION + len(_MIGRATIONS) == VERSION


def sqlite_store(path: Path | None, *, make: bool = True, migrate: bool = False) -> Store:
    """The store in a file, or one in memory. `migrate` is for the server alone: an older one may
    still be running otherwise."""
    return Store(SqliteDatabase(path, make=make, migrate=migrate))


class SqliteDatabase:
    """One connection to a file or to memory."""

    errors: Errors = (sqlite3.Error,)
    conflicts: Errors = ()
    # Many rows at once: with ROLLBACK, SQLite need not keep what each page was before.
    now = "(julianday('now') - 2440587.5) * 86400.0"
    statements: Mapping[str, str] = {"input": "INSERT OR ROLLBACK INTO inputs VALUES (?, ?, ?)"}

    def __init__(self, path: Path | None, *, make: bool = True, migrate: bool = False) -> None:
        self.name = str(path)
        self._path = path
        try:
            if path is not None:
                _keep_private(path, make=make)
            self.connection = sqlite3.connect(
                ":memory:" if path is None else path, isolation_level=None, check_same_thread=False
            )
        except (OSError, sqlite3.Error) as error:
            raise unusable(self.name, error) from error
        try:
            self._open(migrate=migrate)
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise unusable(self.name, error) from error
        except Refused:
            self.close()
            raise

    def _open(self, *, migrate: bool) -> None:
        db = self.connection
        db.text_factory = _text
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA busy_timeout = 5000")
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version == 0:
            self._change_schema(_SCHEMA, *_MIGRATIONS)
        elif _FIRST_VERSION <= version < VERSION and migrate:
            self._back_up(version)
            self._change_schema(*_MIGRATIONS[version - _FIRST_VERSION :])
        else:
            check_version(self.name, version)

    def _change_schema(self, *scripts: str) -> None:
        """Wholly, or not at all."""
        body = " ".join(scripts)
        self.connection.executescript(
            f"BEGIN IMMEDIATE; {body} PRAGMA user_version = {VERSION}; COMMIT;"
        )

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
            self.connection.backup(target)
        draft.replace(copy)

    @property
    def in_transaction(self) -> bool:
        return self.connection.in_transaction

    def begin(self) -> None:
        self.connection.execute("BEGIN IMMEDIATE")

    def begin_alone(self) -> None:
        self.begin()  # nobody else writes in the meantime anyway

    def fence(self, node: int) -> None:
        if not self.rows("SELECT 1 FROM nodes WHERE id = ?", (node,)):
            raise NodeRemoved

    def lock_ratings(self) -> None:
        """Nobody else writes anyway."""

    def commit(self) -> None:
        self.connection.execute("COMMIT")

    def roll_back(self) -> None:
        self.connection.execute("ROLLBACK")

    def batch(self) -> AbstractContextManager[object]:
        return nullcontext()

    def run(self, statement: str, values: Sequence[Any] = ()) -> int:
        return self.connection.execute(statement, values).rowcount

    def rows(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        return self.connection.execute(query, values).fetchall()

    def each(self, query: str) -> Iterator[Sequence[Any]]:
        return self.connection.execute(query)

    def tables(self) -> Mapping[str, Sequence[str]]:
        names = self.rows("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        return {name: [row[1] for row in self._columns(name)] for (name,) in names}

    def _columns(self, table: str) -> list[Any]:
        """All but those that are reckoned out."""
        return self.rows(f"PRAGMA table_info({table})")

    def close(self) -> None:
        self.connection.close()


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
