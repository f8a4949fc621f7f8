"""Blackjack: its rules, each with a position that shows it.

- Seats: 1 to 7 players against the house; all bet before the deal, or sit out; who has less than
  the least bet is out.
- Counting: pictures ten, an ace eleven or one; beyond 21 a hand has lost at once.
- Blackjack: an ace and a ten in the first two cards pay 3:2 (or 6:5), beat any other 21, and draw
  with the house's blackjack. An ace and a ten after a split are a plain 21.
- Hole card: the house's second card is hidden until all have played. With an ace or ten up the
  house looks (the American way) and ends the game if it has a blackjack; in the European way it
  does not look, and doubled and split bets are lost as well.
- House: draws up to 16, stands on every 17; or hits a soft 17. It does not draw when every hand is
  beyond 21, a blackjack or given up.
- Double: on any first two cards, also after a split; one card more.
- Split: two cards that count the same, up to three times; split aces get one card each.
- Insurance: half the bet, when the house shows an ace; pays 2:1.
- Surrender (late, where allowed): the first two cards for half the bet.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from cardkit.games.blackjack import Blackjack
from cardkit.games.blackjack.house import count
from cardkit.netgame import PlainDealer
from tests.helpers import lines, refusal


class Stacked(PlainDealer):
    """Puts the wished cards on top of whatever it shuffles."""

    __slots__ = ()
    WISHED: ClassVar[list[str]] = []

    def shuffle(self, cards: list[Any], label: str) -> None:
        super().shuffle(cards, label)
        for at, name in enumerate(self.WISHED):
            there = next(n for n in range(at, len(cards)) if cards[n] == name)
            cards[at], cards[there] = cards[there], cards[at]


def dealt(bet: int, *cards: str, house: str, stock: str = "", **how: Any) -> Blackjack:
    """A table where everybody bets this, and gets these cards; the house's, and what comes next."""
    names = ["ann", "bob", "cid"][: len(cards)]
    Stacked.WISHED = " ".join((*cards, house, stock)).split()
    table = Blackjack.play(names, dealer=Stacked, **how)
    for name in names:
        table.apply(name, f"BET {bet}")
    return table


def won(table: Blackjack) -> list[int]:
    assert not table.playing
    return [points - 1000 for points in table.scores]


@pytest.mark.parametrize(
    ("cards", "counts"),
    [
        ("SK HQ", (20, False)),
        ("SA HQ", (21, True)),
        ("SA HA", (12, True)),
        ("SA H6", (17, True)),
        ("SA H6 D9", (16, False)),
        ("SA HA D9", (21, True)),
        ("ST H5 D7", (22, False)),
    ],
)
def test_counting(cards: str, counts: tuple[int, bool]) -> None:
    assert count(cards.split()) == counts


@pytest.mark.parametrize(
    ("hand", "house", "said", "stock", "points"),
    [
        ("ST H9", "D8 CT", "STAND", "", 100),
        ("ST H8", "D8 CT", "STAND", "", 0),
        ("ST H7", "D8 CT", "STAND", "", -100),
        ("ST H6", "D8 CT", "HIT", "D6", -100),  # beyond 21
        ("ST H2", "D8 CT", "HIT", "D9", 100),  # 21: nobody is asked any more
        ("ST H2", "D6 CT", "STAND", "DT", 100),  # the house goes beyond
        ("ST H8", "D6 C9", "STAND", "D2", 100),  # 17: it stands
        ("S5 H6", "D8 CT", "DOUBLE", "DT", 200),
        ("S5 H6", "D8 CT", "DOUBLE", "D2", -200),
        ("ST HA", "D8 CT", "", "", 150),
        ("ST HA", "DT CA", "", "", 0),
        ("ST H9", "DT CA", "", "", -100),  # the house has looked
        ("ST H5", "D8 C3", "HIT", "C6 DT", 0),  # 21 each
    ],
)
def test_what_a_hand_wins(hand: str, house: str, said: str, stock: str, points: int) -> None:
    table = dealt(100, hand, house=house, stock=stock)
    if said:
        table.apply("ann", said)
    assert won(table) == [points]


def test_six_to_five() -> None:
    assert won(dealt(100, "ST HA", house="D8 CT", preset="six_to_five")) == [120]


def test_soft_17() -> None:
    for preset, points in (("stands_on_17", 100), ("hits_soft_17", -100)):
        table = dealt(100, "ST H8", house="D6 CA", stock="D4", preset=preset)
        table.apply("ann", "STAND")
        assert won(table) == [points]


def test_the_hole_card_is_hidden_until_all_have_played() -> None:
    table = dealt(100, "ST H8", "S9 H9", house="D6 CT", stock="D4")
    assert table.view(0).piles["house"] == ("D6", "??")
    assert table.facts["house_count"] == "6"
    table.apply("ann", "STAND")
    table.apply("bob", "STAND")
    assert table.view(0).piles["house"] == ("D6", "CT", "D4")


