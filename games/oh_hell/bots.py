"""Bots for Oh Hell."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Offer, Rand


class Exact(Bot):
    """Bids its high cards and trumps, and then wins as long as it has to, and ducks."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        commands = [offer for offer in legal if isinstance(offer, CardCommand)]
        if commands[0].verb == "BID":
            hope = self.hope(view)
            return min(commands, key=lambda bid: abs(bid.amount - hope))
        return self.play(view, commands)

    def hope(self, view: CardView) -> float:
        """About how many tricks the hand will take."""
        trump, players = view.piles["turned"][0][0], len(view.names)
        chance = 0.0
        for card in view.hand:
            level = view.ranks.index(card[1]) / (len(view.ranks) - 1)
            chance += 0.45 + 0.55 * level if card[0] == trump else level ** (2 + players)
        return chance

    def play(self, view: CardView, commands: Sequence[CardCommand]) -> str:
        trump, trick = view.fact("trump", ""), view.piles["table"]
        led = trick[0][0] if trick else ""

        def height(card: str) -> tuple[bool, bool, int]:
            return card[0] == trump, card[0] == led, view.ranks.index(card[1])

        me = view.seat or 0
        needs = int(view.fact("bids", "0", me)) - view.fact("tricks", 0, me)
        ordered = sorted(commands, key=lambda command: height(command.cards[0]))
        if not trick:
            return ordered[-1 if needs > 0 else 0]
        best = max(height(card) for card in trick)
        winning = [c for c in ordered if height(c.cards[0]) > best]
        losing = [c for c in ordered if height(c.cards[0]) < best]
        last = len(trick) == len(view.names) - 1
        if needs > 0 and winning:
            return winning[0 if last else -1]
        if needs > 0 or not losing:  # keep high cards, or take what cannot be helped with one
            return ordered[0] if needs > 0 else ordered[-1 if last else 0]
        return losing[-1]


BOTS: dict[str, type[Bot]] = {"rand": Rand, "exact": Exact}
