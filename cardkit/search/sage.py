"""The sage: a bot that plays any game by search."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from cardkit.cardgame import Bot, CardCommand, CardGame, CardView, Rand
from cardkit.netgame import Command, NetGame, Offer
from cardkit.netgame.knowledge import Knowledge
from cardkit.search.hand_reading import HandReading
from cardkit.search.likely_hands import LikelyHands
from cardkit.search.race import Race
from cardkit.search.search import Policy, Search
from cardkit.search.tree import Tree

SAGE = "sage"
SECONDS = 0.3
"""How long it thinks about a move if nothing else is said."""
_BUDGET = re.compile(rf"{SAGE}(?::(?:(\d+(?:\.\d+)?)s|([1-9]\d*)))?")
_log = logging.getLogger("cardkit.search")


class Sage(Bot):
    """Tries out what it could say at tables as they may be, and says what comes out best."""

    knowing = True
    game: ClassVar[type[NetGame]]
    policy: ClassVar[Policy | None] = None
    """How it takes players to play."""
    seconds: ClassVar[float | None] = SECONDS
    rollouts: ClassVar[int | None] = None
    _knowledge: Knowledge | None = None

    def knows(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        if len(legal) == 1 and isinstance(legal[0], Command):
            return legal[0]
        known, self._knowledge = self._knowledge, None
        best = self._search(known) if known is not None else None
        return best if best is not None else self._usual(view, legal)

    def _search(self, known: Knowledge) -> str | None:
        search = search_for(self.game, known, seed=self.below(1 << 30), policy=self.policy)
        if search is None:
            return None
        search.run(self.rollouts, seconds=self.seconds)
        if search.broken is not None:
            _log.warning("%s", search.broken)
            return None
        return search.best()

    def _usual(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        """What is said where nothing can be tried out."""
        return self.policy.best(self.below).choose(view, legal) if self.policy else self.any(legal)


def search_for(
    game: type[NetGame], knowledge: Knowledge, *, seed: object = 0, policy: Policy | None = None
) -> Search | None:
    """The search that suits a question, in a game with this sensible bot; None: the bot knows best.

    What is said is worth something if everybody plays sensibly after it: it is raced. Where there
    is no bot for that, a tree finds out what is sensible. Where the table has kept what was said,
    hands are read from it, most of all from bets. For claims and hints nothing reads them yet.
    """
    if policy is None:
        return Tree(game, knowledge, seed=seed)
    table = game.imagine(knowledge, lambda n: 0)
    kind = Race
    if isinstance(table, CardGame):
        betting, read = table.bank is not None, "past" in knowledge
        if table.stage.tells_of_hands() and not (betting and read):
            return None
        kind = (HandReading if betting else LikelyHands) if read else Race
    return kind(game, knowledge, seed=seed, policy=policy)


def policy_among(bots: Iterable[type[Bot]]) -> Policy | None:
    """The first and the last of the sensible bots, which play by what they see, and not by lot.

    So whoever adds a better bot to a game makes search better, which still knows whom it meets.
    """
    sensible = [b for b in bots if b is not Rand and not b.listens() and not b.knowing]
    if not sensible:
        return None
    return Policy(sensible[0], own=sensible[-1] if len(sensible) > 1 else None)


def is_sage(name: str) -> bool:
    """Whether this names the sage, `sage`, `sage:0.2s` or `sage:500`, after which it stops."""
    return _BUDGET.fullmatch(name) is not None


def sage_of(name: str, game: type[NetGame], bots: Sequence[type[Bot]]) -> type[Bot]:
    """The sage of this name for a game with these bots, the first sensible one of which it asks."""
    found = _BUDGET.fullmatch(name)
    assert found is not None
    seconds, rollouts = found.groups()
    parts = {
        "game": game,
        "policy": policy_among(bots),
        "seconds": float(seconds) if seconds else None if rollouts else SECONDS,
        "rollouts": int(rollouts) if rollouts else None,
        "__doc__": Sage.__doc__,
    }
    return type("Sage", (Sage,), parts)
