"""ADVISE: a player gets a hint where that is allowed, from what they know and nothing else."""

from __future__ import annotations

import json
from math import inf
from typing import Any

import pytest

from cardkit.protocol.client_commands import CLIENT_COMMANDS
from cardkit.registry import find_game, installed
from cardkit.search import Choice
from cardkit.server.advice import how_sure
from cardkit.server.robots import Robots
from cardkit.server.session import Peer
from cardkit.server.thinker import Answer
from tests.fake_thinkers import FakeThinkers
from tests.memory_server import MemoryServer

GAMES = {name: find_game(name) for name in ("whist", "akq", "old_maid")}


class Table:
    """Somebody at a table of a server."""

    def __init__(
        self, options: str = "robots=yes", game: str = "whist", names: str = "ann"
    ) -> None:
        self.thinkers = FakeThinkers()
        self.server = MemoryServer(GAMES, "advice", Robots(pace=1.0, thinkers=self.thinkers))
        self.peers = [self.server.peer() for _ in names.split()]
        for peer, name in zip(self.peers, names.split(), strict=True):
            self.token = self.say(f"ENTER {name}", peer)[0].split()[-1]
        opened = self.say(f"OPEN {game} {options}")
        assert opened[0].startswith("OK OPEN"), opened
        self.name = opened[0].split()[-1]
        for peer in self.peers:
            self.say(f"JOIN {self.name}", peer)
            self.say("LOGIN", peer)
        self.say("START")

    @property
    def hosted(self) -> Any:
        return self.server.core.tables[self.name]

    def say(self, line: str, peer: Peer | None = None) -> list[str]:
        who = peer or self.peers[0]
        self.server.hear(who)
        self.server.say(who, line)
        return self.server.hear(who).split("\n")

    def turn(self, name: str = "guest-ann") -> int:
        """Wait until it is somebody's turn; their seat."""
        table = self.hosted.table
        seat: int = table.people.seat_of[name]
        while seat not in table.awaited:
            self.server.wait(1)
        self.server.hear(self.peers[0])
        return seat

    def answer(self, *choices: Choice) -> list[str]:
        """Somebody has thought about the last question; what ann hears."""
        self.thinkers.asked[-1].answer(Answer(choices=choices))
        return self.server.hear(self.peers[0]).split("\n")


def choices_of(table: Table, seat: int) -> list[Choice]:
    """As they come from a search: the first is better than the second, and hardly by chance."""
    legal = [str(each) for each in table.hosted.table.legal(seat)]
    return [Choice(said, 100 - at, 1.5 - at, 0.4) for at, said in enumerate(legal)]


def test_a_player_is_told_what_a_strong_robot_would_do_and_how_sure_it_is() -> None:
    table = Table()
    seat = table.turn()
    assert table.say("ADVISE")[0] == "OK"
    choices = choices_of(table, seat)
    told = table.answer(*choices)
    assert told[0].startswith("ADVICE 0.96 ")
    best = [json.dumps([c.command, c.worth], separators=(",", ":")) for c in choices[:3]]
    assert told[0] == f"ADVICE 0.96 {' '.join(best)}"


def test_what_is_asked_is_what_the_player_knows_and_nothing_else() -> None:
    """Hidden cards that change places change nothing that is thought about."""
    tables = Table(), Table()
    for table in tables:
        seat = table.turn()
    piles = tables[1].hosted.table.piles
    one, other = (piles[each] for each in range(4) if each not in (seat, (seat + 1) % 4))
    seen = piles.seen
    hidden = [card for card in (*one, *other) if not seen[card.number] >> seat & 1]
    a, b = hidden[0], hidden[-1]
    at, there = one.index(a), other.index(b)
    one[at], other[there] = b, a
    seen[a.number], seen[b.number] = seen[b.number], seen[a.number]
    for table in tables:
        assert table.say("ADVISE")[0] == "OK"
    questions = [table.thinkers.asked[-1].question for table in tables]
    assert questions[0] == questions[1]
    assert questions[0].knowledge == tables[0].hosted.table.knowledge(seat)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("robots=no", "WARNING NOT_ALLOWED"),
        ("robots=yes advice=no", "WARNING NOT_ALLOWED"),
        ("robots=no advice=yes", "OK"),
        ("robots=strong", "OK"),
    ],
)
def test_a_table_allows_hints_or_not(options: str, told: str) -> None:
    table = Table(options, "akq", "ann bob")
    seat = table.hosted.table.awaited[0]
    peer = table.peers[table.hosted.table.names[seat] == "guest-bob"]
    assert table.say("ADVISE", peer)[0].startswith(told)
    assert len(table.thinkers.asked) == (told == "OK")
    state = json.loads(table.say("STATE")[1].split(" ", 2)[2])
    assert ("advice" in state) == (told == "OK")
    assert ("HELP ADVISE" in "\n".join(table.say("HELP", peer))) == (told == "OK")


def test_nobody_gets_hints_where_it_counts() -> None:
    server = MemoryServer(GAMES, "rated")
    peer = server.peer()
    server.say(peer, "ENTER ann")
    server.say(peer, "OPEN whist rated=yes advice=yes")
    assert "WARNING BAD_OPTION" in server.hear(peer)


