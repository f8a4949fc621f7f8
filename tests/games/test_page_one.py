"""Page One (seed 004): tests for each point of its rules, named after the row they are from."""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.games.page_one import PageOne
from cardkit.netgame import WATCHER, Reason, Refused
from tests.helpers import arrange, lines, play_out, refusal
from tests.page_one_tables import THREE, at, told, turn

# --- The listing ---------------------------------------------------------------------------------


def test_the_listing_deck_players_and_deal() -> None:
    """52 cards, 3–7 players, 5 cards each, one turned up"""
    for players in range(3, 8):
        table = PageOne.play([f"p{n}" for n in range(players)])
        assert len(table.cards.all) == 52
        assert all(len(table.piles[seat]) == 5 for seat in range(players))
        assert len(table.piles["table"]) == 1
        assert len(table.piles["stock"]) == 52 - 5 * players - 1
        top = table.piles["table"][0]
        assert all(table.view(s).piles["table"][0] == top for s in (0, WATCHER))
        assert set(table.view(0).piles["stock"]) == {"??"}, "the stock lies face down"
        assert table.view(0).hands[1] == ("??",) * 5
    for wrong in (2, 8):
        with pytest.raises(Refused):
            PageOne.play([f"p{n}" for n in range(wrong)])


def test_the_listing_discard() -> None:
    """DISCARD one card of the same suit or rank as the last, ends the turn"""
    table = at("S2 H9 D4 CK")
    assert lines(table, "ann") == {"DISCARD S2", "DISCARD H9"}
    assert refusal(table, "ann", "DISCARD D4").reason == CardReason.NO_MATCH
    assert refusal(table, "ann", "DISCARD S2 H9").reason == CardReason.BAD_COUNT
    assert refusal(table, "ann", "DISCARD S5").reason == CardReason.NOT_HELD
    table.apply("ann", "DISCARD H9")
    assert (turn(table), table.piles["table"][-1]) == ("bob", "H9")
    assert table.view(2).piles["table"][-1] == "H9"


def test_the_listing_compares_the_rank_where_line_83_has_the_suit() -> None:
    """(line 83 compares with the suit where the rank is meant)"""
    table = at("H9 D4", stock="C4")  # a nine of another suit: it is playable, so no draw
    assert lines(table, "ann") == {"DISCARD H9"}
    assert refusal(table, "ann", "DRAW 1").reason == CardReason.MUST_DISCARD


def test_the_listing_draw_only_when_nothing_can_be_discarded() -> None:
    """DRAW one, only when nothing can be discarded, and it does not end the turn"""
    table = at("S2 D4", stock="C4")
    refused = refusal(table, "ann", "DRAW 1")
    assert refused.reason == CardReason.MUST_DISCARD
    assert "DISCARD S2" in refused.text()
    table = at("D4 CK", stock="H2 SK C4")
    assert lines(table, "ann") == {"DRAW 1"}
    assert refusal(table, "ann", "DRAW 2").reason == CardReason.BAD_AMOUNT
    assert refusal(table, "ann", "PASS").reason == CardReason.MUST_DRAW
    told_others = told(table, "ann", "DRAW 1")
    assert ("MOVE", "stock", "ann", "??") in told_others
    assert (turn(table), table.piles[0]) == ("ann", ["D4", "CK", "C4"])
    table.apply("ann", "DRAW 1")  # until something fits
    assert lines(table, "ann") == {"DISCARD SK"}


def test_the_listing_table_cards_go_back_to_the_stock() -> None:
    """table cards go back to the stock"""
    orders = set()
    for number in range(8):
        table = PageOne.play(THREE, key=bytes([number]))
        arrange(table, {"ann": "D4", "bob": "C2", "cid": "D2"}, "H5 H6 H7 H8 S9", "CK")
        table.apply("ann", "DRAW 1")
        assert lines(table, "ann") == {"DRAW 1"}, "the stock is empty, but can be made anew"
        table.apply("ann", "DRAW 1")
        assert table.piles["table"] == ["S9"], "the last card stays"
        assert sorted([*table.piles["stock"], table.piles[0][-1]]) == ["H5", "H6", "H7", "H8"]
        assert all(table.piles.seen[card.number] == 0 for card in table.piles["stock"])
        orders.add((*table.piles["stock"], table.piles[0][-1]))
    assert len(orders) > 2, "they are shuffled"


