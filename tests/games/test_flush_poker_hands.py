"""The rest of the rules of flush poker: the stock, hands and ties, who is out, the end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from cardkit.cardgame import Choice
from cardkit.games.flush_poker import FlushPoker
from tests.flush_poker_tables import FOUR, HANDS, asked, begun, give, say
from tests.helpers import play_out

# --- Stock ---------------------------------------------------------------------------------------


def test_stock_runs_out() -> None:
    """shuffle what was exchanged away this round, except the drawer's own fresh discards"""
    for number in range(20):
        table = FlushPoker.play(FOUR, key=bytes([number]))
        say(table, *["CHECK"] * 4)
        give(table, *HANDS, stock="S2 S3 S4 S5", rest="away")
        a, b = table.order[:2]
        say(table, "EXCHANGE SA SK SQ")  # draws S5 S4 S3
        assert sorted(table.piles[a]) == ["S3", "S4", "S5", "SJ", "ST"]
        before = len(table.piles["away"])
        say(table, "EXCHANGE HA HK HQ")  # draws S2, then two of what a put away
        drawn = set(table.piles[b]) - {"HJ", "HT"}
        assert "S2" in drawn
        assert drawn < {"S2", "SA", "SK", "SQ"}, "not their own HA HK HQ"
        assert sorted(table.piles["rejected"]) == ["HA", "HK", "HQ"]
        assert len(table.piles["stock"]) == 1
        assert table.piles.seen[table.piles["stock"][0].number] == 0, "nobody knows the new stock"
        assert len(table.piles["away"]) == before, "only what was exchanged away"


def test_stock_what_was_put_away_before_may_come_back() -> None:
    """shuffle what was exchanged away this round, except the drawer's own *fresh* discards"""
    table = FlushPoker.play(FOUR)
    say(table, *["CHECK"] * 4)
    give(table, *HANDS, stock="S2 S3 S4 S5 S6", rest="away")
    a = table.order[0]
    say(table, "EXCHANGE SA SK SQ SJ ST", *["EXCHANGE"] * 3, *["CHECK"] * 4)
    say(table, "EXCHANGE S2 S3")
    assert set(table.piles[a]) - {"S4", "S5", "S6"} < {"SA", "SK", "SQ", "SJ", "ST"}


def test_stock_nobody_is_ever_short_of_cards() -> None:
    """shuffle what was exchanged away this round …"""
    table = FlushPoker.play(
        [f"p{n}" for n in range(10)], options={"seats_most": 10, "ante": 0}, key=b"short"
    )
    say(table, *["CHECK"] * 10)
    while table.playing:
        (offer, *_) = table.legal(table.awaited[0])
        if isinstance(offer, Choice):
            say(table, " ".join(["EXCHANGE", *offer.cards[: offer.most]]))
        else:
            say(table, "CHECK")
        assert all(len(table.piles[seat]) == 5 for seat in table.order)


# --- Hands and ties ------------------------------------------------------------------------------


def winner(*hands: str, **options: Any) -> int:
    """Which of two hands, by place, wins at the showdown; the others drop."""
    table = begun(**options)
    give(table, *hands, "", "")
    say(table, "CHECK", "CHECK", "DROP", "DROP", "EXCHANGE", "EXCHANGE")
    say(table, "CHECK", "CHECK", "EXCHANGE", "EXCHANGE")
    (seat,) = table.pot.winners
    assert table.scores[seat] == 20_600
    return table.order.index(seat)


ORDERED = (
    "SA SK SQ SJ ST",
    "H9 H8 H7 H6 H5",
    "S4 H4 D4 C4 H2",
    "SK HK DK S6 H6",
    "DA DJ D9 D7 D3",
    "S9 C8 C7 H6 S5",
    "S8 H8 D8 HK C2",
    "SQ HQ S3 H3 D9",
    "ST HT CA D6 C3",
    "CK DQ C9 C8 H6",
)


@pytest.mark.parametrize("place", range(9))
def test_hands(place: int) -> None:
    """royal flush … high card"""
    better, worse = ORDERED[place : place + 2]
    assert winner(worse, better) == 1
    assert winner(better, worse) == 0


def test_hands_a_high_only() -> None:
    """A high only (`ace_low` off: A-2-3-4-5 is no straight)"""
    wheel, kings = "SA H2 D3 S4 S5", "SK HK D9 C8 H6"
    assert winner(wheel, kings) == 1
    assert winner(wheel, kings, ace_low=True) == 0
    assert winner("SA H2 D3 S4 S5", "H6 S2 H3 D4 D5", ace_low=True) == 1, "the lowest straight"


def test_ties_contest() -> None:
    """same hand: by the rank of the hand's own cards, then suit S>H>D>C (… `contest`)"""
    assert winner("SA HA D9 C8 H6", "DA CA DK CQ HJ") == 0, "the pair's suit, not the kickers"
    assert winner("DK CK SA HQ H6", "SQ HA H2 C9 D8") == 0
    assert winner("DA C9 H8 H6 H2", "SA C6 D5 H4 S3") == 1, "high card: its suit alone"
    assert winner("HT S9 S8 S7 S6", "DT H9 H8 H7 C6") == 0, "straight: the suit of its top card"
    assert winner("DA DJ D9 D7 D3", "SA SJ S9 S7 S2") == 0, "flush: all five cards are its own"
    assert winner("SQ HQ S3 H3 D9", "DQ CQ D3 C3 SA") == 0


