"""Bots for Seven Bridge."""

from collections.abc import Sequence

from cardkit import PIPS, Bot, CardCommand, CardView, Offer, Rand, meld_worth

DOWN = ("PON", "CHI", "MELD", "LAY")


class Caller(Bot):
    """Calls and lays down all it can, sevens last; lets go of high cards that fit nothing."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        commands = [offer for offer in legal if isinstance(offer, CardCommand)]
        down = [command for command in commands if command.verb in DOWN]
        if down:
            return max(down, key=lambda command: len(command.cards))
        discards = [command for command in commands if command.verb == "DISCARD"]
        if discards:
            return min(discards, key=lambda command: self.kept(view, command.cards[0]))
        return commands[0]

    def kept(self, view: CardView, card: str) -> tuple[bool, float, int]:
        """How much a card is worth keeping: a seven, then by what it fits, then the lower ones."""
        fits = meld_worth(card, view.hand, view.ranks)
        return card[1] == "7", fits, -PIPS.get(card[1], PIPS["*"])


BOTS: dict[str, type[Bot]] = {"rand": Rand, "caller": Caller}
