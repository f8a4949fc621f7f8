"""Bots for flush poker."""

from collections import Counter
from collections.abc import Sequence

from cardkit import RANKS, Bettor, Bot, CardCommand, CardView, Choice, Offer, Rand

WINS = ((0.41, 0.27), (0.46, 0.33), (0.73, 0.71), (0.88, 0.87), (0.95, 0.95), (0.96, 0.97))
"""For each strength of a hand: how often it wins against one other if there are two exchanges to
come, and if there is one. (As found out by 60,000 deals.)"""


class Solid(Bettor):
    """Exchanges towards the best hand, bets what it is worth, and bluffs now and then."""

    respect = 0.3

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        if isinstance(legal[0], Choice):
            kept = keep(view.hand)
            return " ".join(["EXCHANGE", *(c for c in view.hand if c not in kept)])
        return super().choose(view, legal)

    def chance(self, view: CardView) -> float:
        late, what = "rejected" in view.piles, strength(view.hand)
        wins, kept = WINS[what][late], keep(view.hand)
        if what == 1:  # two cards up to seven, or higher ones
            return wins + 0.14 * max(0, (RANKS.index(kept[0][1]) - 5) // 4)
        return wins + 0.04 * (len(kept) == 4 and not what)


def strength(hand: Sequence[str]) -> int:
    """0 for nothing, 1 for a pair, 2 for two pairs, 3 and more for what is better."""
    counts = sorted(Counter(card[1] for card in hand).values(), reverse=True)
    if len(counts) == 5:
        return 4 if is_flush(hand) or is_straight(hand) else 0
    return {(2, 1): 1, (2, 2): 2, (3, 1): 3}.get((counts[0], counts[1]), 5)


def is_flush(hand: Sequence[str]) -> bool:
    return len({card[0] for card in hand}) == 1


def is_straight(hand: Sequence[str]) -> bool:
    levels = {RANKS.index(card[1]) for card in hand}
    return len(levels) == len(hand) and max(levels) - min(levels) < 5


def keep(hand: Sequence[str]) -> list[str]:
    """What not to exchange: a made hand, what comes in twice, four to a flush, the high cards."""
    if strength(hand) >= 4:
        return list(hand)
    counts = Counter(card[1] for card in hand)
    twice = [card for card in hand if counts[card[1]] > 1]
    if twice:
        return twice
    suits = Counter(card[0] for card in hand)
    suit, most = suits.most_common(1)[0]
    if most == 4:
        return [card for card in hand if card[0] == suit]
    return sorted(hand, key=lambda card: RANKS.index(card[1]))[-1:]


BOTS: dict[str, type[Bot]] = {"rand": Rand, "solid": Solid}
