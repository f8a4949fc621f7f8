"""The rules of Gin Rummy, row by row, as the usual books of card games have them today.

- Ten cards each, one turned up, which is offered first to both players.
- A turn: draw from the stock or take the last discard, which is kept for that turn; discard.
- Knock with ten or less outside melds; the other player lays off and lays down their own melds.
- The difference counts; 25 more for gin, 31 for big gin (eleven cards in melds, no discard), and 25
  for an undercut, which is also a tie. Nobody lays off against gin.
- Void with two cards left in the stock; the discard of that turn is not taken.
- A hundred points end the match: 100 more for its winner, 200 if the other player has none, and 25
  for each hand won.
- Variants: traditional (20, 10 and 20, no big gin), Oklahoma (the card turned up is the limit, a
  spade doubles), straight (gin or nothing).
"""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import Discard, Draw, Knock, Meld, OrderGame, RulesError
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.gin_rummy import GinRummy
from tests.helpers import arrange, lines, play_out, refusal

RUNS = "S2 S3 S4 H5 H6 H7 D8 D9 DT"
"""Three melds of three."""


def drawn(ann: str, bob: str, drawn: str = "CK", preset: str = "") -> GinRummy:
    """Ann holds these cards and has drawn that one."""
    table = GinRummy.play(["ann", "bob"], preset)
    for name in ("ann", "bob"):
        table.apply(name, "PASS")
    arrange(table, {"ann": ann, "bob": bob}, "SK", f"DA DK DJ {drawn}")
    table.listening = True
    table.apply("ann", "DRAW 1")
    return table


def test_ten_cards_each_and_one_turned_up() -> None:
    table = GinRummy.play(["ann", "bob"])
    assert [len(table.hand(seat)) for seat in (0, 1)] == [10, 10]
    assert len(table.piles["table"]) == 1
    assert table.facts["dealer"] == "bob"


def test_the_first_upcard_is_offered_to_both_and_then_the_stock_begins() -> None:
    table = GinRummy.play(["ann", "bob"])
    for name in ("ann", "bob"):
        assert lines(table, name) == {"DRAW TABLE", "PASS"}
        table.apply(name, "PASS")
    assert lines(table, "ann") == {"DRAW 1"}
    taken = GinRummy.play(["ann", "bob"])
    (card,) = taken.piles["table"]
    taken.apply("ann", "PASS")
    taken.apply("bob", "DRAW TABLE")
    assert f"DISCARD {card}" not in lines(taken, "bob"), "what was taken is kept for the turn"


def test_a_turn_is_a_draw_and_a_discard() -> None:
    table = drawn("S2 H4 D6 C8 ST HQ", "C9")
    assert lines(table, "ann") == {f"DISCARD {card}" for card in table.hand(0)}
    table.apply("ann", "DISCARD HQ")
    assert lines(table, "bob") == {"DRAW 1", "DRAW TABLE"}


@pytest.mark.parametrize(("loose", "left"), [("CA", 11), ("C9", 19), ("CT", 20), ("CJ", 20)])
def test_an_ace_counts_one_and_a_picture_ten(loose: str, left: int) -> None:
    table = drawn(f"{RUNS} {loose} H2", "C8")
    assert f"count {left}" in refusal(table, "ann", "KNOCK H2").text()


def test_knocking_needs_ten_or_less_outside_melds() -> None:
    table = drawn("S2 S3 S4 H5 H6 H7 D9 C2 D2", "C9", "CK")
    assert lines(table, "ann", "KNOCK") == set()
    wrong = refusal(table, "ann", "KNOCK D9")
    assert wrong.reason == CardReason.NO_COMBINATION
    assert "without D9 the cards outside your melds count 14; knock with 10 or less" in wrong.text()
    fewer = drawn("S2 S3 S4 H5 H6 H7 D6 C2 D2", "C9", "CK")
    assert lines(fewer, "ann", "KNOCK") == {"KNOCK CK"}
    assert "KNOCK" in refusal(fewer, "ann", "KNOCK D6").text()


def test_nobody_knocks_before_the_draw() -> None:
    table = drawn(f"{RUNS} CA", "C9 C8")
    table.apply("ann", "DISCARD CK")
    assert refusal(table, "bob", "KNOCK C9").reason == CardReason.MUST_DRAW


