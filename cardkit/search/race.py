"""A race between what could be said: all that is left in it is tried at the same imagined tables.

After each the players go on as the game's sensible bot does, so it finds out where to do better
than that. What is worse than the best at the same tables, and not by chance, is tried no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from cardkit.netgame import Command, NetGame, Offer
from cardkit.netgame.knowledge import Knowledge
from cardkit.search.search import (
    MOST_MOVES,
    EndlessError,
    Node,
    Policy,
    Search,
    admitted,
    sample,
)

LEAST = 20
"""At so many tables a choice is tried before it can be clearly worse."""
SURE = 3.0
"""By so many standard errors of the difference it has to be worse. It is asked again after every
table: with 2.0, and from six tables on, luck decided many races early."""
BETTER = 1.0
"""By so many something has to be better than what the sensible bot would say."""
STAKED = 2.5
"""And by so many where points are at stake: what comes out then differs much by chance."""
ROUND = 48
"""After so many rollouts more, and two tables, the worse half is left out."""
FEW = 3
"""So many stay in the race even then."""
ALIKE = 16
"""What came out the same at so many tables as something else is the same."""
OPEN = 6
"""Commands of an open offer that are in the race from the beginning; others follow."""
MORE_EVERY = 8
"""After so many tables one more of each open offer joins."""


class Contender(Node):
    """A choice in the race: what came out of it, table by table from the one at which it joined."""

    __slots__ = ("joined", "risk", "values")

    def __init__(self, joined: int, risk: float = 0.0) -> None:
        super().__init__()
        self.joined, self.risk = joined, risk
        self.values: list[float] = []

    def learn(self, value: float) -> None:
        super().learn(value)
        self.values.append(value)

    def cautious_mean(self) -> float:
        """As if at one table more all were lost that is risked."""
        return self.mean - self.risk / self.visits if self.visits > 1 else -1e9

    def ahead_of(self, other: Contender) -> tuple[int, float, float]:
        """At how many tables both were tried, how much better this was, and the error of that."""
        start = max(self.joined, other.joined)
        mine, theirs = self.values[start - self.joined :], other.values[start - other.joined :]
        gaps = [a - b for a, b in zip(mine, theirs, strict=False)]
        count = len(gaps)
        if count < 2:
            return count, sum(gaps), float("inf")
        mean = sum(gaps) / count
        spread = sum([(gap - mean) ** 2 for gap in gaps]) / (count - 1)
        return count, mean - (self.risk - other.risk) / count, sqrt(spread / count)


class Race(Search):
    """A search for which there is a sensible bot."""

    better: float
    """By so many standard errors something has to be better than what the sensible bot says."""
    tables = 0
    """At how many imagined tables the choices were tried."""
    _table: NetGame | None = None
    _round = 0

    def __init__(
        self, game: type[NetGame], knowledge: Knowledge, *, seed: object = 0, policy: Policy
    ) -> None:
        super().__init__(game, knowledge, seed=seed, policy=policy)
        staking = any(fact.stake for fact in game.declaration.facts.values())
        self.better = STAKED if staking else BETTER
        self._left: list[tuple[str, Command]] = []
        self._running: dict[str, Contender] = {}

    def _roll_out(self) -> None:
        if self._table is None:
            self._table = self.imagine()
            self._left = self._entrants(self._table)
        said, command = self._left.pop()
        table = self._table.copy() if self._left else self._table
        table.answer(self.seat, command)
        if not self.play_out(table, MOST_MOVES):
            raise EndlessError
        self._running[said].learn(self.payoffs(table)[self.seat])
        if not self._left:
            self._table = None
            self.tables += 1
            if self.tables >= 2:
                self._drop_losers()

    def _entrants(self, table: NetGame) -> list[tuple[str, Command]]:
        """What is still in the race, as it can be said at this table."""
        legal = table.legal(self.seat)
        moves = {str(each): each for each in legal if isinstance(each, Command)}
        offers = [each for each in legal if isinstance(each, Offer)]
        if not self.tables:
            first = self.usual(table, self.seat)
            self.first = str(first)
            fresh = {self.first: first, **moves}
            for offer in offers:
                for one in self.few_of(offer, table):
                    fresh.setdefault(str(one), one)
        elif offers and self.tables % MORE_EVERY == 0:
            some = [sample(offer, len(self.root.children), self.below) for offer in offers]
            fresh = {str(one): one for one in some if str(one) not in self.root.children}
        else:
            fresh = {}
        for said in fresh:
            self._running[said] = entry = Contender(self.tables, self.risk(table, fresh[said]))
            self.root.children[said] = entry
        found = []
        for said in self._running:
            command = fresh.get(said) or moves.get(said) or admitted(offers, said)
            assert command is not None, "what a player may say follows from what they know"
            found.append((said, command))
        return found

    def imagine(self) -> NetGame:
        """A table at which all that is left in the race is tried."""
        return self.game.imagine(self.knowledge, self.below)

    def risk(self, table: NetGame, command: Command) -> float:
        """What can be lost by a choice and hardly ever is, so that a few tables do not show it."""
        return 0.0

    def few_of(self, offer: Offer, table: NetGame) -> Sequence[Command]:
        """Commands of an open offer that are in the race from the beginning."""
        return [sample(offer, number, self.below) for number in range(OPEN)]

    def _drop_losers(self) -> None:
        """Leave out what is worse than the best, and not by chance; and now and then the worse
        half, so that where there is much to say, time goes to what may be best."""
        running = self._running
        order = sorted(running, key=lambda said: running[said].cautious_mean(), reverse=True)
        best = running[order[0]]
        left = len(order)
        if self.rollouts - self._round >= ROUND:
            self._round, left = self.rollouts, max(FEW, left // 2)
        for place, said in enumerate(order[1:], 1):
            count, ahead, error = best.ahead_of(running[said])
            worse = count >= LEAST and ahead > SURE * error
            alike = count >= ALIKE and ahead == error == 0 and said != self.first
            if worse or alike or (place >= left and count >= self.tables and said != self.first):
                del running[said]
        self.settled = len(running) == 1

    def best(self) -> str | None:
        """What the sensible bot would say, unless something else is better and hardly by luck."""
        usual = self.root.children.get(self.first or "")
        if not isinstance(usual, Contender):
            return None
        found, most = self.first, 0.0
        for said, entry in self._running.items():
            _, ahead, error = entry.ahead_of(usual)
            if ahead - self.better * error > most:
                found, most = said, ahead - self.better * error
        return found
