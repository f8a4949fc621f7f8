"""Flush poker (seed 003): one test or more for each row of its rules, named after the row."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from cardkit.cardgame import Choice
from cardkit.netgame import Reason, Refused
from games.flush_poker import FlushPoker
from tests.helpers import arrange, lines, play_out, refusal

FOUR = ["ann", "bob", "cid", "dan"]
HANDS = ("SA SK SQ SJ ST", "HA HK HQ HJ HT", "DA DK DQ DJ DT", "CA CK CQ CJ CT")


def begun(*points: int, preset: str = "", key: bytes = b"", **options: Any) -> FlushPoker:
    """A table at its first bet; these points, after the fee, in the order of play."""
    table = FlushPoker.play(FOUR, preset=preset, options=options, key=key)
    for seat, own in zip(table.order, points, strict=False):
        table.scores[seat] = own
    return table


def give(table: FlushPoker, *hands: str, stock: str = "", rest: str = "away") -> None:
    """These hands in the order of play; the stock with its top card last."""
    named = {table.names[seat]: hand for seat, hand in zip(table.order, hands, strict=True)}
    arrange(table, named, stock=stock, rest=rest)


def asked(table: FlushPoker) -> str:
    return table.names[table.awaited[0]]


def say(table: FlushPoker, *said: str) -> None:
    """The players speak in turn."""
    for what in said:
        table.apply(asked(table), what)


def in_order(table: FlushPoker, values: list[int]) -> list[int]:
    """A value for each seat, put into the order of play."""
    return [values[seat] for seat in table.order]


def offered(table: FlushPoker) -> set[str]:
    return lines(table, asked(table))


# --- Table ---------------------------------------------------------------------------------------


def test_table_players_points_fee_rounds_and_deck() -> None:
    """4 players, 20,000 points, fee 200, 100 rounds …; 52 cards, no joker"""
    table = FlushPoker.play(FOUR)
    assert (table.scores, table.pot) == ([19_800] * 4, 800)
    assert (table.match.games, len(table.cards.all), table.deck.jokers) == (100, 52, 0)
    with pytest.raises(Refused) as refused:
        FlushPoker.play([*FOUR, "eva"])
    assert refused.value.reason == Reason.TABLE_FULL
    with pytest.raises(Refused) as refused:
        FlushPoker.play(FOUR[:3], preset="contest")
    assert refused.value.reason == Reason.TOO_FEW_PLAYERS
    with pytest.raises(Refused):
        FlushPoker(options={"jokers": 1})


def test_table_points_fee_and_rounds_are_options() -> None:
    """4 players, 20,000 points, fee 200, 100 rounds …"""
    table = FlushPoker.play(FOUR, options={"points": 1000, "ante": 10, "games": 1})
    assert (table.scores, table.pot) == ([990] * 4, 40)
    say(table, "DROP", "DROP", "DROP")
    assert table.match_over


def test_table_a_hundred_rounds() -> None:
    """… 100 rounds …"""
    table = FlushPoker.play(FOUR)
    for number in range(1, 101):
        assert (table.game, table.match_over) == (number, False)
        say(table, "DROP", "DROP", "DROP")
        if number < 100:
            table.apply("", "START")
    assert table.match_over


def test_table_or_one_left() -> None:
    """… or one left …"""
    table = begun(500, 500, 500, 500)
    give(table, *HANDS)
    say(table, "ALLIN", "ALLIN", "ALLIN", "ALLIN", *["EXCHANGE"] * 8)
    assert in_order(table, table.scores) == [2800, 0, 0, 0]
    assert table.match_over


def test_table_seats_and_first_player_are_drawn_by_lot() -> None:
    """… seats and first player drawn by lot …"""
    orders = {FlushPoker.play(FOUR, key=bytes([n])).order for n in range(200)}
    assert len(orders) == 24, "every seating happens, each with its own first player"
    assert {order[0] for order in orders} == {0, 1, 2, 3}
    table = FlushPoker.play(FOUR)
    assert table.awaited == table.order[:1]
    seating = table.order
    for _ in range(4):  # drawn once for a match
        say(table, "DROP", "DROP", "DROP")
        table.apply("", "START")
        assert table.order == seating


def test_table_the_first_player_moves_past_players_who_are_out() -> None:
    """… the first player moves clockwise each round past players who are out"""
    table = FlushPoker.play(FOUR)
    a, b, c, d = table.order
    first = [table.awaited[0]]
    for out in (-1, c, -1, -1, -1):
        if out >= 0:
            table.scores[out] = 0
        say(table, *["DROP"] * (len(table.still_in()) - 1))
        table.apply("", "START")
        first.append(table.awaited[0])
    assert first == [a, b, d, a, b, d]


# --- Round ---------------------------------------------------------------------------------------


def test_round() -> None:
    """fee → 5 cards → bet → exchange 0–5 → bet → exchange 0–5 → showdown"""
    table = FlushPoker.play(FOUR)
    assert [len(table.piles[seat]) for seat in range(4)] == [5] * 4
    keys = []
    for said in (["CHECK"] * 4, ["EXCHANGE"] * 4) * 2:
        keys.append(table.stage.key())
        say(table, *said)
    assert keys == ["betting", "exchange", "betting", "exchange"]
    assert not table.playing
    assert all(table.seen[card.number] == -1 for seat in range(4) for card in table.piles[seat])


def test_round_exchange() -> None:
    """… exchange 0–5 …"""
    table = FlushPoker.play(FOUR)
    say(table, *["CHECK"] * 4)
    for place, count in enumerate((0, 2, 5, 1)):
        seat, name = table.awaited[0], asked(table)
        assert seat == table.order[place]
        (offer,) = table.legal(seat)
        assert isinstance(offer, Choice)
        assert (offer.least, offer.most) == (0, 5)
        before = list(table.piles[seat])
        stock = list(table.piles["stock"])
        table.apply(name, " ".join(["EXCHANGE", *before[:count]]))
        assert table.piles[seat] == before[count:] + stock[::-1][:count]
        assert all(table.seen[card.number] == 1 << seat for card in table.piles[seat])
    assert len(table.piles["rejected"]) == 8
    last = table.order[3]
    assert table.view(last).piles["rejected"].count("??") == 7, "each knows only their own"


# --- Bets ----------------------------------------------------------------------------------------


def test_bets_words() -> None:
    """BET, CHECK (only when nothing is to call), CALL, RAISE (≥ 1, without limit), ALLIN, DROP"""
    table = begun(1000, 1000, 1000, 1000)
    assert offered(table) == {"CHECK", "BET 1..1000", "ALLIN", "DROP"}
    say(table, "CHECK")
    assert offered(table) == {"CHECK", "BET 1..1000", "ALLIN", "DROP"}
    say(table, "BET 100")
    assert offered(table) == {"CALL", "RAISE 1..900", "ALLIN", "DROP"}
    assert refusal(table, asked(table), "CHECK").reason == Reason.NOT_NOW
    assert refusal(table, asked(table), "BET 100").reason == Reason.NOT_NOW
    assert refusal(table, asked(table), "RAISE 0").reason == Reason.BAD_AMOUNT
    for _ in range(30):  # as often as anybody likes
        say(table, "RAISE 1")
    assert max(table.paid) == 130


def test_bets_a_phase_ends_when_everyone_has_answered_the_last_raise() -> None:
    """… a phase ends when everyone has answered the last raise …"""
    table = begun(1000, 1000, 1000, 1000)
    a, b, c, d = (table.names[seat] for seat in table.order)
    heard = []
    for said in ("CHECK", "BET 10", "CALL", "RAISE 5", "DROP", "CALL", "RAISE 1", "CALL", "CALL"):
        heard.append((asked(table), said))
        say(table, said)
    assert [name for name, _ in heard] == [a, b, c, d, a, b, c, d, b]
    assert table.stage.key() == "exchange"
    assert in_order(table, table.paid) == [0, 16, 16, 16]


def test_bets_all_check() -> None:
    """… a phase ends when everyone has answered …"""
    table = begun(1000, 1000, 1000, 1000)
    say(table, *["CHECK"] * 4)
    assert (table.stage.key(), table.paid) == ("exchange", [0] * 4)


def test_bets_the_price_is_cumulative_over_both_phases() -> None:
    """The price is cumulative over both phases"""
    table = begun(1000, 1000, 1000, 1000)
    say(table, "BET 100", "CALL", "CALL", "CALL", *["EXCHANGE"] * 4)
    assert offered(table) == {"CHECK", "BET 1..900", "ALLIN", "DROP"}
    say(table, "BET 50")
    assert table.stakes()["price"] == 150
    say(table, "RAISE 25", "CALL", "CALL", "CALL")
    assert table.paid == [175] * 4
    assert table.pot == 800 + 700
    assert table.scores == [825] * 4


# --- All-in --------------------------------------------------------------------------------------


def test_all_in_never_drops_again_this_round() -> None:
    """never drops again this round …"""
    table = begun(1000, 300, 1000, 1000)
    give(table, *HANDS)
    b = table.names[table.order[1]]
    say(table, "BET 500")
    assert offered(table) == {"ALLIN", "DROP"}, "too few points to call"
    say(table, "ALLIN", "CALL", "CALL")
    assert table.stage.key() == "exchange"
    assert refusal(table, b, "DROP").reason == Reason.NOT_YOUR_TURN
    say(table, *["EXCHANGE"] * 4)  # b still exchanges …
    spoke = []
    while table.stage.key() == "betting":
        spoke.append(asked(table))
        say(table, "CHECK")
    assert b not in spoke  # … but bets no more


def test_all_in_price() -> None:
    """… price = max(price, points really put in) …"""
    table = begun(1000, 300, 800, 1000)
    say(table, "BET 500", "ALLIN")
    assert table.stakes()["price"] == 500, "300 are no raise"
    say(table, "ALLIN")
    assert table.stakes()["price"] == 800
    assert offered(table) == {"CALL", "RAISE 1..200", "ALLIN", "DROP"}
    say(table, "CALL")
    assert asked(table) == table.names[table.order[0]], "answers the raise of 300"
    assert offered(table) == {"CALL", "RAISE 1..200", "ALLIN", "DROP"}
    say(table, "DROP")
    assert in_order(table, table.paid) == [500, 300, 800, 800]


def test_all_in_nobody_is_left_to_answer_a_raise() -> None:
    """(A raise that nobody could answer is not offered.)"""
    table = begun(1000, 300, 400, 1000)
    say(table, "CHECK", "ALLIN", "ALLIN", "DROP")
    assert offered(table) == {"CALL", "ALLIN", "DROP"}
    table = begun(1000, 300, 400, 1000)
    say(table, "BET 500", "ALLIN", "ALLIN", "CALL", *["EXCHANGE"] * 4, "DROP")
    assert offered(table) == {"CHECK", "ALLIN", "DROP"}


def test_all_in_is_no_full_raise_when_it_is_short() -> None:
    """(`min_raise` = increment: the next raise must still match the one before the all-in.)"""
    table = begun(1000, 130, 1000, 1000, min_raise="increment")
    say(table, "BET 100", "ALLIN")
    assert offered(table) == {"CALL", "RAISE 100..870", "ALLIN", "DROP"}


def test_all_in_no_side_pots() -> None:
    """… no side pots: the winner takes the whole pot (`side_pots` off …"""
    table = begun(100, 1000, 1000, 1000)
    give(table, *HANDS)
    say(table, "ALLIN", "RAISE 500", "CALL", "CALL", *["EXCHANGE"] * 4, *["CHECK"] * 3)
    say(table, *["EXCHANGE"] * 4)
    assert in_order(table, table.scores) == [800 + 100 + 3 * 600, 400, 400, 400]


def test_all_in_side_pots_on() -> None:
    """… on = ordinary poker)"""
    table = begun(100, 300, 1000, 1000, side_pots=True)
    give(table, *HANDS)
    say(table, "ALLIN", "ALLIN", "RAISE 300", "CALL", *["EXCHANGE"] * 4, *["CHECK"] * 2)
    say(table, *["EXCHANGE"] * 4)
    # a wins 4 × 100 and the fees; b the next 3 × 200; c the rest, 2 × 300
    assert in_order(table, table.scores) == [800 + 400, 600, 400 + 600, 400]
    assert table.ranking == table.order


def test_all_in_side_pots_with_a_drop() -> None:
    """… on = ordinary poker)"""
    table = begun(100, 1000, 1000, 1000, side_pots=True)
    give(table, *HANDS)
    say(table, "ALLIN", "RAISE 100", "RAISE 100", "DROP", "DROP")
    # b's 200 are lost, d's nothing; c's last 100 met nobody and come back
    say(table, "EXCHANGE", "EXCHANGE", "EXCHANGE", "EXCHANGE")
    assert in_order(table, table.scores) == [800 + 300, 800, 700 + 100 + 100 + 100, 1000]


def test_all_in_with_nothing_left_after_the_fee() -> None:
    """never drops again this round …"""
    table = FlushPoker.play(FOUR)
    say(table, "DROP", "DROP", "DROP")
    poor = table.order[2]
    table.scores[poor] = 200
    table.apply("", "START")
    assert (table.scores[poor], table.all_in) == (0, [poor])
    give(table, *HANDS)
    say(table, "BET 10", "CALL", "CALL")  # the poor one is not asked …
    assert table.stage.key() == "exchange"
    say(table, *["EXCHANGE"] * 4, *["CHECK"] * 3, *["EXCHANGE"] * 4)
    assert table.winners == [table.order[0]]
    assert table.seen[table.piles[poor][0].number] == -1  # … but is at the showdown


def test_one_player_left_in_a_round() -> None:
    """takes the pot at once"""
    table = begun(1000, 1000, 1000, 1000)
    say(table, "BET 10", "DROP", "CALL", "DROP", "EXCHANGE", "EXCHANGE", "BET 90", "DROP")
    assert not table.playing
    assert in_order(table, table.scores) == [1000 + 800 + 10, 1000, 990, 1000]
    assert all(table.seen[c.number] != -1 for seat in range(4) for c in table.piles[seat])


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
        assert table.seen[table.piles["stock"][0].number] == 0, "nobody knows the new stock"
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
    (seat,) = table.winners
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
    assert table.pot == 600
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
    assert table.dropped == [table.seat_of[gone]], "a forfeit drops"


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
    assert table.dropped == [table.seat_of[wrong]]
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
            play_out(table, 100 * seed + table.game)
            assert table.pot == 0
            now = sum(table.scores)
            assert now == total or (now < total and 0 in table.scores and 0 not in before)
            total = now
            if not table.match_over:
                table.apply("", "START")
