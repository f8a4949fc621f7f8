"""The rules of Crazy Eights, row by row.

Settled by the rules that most books agree on; where they differ, the variant is named.

- Five cards each, seven with two players. A card is turned up; on an eight another one is.
- Play a card of the suit or the rank of the last one, or an eight, and then name a suit.
- Who cannot play draws until they can (classic), or draws one card and plays it or passes
  (draw_one). Who can play has to. An empty stock is made anew from the cards played.
- The first empty hand wins, and gets what the others have left: an eight 50, pictures and tens 10,
  an ace 1, other cards their number. Where nobody can go on, the least in hand wins the difference.
- The first with 200 points wins (as books have it for four players).
- action_cards: a queen skips, an ace reverses, a two makes the next player draw two, or hand it on.
- mau_mau, the German game: 32 cards, jacks are wild, sevens draw two, eights skip.
"""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.crazy_eights import CrazyEights
from cardkit.netgame import Reason
from tests.helpers import arrange, lines, refusal

NAMES = ["ann", "bob", "cid"]
SUITS = "CDHS"


def at(
    ann: str,
    bob: str = "C2 C3",
    cid: str = "D2 D3",
    *,
    top: str = "S9",
    stock: str = "",
    preset: str = "",
    **options: Any,
) -> CrazyEights:
    """Ann is to play; these hands, this last card, this stock with its top card last."""
    table = CrazyEights.play(NAMES, preset, options=options)
    arrange(table, {"ann": ann, "bob": bob, "cid": cid}, top, stock)
    table.listening = True
    return table


def turn(table: CrazyEights) -> str:
    return table.names[table.awaited[0]]


@pytest.mark.parametrize(("players", "each"), [(2, 7), (3, 5), (6, 5)])
def test_five_cards_each_or_seven_for_two(players: int, each: int) -> None:
    table = CrazyEights.play([f"p{n}" for n in range(players)])
    assert all(len(table.hand(seat)) == each for seat in range(players))


def test_no_game_begins_with_an_eight() -> None:
    turned = [CrazyEights.play(NAMES, key=bytes([n])).piles["table"] for n in range(99)]
    assert all(pile[-1].rank != "8" for pile in turned)
    covered = [pile for pile in turned if len(pile) > 1]
    assert covered
    assert {card.rank for pile in covered for card in pile[:-1]} == {"8"}


@pytest.mark.parametrize(
    ("hand", "offers"),
    [
        ("S2 H9 D4", {"DISCARD S2", "DISCARD H9"}),
        ("D4 H8", {f"DISCARD H8 {suit}" for suit in SUITS}),
        ("S8 D4", {f"DISCARD S8 {suit}" for suit in SUITS}),
        ("D4 HK", {"DRAW 1"}),
    ],
)
def test_what_fits_on_the_nine_of_spades(hand: str, offers: set[str]) -> None:
    assert lines(at(hand, stock="C5"), "ann") == offers


@pytest.mark.parametrize("preset", ["classic", "draw_one"])
def test_an_eight_names_the_suit_that_is_followed(preset: str) -> None:
    table = at("H8 D4", bob="H2 S3 C8", preset=preset)
    table.apply("ann", "DISCARD H8 S")
    assert table.facts["suit"] == "S"
    eights = {f"DISCARD C8 {suit}" for suit in SUITS}
    assert lines(table, "bob") == {"DISCARD S3"} | eights
    table.apply("bob", "DISCARD S3")
    assert "suit" not in table.facts


def test_who_cannot_play_draws_until_they_can() -> None:
    table = at("D4 HK", stock="S2 CK C4")
    for _ in range(3):
        assert lines(table, "ann") == {"DRAW 1"}
        table.apply("ann", "DRAW 1")
    assert lines(table, "ann") == {"DISCARD S2"}


@pytest.mark.parametrize(("stock", "offers"), [("C4", {"PASS"}), ("S2", {"DISCARD S2", "PASS"})])
def test_who_draws_one_card_plays_it_or_passes(stock: str, offers: set[str]) -> None:
    table = at("D4 HK", stock=stock, preset="draw_one")
    table.apply("ann", "DRAW 1")
    assert lines(table, "ann") == offers
    table.apply("ann", "PASS")
    assert turn(table) == "bob"


@pytest.mark.parametrize(
    ("hand", "said", "reason", "told"),
    [
        ("S2 D4", "DISCARD D4", CardReason.NO_MATCH, "D4 does not fit; the last card is S9."),
        ("S2 D4", "DRAW 1", CardReason.MUST_DISCARD, "DISCARD S2"),
        ("H8 D4", "DISCARD H8", Reason.AMBIGUOUS, "name the suit to follow, too: DISCARD H8 C"),
        ("D4 D5", "PASS", CardReason.MUST_DRAW, "you can still DRAW"),
        ("S2 S3", "DISCARD S2 S3", CardReason.BAD_COUNT, "one card at a time"),
    ],
)
def test_a_refusal_says_what_would_be_right(
    hand: str, said: str, reason: Reason, told: str
) -> None:
    refused = refusal(at(hand, stock="C5"), "ann", said)
    assert refused.reason == reason
    assert told in refused.text()