def test_the_listing_first_empty_hand_ends_the_game() -> None:
    """first empty hand ends the game"""
    table = at("S2", bob="C2 C3 C4", cid="D2 D3")
    events = told(table, "ann", "DISCARD S2")
    assert not table.playing
    assert table.ranking == (0, 2, 1), "then fewest cards"
    assert table.scores == [1, 0, 0]
    assert ("RESULT", 1, "ann", "cid", "bob") in events


def test_the_listing_the_last_card_call_is_sent_by_the_server() -> None:
    """the last-card call is sent by the server"""
    table = at("S2 H9 D4")
    assert not any(words[0] == "SAY" for words in told(table, "ann", "DISCARD S2"))
    table = at("S2 H9")
    assert ("SAY", "ann", "Page 1!") in told(table, "ann", "DISCARD S2")
    assert turn(table) == "bob"


# --- Nothing to draw, nothing to play ------------------------------------------------------------


def test_nothing_to_draw_nothing_to_play() -> None:
    """PASS …"""
    table = at("D4 CK")
    assert lines(table, "ann") == {"PASS"}
    assert refusal(table, "ann", "DRAW 1").reason == CardReason.NOTHING_TO_DRAW
    table.apply("ann", "PASS")
    assert turn(table) == "bob"


def test_nothing_to_draw_nothing_to_play_all_pass_in_a_row() -> None:
    """when all pass in a row the game ends, fewest cards wins"""
    table = at("D4 CK CQ", bob="C2 C3", cid="D2 D3 D5")
    for name in THREE:
        assert table.playing
        table.apply(name, "PASS")
    assert (table.playing, table.ranking[0]) == (False, 1)
    table = at("D4 CK CQ", bob="C5 C3", cid="S2 H7 H6", refill="never")
    for who, what in zip(THREE * 2, ["PASS", "PASS", "DISCARD S2", *["PASS"] * 3], strict=True):
        assert table.playing, "a discard between them: they are not in a row"
        table.apply(who, what)
    assert not table.playing


def test_nothing_to_draw_nothing_to_play_turn_limit() -> None:
    """Specials can go round for ever: `turn_limit` (500 turns) ends the game the same way"""
    assert PageOne.options()["turn_limit"].value == 500
    table = PageOne.play(THREE, options={"turn_limit": 5})
    turns = 0
    while table.playing:
        seat = table.awaited[0]
        offers = table.legal(seat)
        table.apply(table.names[seat], str(offers[0]))
        turns += offers[0].verb != "DRAW"
    assert turns == 5
    cards = [len(table.piles[seat]) for seat in table.ranking]
    assert cards == sorted(cards)


def test_nothing_to_draw_nothing_to_play_every_game_ends() -> None:
    """Specials can go round for ever: `turn_limit` (500 turns) ends the game …"""
    for preset in PageOne.presets:
        for seed in range(8):
            names = [f"p{n}" for n in range(3 + seed % 5)]
            table = PageOne.play(names, preset=preset, key=bytes([seed]))
            play_out(table, seed)
            cards = [len(table.piles[seat]) for seat in table.ranking]
            assert cards == sorted(cards)


# --- Options: draw -------------------------------------------------------------------------------


def test_options_draw_one_then_pass() -> None:
    """`draw` until_playable (default) / one_then_pass"""
    assert PageOne.options()["rule"].value == "until_playable"
    table = at("D4 CK", stock="SK C4", draw="one_then_pass")
    table.apply("ann", "DRAW 1")
    assert lines(table, "ann") == {"PASS"}
    assert refusal(table, "ann", "DRAW 1").reason in (CardReason.NOTHING_TO_DRAW, Reason.NOT_NOW)
    table.apply("ann", "PASS")
    assert turn(table) == "bob"
    table = at("D4 CK", stock="C4 SK", draw="one_then_pass")
    table.apply("ann", "DRAW 1")
    assert lines(table, "ann") == {"DISCARD SK", "PASS"}, "play it or keep it"
    table.apply("ann", "DISCARD SK")
    assert turn(table) == "bob"
    table = at("D4 CK", draw="one_then_pass")
    assert lines(table, "ann") == {"PASS"}


