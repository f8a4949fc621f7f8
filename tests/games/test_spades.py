"""Spades, rule by rule.

| rule | settled |
|---|---|
| players | four in two fixed partnerships; all 52 cards are dealt; the deal goes round |
| bidding | everybody once, from the dealer's left on, 0 to 13; nobody passes; 0 is nil |
| the lead | the dealer's left leads; spades are trump |
| leading spades | not before one has been played, unless one has nothing else |
| the bid of a side | made with at least as many tricks: 10 points for each; missed: as many lost |
| bags | each trick beyond the bid is a point; each tenth bag of a match costs 100 |
| nil | no trick: 100 points; any: 100 lost, and they do not help the partner, but are bags |
| a match | to 500 points; it also ends when a side has fallen to -500 |
| solo | everybody for themselves |
| suicide | one of two partners bids nil, the other at least four |
"""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.spades import Spades
from cardkit.netgame import Reason, Refused
from tests.helpers import arrange, lines, play_out, refusal

FOUR = ["ann", "bob", "cid", "dan"]


def bid(*bids: int, preset: str = "", **options: Any) -> Spades:
    """A table after these bids."""
    table = Spades.play(FOUR, preset, options, key=b"spades")
    for name, number in zip(FOUR, bids, strict=False):
        table.apply(name, f"BID {number}")
    return table


def at(*hands: str) -> Spades:
    """All have bid, and ann leads with these hands."""
    table = bid(3, 3, 3, 3)
    arrange(table, dict(zip(FOUR, hands, strict=True)))
    return table


def say(table: Spades, *cards: str) -> None:
    """These cards are played in turn."""
    for card in cards:
        table.apply(table.names[table.awaited[0]], f"DISCARD {card}")


def end(table: Spades, *tricks: int) -> None:
    """End the deal with these tricks by seat; whoever leads takes the last one."""
    leader, cards = table.awaited[0], ["SA", "S2", "S3", "S4"]
    arrange(table, {FOUR[(leader + n) % 4]: cards[n] for n in range(4)})
    table.tricks[:] = tricks
    table.tricks[leader] -= 1
    say(table, *cards)


def test_four_players_in_fixed_partnerships() -> None:
    for wrong in (FOUR[:3], [*FOUR, "eva"]):
        with pytest.raises(Refused):
            Spades.play(wrong)
    table = bid()
    assert [table.partner(seat) for seat in range(4)] == [2, 3, 0, 1]
    assert [len(table.hand(seat)) for seat in range(4)] == [13] * 4


def test_everybody_bids_once_from_the_dealers_left_on() -> None:
    table = bid()
    assert table.fact("dealer", "") == "dan"
    for name in FOUR:
        assert table.names[table.awaited[0]] == name
        assert lines(table, name) == {f"BID {n}" for n in range(14)}
        table.apply(name, "BID 2")
    assert table.facts["bids"] == ["2"] * 4
    assert (table.stage.key(), table.awaited) == ("trick_game", (0,))


def test_the_deal_goes_round() -> None:
    table = bid()
    play_out(table)
    table.apply("", "START")
    assert (table.fact("dealer", ""), table.awaited) == ("ann", (1,))


def test_spades_are_trump() -> None:
    table = at("HA C2", "HK C3", "S2 C4", "H9 C5")
    say(table, "HA", "HK", "S2", "H9")
    assert table.awaited == (2,)
    assert table.tricks == [0, 0, 1, 0]


def test_follow_suit_if_you_can() -> None:
    table = at("HA C2", "H3 S3", "S2 C4", "H9 C5")
    say(table, "HA")
    assert lines(table, "bob") == {"DISCARD H3"}
    assert refusal(table, "bob", "DISCARD S3").reason == CardReason.MUST_FOLLOW


def test_spades_are_not_led_until_broken() -> None:
    table = at("S5 H3 C2", "H7 C9 D3", "S2 C4 D4", "H9 C5 D5")
    table.legal(0)
    assert lines(table, "ann") == {"DISCARD H3", "DISCARD C2"}
    refused = refusal(table, "ann", "DISCARD S5")
    assert refused.reason == Reason.AGAINST_THE_RULES
    assert "S may not be led before one has been played" in refused.text()
    say(table, "H3", "H7", "C4", "H9")
    assert lines(table, "dan") == {"DISCARD C5", "DISCARD D5"}
    say(table, "C5", "C2", "C9", "S2")
    assert lines(table, "cid") == {"DISCARD D4"}
    say(table, "D4", "D5", "S5", "D3")
    table = at("S5 S3", "H7 C9", "S2 C4", "H9 C5")
    assert lines(table, "ann") == {"DISCARD S5", "DISCARD S3"}, "nothing else to lead"


def test_broken_spades_are_led() -> None:
    table = at("H3 S5 C2", "H7 C9 D3", "S2 S4 C4", "H9 C5 D5")
    say(table, "H3", "H7", "S2", "H9")
    assert lines(table, "cid") == {"DISCARD S4", "DISCARD C4"}