@pytest.mark.parametrize(
    ("left", "points"),
    [("C8", 50), ("CT", 10), ("CJ CQ CK", 30), ("CA", 1), ("C2 C9", 11)],
)
def test_the_winner_gets_what_the_others_have_left(left: str, points: int) -> None:
    table = at("S2", bob=left, cid="D3")
    table.apply("ann", "DISCARD S2")
    assert table.ranking[0] == 0
    assert table.scores == [points + 3, 0, 0]


def test_where_nobody_can_go_on_the_least_in_hand_wins_the_difference() -> None:
    table = at("D4", bob="CK", cid="D2 D3 DT")
    for name in NAMES:
        table.apply(name, "PASS")
    assert not table.playing
    assert table.scores == [(10 - 4) + (15 - 4), 0, 0]


@pytest.mark.parametrize(("before", "over"), [(196, False), (197, True)])
def test_200_points_win(before: int, over: bool) -> None:
    table = at("S2", bob="CA", cid="D2")
    table.scores[0] = before
    table.apply("ann", "DISCARD S2")
    assert table.match_over == over
    if not over:
        table.apply("", "START")
        assert table.first == 1, "the next player begins"


@pytest.mark.parametrize(
    ("said", "then", "facts"),
    [
        ("DISCARD SQ", "cid", {}),
        ("DISCARD SA", "cid", {"direction": "backwards"}),
        ("DISCARD S2", "bob", {"owed": 2}),
        ("DISCARD S5", "bob", {}),
    ],
)
def test_what_action_cards_do(said: str, then: str, facts: dict[str, object]) -> None:
    table = at("SQ SA S2 S5 D4", preset="action_cards")
    table.apply("ann", said)
    assert (turn(table), dict(table.facts)) == (then, facts)


def test_a_two_is_handed_on_by_another_or_drawn_for() -> None:
    table = at("S2 D4", bob="C2 S3", stock="H3 H4 H5 H6 H7 HT", preset="action_cards")
    table.apply("ann", "DISCARD S2")
    assert lines(table, "bob") == {"DISCARD C2", "DRAW 2"}
    assert refusal(table, "bob", "DISCARD S3").text() == "you must DRAW 2 cards first"
    table.apply("bob", "DISCARD C2")
    table.apply("cid", "DISCARD D2")
    assert table.facts["owed"] == 6
    table.apply("ann", "DRAW 6")
    assert (turn(table), len(table.hand(0))) == ("bob", 7)


def test_an_ace_is_a_skip_for_two_players() -> None:
    table = CrazyEights.play(NAMES[:2], "action_cards")
    arrange(table, {"ann": "SA S2 S3", "bob": "C2"}, "S9")
    table.apply("ann", "DISCARD SA")
    assert turn(table) == "ann"


@pytest.mark.parametrize(
    ("said", "then", "facts"),
    [
        ("DISCARD S8", "cid", {}),
        ("DISCARD S7", "bob", {"owed": 2}),
        ("DISCARD HJ D", "bob", {"suit": "D"}),
    ],
)
def test_mau_mau_has_other_cards_that_act(said: str, then: str, facts: dict[str, object]) -> None:
    table = at("S7 S8 HJ DK", bob="CT CK", cid="DT DQ", preset="mau_mau")
    assert len(table.cards.all) == 32
    table.apply("ann", said)
    assert (turn(table), dict(table.facts)) == (then, facts)


@pytest.mark.parametrize(("left", "points"), [("HJ", 20), ("CA", 11), ("CK CQ", 7), ("C7", 7)])
def test_mau_mau_counts_otherwise(left: str, points: int) -> None:
    table = at("SK", bob=left, cid="DQ", preset="mau_mau")
    table.apply("ann", "DISCARD SK")
    assert table.scores[0] == points + 3


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(CrazyEights)
    for sentence in (
        "8 fits any card; its player names the suit to follow.",
        "If it is one of these, another card is turned up on it: 8.",
        "If you cannot discard, DRAW until you can.",
        "A 1, 8 50, any other number what it says, any other card 10.",
        "A match ends when a player has 200 points.",
        "Cards for each player by how many play: 7 for 2, 5 for 3, 5 for 4, 5 for 5, 5 for 6.",
    ):
        assert sentence in sheet
    assert "With one card left: “Mau!”" in rule_sheet(CrazyEights, "mau_mau")
    assert "万能札を出す" in rule_sheet(CrazyEights, language="ja")
