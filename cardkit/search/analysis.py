"""What search thinks of something that was said: what would have been better, and by how much.

The search first finds what it would say itself. That and what was said are then tried at the same
new tables, so luck in the cards is the same for both, and that the search has picked the best of
many does not make it look better than it is. A mark is given only for what is lost beyond doubt.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from math import exp, inf, sqrt
from random import Random
from typing import Any

from cardkit.cardgame import CardGame
from cardkit.netgame import Command, NetGame, Text
from cardkit.netgame.command import read_line
from cardkit.netgame.knowledge import Data, Knowledge, Reader
from cardkit.search.race import Race
from cardkit.search.sage import search_for
from cardkit.search.search import (
    MOST_MOVES,
    Choice,
    EndlessError,
    Node,
    Policy,
    Search,
    payoffs,
)
from cardkit.search.tree import Tree

SURE = 2.0
"""By so many standard errors something has to be worse before it counts."""
CLEAR = 5.0
"""By so many it is worse without looking further."""
LEAST = 12
"""At so many tables two things are tried before they can be told apart, or taken for equal."""
SHOWN = 5
"""So many choices are told, besides what was said."""
GAMES = 24
"""So many games show how much a game is about."""
MOST_STAKES = 64
_STEEP = 4.0
"""How fast accuracy falls: as chess players know it, a blunder leaves little of it."""

_stakes: dict[tuple[type[NetGame], str], Stake] = {}


class Mark(Enum):
    """How much was lost, as chess players write it."""

    NONE = "", float("inf")
    INACCURACY = "?!", 0.08
    MISTAKE = "?", 0.18
    BLUNDER = "??", 0.4

    def __init__(self, sign: str, share: float) -> None:
        self.sign = sign
        self.share = share
        """Of what the game is about, from which on it is given."""


class Unjudged(Enum):
    """Why search has nothing to say about a decision."""

    FORCED = Text("there was nothing else to say")
    BETS = Text("search does not judge bets and claims")
    BROKEN = Text("the rules failed while it was tried out")


@dataclass(frozen=True, slots=True)
class Stake:
    """What a game is about: how far apart its players usually are at its end."""

    spread: float
    unit: str
    """Points, or places where no points are counted."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What search thinks of something that was said."""

    said: str
    best: str = ""
    """What it would have said."""
    lost: float = 0.0
    """How much more that is worth, on average; nothing where that may be luck."""
    error: float = 0.0
    """The standard error of that."""
    mark: Mark = Mark.NONE
    stake: Stake = Stake(0.0, "")
    choices: tuple[Choice, ...] = ()
    """The best first, and what was said among them."""
    rollouts: int = 0
    why: Unjudged | None = None

    @property
    def accuracy(self) -> float:
        """1 where nothing was lost, and less the more was, in a game that is about so much."""
        return exp(-_STEEP * self.lost / self.stake.spread) if self.lost else 1.0

    def data(self) -> dict[str, Any]:
        """The judgement as plain values, ready for JSON."""
        if self.why is not None:
            return {"said": self.said, "unjudged": self.why.name.lower()}
        return {
            "said": self.said,
            "best": self.best,
            "mark": self.mark.sign,
            "lost": _rounded(self.lost),
            "error": _rounded(self.error),
            "unit": self.stake.unit,
            "stake": _rounded(self.stake.spread),
            "accuracy": _rounded(self.accuracy),
            "rollouts": self.rollouts,
            "choices": [
                {**asdict(each), "worth": _rounded(each.worth), "error": _rounded(each.error)}
                for each in self.choices
            ],
        }


def _rounded(number: float) -> float | None:
    return round(number, 4) if number < inf else None


class Comparison(Tree):
    """Two things that can be said, each tried at the same imagined tables.

    As in the search, players go on as the sensible bot does, or as a tree finds out.
    """

    _said = ""
    _worth = 0.0

    def __init__(
        self,
        game: type[NetGame],
        knowledge: Knowledge,
        both: tuple[str, str],
        *,
        seed: object = 0,
        policy: Policy | None = None,
        matters: float = 0.0,
        imagine: Callable[[], NetGame] | None = None,
    ) -> None:
        """`matters` is the least difference that is worth looking for; a search that has read hands
        may say how tables are imagined."""
        super().__init__(game, knowledge, seed=seed, policy=policy)
        self.both, self._matters = both, matters
        self._imagine = imagine or (lambda: game.imagine(knowledge, self.below))
        self._gaps: list[float] = []

    def _roll_out(self) -> None:
        self._draw_alike()
        table = self._imagine() if self._bots else None
        one, other = [self._try(said, table) for said in self.both]
        self._gaps.append(one - other)
        ahead, error = self.ahead, self.error
        self.settled = abs(ahead) > CLEAR * error or ahead + SURE * error < self._matters

    def _draw_alike(self) -> None:
        """Let the same be drawn by lot for both."""
        random = Random(f"{self.seed} {len(self._gaps)}").random
        self.below = lambda n: int(random() * n)

    def _try(self, said: str, imagined: NetGame | None) -> float:
        self._draw_alike()
        self._said = said
        if imagined is not None:
            table = imagined.copy()
            table.answer(self.seat, table.find(self.seat, read_line(said)))
            if not self.play_out(table, MOST_MOVES):
                raise EndlessError
            return self.payoffs(table)[self.seat]
        super()._roll_out()
        return self._worth

    def _moves(self, table: NetGame, seat: int, node: Node) -> Sequence[Command]:
        if node is self.root:
            return [table.find(seat, read_line(self._said))]
        return super()._moves(table, seat, node)

    def payoffs(self, table: NetGame) -> list[float]:
        worth = super().payoffs(table)
        self._worth = worth[self.seat]
        return worth

    @property
    def ahead(self) -> float:
        """How much more the first is worth, on average."""
        return sum(self._gaps) / len(self._gaps) if self._gaps else 0.0

    @property
    def error(self) -> float:
        """The standard error of that."""
        count, ahead = len(self._gaps), self.ahead
        if count < LEAST:
            return inf
        return sqrt(sum([(gap - ahead) ** 2 for gap in self._gaps]) / (count - 1) / count)


