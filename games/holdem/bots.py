"""Bots for Texas hold'em."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from cardkit import RANKS, SUITS, Bettor, Bot, CardView, Rand

Value = tuple[int, tuple[int, ...]]
LEVELS = {rank: level for level, rank in enumerate(RANKS)}


class Tight(Bettor):
    """Plays few hands, bets what they are worth, bluffs at times, and calls by the pot odds."""

    def chance(self, view: CardView) -> float:
        shared = tuple(view.piles.get("shared", ()))
        return after_the_flop(view.hand, shared) if shared else before_the_flop(view.hand)


def before_the_flop(hand: Sequence[str]) -> float:
    """About how often these two cards beat two others, by Chen's points for them."""
    low, high = sorted(RANKS.index(card[1]) for card in hand)
    points = {12: 10, 11: 8, 10: 7, 9: 6}.get(high, high / 2 + 1)
    if low == high:
        return 0.36 + 0.024 * max(5, 2 * points)
    gap = high - low - 1
    points -= (0, 1, 2, 4)[gap] if gap < 4 else 5
    points += (gap < 2 and high < 10) + 2 * (hand[0][0] == hand[1][0])
    return 0.36 + 0.024 * points


def after_the_flop(hand: Sequence[str], shared: tuple[str, ...]) -> float:
    """How many of other hands are worse now, and something for a flush or straight to come."""
    own, seen = value([*hand, *shared]), {*hand}
    others = [worth for two, worth in other_hands(shared) if seen.isdisjoint(two)]
    better = sum([(own > other) + 0.5 * (own == other) for other in others]) / len(others)
    left = 5 - len(shared)
    return better + (1 - better) * 0.16 * left * is_draw(hand, shared)


@lru_cache(maxsize=1024)  # who searches asks for the same again and again
def other_hands(shared: tuple[str, ...]) -> list[tuple[tuple[str, str], Value]]:
    """Some of the hands that others may hold, and what they are worth."""
    unseen = [s + r for r in RANKS for s in SUITS if s + r not in shared]
    return [(two, value([*two, *shared])) for two in [*combinations(unseen, 2)][::29]]


def is_draw(hand: Sequence[str], shared: Sequence[str]) -> bool:
    """Whether one card more makes a flush, with some of the hand."""
    suits = Counter(card[0] for card in (*hand, *shared))
    return any(suits[card[0]] == 4 for card in hand)


def value(cards: Sequence[str]) -> Value:
    """What the best five of these cards are: the kind of hand, and the ranks that count."""
    counts, suits = [0] * 13, dict.fromkeys(SUITS, 0)
    for card in cards:
        level = LEVELS[card[1]]
        counts[level] += 1
        suits[card[0]] |= 1 << level
    flush = next((levels for levels in suits.values() if levels.bit_count() > 4), 0)
    if flush and (top := straight(flush)):
        return 8, (top,)
    groups = sorted([(n, level) for level, n in enumerate(counts) if n], reverse=True)
    ranks = tuple([level for _, level in groups])
    first, second = groups[0][0], groups[1][0]
    if first == 4:
        return 7, (ranks[0], max(ranks[1:]))
    if first == 3 and second > 1:
        return 6, ranks[:2]
    if flush:
        return 5, tuple([level for level in range(12, -1, -1) if flush >> level & 1][:5])
    if top := straight(sum([1 << level for level in ranks])):
        return 4, (top,)
    if first == 2 and second == 2:
        return 2, (*ranks[:2], max(ranks[2:]))
    return {3: 3, 2: 1, 1: 0}[first], ranks[: 6 - first]


def straight(levels: int) -> int:
    """The highest of five levels in a row, which are bits; 0: none. An ace can be the lowest."""
    low = levels << 1 | levels >> 12
    lowest = low & low >> 1 & low >> 2 & low >> 3 & low >> 4
    return lowest.bit_length() + 2 if lowest else 0


BOTS: dict[str, type[Bot]] = {"rand": Rand, "tight": Tight}
