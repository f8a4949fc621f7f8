"""The European rules of Page One: the option `rules`."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.games.page_one import PageOne
from cardkit.netgame import Refused
from tests.helpers import arrange, lines, play_out, refusal
from tests.page_one_tables import THREE, told, turn

# --- Options: rules ------------------------------------------------------------------------------


def european(ann: str, bob: str, cid: str, stock: str = "", **options: Any) -> PageOne:
    table = PageOne.play(THREE, options={"rules": "european", **options})
    arrange(table, {"ann": ann, "bob": bob, "cid": cid}, stock=stock, rest="won:0")
    table.listening = True
    return table


@pytest.mark.parametrize("how", [{"options": {"rules": "european"}}, {"preset": "european"}])
def test_options_rules_european_deal(how: dict[str, Any]) -> None:
    """`rules` american (default) / european (trick form: 4 cards …)"""
    table = PageOne.play(THREE, **how)
    assert [len(table.piles[seat]) for seat in range(3)] == [4, 4, 4]
    assert len(table.cards.all) == 53
    assert table.piles["table"] == []
    assert len(lines(table, "ann", "DISCARD")) == 4, "any card may be led"


def test_options_rules_american_by_name() -> None:
    """`rules` american (default) …"""
    table = PageOne.play(THREE, preset="european", options={"rules": "american"})
    assert [len(table.piles[key]) for key in (0, 1, 2, "table")] == [5, 5, 5, 1]
    assert len(table.cards.all) == 52
    with pytest.raises(Refused) as refused:
        PageOne(options={"rules": "african"})
    assert "american, european" in refused.value.text()


def test_options_rules_european_follow_suit_or_draw_until_you_can() -> None:
    """… follow suit or draw until you can …"""
    table = european("S5 D4", "S2 H9 SK", "C2 C3", stock="S7 H2 D9")
    table.apply("ann", "DISCARD S5")
    assert lines(table, "bob") == {"DISCARD S2", "DISCARD SK"}
    assert refusal(table, "bob", "DISCARD H9").reason == CardReason.MUST_FOLLOW
    assert refusal(table, "bob", "DRAW 1").reason
    table.apply("bob", "DISCARD S2")
    for drawn in ("D9", "H2", "S7"):
        assert lines(table, "cid") == {"DRAW 1"}
        table.apply("cid", "DRAW 1")
        assert table.piles[2][-1] == drawn
    assert lines(table, "cid") == {"DISCARD S7"}


def test_options_rules_european_highest_leads_next() -> None:
    """… highest leads next …"""
    table = european("S5 D4 D6", "S2 H9 SK", "SQ C3 CK")
    for who, what in (("ann", "S5"), ("bob", "SK"), ("cid", "SQ")):
        table.apply(who, f"DISCARD {what}")
    assert turn(table) == "bob"
    assert table.piles["table"] == []
    assert sorted(table.piles["away"]) == ["S5", "SK", "SQ"]
    assert lines(table, "bob") == {"DISCARD S2", "DISCARD H9"}


def test_options_rules_european_joker_always_wins() -> None:
    """… joker always wins"""
    table = european("SA D4 D6", "J1 S9 C2", "SK C3 CK")
    table.apply("ann", "DISCARD SA")
    assert lines(table, "bob") == {"DISCARD S9", "DISCARD J1"}, "a joker may be played any time"
    table.apply("bob", "DISCARD J1")
    table.apply("cid", "DISCARD SK")
    assert turn(table) == "bob"
    table = european("J1 D4 D6", "S9 C2 H2", "SK C3 HA")
    table.apply("ann", "DISCARD J1")  # a joker leads: the next card says what is followed
    assert lines(table, "bob") == {"DISCARD S9", "DISCARD C2", "DISCARD H2"}
    table.apply("bob", "DISCARD H2")
    assert lines(table, "cid") == {"DISCARD HA"}
    table.apply("cid", "DISCARD HA")
    assert turn(table) == "ann"


def test_options_rules_european_played_tricks_go_back_to_the_stock() -> None:
    """table cards go back to the stock"""
    table = european("S5 D4 D6", "S2 H9 H8", "SQ C3 CK", stock="C4")
    for who, what in (("ann", "S5"), ("bob", "S2"), ("cid", "SQ"), ("cid", "C3")):
        table.apply(who, f"DISCARD {what}")
    table.apply("ann", "DRAW 1")
    table.apply("ann", "DISCARD C4")
    assert lines(table, "bob") == {"DRAW 1"}
    table.apply("bob", "DRAW 1")
    assert table.piles[1][-1] in ("S5", "S2", "SQ")
    assert table.piles["table"] == ["C3", "C4"], "the trick on the table is not touched"


def test_options_rules_european_nothing_to_draw() -> None:
    """Nothing to draw, nothing to play: PASS"""
    table = european("S5 D4 D6", "H9 H8", "SQ C3 CK")
    table.apply("ann", "DISCARD S5")
    assert lines(table, "bob") == {"PASS"}
    table.apply("bob", "PASS")
    table.apply("cid", "DISCARD SQ")
    assert turn(table) == "cid"


def test_options_rules_european_first_empty_hand_ends_the_game() -> None:
    """first empty hand ends the game; the last-card call is sent by the server"""
    table = european("S5 D4", "S2 H9 H8", "SQ C3 CK")
    assert ("SAY", "ann", "Page 1!") in told(table, "ann", "DISCARD S5")
    table.apply("bob", "DISCARD S2")
    table.apply("cid", "DISCARD SQ")
    table.apply("cid", "DISCARD C3")
    arrange(table, {"ann": "C9", "bob": "H8 H9", "cid": "CK"}, "C3", rest="won:0")
    table.apply("ann", "DISCARD C9")
    assert (table.playing, table.ranking) == (False, (0, 2, 1))


def test_options_rules_european_with_declare_required() -> None:
    """`declare` … required with `penalty` 5"""
    table = european("S5 D4", "S2 H9", "SQ C3 CK", "C4 C5 C6 C7 C8 C9", declare="required")
    assert lines(table, "ann") == {"DISCARD S5", "DISCARD D4", "DECLARE"}
    assert ("SAY", "ann", "Page 1!") in told(table, "ann", "DECLARE")
    assert "DECLARE" not in lines(table, "ann")
    table.apply("ann", "DISCARD S5")
    assert len(table.piles[0]) == 1
    assert "DECLARE" in lines(table, "bob"), "everybody for themselves"
    assert ("PENALTY", "bob", 5) in told(table, "bob", "DISCARD S2")
    assert len(table.piles[1]) == 6


def test_options_rules_european_turn_limit() -> None:
    """`turn_limit` … ends the game the same way"""
    table = PageOne.play(THREE, options={"rules": "european", "turn_limit": 4, "each": 7})
    play_out(table)
    played = sum(what.startswith("DISCARD") for _, what, _ in table.journal)
    assert played == 6, "the trick of the fourth card is played to its end"
    cards = [len(table.piles[seat]) for seat in table.ranking]
    assert cards == sorted(cards)
