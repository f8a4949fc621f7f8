"""The transcript in docs/protocol.md is what the server really says, word for word."""

from __future__ import annotations

import json
import re
from pathlib import Path

from cardkit.cardgame import RANKS, SUITS
from cardkit.cardgame.reasons import CardReason
from cardkit.fair import (
    CommittedDeck,
    FairDealer,
    commit_dealer,
    commit_player,
    context_of,
    seed_of,
)
from cardkit.netgame import Reason
from cardkit.protocol.client_commands import CLIENT_COMMANDS
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason
from cardkit.registry import find_game
from cardkit.server.session import Peer
from tests.fair.test_fair import CONTEXT, GIVEN, PACK, SECRET
from tests.memory_server import MemoryServer

PAGE = Path(__file__).parents[2] / "docs" / "protocol.md"


def transcript() -> list[str]:
    """The lines of the transcript: `ann> …` is said by ann, `ann< …` is heard by her."""
    block = re.compile(r"^```transcript\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    blocks = block.findall(PAGE.read_text("utf-8"))
    return [line.rstrip() for block in blocks for line in block.splitlines()]


def play(said: list[tuple[str, str]]) -> list[str]:
    """Say these lines, and write down what everybody hears."""
    server = MemoryServer({"akq": find_game("akq")}, "protocol")
    peers: dict[str, Peer] = {}
    lines = []
    for who, line in said:
        if who not in peers:
            peers[who] = server.peer()
        lines.append(f"{who}> {line}")
        server.say(peers[who], line)
        for name, peer in peers.items():
            heard = server.hear(peer)
            lines += [f"{name}< {each}".rstrip() for each in heard.split("\n")[:-1]]
    return lines


def test_the_transcript_is_what_the_server_says() -> None:
    written = transcript()
    said = [(line.split("> ", 1)[0], line.split("> ", 1)[1]) for line in written if "> " in line]
    assert "RESULT" in " ".join(written), "it is a whole game"
    assert play(said) == written


def test_every_word_of_the_server_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    assert [word for word in CLIENT_COMMANDS if f"`{word}" not in page] == []


def test_the_numbers_to_try_it_with_are_those_of_our_own_test() -> None:
    seed, deck = seed_of(SECRET, CONTEXT, GIVEN), list(PACK)
    FairDealer(seed).shuffle(deck, "deck")
    root = CommittedDeck(CONTEXT, SECRET, deck, "deck").root
    page = " ".join(PAGE.read_text("utf-8").split())
    for digest in (CONTEXT, commit_dealer(CONTEXT, SECRET), seed, root):
        assert digest.hex() in page
    assert " ".join(deck) in page


def test_the_example_of_a_fair_deal_is_the_one_that_was_played() -> None:
    """What is told of it in plain words is what the transcript says, and the sums agree."""
    said = "\n".join(transcript())
    opened = re.search(r"cid< DEAL open 1 ({.*}) (\S+)", said)
    secret = re.search(r"cid< DEAL secret 1 (\S+)", said)
    assert opened is not None
    assert secret is not None
    about, bound = json.loads(opened[1]), bytes.fromhex(opened[2].strip('"'))
    context, hidden = context_of(about), bytes.fromhex(secret[1].strip('"'))
    assert commit_dealer(context, hidden) == bound
    gifts = [bytes.fromhex(byte * 32) for byte in ("11", "22")]
    seed, deck = seed_of(hidden, context, gifts), about["deck"].split()
    FairDealer(seed).shuffle(deck, "deck")
    root = CommittedDeck(context, hidden, deck, "deck").root
    commits = [commit_player(context, seat, gift) for seat, gift in enumerate(gifts)]
    fairness = (PAGE.parent / "fairness.md").read_text("utf-8")
    for number in (bound, hidden, *gifts, *commits, seed, root):
        assert f"`{number.hex()[:8]}…`" in fairness
    assert " ".join(deck).replace("S", "♠") in fairness
    assert f"DEAL root 1 deck 3 {root.hex()}" in said.replace('"', "")


def test_every_code_of_a_refusal_is_on_the_page() -> None:
    page = PAGE.read_text("utf-8")
    codes = (*Reason, *CardReason, *LocalReason, *ServerReason)
    assert [code for code in codes if f"`{code}`" not in page] == []


def test_the_page_writes_cards_as_the_games_do() -> None:
    page = PAGE.read_text("utf-8")
    assert " ".join(SUITS) in page
    assert RANKS[-5:] == "TJQKA"
