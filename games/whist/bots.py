"""Bots for whist."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Offer, Rand


class Partner(Bot):
    """Leads from strength, wins as cheaply as possible, and lets its partner's card stand."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        cards = [offer.cards[0] for offer in legal if isinstance(offer, CardCommand)]
        trump, trick = view.fact("trump", ""), view.piles["table"]

        def height(card: str) -> tuple[bool, int]:
            """Low cards first, trumps last."""
            return card[0] == trump, view.ranks.index(card[1])

        if not trick:
            return f"DISCARD {self.lead(view, cards, trump)}"
        best = max(trick, key=lambda c: (c[0] == trump, c[0] == trick[0][0], height(c)))
        partner_wins = len(trick) > 1 and trick.index(best) == len(trick) - 2
        winning = [c for c in cards if c[0] in (best[0], trump) and height(c) > height(best)]
        if not winning or (partner_wins and (len(trick) == 3 or height(best)[1] > 9)):
            return f"DISCARD {min(cards, key=height)}"
        pick = min if len(trick) == 3 else max  # the last player need not play high
        return f"DISCARD {pick(winning, key=height)}"

    def lead(self, view: CardView, cards: Sequence[str], trump: str) -> str:
        """An ace, or else the lowest card of the longest plain suit."""

        def worth(card: str) -> tuple[int, ...]:
            length = sum(other[0] == card[0] for other in cards)
            plain = card[0] != trump
            return (plain and card[1] == "A", plain, length, -view.ranks.index(card[1]))

        return max(cards, key=worth)


BOTS: dict[str, type[Bot]] = {"rand": Rand, "partner": Partner}
