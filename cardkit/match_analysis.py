"""What search thinks of the decisions of a recorded match, found in processes beside this one.

Each decision is judged alone, from a seed of its own: with a budget in rollouts the same comes out
however many processes there are.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from typing import Any, Self

from cardkit.netgame import NetGame, Refused
from cardkit.reasons import LocalReason
from cardkit.record.decisions import Decision
from cardkit.registry import bots_of, find_game
from cardkit.search import policy_among
from cardkit.search.analysis import Judgement, Mark, judge

SECONDS = 0.5
"""For a decision, if nothing else is said."""
WORST = 3
"""So many of a player's decisions are named that cost most."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Budget:
    """How long a decision is thought about: so many seconds, or so many rollouts."""

    seconds: float | None = SECONDS
    rollouts: int | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision, and what search thinks of it."""

    decision: Decision
    judgement: Judgement

    def data(self) -> dict[str, Any]:
        """Both as plain values, ready for JSON."""
        return {**self.decision.data(), **self.judgement.data()}


@dataclass(frozen=True, slots=True)
class PlayerSummary:
    """How well somebody has played."""

    player: str
    stand_in: bool
    """Whether it was a robot in the place of this player."""
    judged: Sequence[Judged]

    @property
    def opinions(self) -> list[Judgement]:
        """Of the decisions about which search has one."""
        return [each.judgement for each in self.judged if each.judgement.why is None]

    @property
    def accuracy(self) -> float | None:
        """From 0 to 1; None where there was nothing to judge."""
        found = [each.accuracy for each in self.opinions]
        return sum(found) / len(found) if found else None

    @property
    def marks(self) -> Counter[Mark]:
        return Counter(each.mark for each in self.opinions)

    @property
    def lost(self) -> float:
        return sum(each.lost for each in self.opinions)

    @property
    def worst(self) -> list[Judged]:
        """The decisions that cost most, the dearest first."""
        marked = [each for each in self.judged if each.judgement.mark is not Mark.NONE]
        return sorted(marked, key=lambda each: -each.judgement.lost)[:WORST]


def summaries(judged: Iterable[Judged]) -> list[PlayerSummary]:
    """Of each player, in the order in which they first decided, and of robots in their place."""
    by: dict[tuple[str, bool], list[Judged]] = {}
    for each in judged:
        by.setdefault((each.decision.player, each.decision.stand_in), []).append(each)
    return [PlayerSummary(player, stand_in, all_) for (player, stand_in), all_ in by.items()]


def judge_decision(
    game: type[NetGame], decision: Decision, budget: Budget, stop: Event | None = None
) -> Judged:
    """What search thinks of one decision."""
    judgement = judge(
        game,
        decision.knowledge,
        decision.said,
        seed=f"decision {decision.position}",
        policy=policy_among(bots_of(game).values()),
        rollouts=budget.rollouts,
        seconds=budget.seconds,
        stop=None if stop is None else stop.is_set,
    )
    return Judged(decision, judgement)


class Analysts:
    """Processes that judge decisions of one game. Use it with `with`: then none is left."""

    def __init__(self, game: str, budget: Budget, workers: int) -> None:
        """`game` is its name, or `file.py:Class`."""
        context = multiprocessing.get_context("spawn")  # a screen may have threads
        self._stop = context.Event()
        self._game, self._budget = game, budget
        self._count = workers
        self._pool = ProcessPoolExecutor(workers, context, _prepare, (self._stop,))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._pool.shutdown(cancel_futures=True)

    def stop(self) -> None:
        """Let all come to an end with what they do."""
        self._stop.set()

    def ask(self, decision: Decision) -> Future[Judged]:
        return self._pool.submit(_judge, self._game, decision, self._budget)

    def judge(self, decisions: Iterable[Decision]) -> Iterator[Judged]:
        """What search thinks of each, in their order. Raises `Refused` if a process is lost."""
        asked: deque[Future[Judged]] = deque()
        try:
            for decision in decisions:
                asked.append(self.ask(decision))
                if len(asked) > 2 * self._count:
                    yield asked.popleft().result()
            while asked:
                yield asked.popleft().result()
        except BrokenProcessPool:
            raise Refused(
                LocalReason.BAD_GAME,
                "a process that judged decisions has ended, most likely for the memory it used",
            ) from None


class RunningAnalysis:
    """The decisions of a match, judged one after the other while somebody looks at it."""

    def __init__(
        self, analysts: Analysts, decisions: Sequence[Decision], told: Callable[[], None]
    ) -> None:
        """`told` is called from another thread whenever there is something new."""
        self.of = len(decisions)
        self.judged: dict[int, Judged] = {}
        """By position, how many inputs came before."""
        self.failed = False
        self._told = told
        for decision in decisions:
            analysts.ask(decision).add_done_callback(self._take)

    def _take(self, future: Future[Judged]) -> None:
        if future.cancelled():
            return
        if future.exception() is None:
            judged = future.result()
            self.judged[judged.decision.position] = judged
        else:
            self.failed = True
        self._told()

    def mistakes(self) -> list[Judged]:
        """Those with a mark, as far as they are known, in their order."""
        marked = [e for e in [*self.judged.values()] if e.judgement.mark is not Mark.NONE]
        return sorted(marked, key=lambda each: each.decision.position)


_stop: Event | None = None


def _prepare(stop: Event) -> None:
    """In a new process: whoever is at the terminal stops the analysis, not each process of it."""
    global _stop  # noqa: PLW0603
    _stop = stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _judge(game: str, decision: Decision, budget: Budget) -> Judged:
    return judge_decision(find_game(game), decision, budget, _stop)
