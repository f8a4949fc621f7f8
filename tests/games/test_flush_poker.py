"""Flush poker (seed 003): one test or more for each row of its rules, named after the row."""

from __future__ import annotations

import pytest

from cardkit.cardgame import Choice
from cardkit.cardgame.reasons import CardReason
from cardkit.games.flush_poker import FlushPoker
from cardkit.netgame import Reason, Refused
from tests.flush_poker_tables import FOUR, HANDS, asked, begun, give, in_order, offered, say
from tests.helpers import refusal

# --- Table ---------------------------------------------------------------------------------------


def test_table_players_points_fee_rounds_and_deck() -> None:
    """4 players, 20,000 points, fee 200, 100 rounds …; 52 cards, no joker"""
    table = FlushPoker.play(FOUR)
    assert (table.scores, table.pot.total) == ([19_800] * 4, 800)
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
    assert (table.scores, table.pot.total) == ([990] * 4, 40)
    say(table, "DROP", "DROP", "DROP")
    assert table.match_over


def test_table_a_hundred_rounds() -> None:
    """… 100 rounds …"""
    table = FlushPoker.play(FOUR)
    for number in range(1, 101):
        assert (table.game_no, table.match_over) == (number, False)
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
    assert all(
        table.piles.seen[card.number] == -1 for seat in range(4) for card in table.piles[seat]
    )


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
        assert all(table.piles.seen[card.number] == 1 << seat for card in table.piles[seat])
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
    assert refusal(table, asked(table), "RAISE 0").reason == CardReason.BAD_AMOUNT
    for _ in range(30):  # as often as anybody likes
        say(table, "RAISE 1")
    assert max(table.pot.paid) == 130


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
    assert in_order(table, table.pot.paid) == [0, 16, 16, 16]


def test_bets_all_check() -> None:
    """… a phase ends when everyone has answered …"""
    table = begun(1000, 1000, 1000, 1000)
    say(table, *["CHECK"] * 4)
    assert (table.stage.key(), table.pot.paid) == ("exchange", [0] * 4)


def test_bets_the_price_is_cumulative_over_both_phases() -> None:
    """The price is cumulative over both phases"""
    table = begun(1000, 1000, 1000, 1000)
    say(table, "BET 100", "CALL", "CALL", "CALL", *["EXCHANGE"] * 4)
    assert offered(table) == {"CHECK", "BET 1..900", "ALLIN", "DROP"}
    say(table, "BET 50")
    assert table.pot.facts()["price"] == 150
    say(table, "RAISE 25", "CALL", "CALL", "CALL")
    assert table.pot.paid == [175] * 4
    assert table.pot.total == 800 + 700
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
    assert table.pot.facts()["price"] == 500, "300 are no raise"
    say(table, "ALLIN")
    assert table.pot.facts()["price"] == 800
    assert offered(table) == {"CALL", "RAISE 1..200", "ALLIN", "DROP"}
    say(table, "CALL")
    assert asked(table) == table.names[table.order[0]], "answers the raise of 300"
    assert offered(table) == {"CALL", "RAISE 1..200", "ALLIN", "DROP"}
    say(table, "DROP")
    assert in_order(table, table.pot.paid) == [500, 300, 800, 800]


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
    assert (table.scores[poor], table.pot.all_in) == (0, [poor])
    give(table, *HANDS)
    say(table, "BET 10", "CALL", "CALL")  # the poor one is not asked …
    assert table.stage.key() == "exchange"
    say(table, *["EXCHANGE"] * 4, *["CHECK"] * 3, *["EXCHANGE"] * 4)
    assert table.pot.winners == [table.order[0]]
    assert table.piles.seen[table.piles[poor][0].number] == -1  # … but is at the showdown


def test_one_player_left_in_a_round() -> None:
    """takes the pot at once"""
    table = begun(1000, 1000, 1000, 1000)
    say(table, "BET 10", "DROP", "CALL", "DROP", "EXCHANGE", "EXCHANGE", "BET 90", "DROP")
    assert not table.playing
    assert in_order(table, table.scores) == [1000 + 800 + 10, 1000, 990, 1000]
    assert all(table.piles.seen[c.number] != -1 for seat in range(4) for c in table.piles[seat])
