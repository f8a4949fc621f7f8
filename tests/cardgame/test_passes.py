"""Passing in an order game: when players may, and what a round of passes does."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import (
    CardCommand,
    CardGame,
    Deal,
    Deck,
    Discard,
    End,
    OrderGame,
    Rows,
    RulesError,
    Seats,
)
from cardkit.cardgame.rules import rule_sheet
from tests.helpers import arrange, lines

DISCARD = Discard(match="suit_or_rank")


def passing(order: OrderGame, players: int = 2, **more: Any) -> CardGame:
    """A table at which ann can discard and bob cannot."""
    made: type[CardGame] = type(
        "Passing",
        (CardGame,),
        {
            "__doc__": "Passes.",
            "title": "Passing",
            "seats": Seats(least=players, most=players),
            "stages": (Deal(each=5, turn_up=1), order),
            **more,
        },
    )
    names = ["ann", "bob", "cem"][:players]
    table = made.play(names)
    hands = {"ann": "S3 S4", "bob": "H9", "cem": "S5 D2"}
    arrange(table, {name: hands[name] for name in names}, pile="S7")
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


def test_whoever_passes_too_often_is_out_and_their_cards_are_put_away_unseen() -> None:
    end = End(all_pass=False)
    table = passing(OrderGame(discard=DISCARD, may_pass=True, passes=1, end=end), players=3)
    for name in ("ann", "bob", "cem"):
        table.apply(name, "PASS")
    assert table.facts["passes"] == [1, 1, 1]
    table.apply("ann", "PASS")
    assert table.dropped == [0]
    assert not table.hand(0)
    assert table.view(1).piles["away"][-2:] == ("??", "??")
    assert "??" not in table.view(0).piles["away"][-2:], "but they still know what they had"
    table.apply("bob", "PASS")  # cem is left alone
    assert not table.playing
    assert [*table.ranking] == [2, 1, 0]


def test_a_round_of_passes_counts_only_those_who_are_still_in() -> None:
    table = passing(OrderGame(discard=DISCARD, may_pass=True, passes=1), players=3)
    table.apply("ann", "PASS")
    table.apply("bob", "PASS")
    table.apply("cem", "DISCARD S5")
    table.apply("ann", "PASS")  # and is out
    table.apply("bob", "PASS")  # and is out: nobody but cem is left
    assert not table.playing
    table = passing(OrderGame(discard=DISCARD, may_pass=True, passes=1), players=3)
    table.apply("ann", "PASS")
    table.apply("bob", "PASS")
    assert table.playing
    table.apply("cem", "PASS")
    assert not table.playing


@pytest.mark.parametrize(("unable", "told"), [("skip", ["SKIPPED"]), ("skip_silently", [])])
def test_a_player_who_can_do_nothing_is_skipped(unable: str, told: list[str]) -> None:
    table = passing(OrderGame(discard=DISCARD, unable=unable), players=3)
    table.listening = True
    events = table.apply("ann", "DISCARD S3")  # bob has H9 alone
    assert table.awaited == (2,)
    assert [event.kind for event in events if event.kind == "SKIPPED"] == told
    assert "PASS" not in lines(table, "cem")


def test_when_nobody_can_do_anything_the_game_is_over() -> None:
    table = passing(OrderGame(discard=DISCARD, unable="skip"), players=3)
    arrange(table, {"ann": "S3 C4", "bob": "H9", "cem": "DK"}, pile="S7")
    table.apply("ann", "DISCARD S3")
    assert not table.playing


def test_a_skipped_player_has_passed_in_a_round_of_passes() -> None:
    table = passing(OrderGame(discard=DISCARD, unable="skip", may_pass=True), players=3)
    table.apply("ann", "PASS")
    assert table.awaited == (2,)
    table.apply("cem", "PASS")
    assert not table.playing


def test_the_player_with_the_first_card_begins() -> None:
    made = type(passing(OrderGame(discard=DISCARD, first_card="S3"), players=3))
    for n in range(30):
        table = made.play(["ann", "bob", "cem"], key=bytes([n]))
        holders = [seat for seat in range(3) if "S3" in table.hand(seat)]
        assert table.awaited == tuple(holders or [0])  # where it was not dealt, the first player
        assert all("S3" in table.view(0).hands[seat] for seat in holders)


def test_on_pass_comes_before_the_turn_goes_on() -> None:
    heard: list[tuple[int, tuple[int, ...]]] = []

    def on_pass(table: CardGame, seat: int, command: CardCommand) -> None:
        heard.append((seat, table.awaited))

    table = passing(OrderGame(discard=DISCARD, may_pass=True), on_pass=on_pass)
    table.apply("ann", "PASS")
    assert heard == [(0, (0,))]


@pytest.mark.parametrize(
    ("order", "sentence"),
    [
        (OrderGame(discard=DISCARD, passes=1), "You may pass once in a game; whoever passes again"),
        (OrderGame(discard=DISCARD, unable="skip"), "A player who can do nothing is skipped."),
        (OrderGame(discard=DISCARD, first_card="S3"), "Whoever holds S3 shows it and begins."),
    ],
)
def test_the_rule_sheet_says_how_passes_are_limited(order: OrderGame, sentence: str) -> None:
    assert sentence in rule_sheet(type(passing(order)))


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        ({"out_cards": "rows", "passes": 1}, "needs passes=… and rows=Rows"),
        ({"rows": Rows()}, "write one of them"),
        ({"unable": "skip", "end": End(all_pass=False, turn_limit=9)}, "write all_pass=True"),
        ({"first_card": "S1"}, "'S1' is no card of this deck"),
    ],
)
def test_what_would_have_no_effect_is_refused(settings: dict[str, Any], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        passing(OrderGame(discard=DISCARD, **settings))


@pytest.mark.parametrize(
    ("deck", "rows", "wrong"),
    [
        (Deck(packs=2), Rows(), "rows are laid out with one pack"),
        (Deck(without=("C7", "D7", "H7", "S7")), Rows(), "start=7: this deck has no card"),
        (Deck(jokers=1), Rows(), "write wild=True and Deck"),
        (Deck(), Rows(wild=True), "write wild=True and Deck"),
    ],
)
def test_rows_need_a_deck_that_fits_them(deck: Deck, rows: Rows, wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        passing(OrderGame(rows=rows), deck=deck)
