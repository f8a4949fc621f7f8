"""Oh Hell, rule by rule.

| rule | settled |
|---|---|
| players | three to seven |
| hands | seven cards, one fewer in each deal down to one, and up again: thirteen deals |
| trump | the suit of the card that is turned up after the deal |
| bidding | everybody once, from the dealer's left on; the dealer last |
| the hook | the dealer may not make all bids add up to the tricks; without it in `free_bids` |
| the play | the dealer's left leads; follow suit; trumps need not be played |
| points | exactly the bid: 10 and the bid; anything else: nothing |
| every trick | each trick counts a point, and an exact bid ten more |
| at once | all bid at the same time, and nobody is hooked |
| long | ten cards down to one and up again, for three to five players |
"""

import pytest

from cardkit import Refused
from cardkit.cardgame.rules import rule_sheet
from cardkit.games.oh_hell import OhHell
from tests.helpers import lines

NAMES = ["ann", "bob", "cem"]
HANDS = (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)


def bid(*bids: int, preset: str = "") -> OhHell:
    """A table after these bids."""
    table = OhHell.play(NAMES, preset, key=b"oh hell")
    for name, number in zip(NAMES, bids, strict=False):
        table.apply(name, f"BID {number}")
    return table


def play_game(table: OhHell) -> None:
    """Everybody says the first thing that they may until the game is over."""
    while table.playing:
        seat = table.awaited[0]
        table.apply(table.names[seat], str(table.legal(seat)[0]))


def test_a_match_is_thirteen_games_of_seven_cards_down_to_one_and_up_again() -> None:
    table, sizes, dealers = bid(), [], []
    while True:
        sizes.append(len(table.hand(0)))
        dealers.append(table.fact("dealer", ""))
        play_game(table)
        if table.match_over:
            break
        table.apply("", "START")
    assert tuple(sizes) == HANDS
    assert dealers[:4] == ["cem", "ann", "bob", "cem"]


def test_the_card_that_is_turned_up_is_trump() -> None:
    table = bid(1, 1, 1)
    assert table.facts["trump"] == table.piles["turned"][0].suit
    assert table.awaited == (0,)  # the player after the dealer leads


@pytest.mark.parametrize(
    ("others", "forbidden"), [((3, 2), 2), ((0, 0), 7), ((7, 0), 0), ((4, 4), None)]
)
def test_the_dealer_may_not_make_the_bids_add_up(
    others: tuple[int, int], forbidden: int | None
) -> None:
    table = bid(*others)
    offered = {offer.partition(" ")[2] for offer in map(str, table.legal(2))}
    assert offered == {str(n) for n in range(8) if n != forbidden}
    if forbidden is not None:
        with pytest.raises(Refused, match=f"bid more or fewer than {forbidden}"):
            table.apply("cem", f"BID {forbidden}")


def test_other_players_bid_what_they_like() -> None:
    assert len(bid(7).legal(1)) == 8


@pytest.mark.parametrize(
    ("bids", "tricks", "points"),
    [
        ((3, 3, 2), [3, 2, 2], [13, 0, 12]),
        ((0, 7, 1), [0, 7, 0], [10, 17, 0]),
        ((1, 1, 1), [0, 2, 5], [0, 0, 0]),
    ],
)
def test_exactly_the_bid_scores_ten_and_the_bid(
    bids: tuple[int, ...], tricks: list[int], points: list[int]
) -> None:
    table = bid(*bids)
    table.tricks = tricks
    assert [table.points(seat) for seat in range(3)] == points


def test_points_are_added_up_and_rank_the_players() -> None:
    table = bid(2, 2, 2)
    play_game(table)
    assert table.scores == [table.points(seat) for seat in range(3)]
    assert [*table.ranking] == sorted(table.ranking, key=lambda s: -table.scores[s])


def test_the_rule_sheet_tells_it_all() -> None:
    sheet = rule_sheet(OhHell)
    assert "Cards for each player, game by game: 7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7." in sheet
    assert "A match is at most 13 games." in sheet
    assert "The suit of the card that was turned up is trump" in sheet


def test_without_the_hook_the_dealer_bids_anything() -> None:
    assert lines(bid(3, 2, preset="free_bids"), "cem") == {f"BID {n}" for n in range(8)}


def test_every_trick_counts_and_an_exact_bid_ten_more() -> None:
    table = bid(3, 3, 2, preset="every_trick")
    table.tricks = [3, 2, 2]
    assert [table.points(seat) for seat in range(3)] == [13, 2, 12]


def test_all_can_bid_at_once() -> None:
    table = bid(preset="at_once")
    assert table.awaited == (0, 1, 2)
    for name in NAMES:
        assert table.fact("bids", "", 0) == ""
        table.apply(name, "BID 3")
    assert table.facts["bids"] == ["3"] * 3
    with pytest.raises(Refused, match="no dealer comes last"):
        OhHell.play(NAMES, "at_once", {"hook": True})


def test_a_long_match_begins_with_ten_cards_and_has_nineteen_deals() -> None:
    table = bid(preset="long")
    assert len(table.hand(0)) == 10
    assert table.match.games == 19
    with pytest.raises(Refused):
        OhHell.play([f"p{n}" for n in range(6)], "long")
