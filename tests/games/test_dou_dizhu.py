"""The rules of Dou Dizhu, row by row, as three players play it in China; kinds are in test_kinds.

| rule | as settled here |
|---|---|
| deal | 17 cards each, three left over |
| bidding | everybody speaks once: 1 to 3 or a pass; bids rise; 3 ends it; none: a new deal |
| landlord | takes the three cards, which all see, and leads |
| plays | singles to four with two pairs; rows go up to the ace; the suits do not count |
| beside a triple | any cards of other ranks, two may be alike, but no bomb and not both jokers |
| bombs | four of a kind beat all but higher bombs; the rocket (both jokers) beats all |
| end | the first empty hand; the farmers win together |
| stake | the bid, doubled by each bomb, the rocket, and a spring |
"""

from __future__ import annotations

import pytest

from cardkit.cardgame.rules import rule_sheet
from cardkit.games.dou_dizhu import DouDizhu
from tests.helpers import arrange, lines, play_out, refusal

NAMES = ["ann", "bob", "cem"]


def begun(*said: str, preset: str = "", **options: object) -> DouDizhu:
    """A table after these words; ann speaks first."""
    table = DouDizhu.play(NAMES, preset, options, key=b"landlord")
    say(table, *said)
    return table


def say(table: DouDizhu, *said: str) -> None:
    for each in said:
        name, line = each.split(" ", 1)
        table.apply(name, line)


def led(*said: str, preset: str = "", bid: int = 3, **hands: str) -> DouDizhu:
    """ann is the landlord, and they have these hands."""
    bids = [f"ann BID {bid}"] + ["bob PASS", "cem PASS"] * (bid < 3)
    table = begun(*bids, preset=preset)
    arrange(table, {"ann": "S3", "bob": "S4", "cem": "S5"} | hands)
    say(table, *said)
    return table


# --- the bidding --------------------------------------------------------------------------------


def test_everybody_has_seventeen_cards_and_three_are_left_over() -> None:
    table = begun()
    assert [len(table.hand(seat)) for seat in range(3)] == [17, 17, 17]
    assert len(table.piles["stock"]) == 3
    assert lines(table, "ann") == {"BID 1", "BID 2", "BID 3", "PASS"}


def test_a_bid_is_higher_than_the_last_and_everybody_speaks_once() -> None:
    table = begun("ann BID 1", "bob PASS")
    assert lines(table, "cem") == {"BID 2", "BID 3", "PASS"}
    assert refusal(table, "cem", "BID 1").text().startswith("bid higher than 1. You may say: BID 2")
    table.apply("cem", "BID 2")
    assert (table.auction.declarer, table.awaited) == (2, (2,))
    assert table.facts["played_for"] == 2


def test_a_bid_of_three_ends_the_bidding() -> None:
    assert begun("ann BID 3").auction.declarer == 0


def test_if_nobody_bids_the_cards_are_dealt_again() -> None:
    table = begun("ann PASS", "bob PASS", "cem PASS")
    assert table.piles.deals == 2
    assert table.awaited == (0,)
    assert "BID 1" in lines(table, "ann")


def test_the_landlord_takes_the_last_cards_for_all_to_see_and_leads() -> None:
    table = begun("ann PASS")
    last = [*table.piles["stock"]]
    table.apply("bob", "BID 3")
    assert (table.awaited, len(table.hand(1))) == ((1,), 20)
    for seat in range(3):
        assert {*last} <= {*table.view(seat).hands[1]}
    assert table.facts["declarer"] == "bob"


def test_the_next_player_bids_first_in_the_next_game() -> None:
    table = begun()
    play_out(table)
    table.apply("", "START")
    assert table.awaited == (1,)


# --- the play -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lead", "hand", "beating"),
    [
        ("S9", "SJ H2 J1", {"SJ", "H2", "J1"}),
        ("S2", "J1 J2 SA", {"J1", "J2", "J1 J2"}),
        ("S5 H5 D5 S3 H3", "S6 H6 D6 S4 H4", {"D6 H6 S6 H4 S4"}),
        ("S3 H4 D5 C6 S7", "ST HJ DQ CK SA", {"ST HJ DQ CK SA"}),
        ("S3 H4 D5 C6 S7", "HJ DQ CK SA H2", set()),  # no two in a row of cards
        ("S3 H3 S4 H4 S5 H5", "SQ HQ SK HK SA HA", {"HQ SQ HK SK HA SA"}),
        ("S3 H3 D3 S4 H4 D4 S9 H9", "S5 H5 D5 S6 H6 D6 SJ J1", {"D5 H5 S5 D6 H6 S6 SJ J1"}),
        ("S3 H3 D3 S4 H4 D4 S9 H9", "S5 H5 D5 S6 H6 D6 J1 J2", {"J1 J2"}),
        ("S3 H3 D3 C3 S9 H9", "S5 H5 D5 C5 SJ HJ", {"C5 D5 H5 S5 HJ SJ", "C5 D5 H5 S5"}),
        ("S3 H3 D3 C3 S9 H9 SK HK", "S5 H5 D5 C5", {"C5 D5 H5 S5"}),
        ("S8 H8 D8 C8", "S9 H9 D9 C9 J1 J2", {"C9 D9 H9 S9", "J1 J2"}),
        ("J1 J2", "S2 H2 D2 C2", set()),
    ],
)
def test_higher_plays_of_the_same_form_and_bombs_beat_a_play(
    lead: str, hand: str, beating: set[str]
) -> None:
    table = led(ann=f"{lead} C7", bob=hand, cem="D7")
    table.apply("ann", f"DISCARD {lead}")
    answers = {line.removeprefix("DISCARD ") for line in lines(table, "bob") - {"PASS"}}
    assert {frozenset(a.split()) for a in answers} == {frozenset(b.split()) for b in beating}


