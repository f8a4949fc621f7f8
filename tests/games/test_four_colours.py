"""The rules of Four Colours, row by row.

A game of the family of Crazy Eights with a deck of its own; the rules are those that most tables
play, and where they differ the variant is named.

- 108 cards: in each of four colours one 0, two of 1 to 9, two skips, reverses and draw twos; four
  wild cards and four wild draw fours. Seven cards each; the first card on the table is a number.
- Play a card of the colour, or of the number or sign, of the last one, or a wild card, and then
  name a colour. A wild draw four is played only by who holds no card of the colour to follow
  (nobody may bluff with it, and so nobody challenges it).
- Who cannot play draws one card and plays it or passes; who can play has to.
- Draw two and wild draw four hit the next player at once, who is skipped, also when they end the
  game. stacking: they are handed on instead. draw_until_playable: draw until something fits.
- Call before the last card but one is played, or draw two cards.
- The winner gets what the others have left: numbers count themselves, signs 20, wild cards 50. 500
  points win.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.four_colours import FourColours
from tests.helpers import arrange, lines, refusal

NAMES = ["ann", "bob", "cid"]
COLOURS = "RYGB"
STOCK = "R1 R2 R3 R4 R5 R6 R7 R8"


def at(
    ann: str,
    bob: str = "B2 B3",
    cid: str = "G2 G3",
    *,
    top: str = "Y9",
    stock: str = STOCK,
    preset: str = "",
    **options: Any,
) -> FourColours:
    """Ann is to play; these hands, this last card, this stock with its top card last."""
    table = FourColours.play(NAMES, preset, options=options)
    arrange(table, {"ann": ann, "bob": bob, "cid": cid}, top, stock)
    table.listening = True
    return table


def turn(table: FourColours) -> str:
    return table.names[table.awaited[0]]


def wild(card: str) -> set[str]:
    return {f"DISCARD {card} {colour}" for colour in COLOURS}


def test_a_deck_of_108_cards() -> None:
    cards = Counter(map(str, FourColours.play(NAMES).cards.all))
    assert sum(cards.values()) == 108
    for colour in COLOURS:
        assert cards[colour + "0"] == 1
        assert {cards[colour + rank] for rank in (*"123456789SR", "+2")} == {2}
    assert (cards["W"], cards["W+4"]) == (4, 4)


def test_seven_cards_each_and_a_number_to_begin_with() -> None:
    tables = [FourColours.play(NAMES, key=bytes([n])) for n in range(60)]
    assert {len(table.hand(seat)) for table in tables for seat in range(3)} == {7}
    assert all(table.piles["table"][-1].rank.isdigit() for table in tables)
    assert any(len(table.piles["table"]) > 1 for table in tables), "others are covered"


@pytest.mark.parametrize(
    ("hand", "offers"),
    [
        ("Y1 R9 B3 B4", {"DISCARD Y1", "DISCARD R9"}),
        ("YS Y+2 B3", {"DISCARD YS", "DISCARD Y+2"}),
        ("W B3 B4", wild("W")),
        ("W+4 B3 B4", wild("W+4")),
        ("W+4 Y3 B4", {"DISCARD Y3"}),
        ("W+4 R9 B4", wild("W+4") | {"DISCARD R9"}),
        ("R3 B3 B4", {"DRAW 1"}),
    ],
)
def test_what_fits_on_the_yellow_nine(hand: str, offers: set[str]) -> None:
    assert lines(at(hand), "ann") == offers


def test_signs_match_signs() -> None:
    assert lines(at("GR BS B3", top="YR"), "ann") == {"DISCARD GR"}
    assert lines(at("G+2 BS B3", top="Y+2"), "ann") == {"DISCARD G+2"}


def test_a_wild_card_names_the_colour_to_follow() -> None:
    table = at("W B3 B4", bob="G1 Y2 W+4")
    table.apply("ann", "DISCARD W G")
    assert table.facts["suit"] == "G"
    assert lines(table, "bob") == {"DISCARD G1"}, "and no wild draw four"
    table = at("W B3 B4", bob="Y2 W+4 R3")
    table.apply("ann", "DISCARD W G")
    assert lines(table, "bob") == wild("W+4")


@pytest.mark.parametrize(
    ("said", "then", "bob", "facts"),
    [
        ("DISCARD YS", "cid", 2, {}),
        ("DISCARD YR", "cid", 2, {"direction": "backwards"}),
        ("DISCARD Y+2", "cid", 4, {}),
        ("DISCARD Y5", "bob", 2, {}),
    ],
)
def test_what_signs_do(said: str, then: str, bob: int, facts: dict[str, object]) -> None:
    table = at("YS YR Y+2 Y5 B5")
    table.apply("ann", said)
    assert (turn(table), len(table.hand(1)), dict(table.facts)) == (then, bob, facts)


def test_a_wild_draw_four_hits_the_next_player_at_once() -> None:
    table = at("W+4 B5 B6")
    table.apply("ann", "DISCARD W+4 B")
    assert (turn(table), len(table.hand(1)), dict(table.facts)) == ("cid", 6, {"suit": "B"})


def test_a_reverse_is_a_skip_for_two_players() -> None:
    table = FourColours.play(NAMES[:2])
    arrange(table, {"ann": "YR Y1 Y2", "bob": "B2"}, "Y9")
    table.apply("ann", "DISCARD YR")
    assert turn(table) == "ann"


def test_draws_are_handed_on_where_they_are_stacked() -> None:
    table = at("Y+2 Y5 B5", bob="B+2 Y3 Y4", cid="W+4 G3 B7", preset="stacking")
    table.apply("ann", "DISCARD Y+2")
    assert (turn(table), len(table.hand(1))) == ("bob", 3)
    assert lines(table, "bob") == {"DISCARD B+2", "DRAW 2"}
    assert refusal(table, "bob", "DISCARD Y3").text() == "you must DRAW 2 cards first"
    table.apply("bob", "DISCARD B+2")
    assert lines(table, "cid") == wild("W+4") | {"DRAW 4"}, "though cid holds a blue card"
    table.apply("cid", "DISCARD W+4 G")
    assert table.facts["owed"] == 8
    table.apply("ann", "DRAW 8")
    assert (turn(table), len(table.hand(0))) == ("bob", 10)


@pytest.mark.parametrize(("stock", "offers"), [("R1", {"PASS"}), ("Y1", {"DISCARD Y1", "PASS"})])
def test_who_cannot_play_draws_a_card_and_plays_it_or_passes(stock: str, offers: set[str]) -> None:
    table = at("R3 B3 B4", stock=stock)
    table.apply("ann", "DRAW 1")
    assert lines(table, "ann") == offers


def test_who_cannot_play_draws_until_something_fits() -> None:
    table = at("R3 B3 B4", stock="R5 Y1 R2 R1", preset="draw_until_playable")
    for _ in range(3):
        table.apply("ann", "DRAW 1")
    assert lines(table, "ann") == {"DISCARD Y1"}


@pytest.mark.parametrize(("calls", "left"), [(True, 1), (False, 3)])
def test_a_forgotten_call_costs_two_cards(calls: bool, left: int) -> None:
    table = at("Y1 Y2")
    assert "DECLARE" in lines(table, "ann")
    if calls:
        table.apply("ann", "DECLARE")
    told = [event.words(1) for event in table.apply("ann", "DISCARD Y1")]
    assert (("PENALTY", "ann", 2) in told) == (not calls)
    assert (len(table.hand(0)), turn(table)) == (left, "bob")


def test_nobody_calls_with_more_than_two_cards() -> None:
    assert "DECLARE" not in lines(at("Y1 Y2 Y3"), "ann")


@pytest.mark.parametrize(
    ("hand", "said", "reason", "told"),
    [
        ("Y1 B4 B5", "DISCARD B4", CardReason.NO_MATCH, "B4 does not fit; the last card is Y9."),
        ("W+4 Y3 B4", "DISCARD W+4 B", "NOT_YET", "while you hold no card of the colour"),
        ("W B4 B5", "DISCARD W", "AMBIGUOUS", "name the colour to follow, too: DISCARD W R"),
        ("Y1 B4 B5", "DRAW 1", CardReason.MUST_DISCARD, "DISCARD Y1"),
    ],
)
def test_a_refusal_says_what_would_be_right(hand: str, said: str, reason: str, told: str) -> None:
    refused = refusal(at(hand), "ann", said)
    assert refused.reason == reason
    assert told in refused.text()


@pytest.mark.parametrize(
    ("left", "points"),
    [("B0", 0), ("B7 G2", 9), ("BS", 20), ("BR", 20), ("B+2", 20), ("W", 50), ("W+4", 50)],
)
def test_the_winner_gets_what_the_others_have_left(left: str, points: int) -> None:
    table = at("Y1", bob=left, cid="G1")
    table.apply("ann", "DISCARD Y1")
    assert (table.ranking[0], table.scores) == (0, [points + 1, 0, 0])


def test_a_last_card_that_draws_still_hits() -> None:
    table = at("Y+2", bob="B1", cid="G1", stock="R9 R8")
    table.apply("ann", "DISCARD Y+2")
    assert (table.playing, table.scores[0]) == (False, 1 + 1 + 9 + 8)


@pytest.mark.parametrize(("before", "over"), [(497, False), (498, True)])
def test_500_points_win(before: int, over: bool) -> None:
    table = at("Y1", bob="B1", cid="G1")
    table.scores[0] = before
    table.apply("ann", "DISCARD Y1")
    assert table.match_over == over


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(FourColours)
    for sentence in (
        "A pack of 108 cards.",
        "W/W+4 fits any card; its player names the colour to follow.",
        "A player who is skipped by +2/W+4 draws at once, and cannot hand it on.",
        "Play a wild draw four only while you hold no card of the colour to follow.",
        "If you forget it, you draw 2 cards.",
        "A match ends when a player has 500 points.",
    ):
        assert sentence in sheet
    assert "hands the draw on" not in sheet
    assert "hands the draw on" in rule_sheet(FourColours, "stacking")
    assert "ワイルドドロー4は" in rule_sheet(FourColours, language="ja")