def test_ties_kickers() -> None:
    """`kickers` = ordinary poker kickers before suits"""
    on = {"tie_break": "kickers"}
    assert winner("SA HA D9 C8 H6", "DA CA DK CQ HJ", **on) == 1
    assert winner("DA C9 H8 H6 H2", "SA C6 D5 H4 S3", **on) == 0
    assert winner("SQ HQ S3 H3 D9", "DQ CQ D3 C3 SA", **on) == 1
    assert winner("SA HA D9 C8 H6", "DA CA H9 S8 C6", **on) == 0, "then suits"
    assert winner("DA CA D9 C8 H6", "SA HA H9 S8 C6", preset="poker") == 1


def test_ties_never_a_split() -> None:
    """There is never a split"""
    for break_by in ("contest", "kickers"):
        for better, worse in pairwise(HANDS):
            assert winner(worse, better, tie_break=break_by) == 1  # royals, S>H>D>C


# --- Out and end ---------------------------------------------------------------------------------


def test_out() -> None:
    """cannot pay the fee: points become 0, the game goes on"""
    table = begun(199, 1000, 1000, 1000)
    poor = table.order[0]
    table.listening = True
    say(table, "DROP", "DROP")
    events = [e.words(0) for e in table.apply(asked(table), "DROP")]
    assert ("BROKE", table.names[poor]) in events
    assert (table.scores[poor], table.match_over) == (0, False)
    table.apply("", "START")
    assert len(table.piles[poor]) == 0
    assert table.scores[poor] == 0
    assert table.pot.total == 600
    spoke = []
    while table.playing:
        spoke.append(table.awaited[0])
        say(table, *({"CHECK", "EXCHANGE"} & {o.verb for o in table.legal(table.awaited[0])}))
    assert poor not in spoke
    assert set(spoke) == set(table.order) - {poor}


def test_out_exactly_the_fee_is_enough() -> None:
    """cannot pay the fee …"""
    table = begun(200, 1000, 1000, 1000)
    say(table, "DROP", "DROP", "DROP")
    table.apply("", "START")
    assert len(table.piles[table.order[0]]) == 5


def test_a_crashed_player_program_at_a_table() -> None:
    """… at a table: the disconnect policy"""
    table = FlushPoker.play(FOUR)
    gone = asked(table)
    table.apply("", f"LOST {gone}")
    assert table.robots() == table.awaited
    table.apply("", f"ROBOT {gone}")
    assert asked(table) != gone
    table = FlushPoker.play(FOUR, options={"policy": "forfeit"})
    gone = asked(table)
    table.apply("", f"LOST {gone}")
    table.apply("", f"ROBOT {gone}")
    assert table.dropped == [table.people.seat_of[gone]], "a forfeit drops"


def test_a_crashed_player_program_in_a_contest_is_left_out() -> None:
    """excluded, the match is played again without it (contest)"""
    table = FlushPoker.play(FOUR[:3], preset="contest", options={"seats_least": 3})
    play_out(table)
    assert len(table.ranking) == 3


def test_a_faulty_player_program_in_a_contest_drops_or_keeps_its_cards() -> None:
    """What is illegal counts as the mildest answer."""
    table = FlushPoker.play(FOUR, preset="contest")
    wrong = asked(table)
    table.apply(wrong, "CALL")
    assert table.dropped == [table.people.seat_of[wrong]]
    say(table, *["CHECK"] * 3)
    for _ in range(3):
        seat = table.awaited[0]
        before = list(table.piles[seat])
        table.apply(asked(table), "EXCHANGE nothing")
        assert table.piles[seat] == before
    assert table.stage.key() == "betting"


def test_end() -> None:
    """most points wins; equal points share the rank"""
    table = begun(5000, 7000, 7000, 6000, games=1)
    a, b, c, d = table.order
    say(table, "DROP")
    say(table, "DROP", "DROP")  # d takes the fees: 6,800
    assert table.match_over
    ranks = {seat: rank for rank, seat in table.standings()}
    assert ranks == {b: 1, c: 1, d: 3, a: 4}


def test_points_are_only_lost_by_going_out() -> None:
    """A whole match of random play, with and without side pots."""
    for seed, preset in enumerate(("", "poker")):
        table = FlushPoker.play(FOUR, preset=preset, key=bytes([seed]))
        total = 80_000
        while not table.match_over:
            before = list(table.scores)
            play_out(table, 100 * seed + table.game_no)
            assert table.pot.total == 0
            now = sum(table.scores)
            assert now == total or (now < total and 0 in table.scores and 0 not in before)
            total = now
            if not table.match_over:
                table.apply("", "START")
