"""Bots for Dou Dizhu."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Climber, Offer, Rand

WORTH = {"J1": 3.0, "J2": 4.0}
BY_RANK = {"2": 1.5, "A": 0.5}
NEEDED = {3: 7.0, 2: 5.5, 1: 4.5}
"""What a hand must be worth for a bid."""


class Steward(Climber):
    """Bids on jokers, twos and bombs; then gets rid of weak cards and long plays first."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        if view.stage == "auction":
            return self.bid(view, legal)
        return super().choose(view, legal)

    def bid(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        ranks = [card[1] for card in view.hand]
        bombs = sum(ranks.count(rank) == 4 for rank in view.ranks)
        worth = 2.0 * bombs + sum(WORTH.get(c, BY_RANK.get(c[1], 0)) for c in view.hand)
        bids = [b for b in legal if isinstance(b, CardCommand) and b.amount]
        fitting = [bid for bid in bids if worth >= NEEDED[bid.amount]]
        return max(fitting, key=lambda bid: bid.amount, default="PASS")


BOTS: dict[str, type[Bot]] = {"rand": Rand, "steward": Steward}
