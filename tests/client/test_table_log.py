"""What happens is told in one readable line each, for any game, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from cardkit.cardgame import CardGame
from cardkit.client.look import Look
from cardkit.client.messages import Back, Lost
from cardkit.client.table_log import TableLog
from cardkit.games.hearts import Hearts
from cardkit.games.old_maid import OldMaid
from cardkit.games.rummy import Rummy
from cardkit.netgame import Disconnect
from cardkit.netgame.declared import Declaration
from cardkit.protocol import read_frame
from cardkit.protocol.messages import Action, MoveEvent
from cardkit.testing.absent import choices
from tests.client.test_player import PLAIN, TABLES
from tests.client.test_screen import Spectacle

TOLD: list[type[CardGame]] = [*PLAIN, Hearts, OldMaid, Rummy]
DECLARED = Declaration(each for game in TOLD for each in game.declaration)
NAMES = {"ann", "bob", "cem", "dai", "emi"}  # a fact tells also oneself by name
CALLS = {"Page", "Last", "card", "Mau"}
FINE_IN_ENGLISH = NAMES | CALLS | {"JK", "T", "J", "Q", "K", "A", "NT"}


def told(*events: list[Any], language: str = "en", me: str = "ann") -> list[str]:
    """The lines for one frame of these events."""
    frame = [[number, *event] for number, event in enumerate(events, start=1)]
    look = Look(language=language, declaration=DECLARED)
    return [line.plain for line in TableLog(me, look).tell(read_frame(frame))]


@pytest.mark.parametrize(
    ("events", "lines"),
    [
        (["ACTION bob DISCARD S7 H7", "MOVE bob table S7 H7", "TURN 0 cem"], ["bob plays ♠7 ♥7"]),
        (["ACTION ann DISCARD ST", "MOVE ann table ST"], ["You play ♠10"]),
        (["ACTION bob DISCARD S8 H", "MOVE bob table S8", "FACT suit H"],
         ["bob plays ♠8 and names ♥"]),
        (["ACTION bob PASS"], ["bob passes"]),
        (["ACTION bob DRAW 2", "MOVE stock bob ?? ??"], ["bob draws 2 cards"]),
        (["ACTION ann DRAW 1", "MOVE stock ann S7"], ["You draw ♠7"]),
        (["ACTION bob DRAW TABLE", "MOVE table bob S7"], ["bob takes ♠7 from the table"]),
        (["ACTION bob GET ann 3", "MOVE ann bob S7"], ["bob takes ♠7 from you"]),
        (["ACTION bob GET cem 3", "MOVE cem bob ??"], ["bob takes one card from cem"]),
        (["ACTION bob GET cem S7"], ["bob asks cem for ♠7 in vain"]),
        (["ACTION bob PUT ann 2"], ["bob has chosen 2 cards for you"]),
        (["ACTION bob PUT ann 2", "MOVE bob ann S7 H7"], ["bob gives ♠7 ♥7 to you"]),
        (["ACTION ann EXCHANGE S7", "MOVE ann rejected S7", "MOVE stock ann D2"],
         ["You exchange ♠7 and get ♦2"]),
        (["ACTION bob EXCHANGE", "MOVE bob rejected"], ["bob keeps all cards"]),
        (["ACTION bob RAISE 8", "FACT price 24", "FACT pot 50"], ["bob raises to 24"]),
        (["ACTION bob BET 0", "FACT pot 2"], ["bob checks"]),
        (["ACTION bob DECLARE", "SAY bob Uno!"], ["bob: “Uno!”"]),
        (["ACTION bob LOGIN", "SEATS ann bob"], ["bob takes a seat"]),
        (["ACTION bob ENTER WATCH"], ["bob comes to watch"]),
        (["FACT revolution true"], ["Revolution! The order of the ranks is turned round."]),
        (["FACT revolution null", "PHASE results more"], []),
        (["FACT lock DS"], ["The suits are locked: ♦♠"]),
        (["MOVE table away S7"], ["The table is cleared."]),
        (["MOVE table won:bob S7", "TRICK bob 3"], ["bob takes the trick (so far: 3)"]),
        (["SHOW bob S7 H7", "HAND bob flush"], ["bob shows ♠7 ♥7: flush"]),
        (["AWAY bob robot 99"], ["bob has lost the connection; a robot will play"]),
        (["AWAY bob suspend 0", "SUSPENDED bob"],
         ["bob has lost the connection; the game will wait", "The game waits until bob is back"]),
        (["STAND_IN bob robot"], ["A robot plays for bob"]),
        (["RETURNED bob", "RESUMED"], ["bob is back", "The game goes on."]),
        (["FORFEIT ann"], ["You give up this game"]),
        (["LATE ann pass", "ACTION ann PASS"], ["Your time is up", "You pass"]),
        (["SCORE ann 3 bob -1", "RESULT 2 ann bob", "PHASE results over"],
         ["Game 2 is over", "  1. you: 3", "  2. bob: −1", "The match is over."]),
    ],
)  # fmt: skip
def test_an_event_is_told_in_plain_words(events: list[str], lines: list[str]) -> None:
    def word(text: str) -> Any:
        if re.fullmatch(r"-?\d+", text):
            return int(text)
        return {"true": True, "null": None}.get(text, text)

    assert told(*([word(part) for part in event.split(" ")] for event in events)) == lines


@pytest.mark.parametrize("policy", choices(Disconnect, "policy"))
def test_whatever_the_rule_it_is_told_what_follows_from_a_lost_connection(policy: str) -> None:
    [line] = told(["AWAY", "bob", policy, 0])
    assert line.startswith("bob has lost the connection")


def test_a_deal_is_one_line() -> None:
    deal: list[list[Any]] = [
        ["GATHER", "stock", 52],
        ["SHUFFLE", "stock", 52],
        ["MOVE", "stock", "ann", "S7", "H7"],
        ["MOVE", "stock", "bob", "??", "??"],
        ["MOVE", "stock", "table", "DA"],
    ]
    assert told(*deal) == ["The cards are dealt: 2 cards each.", "♦A is turned up."]
    deal[-1] += ["HQ"]
    assert told(*deal)[-1] == "♦A ♥Q are turned up."
    assert told(["GATHER", "stock", 52]) == []


def test_how_the_last_game_ended_is_kept() -> None:
    log = TableLog("ann", Look())
    log.tell(read_frame([[1, "SCORE", "ann", 3, "bob", -1], [2, "RESULT", 2, "ann", "bob"]]))
    log.tell(read_frame([[3, "PHASE", "results", "over"]]))
    assert [line.plain for line in log.result] == ["Game 2 is over", "  1. you: 3", "  2. bob: −1"]


def test_what_a_game_of_tomorrow_does_is_told_too() -> None:
    assert told(["ACTION", "bob", "SNAP", "S7", 3]) == ["bob: snap ♠7 3"]
    assert told(["FACT", "moon_phase", "full"]) == ["moon phase: full"]
    assert told(["FACT", "storm", True]) == ["storm!"]
    assert told(["ECLIPSE", "bob", ["S7"]]) == ["eclipse: bob ♠7"]
    assert told(["MOVE", "bob", "bonfire", "S7"]) == ["bob gives ♠7 to bonfire"]


@pytest.mark.parametrize(
    "event",
    [
        ["ACTION"],
        ["ACTION", "bob"],
        ["MOVE"],
        ["FACT"],
        ["RESULT"],
        ["PHASE"],
        ["AWAY", "bob", "x"],
    ],
)
def test_an_event_that_makes_no_sense_ends_nothing(event: list[Any]) -> None:
    told(event)


def test_draws_in_a_row_become_one_line() -> None:
    log = TableLog("ann", Look(declaration=DECLARED), sums=True)

    def draw(who: str, card: str) -> tuple[str, bool]:
        (line,) = log.tell(
            [Action(who, "DRAW", (1,), number=1), MoveEvent("stock", who, (card,), number=2)]
        )
        return line.plain, log.over

    assert draw("bob", "??") == ("bob draws one card", False)
    assert draw("bob", "??") == ("bob draws 2 cards", True)
    assert draw("ann", "S7") == ("You draw ♠7", False)
    assert draw("ann", "D2") == ("You draw ♠7 ♦2", True)
    log.forget()
    assert draw("ann", "H3") == ("You draw ♥3", False)


def test_lost_and_back_are_told() -> None:
    lines = TableLog("ann", Look()).tell([Lost("NO_CONNECTION", "it is lost"), Back()])
    assert [line.plain for line in lines] == [
        "NO_CONNECTION: it is lost",
        "The connection is back.",
    ]


@pytest.mark.parametrize(("game", "preset"), TABLES)
def test_every_game_is_told_without_words_of_the_protocol(
    game: type[CardGame], preset: str
) -> None:
    for language in ("en", "ja"):
        spectacle = Spectacle(game, preset)
        spectacle.log.look = replace(spectacle.log.look, language=language)
        for _ in spectacle.steps(60):
            pass
        assert len(spectacle.told) > 5
        for line in spectacle.told:
            assert not re.search(r"\b[A-Z]{4,}\b|\?\?|_", line), line
            if language == "ja":
                assert set(re.findall(r"[A-Za-z]+", line)) <= FINE_IN_ENGLISH, line
