"""Bots for Hearts."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Choice, Offer, Rand

HIGH_SPADES = ("SQ", "SK", "SA")
"""The queen, and what would take her."""


class Dodger(Bot):
    """Passes what is dangerous, stays below the best card, and throws its worst cards off."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        (first, *_) = legal
        if isinstance(first, Choice):
            worst = sorted(view.hand, key=lambda card: self.danger(view, card))
            return " ".join((first.verb, first.name, *worst[-first.least :]))
        cards = [offer.cards[0] for offer in legal if isinstance(offer, CardCommand)]
        return f"DISCARD {self.card(view, cards, view.piles['table'])}"

    def card(self, view: CardView, cards: Sequence[str], trick: Sequence[str]) -> str:
        def height(card: str) -> int:
            return view.ranks.index(card[1])

        if not trick:
            return min(cards, key=lambda card: (card in HIGH_SPADES, height(card)))
        led = trick[0][0]
        if cards[0][0] != led:
            return max(cards, key=lambda card: self.danger(view, card))
        best = max((card for card in trick if card[0] == led), key=height)
        below = [card for card in cards if height(card) < height(best)]
        if "SQ" in below:
            return "SQ"
        costly = any(card[0] == "H" or card == "SQ" for card in trick)
        if len(trick) == 3 and not costly:  # nobody can add anything: get rid of a high card
            return max((card for card in cards if card != "SQ"), key=height, default=cards[0])
        if below:
            return max(below, key=height)
        return min(cards, key=lambda card: (card == "SQ", height(card)))

    def danger(self, view: CardView, card: str) -> float:
        """How little one wants to keep a card."""
        length = sum(other[0] == card[0] for other in view.hand)
        level = view.ranks.index(card[1])
        if card in HIGH_SPADES:
            return 30 - level if length < 5 else level
        return level + (4 if card[0] == "H" else 0) - length


BOTS: dict[str, type[Bot]] = {"rand": Rand, "dodger": Dodger}