@pytest.mark.parametrize(
    ("bids", "tricks", "points"),
    [
        ((3, 3, 3, 3), (4, 3, 2, 4), (60, 61)),
        ((4, 3, 4, 3), (4, 4, 2, 3), (-80, 61)),
        ((2, 2, 2, 2), (4, 3, 4, 2), (44, 41)),
        ((0, 3, 4, 3), (0, 4, 5, 4), (100 + 41, 62)),  # nil
        ((0, 3, 4, 3), (1, 4, 4, 4), (-100 + 40 + 1, 62)),
        ((0, 3, 4, 3), (2, 4, 3, 4), (-100 - 40 + 2, 62)),  # does not help the partner
        ((0, 6, 0, 6), (0, 7, 1, 5), (1, 120)),  # one of two nils
        ((13, 0, 0, 0), (13, 0, 0, 0), (130 + 100, 200)),
    ],
)
def test_what_a_deal_is_worth(
    bids: tuple[int, ...], tricks: tuple[int, ...], points: tuple[int, int]
) -> None:
    table = bid(*bids, play_to=0, lost_at=0)
    table.tricks[:] = tricks
    assert [table.points(seat) for seat in range(4)] == [*points, *points]


def test_a_nil_that_fails_can_be_made_to_help() -> None:
    table = bid(0, 3, 4, 3, nil_helps=True)
    table.tricks[:] = [2, 4, 3, 4]
    assert table.points(0) == -100 + 40 + 1


def test_every_tenth_bag_costs_a_hundred() -> None:
    table = bid(1, 3, 1, 3, play_to=0, lost_at=0)
    table.bags[:] = [6, 0, 6, 0]
    end(table, 4, 4, 2, 3)
    assert table.scores == [20 + 4 - 100, 61] * 2
    assert table.facts["bags"] == [10, 1, 10, 1]
    table.apply("", "START")
    for name, number in zip(["bob", "cid", "dan", "ann"], (3, 1, 3, 1), strict=True):
        table.apply(name, f"BID {number}")
    end(table, 5, 4, 2, 2)
    assert table.scores[0] == -76 + 20 + 5, "the next ten have only begun"
    assert table.bags[0] == 15


def test_bags_move_with_their_players() -> None:
    table = bid()
    table.bags[:] = [1, 2, 3, 4]
    table.on_reseat({0: 1, 1: 0, 3: 3})
    assert table.facts["bags"] == [2, 1, 0, 4]


def test_bags_can_be_free() -> None:
    table = bid(1, 3, 1, 3, bags=0)
    table.bags[:] = [9, 0, 9, 0]
    table.tricks[:] = [4, 4, 2, 3]
    assert table.points(0) == 24
    with pytest.raises(Refused, match="leave it, or write bags=10"):
        Spades.play(FOUR, options={"bags": 0, "penalty": 50})


@pytest.mark.parametrize(
    ("before", "over"),
    [([440, 0], True), ([439, 0], False), ([0, -561], True), ([0, -560], False)],
)
def test_a_match_ends_at_500_and_at_minus_500(before: list[int], over: bool) -> None:
    table = bid(3, 3, 3, 3)
    table.scores[:] = before * 2
    end(table, 3, 3, 3, 4)
    assert table.scores == [before[0] + 60, before[1] + 61] * 2
    assert table.match_over == over


def test_solo_everybody_plays_alone() -> None:
    table = bid(3, 3, 0, 3, preset="solo")
    table.tricks[:] = [4, 3, 0, 6]
    assert [table.points(seat) for seat in range(4)] == [31, 30, 100, 33]
    with pytest.raises(Refused, match="only partners"):
        Spades.play(FOUR, "solo", {"suicide": True})


def test_suicide_one_of_two_partners_bids_nil() -> None:
    table = bid(preset="suicide")
    assert lines(table, "ann") == {"BID 0", *(f"BID {n}" for n in range(4, 14))}
    assert refusal(table, "ann", "BID 3").text() == "bid nil, or at least 4"
    table = bid(5, 0, preset="suicide")
    assert lines(table, "cid") == {"BID 0"}
    refused = refusal(table, "cid", "BID 4")
    assert refused.text() == "your partner has bid 5: one of you bids nil"
    table.apply("cid", "BID 0")
    assert lines(table, "dan") == {f"BID {n}" for n in range(4, 14)}


def test_the_rule_sheet_tells_it() -> None:
    sheet = rule_sheet(Spades)
    assert "A bid of 0 is nil" in sheet
    assert "every 10 bags in a match cost 100 points" in sheet
    assert "A match is also over when somebody falls to -500 points." in sheet
    assert "One of two partners bids nil, and the other at least 4." in rule_sheet(
        Spades, "suicide"
    )
