"""Bots for contract bridge."""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, Offer, Rand
from cardkit.games.bridge.bidding import HIGH, call


class Solid(Bot):
    """Bids by points and lengths, draws trumps, takes its winners and wins cheaply."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        if view.stage == "auction":
            return call(view, [str(offer) for offer in legal])
        cards = [offer.cards[0] for offer in legal if isinstance(offer, CardCommand)]
        return f"DISCARD {Trick(view, cards).card()}"


class Trick:
    """A trick from the side of one hand, the own or dummy's, from which a card is to be played."""

    def __init__(self, view: CardView, cards: Sequence[str]) -> None:
        assert view.seat is not None
        self.view, self.cards = view, [*map(str, cards)]
        self.trump = view.fact("trump", "")
        self.trick = view.piles["table"]
        seats = range(4)
        self.turn = next(seat for seat in seats if self.cards[0] in view.hands[seat])
        self.declarer = view.names.index(view.fact("declarer", ""))
        self.declares = (view.seat - self.declarer) % 2 == 0
        played = [c for name, pile in view.piles.items() if name != "stock" for c in pile]
        open_ = [card for hand in view.hands for card in hand if card != "??"]
        known = {*played, *open_}
        self.hidden = [s + r for s in view.suits for r in view.ranks if s + r not in known]
        """The cards that this player does not see."""

    def card(self) -> str:
        return self.follow() if self.trick else self.lead()

    def rank(self, card: str) -> int:
        return self.view.ranks.index(card[1])

    def height(self, card: str) -> tuple[bool, int]:
        """Low cards first, trumps last."""
        return card[0] == self.trump, self.rank(card)

    def beats(self, card: str, best: str) -> bool:
        if card[0] == best[0]:
            return self.rank(card) > self.rank(best)
        return card[0] == self.trump

    def others(self, seat: int) -> list[str]:
        """The cards that the player in this seat may have."""
        seen = [card for card in self.view.hands[seat] if card != "??"]
        return seen if len(seen) == len(self.view.hands[seat]) else self.hidden

    def opponents(self) -> list[str]:
        """What the opponents may have."""
        return [*self.others((self.turn + 1) % 4), *self.others((self.turn + 3) % 4)]

    def is_high(self, card: str, against: Sequence[str]) -> bool:
        """Whether none of these cards of the same suit is higher."""
        return not any(c[0] == card[0] and self.rank(c) > self.rank(card) for c in against)

    # --- leading -----------------------------------------------------------------------------

    def lead(self) -> str:
        against = self.opponents()
        trumps = [card for card in self.cards if card[0] == self.trump]
        if self.declares and trumps and any(card[0] == self.trump for card in against):
            partner = self.others((self.turn + 2) % 4)
            ours = len(trumps) + sum(card[0] == self.trump for card in partner)
            if ours > sum(card[0] == self.trump for card in {*against}):
                top = max(trumps, key=self.rank)
                return top if self.is_high(top, against) else min(trumps, key=self.rank)
        plain = [card for card in self.cards if card[0] != self.trump] or self.cards
        high = [card for card in plain if self.is_high(card, against)]
        if high and (self.declares or self.is_begun()):
            return max(high, key=lambda card: (self.length(card), self.rank(card)))
        return self.from_length(plain)

    def is_begun(self) -> bool:
        """Whether a trick has been taken."""
        return any(pile for name, pile in self.view.piles.items() if name.startswith("won"))

    def from_length(self, cards: Sequence[str]) -> str:
        """The top of touching honours, or else a low card of the longest suit of the side."""
        tops = [
            card
            for card in cards
            if card[1] in "AKQJ" and card[0] + self.view.ranks[self.rank(card) - 1] in self.cards
        ]
        if tops and not self.declares:
            return max(tops, key=lambda card: (self.rank(card), self.length(card)))
        safe = [card for card in cards if self.declares or card[1] != "A"] or cards
        best = max(self.length(card) for card in safe)
        return min((card for card in safe if self.length(card) == best), key=self.rank)

    def length(self, card: str) -> int:
        """How many cards of its suit this hand has, with dummy's or the declarer's where seen."""
        hand = self.view.hands[(self.turn + 2) % 4] if self.declares else ()
        return sum(other[0] == card[0] for other in (*self.cards, *hand))

    # --- following ---------------------------------------------------------------------------

    def follow(self) -> str:
        trick, lowest = self.trick, min(self.cards, key=self.height)
        best = trick[0]
        for card in trick[1:]:
            best = card if self.beats(card, best) else best
        winning = sorted((c for c in self.cards if self.beats(c, best)), key=self.height)
        if not winning:
            return self.throw()
        led, partner_wins = trick[0][0], len(trick) > 1 and trick[-2] == best
        if len(trick) == 3:
            return self.throw() if partner_wins else winning[0]
        to_come = self.others((self.turn + 1) % 4)
        if len(trick) == 2:
            if partner_wins and (self.is_high(best, to_come) or best[1] in "AKQ"):
                return self.throw()
            sure = [c for c in winning if self.is_high(c, to_come) or c[0] != led]
            return sure[0] if sure else winning[-1]
        if winning[-1][0] == led:  # second hand plays low, but covers an honour
            against = self.opponents()
            sure = [card for card in winning if self.is_high(card, against)]
            if sure and (self.trump or len(self.cards) < 3):
                return sure[0]
            return winning[0] if best[1] in HIGH and winning[0][1] in HIGH else lowest
        return winning[0] if self.rank(best) > 7 else self.throw()

    def throw(self) -> str:
        """The least useful card: a low one, of a suit with few of them."""
        return min(self.cards, key=lambda card: (*self.height(card), self.length(card)))


BOTS: dict[str, type[Bot]] = {"rand": Rand, "solid": Solid}
