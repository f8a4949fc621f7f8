"""Terminal and page tell the same of every frame: hand-chosen ones, whole games, and nonsense."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from cardkit.cardgame import CardGame
from cardkit.netgame import WATCHER, pick
from tests.client.test_player import NAMES, TABLES
from tests.helpers import below
from tests.narration import vectors
from tests.narration.narrators import NODE, Case, Spoken, in_terminal, on_page, spoken

MOVES = 60
needs_node = pytest.mark.skipif(not NODE, reason="node is not installed")


def test_the_terminal_tells_the_vectors_as_they_are_written() -> None:
    assert vectors.written() == vectors.FILE.read_text("utf-8"), "python -m tests.narration.vectors"


@needs_node
def test_the_page_tells_the_vectors_as_they_are_written() -> None:
    told = json.loads(vectors.FILE.read_text("utf-8"))
    lines = [each.pop("lines") for each in told]
    assert_same(told, lines, on_page(vectors.games(), [Case(**each) for each in told]))


def assert_same(cases: Any, one: list[Any], other: list[Any]) -> None:
    differ = [each for each in zip(cases, one, other, strict=True) if each[1] != each[2]]
    assert differ[:3] == []


@cache
def played() -> tuple[dict[str, Spoken], list[Case]]:
    """Every game and preset as a player and a watcher hear it, in both languages."""
    games = {game.__name__: spoken(game) for game, _ in TABLES}
    return games, [
        Case(game.__name__, frame, me, language)
        for game, preset in TABLES
        for me, frame in heard(game, preset)
        for language in vectors.LANGUAGES
    ]


def heard(game: type[CardGame], preset: str) -> Iterator[tuple[str, list[Any]]]:
    seats = game.with_options(preset)["seats"]
    names = NAMES[: max(seats.least, min(seats.most, 4))]
    table = game.play(names, preset, {"policy": "robot", "grace": 0}, key=b"narrators")
    table.listening = True
    chance = below(5)
    for at in range(MOVES):
        if at % 40 == 20 and table.playing:
            line = ("", f"LOST {names[-1]}")
        elif at % 40 == 39 and table.people.status[len(names) - 1] != "here":
            line = ("", f"BACK {names[-1]}")
        elif not table.playing:
            line = ("", "START")
        elif robots := table.robots():
            line = ("", f"ROBOT {table.names[robots[0]]}")
        else:
            seat = table.awaited[chance(len(table.awaited))]
            line = (table.names[seat], pick(table.legal(seat), chance))
        events = table.apply(*line, at=float(at))
        for me, viewer in (("ann", 0), ("", WATCHER)):
            told = [event.told_to(viewer) for event in events]
            yield me, json.loads(json.dumps([words for words in told if words]))


@needs_node
def test_both_tell_the_same_of_every_game() -> None:
    games, cases = played()
    assert_same(cases, in_terminal(games, cases), on_page(games, cases))


def test_no_pile_is_called_as_the_program_calls_it() -> None:
    """As in "gives ♣K to books:robot-3"."""
    told = str(in_terminal(*played()))
    assert re.findall(rf"\w+:(?:{'|'.join(NAMES)})\b", told) == []


def test_of_a_pile_that_a_player_takes_nobody_says_that_it_is_cleared() -> None:
    games, cases = played()
    taken = [
        case
        for case in cases
        if case.language == "en"
        and any(words[1] == "MOVE" and words[3] in NAMES for words in case.frame)
        and not any(words[1] == "MOVE" and words[3] == "away" for words in case.frame)
    ]
    assert len({case.game for case in taken}) > 10
    assert "The table is cleared." not in str(in_terminal(games, taken))


WORDS: list[Any] = [
    *("ann", "bob", "stock", "table", "won:bob", "river", "nest:ann", "S7", "HT", "J1", "??", "H"),
    *("DISCARD", "DRAW", "SNAP", "WISH", "BARTER", "PUT", "moon", "trump", "signs", "robot", "yes"),
    *(0, 1, 2, -3, 12345, 2.5, None, True, False, "", "{who}", "会", "results", "playing", "over"),
    *(
        [],
        ["S7", 3],
        ["DISCARD S7", 0.45],
        ["WISH 7", -2],
        {},
        {"ann": "x", "10": 1, "2": []},
        [[[["deep"]]]],
    ),
]
KINDS = ("ACTION", "MOVE", "SHOW", "GATHER", "FACT", "PHASE", "RESULT", "SCORE", "AWAY", "ECLIPSE",
         "DREAM", "TRICK", "HAND", "LATE", "OTHER", "CHAT", "ADVICE")  # fmt: skip


@needs_node
def test_both_tell_the_same_of_any_words() -> None:
    chance = Random(11)
    games = vectors.games()

    def message(at: int) -> list[Any]:
        words = [chance.choice(KINDS), *chance.choices(WORDS, k=chance.randrange(6))]
        return words if words[0] in ("CHAT", "ADVICE") else [at, *words]

    cases = [
        Case(
            chance.choice(("eclipse", "page_one", "hearts", "nothing declared")),
            [message(at) for at in range(1, chance.randrange(2, 7))],
            chance.choice(("ann", "bob", "")),
            chance.choice(vectors.LANGUAGES),
        )
        for _ in range(5000)
    ]
    assert_same(cases, in_terminal(games, cases), on_page(games, cases))
