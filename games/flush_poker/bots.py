"""Bots for flush poker."""

from collections import Counter
from collections.abc import Sequence

from cardkit import RANKS, Bot, CardCommand, CardView, Choice, Offer, Rand


class Solid(Bot):
    """Exchanges towards the best hand, pays for good ones and drops the rest."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        kept = keep(view.hand)
        if isinstance(legal[0], Choice):
            return " ".join(["EXCHANGE", *(c for c in view.hand if c not in kept)])
        words = {offer.verb for offer in legal}
        if strength(view.hand) >= 3:  # three of a kind or better
            return "ALLIN"
        if "CHECK" in words:
            return "CHECK"
        assert view.seat is not None
        owed = view.fact("price", 0) - view.fact("paid", 0, view.seat)
        if strength(view.hand) >= 2 or (len(kept) == 2 and owed * 20 <= view.scores[view.seat]):
            return "CALL" if "CALL" in words else "ALLIN"
        return "DROP"


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