def test_a_knock_lays_the_melds_down_and_shows_the_rest() -> None:
    table = drawn(f"{RUNS} CA", "C9 C8 HJ")
    events = [event.words(1) for event in table.apply("ann", "KNOCK CK")]
    assert ("ACTION", "ann", "KNOCK", "CK") in events
    assert ("SHOW", "ann", "CA") in events
    assert sorted(table.piles["meld:0"]) == sorted(RUNS.split())
    assert table.facts["knocker"] == "ann"
    assert table.piles["table"][-1] == "CK"


def test_the_other_player_lays_off_to_the_melds_of_the_knocker() -> None:
    table = drawn(f"{RUNS} CA", "S5 H8 HJ C4")
    table.apply("ann", "KNOCK CK")
    assert table.awaited == (1,)
    assert lines(table, "bob") == {"LAY S5 S2", "LAY H8 H5", "PASS"}
    table.apply("bob", "LAY H8 H5")
    assert lines(table, "bob") == {"LAY S5 S2", "PASS"}
    table.apply("bob", "PASS")
    assert not table.playing
    assert table.scores == [5 + 10 + 4 - 1, 0]


def test_nobody_lays_off_against_gin() -> None:
    table = drawn(f"{RUNS} S5", "S6 C9")
    table.apply("ann", "KNOCK CK")
    assert not table.playing
    assert table.scores == [6 + 9 + 25, 0]


def test_the_melds_of_the_other_player_do_not_count() -> None:
    table = drawn(f"{RUNS} CA", "CQ DQ HQ S9")
    table.apply("ann", "KNOCK CK")
    table.apply("bob", "PASS")
    assert sorted(table.piles["meld:1"]) == ["CQ", "DQ", "HQ"]
    melds = table.facts["melds"]
    assert isinstance(melds, list)
    assert sorted(melds[-1]) == ["CQ", "DQ", "HQ"], "it lies apart, as those of ann do"
    assert table.scores == [9 - 1, 0]
    assert table.view().hands == (("CA",), ("S9",)), "what counts is shown"


@pytest.mark.parametrize(("bob", "scores"), [("C3", [0, 25]), ("CA", [0, 2 + 25]), ("C4", [1, 0])])
def test_no_more_left_than_the_knocker_has_is_an_undercut(bob: str, scores: list[int]) -> None:
    table = drawn(f"{RUNS} H3", bob)
    table.apply("ann", "KNOCK CK")
    table.apply("bob", "PASS")
    assert table.scores == scores
    assert table.ranking == ((0, 1) if scores[0] else (1, 0))


def test_a_hand_is_void_when_two_cards_are_left_in_the_stock() -> None:
    table = drawn("S2 H4 D6", "C9 C8")
    arrange(table, {"ann": "S2 H4 D6 CK", "bob": "C9 C8"}, "SK", "C2 C3")
    table.apply("ann", "DISCARD CK")
    assert not table.playing
    assert table.scores == [0, 0]


def test_the_deal_passes_and_a_hundred_points_win_the_match() -> None:
    table = GinRummy.play(["ann", "bob"], key=b"gin")
    assert table.awaited == (0,)
    play_out(table)
    assert not table.match_over
    table.scores = [99, 0]
    table.apply("", "START")
    assert table.awaited == (1,)
    arrange(table, {"ann": "SK", "bob": f"{RUNS} CA"}, "SQ", "C2 C3 C4 CK")
    for line in (("bob", "PASS"), ("ann", "PASS"), ("bob", "DRAW 1"), ("bob", "KNOCK CK")):
        table.apply(*line)
    table.apply("ann", "PASS")
    assert (table.scores, table.match_over) == ([99, 9], False)
    table.scores = [100, 9]
    assert table.is_match_over()


def test_limits_and_bonuses_are_settings() -> None:
    options = {"limit": 20, "gin": 10, "undercut": 0, "lay_off": "none"}
    table = GinRummy.play(["ann", "bob"], options=options)
    for name in ("ann", "bob"):
        table.apply(name, "PASS")
    arrange(table, {"ann": "S2 S3 S4 D9 C9", "bob": "C2"}, "SK", "C3 C4 C5 CK")
    table.apply("ann", "DRAW 1")
    table.apply("ann", "KNOCK CK")
    assert not table.playing, "nobody is asked to lay off"
    assert table.scores == [0, 16]


