"""Sitting down, playing again and the gentle clock at a server, over a restart, too."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cardkit.netgame.command import pick
from cardkit.registry import find_game
from cardkit.server.robots import Robots
from cardkit.server.session import Peer
from tests.memory_server import MemoryServer

GAMES = {name: find_game(name) for name in ("whist", "akq", "page_one")}


@pytest.fixture
def server() -> Iterator[MemoryServer]:
    running = MemoryServer(GAMES, robots=Robots(pace=0.1))
    yield running
    running.close()


def come(server: MemoryServer, name: str, table: str, *more: str) -> Peer:
    peer = server.peer()
    for line in (f"ENTER guest-{name}", f"JOIN {table}", *more):
        server.say(peer, line)
        assert "OK" in (heard := server.hear(peer)), heard
    return peer


def open_table(server: MemoryServer, line: str) -> str:
    host = server.peer()
    server.say(host, "ENTER guest-host")
    server.hear(host)
    server.say(host, f"OPEN {line}")
    table = server.hear(host).split()[2]
    server.say(host, "QUIT")
    return table


def state(server: MemoryServer, peer: Peer) -> dict[str, Any]:
    server.hear(peer)
    server.say(peer, "STATE")
    line = next(line for line in server.hear(peer).splitlines() if line.startswith("STATE"))
    found: dict[str, Any] = json.loads(line.split(" ", 2)[2])
    return found


def finish(server: MemoryServer, table: str, *people: Peer) -> None:
    """Play until the match is over; whoever is asked says something."""
    hosted, rng = server.core.tables[table], Random(1)
    while not hosted.table.match_over:
        names = [hosted.table.names[seat] for seat in hosted.table.awaited]
        asked = [p for p in people if p.session is not None and p.session.name in names]
        if asked:
            seat = hosted.table.people.seat_of[asked[0].session.name]  # type: ignore[union-attr]
            server.say(asked[0], str(pick(hosted.table.legal(seat), rng.randrange)))
        elif hosted.table.playing:
            server.wait(1)
        else:
            server.say(people[0], "START")


def test_the_state_tells_the_places_and_how_many_robots_come(server: MemoryServer) -> None:
    table = open_table(server, "whist robots=yes")
    ann = come(server, "ann", table, "LOGIN 1")
    bob = come(server, "bob", table)
    assert state(server, bob)["places"] == ["guest-ann", "", "", ""]
    server.say(bob, "LOGIN 3")
    seen = state(server, ann)
    assert seen["places"] == ["guest-ann", "", "guest-bob", ""]
    assert (seen["names"], seen["robots"]) == (["guest-ann", "guest-bob"], 2)


@pytest.mark.parametrize("restarted", [False, True])
def test_a_friend_who_sits_opposite_is_the_partner_when_robots_come(
    server: MemoryServer, restarted: bool
) -> None:
    table = open_table(server, "whist robots=yes games=1")
    ann = come(server, "ann", table, "LOGIN 1")
    bob = come(server, "bob", table, "LOGIN 3")
    if restarted:
        server.restart()
        assert server.core.tables[table].table.people.places == (0, 2)
        return
    server.say(ann, "START")
    names = server.core.tables[table].table.names
    assert names == ["guest-ann", "robot-wren", "guest-bob", "robot-finch"]
    finish(server, table, ann, bob)
    server.say(bob, "EXIT")  # and ann's seat is still across from the one that is free
    server.say(ann, "READY")
    server.wait(1)
    hosted = server.core.tables[table].table
    assert (hosted.playing, len(hosted.names)) == (True, 4)
    assert hosted.names.index("guest-ann") == 0


def test_another_match_begins_when_all_are_ready_or_the_silent_have_given_up_their_seats(
    server: MemoryServer,
) -> None:
    table = open_table(server, "page_one games=1 robots=yes")
    ann = come(server, "ann", table, "LOGIN 1")
    bob = come(server, "bob", table, "LOGIN 2")
    hosted = server.core.tables[table]
    for answers in (True, False):
        if not hosted.table.playing:
            server.say(ann, "START")
        finish(server, table, ann, bob)
        server.say(ann, "READY")
        server.wait(5)
        seen = state(server, bob)
        assert (seen["ready"], seen["phase"]) == (["guest-ann"], "results")
        assert not hosted.table.playing
        if answers:
            server.say(bob, "READY")
        server.wait(0.01 if answers else 60)
        assert hosted.table.playing
        assert ("guest-bob" in hosted.table.names) == answers
        assert len(hosted.table.names) == 4


def test_start_still_begins_another_match_at_once(server: MemoryServer) -> None:
    table = open_table(server, "akq games=1")
    ann = come(server, "ann", table, "LOGIN")
    bob = come(server, "bob", table, "LOGIN")
    hosted = server.core.tables[table]
    for _ in range(2):
        server.say(ann, "START")
        assert hosted.table.playing
        finish(server, table, ann, bob)


def test_nobody_waits_for_the_only_person_among_robots(server: MemoryServer) -> None:
    table = open_table(server, "page_one games=1 robots=yes move=20 gentle=on")
    ann = come(server, "ann", table, "LOGIN 1", "START")
    hosted = server.core.tables[table]
    finish(server, table, ann)
    server.say(ann, "READY")
    server.wait(0.01)
    assert hosted.table.playing
    assert hosted.table.deadline is None


def test_who_is_late_twice_is_not_asked_until_they_say_here(server: MemoryServer) -> None:
    table = open_table(server, "page_one games=1 robots=yes move=20 gentle=on")
    ann = come(server, "ann", table, "LOGIN 1")
    come(server, "bob", table, "LOGIN 2")
    server.say(ann, "START")
    heard = ""
    while "STAND_IN guest-ann" not in heard:
        server.wait(1)
        heard += server.hear(ann)
    assert heard.count("LATE guest-ann") == 2
    server.wait(3)
    assert "ASK" not in server.hear(ann)
    server.say(ann, "HERE")
    assert "RETURNED guest-ann" in server.hear(ann)
    while "ASK" not in heard:
        server.wait(1)
        heard = server.hear(ann)
