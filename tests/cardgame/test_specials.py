"""Special ranks of several letters, and ranks with several powers."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import (
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Face,
    OrderGame,
    Put,
    Rank,
    Refused,
    RulesError,
    Seats,
    Specials,
    Suit,
)
from cardkit.cardgame.rules import rule_sheet
from cardkit.testing import check_game
from tests.helpers import arrange, lines, refusal

RANKS = ("1", "10", "SKIP", "BACK", "+2")
STACKED = Specials(wild="WILD W+4", skip="SKIP", reverse="BACK", draw_two="+2", draw_four="W+4")
AT_ONCE = Specials(wild="WILD W+4", skip="SKIP +2 W+4", draw_two="+2", draw_four="W+4")


def game(specials: Specials, **parts: Any) -> type[CardGame]:
    """A game of four colours, in which whole words are ranks."""
    discard = Discard(match="suit_or_rank")
    turns = {"discard": discard, "draw": Draw(rule="one_then_pass"), "end": End(turn_limit=200)}
    body = {
        "__doc__": "Colours.",
        "title": "Colours",
        "seats": Seats(least=2, most=4),
        "declares": (
            *(Suit(letter, letter) for letter in "RYGB"),
            *(Rank(rank, rank) for rank in RANKS),
            Face("WILD", "wild"),
            Face("W+4", "wild, draw four"),
        ),
        "deck": Deck(
            size=0,
            suits="RYGB",
            order=" ".join(RANKS),
            cards=(*(s + r for s in "RYGB" for r in RANKS for _ in "12"), "WILD", "W+4"),
            refill="from_table",
        ),
        "fixed": ("deck",),
        "stages": (Deal(each=4, turn_up=1), OrderGame(**{**turns, **parts}, specials=specials)),
    }
    made: type[CardGame] = type("Words", (CardGame,), body)
    return made


def table(specials: Specials, ann: str, bob: str = "Y1 Y10", cid: str = "G1 G10") -> CardGame:
    made = game(specials).play(["ann", "bob", "cid"])
    arrange(made, {"ann": ann, "bob": bob, "cid": cid}, "R1", "B1 B10 Y1 Y10 G1 G10")
    return made


def test_a_whole_word_is_a_special_rank() -> None:
    made = table(STACKED, "RSKIP R10 RBACK")
    made.apply("ann", "DISCARD RSKIP")
    assert made.awaited == (2,), "bob is skipped"
    made = table(STACKED, "RSKIP R10 RBACK")
    made.apply("ann", "DISCARD RBACK")
    assert made.awaited == (2,), "the turn goes round backwards"
    made = table(STACKED, "RSKIP R10 RBACK")
    made.apply("ann", "DISCARD R10")
    assert made.awaited == (1,)


def test_one_written_alone_is_not_read_letter_by_letter() -> None:
    sheet = rule_sheet(game(Specials(skip="SKIP", draw_two="+2")))
    assert "- SKIP skips the next player." in sheet
    assert "- +2 makes the next player draw two." in sheet


def test_a_wild_card_that_draws_names_a_colour_and_is_handed_on() -> None:
    made = table(STACKED, "W+4 R10", bob="Y+2 Y10")
    assert {f"DISCARD W+4 {colour}" for colour in "RYGB"} < lines(made, "ann")
    assert "name the suit to follow" in refusal(made, "ann", "DISCARD W+4").text()
    made.apply("ann", "DISCARD W+4 G")
    assert lines(made, "bob") == {"DRAW 4", "DISCARD Y+2"}
    made.apply("bob", "DISCARD Y+2")
    assert lines(made, "cid") == {"DRAW 6"}
    made.apply("cid", "DRAW 6")
    assert len(made.hand(2)) == 8
    assert made.awaited == (0,)


def test_a_wild_card_hands_a_draw_on_with_a_colour() -> None:
    made = table(STACKED, "R+2 R10", bob="W+4 Y10")
    made.apply("ann", "DISCARD R+2")
    assert lines(made, "bob") == {"DRAW 2", *(f"DISCARD W+4 {colour}" for colour in "RYGB")}


def test_a_player_who_is_skipped_by_a_card_that_draws_draws_at_once() -> None:
    made = table(AT_ONCE, "R+2 R10", bob="Y+2 Y10")
    made.apply("ann", "DISCARD R+2")
    assert len(made.hand(1)) == 4
    assert made.awaited == (2,)
    assert made.facts.get("owed") is None
    assert "DRAW 2" not in lines(made, "cid")


def test_the_rule_sheet_tells_every_power_of_a_rank() -> None:
    sheet = rule_sheet(game(AT_ONCE))
    assert "- WILD/W+4 fits any card; its player names the suit to follow." in sheet
    assert "- W+4 makes the next player draw four." in sheet
    handed_on = "- Another +2/W+4 hands the draw on and adds its own cards."
    assert handed_on in rule_sheet(game(STACKED))
    assert handed_on not in sheet, "whoever is skipped draws at once"
    told = "A player who is skipped by +2/W+4 draws at once, and cannot hand it on."
    assert f"- {told}" in sheet
    assert told not in rule_sheet(game(STACKED))
    assert "+2/W+4で飛ばされた人はその場で引き" in rule_sheet(game(AT_ONCE), language="ja")


def test_a_draw_that_cannot_be_handed_on_is_no_matter_of_choice() -> None:
    with pytest.raises(Refused, match="stack has no effect so"):
        game(AT_ONCE).play(["ann", "bob"], options={"stack": False})


@pytest.mark.parametrize("specials", [STACKED, AT_ONCE])
def test_a_game_of_several_powers_passes_check_game(specials: Specials) -> None:
    check_game(game(specials), games=6)


@pytest.mark.parametrize(
    ("specials", "parts", "wrong"),
    [
        (Specials(skip="SKIPS"), {}, "is no rank; ranks are written 1 10 SKIP BACK \\+2"),
        (Specials(draw_two="+2", draw_four="+2"), {}, r"rank \+2 draws two or four"),
        (Specials(skip="SKIP", stack=False), {}, "stack is about cards that make others draw"),
        (Specials(draw_two="+2"), {"draw": None}, "need draw=Draw"),
        (Specials(skip="SKIP"), {"discard": Discard(count=2)}, "one card is discarded at a time"),
        (Specials(skip="1"), {"discard": None, "put": Put()}, "special cards are discarded"),
    ],
)
def test_specials_without_effect_or_sense_are_refused(
    specials: Specials, parts: dict[str, Any], wrong: str
) -> None:
    with pytest.raises(RulesError, match=wrong):
        game(specials, **parts)
