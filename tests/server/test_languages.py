"""Each player reads what the server says in the language of their own."""

from __future__ import annotations

import pytest

from cardkit.registry import find_game
from tests.memory_server import MemoryServer

GAMES = {"whist": find_game("whist")}
NAMES = ("guest-ann", "guest-bob", "guest-cem", "guest-dai")


@pytest.mark.parametrize("illegal", ["pass", "forfeit"])
@pytest.mark.parametrize(("language", "why"), [("ja", "できません"), ("en", "not possible now")])
def test_a_punished_player_reads_why_in_their_language_and_nobody_else_reads_it(
    illegal: str, language: str, why: str
) -> None:
    server = MemoryServer(GAMES, "languages")
    peers = {name: server.peer() for name in NAMES}
    for name, peer in peers.items():
        server.say(peer, f"ENTER {name}")
    server.say(peers["guest-ann"], f"OPEN whist illegal={illegal}")
    for peer in peers.values():
        server.say(peer, "JOIN whist-1")
        server.say(peer, "LOGIN")
    server.say(peers["guest-ann"], "START")
    table = server.core.tables["whist-1"].table
    name = table.names[table.awaited[0]]
    server.say(peers[name], f"LANGUAGE {language}")
    for peer in peers.values():
        server.hear(peer)
    server.say(peers[name], "RAISE 5")
    heard = {each: server.hear(peer) for each, peer in peers.items()}
    assert [each for each in NAMES if "WARNING" in heard[each]] == [name]
    assert why in heard[name]
