"""Bots for Napoleon."""

from collections.abc import Iterable, Sequence

from cardkit import Bot, CardCommand, CardView, Choice, Offer, Rand
from cardkit.games.napoleon.powers import MIGHTY, PICTURES, TWIN, power

BOLD = 9
"""How much a hand has to be worth for the lowest bid."""


class Marshal(Bot):
    """Bids on a strong hand, calls the best card it lacks, gives its own side the pictures."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        commands = [offer for offer in legal if isinstance(offer, CardCommand)]
        if view.stage == "auction":
            return self.bid(view, commands)
        trump = (view.fact("trump", "") or view.fact("contract", ""))[-1]
        if view.stage == "call_partner":
            others = (c for c in best_first(trump) if c not in view.hand)
            return f"CALL {next(others)}"
        if view.stage == "pick_up":
            (offer,) = (offer for offer in legal if isinstance(offer, Choice))
            cards = sorted(offer.cards, key=lambda c: (c[1] in PICTURES, height(view, c, trump)))
            return f"PUT {' '.join(map(str, cards[: offer.least]))}"
        return self.play(view, [command.cards[0] for command in commands], trump)

    def bid(self, view: CardView, commands: Sequence[CardCommand]) -> str:
        """The lowest bid in the best suit, if the hand is worth it."""
        worths = {suit: worth(view.hand, suit) for suit in TWIN}
        suit = max(worths, key=worths.__getitem__)
        bids = [command for command in commands if command.word == suit]
        dear = bids and worths[suit] >= BOLD + 1.5 * (bids[0].amount - 13)
        return bids[0] if dear else "PASS"

    def play(self, view: CardView, cards: Sequence[str], trump: str) -> str:
        trick = view.piles["table"]

        def low(card: str) -> tuple[bool, int]:
            return card[1] in PICTURES, height(view, card, trump)

        if not trick:
            return f"DISCARD {max(cards, key=lambda c: height(view, c, trump))}"

        def rank(card: str) -> tuple[int, bool, bool, int]:
            plain = card[0] == trump, card[0] == trick[0][0], view.ranks.index(card[1])
            return power(card, trump), *plain

        best = max(trick, key=rank)
        players = len(view.names)
        assert view.seat is not None
        at = (view.seat - len(trick) + trick.index(best)) % players
        last = len(trick) == players - 1
        winning = [card for card in cards if rank(card) > rank(best)]
        if self.is_friend(view, at) and (last or power(best, trump)):
            return f"DISCARD {max(cards, key=lambda c: (c[1] in PICTURES, not power(c, trump)))}"
        prize = sum(card[1] in PICTURES for card in trick)
        if winning and (prize or last):
            pick = min if last else max
            return f"DISCARD {pick(winning, key=lambda c: height(view, c, trump))}"
        return f"DISCARD {min(cards, key=low)}"

    def is_friend(self, view: CardView, other: int) -> bool:
        """Whether this player is surely on the bot's side."""
        assert view.seat is not None
        me, name, adjutant = view.names[view.seat], view.names[other], view.fact("partner", "")
        army = {view.fact("declarer", ""), adjutant}
        if view.facts.get("called") in [[card] for card in view.hand]:
            army.add(me)
        return name in army if me in army else bool(adjutant) and name not in army


def best_first(trump: str) -> Iterable[str]:
    """The cards to call an adjutant by."""
    yield from (MIGHTY, f"{trump}J", f"{TWIN[trump]}J")
    yield from (trump + rank for rank in "AKQT98765432")


def worth(hand: Sequence[str], trump: str) -> float:
    """About how many pictures a hand takes where this suit is trump."""
    powers = sum(2.5 for card in hand if power(card, trump))
    trumps = sum(1.0 for card in hand if card[0] == trump and not power(card, trump))
    return powers + trumps + sum(0.7 for card in hand if card[0] != trump and card[1] in "AK")


def height(view: CardView, card: str, trump: str) -> int:
    """Low cards first, then trumps, then those with powers."""
    return 100 * power(card, trump) + 20 * (card[0] == trump) + view.ranks.index(card[1])


BOTS: dict[str, type[Bot]] = {"rand": Rand, "marshal": Marshal}
