"""Calls: a discard is taken out of turn. Melds that end a game; what a bot thinks of a card."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit import (
    Calls,
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Knock,
    Meld,
    OrderGame,
    RulesError,
    Score,
    Seats,
    meld_worth,
)
from tests.helpers import arrange, lines, refusal
from tests.sound import Sound

USUAL: dict[str, Any] = {
    "draw": Draw(rule="first"),
    "meld": Meld(),
    "discard": Discard(),
    "calls": Calls(),
    "end": End(turn_limit=40),
}


def calling(**order: Any) -> type[CardGame]:
    made: type[CardGame] = type(
        "Calling",
        (CardGame,),
        {
            "__doc__": "Calls.",
            "title": "Calling",
            "seats": Seats(least=2, most=4),
            "deck": Deck(order="A23456789TJQK", refill="from_table"),
            "stages": (Deal(each=5), OrderGame(**USUAL | order)),
            "score": Score(values={"*": 1}, counted="left", to_winner=True),
        },
    )
    return made


def after_discard(bob: str, cid: str = "DK C4", **order: Any) -> CardGame:
    """Ann has discarded the nine of spades."""
    table = calling(**order).play(["ann", "bob", "cid"])
    arrange(table, {"ann": "S9 D2 D3", "bob": bob, "cid": cid}, "", "C2 C3")
    table.listening = True
    for said in ("DRAW 1", "DISCARD S9"):
        table.apply("ann", said)
    return table


def test_all_others_are_asked_at_once_and_hear_nothing_before_the_last_has_answered() -> None:
    table = after_discard("H9 D9 C5")
    assert set(table.awaited) == {1, 2}
    told = [event.words(0) for event in table.apply("bob", "PON D9 H9")]
    assert not any("PON" in words for words in told if words)
    told = [event.words(0) for event in table.apply("cid", "LEAVE")]
    assert ("ACTION", "bob", "PON", 2) in told
    assert ("MOVE", "table", "meld:bob", "S9") in told


@pytest.mark.parametrize(
    ("bob", "cid", "of_bob", "of_cid"),
    [
        ("H9 D9 C5", "DK", {"PON D9 H9"}, set()),
        ("H9 D9 C9 C5", "DK", {"PON C9 D9", "PON C9 H9", "PON D9 H9", "PON C9 D9 H9"}, set()),
        ("S8 ST SJ C5", "DK", {"CHI S8 ST", "CHI S8 ST SJ", "CHI ST SJ"}, set()),
        ("DK", "S8 ST C5", set(), set()),
        ("DK", "H9 D9 C5", set(), {"PON D9 H9"}),
    ],
)
def test_anybody_calls_for_a_group_and_the_next_player_for_a_run(
    bob: str, cid: str, of_bob: set[str], of_cid: set[str]
) -> None:
    table = after_discard(bob, cid)
    assert lines(table, "bob") == of_bob | {"LEAVE"}
    assert lines(table, "cid") == of_cid | {"LEAVE"}


def test_a_run_that_is_called_lies_in_its_order() -> None:
    table = after_discard("S8 ST C5")
    table.apply("bob", "CHI S8 ST")
    if table.answers is not None:
        table.apply("cid", "LEAVE")
    assert table.facts["melds"] == [["S8", "S9", "ST"]]


def test_without_chi_only_groups_are_called() -> None:
    table = after_discard("S8 ST C5", calls=Calls(chi=False))
    assert lines(table, "bob") == {"LEAVE"}


def test_a_call_that_empties_the_hand_ends_the_game_where_one_may_go_out_so() -> None:
    assert lines(after_discard("H9 D9"), "bob") == {"LEAVE"}
    table = after_discard("H9 D9", meld=Meld(goes_out=True, at_once=3))
    table.apply("bob", "PON D9 H9")
    table.apply("cid", "LEAVE")
    assert (table.playing, table.ranking[0]) == (False, 1)
    assert table.scores == [0, 3 * (3 + 2), 0], "in the one turn of the call"


def test_who_can_call_is_told_where_nobody_else_is_asked() -> None:
    table = after_discard("H9 D9 C5", calls=Calls(speakers="able"))
    assert table.awaited == (1,)
    table = after_discard("HK D9 C5", calls=Calls(speakers="able"))
    assert (table.awaited, lines(table, "bob")) == ((1,), {"DRAW 1"})


def test_one_may_open_with_a_lay_off_unless_a_meld_has_to_come_first() -> None:
    meld = {"meld": Meld(lay_off="all", open_first=True), "calls": None}
    for order, may in (({"meld": Meld(lay_off="all"), "calls": None}, True), (meld, False)):
        table = calling(**order).play(["ann", "bob"])
        arrange(table, {"ann": "S2 S3 S4 D6", "bob": "S5 DK"}, "", "C2 C3")
        for name, said in (("ann", "DRAW 1"), ("ann", "MELD S2 S3 S4"), ("ann", "DISCARD D6")):
            table.apply(name, said)
        table.apply("bob", "DRAW 1")
        assert ("LAY S5 S2" in lines(table, "bob")) == may
    assert "a meld of your own first" in refusal(table, "bob", "LAY S5 S2").text()


@pytest.mark.parametrize(
    ("order", "mistake"),
    [
        ({"meld": None}, "a discard is taken for melds"),
        ({"discard": Discard(count=2)}, "one card that all see"),
        ({"meld": Meld(groups=0)}, "laid down for all to see"),
        ({"meld": Meld(runs=0)}, "write chi=False"),
        ({"meld": Meld(open_first=True), "calls": None}, "write lay_off='all'"),
        ({"meld": Meld(to="hand", goes_out=True), "calls": None}, "put nobody out"),
        (
            {"meld": Meld(goes_out=True), "calls": None, "knock": Knock()},
            "melds are laid at a knock",
        ),
        ({"end": End(stock_left=0)}, "so it is not refilled"),
        ({"end": End(stock_left=0), "unable": "skip"}, "leave unable out"),
    ],
)
def test_settings_that_cannot_stand_together(order: dict[str, Any], mistake: str) -> None:
    with pytest.raises(RulesError) as raised:
        calling(**order)
    assert mistake in str(raised.value)


def test_check_game_finds_no_leak_in_calls(sound: Sound) -> None:
    assert sound(calling(), games=8).twins > 50
    assert sound(calling(calls=Calls(speakers="able")), games=8).twins > 50


@pytest.mark.parametrize(
    ("card", "hand", "least", "most"),
    [
        ("S7", "H7 D7", 1, 9),
        ("S7", "S8 S9", 1, 9),
        ("S7", "S6 S8", 1, 9),
        ("S7", "S5 S6", 1, 9),
        ("S7", "H7 S7", 0.1, 0.9),
        ("S7", "S8 HK", 0.1, 0.9),
        ("S7", "S9 HK", 0.05, 0.2),
        ("S7", "H8 C6", 0, 0),
    ],
)
def test_what_a_card_is_worth_for_melds(card: str, hand: str, least: float, most: float) -> None:
    assert least <= meld_worth(card, hand.split(), "A23456789TJQK") <= most