@pytest.mark.parametrize(
    ("order", "mistake"),
    [
        ({"discard": Discard()}, "a knock needs melds, discards and draws"),
        ({"meld": Meld(times=1)}, "melds are laid at a knock"),
        ({"meld": Meld(lay_off="own")}, "write lay_off='all'"),
    ],
)
def test_a_knock_needs_what_it_is_about(order: dict[str, Any], mistake: str) -> None:
    usual = {"draw": Draw(rule="first"), "discard": Discard(), "knock": Knock()}
    stages = (GinRummy.stages[0], OrderGame(**usual | order))
    with pytest.raises(RulesError) as raised:
        type("Odd", (GinRummy,), {"__doc__": "Odd.", "title": "Odd", "stages": stages})
    assert mistake in str(raised.value)


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(GinRummy)
    for sentence in (
        "At first each player in turn may take the card on the table or PASS; if all pass, the "
        "first player draws from the stock.",
        "A meld is 3 or more cards of a rank.",
        "When your cards outside melds count 10 or less after a discard, you may KNOCK with it: "
        "the melds are laid down, and the game ends.",
        "Whoever knocks gets what the others have left more than they have. With nothing left at "
        "all it is 25 more, and nobody lays off.",
        "A player who has no more left than the one who knocked gets the difference and 25 more "
        "instead.",
        "Cards outside melds count: an ace 1, a picture 10, any other card its number.",
        "The game ends after the turn in which 2 cards are left in the stock.",
        "A match ends when a player has 100 points.",
    ):
        assert f"- {sentence}\n" in sheet
    assert "MELD" not in sheet.partition("## Options")[0]


def test_big_gin_needs_no_discard() -> None:
    table = drawn(f"{RUNS} S5", "S6 C9", "H8")
    assert "KNOCK" in lines(table, "ann")
    assert {"KNOCK S5", "KNOCK H8"} <= lines(table, "ann")
    table.apply("ann", "KNOCK")
    assert (table.playing, table.hand(0)) == (False, [])
    assert table.scores == [6 + 9 + 31, 0]
    assert "KNOCK" not in lines(drawn(f"{RUNS} S5", "S6", "H8", "traditional"), "ann")


@pytest.mark.parametrize(
    ("up", "limit", "times"), [("HA", 1, 1), ("D6", 6, 1), ("CT", 10, 1), ("SQ", 10, 2)]
)
def test_in_oklahoma_the_card_turned_up_is_the_limit_and_a_spade_doubles(
    up: str, limit: int, times: int
) -> None:
    number = next(n for n in range(2000) if dealt(n).piles["table"] == [up])
    table = dealt(number)
    assert table.facts["knock_limit"] == limit
    for name in ("ann", "bob"):
        table.apply(name, "PASS")
    arrange(table, {"ann": f"{RUNS} CA", "bob": "C9 C8"}, "SK", "DA DK DJ CK")
    table.apply("ann", "DRAW 1")
    table.apply("ann", "KNOCK CK")
    table.apply("bob", "PASS")
    assert table.scores == [16 * times, 0]


def dealt(number: int) -> GinRummy:
    return GinRummy.play(["ann", "bob"], "oklahoma", key=b"%d" % number)


def test_straight_gin_is_gin_or_nothing() -> None:
    assert lines(drawn(f"{RUNS} CA", "C9", preset="straight"), "ann", "KNOCK") == set()
    assert lines(drawn(f"{RUNS} S5", "C9", preset="straight"), "ann", "KNOCK") == {"KNOCK CK"}


@pytest.mark.parametrize(
    ("before", "boxes", "after"),
    [
        ([60, 0], [1, 0], [60 + 40 + 200 + 2 * 25, 0]),
        ([60, 30], [1, 2], [60 + 40 + 100 + 2 * 25, 30 + 2 * 25]),
        ([50, 30], [1, 2], [50 + 40, 30]),
    ],
)
def test_the_match_bonus_and_the_boxes(
    before: list[int], boxes: list[int], after: list[int]
) -> None:
    table = drawn(f"{RUNS} S5", "S6 C9")
    table.scores, table.boxes = before, boxes
    table.apply("ann", "KNOCK CK")
    assert table.scores == after
    assert table.match_over == (after[0] > 100)
    assert table.facts["boxes"] == [boxes[0] + 1, boxes[1]]


def test_traditional_bonuses_are_smaller() -> None:
    table = drawn(f"{RUNS} S5", "S6 C9", preset="traditional")
    table.apply("ann", "KNOCK CK")
    assert table.scores == [15 + 20, 0]
    table = drawn(f"{RUNS} H3", "C3", preset="traditional")
    table.apply("ann", "KNOCK CK")
    table.apply("bob", "PASS")
    assert table.scores == [0, 10]
