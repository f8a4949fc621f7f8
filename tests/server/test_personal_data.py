"""What is stored about people: all of it is declared, handed to them, and deleted when they ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cardkit.cli import main
from cardkit.protocol.frames import FrameCodec
from cardkit.server import personal_data
from cardkit.server.history import MatchHistory
from cardkit.server.personal_data import NOT_ABOUT_PEOPLE, STORED, export
from cardkit.server.session import Peer
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import RATED
from cardkit.server.store_address import DATABASE
from tests.memory_server import MemoryServer
from tests.server.test_history_schema import finished
from tests.tiny_games import Nim

SECRETS = ("correct horse", "$argon2id$")


@pytest.fixture
def server() -> Iterator[MemoryServer]:
    server = MemoryServer({"nim": Nim}, "stored")
    yield server
    server.close()


def say(server: MemoryServer, peer: Peer, *lines: str) -> str:
    server.hear(peer)
    for line in lines:
        server.say(peer, line)
    return server.hear(peer)


def signed_up(server: MemoryServer, name: str) -> Peer:
    peer = server.peer()
    said = say(server, peer, f"ENTER {name}", f"SIGNUP {name} correct horse")
    assert said.count("OK ENTER") == 2
    return peer


def a_rated_match(server: MemoryServer) -> tuple[Peer, Peer]:
    ann, bob = signed_up(server, "ann"), signed_up(server, "bob")
    say(server, ann, "OPEN nim games=1 rated=yes title=Friday")
    for peer in (ann, bob):
        say(server, peer, "JOIN nim-1", "LOGIN")
    say(server, ann, "START")
    while not server.core.tables["nim-1"].table.match_over:
        say(server, ann, "TAKE 1")
        say(server, bob, "TAKE 1")
    say(server, ann, "EXIT")
    say(server, bob, "EXIT")
    return ann, bob


# --- all of it is declared -----------------------------------------------------------------------


OF_THE_SERVERS = {"last", "stem", "what", "value", "id", "name", "slot", "about", "draining"} | {
    "figures",
    "beat",
}


def test_every_table_and_column_of_the_store_is_exported_or_kept_back_for_a_reason() -> None:
    with closing(sqlite_store(None)) as store:
        tables = {
            name
            for (name,) in store.select("SELECT name FROM sqlite_master WHERE type = 'table'")
            if not name.startswith("sqlite_")
        }
        assert tables == STORED.keys() | NOT_ABOUT_PEOPLE
        for table, about in STORED.items():
            columns = {row[1] for row in store.select(f"PRAGMA table_xinfo({table})")}
            assert columns == {*about.columns} | about.kept_back.keys(), table
            assert not {*about.columns} & about.kept_back.keys()
            assert all((about.what, about.why, about.until, about.deleted, *about.kept_back))
        for table in NOT_ABOUT_PEOPLE:
            columns = {row[1] for row in store.select(f"PRAGMA table_xinfo({table})")}
            assert columns <= OF_THE_SERVERS, table


def test_the_pages_of_the_docs_name_every_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text()
    section = page.partition("## What is stored about people")[2].partition("\n## ")[0]
    for table, about in STORED.items():
        assert f"`{table}`" in section
        assert about.until in section


# --- it is handed out ----------------------------------------------------------------------------


def exported(server: MemoryServer, name: str) -> dict[str, Any]:
    """What a page of this name's own connection brings, as a program hears it."""
    peer = server.peer(FrameCodec())
    server.core.renew(peer, server.core.sessions[name])
    server.core.outbox.settle()
    server.heard[peer].clear()
    server.say(peer, "EXPORT")
    frames = FrameCodec().frames(b"".join(server.heard[peer]))
    [[[*ok], [kind, stored]]] = [frame for frame in frames if frame[0][0] == "OK"]
    assert (ok, kind) == (["OK", "EXPORT"], "EXPORT")
    return dict(stored)


def test_an_account_gets_all_that_is_stored_about_it_and_nothing_of_others(
    server: MemoryServer,
) -> None:
    a_rated_match(server)
    server.store.write([("ban", ("ann", 2e6, "rude", 1e6)), ("ban", ("bob", 2e6, "cheats", 1e6))])
    server.store.write([("origin", ("ann", "0abc", 1e6)), ("origin", ("bob", "0def", 1e6))])
    stored = exported(server, "ann")
    assert [row["name"] for row in stored["accounts"]] == ["ann"]
    assert stored["accounts"][0]["made"].startswith("1970-01-12T13:46:40")
    assert [row["name"] for row in stored["guests"]] == ["guest-ann"]
    assert [row["origin"] for row in stored["origins"]] == ["0abc"]
    assert [row["name"] for row in stored["sessions"]] == ["ann"]
    assert [row["house"]["title"] for row in stored["tables"]] == ["Friday"]
    [match] = stored["matches"]
    assert sorted(match["players"]) == ["ann", "bob"]
    assert (match["record"], match["replay"]) == ("/records/1", "/replay/1")
    assert [(row["player"], row["match"]) for row in stored["finished_games"]] == [("ann", 1)]
    assert [(row["game"], row["matches"]) for row in stored["ratings"]] == [("nim", 1)]
    assert [row["why"] for row in stored["bans"]] == ["rude"]
    written = json.dumps(stored)
    assert not [secret for secret in SECRETS if secret in written]
    assert not [other for other in ("cheats", "0def", "guest-bob") if other in written]
    assert server.core.sessions["ann"].token.hex() not in written


def exported_by_host(server: MemoryServer, name: str) -> dict[str, Any]:
    return export(server.store, name, open_vault=lambda: server.core.vault)


