"""The example in the rules of a game: played at a table, told with cards, the same each time."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from cardkit.cardgame import CardGame, Deal, Discard, OrderGame
from cardkit.example_game import example_of
from cardkit.guides import cards_of, rules_of
from cardkit.netgame import LANGUAGES, NetGame
from cardkit.registry import find_game, installed
from examples.tic_tac_toe import TicTacToe
from tests.hidden_hands import Forehead
from tests.own_decks import Flowers
from tests.strange_stage import Bazaar

GAMES: dict[str, type[NetGame]] = {name: find_game(name) for name in installed()}
GAMES |= {game.__name__: game for game in (Bazaar, Flowers, Forehead)}
CODE = re.compile(r"`([^`]+)`")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_an_example_with_its_cards(name: str, language: str) -> None:
    game = GAMES[name]
    lines = example_of(game, "", {}, language)
    assert game.catalogue.say("Ann", language) in "\n".join(lines)
    assert 5 < len(lines) < 60
    cards = [card for code in CODE.findall("\n".join(lines)) for card in code.split()]
    assert cards
    assert {*cards} <= cards_of(game)


@pytest.mark.parametrize("name", GAMES)
def test_whoever_is_said_to_hold_cards_plays_one_of_them(name: str) -> None:
    lines = example_of(GAMES[name], "", {}, "en")
    for line, after in pairwise(lines):
        if (holds := re.match(r"- (\w+) holds `([^`]+)`\.", line)) and (
            plays := re.match(r"- (\w+) plays `([^`]+)`\.$", after)
        ):
            assert holds[1] == plays[1]
            assert {*plays[2].split()} <= {*holds[2].split()}


def test_the_example_is_of_the_table_and_the_same_each_time() -> None:
    usual = example_of(GAMES["page_one"], "", {}, "en")
    assert usual == example_of(GAMES["page_one"], "", {}, "en")
    assert "- The cards are dealt: 7 cards each." in example_of(
        GAMES["page_one"], "", {"each": 7}, "en"
    )


def test_what_comes_again_is_told_once() -> None:
    lines = example_of(GAMES["holdem"], "", {}, "en")
    assert sum(line.endswith("pays the small blind.") for line in lines) == 1


def test_a_game_without_cards_has_one_too() -> None:
    assert "- Ann marks 9." in example_of(TicTacToe, "", {}, "en")


def test_a_game_that_breaks_has_rules_and_no_example() -> None:
    class Broken(CardGame):
        """Nobody can play it yet."""

        title = "Broken"
        stages = (Deal(each=3), OrderGame(discard=Discard()))

        def on_dealt(self) -> None:
            raise ZeroDivisionError

    assert example_of(Broken, "", {}, "en") == []
    assert rules_of(Broken).startswith("# Broken\n\nNobody can play it yet.\n")
