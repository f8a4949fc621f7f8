"""Bots for Rummy."""

from collections.abc import Sequence

from cardkit import PIPS, Bot, CardCommand, CardView, Offer, Rand, meld_worth


class Tidy(Bot):
    """Lays down all it can, takes what completes a meld, and lets go of high cards alone."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        commands = [offer for offer in legal if isinstance(offer, CardCommand)]
        down = [command for command in commands if command.verb in ("MELD", "LAY")]
        if down:
            return max(down, key=lambda command: len(command.cards))
        if "DRAW TABLE" in commands:
            top = view.piles["table"][-1]
            takes = meld_worth(top, view.hand, view.ranks) >= 1
            return "DRAW TABLE" if takes else commands[0]
        discards = [command for command in commands if command.verb == "DISCARD"]
        return min(
            discards, key=lambda command: self.kept(view, command.cards[0]), default=commands[0]
        )

    def kept(self, view: CardView, card: str) -> tuple[float, int]:
        """How much a card is worth keeping: by what it fits, then the lower the better."""
        return meld_worth(card, view.hand, view.ranks), -PIPS.get(card[1], PIPS["*"])


BOTS: dict[str, type[Bot]] = {"rand": Rand, "tidy": Tidy}
