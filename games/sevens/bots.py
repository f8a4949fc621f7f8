"""Bots for Sevens."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Offer, Rand


class Holder(Bot):
    """Opens the way for its own cards first, and holds up what would only help others."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        plays = [o for o in legal if isinstance(o, CardCommand) and o.verb == "DISCARD"]
        if not plays:
            return "PASS"
        best = max(plays, key=lambda play: self.rate(view, play))
        can_wait = "PASS" in legal and view.fact("passes", 0, view.seat) < 3
        return "PASS" if can_wait and self.rate(view, best) < (0,) else best

    def rate(self, view: CardView, play: CardCommand) -> tuple[int, ...]:
        """How many cards of its own come behind this one, less what it opens to others."""
        card = play.word or play.cards[0]
        suit, level, start = card[0], view.ranks.index(card[1]), view.ranks.index("7")
        beyond = view.ranks[level + 1 :] if level >= start else view.ranks[:level][::-1]
        laid = {*view.piles["rows"]}
        mine = sum(suit + rank in view.hand for rank in beyond)
        following = suit + beyond[0] if beyond else ""
        opens = bool(following) and following not in view.hand and following not in laid
        joker = bool(play.word)
        return (mine - opens - joker, not joker, abs(level - start))


BOTS: dict[str, type[Bot]] = {"rand": Rand, "holder": Holder}
