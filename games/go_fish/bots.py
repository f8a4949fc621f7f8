"""Bots for Go Fish."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Offer, Rand


class Angler(Bot):
    """Asks for what it has seen in a hand, or for what it holds most of, of the fullest hand.

    Two players know which ranks they have asked for in vain, so there it is another rank each time.
    """

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        asks = [offer for offer in legal if isinstance(offer, CardCommand)]
        return max(asks, key=lambda ask: self.hope(view, ask))

    def hope(self, view: CardView, ask: CardCommand) -> tuple[int, int, int, int]:
        """What speaks for an ask: cards seen, cards held, cards unseen, and whose turn it is."""
        rank, theirs = ask.word[-1], view.hands[ask.target]
        seen = sum(card.endswith(ask.word) for card in theirs)
        held = sum(card[1] == rank for card in view.hand) if len(view.hands) > 2 else 0
        turn = view.ranks.index(rank) + 5 * len(view.piles["stock"])
        return seen, held, len(theirs), turn % len(view.ranks)


BOTS: dict[str, type[Bot]] = {"rand": Rand, "angler": Angler}