# --- Options: declare ----------------------------------------------------------------------------


def test_options_declare_required() -> None:
    """`declare` auto (default) / required with `penalty` 5"""
    table = at("S2 H9", declare="required", stock="C4 C5 C6 C7 C8 CT")
    assert lines(table, "ann") == {"DISCARD S2", "DISCARD H9", "DECLARE"}
    assert ("SAY", "ann", "Page 1!") in told(table, "ann", "DECLARE")
    assert lines(table, "ann") == {"DISCARD S2", "DISCARD H9"}, "once is enough"
    table.apply("ann", "DISCARD S2")
    assert (table.piles[0], turn(table)) == (["H9"], "bob")


def test_options_declare_forgotten() -> None:
    """`declare` … required with `penalty` 5"""
    table = at("S2 H9", declare="required", stock="C4 C5 C6 C7 C8 CT")
    events = told(table, "ann", "DISCARD S2")
    assert ("PENALTY", "ann", 5) in events
    assert table.piles[0] == ["H9", "CT", "C8", "C7", "C6", "C5"]
    assert not any(words[0] == "SAY" for words in events)
    table = at("S2 H9", declare="required", penalty=2, stock="C4 C5 C6")
    table.apply("ann", "DISCARD S2")
    assert table.piles[0] == ["H9", "C6", "C5"]


def test_options_declare_is_for_the_last_card_but_one_only() -> None:
    """`declare` … required"""
    assert "DECLARE" not in lines(at("S2 H9 D4", declare="required"), "ann")
    assert "DECLARE" not in lines(at("S2", declare="required"), "ann")
    assert "DECLARE" not in lines(at("D4 D5", declare="required", stock="C4"), "ann")
    assert "DECLARE" not in lines(at("S2 H9"), "ann"), "the server calls by itself"
    table = at("D4 S2", preset="strict")
    table.apply("ann", "DECLARE")
    table.apply("ann", "DISCARD S2")
    arrange(table, {"ann": "D4", "bob": "S4 S5", "cid": "D2"}, "S2")
    assert "DECLARE" in lines(table, "bob"), "a call counts for one player and one turn"


# --- Options: specials ---------------------------------------------------------------------------


def test_options_specials_are_off_by_default() -> None:
    """`specials` off / …"""
    table = at("S2 H8 SJ SQ S8")
    assert lines(table, "ann") == {"DISCARD S2", "DISCARD SJ", "DISCARD SQ", "DISCARD S8"}
    table.apply("ann", "DISCARD S2")
    assert (turn(table), table.facts) == ("bob", {})
    assert "DRAW 2" not in lines(table, "bob")


@pytest.mark.parametrize("how", [{"specials": "on"}, {"specials": True}, {"preset": "specials"}])
def test_options_specials_8_wild(how: dict[str, Any]) -> None:
    """{8 wild, …}"""
    table = at("H8 S2 D4", bob="D5 C7 H7 CK", **how)
    wild = {f"DISCARD H8 {suit}" for suit in "CDHS"}
    assert lines(table, "ann") == {"DISCARD S2"} | wild, "it fits on anything, and names a suit"
    assert refusal(table, "ann", "DISCARD H8").reason
    table.apply("ann", "discard h8 d")
    assert table.facts["suit"] == "D"
    assert lines(table, "bob") == {"DISCARD D5"}, "the named suit, not the suit of the 8"
    assert "D" in refusal(table, "bob", "DISCARD H7").text()
    table.apply("bob", "DISCARD D5")
    assert "suit" not in table.facts, "it holds for one card"


def test_options_specials_8_on_8() -> None:
    """{8 wild, …}"""
    table = at("H8 S2", bob="C8 HK", specials=True)
    table.apply("ann", "DISCARD H8 D")
    assert lines(table, "bob") == {f"DISCARD C8 {suit}" for suit in "CDHS"}
    table.apply("bob", "DISCARD C8 S")
    assert table.facts["suit"] == "S"


def test_options_specials_j_skip() -> None:
    """{… J skip …}"""
    table = at("SJ D4 D5", specials=True)
    table.apply("ann", "DISCARD SJ")
    assert turn(table) == "cid"


