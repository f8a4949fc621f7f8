"""Poker hands: classes, order and ties, against a slow evaluator that shares no code with them."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import comb, prod
from random import Random

import pytest

from cardkit.cardgame import Deck
from cardkit.cardgame.cards import Card, cards_of
from cardkit.cardgame.poker import HANDS, Hands, hands_of, name_of

DECK = cards_of(Deck())
WAYS = [
    pytest.param(ace_low, kickers, id=f"ace_low={ace_low}-kickers={kickers}")
    for ace_low, kickers in product((False, True), repeat=2)
]
EXAMPLES = {
    "royal flush": "DA DK DQ DJ DT",
    "straight flush": "D9 DK DQ DJ DT",
    "four of a kind": "S7 H7 D7 C7 S2",
    "full house": "S7 H7 D7 C2 S2",
    "flush": "S2 S4 S6 S8 ST",
    "straight": "S2 S4 S6 S3 C5",
    "three of a kind": "S7 H7 D7 C3 S2",
    "two pairs": "S7 H7 D3 C3 S2",
    "one pair": "S7 H7 D4 C3 S2",
    "high card": "S7 H8 D4 C3 S2",
}


def cards(line: str) -> list[Card]:
    return [DECK.named[name] for name in line.split()]


def slow(hand: list[Card], ace_low: bool, kickers: bool) -> tuple[object, ...]:
    """The class, its own ranks, perhaps all ranks, then suits: bigger is better."""
    ranks = sorted(("23456789TJQKA".index(card[1]) for card in hand), reverse=True)
    wheel = ace_low and ranks == [12, 3, 2, 1, 0]
    by_rank = Counter(ranks)
    groups = sorted(by_rank, key=lambda r: (by_rank[r], r), reverse=True)
    shape = sorted(by_rank.values(), reverse=True)
    flush = len({card[0] for card in hand}) == 1
    straight = wheel or ranks == list(range(ranks[0], ranks[0] - 5, -1))
    if straight and flush:
        name, own = ("royal flush" if ranks[1] == 11 else "straight flush"), groups
    elif shape == [4, 1]:
        name, own = "four of a kind", groups[:1]
    elif shape == [3, 2]:
        name, own = "full house", groups
    elif flush:
        name, own = "flush", groups
    elif straight:
        name, own = "straight", groups
    elif shape == [3, 1, 1]:
        name, own = "three of a kind", groups[:1]
    elif shape == [2, 2, 1]:
        name, own = "two pairs", groups[:2]
    elif shape == [2, 1, 1, 1]:
        name, own = "one pair", groups[:1]
    else:
        name, own = "high card", groups[:1]
    if wheel:
        own = groups = [3, 2, 1, 0, -1]
    places = {rank % 13: place for place, rank in enumerate(groups)}
    suits = sorted((places["23456789TJQKA".index(c[1])], -"CDHS".index(c[0])) for c in hand)
    return list(EXAMPLES)[::-1].index(name), own, groups if kickers else [], [-s for _, s in suits]


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_hand_of_each_class(name: str) -> None:
    for turn in range(5):  # however the cards lie in the hand
        hand = cards(EXAMPLES[name])
        assert name_of(hands_of().value(hand[turn:] + hand[:turn])) == name


def test_the_classes_from_high_to_low() -> None:
    assert tuple(EXAMPLES)[::-1] == HANDS
    values = [hands_of().value(cards(line)) for line in EXAMPLES.values()]
    assert values == sorted(values, reverse=True)


def test_the_lowest_straight() -> None:
    wheel, six = cards("SA H2 D3 C4 S5"), cards("H6 S2 H3 D4 D5")
    assert name_of(hands_of(ace_low=False).value(wheel)) == "high card"
    assert name_of(hands_of(ace_low=True).value(wheel)) == "straight"
    assert hands_of(ace_low=True).value(wheel) < hands_of(ace_low=True).value(six)
    steel = cards("SA S2 S3 S4 S5")
    assert name_of(hands_of(ace_low=False).value(steel)) == "flush"
    assert name_of(hands_of(ace_low=True).value(steel)) == "straight flush"
    for around in ("SQ HK DA C2 S3", "SK HA D2 C3 S4"):
        assert name_of(hands_of(ace_low=True).value(cards(around))) == "high card"


def test_the_suit_of_the_lowest_straight_is_that_of_its_five() -> None:
    one, other = cards("SA H2 D3 C4 D5"), cards("HA D2 C3 S4 H5")
    assert hands_of(ace_low=True).best([(0, one), (1, other)]) == 1
    assert hands_of(ace_low=False).best([(0, one), (1, other)]) == 0, "an ace high"


def counted(hands: Hands) -> Counter[str]:
    """How many of all hands are of each class, by the ways in which suits fall on ranks."""
    found: Counter[str] = Counter()
    for key, value in hands.plain.items():
        copies = [key // 5**rank % 5 for rank in range(13)]
        flushes = 4 if max(copies) == 1 else 0
        found[name_of(value)] += prod(comb(4, n) for n in copies) - flushes
        if flushes:
            found[name_of(hands.flush[key])] += flushes
    return found


def test_how_many_hands_there_are_of_each_class() -> None:
    ordinary = {
        "royal flush": 4,
        "straight flush": 36,
        "four of a kind": 624,
        "full house": 3744,
        "flush": 5108,
        "straight": 10_200,
        "three of a kind": 54_912,
        "two pairs": 123_552,
        "one pair": 1_098_240,
        "high card": 1_302_540,
    }
    assert sum(ordinary.values()) == comb(52, 5)
    wheels = {"straight flush": -4, "flush": 4, "straight": -1020, "high card": 1020}
    for kickers in (False, True):
        assert counted(hands_of(ace_low=True, kickers=kickers)) == ordinary
        high_only = {name: count + wheels.get(name, 0) for name, count in ordinary.items()}
        assert counted(hands_of(ace_low=False, kickers=kickers)) == high_only


@pytest.mark.parametrize(("ace_low", "kickers"), WAYS)
def test_the_best_hand_agrees_with_a_slow_evaluator(ace_low: bool, kickers: bool) -> None:
    """On random deals, and on deals of few ranks and suits, where ties are common."""
    hands, rng = hands_of(ace_low=ace_low, kickers=kickers), Random(2_598_960)
    for number in range(2500):
        ranks = "23456789TJQKA" if number % 2 else rng.choice(("2345A", "AKQJT", "789TJ", "56A"))
        pack = [card for card in DECK.all if card.rank in ranks]
        rng.shuffle(pack)
        deal = [(place, pack[5 * place : 5 * place + 5]) for place in range(len(pack) // 5)][:4]
        keys = [slow(hand, ace_low, kickers) for _, hand in deal]
        assert len({str(key) for key in keys}) == len(deal), "there is never a tie"
        assert hands.best(deal) == keys.index(max(keys)), deal
        for _, hand in deal:
            assert HANDS.index(name_of(hands.value(hand))) == slow(hand, ace_low, kickers)[0]


@pytest.mark.parametrize(("ace_low", "kickers"), WAYS)
def test_values_are_in_the_order_of_the_slow_evaluator(ace_low: bool, kickers: bool) -> None:
    """Suits aside, values sort hands of any deals just as the slow evaluator does."""
    hands, rng = hands_of(ace_low=ace_low, kickers=kickers), Random(52)
    sample = [rng.sample(DECK.all, 5) for _ in range(2500)] + [
        cards(line.translate(str.maketrans("SHDC", suits)))
        for line in EXAMPLES.values()
        for suits in ("SHDC", "CDHS")
    ]
    ranked = sorted((hands.value(hand), slow(hand, ace_low, kickers)[:3]) for hand in sample)
    assert [key for _, key in ranked] == sorted(key for _, key in ranked)
    assert len({value for value, _ in ranked}) == len({str(key) for _, key in ranked})


def test_the_best_five_of_seven_are_the_best_of_all_fives() -> None:
    rng, hands = Random(7), hands_of(ace_low=True)
    for suits in ("CDHS", "CDHS", "HS"):  # with two suits there are many flushes
        deck = [card for card in DECK.all if card.suit in suits]
        for _ in range(200):
            seven = rng.sample(deck, 7)
            assert hands.best_of(seven) == max(map(hands.value, combinations(seven, 5)))
