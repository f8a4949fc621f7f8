"""Poker hands: what a hand is, which of two is better, and the best five of more cards.

The sum of card keys (powers of five, one a rank) tells how many there are of each rank, so a hand
is one look-up. Suits matter only for a flush, and otherwise only when hands are equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from cardkit.cardgame.cards import RANKS, SUITS, Card

HANDS = (
    "high card",
    "one pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "royal flush",
)
_SPREAD = 16**5
_SUIT_ORDER = {suit: place for place, suit in enumerate(SUITS)}


class Hands:
    """The values of all hands under one way of breaking ties."""

    def __init__(self, *, ace_low: bool = False, kickers: bool = True) -> None:
        self.ace_low = ace_low
        self.plain: dict[int, int] = {}
        self.flush: dict[int, int] = {}
        self._more: dict[int, int] = {}
        """The best five of more ranks, as far as somebody has asked."""
        for levels in combinations_with_replacement(range(13), 5):
            if levels[0] == levels[4]:
                continue  # five of a rank
            key = sum(5**level for level in levels)
            self.plain[key] = _worth(levels, False, ace_low, kickers)
            if len(set(levels)) == 5:
                self.flush[key] = _worth(levels, True, ace_low, kickers)

    def value(self, hand: Sequence[Card]) -> int:
        """A number for five cards: the higher, the better; suits do not count yet."""
        a, b, c, d, e = hand
        key = a.key + b.key + c.key + d.key + e.key
        if a.suit == b.suit == c.suit == d.suit == e.suit:
            return self.flush[key]
        return self.plain[key]

    def best(self, hands: Sequence[tuple[int, Sequence[Card]]]) -> int:
        """The owner of the best hand; suits decide between equal ones, so there is always one."""
        values = [self.value(cards) for _, cards in hands]
        top = max(values)
        equal = [hand for hand, value in zip(hands, values, strict=True) if value == top]
        if len(equal) == 1:
            return equal[0][0]
        return max(equal, key=lambda hand: suits_of(hand[1], self.ace_low))[0]

    def best_of(self, cards: Sequence[Card]) -> int:
        """The value of the best five of five or more cards."""
        keys = [card.key for card in cards]
        total = sum(keys)
        value = self._more.get(total)
        if value is None:
            value = self._more[total] = _best(self.plain, keys)
        suits = [card.suit for card in cards]
        for suit in SUITS:
            if suits.count(suit) >= 5:
                own = [card.key for card in cards if card.suit == suit]
                return max(value, _best(self.flush, own))
        return value


def _best(worths: dict[int, int], keys: Sequence[int]) -> int:
    return max([worths.get(sum(five), 0) for five in combinations(keys, 5)])


@lru_cache(maxsize=4)
def hands_of(*, ace_low: bool = False, kickers: bool = True) -> Hands:
    """The table of all hands, made once for each way of breaking ties."""
    return Hands(ace_low=ace_low, kickers=kickers)


def name_of(value: int) -> str:
    """What a hand of this value is called."""
    return HANDS[value // _SPREAD]


def suits_of(hand: Sequence[Card], ace_low: bool = False) -> list[int]:
    """The suits of a hand, the most telling card first, for equal hands."""
    counts = {card.rank: sum(c.rank == card.rank for c in hand) for card in hand}
    ranks = "A" + RANKS if ace_low and set(counts) == set("A2345") else RANKS
    telling = sorted(
        hand,
        key=lambda c: (counts[c.rank], ranks.index(c.rank), _SUIT_ORDER[c.suit]),
        reverse=True,
    )
    return [_SUIT_ORDER[card.suit] for card in telling]


def _worth(levels: tuple[int, ...], same_suit: bool, ace_low: bool, kickers: bool) -> int:
    counts = sorted(((levels.count(x), x) for x in set(levels)), reverse=True)
    shape = tuple(count for count, _ in counts)
    ranks = [x for _, x in counts]
    straight = len(ranks) == 5 and ranks[0] - ranks[4] == 4
    if ace_low and ranks == [12, 3, 2, 1, 0]:
        straight, ranks = True, [3, 2, 1, 0, 0]
    if straight and same_suit:
        kind, own = (9 if ranks[0] == 12 else 8), 1
    elif same_suit:
        kind, own = 5, 5
    elif straight:
        kind, own = 4, 1
    else:
        kind, own = _GROUPS[shape]
    worth = 0
    for place in range(5):
        counted = place < own or (kickers and place < len(ranks))
        worth = worth * 16 + (ranks[place] if counted else 0)
    return kind * _SPREAD + worth


# Shape of the ranks: the hand, and how many of its ranks are the hand's own.
_GROUPS = {
    (4, 1): (7, 1),
    (3, 2): (6, 2),
    (3, 1, 1): (3, 1),
    (2, 2, 1): (2, 2),
    (2, 1, 1, 1): (1, 1),
    (1, 1, 1, 1, 1): (0, 1),
}
