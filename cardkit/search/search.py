"""What every search has: its budget, the tables it imagines, and what it thinks of its choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

from cardkit.cardgame import Bot
from cardkit.netgame import Amount, Below, Command, NetGame, Offer, pick
from cardkit.netgame.command import read_line
from cardkit.netgame.knowledge import Data, Knowledge
from cardkit.places import place_of

MOST_MOVES = 5_000
"""A game in which players make so many moves more is taken for one that never ends."""


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


class Policy(NamedTuple):
    """How players are taken to play."""

    usual: type[Bot]
    """What all others are taken for, and the player as well if nothing better is known."""
    own: type[Bot] | None = None
    """How the player goes on, and who is on their side, if they play better than others."""

    @property
    def best(self) -> type[Bot]:
        return self.own or self.usual


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
    """One search for a player of a game, that can be continued and looked at in between.

    It tries out what the player could say at tables imagined from what the seat knows, and lets
    everybody play on to the end of the game. So it plays every game.
    """

    def __init__(
        self,
        game: type[NetGame],
        knowledge: Knowledge,
        *,
        seed: object = 0,
        policy: Policy | None = None,
    ) -> None:
        self.game, self.knowledge, self.seed = game, knowledge, seed
        data: Data = knowledge
        self.seat: int = data["seat"]
        if self.seat not in data["kept"]["awaited"]["tuple"]:
            raise ValueError("only who is asked has something to choose")
        self.rollouts = 0
        self.broken: BrokenLaw | None = None
        self.settled = False
        """Whether there is nothing left to find out."""
        self.root = Node()
        self.first: str | None = None
        """What the sensible bot would say."""
        random = Random(f"search {seed}").random
        self.below: Below = lambda n: int(random() * n)
        self.policy = policy
        self._bots = self._seated(policy, len(data["names"])) if policy is not None else []

    def _seated(self, policy: Policy, players: int) -> list[Bot]:
        bots = [policy.usual(self.below) for _ in range(players)]
        if policy.own is not None:
            for seat in self.game.imagine(self.knowledge, self.below).side(self.seat):
                bots[seat] = policy.own(self.below)
        return bots

    def run(
        self,
        rollouts: int | None = None,
        *,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        """Search for so many rollouts, or so many seconds, or until there is nothing to find out.

        `stop` is asked before each rollout whether to leave it.
        """
        until = None if seconds is None else perf_counter() + seconds
        goal = None if rollouts is None else self.rollouts + rollouts
        while not self.settled and self.broken is None:
            late = until is not None and perf_counter() >= until
            if late or self.rollouts == goal or (stop is not None and stop()):
                return
            try:
                self._roll_out()
            except EndlessError:
                self._break(f"a game has lasted {MOST_MOVES} moves more and has not ended")
            except Exception as error:  # noqa: BLE001 - whatever the rules raise, it is the finding
                place = place_of(error)
                where = f" ({place.filename}, line {place.lineno})" if place else ""
                self._break(f"{type(error).__name__} is raised: {error}{where}")
            self.rollouts += 1

    def _roll_out(self) -> None:
        """Play one game on from what is known, and learn from it."""
        raise NotImplementedError

    def _break(self, law: str) -> None:
        game, search = self.game.__name__, type(self).__name__
        policy = ""
        if self.policy is not None:
            bots = ", ".join(bot.__name__ for bot in self.policy if bot is not None)
            policy = f", policy=Policy({bots})"
        self.broken = BrokenLaw(
            f"{game}: in a game played on from what a seat knows, {law}",
            f"{search}({game}, knowledge, seed={self.seed!r}{policy}).run({self.rollouts + 1})",
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

    def best(self) -> str | None:
        """What to say; None where nothing could be tried."""
        choices = self.choices()
        return choices[0].command if choices else None

    # --- what players are taken to say -----------------------------------------------------------

    def usual(self, table: NetGame, seat: int) -> Command:
        """What the sensible bot says, or something legal by lot."""
        legal = table.legal(seat)
        if not self._bots:
            return pick(legal, self.below)
        first = legal[0]
        if len(legal) == 1 and isinstance(first, Command):
            return first
        view: Any = table.glance(seat)
        shown: Any = table.shown_offers(seat)
        try:
            return _found(table, seat, legal, self._bots[seat].choose(view, shown))
        except Exception:  # noqa: BLE001 - a bot that fails in a game that never was
            return pick(legal, self.below)

    def play_out(self, table: NetGame, moves: int) -> bool:
        """Play a game to its end; False where it does not come within so many moves."""
        if not self._bots:
            return table.play_out(self.below, moves)
        while table.playing and moves:
            seat = table.awaited[0]
            table.answer(seat, self.usual(table, seat))
            moves -= 1
        return not table.playing

    def payoffs(self, table: NetGame) -> list[float]:
        """What the finished game was worth to each seat."""
        return payoffs(table)


class EndlessError(Exception):
    """A game has not ended."""


def _found(table: NetGame, seat: int, legal: Sequence[Command | Offer], said: str) -> Command:
    try:
        found = legal[legal.index(said)]
    except ValueError:
        return table.find(seat, read_line(said))
    return found if isinstance(found, Command) else table.find(seat, read_line(said))


def admitted(offers: Sequence[Offer], said: str) -> Command | None:
    words = said.split(" ")
    for offer in offers:
        if offer.verb == words[0] and (command := offer.admit(words)) is not None:
            return command
    return None


def sample(offer: Offer, number: int, below: Below) -> Command:
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