def judge(
    game: type[NetGame],
    knowledge: Knowledge,
    said: str,
    *,
    seed: object = 0,
    policy: Policy | None = None,
    rollouts: int | None = None,
    seconds: float | None = None,
    stop: Callable[[], bool] | None = None,
) -> Judgement:
    """What search thinks of what a player said, who knew this; `policy` is the sensible bot.

    It has so many rollouts or seconds for it, or as many as it takes until `stop` says so.
    """
    try:
        return _judge(game, knowledge, said, seed, policy, rollouts, seconds, stop)
    except Exception:  # noqa: BLE001 - whatever the rules raise
        return Judgement(said, why=Unjudged.BROKEN)


def _judge(
    game: type[NetGame],
    knowledge: Knowledge,
    said: str,
    seed: object,
    policy: Policy | None,
    rollouts: int | None,
    seconds: float | None,
    stop: Callable[[], bool] | None,
) -> Judgement:
    data: Data = knowledge
    table = game.imagine(knowledge, lambda n: 0)
    legal = table.legal(data["seat"])
    if len(legal) == 1 and isinstance(legal[0], Command):
        return Judgement(said, why=Unjudged.FORCED)
    search = search_for(game, knowledge, seed=seed, policy=policy)
    bets = isinstance(table, CardGame) and table.stage.tells_of_hands() and policy is not None
    if search is None or bets:  # the tables of a comparison know nothing of what a bet tells
        return Judgement(said, why=Unjudged.BETS)
    stake = stake_of(game, knowledge, policy)
    half = None if seconds is None else seconds / 2
    search.run(rollouts and max(1, rollouts // 2), seconds=half, stop=stop)
    while not _has_tried(search) and search.broken is None:  # however little time
        search.run(LEAST)
    best = search.best()
    if search.broken is not None or best is None:
        return Judgement(said, why=Unjudged.BROKEN)
    least = Mark.INACCURACY.share * stake.spread
    compared = Comparison(
        game,
        knowledge,
        (best, said),
        seed=f"{seed} compared",
        policy=policy if isinstance(search, Race) else None,
        matters=least,
        imagine=search.imagine if isinstance(search, Race) else None,
    )
    if best != said:
        compared.run(LEAST, stop=stop)
        tables = rollouts and max(0, rollouts // 4 - LEAST)  # at each it is played out twice
        compared.run(tables, seconds=half, stop=stop)
    if compared.broken is not None:
        return Judgement(said, why=Unjudged.BROKEN)
    ahead, error = (compared.ahead, compared.error) if best != said else (0.0, 0.0)
    mark = _mark((ahead - SURE * error) / stake.spread)
    return Judgement(
        said,
        best,
        ahead if mark is not Mark.NONE else 0.0,
        error,
        mark,
        stake,
        _told(search.choices(), best, said),
        search.rollouts + 2 * compared.rollouts,
    )


def _has_tried(search: Search) -> bool:
    """Whether it knows something of what it would say."""
    best = search.best()
    return any(each.command == best for each in search.choices())


def _mark(share: float) -> Mark:
    """The mark for who has lost so much of what the game is about, at least."""
    return next((mark for mark in reversed(Mark) if share >= mark.share), Mark.NONE)


def _told(choices: Sequence[Choice], best: str, said: str) -> tuple[Choice, ...]:
    """A few of what was tried: the best first, and what was said."""
    ranked = sorted(choices, key=lambda each: (each.command != best, -each.visits, -each.worth))
    return tuple(e for at, e in enumerate(ranked) if at < SHOWN or e.command == said)


def stake_of(game: type[NetGame], knowledge: Knowledge, policy: Policy | None) -> Stake:
    """What a game by these rules and with so many players is about.

    It is found from a few games that are played sensibly, or at random; the same for all who ask.
    """
    data: Data = knowledge
    how = game, f"{data['preset']} {data['options']} {len(data['names'])}"
    if how not in _stakes:
        if len(_stakes) >= MOST_STAKES:
            _stakes.clear()
        _stakes[how] = _new_stake(game, data, policy)
    return _stakes[how]


def _new_stake(game: type[NetGame], data: Data, policy: Policy | None) -> Stake:
    options = Reader(lambda key: None).read(data["options"])
    names = [f"player-{number}" for number, _ in enumerate(data["names"], start=1)]
    alike = policy and Policy(policy.usual)  # nobody plays better than the others
    found: list[float] = []
    unit = "places"
    for number in range(GAMES):
        table = game.play(names, data["preset"], options, key=f"stake {number}", journal=False)
        if table.playing:
            search = Search(game, table.knowledge(table.awaited[0]), seed=number, policy=alike)
            search.play_out(table, MOST_MOVES)
        if not table.playing:
            found += payoffs(table)
            unit = "points" if any(table.earned()) else unit
    count = max(1, len(found))
    mean = sum(found) / count  # not 0 where all play together
    spread = sqrt(sum((each - mean) ** 2 for each in found) / count)
    return Stake(spread or 1.0, unit)
