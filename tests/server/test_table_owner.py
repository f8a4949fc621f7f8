"""A table belongs to who has opened it: they alone close it and send people away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from cardkit.server.session import Peer
from tests.memory_server import MemoryServer
from tests.tiny_games import Nim


@pytest.fixture
def server() -> Iterator[MemoryServer]:
    running = MemoryServer({"nim": Nim}, "owner")
    yield running
    running.close()


def guest(server: MemoryServer, name: str) -> Peer:
    peer = server.peer()
    server.say(peer, f"ENTER {name}")
    server.hear(peer)
    return peer


def say(server: MemoryServer, peer: Peer, line: str) -> str:
    server.hear(peer)
    server.say(peer, line)
    return server.hear(peer).strip()


def seated(server: MemoryServer, *names: str, options: str = "") -> list[Peer]:
    """All sit at a table that the first has opened."""
    peers = [guest(server, name) for name in names]
    server.say(peers[0], f"OPEN nim {options}".strip())
    for peer in peers:
        server.say(peer, "JOIN nim-1")
        server.say(peer, "LOGIN")
        server.hear(peer)
    return peers


def where(peer: Peer) -> str:
    assert peer.session is not None
    return peer.session.hosted.name if peer.session.hosted is not None else ""


# --- to send somebody away --------------------------------------------------------------------


def test_who_is_sent_away_is_in_the_lobby_is_told_why_and_cannot_come_back(
    server: MemoryServer,
) -> None:
    ann, bob, cid = seated(server, "ann", "bob", "cid")
    assert say(server, ann, "KICK guest-bob").splitlines()[-1].startswith("KICK guest-bob ")
    assert "guest-ann has sent you away from nim-1" in server.hear(bob)
    told = server.hear(cid)
    assert "ACTION guest-bob EXIT" in told
    assert "guest-ann has sent guest-bob away" in told
    assert where(bob) == ""
    assert "NOT_ALLOWED" in say(server, bob, "JOIN nim-1")
    assert "NOT_ALLOWED" in say(server, bob, "WATCH nim-1")
    assert say(server, bob, "OPEN nim").startswith("OK OPEN nim-2")


def test_it_is_told_in_the_language_of_each(server: MemoryServer) -> None:
    ann, bob, cid = seated(server, "ann", "bob", "cid")
    for peer in (bob, cid):
        server.say(peer, "LANGUAGE ja")
        server.hear(peer)
    assert "has sent guest-bob away" in say(server, ann, "KICK guest-bob")
    assert "退席" in server.hear(bob)
    assert "guest-annがguest-bobを退席させました" in server.hear(cid)


def test_being_sent_away_outlives_a_restart_a_new_name_of_the_same_look_and_an_account(
    server: MemoryServer,
) -> None:
    ann, bob, _ = seated(server, "ann", "bob", "cid")
    server.say(ann, "KICK guest-bob")
    assert say(server, bob, "SIGNUP robert correct-horse-battery").startswith("OK ENTER robert")
    assert "NOT_ALLOWED" in say(server, bob, "JOIN nim-1")
    server.restart()
    again = server.peer()
    server.say(again, "ENTER robert correct-horse-battery")
    assert server.hear(again).startswith("OK ENTER robert")
    assert "NOT_ALLOWED" in say(server, again, "JOIN nim-1")
    assert "NOT_ALLOWED" in say(server, guest(server, "B0b"), "JOIN nim-1")


@pytest.mark.parametrize(
    ("policy", "told"),
    [("robot", "STAND_IN guest-bob"), ("forfeit", "FORFEIT guest-bob"), ("suspend", "FORFEIT")],
)
def test_in_a_game_the_seat_is_as_if_its_player_had_left_but_nobody_waits_for_them(
    server: MemoryServer, policy: str, told: str
) -> None:
    ann, _, cid = seated(server, "ann", "bob", "cid", options=f"policy={policy}")
    server.say(ann, "START")
    server.wait(20)
    server.hear(cid)
    server.say(ann, "KICK guest-bob")
    assert told in server.hear(cid)
    table = server.core.tables["nim-1"].table
    assert not table.suspended
    for _ in range(20):
        for peer in (ann, cid):
            server.say(peer, "TAKE 1")
        server.wait(5)
    assert not table.playing


def test_who_is_cut_off_is_sent_away_all_the_same(server: MemoryServer) -> None:
    ann, bob = seated(server, "ann", "bob")
    session = bob.session
    assert session is not None
    server.lose(bob)
    assert "KICK guest-bob" in say(server, ann, "KICK guest-bob")
    assert session.hosted is None


@pytest.mark.parametrize(
    ("who", "line", "code"),
    [
        ("bob", "KICK guest-ann", "NOT_ALLOWED"),
        ("bob", "CLOSE", "NOT_ALLOWED"),
        ("ann", "KICK guest-ann", "NOT_ALLOWED"),
        ("ann", "KICK robot-wren", "NOT_ALLOWED"),
        ("ann", "KICK guest-bop", "NO_SUCH_PLAYER"),
        ("ann", "KICK", "NO_SUCH_PLAYER"),
        ("ann", "KICK guest-bob now", "NO_SUCH_PLAYER"),
        ("ann", "CLOSE now", "UNKNOWN_WORD"),
        ("eve", "CLOSE", "NOT_AT_A_TABLE"),
        ("eve", "KICK guest-ann", "NOT_AT_A_TABLE"),
    ],
)
def test_what_is_refused_changes_nothing(
    server: MemoryServer, who: str, line: str, code: str
) -> None:
    ann, bob = seated(server, "ann", "bob", options="robots=yes")
    server.say(ann, "START")
    server.wait(20)
    people = {"ann": ann, "bob": bob, "eve": guest(server, "eve")}
    hosted = server.core.tables["nim-1"]
    before = hosted.journal.entries, hosted.settings.hosting, [*hosted.people]
    assert f"WARNING {code} " in say(server, people[who], line)
    assert (hosted.journal.entries, hosted.settings.hosting, [*hosted.people]) == before


def test_a_table_of_the_server_itself_belongs_to_nobody(server: MemoryServer) -> None:
    _, bob = seated(server, "ann", "bob")
    hosted = server.core.tables["nim-1"]
    server.core.end_session(server.core.sessions["guest-ann"])  # whose name is free for anybody
    assert hosted.settings.hosting.owner == ""
    again = guest(server, "ann")
    server.say(again, "JOIN nim-1")
    for line in ("CLOSE", "KICK guest-bob"):
        assert "only the host" in say(server, again, line)
    assert where(bob) == "nim-1"


def test_who_signs_up_keeps_the_table(server: MemoryServer) -> None:
    ann, _ = seated(server, "ann", "bob")
    server.say(ann, "EXIT")
    assert "OK ENTER annette" in say(server, ann, "SIGNUP annette correct-horse-battery")
    server.say(ann, "JOIN nim-1")
    assert "KICK guest-bob" in say(server, ann, "KICK guest-bob")
    server.restart()
    assert server.core.tables["nim-1"].settings.hosting.owner == "annette"


# --- to close it ------------------------------------------------------------------------------


def test_a_table_that_is_closed_leaves_all_in_the_lobby_with_a_sentence(
    server: MemoryServer,
) -> None:
    ann, bob, cid = seated(server, "ann", "bob", "cid")
    server.say(ann, "START")
    server.wait(20)
    server.hear(bob)
    assert say(server, ann, "CLOSE") == "OK EXIT"
    for peer in (bob, cid):
        assert "guest-ann has closed the table" in server.hear(peer).split("\n\n")[-2]
        assert where(peer) == ""
    assert not server.core.tables
    assert "NO_SUCH_TABLE" in say(server, bob, "JOIN nim-1")
    server.wait(100)
    server.restart()
    assert not server.core.tables
    [match] = server.store.matches()
    assert not match.over


def test_nothing_is_kept_of_a_table_at_which_nothing_was_played(server: MemoryServer) -> None:
    ann, _ = seated(server, "ann", "bob")
    server.say(ann, "CLOSE")
    assert server.store.table("nim-1") is None


def test_a_tag_closes_only_once(server: MemoryServer) -> None:
    ann, _ = seated(server, "ann", "bob")
    assert say(server, ann, "#1 CLOSE") == "#1 OK EXIT"
    server.say(ann, "OPEN nim")
    server.say(ann, "JOIN nim-2")
    assert say(server, ann, "#1 CLOSE") == "#1 OK"
    assert where(ann) == "nim-2"


def test_help_tells_the_owner_alone_of_it(server: MemoryServer) -> None:
    ann, bob = seated(server, "ann", "bob")
    assert "HELP KICK" in say(server, ann, "HELP").replace('"', "")
    assert "KICK" not in say(server, bob, "HELP")


def test_nobody_gets_out_of_a_rated_match_by_closing_its_table(server: MemoryServer) -> None:
    ann, bob = seated(server, "ann", "bob")
    settings = server.core.tables["nim-1"].settings
    settings.hosting = replace(settings.hosting, rated=True)
    hosted = server.core.tables["nim-1"]
    hosted.start("guest-ann")
    server.wait(20)
    assert hosted.table.playing
    for line in ("CLOSE", "KICK guest-bob"):
        assert "rated match keeps its players" in say(server, ann, line)
    assert where(bob) == "nim-1"
