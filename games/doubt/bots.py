"""Bots for Doubt."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Choice, Offer, Rand

SUITS = 4


class Skeptic(Bot):
    """Tells the truth while it can, and doubts what is unlikely, or would win the game."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        offer, due = legal[0], view.fact("due", "")
        if isinstance(offer, Choice):
            return f"LAY {' '.join(self.lay(view, due, offer.most))}"
        if offer.verb == "CLAIM":
            ranks = [card[1] for card in view.hand if card[0] != "J"] or view.ranks
            return f"CLAIM {max(ranks, key=ranks.count)}"
        return "DOUBT" if self.is_lie(view) else "BELIEVE"

    def lay(self, view: CardView, due: str, most: int) -> Sequence[str]:
        """All that it holds of the rank; or else the card whose turn comes last."""
        true = [card for card in view.hand if card[1] == due and card[0] != "J"]
        if true:
            return true[:most]
        players, ranks = len(view.names), len(view.ranks)
        at = view.ranks.index(due)

        def turns(card: str) -> int:
            """After how many of its own turns the rank of this card is due."""
            if card[0] == "J":
                return -1
            ahead = (at + players * turn for turn in range(1, ranks + 1))
            return next((n for n, r in enumerate(ahead) if view.ranks[r % ranks] == card[1]), ranks)

        return [max(view.hand, key=turns)]

    def is_lie(self, view: CardView) -> bool:
        """Whether it is likely that a player has no card of the rank; a last card is no gift."""
        claim, heap = view.fact("claim", ""), view.piles["heap"]
        known = sum(card[1] == claim for card in (*view.hand, *heap) if card != "??")
        others = [len(hand) for seat, hand in enumerate(view.hands) if seat != view.seat]
        lie = (1 - 1 / len(others)) ** max(0, SUITS - known)
        return lie > 0.6 or not min(others)


BOTS: dict[str, type[Bot]] = {"rand": Rand, "skeptic": Skeptic}
