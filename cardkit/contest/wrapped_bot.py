"""A bot inside a bot: for whoever wants to see what a bot is told and says, and lets it play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardkit.cardgame import Bot, MatchStart
from cardkit.netgame import Command, Offer, View
from cardkit.netgame.knowledge import Knowledge


class WrappedBot(Bot):
    """Tells the bot inside all that it is told itself, and says what that one says.

    Whoever puts one in says so by `knowing`, too: it is told what it asks to be told.
    """

    inner: Bot

    def _let(self, deed: Callable[..., Any], *words: object) -> Any:
        """Override to look after the bot inside while it does something."""
        return deed(*words)

    def match_begins(self, match: MatchStart) -> None:
        self._let(self.inner.match_begins, match)

    def hears(self, kind: str, *parts: object) -> None:
        self._let(self.inner.hears, kind, *parts)

    def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
        self._let(self.inner.game_begins, game, names, seat)

    def knows(self, knowledge: Knowledge) -> None:
        self._let(self.inner.knows, knowledge)

    def choose(self, view: View, legal: Sequence[Command | Offer]) -> str:
        said: str = self._let(self.inner.choose, view, legal)
        return said

    def game_over(
        self, game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
    ) -> None:
        self._let(self.inner.game_over, game, points, scores, ranking)

    def match_over(self, scores: Sequence[int]) -> None:
        self._let(self.inner.match_over, scores)

    def close(self) -> None:
        """End what the bot inside has started."""
        if (close := getattr(self.inner, "close", None)) is not None:
            close()
