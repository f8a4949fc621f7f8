"""WHY: what the table would say to a command, without saying it."""

from __future__ import annotations

from cardkit.registry import find_game
from cardkit.server.session import Peer
from cardkit.testing.evening import Evening

GAMES = {"whist": find_game("whist")}


def say(evening: Evening, peer: Peer, *lines: str) -> str:
    """Say something, and all that this peer hears of it."""
    evening.hear(peer)
    for line in lines:
        evening.say(peer, line)
    return evening.hear(peer)


def four_at_whist(options: str = "") -> tuple[Evening, list[Peer]]:
    evening = Evening(GAMES, "why")
    peers = [evening.peer() for _ in range(4)]
    for peer, name in zip(peers, ("ann", "bob", "cem", "dai"), strict=True):
        say(evening, peer, f"ENTER {name}")
    assert say(evening, peers[0], f"OPEN whist {options}").startswith("OK OPEN whist-1")
    for peer in peers:
        say(evening, peer, "JOIN whist-1", "LOGIN")
    say(evening, peers[0], "START")
    return evening, peers


def test_why_says_what_the_command_would_hear_and_changes_nothing() -> None:
    evening, peers = four_at_whist()
    legal = [say(evening, peer, "LEGAL").split('"')[1::2] for peer in peers]
    first = next(at for at, found in enumerate(legal) if found)
    before = say(evening, peers[first], "STATE")
    assert say(evening, peers[first], f"WHY {legal[first][0]}").startswith("OK WHY")
    for line in ("DISCARD", "DISCARD XX", "RAISE 5", "PASS", ""):
        asked = say(evening, peers[first], f"WHY {line}")
        assert asked.startswith("WARNING")
        assert say(evening, peers[first], "STATE") == before
    waits = peers[(first + 1) % 4]
    assert say(evening, waits, "WHY DISCARD S3").startswith("WARNING NOT_YOUR_TURN")


def test_why_is_not_punished_where_faults_are() -> None:
    evening, peers = four_at_whist("illegal=pass")
    for peer in peers:
        before = say(evening, peer, "STATE")
        assert say(evening, peer, "WHY DISCARD S3 S4").startswith("WARNING")
        assert say(evening, peer, "STATE") == before


def test_why_needs_a_table() -> None:
    evening = Evening(GAMES, "why")
    peer = evening.peer()
    assert say(evening, peer, "WHY PASS").startswith("WARNING NOT_ENTERED")
    assert say(evening, peer, "ENTER ann", "WHY PASS").splitlines()[-2].startswith("WARNING NOT_AT")
