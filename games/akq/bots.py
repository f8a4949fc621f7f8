"""Bots for AKQ: the two strategies that come with seed 001, and what is best."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Offer, Rand


class Honest(Bot):
    """Bets what its card is worth: all on an ace, some on a king, nothing on a queen."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        assert view.seat is not None
        rank = view.hand[0][1]
        if rank == "A":
            return "ALLIN"
        all_points = view.scores[view.seat] + view.fact("paid", 0, view.seat)
        limit = all_points // 3 if rank == "K" else 0
        if any(offer.verb == "BET" for offer in legal):
            return f"BET {limit // 3}"
        return "CALL" if view.fact("price", 0) <= limit else "FOLD"


class Nash(Bot):
    """Plays an equilibrium: nobody wins more than a point in 18 hands from it."""

    strong = True

    # One point is the only bet that pays. A bet of more need not be called with a king, since a
    # queen that bluffs with it risks as much as there is to win; so it wins no more with an ace.
    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        rank, price = view.hand[0][1], view.fact("price", 0)
        verbs = {offer.verb for offer in legal}
        if "BET" in verbs:
            return "BET 0"
        if not price:
            bets = "RAISE" in verbs and (rank == "A" or (rank == "Q" and self.below(3) == 0))
            return "RAISE 1" if bets else "CALL"
        calls = rank == "A" or (rank == "K" and price == 1 and self.below(3) == 0)
        return "CALL" if calls else "FOLD"


BOTS: dict[str, type[Bot]] = {"rand": Rand, "honest": Honest, "nash": Nash}
