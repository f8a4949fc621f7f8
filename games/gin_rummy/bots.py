"""Bots for Gin Rummy."""

from collections.abc import Sequence

from cardkit import PIPS, Bot, CardCommand, CardView, Offer, Rand, meld_worth


class Melder(Bot):
    """Takes what completes a meld, lets go of high cards that fit nothing, knocks at once."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        commands = [offer for offer in legal if isinstance(offer, CardCommand)]
        by_verb = {command.verb: command for command in commands}
        if "LAY" in by_verb:
            return by_verb["LAY"]
        if "DRAW TABLE" in commands:
            top = view.piles["table"][-1]
            takes = meld_worth(top, view.hand, view.ranks) >= 1
            return "DRAW TABLE" if takes else next(c for c in commands if c != "DRAW TABLE")
        verb = "KNOCK" if "KNOCK" in by_verb else "DISCARD"
        if verb not in by_verb:
            return commands[0]
        if "KNOCK" in commands:
            return "KNOCK"
        outs = [command for command in commands if command.verb == verb]
        return min(outs, key=lambda command: self.kept(view, command.cards[0]))

    def kept(self, view: CardView, card: str) -> tuple[float, int]:
        """How much a card is worth keeping: by what it fits, then the lower the better."""
        return meld_worth(card, view.hand, view.ranks), -PIPS.get(card[1], PIPS["*"])


BOTS: dict[str, type[Bot]] = {"rand": Rand, "melder": Melder}
