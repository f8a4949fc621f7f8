"""Options that an author withdraws, and combinations that an author rules out."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cardgame import CardGame, Deal, Deck, Discard, OrderGame, RulesError, Seats
from cardkit.cardgame.rules import rule_sheet
from cardkit.netgame import Reason, Refused

BOTH = "With two packs, five cards are not enough."


class Pairs(CardGame):
    """A game that would break with jokers."""

    title = "Pairs"
    seats = Seats(least=2, most=4)
    deck = Deck(size=32)
    fixed = ("jokers", "seats", "discard_count")
    impossible = {BOTH: {"packs": 2, "each": 5}}
    presets = {"full": {"size": 52}, "wild": {"jokers": 1}}
    texts = {"ja": {BOTH: "2組では5枚は足りません。"}}
    stages = (Deal(each=4), OrderGame(discard=Discard()))


def refusal(options: dict[str, Any], preset: str = "") -> Refused:
    with pytest.raises(Refused) as caught:
        Pairs.play(["ann", "bob"], preset, options=options)
    return caught.value


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"jokers": 1}, "jokers cannot be changed in this game; it is 0"),
        ({"deck_jokers": "2"}, "jokers cannot be changed in this game; it is 0"),
        ({"seats_most": 3}, "most cannot be changed in this game; it is 4"),
        ({"count": 2}, "count cannot be changed in this game; it is 1"),
    ],
)
def test_what_is_fixed_is_refused_when_a_table_is_opened(
    options: dict[str, Any], said: str
) -> None:
    refused = refusal(options)
    assert (refused.reason, refused.text()) == (Reason.BAD_OPTION, said)


def test_what_is_fixed_may_be_said_as_it_is_and_set_by_a_preset() -> None:
    assert Pairs.play(["ann", "bob"], options={"jokers": "0", "each": 3}).deck.jokers == 0
    assert Pairs.play(["ann", "bob"], "wild").deck.jokers == 1
    assert refusal({"jokers": 0}, "wild").text().endswith("it is 1")


def test_a_combination_that_is_ruled_out_is_refused_with_its_sentence() -> None:
    refused = refusal({"packs": "2", "each": 5})
    assert refused.text() == BOTH
    assert refused.text("ja") == "2組では5枚は足りません。"
    assert Pairs.play(["ann", "bob"], options={"packs": 2, "each": 4}).deck.packs == 2


def test_what_is_fixed_is_not_offered() -> None:
    offered = {*Pairs.options()}
    assert {"packs", "each"} <= offered
    assert not {"jokers", "least", "most", "count"} & offered
    sheet = rule_sheet(Pairs).partition("## Options")[2]
    assert "`packs=1`" in sheet
    assert "`jokers=" not in sheet
    assert "`most=" not in sheet


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        ({"fixed": ("joker",)}, "fixed: joker is not an option of this game; did you mean jokers?"),
        ({"fixed": "jokers"}, "fixed takes a tuple, not jokers"),
        ({"impossible": {"No.": {"pack": 2}}}, "impossible: pack is not an option of this game"),
        ({"impossible": {"Never so.": {"each": 4}}}, "Never so."),
    ],
)
def test_an_author_hears_what_cannot_be_withdrawn(parts: dict[str, Any], said: str) -> None:
    with pytest.raises(RulesError) as caught:
        type("Worse", (Pairs,), parts)
    assert any(said in each for each in caught.value.mistakes)
