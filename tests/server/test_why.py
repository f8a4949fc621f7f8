"""WHY: what the table would say to a command, without saying it."""

from __future__ import annotations

from cardkit.registry import find_game
from cardkit.server.session import Peer
from tests.memory_server import MemoryServer

GAMES = {"whist": find_game("whist")}


def say(server: MemoryServer, peer: Peer, *lines: str) -> str:
    """Say something, and all that this peer hears of it."""
    server.hear(peer)
    for line in lines:
        server.say(peer, line)
    return server.hear(peer)


def four_at_whist(options: str = "") -> tuple[MemoryServer, list[Peer]]:
    server = MemoryServer(GAMES, "why")
    peers = [server.peer() for _ in range(4)]
    for peer, name in zip(peers, ("ann", "bob", "cem", "dai"), strict=True):
        say(server, peer, f"ENTER {name}")
    assert say(server, peers[0], f"OPEN whist {options}").startswith("OK OPEN whist-1")
    for peer in peers:
        say(server, peer, "JOIN whist-1", "LOGIN")
    say(server, peers[0], "START")
    return server, peers


def test_why_says_what_the_command_would_hear_and_changes_nothing() -> None:
    server, peers = four_at_whist()
    legal = [say(server, peer, "LEGAL").split('"')[1::2] for peer in peers]
    first = next(at for at, found in enumerate(legal) if found)
    before = say(server, peers[first], "STATE")
    assert say(server, peers[first], f"WHY {legal[first][0]}").startswith("OK WHY")
    for line in ("DISCARD", "DISCARD XX", "RAISE 5", "PASS", ""):
        asked = say(server, peers[first], f"WHY {line}")
        assert asked.startswith("WARNING")
        assert say(server, peers[first], "STATE") == before
    waits = peers[(first + 1) % 4]
    assert say(server, waits, "WHY DISCARD S3").startswith("WARNING NOT_YOUR_TURN")


def test_why_is_not_punished_where_faults_are() -> None:
    server, peers = four_at_whist("illegal=pass")
    for peer in peers:
        before = say(server, peer, "STATE")
        assert say(server, peer, "WHY DISCARD S3 S4").startswith("WARNING")
        assert say(server, peer, "STATE") == before


def test_why_needs_a_table() -> None:
    server = MemoryServer(GAMES, "why")
    peer = server.peer()
    assert say(server, peer, "WHY PASS").startswith("WARNING NOT_ENTERED")
    assert say(server, peer, "ENTER ann", "WHY PASS").splitlines()[-2].startswith("WARNING NOT_AT")
