"""Bots for Daifugo."""

from collections.abc import Iterable, Sequence

from cardkit.cardgame import Bot, CardView, Choice, Command, Offer, Rand
from games.daifugo.presets import LOW, POOR


class Thrifty(Bot):
    """Gets rid of weak cards and long plays first; keeps groups together and strong cards back.

    It counts the trouble that a hand still is: much for weak single cards, little for strong ones
    and large groups. It plays what takes most of it away, or passes when that is not enough.
    """

    enough = 0.4

    def choose(self, view: CardView, legal: Sequence[Command | Offer]) -> Command | str:
        first = legal[0]
        if isinstance(first, Choice):
            return self.give(view, first)
        plays = [offer for offer in legal if isinstance(offer, Command) and offer.cards]
        if not plays:
            return "PASS"
        weak = weakness(view)
        now = trouble(view.hand, weak)
        saved = {play: now - trouble(without(view.hand, play.cards), weak) for play in plays}
        best = max(plays, key=lambda play: (saved[play], -len(play.cards)))
        others = [len(hand) for seat, hand in enumerate(view.hands) if hand and seat != view.seat]
        late = min(others) < 3 or len(view.hand) < 5
        if view.piles["table"] and saved[best] < (0 if late else self.enough):
            return "PASS"
        return best

    def give(self, view: CardView, choice: Choice) -> str:
        """The strongest cards where they are owed, else those that take most trouble away."""
        weak, rest = weakness(view), list(view.hand)
        owed = view.facts["titles"][view.names[view.seat or 0]] in (POOR, LOW)
        while len(rest) > len(view.hand) - choice.least:
            if owed:
                rest.remove(min(rest, key=lambda card: (weak.get(card[1], -1), -ord(card[0]))))
            else:
                rest.remove(min(rest, key=lambda card: trouble(without(rest, [card]), weak)))
        return f"{choice.verb} {choice.name} {' '.join(without(view.hand, rest))}"


def weakness(view: CardView) -> dict[str, float]:
    """How weak each rank is now, from 0 to 1; an 8 clears the field and is never very weak."""
    turned = bool(view.facts.get("revolution")) != bool(view.facts.get("eleven_back"))
    order = view.ranks if turned else view.ranks[::-1]
    return {rank: place / (len(order) - 1) for place, rank in enumerate(order)}


def trouble(hand: Iterable[str], weak: dict[str, float]) -> float:
    """How hard it is to get rid of a hand."""
    sizes: dict[str, int] = {}
    for card in hand:
        sizes[card[1] if card[0] != "J" else "joker"] = sizes.get(card[1], 0) + 1
    jokers = sizes.pop("joker", 0)
    return sum(0.1 + weak[rank] / size for rank, size in sizes.items()) - 0.1 * jokers


def without(hand: Sequence[str], cards: Iterable[str]) -> list[str]:
    """What is left of a hand."""
    gone = set(cards)
    return [card for card in hand if card not in gone]


BOTS: dict[str, type[Bot]] = {"rand": Rand, "thrifty": Thrifty}
