"""The rules of Euchre, row by row."""

from collections.abc import Sequence

import pytest

from cardkit import EVERYONE, NOBODY, Refused
from cardkit.client.moves import place_in_hand
from tests.games.authors.euchre import TWIN, Euchre
from tests.sound import Sound

NAMES = ["ann", "bob", "cem", "dan"]  # dan deals; ann and cem play together


def said(*words: str, turned: str = "") -> Euchre:
    """A table after these words, with this card turned up."""
    table = Euchre.play(NAMES, key=b"euchre")
    if turned and table.piles["turned"] != [turned]:
        card, old = table.cards.named[turned], table.piles["turned"][0]
        where = next(key for key, pile in table.piles.items() if card in pile)
        table.piles.move([card], where, "turned", EVERYONE)
        table.piles.move([old], "turned", where, NOBODY if where == "stock" else EVERYONE)
    for line in words:
        table.apply(table.names[table.awaited[0]], line)
    return table


def tricks(trump: str, *hands: str) -> Euchre:
    """A table at which that suit is trump and the players hold these cards."""
    table = said(f"BID {trump}", turned=f"{trump}9")
    table.apply("dan", f"PUT {table.hand(3)[0]}")
    for pile in (0, 1, 2, 3, "stock"):
        table.piles.move(table.piles[pile][::-1], pile, "away", NOBODY)
    for seat, hand in enumerate(hands):
        cards = [table.cards.named[card] for card in hand.split()]
        table.piles.move(cards, "away", seat, seat)
    return table


# --- who names trump ------------------------------------------------------------------------------


def test_in_the_first_round_the_suit_that_was_turned_up_can_be_ordered() -> None:
    assert [*map(str, said(turned="HK").legal(0))] == ["BID H", "ALONE H", "PASS"]
    with pytest.raises(Refused, match="In the first round bid the suit that was turned up"):
        said(turned="HK").apply("ann", "BID S")
    with pytest.raises(Refused, match="In the first round bid the suit that was turned up"):
        said(turned="HK").apply("ann", "ALONE S")


def test_in_the_second_round_any_other_suit() -> None:
    table = said(*["PASS"] * 4, turned="HK")
    bids = [f"{word} {suit}" for word in ("BID", "ALONE") for suit in "CDS"]
    assert [*map(str, table.legal(0))] == [*bids, "PASS"]
    assert not table.piles["turned"]


def test_when_all_pass_twice_nobody_scores_and_the_next_player_deals() -> None:
    table = said(*["PASS"] * 8)
    assert not table.playing
    assert table.scores == [0, 0, 0, 0]
    table.apply("", "START")
    assert table.fact("dealer", "") == "ann"


def test_the_dealer_takes_a_card_that_was_ordered_and_puts_one_away() -> None:
    table = said("PASS", "BID H", turned="HK")
    assert table.awaited == (3,)
    assert "HK" in table.hand(3)
    table.apply("dan", f"PUT {table.hand(3)[0]}")
    assert [len(table.hand(seat)) for seat in range(4)] == [5, 5, 5, 5]
    assert (table.facts["trump"], table.facts["declarer"], table.awaited) == ("H", "bob", (0,))


def test_the_dealer_takes_nothing_in_the_second_round() -> None:
    table = said(*["PASS"] * 4, "BID S", turned="HK")
    assert table.stage.key() == "trick_game"
    assert "HK" in table.piles["away"]


@pytest.mark.parametrize(
    ("passes", "partner", "leader"), [(0, 2, 0), (1, 3, 0), (2, 0, 1), (3, 1, 0)]
)
def test_alone_the_partner_sits_out(passes: int, partner: int, leader: int) -> None:
    table = said(*["PASS"] * passes, "ALONE H", turned="HK")
    if partner != 3:  # a dealer without cards takes none
        table.apply("dan", f"PUT {table.hand(3)[0]}")
    assert not table.hand(partner)
    assert table.facts["alone"] == NAMES[passes]
    assert table.awaited == (leader,)


# --- bowers ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "cards", "winner"),
    [
        ("H", ("HA", "DJ", "HK", "HQ"), "bob"),  # the left bower beats the ace of trumps
        ("H", ("DJ", "HJ", "HA", "HK"), "bob"),  # and loses to the right one
        ("H", ("SA", "SK", "DJ", "SQ"), "cem"),  # it is a trump
        ("S", ("CJ", "SA", "SK", "SQ"), "ann"),
        ("S", ("DQ", "DJ", "DK", "HA"), "cem"),  # the jacks of the other colour are plain
        ("C", ("HA", "C9", "SJ", "HK"), "cem"),
        ("D", ("SA", "HA", "CA", "SK"), "ann"),  # without a trump the suit led wins
    ],
)
def test_the_bowers_are_the_highest_trumps(trump: str, cards: Sequence[str], winner: str) -> None:
    table = tricks(trump, *cards)
    for name, card in zip(NAMES, cards, strict=True):
        table.apply(name, f"DISCARD {card}")
    assert NAMES[table.tricks.index(1)] == winner


def test_the_left_bower_follows_trump_and_not_its_own_suit() -> None:
    table = tricks("H", "H9 D9", "DJ DA", "DT HQ", "C9 CA")
    table.apply("ann", "DISCARD H9")
    assert [*map(str, table.legal(1))] == ["DISCARD DJ"]
    with pytest.raises(Refused, match="follow suit: H was led"):
        table.apply("bob", "DISCARD DA")
    table = tricks("H", "D9 H9", "DJ DA", "DT HQ", "C9 CA")
    table.apply("ann", "DISCARD D9")
    assert [*map(str, table.legal(1))] == ["DISCARD DA"]


# --- points ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("how", "won", "makers", "others"),
    [
        ("BID", 3, 1, 0),
        ("BID", 4, 1, 0),
        ("BID", 5, 2, 0),
        ("BID", 2, 0, 2),
        ("BID", 0, 0, 2),
        ("ALONE", 3, 1, 0),
        ("ALONE", 5, 4, 0),
        ("ALONE", 2, 0, 2),
    ],
)
def test_points(how: str, won: int, makers: int, others: int) -> None:
    table = said(f"{how} H", turned="HK")
    table.tricks = [won, 5 - won, 0, 0]
    assert [table.points(seat) for seat in range(4)] == [makers, others, makers, others]


def test_ten_points_win_the_match() -> None:
    table = said()
    while not table.match_over:
        assert max(table.scores) < 10
        while table.playing:
            seat = table.awaited[0]
            offer = table.legal(seat)[0]
            card = f" {table.hand(seat)[0]}" if table.stage.key() == "pick_up" else ""
            table.apply(NAMES[seat], f"{offer.verb}{card}" if card else str(offer))
        if not table.match_over:
            table.apply("", "START")
    assert max(table.scores) >= 10
    assert table.scores[0] == table.scores[2]
    assert table.scores[1] == table.scores[3]


def test_check_game_finds_nothing_wrong(sound: Sound) -> None:
    sound(Euchre, {})


def test_a_hand_is_sorted_with_the_left_bower_among_the_trumps() -> None:
    table = tricks("H", "SJ SQ SK SA C9", "S9 CT CJ CQ CK", "D9 DT DJ DQ DK", "HT HJ HQ HK HA")
    trump = table.fact("trump", "")
    place = place_in_hand(table.view(0), Euchre.declaration)
    order = sorted(map(str, table.cards.all), key=place)
    at = order.index(f"{trump}J")
    assert order[at - 1] == f"{TWIN[trump]}J"
    assert order[at - 2] == f"{trump}A"
