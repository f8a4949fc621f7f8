"""The database: versions that follow each other."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server import sqlite_store as module
from cardkit.server.accounts import add_account
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import VERSION, Account

FILE = "cardkit.sqlite"
LATER = ("CREATE TABLE one (n INTEGER);", "ALTER TABLE one ADD COLUMN more TEXT;")


def an_old_store(folder: Path) -> Path:
    """A database of the first version, with an account in it."""
    path = folder / FILE
    with closing(sqlite3.connect(path)) as db:
        db.executescript(f"{module._SCHEMA} PRAGMA user_version = {module._FIRST_VERSION};")
        db.execute("INSERT INTO accounts VALUES ('ann', 'ann', NULL, NULL, 0)")
        db.commit()
    return path


def columns(path: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


@pytest.fixture
def _two_versions_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MIGRATIONS", LATER)
    monkeypatch.setattr(module, "VERSION", module._FIRST_VERSION + len(LATER))


@pytest.mark.usefixtures("_two_versions_later")
def test_a_new_store_has_the_latest_schema(tmp_path: Path) -> None:
    sqlite_store(tmp_path / FILE).close()
    assert columns(tmp_path / FILE, "one") == ["n", "more"]


@pytest.mark.usefixtures("_two_versions_later")
def test_the_server_brings_an_old_store_up_to_date_and_keeps_a_copy(tmp_path: Path) -> None:
    path = an_old_store(tmp_path)
    with sqlite_store(path, migrate=True) as store:
        assert store.select("SELECT name FROM accounts") == [("ann",)]
    assert columns(path, "one") == ["n", "more"]
    copy = tmp_path / "cardkit.v2.sqlite"
    assert columns(copy, "one") == []
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT name FROM accounts").fetchall() == [("ann",)]


@pytest.mark.usefixtures("_two_versions_later")
def test_a_migration_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = an_old_store(tmp_path)
    monkeypatch.setattr(module, "_MIGRATIONS", (LATER[0], "INSERT INTO nowhere VALUES (1);"))
    with pytest.raises(Refused, match="nowhere") as caught:
        sqlite_store(path, migrate=True)
    assert caught.value.reason == ServerReason.STORE_FAILED
    assert columns(path, "one") == []


@pytest.mark.usefixtures("_two_versions_later")
def test_nobody_but_the_server_changes_an_old_store(tmp_path: Path) -> None:
    path = an_old_store(tmp_path)
    with pytest.raises(Refused, match="cardkit serve brings it up to date"):
        sqlite_store(path)
    assert columns(path, "one") == []


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    path = an_old_store(tmp_path)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    with pytest.raises(Refused, match="newer version"):
        sqlite_store(path, migrate=True)


def test_accounts_that_look_alike_by_now_are_kept(tmp_path: Path) -> None:
    """Of two that an older version let in together neither is lost; a third one is refused."""
    path = an_old_store(tmp_path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO accounts VALUES ('ΑΝΝ', 'αvv', 'hash', NULL, 5)")
        db.commit()
    with closing(sqlite_store(path, migrate=True)) as store:
        assert store.account("ΑΝΝ") == Account("ΑΝΝ", "hash", None, 5.0)
        assert store.account("ann") == Account("ann", None, None, 0.0)
        with pytest.raises(Refused, match="looks like"):
            add_account(store, "АNN", 0.0, password="…")


def test_what_an_older_version_has_stored_goes_on(tmp_path: Path) -> None:
    path = an_old_store(tmp_path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("INSERT INTO sessions VALUES ('ann', zeroblob(16), 'nim-7', '#1 #2')")
        db.execute("INSERT INTO tables VALUES ('nim-7', 'nim', '', '{}', '{}', 1)")
        db.commit()
    with closing(sqlite_store(path, migrate=True)) as store:
        [session], [table] = store.sessions(), store.tables()
        assert session == ("ann", bytes(16), "nim-7", "#1 #2", 0, 0, "", 0)
        assert table == ("nim-7", "nim", "", "{}", "{}", 1, None, None, "[]", "", "", 0)
        assert store.tables_aside() == []
        assert store.last_numbers() == (0, {"nim": 7})
