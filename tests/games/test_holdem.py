"""Texas hold'em: its rules, each with a position that shows it.

- Seats: 2 to 10 players; who has no points left is out; one with all points ends the match.
- Button: the big blind moves on to the next player with points each hand; nobody skips it or pays
  it twice. The small blind is before it, and the dealer's button before that.
- Heads-up: the dealer has the small blind, speaks first before the flop and last after it.
- Blinds: the big blind may raise though nobody has. Who cannot pay a blind is all in with less, and
  the others still pay the whole of it.
- Streets: two cards each; three, one and one on the board, with bets before and after each.
- Least bet: the big blind; a raise is at least as much as the last bet or raise.
- Short all-in: a raise of less than that does not let players raise again who have spoken (rule 47
  of the Tournament Directors Association); several count together.
- Limits: none; the pot; or fixed: the big blind, twice that on turn and river, four bets a round.
- Side pots: who is all in wins from each player no more than they put in; what nobody matched goes
  back.
- Showdown: the best five of seven; suits do not count; equal hands split each pot.
- Odd chips: to the first winners after the dealer, one each.
"""

from __future__ import annotations

from typing import Any

import pytest

from cardkit.cardgame import Amount
from cardkit.games.holdem import Holdem
from cardkit.netgame import Reason
from tests.helpers import arrange, lines, refusal

NAMES = ["ann", "bob", "cid", "dan", "eva", "fay"]


class Stacked(Holdem):
    """Hold'em in which players begin with other points than each other."""

    def on_match(self) -> None:
        self.scores = [
            STACKS.get(name, own) for name, own in zip(self.names, self.scores, strict=True)
        ]


STACKS: dict[str, int] = {}


def begun(*points: int, preset: str = "", **options: Any) -> Holdem:
    """A table of players with these points; ann is first, so the last of them is the dealer."""
    names = NAMES[: len(points)]
    STACKS.clear()
    STACKS.update(zip(names, points, strict=True))
    blinds = {"small": 5, "big": 10}
    return Stacked.play(names, preset=preset, options=blinds | options)


def give(table: Holdem, board: str, **hands: str) -> None:
    """These hands, and this board to come."""
    arrange(table, hands, stock=" ".join(reversed(board.split())))


def say(table: Holdem, *said: str) -> None:
    for what in said:
        table.apply(asked(table), what)


def asked(table: Holdem) -> str:
    return table.names[table.awaited[0]]


def offered(table: Holdem) -> set[str]:
    return lines(table, asked(table))


# --- button and blinds ---------------------------------------------------------------------------


def test_blinds_and_who_speaks_first() -> None:
    table = begun(200, 200, 200, 200)
    assert (table.pot.paid, table.pot.total, table.scores[:2]) == ([5, 10, 0, 0], 15, [195, 190])
    assert {key: table.facts[key] for key in ("dealer", "small_blind", "big_blind")} == {
        "dealer": "dan",
        "small_blind": "ann",
        "big_blind": "bob",
    }
    assert asked(table) == "cid"
    say(table, "CALL", "CALL", "CALL")
    assert (asked(table), offered(table)) == ("bob", {"CHECK", "RAISE 20..200", "ALLIN", "FOLD"})
    say(table, "CHECK")
    assert (asked(table), len(table.piles["shared"])) == ("ann", 3)


def test_heads_up_the_dealer_has_the_small_blind() -> None:
    table = begun(200, 200)
    assert (table.facts["dealer"], table.facts["small_blind"]) == ("bob", "bob")
    assert (table.pot.paid, asked(table)) == ([10, 5], "bob")
    say(table, "CALL", "CHECK")
    assert asked(table) == "ann", "the dealer speaks last after the flop"


@pytest.mark.parametrize(
    ("out", "dealer", "small", "big"),
    [
        ("", "ann", "bob", "cid"),
        ("ann", "dan", "bob", "cid"),
        ("bob", "dan", "ann", "cid"),
        ("bob ann", "dan", "dan", "cid"),
        ("ann dan", "bob", "bob", "cid"),
    ],
)
def test_the_big_blind_moves_on_past_who_is_out(
    out: str, dealer: str, small: str, big: str
) -> None:
    """dan has the button, ann the small and bob the big blind in the hand before."""
    table = begun(200, 200, 200, 200)
    say(table, "FOLD", "FOLD", "FOLD")
    for name in out.split():
        table.scores[table.people.seat_of[name]] = 0
    table.first = table.pot._first_after_blinds(table)
    table.apply("", "START")
    facts = table.facts
    assert (facts["dealer"], facts["small_blind"], facts["big_blind"]) == (dealer, small, big)


