"""Bots: programs that play. One method, the permitted view and the legal commands in, one out.

A bot knows nothing of the table it plays at, so the same class plays in this process and across
a network. Chance comes in from outside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt
from typing import ClassVar

from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.table import CardView
from cardkit.netgame import Below, Command, Offer, pick


class Bot:
    """Subclass and write `choose`. `self.below(n)` is a number from 0 to n-1 drawn by lot.

    A contest, like a simulation, makes a new bot for every match and tells it of the beginning and
    the end of games, so what it keeps in `self` is its memory of these opponents. At a server,
    where people come and go, it is only asked.
    """

    def __init__(self, below: Below) -> None:
        self.below = below

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        """Override to choose: one of the listed commands, or one inside an open offer.

        In a game without cards `view` is a `View` and the commands are `Command`s.
        """
        raise NotImplementedError(f"{type(self).__name__} has no method choose(self, view, legal)")

    def match_begins(self, names: Sequence[str], seat: int, games: int) -> None:
        """Override to prepare: who sits where, your seat, and how many games there are at most."""

    def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
        """Override to prepare for a game; they are counted from 1."""

    def game_over(
        self, game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
    ) -> None:
        """Override to learn from a game: points and scores by seat, the seats from best to last."""

    def match_over(self, scores: Sequence[int]) -> None:
        """Override to learn from a match. The next one is played by a new bot of this class."""

    def any(self, legal: Sequence[Command | Offer]) -> Command:
        """A random legal command, for when there is nothing better."""
        return pick(legal, self.below)


class Rand(Bot):
    """Plays any legal command, each offer as likely as the next: the robot."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return self.any(legal)


class Climber(Bot):
    """For climbing games: gets rid of weak cards and long plays first, and keeps strong ones back.

    It counts the trouble that a hand still is: much for weak single cards, little for strong ones
    and large groups. It plays what takes most of it away, or passes when that is not enough.
    """

    enough: ClassVar[float] = 0.4
    """The trouble that a play must take away to be worth its cards, early in a game."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        first = legal[0]
        if isinstance(first, Choice):
            return self.give(view, first)
        plays = [offer for offer in legal if isinstance(offer, CardCommand) and offer.cards]
        if not plays:
            return "PASS"
        if last := [play for play in plays if len(play.cards) == len(view.hand)]:
            return last[0]
        weak = self.weakness(view)
        now = self.trouble(view.hand, weak)
        saved = {play: now - self.trouble(without(view.hand, play.cards), weak) for play in plays}
        best = max(plays, key=lambda play: (saved[play], -len(play.cards)))
        others = [len(hand) for seat, hand in enumerate(view.hands) if hand and seat != view.seat]
        late = min(others) < 3 or len(view.hand) < 5
        if view.piles["table"] and saved[best] < (0 if late else self.enough):
            return "PASS"
        return best

    def give(self, view: CardView, choice: Choice) -> str:
        """The strongest cards where they are owed, else those that take most trouble away."""
        weak, rest = self.weakness(view), list(view.hand)
        owed = self.owes_the_strongest(view)
        while len(rest) > len(view.hand) - choice.least:
            if owed:
                suits = view.suits[::-1].find
                rest.remove(min(rest, key=lambda c: (weak.get(c[1], -1), suits(c[0]))))
            else:
                rest.remove(min(rest, key=lambda c: self.trouble(without(rest, [c]), weak)))
        return f"{choice.verb} {choice.name} {' '.join(without(view.hand, rest))}"

    def owes_the_strongest(self, view: CardView) -> bool:
        """Override where a player has to give their strongest cards."""
        return False

    def weakness(self, view: CardView) -> dict[str, float]:
        """How weak each rank is now, from 0 to 1."""
        order = view.ranks[::-1]
        return {rank: place / (len(order) - 1) for place, rank in enumerate(order)}

    def trouble(self, hand: Iterable[str], weak: dict[str, float]) -> float:
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


def meld_worth(card: str, hand: Sequence[str], ranks: Sequence[str]) -> float:
    """How much a card does for groups and runs of a hand, as its name is in a view.

    It is 1 or more where the card lies in three of a rank or three of a suit in a row, and less
    the fewer cards lie beside it: a pair, or two of a suit with at most one between them.
    """
    suit, at = card[0], ranks.index(card[1:])
    same = sum(other[1:] == card[1:] and other[0] != suit for other in hand)
    near = {ranks.index(other[1:]) - at for other in hand if other[0] == suit}
    in_a_row = ({-2, -1}, {-1, 1}, {1, 2})
    if same > 1 or any(row <= near for row in in_a_row):
        return 1.0
    return 0.3 * same + 0.25 * len(near & {-1, 1}) + 0.1 * len(near & {-2, 2})
