"""Search: what to say in a game, by trying it out at imagined tables.

Information-set Monte Carlo tree search. Each rollout deals anew what the player does not know,
walks down a tree of what was said before, adds one thing to it, and lets everybody play on to the
end of the game: as the game's sensible bot does where there is one, else at random. It asks a game
for nothing but what a seat knows, so it plays every game; and it needs no clock unless it is given
seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from time import perf_counter
from typing import Any

from cardkit.cardgame import Bot
from cardkit.netgame import Amount, Below, Command, NetGame, Offer, pick
from cardkit.netgame.command import read_line
from cardkit.netgame.knowledge import Knowledge
from cardkit.places import place_of

MOST_MOVES = 5_000
"""A game in which players make so many moves more is taken for one that never ends."""
MOST_NODES = 50_000
"""So much is kept of a tree; what does not fit is only played out."""


class Node:
    """What somebody has said somewhere in the tree, and what came of it for whoever said it."""

    __slots__ = ("children", "offered", "squares", "total", "visits")

    def __init__(self) -> None:
        self.visits = self.offered = 0
        self.total = self.squares = 0.0
        self.children: dict[str, Node] = {}

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if self.visits < 2:
            return float("inf")
        spread = self.squares / self.visits - self.mean**2
        return sqrt(max(0.0, spread) / (self.visits - 1))

    def learn(self, value: float) -> None:
        self.visits += 1
        self.total += value
        self.squares += value * value


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be said, and what the search thinks of it."""

    command: str
    visits: int
    worth: float
    """What the game is then worth to the player, on average: points more than the others get, or
    places where nothing is counted."""
    error: float
    """The standard error of that."""


@dataclass(frozen=True, slots=True)
class BrokenLaw:
    """A law of all games that a game has broken while it was tried out."""

    law: str
    call: str
    """What shows it again, in Python."""
    knowledge: Knowledge = field(repr=False)

    def __str__(self) -> str:
        return f"{self.law}. Again: {self.call}"


