"""Deal: how many cards, by game or as the game says, and where those that are turned up lie."""

from typing import Any

import pytest

from cardkit import CardGame, Deal, Match, RulesError, Seats, TrickGame
from cardkit.cardgame.rules import rule_sheet

NAMES = ["ann", "bob", "cem"]


def made(deal: Deal, **parts: Any) -> type[CardGame]:
    return type(
        "Dealt",
        (CardGame,),
        {
            "__doc__": "Tricks with some cards.",
            "title": "Dealt",
            "seats": Seats(least=3, most=3),
            "stages": (deal, TrickGame()),
            **parts,
        },
    )


def sizes(game: type[CardGame], games: int) -> list[int]:
    """How many cards the first player has in each game of a match."""
    table, found = game.play(NAMES, key=b"deal"), []
    for _ in range(games):
        found.append(len(table.hand(0)))
        while table.playing:
            seat = table.awaited[0]
            table.apply(table.names[seat], str(table.legal(seat)[0]))
        if not table.match_over:
            table.apply("", "START")
    assert table.match_over
    return found


def test_hands_are_dealt_game_by_game_and_a_match_is_as_long_as_the_list() -> None:
    assert sizes(made(Deal(hands=(3, 2, 1))), 3) == [3, 2, 1]


def test_a_match_that_says_its_length_goes_on_with_the_first_hand() -> None:
    assert sizes(made(Deal(hands=(2, 1)), match=Match(games=3)), 3) == [2, 1, 2]


def test_a_host_may_shorten_the_match() -> None:
    game = made(Deal(hands=(3, 2, 1)))
    assert game.options()["games"].value == 3
    table = game.play(NAMES, options={"games": 1})
    assert table.match.games == 1


def test_the_game_may_say_how_many_cards_everybody_gets() -> None:
    def hand_size(self: CardGame) -> int:
        return 12 // len(self.names) - self.game_no

    assert sizes(made(Deal(), match=Match(games=2), hand_size=hand_size), 2) == [3, 2]


def test_a_game_can_ask_how_many_cards_were_dealt() -> None:
    assert made(Deal(hands=(5, 4))).play(NAMES).hand_size() == 5
    assert made(Deal(each=6)).play(NAMES).hand_size() == 6


def test_more_cards_than_there_are_is_a_mistake_of_the_game() -> None:
    with pytest.raises(ValueError, match=r"hand_size\(\) is 18; 3 players can have 0 to 17"):
        made(Deal(), hand_size=lambda self: 18).play(NAMES)


def test_what_is_turned_up_lies_apart() -> None:
    table = made(Deal(each=5, turn_up=2, apart=True)).play(NAMES)
    assert len(table.piles["turned"]) == 2
    assert not table.piles["table"]
    assert "??" not in table.view().piles["turned"]


def test_what_is_turned_up_lies_on_the_table_if_nothing_else_is_said() -> None:
    table = made(Deal(each=5, turn_up=1)).play(NAMES)
    assert len(table.piles["table"]) == 1
    assert "turned" not in table.piles


def test_everybody_is_shown_who_deals() -> None:
    table = made(Deal(each=1, mark_dealer=True), match=Match(games=2, begins="next")).play(NAMES)
    assert table.view().fact("dealer", "") == "cem"
    for card in range(3):
        table.apply(NAMES[card], f"DISCARD {table.hand(card)[0]}")
    table.apply("", "START")
    assert table.view().fact("dealer", "") == "ann"
    assert "dealer" not in made(Deal(each=1)).play(NAMES).facts


@pytest.mark.parametrize(
    ("deal", "wrong"),
    [
        (Deal(each=3, hands=(3, 2)), "each and hands say the same twice"),
        (Deal(hands=(3, 0)), "hands are numbers from 1 to 52"),
        (Deal(each=3, apart=True), "nothing lies apart when nothing is turned up"),
        (Deal(hands=(3, 18)), "3 players need 54 cards; the deck has 52"),
    ],
)
def test_settings_that_cannot_be_dealt(deal: Deal, wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        made(deal)


def test_the_rule_sheet_says_how_hands_change() -> None:
    sheet = rule_sheet(made(Deal(hands=(3, 2, 1), turn_up=1, apart=True, mark_dealer=True)))
    assert "Cards for each player, game by game: 3, 2, 1." in sheet
    assert "A match is at most 3 games." in sheet
    assert "What is turned up lies apart from the cards that are played." in sheet
    assert "The player before the first is the dealer." in sheet
    assert "All cards are dealt." not in sheet