def test_a_server_where_nobody_thinks_says_so() -> None:
    table = Table()
    table.server.core.robots = Robots()
    table.hosted.can_advise = False
    table.turn()
    assert table.say("ADVISE")[0].startswith("WARNING NOT_ALLOWED")


def test_a_hint_is_for_who_is_asked() -> None:
    table = Table("robots=no advice=yes", "whist", "ann bob cem dai")
    seat = table.hosted.table.awaited[0]
    for at, peer in enumerate(table.peers):
        asked = table.hosted.table.names[seat] == table.hosted.table.names[at]
        told = "OK" if asked else "WARNING NOT_YOUR_TURN"
        assert table.say("ADVISE", peer)[0].startswith(told)
    visitor = table.server.peer()
    table.say("ENTER eve", visitor)
    assert table.say("ADVISE", visitor)[0].startswith("WARNING NOT_AT_A_TABLE")
    table.say(f"WATCH {table.name}", visitor)
    assert table.say("ADVISE", visitor)[0].startswith("WARNING NOT_A_PLAYER")
    assert table.say("ADVISE bob")[0].startswith("WARNING UNKNOWN_WORD")


def test_one_question_at_a_time_and_the_same_hint_for_the_same_question() -> None:
    table = Table()
    seat = table.turn()
    table.say("ADVISE")
    assert table.say("ADVISE")[0].startswith("WARNING NOT_NOW")
    [told, *_] = table.answer(*choices_of(table, seat))
    assert table.say("ADVISE")[:2] == ["OK", told]
    assert len(table.thinkers.asked) == 1


def test_a_question_is_dropped_when_the_player_moves() -> None:
    table = Table()
    seat = table.turn()
    table.say("ADVISE")
    choices = choices_of(table, seat)
    table.say(choices[-1].command)
    assert table.thinkers.asked[0].done is None
    assert "ADVICE" not in "\n".join(table.answer(*choices))
    table.turn()
    assert table.say("ADVISE")[0] == "OK"
    assert len([each for each in table.thinkers.asked if each.done]) == 1


@pytest.mark.parametrize("word", ["EXIT", "QUIT"])
def test_a_question_is_dropped_when_the_player_leaves(word: str) -> None:
    table = Table()
    table.turn()
    table.say("ADVISE")
    table.say(word)
    assert table.thinkers.asked[0].done is None


def test_who_has_come_back_meanwhile_is_told() -> None:
    table = Table()
    seat = table.turn()
    table.say("ADVISE")
    table.server.lose(table.peers[0])
    table.peers[0] = table.server.peer()
    assert table.say(f"RESUME {table.token}")[0].startswith("OK RESUME")
    assert table.answer(*choices_of(table, seat))[0].startswith("ADVICE 0.96")


@pytest.mark.parametrize("answer", [None, Answer(choices=())])
def test_where_nothing_is_found_that_is_said_and_one_may_ask_again(answer: Answer | None) -> None:
    table = Table()
    table.turn()
    table.say("ADVISE")
    table.thinkers.asked[-1].answer(answer)
    assert table.server.hear(table.peers[0]).startswith("ADVICE 0.0\n")
    assert table.say("ADVISE")[0] == "OK"
    assert len(table.thinkers.asked) == 2


def test_what_could_not_be_said_is_no_hint() -> None:
    table = Table()
    table.turn()
    table.say("ADVISE")
    assert table.answer(Choice("DISCARD XX", 9, 1.0, 0.1))[0] == "ADVICE 0.0"


def test_where_there_is_no_choice_nobody_has_to_think() -> None:
    table = Table("robots=yes", "whist")
    while table.hosted.table.playing:
        seat = table.turn()
        legal = table.hosted.table.legal(seat)
        if len(legal) == 1:
            break
        table.say(str(legal[0]))
    assert table.say("ADVISE")[:2] == ["OK", f'ADVICE 1.0 ["{legal[0]}",0.0]']
    assert not table.thinkers.asked


def test_how_sure_a_robot_is() -> None:
    def sure(*worth: tuple[float, float]) -> float:
        return how_sure([Choice("PASS", 10, each, error) for each, error in worth])

    assert how_sure([]) == how_sure([Choice("PASS", 0, 0.0, 0.0)]) == 0.0
    assert sure((1.0, 0.1)) == 1.0
    assert sure((1.0, 0.0), (0.5, 0.0)) == 1.0
    assert sure((1.0, 0.1), (1.0, 0.1)) == sure((0.5, 0.1), (1.0, 0.1)) == 0.5
    assert sure((1.0, inf), (0.0, 0.1)) == 0.5
    assert 0.5 < sure((1.0, 1.0), (0.5, 1.0)) < sure((1.0, 0.2), (0.5, 0.2)) < 1.0


def test_no_game_has_a_word_that_the_server_takes_for_itself() -> None:
    for name in installed():
        assert not CLIENT_COMMANDS.keys() & find_game(name).verbs, name
