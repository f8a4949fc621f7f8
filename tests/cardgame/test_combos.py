"""Combinations: what is recognised is what is generated, jokers and all."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.cardgame import Deck
from cardkit.cardgame.cards import Card, Cards, cards_of
from cardkit.cardgame.combos import GROUP, RUN, Combos, Play, combos_of

ORDER = "3456789TJQKA2"
checked = settings(deadline=None, derandomize=True, max_examples=150)
DECKS = [cards_of(Deck(order=ORDER, jokers=jokers)) for jokers in range(4)]


@st.composite
def hands(draw: st.DrawFn, most: int = 10) -> tuple[Cards, list[Card]]:
    """A deck with 0 to 3 jokers and a hand of it, often with jokers and neighbours in it."""
    cards = draw(st.sampled_from(DECKS))
    near = [c for c in cards.all if c.joker or (c.suit in "SH" and c.level < 7)]
    one_suit = [c for c in cards.all if c.joker or c.suit == "S"]
    pool = draw(st.sampled_from([cards.all, near, one_suit]))
    hand = draw(st.lists(st.sampled_from(pool), max_size=most, unique_by=lambda c: c.number))
    return cards, hand


def all_plays(cards: Cards, hand: list[Card], least_run: int = 3) -> list[Play]:
    return combos_of(cards).all_plays(hand, least_run)


def ways_by_definition(hand: tuple[Card, ...], least_run: int) -> int:
    """In how many ways exactly these cards are one play, counted from the rules alone."""
    plain = [c for c in hand if not c.joker]
    levels = sorted(c.level for c in plain)
    if not plain:
        return 1 if hand else 0
    group = len({c.rank for c in plain}) == 1
    if group:
        return 1
    one_suit = len({c.suit for c in plain}) == 1
    size = len(hand)
    if not least_run or not one_suit or size < least_run:
        return 0
    lows = range(len(ORDER) - size + 1)
    return sum(low <= levels[0] and levels[-1] < low + size for low in lows)


@checked
@given(hands())
def test_every_generated_play_is_recognised_as_that_play(dealt: tuple[Cards, list[Card]]) -> None:
    cards, hand = dealt
    for least_run in (0, 3, 4):
        for play in all_plays(cards, hand, least_run):
            assert play in combos_of(cards).recognise(play.cards, least_run)


@checked
@given(hands(most=8), st.sampled_from([0, 3, 4]))
def test_every_set_that_is_a_play_is_generated(
    dealt: tuple[Cards, list[Card]], least_run: int
) -> None:
    """Recognised, generated and counted by definition: three times the same."""
    cards, hand = dealt
    generated: dict[frozenset[str], int] = {}
    for play in all_plays(cards, hand, least_run):
        key = frozenset(play.cards)
        generated[key] = generated.get(key, 0) + 1
    for size in range(len(hand) + 1):
        for some in combinations(hand, size):
            ways = ways_by_definition(some, least_run)
            assert len(combos_of(cards).recognise(some, least_run)) == ways
            assert generated.get(frozenset(some), 0) == ways


@checked
@given(hands(most=14))
def test_no_play_is_listed_twice(dealt: tuple[Cards, list[Card]]) -> None:
    cards, hand = dealt
    plays = all_plays(cards, hand)
    assert len(plays) == len(set(plays))
    assert all(len(set(play.cards)) == play.size for play in plays)
    assert all(set(play.cards) <= set(hand) for play in plays)


@checked
@given(hands())
def test_a_play_says_what_it_is(dealt: tuple[Cards, list[Card]]) -> None:
    cards, hand = dealt
    for play in all_plays(cards, hand):
        plain: list[Card] = [c for c in play.cards if not c.joker]
        assert play.size == len(play.cards)
        assert play.wild == play.size - len(plain)
        assert play.suit_bits == sum({c.suit_bit for c in plain})
        assert play == f"DISCARD {' '.join(play.cards)}"
        if play.kind == RUN:
            assert play.ranks == ORDER[play.low : play.high + 1]
            places = zip(play.cards, play.ranks, strict=True)
            assert all(c.joker or c.rank == rank for c, rank in places)
        elif plain:
            assert play.kind == GROUP
            assert play.ranks == plain[0].rank * play.size
            assert play.low == play.high == plain[0].level
        else:
            assert play.jokers_only
            assert (play.ranks, play.low) == ("", len(ORDER))


def written(names: str, jokers: int = 1, least_run: int = 3) -> set[str]:
    """The ways to write these cards as one play."""
    cards = DECKS[jokers]
    found = combos_of(cards).recognise([cards.named[n] for n in names.split()], least_run)
    return {" ".join(play.cards) for play in found}


@pytest.mark.parametrize(
    ("names", "ways"),
    [
        ("S4 S5 J1", {"S4 S5 J1", "J1 S4 S5"}),
        ("J1 S4 S5", {"S4 S5 J1", "J1 S4 S5"}),
        ("S4 S6 J1", {"S4 J1 S6"}),
        ("S3 S4 J1", {"S3 S4 J1"}),
        ("SA S2 J1", {"J1 SA S2"}),
        ("S4 S7 J1", set()),
        ("S4 H5 J1", set()),
        ("S4 H4 J1", {"H4 S4 J1"}),
        ("S2 S3 S4", set()),
    ],
)
def test_a_joker_in_a_run_goes_by_its_place(names: str, ways: set[str]) -> None:
    assert written(names) == ways


def test_several_jokers_in_a_run() -> None:
    assert written("S4 S5 J1 J2", 2) == {"S4 S5 J1 J2", "J1 S4 S5 J2"}
    assert written("S4 S7 J1 J2", 2) == {"S4 J1 J2 S7"}
    assert written("S4 S6 J1 J2", 2) == {"S4 J1 S6 J2", "J1 S4 J2 S6"}
    assert written("S5 S6 J1 J2 J3", 3) == {"J1 J2 S5 S6 J3", "J1 S5 S6 J2 J3", "S5 S6 J1 J2 J3"}


def test_one_card_and_jokers_are_a_group_never_a_run() -> None:
    """`S4 J1 J2` has one meaning only."""
    assert written("S4 J1 J2", 2) == {"S4 J1 J2"}
    (play,) = combos_of(DECKS[2]).recognise([DECKS[2].named[n] for n in ("S4", "J1", "J2")], 3)
    assert play.kind == GROUP


def test_jokers_alone_are_above_all_ranks() -> None:
    assert written("J1 J2", 2) == {"J1 J2"}
    assert written("J1 J2 J3", 3) == {"J1 J2 J3"}


def test_a_joker_may_stand_for_a_card_one_keeps() -> None:
    cards = DECKS[1]
    hand = [cards.named[n] for n in ("S4", "S5", "S6", "J1")]
    lines = {" ".join(play.cards) for play in all_plays(cards, hand)}
    assert {"S4 J1 S6", "S4 S5 S6", "S4 S5 J1", "J1 S5 S6", "S5 S6 J1", "S5 J1"} <= lines


def test_the_ready_made_plays_of_a_deck_are_shared() -> None:
    """Equal plays are one object, so a list of plays costs only the looking up."""
    assert isinstance(combos_of(DECKS[1]), Combos)
    hand = [DECKS[1].named[n] for n in ("S4", "H4", "J1")]
    twice = zip(all_plays(DECKS[1], hand), all_plays(DECKS[1], hand), strict=True)
    assert all(one is other for one, other in twice)
