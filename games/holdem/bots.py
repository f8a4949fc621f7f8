"""Bots for Texas hold'em."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from cardkit import RANKS, SUITS, Amount, Bot, CardCommand, CardView, Offer, Rand

Value = tuple[int, tuple[int, ...]]


class Tight(Bot):
    """Plays few hands, bets what they are worth, and pays for others by the pot odds."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        assert view.seat is not None
        words = {offer.verb for offer in legal}
        raising = next((offer for offer in legal if isinstance(offer, Amount)), None)
        pot, price = view.fact("pot", 0), view.fact("price", 0)
        owed = min(price - view.fact("paid", 0, view.seat), view.scores[view.seat])
        chance = chance_to_win(view, owed)
        if chance > (0.75 if owed else 0.6):
            if raising:
                wished = price + (pot + owed) * 2 // 3
                return f"{raising.verb} {min(max(wished, raising.least), raising.most)}"
            if "ALLIN" in words:
                return "ALLIN"
        if "CHECK" in words:
            return "CHECK"
        if chance > owed / (pot + owed) + 0.02:
            return "CALL" if "CALL" in words else "ALLIN"
        return "FOLD"


def chance_to_win(view: CardView, owed: int) -> float:
    """Against those who are likely to be in: one, or those who have bet as much as this costs."""
    shared = view.piles.get("shared", ())
    one = after_the_flop(view.hand, shared) if shared else before_the_flop(view.hand)
    price, others = view.fact("price", 0), range(len(view.names))
    betting = sum(view.fact("paid", 0, s) >= price for s in others if s != view.seat) if owed else 1
    return float(one ** max(1, min(betting, 3)))


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


def after_the_flop(hand: Sequence[str], shared: Sequence[str]) -> float:
    """How many of other hands are worse now, and something for a flush or straight to come."""
    own, seen = value([*hand, *shared]), {*hand, *shared}
    unseen = [s + r for r in RANKS for s in SUITS if s + r not in seen]
    others = [value([*two, *shared]) for two in [*combinations(unseen, 2)][::29]]
    better = sum((own > other) + 0.5 * (own == other) for other in others) / len(others)
    left = 5 - len(shared)
    return better + (1 - better) * 0.16 * left * is_draw(hand, shared)


def is_draw(hand: Sequence[str], shared: Sequence[str]) -> bool:
    """Whether one card more makes a flush, with some of the hand."""
    suits = Counter(card[0] for card in (*hand, *shared))
    return any(suits[card[0]] == 4 for card in hand)


def value(cards: Sequence[str]) -> Value:
    """What the best five of these cards are: the kind of hand, and the ranks that count."""
    levels = [RANKS.index(card[1]) for card in cards]
    suit, most = Counter(card[0] for card in cards).most_common(1)[0]
    flush = [RANKS.index(card[1]) for card in cards if card[0] == suit] if most > 4 else []
    if flush and (top := straight(flush)) is not None:
        return 8, (top,)
    groups = sorted(((n, level) for level, n in Counter(levels).items()), reverse=True)
    ranks = tuple(level for _, level in groups)
    first, second = groups[0][0], groups[1][0]
    if first == 4:
        return 7, (ranks[0], max(ranks[1:]))
    if first == 3 and second > 1:
        return 6, ranks[:2]
    if flush:
        return 5, tuple(sorted(flush)[:-6:-1])
    if (top := straight(levels)) is not None:
        return 4, (top,)
    if first == 2 and second == 2:
        return 2, (*ranks[:2], max(ranks[2:]))
    return {3: 3, 2: 1, 1: 0}[first], ranks[: 6 - first]


def straight(levels: Sequence[int]) -> int | None:
    """The highest card of a straight, where an ace can also be the lowest."""
    there = {*levels} | ({-1} if 12 in levels else set[int]())
    return next((top for top in range(12, 2, -1) if {*range(top - 4, top + 1)} <= there), None)


BOTS: dict[str, type[Bot]] = {"rand": Rand, "tight": Tight}
