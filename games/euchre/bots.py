"""Bots for euchre."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Choice, Offer, Rand
from cardkit.games.euchre.bowers import STRENGTH, SUIT

ACE, BOWER = 5, 6
"""What `STRENGTH` says of an ace, and the least that it says of a bower."""


def worth(hand: Sequence[str], trump: str) -> float:
    """About how many tricks a hand takes where this suit is trump."""
    trumps = [STRENGTH[trump][card] for card in hand if SUIT[trump][card] == trump]
    aces = sum(card[1] == "A" and card[0] != trump for card in hand)
    return sum(1.0 if height >= BOWER else 0.5 + height / 20 for height in trumps) + 0.6 * aces


class Caller(Bot):
    """Bids on trumps and aces, wins as cheaply as it can, and lets its partner's card stand."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        commands = [offer for offer in legal if isinstance(offer, CardCommand)]
        if view.stage == "auction":
            return self.bid(view, commands)
        trump = view.fact("trump", "") or view.fact("contract", "")
        if view.stage == "pick_up":
            (offer,) = (offer for offer in legal if isinstance(offer, Choice))
            return f"PUT {min(offer.cards, key=lambda card: self.height(card, trump))}"
        return self.play(view, [command.cards[0] for command in commands], trump)

    def bid(self, view: CardView, commands: Sequence[CardCommand]) -> str:
        """The best suit, if the hand is good for three tricks with a little help."""
        bids = [command for command in commands if command.word]
        tricks = {bid.word: worth(view.hand, bid.word) for bid in bids}
        suit = max(tricks, key=tricks.__getitem__)
        wanted = "ALONE" if tricks[suit] > 4 else "BID"
        best = next((bid for bid in bids if bid == f"{wanted} {suit}"), bids[0])
        return best if tricks[suit] > 2.2 or "PASS" not in commands else "PASS"

    def play(self, view: CardView, cards: Sequence[str], trump: str) -> str:
        trick, suit = view.piles["table"], SUIT[trump]

        def power(card: str) -> tuple[bool, bool, int]:
            return suit[card] == trump, suit[card] == suit[trick[0]], STRENGTH[trump][card]

        def low(card: str) -> int:
            return self.height(card, trump)

        if not trick:  # a bower draws trumps, an ace may hold
            return f"DISCARD {max(cards, key=lambda c: (low(c) % 20 >= ACE, low(c)))}"
        best = max(trick, key=power)
        winning = [card for card in cards if power(card) > power(best)]
        others = 4 - bool(view.fact("alone", ""))
        partner = len(trick) > 1 and others == 4 and trick[-2] == best
        if not winning or (partner and (len(trick) == 3 or power(best)[2] >= ACE)):
            return f"DISCARD {min(cards, key=low)}"
        pick = min if len(trick) == others - 1 else max
        return f"DISCARD {pick(winning, key=low)}"

    def height(self, card: str, trump: str) -> int:
        """Low cards first, trumps last."""
        return 20 * (SUIT[trump][card] == trump) + STRENGTH[trump][card]


BOTS: dict[str, type[Bot]] = {"rand": Rand, "caller": Caller}
