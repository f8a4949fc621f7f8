"""Blinds, limits, shared cards and split pots as conditions: what they need, and what they say."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cardgame import (
    Ante,
    Bank,
    Betting,
    Blinds,
    CardGame,
    Deal,
    RulesError,
    Seats,
    SharedCards,
    Showdown,
)
from tests.helpers import arrange, lines

SPLIT = Showdown(tie_break="split", side_pots=True)
COUNTED = Betting(min_raise="increment", all_in="counted")


def game(*stages: Any, **more: Any) -> type[CardGame]:
    body = {"title": "Tiny", "seats": Seats(least=2, most=4), "bank": Bank(), "stages": stages}
    return type("Tiny", (CardGame,), body | more)


@pytest.mark.parametrize(
    ("stages", "wrong"),
    [
        ((Blinds(small=3, big=2), Deal(each=5), COUNTED, SPLIT), "small ≤ big"),
        ((Blinds(), Deal(each=5), Betting(check=False), SPLIT), "write check=True"),
        ((Ante(), Deal(each=5), Betting(limit="pot"), SPLIT), "all_in='counted'"),
        (
            (Ante(), Deal(each=5), Betting(limit="fixed", all_in="counted"), SPLIT),
            "min_raise='increment'",
        ),
        ((Ante(), Deal(each=2), COUNTED, SPLIT), "a poker hand has five cards"),
        ((Ante(), Deal(each=2), SharedCards(count=2), SPLIT), "five to seven cards"),
        ((Ante(), Deal(each=2), SharedCards(), Showdown()), "tie_break='split'"),
        ((Ante(), Deal(each=12), SharedCards(count=5), Betting()), "too few cards are left"),
    ],
)
def test_what_does_not_go_together(stages: tuple[Any, ...], wrong: str) -> None:
    with pytest.raises(RulesError, match=wrong):
        game(*stages)


def test_blinds_need_a_bank() -> None:
    with pytest.raises(RulesError, match="bank = Bank"):
        game(Blinds(), Deal(each=5), bank=None)


def test_five_cards_of_their_own_can_split_a_pot() -> None:
    table = game(Ante(fee=1), Deal(each=5), Betting(), SPLIT).play(["ann", "bob", "cid"])
    royal = {"ann": "SA SK SQ SJ ST", "bob": "HA HK HQ HJ HT", "cid": "D2 C3 D4 C5 D7"}
    arrange(table, royal)
    for name in royal:
        table.apply(name, "CHECK")
    assert table.scores == [101, 100, 99], "the odd point goes to the first"


def test_raises_are_of_this_round() -> None:
    table = game(Ante(fee=1), Deal(each=5), COUNTED, COUNTED, SPLIT).play(["ann", "bob"])
    for said in ("BET 10", "RAISE 20", "CALL", "BET 5"):
        table.apply(table.names[table.awaited[0]], said)
    assert lines(table, "bob", "RAISE") == {"RAISE 10..79"}
    facts = table.view(0).facts
    assert (facts["price"], facts["paid"], facts["pot"]) == (5, [5, 0], 47)


def test_a_cap_on_bets() -> None:
    capped = Betting(cap=2, all_in="counted")
    table = game(Ante(), Deal(each=5), capped, SPLIT).play(["ann", "bob"])
    table.apply("ann", "BET 5")
    table.apply("bob", "RAISE 10")
    assert lines(table, "ann") == {"CALL", "FOLD"}


@pytest.mark.parametrize("check", [True, False])
def test_a_check_is_said_for_who_is_late_where_it_costs_nothing_and_else_a_fold(
    check: bool,
) -> None:
    late = {"move": 30, "late": "pass"}
    made = game(Ante(fee=1), Deal(each=5), Betting(check=check), SPLIT)
    table = made.play(["ann", "bob"], options=late)
    table.apply("", "TIME", at=31)
    assert table.scores == [99, 99], "ann checks"
    table.apply("bob", "BET 5" if check else "RAISE 5")
    table.apply("", "TIME", at=99)
    assert table.scores == [99, 101], "ann folds"


def test_a_fold_is_said_for_who_breaks_the_rules_or_forfeits_also_where_a_check_is_free() -> None:
    made = game(Ante(fee=1), Deal(each=5), Betting(), SPLIT)
    for who, what in (("ann", "DANCE"), ("", "FORFEIT ann")):
        table = made.play(["ann", "bob"], options={"illegal": "pass"})
        table.apply(who, what)
        if table.playing:
            table.apply("", "ROBOT ann")
        assert table.scores == [99, 101]
