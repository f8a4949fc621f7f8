"""Bots for Spades."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Offer, Rand


class Steady(Bot):
    """Bids its sure tricks, wins cheaply until they are there, and then avoids bags."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        commands = [offer for offer in legal if isinstance(offer, CardCommand)]
        if commands[0].verb == "BID":
            hope = self.hope(view)
            return min(commands, key=lambda bid: abs(bid.amount - hope) + (not bid.amount) * 0.6)
        return self.play(view, commands)

    def hope(self, view: CardView) -> float:
        """About how many tricks the hand will take."""
        chance = 0.0
        for suit in view.suits:
            ranks = [card[1] for card in view.hand if card[0] == suit]
            sure = {"A": 1.0, "K": 0.7 if len(ranks) > 1 else 0.3, "Q": 0.3}
            if suit == "S":
                sure = {"A": 1.0, "K": 0.9, "Q": 0.7, "J": 0.4}
                chance += 0.7 * max(0, len(ranks) - 3)
            elif len(ranks) < 2:
                chance += 0.4
            chance += sum(sure.get(rank, 0) for rank in ranks)
        return chance

    def play(self, view: CardView, commands: Sequence[CardCommand]) -> str:
        trick = view.piles["table"]
        led = trick[0][0] if trick else ""

        def height(card: str) -> tuple[bool, bool, int]:
            return card[0] == "S", card[0] == led, view.ranks.index(card[1])

        ordered = sorted(commands, key=lambda command: height(command.cards[0]))
        side = self.side(view)
        bids = [int(view.fact("bids", "0", seat)) for seat in side]
        needs = sum(bids) - sum(view.fact("tricks", 0, seat) for seat in side)
        wants = bids[0] > 0 and needs > 0  # who has bid nil wants no trick
        if not trick:
            return ordered[-1 if wants else 0]
        best = max(trick, key=height)
        winning = [c for c in ordered if height(c.cards[0]) > height(best)]
        losing = [c for c in ordered if height(c.cards[0]) < height(best)]
        if not wants:
            return losing[-1] if losing else ordered[0]
        partners = len(side) == 2 and len(trick) == 3 and trick[1] == best
        return winning[0] if winning and not partners else ordered[0]

    def side(self, view: CardView) -> tuple[int, ...]:
        """This player, and the one who faces them: partners have the same points."""
        me, scores, order = view.seat or 0, view.scores, view.order
        partner = order[(order.index(me) + 2) % 4]
        alike = scores[order[0]] == scores[order[2]] and scores[order[1]] == scores[order[3]]
        return (me, partner) if alike else (me,)


BOTS: dict[str, type[Bot]] = {"rand": Rand, "steady": Steady}
