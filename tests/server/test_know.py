"""KNOW: a player is told what their seat knows, and nobody is told more."""

from __future__ import annotations

import json
import sys
from random import Random
from subprocess import run

import pytest

from cardkit.netgame import pick
from cardkit.protocol.codec import Codec
from cardkit.protocol.frames import LONGEST_FRAME, FrameCodec
from cardkit.protocol.lines import LineCodec
from cardkit.registry import find_game, installed
from cardkit.server.session import Peer
from tests.helpers import card_game
from tests.memory_server import MemoryServer

NAMES = ("ann", "bob", "cem", "dai")
GAMES = {"whist": find_game("whist"), "akq": find_game("akq")}


def say(server: MemoryServer, peer: Peer, line: str) -> list[str]:
    """Say something; the lines that this peer hears of it."""
    server.hear(peer)
    server.say(peer, line)
    return server.hear(peer).split("\n")


def at_whist(server: MemoryServer, *more: str) -> list[Peer]:
    """Four who play, and others who have come."""
    peers = [server.peer() for _ in (*NAMES, *more)]
    for peer, name in zip(peers, (*NAMES, *more), strict=True):
        say(server, peer, f"ENTER {name}")
    say(server, peers[0], "OPEN whist")
    for peer, name in zip(peers, (*NAMES, *more), strict=True):
        say(server, peer, "JOIN whist-1")
        if name in NAMES:
            say(server, peer, "LOGIN")
    return peers


def know(server: MemoryServer, peer: Peer) -> object:
    answer = say(server, peer, "KNOW")[0]
    assert answer.startswith("OK KNOW {")
    return json.loads(answer.removeprefix("OK KNOW "))


def test_a_player_is_told_what_their_own_seat_knows_and_nothing_else() -> None:
    server = MemoryServer(GAMES, "know")
    peers = at_whist(server)
    say(server, peers[0], "START")
    table = server.core.tables["whist-1"].table
    chance = Random(1)
    for _ in range(20):
        for name, peer in zip(NAMES, peers, strict=True):
            seat = table.people.seat_of[f"guest-{name}"]
            assert know(server, peer) == table.knowledge(seat)
        seat = table.awaited[0]
        said = pick(table.legal(seat), chance.randrange)
        say(server, peers[NAMES.index(table.names[seat].removeprefix("guest-"))], str(said))


def test_what_is_told_does_not_depend_on_what_the_player_cannot_see() -> None:
    """Two hidden cards change places: who sees neither is told the same, byte for byte."""
    server = MemoryServer(GAMES, "twins")
    peers = at_whist(server)
    say(server, peers[0], "START")
    table = server.core.tables["whist-1"].table
    mine = table.people.seat_of["guest-ann"]
    others = [table.piles[seat] for seat in range(4) if seat != mine]  # type: ignore[attr-defined]
    before = say(server, peers[0], "KNOW")
    others[0][0], others[1][0] = others[1][0], others[0][0]
    seen = table.piles.seen  # type: ignore[attr-defined]
    a, b = others[0][0].number, others[1][0].number
    seen[a], seen[b] = seen[b], seen[a]
    assert say(server, peers[0], "KNOW") == before
    assert say(server, peers[1], "KNOW") != say(server, peers[0], "KNOW")


def test_who_has_no_seat_or_no_game_is_refused() -> None:
    server = MemoryServer(GAMES, "refused")
    stranger = server.peer()
    assert say(server, stranger, "KNOW")[0].startswith("WARNING NOT_ENTERED")
    say(server, stranger, "ENTER eve")
    assert say(server, stranger, "KNOW")[0].startswith("WARNING NOT_AT_A_TABLE")
    *peers, visitor = at_whist(server, "fay")
    assert say(server, peers[0], "KNOW")[0].startswith("WARNING WRONG_PHASE")
    say(server, peers[0], "START")
    say(server, stranger, "WATCH whist-1")
    for peer in (visitor, stranger):
        assert say(server, peer, "KNOW")[0].startswith("WARNING NOT_A_PLAYER")
    for words in ("KNOW 1", "KNOW ann", "KNOW guest-bob"):
        assert say(server, peers[0], words)[0].startswith("WARNING UNKNOWN_WORD")


@pytest.mark.parametrize("codec", [FrameCodec, LineCodec])
def test_what_a_seat_knows_is_small_in_every_game(codec: type[Codec]) -> None:
    """A view of the same table goes with every question; this is of the same size."""
    longest = 0
    for name in installed():
        game, chance = card_game(name), Random(2)
        table = game.play([f"a-player-with-name-{n}" for n in range(game.seats.most)])
        for _ in range(60):
            if not table.playing:
                break
            seat = table.awaited[0]
            longest = max(longest, len(codec.encode(("OK", "KNOW", table.knowledge(seat)))))
            table.answer(seat, pick(table.legal(seat), chance.randrange))
    assert longest < 8192 < LONGEST_FRAME / 100


FRESH = """
import json, os, sys
from random import Random
from cardkit.registry import find_game
for name, knowledge in json.load(sys.stdin):
    game = find_game(name)
    if os.fork() == 0:
        table = game.imagine(knowledge, Random(3).randrange)
        table.legal(knowledge["seat"])
        assert table.play_out(Random(4).randrange), name
        os._exit(0)
    if os.wait()[1]:
        sys.exit(name)
"""


def test_a_program_that_has_seen_no_table_plays_on_from_what_a_seat_knows() -> None:
    """What the rules keep from one table to the next is not there elsewhere."""
    told = []
    for name in installed():
        game, chance = card_game(name), Random(5)
        table = game.play([f"player-{n}" for n in range(game.seats.least)])
        for _ in range(6):
            if table.playing:
                seat = table.awaited[0]
                told.append((name, table.knowledge(seat)))
                table.answer(seat, pick(table.legal(seat), chance.randrange))
    words = [sys.executable, "-c", FRESH]
    done = run(words, input=json.dumps(told), text=True, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
