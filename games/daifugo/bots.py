"""Bots for Daifugo."""

from collections.abc import Iterable, Sequence
from math import sqrt

from cardkit import Bot, CardCommand, CardView, Choice, Offer, Rand
from cardkit.games.daifugo.presets import LOW, POOR

ENOUGH = 0.4
"""The trouble that a play must take away to be worth its cards, early in a game."""


class Thrifty(Bot):
    """Gets rid of weak cards and long plays first; keeps groups together and strong cards back.

    It counts the trouble that a hand still is: much for weak single cards, little for strong ones
    and large groups. It plays what takes most of it away, or passes when that is not enough.
    """

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        first = legal[0]
        if isinstance(first, Choice):
            return self.give(view, first)
        plays = [offer for offer in legal if isinstance(offer, CardCommand) and offer.cards]
        if not plays:
            return "PASS"
        if last := [play for play in plays if len(play.cards) == len(view.hand)]:
            return last[0]
        weak = weakness(view)
        now = trouble(view.hand, weak)
        saved = {play: now - trouble(without(view.hand, play.cards), weak) for play in plays}
        best = max(plays, key=lambda play: (saved[play], -len(play.cards)))
        others = [len(hand) for seat, hand in enumerate(view.hands) if hand and seat != view.seat]
        late = min(others) < 3 or len(view.hand) < 5
        if view.piles["table"] and saved[best] < (0 if late else ENOUGH):
            return "PASS"
        return best

    def give(self, view: CardView, choice: Choice) -> str:
        """The strongest cards where they are owed, else those that take most trouble away."""
        weak, rest = weakness(view), list(view.hand)
        owed = view.fact("titles", "", view.seat) in (POOR, LOW)
        while len(rest) > len(view.hand) - choice.least:
            if owed:
                suits = view.suits[::-1].find
                rest.remove(min(rest, key=lambda c: (weak.get(c[1], -1), suits(c[0]))))
            else:
                rest.remove(min(rest, key=lambda c: trouble(without(rest, [c]), weak)))
        return f"{choice.verb} {choice.name} {' '.join(without(view.hand, rest))}"


def weakness(view: CardView) -> dict[str, float]:
    """How weak each rank is now, from 0 to 1."""
    turned = view.fact("revolution", False) != view.fact("eleven_back", False)
    order = view.ranks if turned else view.ranks[::-1]
    return {rank: place / (len(order) - 1) for place, rank in enumerate(order)}


def trouble(hand: Iterable[str], weak: dict[str, float]) -> float:
    """How hard it will be to get rid of a hand; a joker in it helps."""
    found, sizes = 0.0, dict.fromkeys(weak, 0)
    for card in hand:
        if card[0] == "J":
            found -= 0.1
        else:
            sizes[card[1]] += 1
    return found + sum(0.3 + weak[rank] / sqrt(size) for rank, size in sizes.items() if size)


def without(hand: Iterable[str], cards: Iterable[str]) -> list[str]:
    """What is left of a hand."""
    gone = set(cards)
    return [card for card in hand if card not in gone]


BOTS: dict[str, type[Bot]] = {"rand": Rand, "thrifty": Thrifty}