def test_a_guest_with_a_key_gets_theirs_too(server: MemoryServer) -> None:
    guest = server.peer()
    say(server, guest, "ENTER ann")
    assert say(server, guest, "EXPORT").startswith("WARNING NOT_ALLOWED")  # whose are they?
    server.store.write([("guest", ("guest-ann", b"key", 1e6))])
    stored = exported(server, "guest-ann")
    assert [row["name"] for row in stored["sessions"]] == ["guest-ann"]
    assert stored["accounts"] == []


def test_who_has_not_entered_gets_nothing(server: MemoryServer) -> None:
    assert say(server, server.peer(), "EXPORT").startswith("WARNING NOT_ENTERED")


def test_a_record_that_is_not_for_everybody_is_not_linked(server: MemoryServer) -> None:
    ann = signed_up(server, "ann")
    bob = signed_up(server, "bob")
    say(server, ann, "OPEN nim games=2 secret=auditor")
    for peer in (ann, bob):
        say(server, peer, "JOIN nim-1", "LOGIN")
    say(server, ann, "START")
    while server.core.tables["nim-1"].table.playing:
        say(server, ann, "TAKE 1")
        say(server, bob, "TAKE 1")
    [match] = exported(server, "ann")["matches"]
    assert "record" not in match


def test_the_players_of_a_private_table_get_the_key_to_its_record(server: MemoryServer) -> None:
    ann = signed_up(server, "ann")
    bob = signed_up(server, "bob")
    table = say(server, ann, "OPEN nim games=1 private=yes").split()[-1]
    for peer in (ann, bob):
        say(server, peer, f"JOIN {table}", "LOGIN")
    say(server, ann, "START")
    while not server.core.tables[table].table.match_over:
        say(server, ann, "TAKE 1")
        say(server, bob, "TAKE 1")
    [match] = exported(server, "ann")["matches"]
    path, _, key = match["record"].partition("?key=")
    assert (path, bool(match["hidden"])) == ("/records/1", True)
    assert MatchHistory(server.store, lambda: server.core.vault).is_open_to(1, key)


def test_much_of_it_comes_page_by_page_and_not_all_at_once(
    server: MemoryServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.store.write(finished(*[[("ann", 2), ("bob", 1)]] * 10))
    server.store.sync()
    whole = exported_by_host(server, "ann")
    monkeypatch.setattr(personal_data, "PAGE", 4)
    first, following = server.core.export_page("ann", 0)
    assert (len(first["matches"]), following) == (4, 4)
    assert exported_by_host(server, "ann") == whole
    assert [row["id"] for row in whole["matches"]] == [*range(1, 11)]
    ann = signed_up(server, "eve")
    assert say(server, ann, "EXPORT 99999999999999999999").startswith(("OK EXPORT", "WARNING"))
    answers = [say(server, ann, "EXPORT 8") for _ in range(80)]
    assert answers[0].startswith("OK EXPORT")
    assert answers[-1].startswith("WARNING TRY_LATER")


def test_the_host_exports_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    with closing(sqlite_store(tmp_path / DATABASE)) as store:
        store.write([("account", ("ann", "$argon2id$", None, 1e6))])
        store.write(finished([("ann", 2), ("bob", 1)]))
        store.write([(RATED, (1, "nim", [(1, ["ann"]), (2, ["bob"])]))])
        store.sync()
        where = ["--data", str(tmp_path)]
        assert main(["account", "export", "ann", *where]) == 0
        written = capsys.readouterr().out
        data = json.loads(written)
        assert data["name"] == "ann"
        assert data["stored"]["ratings"][0]["wins"] == 1
        assert "argon2id" not in written
        assert main(["account", "export", "nobody", *where]) == 2
        assert "nothing is stored about nobody" in capsys.readouterr().err
        assert main(["account", "remove", "ann", "--forget", *where]) == 0
        capsys.readouterr()
        assert main(["account", "export", "ann", *where]) == 2
        assert store.ratings("nim", most=9) == []
        assert json.loads(store.matches()[0].players or "") == ["somebody", "bob"]


# --- it is deleted -------------------------------------------------------------------------------


def test_after_deletion_nothing_is_left_but_what_a_ban_needs(server: MemoryServer) -> None:
    ann, _ = a_rated_match(server)
    server.store.write([("ban", ("ann", 2e6, "rude", 1e6)), ("origin", ("ann", "0abc", 1e6))])
    assert say(server, ann, "DELETE ann").startswith("OK QUIT")
    left = {table: rows for table, rows in exported_by_host(server, "ann").items() if rows}
    assert left.keys() == {"bans"}
    assert [row["player"] for row in exported_by_host(server, "bob")["ratings"]] == ["bob"]
    house = server.store.select("SELECT house FROM tables")
    assert "ann" not in str(house)


def test_the_table_of_who_has_deleted_the_account_is_nobodys(server: MemoryServer) -> None:
    ann = signed_up(server, "ann")
    say(server, ann, "OPEN nim", "DELETE ann")
    assert server.core.tables["nim-1"].settings.hosting.owner == ""


def test_nobody_deletes_a_name_that_a_match_still_needs(server: MemoryServer) -> None:
    ann, bob = signed_up(server, "ann"), signed_up(server, "bob")
    say(server, ann, "OPEN nim games=1")
    for peer in (ann, bob):
        say(server, peer, "JOIN nim-1", "LOGIN")
    say(server, ann, "START", "EXIT")
    refused = say(server, ann, "DELETE ann")
    assert refused.startswith("WARNING AT_A_TABLE")
    assert "nim-1" in refused
    while not server.core.tables["nim-1"].table.match_over:
        say(server, bob, "TAKE 1")
        server.wait(2)
    assert say(server, ann, "DELETE ann").startswith("OK QUIT")
    assert not any(
        name == "ann" for (name,) in server.store.select("SELECT player FROM finished_games")
    )
