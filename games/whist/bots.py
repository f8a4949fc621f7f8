"""Bots for whist."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Offer, Rand


class Partner(Bot):
    """Leads from strength, wins as cheaply as possible, and lets its partner's card stand."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        cards = [offer.cards[0] for offer in legal if isinstance(offer, CardCommand)]
        trump, trick = view.fact("trump", ""), view.piles["table"]

        def height(card: str) -> tuple[bool, int]:
            """Low cards first, trumps last."""
            return card[0] == trump, view.ranks.index(card[1])

        if not trick:
            return f"DISCARD {self.lead(view, cards, trump)}"
        best = max(trick, key=lambda c: (c[0] == trump, c[0] == trick[0][0], height(c)))
        partner_wins = len(trick) > 1 and trick.index(best) == len(trick) - 2
        winning = [c for c in cards if c[0] in (best[0], trump) and height(c) > height(best)]
        if not winning or (partner_wins and (len(trick) == 3 or height(best)[1] > 9)):
            return f"DISCARD {min(cards, key=height)}"
        pick = min if len(trick) == 3 else max  # the last player need not play high
        return f"DISCARD {pick(winning, key=height)}"

    def lead(self, view: CardView, cards: Sequence[str], trump: str) -> str:
        """An ace, or else the lowest card of the longest plain suit."""

        suits = [card[0] for card in cards]

        def worth(card: str) -> tuple[int, ...]:
            plain, length = card[0] != trump, suits.count(card[0])
            return (plain and card[1] == "A", plain, length, -view.ranks.index(card[1]))

        return max(cards, key=worth)


class Veteran(Bot):
    """Counts the cards that are out, draws trumps, takes its winners, and wins cheaply."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        cards = [str(offer.cards[0]) for offer in legal if isinstance(offer, CardCommand)]
        trick = Trick(view)
        return f"DISCARD {trick.follow(cards) if trick.played else trick.lead(cards)}"


class Trick:
    """A trick, and the cards that others may still play."""

    def __init__(self, view: CardView) -> None:
        self.played, self.trump = view.piles["table"], view.fact("trump", "")
        self.rank = {suit + rank: at for suit in view.suits for at, rank in enumerate(view.ranks)}
        seen = {*view.hand, *(card for pile in view.piles.values() for card in pile)}
        self.out = [card for card in self.rank if card not in seen]

    def height(self, card: str) -> tuple[bool, bool, int]:
        """What takes a trick comes last."""
        led = self.played[0][0] if self.played else ""
        return card[0] == self.trump, card[0] == led, self.rank[card]

    def is_high(self, card: str) -> bool:
        """Whether no higher card of its suit is out."""
        return not any(c[0] == card[0] and self.rank[c] > self.rank[card] for c in self.out)

    def lead(self, cards: Sequence[str]) -> str:
        """Trumps while others have them and it pays, then winners, or else low from length."""
        suits = [card[0] for card in cards]
        trumps = [card for card in cards if card[0] == self.trump]
        plain = [card for card in cards if card[0] != self.trump]
        out = sum(card[0] == self.trump for card in self.out)
        top = max(trumps, key=self.height, default="")
        is_high = bool(top) and self.is_high(top)
        many = len(trumps) > 3 or (is_high and 2 * len(trumps) >= out)
        if not plain or (trumps and out and many):
            return top if is_high or not plain else min(trumps, key=self.height)

        def length(card: str) -> tuple[int, int]:
            return suits.count(card[0]), -self.rank[card]

        high = [card for card in plain if self.is_high(card)]
        if high and out:  # a short suit may be ruffed later than a long one
            return min(high, key=length)
        return max(high or plain, key=length)

    def follow(self, cards: Sequence[str]) -> str:
        """The cheapest card that wins for certain, high in third hand and low in second."""
        best, number = max(self.played, key=self.height), len(self.played)
        winning = sorted([c for c in cards if self.height(c) > self.height(best)], key=self.height)
        low = min(cards, key=lambda card: (card[0] == self.trump, self.rank[card]))
        partner_wins = number > 1 and best == self.played[-2]
        if not winning or (partner_wins and (number == 3 or self.is_high(best))):
            return low
        sure = [card for card in winning if card[0] != best[0] or self.is_high(card)]
        if sure or number == 3:
            return winning[0] if number == 3 else sure[0]
        if number == 1:
            return winning[0] if self.rank[best] > 7 else low
        top = winning[-1]
        between = [c for c in self.out if c[0] == top[0] and self.rank[c] < self.rank[top]]
        floor = max([self.rank[c] for c in between], default=0)
        return next(card for card in winning if self.rank[card] >= floor)


BOTS: dict[str, type[Bot]] = {"rand": Rand, "partner": Partner, "veteran": Veteran}
