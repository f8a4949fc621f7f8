"""What is PostgreSQL's own: its schema, its locks, and what may be wrong with a database.

That it keeps every promise is shown by the tests of the server, which run on it by `--store`.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import psycopg
import pytest

from cardkit.cli import main
from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.server import postgres_store
from cardkit.server.postgres_store import PostgresAddress
from cardkit.server.serve import serving
from cardkit.server.settings import Settings
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import VERSION, Store
from cardkit.server.store_address import DATABASE, store_address
from tests.postgres import new_url
from tests.server.test_history_schema import at_random
from tests.tiny_games import Nim


@pytest.fixture
def address() -> Iterator[PostgresAddress]:
    with closing(PostgresAddress(new_url())) as address:
        yield address


def refused(wanted: str, url: str) -> None:
    with closing(PostgresAddress(url)) as address, pytest.raises(Refused, match=wanted) as caught:
        address.open(migrate=True)
    assert caught.value.reason == ServerReason.STORE_FAILED


def of_user(url: str, user: str, password: str = "") -> str:
    return url.replace("postgres:@", f"{user}:{password}@")


def everything_in(store: Store) -> dict[str, list[tuple[object, ...]]]:
    tables = store.database.tables()
    return {
        name: sorted(map(tuple, store.select(f"SELECT {', '.join(columns)} FROM {name}")))
        for name, columns in tables.items()
    }


# --- the schema ----------------------------------------------------------------------------------


def test_both_stores_have_the_same_tables_and_columns(address: PostgresAddress) -> None:
    with address.open() as here, sqlite_store(None) as there:
        theirs, ours = there.database.tables(), here.database.tables()
        assert theirs.keys() == ours.keys()
        for name, columns in theirs.items():
            assert {*columns} - {*ours[name]} <= {"id"}
            assert {*ours[name]} <= {*columns}


def test_many_nodes_that_start_at_once_make_one_schema() -> None:
    url, found = new_url(), list[int]()

    def start() -> None:
        with closing(PostgresAddress(url)) as address, address.open(migrate=True) as store:
            [(version,)] = store.select("SELECT version FROM cardkit_schema")
            found.append(version)

    threads = [Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [VERSION] * 8


def test_the_server_brings_an_old_schema_up_to_date(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    with address.open() as store:
        store.database.run("UPDATE cardkit_schema SET version = ?", (VERSION - 1,))
    with pytest.raises(Refused, match="older version"):
        address.open()
    later = {VERSION - 1: "ALTER TABLE bans ADD COLUMN more TEXT;"}
    monkeypatch.setattr(postgres_store, "_MIGRATIONS", later)
    with address.open(migrate=True) as store:
        assert "more" in store.database.tables()["bans"]
        assert store.select("SELECT version FROM cardkit_schema") == [(VERSION,)]


def test_a_migration_that_fails_changes_nothing(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    with address.open() as store:
        store.database.run("UPDATE cardkit_schema SET version = ?", (VERSION - 2,))
    script = "ALTER TABLE bans ADD COLUMN more TEXT;"
    wrong = {VERSION - 2: script, VERSION - 1: "INSERT INTO nowhere VALUES (1);"}
    monkeypatch.setattr(postgres_store, "_MIGRATIONS", wrong)
    with pytest.raises(Refused, match="nowhere"):
        address.open(migrate=True)
    monkeypatch.setattr(postgres_store, "_MIGRATIONS", {VERSION - 2: script, VERSION - 1: ""})
    with address.open(migrate=True) as store:
        assert store.database.tables()["bans"].count("more") == 1


def test_what_is_changed_at_the_command_line_waits_for_another_change(
    address: PostgresAddress,
) -> None:
    with address.open() as one, address.open() as other:
        other.database.run("SET lock_timeout = '50ms'")
        with one.change(), pytest.raises(Refused, match="lock"), other.change():
            raise AssertionError("both at once")
        with other.change():
            other.write([("host", (1, "ann"))])


def test_a_change_that_fails_is_undone(address: PostgresAddress) -> None:
    with address.open() as store:
        account = ("account", ("ann", None, b"key", 0.0))
        with pytest.raises(Refused, match="accounts"), store.change():
            store.write([account, ("host", (1, "ann")), account])
        assert store.accounts() == []
        with store.change():
            store.write([account])
        assert [each.name for each in store.accounts()] == ["ann"]


# --- what may be wrong ---------------------------------------------------------------------------


def test_a_database_that_is_not_there_is_named_without_its_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(postgres_store, "_PATIENCE", 0.1)
    with closing(PostgresAddress("postgresql://ann:secret@127.0.0.1:1/house")) as address:
        with pytest.raises(Refused, match="no connection to") as opened:
            address.open()
        with pytest.raises(Refused, match="no connection to") as read, address.reading():
            raise AssertionError("there is none")
    for caught in opened, read:
        assert "postgresql://ann@127.0.0.1:1/house" in str(caught.value)
        assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("postgresql://[::1", "no address of PostgreSQL"),
        ("postgresql://h/db?colour=red", "no address of PostgreSQL"),
        ("mysql://h/db", "is no store"),
        ("sqlite:", "is no store"),
        ("/srv/cardkit", "is no store"),
    ],
)
def test_what_is_no_address_is_refused(written: str, wanted: str) -> None:
    with pytest.raises(Refused, match=wanted):
        store_address(written, None)


def test_a_wrong_password_or_a_database_that_does_not_exist_is_told() -> None:
    refused("no connection.*does not exist", new_url().replace("/postgres?", "/nowhere?"))


def test_a_database_that_can_only_be_read_is_refused() -> None:
    url = new_url()
    option = quote(" -c default_transaction_read_only=on")
    refused("can only be read", url + option)


def test_a_user_without_rights_is_told_which_are_missing() -> None:
    url = new_url()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS stranger")
        connection.execute("CREATE ROLE stranger LOGIN")
    refused("permission denied|no schema", of_user(url, "stranger"))


def test_a_schema_of_a_newer_version_is_refused(address: PostgresAddress) -> None:
    with address.open() as store:
        store.database.run("UPDATE cardkit_schema SET version = ?", (VERSION + 1,))
    with pytest.raises(Refused, match="newer version"):
        address.open(migrate=True)


def test_a_postgresql_that_is_too_old_is_refused(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_store, "OLDEST", 99)
    with pytest.raises(Refused, match="and 99 or a later one is needed"):
        address.open()


def test_an_encoding_that_cannot_hold_every_name_is_refused() -> None:
    url = new_url()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS latin")
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    refused("encoding is LATIN1", url.replace("/postgres?", "/latin?"))


def test_where_no_server_has_been_nothing_is_made(address: PostgresAddress) -> None:
    with pytest.raises(Refused, match="there is no house in"):
        address.open(make=False)


def test_a_second_server_is_refused_while_one_runs(
    address: PostgresAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = postgres_store._SESSION.replace("lock_timeout = '5s'", "lock_timeout = '50ms'")
    monkeypatch.setattr(postgres_store, "_SESSION", session)
    with address.open(alone=True), pytest.raises(Refused, match="another server is using"):
        address.open(alone=True)
    address.open(alone=True).close()


async def test_keys_need_a_folder(tmp_path: Path) -> None:
    settings = Settings(port=-1, store=new_url())
    with pytest.raises(Refused, match="--data"):
        async with serving(settings, {"nim": Nim}, print):
            pass


# --- from one to the other -----------------------------------------------------------------------


def a_house(folder: Path, seed: int = 7) -> Path:
    folder.mkdir(mode=0o700)
    with sqlite_store(folder / DATABASE) as store:
        store.write(at_random(seed))
        store.write([("account", ("ゆき", "$argon2id$", None, 1e6)), ("ban", ("x", None, "", 2.0))])
        store.write([("request", ("close", "nim-1", "", 3.0))] * 2)
        store.write(("input", (1, n, bytes([n % 256]) * 20)) for n in range(2_000))
        store.write([("match number", (500, 500))])
        store.sync()
    return folder


def test_a_house_is_copied_there_and_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, back, url = a_house(tmp_path / "here"), tmp_path / "back", new_url()
    assert main(["store", "copy", f"sqlite:{here}", url]) == 0
    assert main(["store", "copy", url, f"sqlite:{back}"]) == 0
    out, err = capsys.readouterr()
    assert "Copied 2,070 rows to postgresql://" in out
    assert err == ""
    with sqlite_store(here / DATABASE) as one, sqlite_store(back / DATABASE) as other:
        assert everything_in(one) == everything_in(other)
    with closing(PostgresAddress(url)) as address, address.open() as store:
        assert store.last_numbers()[0] == 500
        store.write([("request", ("close", "nim-2", "", 4.0))])  # its number is a new one
        store.sync()


def test_nothing_is_copied_over_a_house(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    here, there = a_house(tmp_path / "here"), a_house(tmp_path / "there")
    assert main(["store", "copy", f"sqlite:{here}", f"sqlite:{there}"]) == 2
    assert "has a house in it already" in capsys.readouterr().err


def test_nothing_is_copied_from_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["store", "copy", f"sqlite:{tmp_path}/no", new_url()]) == 2
    assert "there is no" in capsys.readouterr().err
    assert not (tmp_path / "no").exists()


def test_a_row_that_cannot_be_copied_is_named_and_nothing_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, url = a_house(tmp_path / "here"), new_url()
    with sqlite_store(here / DATABASE) as store:
        store.database.run("UPDATE bans SET until = 'never'")
    assert main(["store", "copy", f"sqlite:{here}", url]) == 2
    assert "a row in bans" in capsys.readouterr().err
    with closing(PostgresAddress(url)) as address, address.open() as store:
        found = everything_in(store)
        assert found.pop("match_numbers") == [(0,)]
        assert not any(found.values())


def test_without_the_package_it_is_said_how_to_get_it() -> None:
    script = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from cardkit.cli import main\n"
        "sys.exit(main(['history', '--store', 'postgresql://h/db', '--lang', 'en']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert "pip install 'cardkit[postgres]'" in done.stderr
    assert "Traceback" not in done.stderr