def test_options_specials_q_reverse() -> None:
    """{… Q reverse …}"""
    table = at("SQ D4 D5", bob="DQ D6 D8", cid="SK HQ H5", specials=True)
    table.apply("ann", "DISCARD SQ")
    assert (turn(table), table.facts["direction"]) == ("cid", "backwards")
    table.apply("cid", "DISCARD SK")
    assert turn(table) == "bob"
    table = at("SQ D4 D5", cid="HQ H5 H6", specials=True)
    table.apply("ann", "DISCARD SQ")
    table.apply("cid", "DISCARD HQ")
    assert turn(table) == "ann", "reversed again: after cid comes ann"
    assert "direction" not in table.facts


def test_options_specials_a_reverse_ends_a_named_suit() -> None:
    """{8 wild, … Q reverse …}"""
    table = at("H8 S2 D4", bob="DQ D6 D7", specials=True)
    table.apply("ann", "DISCARD H8 D")
    table.apply("bob", "DISCARD DQ")
    assert table.facts == {"direction": "backwards"}


def test_options_specials_2_draws_two() -> None:
    """{… 2 draws two …}"""
    table = at("S2 D4 D5", bob="SK C8 C3", stock="C4 C5 C6", specials=True)
    table.apply("ann", "DISCARD S2")
    assert table.facts["owed"] == 2
    assert lines(table, "bob") == {"DRAW 2"}, "neither a fitting card nor a wild one helps"
    assert refusal(table, "bob", "DISCARD SK").reason == CardReason.MUST_DRAW
    table.apply("bob", "DRAW 2")
    assert table.piles[1] == ["SK", "C8", "C3", "C6", "C5"]
    assert (turn(table), table.facts) == ("cid", {})
    assert "DRAW 2" not in lines(table, "cid"), "paid once"


def test_options_specials_stackable() -> None:
    """{… stackable}"""
    how: dict[str, Any] = {"bob": "H2 S5 S6", "cid": "D2 S7 S8", "stock": "C4 C5 C6 C7 CT CJ"}
    table = at("S2 D4 D5", **how, specials=True)
    table.apply("ann", "DISCARD S2")
    assert lines(table, "bob") == {"DISCARD H2", "DRAW 2"}
    table.apply("bob", "DISCARD H2")
    assert lines(table, "cid") == {"DISCARD D2", "DRAW 4"}
    table.apply("cid", "DISCARD D2")
    assert lines(table, "ann") == {"DRAW 6"}
    table.apply("ann", "DRAW 6")
    assert (len(table.piles[0]), turn(table)) == (8, "bob")
    table = at("S2 D4 D5", **how, specials=True, stack=False)
    table.apply("ann", "DISCARD S2")
    assert lines(table, "bob") == {"DRAW 2"}


def test_options_specials_owed_cards_that_are_not_there() -> None:
    """{… 2 draws two …}"""
    table = at("S2 D4 D5", stock="C4", top="S9", specials=True)
    table.apply("ann", "DISCARD S2")
    table.apply("bob", "DRAW 2")  # one of the stock, one of the table's
    assert table.piles[1] == ["C2", "C3", "C4", "S9"]
    table = at("S2 D4 D5", top="", specials=True)
    table.apply("ann", "DISCARD S2")
    table.apply("bob", "DRAW 2")
    assert (len(table.piles[1]), turn(table)) == (2, "cid")


def test_options_specials_do_not_reach_into_the_next_game() -> None:
    """{8 wild, J skip, Q reverse, 2 draws two …}"""
    table = at("S8", specials=True, games=3)
    table.apply("ann", "DISCARD S8 H")
    table.apply("", "START")
    assert table.facts == {}
    arrange(table, {"ann": "SQ", "bob": "H2 H3", "cid": "H4 H5"}, "S9")
    table.apply("ann", "DISCARD SQ")
    table.apply("", "START")
    assert table.facts == {}


def test_options_specials_other_ranks() -> None:
    """{8 wild, J skip, Q reverse, 2 draws two, stackable}"""
    table = at("SA S8 S2", bob="D4 H8 C5", specials=True, wild="A", draw_two="4")
    assert lines(table, "ann") == {"DISCARD S8", "DISCARD S2"} | {
        f"DISCARD SA {suit}" for suit in "CDHS"
    }
    with pytest.raises(Refused, match="draws two or four"):
        PageOne(options={"draw_four": "2"})
