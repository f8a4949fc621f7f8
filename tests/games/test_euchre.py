"""The rules of Euchre, row by row: the North American game for four, as pagat.com tells it.

Settled: 24 cards from nine to ace; the first bid ends the bidding; a lone hand is announced with
the bid; the player after the dealer leads, or the next if that one sits out; all pass twice and
the next player deals, unless the dealer is stuck; ten points win, in the short game five.
"""

from collections.abc import Sequence

import pytest

from cardkit import EVERYONE, NOBODY, Refused
from cardkit.cardgame.rules import rule_sheet
from cardkit.client.moves import place_in_hand
from cardkit.games.euchre import Euchre
from cardkit.games.euchre.bowers import TWIN
from tests.helpers import lines, refusal

NAMES = ["ann", "bob", "cem", "dan"]  # dan deals; ann and cem play together


def said(*words: str, turned: str = "", preset: str = "") -> Euchre:
    """A table after these words, with this card turned up."""
    table = Euchre.play(NAMES, preset, key=b"euchre")
    if turned and table.piles["turned"] != [turned]:
        card, old = table.cards.named[turned], table.piles["turned"][0]
        where = next(key for key, pile in table.piles.items() if card in pile)
        table.piles.move([card], where, "turned", EVERYONE)
        table.piles.move([old], "turned", where, NOBODY if where == "stock" else EVERYONE)
        table.turned_up = (card,)
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
    for said_wrongly in ("BID S", "ALONE S"):
        refused = refusal(said(turned="HK"), "ann", said_wrongly)
        assert "S cannot be bid now. You may say: BID H, ALONE H, PASS" in str(refused)


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


def test_a_dealer_who_is_stuck_names_a_suit() -> None:
    table = said(*["PASS"] * 7, turned="HK", preset="stick_the_dealer")
    assert "PASS" not in lines(table, "dan")
    refused = refusal(table, "dan", "PASS")
    assert refused.reason == "STUCK"
    assert "the dealer has to bid a suit" in str(refused)
    table.apply("dan", "BID S")
    assert table.facts["trump"] == "S"


def test_the_dealer_is_stuck_only_in_the_second_round() -> None:
    table = said(*["PASS"] * 3, turned="HK", preset="stick_the_dealer")
    assert "PASS" in lines(table, "dan")


def test_in_canada_the_partner_of_the_dealer_orders_alone() -> None:
    table = said("PASS", turned="HK", preset="canadian")
    assert lines(table, "bob") == {"ALONE H", "PASS"}
    assert "has to play alone" in str(refusal(table, "bob", "BID H"))
    assert "BID S" in lines(said(*["PASS"] * 5, turned="HK", preset="canadian"), "bob")


def test_the_dealer_may_put_away_the_card_that_was_turned_up() -> None:
    table = said("BID H", turned="HK")
    table.apply("dan", "PUT HK")
    assert "HK" in table.piles["away"]


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


@pytest.mark.parametrize(("preset", "points"), [("standard", 10), ("short", 5)])
def test_so_many_points_win_the_match(preset: str, points: int) -> None:
    table = said(preset=preset)
    while not table.match_over:
        assert max(table.scores) < points
        while table.playing:
            seat = table.awaited[0]
            offer = table.legal(seat)[0]
            card = f" {table.hand(seat)[0]}" if table.stage.key() == "pick_up" else ""
            table.apply(NAMES[seat], f"{offer.verb}{card}" if card else str(offer))
        if not table.match_over:
            table.apply("", "START")
    assert max(table.scores) >= points
    assert table.scores[0] == table.scores[2]
    assert table.scores[1] == table.scores[3]


@pytest.mark.parametrize(
    ("preset", "sentence"),
    [
        ("", "In the first round bid the suit that was turned up, in the second another."),
        ("", "You may bid ALONE: then your partner's cards are put away."),
        ("", "The dealer takes the cards and puts as many away."),
        ("", "The jack of trumps is the highest trump, the other jack of its colour the second."),
        ("", "If nobody bids, the game is over."),
        ("", "A match ends when a player has 10 points."),
        ("short", "A match ends when a player has 5 points."),
        ("stick_the_dealer", "When all others have passed twice, the dealer has to bid a suit."),
    ],
)
def test_the_rule_sheet_tells_it(preset: str, sentence: str) -> None:
    assert sentence in rule_sheet(Euchre, preset)


def test_a_hand_is_sorted_with_the_left_bower_among_the_trumps() -> None:
    table = tricks("H", "SJ SQ SK SA C9", "S9 CT CJ CQ CK", "D9 DT DJ DQ DK", "HT HJ HQ HK HA")
    trump = table.fact("trump", "")
    place = place_in_hand(table.view(0), Euchre.declaration)
    order = sorted(map(str, table.cards.all), key=place)
    at = order.index(f"{trump}J")
    assert order[at - 1] == f"{TWIN[trump]}J"
    assert order[at - 2] == f"{trump}A"