def test_who_cannot_pay_a_blind_is_all_in_and_the_others_pay_the_whole() -> None:
    table = begun(200, 3, 200)
    assert (table.pot.paid, table.pot.all_in) == ([5, 3, 0], [1])
    assert (asked(table), offered(table)) == ("cid", {"CALL", "RAISE 20..200", "ALLIN", "FOLD"})
    say(table, "CALL")
    assert table.pot.paid == [5, 3, 10]
    say(table, "FOLD")
    assert not table.playing, "nobody is left to bet with"
    assert sum(table.scores) == 403


def test_nobody_is_asked_who_has_nothing_to_decide() -> None:
    table = begun(200, 3, 200)
    say(table, "FOLD")
    assert not table.playing, "ann has paid more than bob has"


def test_blinds_double() -> None:
    table = begun(1000, 1000, 1000, double_after=2)
    units = [table.pot.unit]
    for _ in range(4):
        say(table, "FOLD", "FOLD")
        table.apply("", "START")
        units.append(table.pot.unit)
    assert units == [10, 10, 20, 20, 40]


# --- bets ----------------------------------------------------------------------------------------


def test_four_rounds_and_five_cards_on_the_board() -> None:
    table = begun(200, 200)
    seen = []
    say(table, "CALL", "CHECK")
    while table.playing:
        seen.append(len(table.piles["shared"]))
        say(table, "CHECK", "CHECK")
    assert seen == [3, 4, 5]


def test_the_least_bet_is_the_big_blind_and_the_least_raise_the_last_one() -> None:
    table = begun(200, 200, 200)
    assert offered(table) == {"CALL", "RAISE 20..200", "ALLIN", "FOLD"}
    say(table, "RAISE 50")  # by 40
    assert "RAISE 90..200" in offered(table)
    assert refusal(table, asked(table), "RAISE 89").text() == (
        "RAISE takes a whole number from 90 to 200"
    )
    say(table, "CALL", "CALL")
    assert offered(table) == {"CHECK", "BET 10..150", "ALLIN", "FOLD"}
    say(table, "BET 30")
    assert "RAISE 60..150" in offered(table), "the total of this round"
    assert refusal(table, asked(table), "CHECK").reason == Reason.NOT_NOW


def test_a_short_all_in_does_not_let_raise_again() -> None:
    table = begun(400, 400, 400, 130)
    say(table, "RAISE 100", "ALLIN", "CALL", "CALL")  # cid by 90, dan by 30
    assert (asked(table), offered(table)) == ("cid", {"CALL", "FOLD"})
    assert refusal(table, "cid", "RAISE 220").text() == (
        "you have spoken, and the price has risen by less than a raise of 90 since"
    )


def test_several_short_all_ins_count_together() -> None:
    table = begun(180, 400, 400, 140)
    say(table, "RAISE 100", "ALLIN", "ALLIN")  # by 90, then 40 and 40 more: 80
    assert table.pot.price == 180
    say(table, "CALL")
    assert offered(table) == {"CALL", "FOLD"}, "80 are less than 90"
    table = begun(190, 400, 400, 140)
    say(table, "RAISE 100", "ALLIN", "ALLIN", "CALL")
    assert offered(table) == {"CALL", "RAISE 280..400", "ALLIN", "FOLD"}, "90 are enough"


def test_who_has_not_spoken_may_raise_after_a_short_all_in() -> None:
    table = begun(400, 400, 400, 130)
    say(table, "RAISE 100", "ALLIN")
    assert (asked(table), offered(table)) == ("ann", {"CALL", "RAISE 220..400", "ALLIN", "FOLD"})


def test_a_raise_that_nobody_could_answer_is_not_offered() -> None:
    table = begun(400, 100, 50)
    say(table, "ALLIN", "FOLD")
    assert offered(table) == {"CALL", "FOLD"}
    assert refusal(table, "bob", "RAISE 90").text() == ("nobody is left who could answer a raise")


def test_pot_limit() -> None:
    table = begun(1000, 1000, 1000, preset="pot_limit")
    assert offered(table) == {"CALL", "RAISE 20..35", "FOLD"}, "15 in the pot, 10 to call, 25 more"
    say(table, "RAISE 35")
    assert "RAISE 60..115" in offered(table), "50 in the pot, 30 to call, 80 more"


def test_fixed_limit() -> None:
    table = begun(1000, 1000, 1000, preset="fixed_limit")
    assert offered(table) == {"CALL", "RAISE 20..20", "FOLD"}
    say(table, "RAISE 20", "RAISE 30", "RAISE 40")
    assert offered(table) == {"CALL", "FOLD"}, "the blind and three raises"
    assert refusal(table, asked(table), "RAISE 50").text() == (
        "this round has had all its bets and raises: 4"
    )
    say(table, "CALL", "CALL", "BET 10", "CALL", "CALL")
    assert offered(table) == {"CHECK", "BET 20..20", "FOLD"}, "twice as much on the turn"


