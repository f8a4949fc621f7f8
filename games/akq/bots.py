"""Bots for AKQ, named after the two strategies that come with seed 001."""

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


BOTS: dict[str, type[Bot]] = {"rand": Rand, "honest": Honest}
