"""Bots: programs that play. One method, the permitted view and the legal commands in, one out.

A bot knows nothing of the table it plays at, so the same class plays in this process and across
a network. Chance comes in from outside.
"""

from __future__ import annotations

from collections.abc import Sequence

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