class Search:
    """One search for a player of a game, that can be continued and looked at in between."""

    explore = 0.5
    """How much is tried that has not been good so far."""
    depth = 1
    """How many decisions deep the tree is; after that players are taken to play sensibly."""

    def __init__(
        self,
        game: type[NetGame],
        knowledge: Knowledge,
        *,
        seed: object = 0,
        policy: type[Bot] | None = None,
    ) -> None:
        self.game, self.knowledge, self.seed = game, knowledge, seed
        self.seat: int = knowledge["seat"]
        self.rollouts = 0
        self.broken: BrokenLaw | None = None
        self.root = Node()
        self.first: str | None = None
        """What the sensible bot would say, which is tried first."""
        self._nodes = 1
        self._low, self._high = float("inf"), float("-inf")
        random = Random(f"search {seed}").random
        self._below: Below = lambda n: int(random() * n)
        players = len(knowledge["names"])
        self._bots = [policy(self._below) for _ in range(players)] if policy is not None else []

    def run(
        self,
        rollouts: int | None = None,
        *,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        """Search for so many rollouts, or so many seconds, whichever comes first.

        `stop` is asked before each rollout whether to leave it.
        """
        until = None if seconds is None else perf_counter() + seconds
        goal = None if rollouts is None else self.rollouts + rollouts
        while self.broken is None and (goal is None or self.rollouts < goal):
            if (until is not None and perf_counter() >= until) or (stop is not None and stop()):
                return
            try:
                self._roll_out()
            except _EndlessError:
                self._break(f"a game has lasted {MOST_MOVES} moves more and has not ended")
            except Exception as error:  # noqa: BLE001 - whatever the rules raise, it is the finding
                place = place_of(error)
                where = f" ({place.filename}, line {place.lineno})" if place else ""
                self._break(f"{type(error).__name__} is raised: {error}{where}")
            self.rollouts += 1
            if len(self.root.children) == 1 and self.root.offered and goal is None:
                return  # there is no choice

    def _break(self, law: str) -> None:
        name = self.game.__name__
        self.broken = BrokenLaw(
            f"{name}: in a game played on from what a seat knows, {law}",
            f"Search({name}, knowledge, seed={self.seed!r}).run({self.rollouts + 1})",
            self.knowledge,
        )

    def choices(self) -> list[Choice]:
        """What was tried, the best first."""
        found = [
            Choice(said, node.visits, node.mean, node.error)
            for said, node in self.root.children.items()
            if node.visits
        ]
        return sorted(found, key=lambda choice: (choice.visits, choice.worth), reverse=True)

    def best(self, doubt: float = 0.0) -> str | None:
        """What to say; None where nothing could be tried.

        It is what the sensible bot would say, unless something else is better by more than so many
        standard errors.
        """
        choices = [choice for choice in self.choices() if choice.visits > 1] or self.choices()
        if not choices:
            return None
        usual = next((each for each in choices if each.command == self.first), None)
        best = choices[0]
        if usual is None or best is usual:
            return best.command
        margin = doubt * sqrt(best.error**2 + usual.error**2) if doubt else 0.0
        return best.command if best.worth - usual.worth > margin else usual.command

    # --- one rollout -----------------------------------------------------------------------------

    def _roll_out(self) -> None:
        table = self.game.imagine(self.knowledge, self._below)
        node, path, depth, moves = self.root, list[tuple[Node, int]](), 0, MOST_MOVES
        while table.playing and depth < self.depth:
            seat = self.seat if self.seat in table.awaited else table.awaited[0]
            if table.answers is not None and seat != self.seat:
                # Who answers at the same time does not know what was said before.
                table.answer(seat, self._usual(table, seat))
                moves -= 1
                continue
            said, child = self._step(table, seat, node)
            table.answer(seat, said)
            path.append((child, seat))
            node, depth = child, depth + 1
            if not child.visits:
                break
        if not self._play_out(table, moves):
            raise _EndlessError
        worth = payoffs(table)
        for child, seat in path:
            child.learn(worth[seat])
        self.root.visits += 1
        self._low, self._high = min(self._low, *worth), max(self._high, *worth)

    def _step(self, table: NetGame, seat: int, node: Node) -> tuple[Command, Node]:
        """What is tried next: something new, or what is best for whoever says it."""
        moves = self._moves(table, seat, node)
        children = node.children
        new = [said for said in moves if said not in children or not children[said].visits]
        for said in moves:
            if said in children:
                children[said].offered += 1
        if new:
            first = self.first if node is self.root else None
            said = first if first is not None and first in new else new[self._below(len(new))]
            child = children.get(said)
            if child is None:
                child = Node()
                if self._nodes < MOST_NODES:
                    children[said] = child
                    self._nodes += 1
            child.offered = max(1, child.offered)
            return moves[said], child
        scale = self._high - self._low or 1.0

        def hope(said: str) -> float:
            child = children[said]
            bonus = sqrt(log(child.offered + 1) / child.visits)
            return child.total / child.visits / scale + self.explore * bonus

        best = max(moves, key=hope)
        return moves[best], children[best]

    def _moves(self, table: NetGame, seat: int, node: Node) -> dict[str, Command]:
        """What can be said here, by its words; of open offers a few, and more with every visit."""
        legal = table.legal(seat)
        moves = {str(each): each for each in legal if isinstance(each, Command)}
        offers = [each for each in legal if isinstance(each, Offer)]
        if node is self.root and self.first is None and self._bots:
            first = self._usual(table, seat)
            self.first = str(first)
            moves.setdefault(self.first, first)
        if not offers:
            return moves
        opened = 0
        for said in node.children:
            if said not in moves and (command := _admitted(offers, said)) is not None:
                moves[said] = command
                opened += 1
        if opened < 2 + sqrt(node.visits):
            for offer in offers:
                sample = _sample(offer, opened, self._below)
                moves.setdefault(str(sample), sample)
        return moves

    # --- what players are taken to say -----------------------------------------------------------

    def _usual(self, table: NetGame, seat: int) -> Command:
        """What the sensible bot says, or something legal by lot."""
        legal = table.legal(seat)
        if not self._bots:
            return pick(legal, self._below)
        first = legal[0]
        if len(legal) == 1 and isinstance(first, Command):
            return first
        view: Any = table.view(seat)
        shown: Any = table.shown_offers(seat)
        try:
            said = self._bots[seat].choose(view, shown)
            return _found(table, seat, legal, said)
        except Exception:  # noqa: BLE001 - a bot that fails in a game that never was
            return pick(legal, self._below)

    def _play_out(self, table: NetGame, moves: int) -> bool:
        if not self._bots:
            return table.play_out(self._below, moves)
        while table.playing and moves:
            seat = table.awaited[0]
            table.answer(seat, self._usual(table, seat))
            moves -= 1
        return not table.playing


class _EndlessError(Exception):
    """A game has not ended."""


def _found(table: NetGame, seat: int, legal: Sequence[Command | Offer], said: str) -> Command:
    try:
        found = legal[legal.index(said)]
    except ValueError:
        return table.find(seat, read_line(said))
    return found if isinstance(found, Command) else table.find(seat, read_line(said))


def _admitted(offers: Sequence[Offer], said: str) -> Command | None:
    words = said.split(" ")
    for offer in offers:
        if offer.verb == words[0] and (command := offer.admit(words)) is not None:
            return command
    return None


def _sample(offer: Offer, number: int, below: Below) -> Command:
    """One command of an open offer: of amounts the least and the most first."""
    if isinstance(offer, Amount) and number < 4:
        least, most = offer.least, offer.most
        middle = min(most, max(least, round(sqrt(max(1, least) * max(1, most)))))
        return offer.command((least, most, middle, (least + most) // 2)[number])
    return offer.sample(below)


def payoffs(table: NetGame) -> list[float]:
    """What a finished game is worth to each seat: points more than those of the other sides.

    Where nobody has got any, it is the places that count.
    """
    points: list[float] = [float(each) for each in table.earned()]
    if not any(points):
        points = [-float(table.place_of(seat)) for seat in range(len(table.names))]
    elif table.match.low_wins:
        points = [-each for each in points]
    seats = range(len(points))
    worth = []
    for seat in seats:
        side = table.side(seat)
        others = [points[other] for other in seats if other not in side]
        worth.append(points[seat] - (sum(others) / len(others) if others else 0.0))
    return worth