# --- pots ----------------------------------------------------------------------------------------

ACES, KINGS, QUEENS, JACKS = "SA HA", "SK HK", "SQ HQ", "SJ HJ"
BOARD = "C2 D4 C6 D8 CT"


def test_side_pots_with_several_all_in() -> None:
    table = begun(50, 120, 400, 300)
    give(table, BOARD, ann=ACES, bob=KINGS, cid=JACKS, dan=QUEENS)
    say(table, "RAISE 300", "CALL", "ALLIN", "ALLIN")
    assert table.facts["pots"] == "200 + 210 + 360"
    assert table.scores == [200, 210, 100, 360]
    assert table.ranking[:3] == (0, 1, 3)


def test_what_nobody_matched_goes_back() -> None:
    table = begun(400, 100)
    give(table, BOARD, ann=JACKS, bob=ACES)
    say(table, "ALLIN", "CALL")
    assert table.scores == [300, 200]
    table = begun(400, 100)
    give(table, BOARD, ann=JACKS, bob=ACES)
    say(table, "CALL", "ALLIN", "ALLIN")
    assert table.scores == [300, 200]


def test_who_folded_leaves_what_they_put_in() -> None:
    table = begun(50, 200, 200, 200)
    give(table, BOARD, ann=ACES, bob=QUEENS, cid=KINGS, dan=JACKS)
    say(table, "RAISE 40", "CALL", "ALLIN", "CALL", "CALL", "CALL")
    say(table, "CHECK", "CHECK", "BET 60", "CALL", "FOLD")  # cid folds the side pot
    say(table, "CHECK", "CHECK", "CHECK", "CHECK")
    assert table.scores == [200, 210, 150, 90]


def test_equal_hands_split_and_odd_chips_go_to_the_first_after_the_dealer() -> None:
    table = begun(200, 200, 200, 200)
    give(table, BOARD, ann="S3 H5", bob="SA H3", cid="DA D3", dan="HA C3")
    say(table, "CALL", "CALL", "FOLD", "CHECK", *["CHECK"] * 9)
    assert table.scores == [195, 202, 202, 201], "35 among three: 12, 12 and 11"
    assert [*table.pot.winners] == [1, 2, 3]


@pytest.mark.parametrize(
    ("board", "ann", "bob", "winners"),
    [
        ("SA SK SQ SJ ST", "C2 D2", "HA DA", [0, 1]),  # the board plays
        ("C7 D9 CT DJ C5", "SA S3", "HA H2", [0, 1]),  # the fifth card does not tell them apart
        ("C2 D4 C6 D8 CT", "SA SQ", "HA HJ", [0]),  # the kicker does
        ("C2 C4 C6 D8 DT", "CA C3", "CK CQ", [0]),  # the higher flush
        ("SA D2 C3 H4 HK", "C5 D9", "CA DA", [0]),  # an ace as the lowest of a straight
        ("CK DK SK H2 S2", "HK C3", "CA C2", [0]),  # four of a kind against a full house
        ("CK DK H9 S9 C4", "SA S3", "HQ H4", [0]),  # three pairs are two, and a kicker
    ],
)
def test_the_best_five_of_seven(board: str, ann: str, bob: str, winners: list[int]) -> None:
    table = begun(200, 200)
    give(table, board, ann=ann, bob=bob)
    say(table, "CALL", *["CHECK"] * 7)
    assert [*table.pot.winners] == winners


def test_who_has_nothing_left_is_out_and_one_with_all_ends_the_match() -> None:
    table = begun(100, 200, 300)
    give(table, BOARD, ann=JACKS, bob=ACES, cid=KINGS)
    say(table, "FOLD", "ALLIN", "CALL")
    assert (table.scores, table.match_over) == ([0, 300, 300], False)
    table.apply("", "START")
    assert (table.dropped, table.facts["dealer"], table.facts["big_blind"]) == ([0], "bob", "cid")
    give(table, BOARD, bob=ACES, cid=KINGS)
    say(table, "ALLIN", "CALL")
    assert (table.scores, table.match_over) == ([0, 600, 0], True)


def test_a_burnt_card_is_seen_by_nobody() -> None:
    table = begun(200, 200, burn=True)
    say(table, "CALL", "CHECK")
    assert table.view(0).piles["away"] == ("??",)


def test_what_a_raise_may_be_is_an_offer() -> None:
    (offer,) = [o for o in begun(200, 200, 200).legal(2) if isinstance(o, Amount)]
    assert (offer.verb, offer.least, offer.most) == ("RAISE", 20, 200)