def test_the_house_does_not_draw_when_nothing_depends_on_it() -> None:
    table = dealt(100, "ST H6", "SA HT", house="D6 CT", stock="D7 D4")
    table.apply("ann", "HIT")
    assert (won(table), len(table.piles["house"])) == ([-100, 150], 2)


def test_the_european_house_does_not_look() -> None:
    table = dealt(100, "S5 H6", house="DT CA", stock="DK", preset="european")
    table.apply("ann", "DOUBLE")
    assert won(table) == [-200], "21, but the house has a blackjack"


@pytest.mark.parametrize(
    ("house", "said", "points"),
    [
        ("DA CT", ["INSURE"], 0),
        ("DA CT", ["DECLINE"], -100),
        ("DA C9", ["INSURE", "STAND"], -150),
    ],
)
def test_insurance(house: str, said: list[str], points: int) -> None:
    table = dealt(100, "ST H9", house=house)
    assert lines(table, "ann") == {"INSURE", "DECLINE"}
    for what in said:
        table.apply("ann", what)
    assert won(table) == [points]


def test_insurance_needs_an_ace() -> None:
    assert "INSURE" not in lines(dealt(100, "ST H9", house="DT C9"), "ann")


def test_surrender() -> None:
    table = dealt(15, "ST H6", house="DT C9", preset="surrender")
    table.apply("ann", "SURRENDER")
    assert won(table) == [-8], "half of 15 points comes back, whole points only"


def test_split() -> None:
    table = dealt(100, "S8 H8", house="D6 CT", stock="D3 DT CK S9")
    assert "SPLIT" in lines(table, "ann")
    table.apply("ann", "SPLIT")
    assert (table.hand(0), table.piles["split:0"]) == (["S8", "D3"], ["H8"])
    table.apply("ann", "DOUBLE")  # 21
    assert (table.hand(0), table.piles["played:0"]) == (["H8", "CK"], ["D3", "DT", "S8"])
    assert table.facts["stakes"] == [300]
    table.apply("ann", "STAND")
    assert won(table) == [300], "the house has 25"


def test_split_three_times() -> None:
    table = dealt(100, "S8 H8", house="D6 CT", stock="D8 C8 S8")
    for left in (1, 2, 3):
        table.apply("ann", "SPLIT")
        assert len(table.piles["split:0"]) == left
    assert refusal(table, "ann", "SPLIT").reason == "NOT_NOW"


def test_split_aces_get_a_card_each_and_no_blackjack() -> None:
    table = dealt(100, "SA HA", house="D6 CT", stock="DT D5 C2")
    table.apply("ann", "SPLIT")
    assert won(table) == [0], "21 pays 1:1, 16 loses to 18"


@pytest.mark.parametrize(
    ("hand", "said", "before", "why"),
    [
        ("ST H6", "SPLIT", [], "only two cards that count the same can be split"),
        ("S2 H3", "DOUBLE", ["HIT"], "DOUBLE is for the first two cards of a hand"),
        ("ST HQ", "SPLIT", [], "that takes another 500 points"),
    ],
)
def test_refusals_teach(hand: str, said: str, before: list[str], why: str) -> None:
    table = dealt(500, hand, house="D6 CT", stock="D4", options={"points": 900})
    for what in before:
        table.apply("ann", what)
    assert refusal(table, "ann", said).text() == why


def test_bets_have_limits() -> None:
    table = Blackjack.play(["ann"])
    assert lines(table, "ann") == {"BET 10..500", "SIT"}
    assert refusal(table, "ann", "BET 9").text() == "BET takes a whole number from 10 to 500"


def test_who_sits_out_is_dealt_nothing() -> None:
    table = Blackjack.play(["ann", "bob"])
    table.apply("ann", "SIT")
    table.apply("bob", "BET 10")
    assert not table.hand(0)
    assert len(table.hand(1)) >= 2


def test_nobody_bets() -> None:
    table = Blackjack.play(["ann"])
    table.apply("ann", "SIT")
    assert (table.playing, table.scores) == (False, [1000])


def test_who_cannot_bet_is_out_and_the_match_ends_with_the_last() -> None:
    table = dealt(500, "ST H6", "ST H7", house="D8 CT", stock="D9", options={"points": 500})
    table.apply("ann", "HIT")
    table.apply("bob", "STAND")
    assert (table.scores, table.match_over) == ([0, 0], True)


def test_one_pack_is_enough_for_everybody() -> None:
    """Where the stock runs out, players can only stand."""
    names = [f"p{n}" for n in range(7)]
    table = Blackjack.play(names, options={"packs": 1})
    for name in names:
        table.apply(name, "BET 10")
    while table.playing:
        seat = table.awaited[0]
        offered = lines(table, table.names[seat])
        said = next(w for w in ("DECLINE", "SPLIT", "HIT", "STAND") if w in offered)
        table.apply(table.names[seat], said)
    assert sum(map(len, table.piles.values())) == 52