@pytest.mark.parametrize(
    ("said", "reason", "text"),
    [
        ("DISCARD S3 S4", "NO_COMBINATION", "S3 S4 is no play; there are: a single card, a pair"),
        ("DISCARD S5 H5", "WRONG_SHAPE", "answer S9 with one card, or PASS"),
        ("DISCARD S4", "TOO_WEAK", "S4 does not beat S9; play higher, or PASS"),
        ("BID 2", "NOT_NOW", ""),
    ],
)
def test_a_refusal_says_what_would_be_right(said: str, reason: str, text: str) -> None:
    table = led("ann DISCARD S9", ann="S9 S2", bob="S3 S4 S5 H5", cem="C6")
    refused = refusal(table, "bob", said)
    assert refused.text().startswith(text)
    assert refused.reason == reason or not text


def test_four_with_two_is_no_bomb_and_can_be_left_out() -> None:
    four = "S3 H3 D3 C3 S9 H9"
    table = led(ann=f"{four} S7")
    table.apply("ann", f"DISCARD {four}")
    assert table.facts["played_for"] == 3
    table = led(preset="no_fours", ann=f"{four} S7")
    assert refusal(table, "ann", f"DISCARD {four}").reason == "NO_COMBINATION"


# --- the scores ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bid", "said", "hands", "scores"),
    [
        (2, ("ann DISCARD S3", "bob DISCARD S4", "cem PASS", "ann DISCARD S9"),
         {"ann": "S3 S9", "bob": "S4 S7"}, [4, -2, -2]),
        (1, ("ann DISCARD S3", "bob DISCARD S4", "cem PASS", "ann DISCARD S9", "bob DISCARD ST"),
         {"ann": "S3 S9 SJ", "bob": "S4 ST"}, [-2, 1, 1]),
        (3, ("ann DISCARD S3 H3 D3 C3", "bob DISCARD S4 H4 D4 C4", "cem PASS", "ann DISCARD J1 J2"),
         {"ann": "S3 H3 D3 C3 J1 J2", "bob": "S4 H4 D4 C4 S9"}, [48, -24, -24]),
        (1, ("ann DISCARD S3",), {}, [4, -2, -2]),  # spring: no farmer has played
        (1, ("ann DISCARD S3", "bob DISCARD S4"), {"ann": "S3 S9"}, [-4, 2, 2]),  # nor ann again
    ],
)  # fmt: skip
def test_the_stake_is_the_bid_and_doubles(
    bid: int, said: tuple[str, ...], hands: dict[str, str], scores: list[int]
) -> None:
    table = led(*said, preset="", bid=bid, **hands)
    assert not table.playing
    assert table.scores == scores


def test_a_spring_is_told_and_can_be_left_out() -> None:
    table = led(bid=1)
    table.listening = True
    assert "SPRING" in {event.kind for event in table.apply("ann", "DISCARD S3")}
    assert led("ann DISCARD S3", bid=1, preset="no_spring").scores == [2, -1, -1]


def test_the_farmers_win_together() -> None:
    table = led()
    assert [table.side(seat) for seat in range(3)] == [(0,), (1, 2), (2, 1)]
    assert begun().side(1) == (1,)


def test_both_farmers_share_the_first_place() -> None:
    table = led(ann="S3 S9")
    table.apply("ann", "DISCARD S3")
    table.listening = True
    told = [event.words(0) or () for event in table.apply("bob", "DISCARD S4")]
    assert [words[-2:] for words in told if "TIE" in words] == [("bob", 1), ("cem", 1)]
    assert table.winners() == (1, 2)


def test_points_add_up_to_nothing_in_a_match_of_six_games() -> None:
    table = begun()
    for game in range(6):
        play_out(table, game)
        assert sum(table.scores) == 0
        assert table.match_over is (game == 5)
        if not table.match_over:
            table.apply("", "START")


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(DouDizhu)
    for said in (
        "If nobody bids, the cards are dealt again.",
        "A bid of 3 ends the auction.",
        "These beat any other kind, from low to high: a bomb (four of a kind), the rocket",
        "Suits do not count.",
        "The landlord takes the last three cards, face up, and leads.",
        "Spring: the stake doubles if no farmer has played a card, or the landlord only once.",
        "The stake is the bid; every bomb and the rocket doubles it.",
    ):
        assert said in sheet
    assert "Spring" not in rule_sheet(DouDizhu, "no_spring")
    assert "four of a kind and two" not in rule_sheet(DouDizhu, "no_fours")
