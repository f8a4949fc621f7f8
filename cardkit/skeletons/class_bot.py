"""A bot as a class. It plays any game, at random, and remembers what the others said.

    cardkit contest akq rand examples/bots/class_bot.py:ClassBot
    cardkit bot examples/bots/class_bot.py:ClassBot --table akq-1

It hears the same in simulations, in contests and at servers; docs/bots.md explains it. To make it
yours, replace `choose`, and delete what you do not need.
"""

from collections.abc import Sequence

from cardkit import Bot, CardCommand, CardView, MatchStart, Offer


class ClassBot(Bot):
    """Plays at random, and remembers for a match how its opponents have played."""

    def match_begins(self, match: MatchStart) -> None:
        """The game, preset and options, the players and one's own seat."""
        self.match = match
        self.said: dict[str, list[str]] = {name: [] for name in match.names}

    def hears(self, kind: str, *parts: object) -> None:
        """Everything that happens at the table, in the words of docs/protocol.md."""
        match kind, parts:
            case "ACTION", (str(name), *words) if name in self.said:
                self.said[name].append(" ".join(map(str, words)))

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        """One of the legal commands, or one inside an open offer."""
        return self.any(legal)

    def game_over(
        self, game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
    ) -> None:
        """What a game was worth, seat by seat, and the seats from best to last."""
