"""Bots for blackjack."""

from collections.abc import Sequence

from cardkit import Amount, Bot, CardCommand, CardView, Offer, Rand
from cardkit.games.blackjack.house import count, worth

ACE = 11
SPLITS = {11: range(2, 12), 9: (2, 3, 4, 5, 6, 8, 9), 8: range(2, 12), 7: range(2, 8)} | {
    6: range(2, 7),
    4: (5, 6),
    3: range(2, 8),
    2: range(2, 8),
}
"""By what two cards count each: what the house shows where they are split."""
DOUBLES = {9: range(3, 7), 10: range(2, 10), 11: range(2, 11)}
SOFT_DOUBLES = {13: (5, 6), 14: (5, 6), 15: (4, 5, 6), 16: (4, 5, 6)} | {
    17: (3, 4, 5, 6),
    18: (3, 4, 5, 6),
}
SURRENDERS = {16: (9, 10, ACE), 15: (10,)}


class Basic(Bot):
    """Bets little and plays basic strategy: the best against the card that the house shows."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        bet = next((offer for offer in legal if isinstance(offer, Amount)), None)
        if bet is not None:
            assert view.seat is not None
            return f"BET {min(max(bet.least, view.scores[view.seat] // 50), bet.most)}"
        words = {offer.verb for offer in legal}
        if "DECLINE" in words:
            return "DECLINE"
        wished = advice(view.hand, high(view.piles["house"][0]))
        return next(word for word in (*wished, "STAND") if word in words)


def high(card: str) -> int:
    """What a card counts, an ace as eleven."""
    return ACE if card[1] == "A" else worth(card)


def advice(hand: Sequence[str], shown: int) -> list[str]:
    """What to do against this card of the house, the best first, as far as it is allowed."""
    total, soft = count(hand)
    found = list[str]()
    if len(hand) == 2:
        pair = high(hand[0]) if worth(hand[0]) == worth(hand[1]) else 0
        if not soft and pair != 8 and shown in SURRENDERS.get(total, ()):
            found.append("SURRENDER")
        if shown in SPLITS.get(pair, ()):
            found.append("SPLIT")
        if shown in (SOFT_DOUBLES if soft else DOUBLES).get(total, ()):
            found.append("DOUBLE")
    return [*found, "STAND" if is_enough(total, soft, shown) else "HIT"]


def is_enough(total: int, soft: bool, shown: int) -> bool:
    """Whether to stand: a house with a low card may well go beyond 21."""
    if soft:
        return total > 18 or (total == 18 and shown < 9)
    return total > 16 or (total > 12 and shown < 7) or (total == 12 and shown in (4, 5, 6))


BOTS: dict[str, type[Bot]] = {"rand": Rand, "basic": Basic}
