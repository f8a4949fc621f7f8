"""Passing in an order game: when players may, and what a round of passes does."""

from __future__ import annotations

import pytest

from cardkit import CardGame, Deal, Discard, End, OrderGame, RulesError, Seats
from cardkit.cardgame.rules import rule_sheet
from tests.helpers import arrange, lines

DISCARD = Discard(match="suit_or_rank")


def passing(order: OrderGame) -> CardGame:
    """A table at which ann can discard and bob cannot."""
    made: type[CardGame] = type(
        "Passing",
        (CardGame,),
        {
            "__doc__": "Passes.",
            "title": "Passing",
            "seats": Seats(least=2, most=2),
            "stages": (Deal(each=5, turn_up=1), order),
        },
    )
    table = made.play(["ann", "bob"])
    arrange(table, {"ann": "S3 S4", "bob": "H9"}, pile="S7")
    return table


def test_nobody_passes_who_can_play_unless_the_rule_allows_it() -> None:
    assert lines(passing(OrderGame(discard=DISCARD)), "ann") == {"DISCARD S3", "DISCARD S4"}
    table = passing(OrderGame(discard=DISCARD, may_pass=True))
    assert lines(table, "ann") == {"DISCARD S3", "DISCARD S4", "PASS"}
    table.apply("ann", "PASS")
    assert table.awaited == (1,)


@pytest.mark.parametrize("all_pass", [True, False])
def test_a_round_of_passes_ends_the_game_where_that_is_the_rule(all_pass: bool) -> None:
    end = End(all_pass=all_pass, turn_limit=9)
    table = passing(OrderGame(discard=DISCARD, may_pass=True, end=end))
    table.apply("ann", "PASS")
    table.apply("bob", "PASS")
    assert table.playing is not all_pass


def test_the_rule_sheet_says_what_a_round_of_passes_does() -> None:
    ends = rule_sheet(type(passing(OrderGame(discard=DISCARD, may_pass=True))))
    assert "A round in which all pass ends the game." in ends
    assert "You may PASS instead." in ends
    end = End(all_pass=False, turn_limit=9)
    goes_on = rule_sheet(type(passing(OrderGame(discard=DISCARD, end=end))))
    assert "The game goes on when all pass." in goes_on


def test_a_game_that_goes_on_needs_another_end() -> None:
    with pytest.raises(RulesError, match="needs an end: write turn_limit"):
        passing(OrderGame(discard=DISCARD, end=End(all_pass=False)))
