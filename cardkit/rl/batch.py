"""Many tables of one game at once: what is to be decided at each, in arrays with a row per table.

A table at which an episode is over begins the next at once, so there is something to decide at all
of them, always.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from cardkit.cardgame import Bot
from cardkit.netgame import NetGame
from cardkit.rl.actions import SIZES
from cardkit.rl.episode import Episode, Spaces
from cardkit.rl.observations import WINDOW, Row
from cardkit.simulate import chance


def cells(array: NDArray[Any]) -> Row:
    """The numbers of a row, to be written one by one: four times as fast as the array itself."""
    return cast("Row", array.data)


class Decisions(NamedTuple):
    """What is to be decided at each table, in the order of the tables.

    The arrays are written anew by the next step: copy what is to be kept.
    """

    observations: NDArray[np.float32]
    """A row for each table, as the seat that is asked sees it."""
    masks: NDArray[np.int8]
    """A row for each table: 1 for what can be done."""
    seats: NDArray[np.int64]
    """Who is asked."""
    rewards: NDArray[np.float32]
    """What each seat has earned by the last action: a column for each."""
    ended: NDArray[np.bool_]
    """Whether an episode was over by the last action, and a new one has begun."""


class Batch:
    """So many tables, each with its own deals.

    With a bot to play `against`, there is one seat to decide for at each table, another one at the
    next table; the bot has the others. It must be one that goes by what it sees.
    """

    def __init__(
        self,
        game: type[NetGame],
        tables: int,
        players: int = 0,
        preset: str = "",
        options: Mapping[str, object] = {},
        *,
        games: int = 1,
        reward: str = "score",
        window: int = WINDOW,
        sizes: Sequence[float] = SIZES,
        seed: int = 0,
        against: type[Bot] | None = None,
    ) -> None:
        self.spaces = Spaces(
            game,
            players,
            preset,
            options,
            games=games,
            reward=reward,
            window=window,
            sizes=sizes,
        )
        size, actions = self.spaces.observations.size, len(self.spaces.actions)
        self.decisions = Decisions(
            np.zeros((tables, size), np.float32),
            np.zeros((tables, actions), np.int8),
            np.zeros(tables, np.int64),
            np.zeros((tables, self.spaces.players), np.float32),
            np.zeros(tables, np.bool_),
        )
        if against is not None and not isinstance(against, type):
            raise TypeError(
                f"{against!r} is no bot; give its class, or find_bot({against!r}, game)"
            )
        self._seed, self._begun = seed, 0
        self._against = against(chance(f"{seed} bot")) if against is not None else None
        self._rows = [cells(row) for row in self.decisions.observations]
        self._masks = [cells(row) for row in self.decisions.masks]
        self.episodes = [self._begin(at) for at in range(tables)]
        self._look()

    def _begin(self, at: int) -> Episode:
        """An episode in which there is something to decide."""
        while True:
            self._begun += 1
            episode = self.spaces.begin(b"%d %d" % (self._seed, self._begun))
            self._answer(at, episode)
            if episode.seat >= 0:
                return episode

    def _answer(self, at: int, episode: Episode) -> list[float] | None:
        """Let the bot play where it is asked; what was earned meanwhile."""
        total: list[float] | None = None
        while self._against and 0 <= episode.seat != at % self.spaces.players:
            table, seat = episode.table, episode.seat
            view: Any = table.view(seat)
            offers: Any = table.shown_offers(seat)
            if self._against.knowing:
                self._against.knows(table.knowledge(seat))
            earned = episode.say_line(self._against.choose(view, offers))
            total = _sum(total, earned)
        return total

    def step(self, actions: Sequence[int] | NDArray[np.int64]) -> Decisions:
        """Do at each table what this number stands for; what is to be decided next."""
        told = self.decisions
        numbers = actions.tolist() if isinstance(actions, np.ndarray) else actions
        self._check(numbers)
        told.rewards.fill(0)
        told.ended.fill(False)
        for at, (episode, number) in enumerate(zip(self.episodes, numbers, strict=True)):
            earned = episode.act(number)
            if self._against:
                earned = _sum(earned, self._answer(at, episode))
            if earned is not None:
                told.rewards[at] = earned
                if episode.seat < 0:
                    told.ended[at] = True
                    self.episodes[at] = self._begin(at)
        self._look()
        return told

    def _check(self, numbers: Sequence[int]) -> None:
        """Raise before anything is done at any table, so that nothing is half done."""
        if len(numbers) != len(self.episodes):
            raise ValueError(f"{len(numbers)} actions were given for {len(self.episodes)} tables")
        for at, (episode, number) in enumerate(zip(self.episodes, numbers, strict=True)):
            if number not in episode.legal():
                raise ValueError(f"table {at}: {episode.illegal(number)}")

    def _look(self) -> None:
        told = self.decisions
        told.observations.fill(0)
        told.masks.fill(0)
        rows = zip(self.episodes, self._rows, self._masks, strict=True)
        for episode, row, mask in rows:
            episode.observe(episode.seat, row)
            for number in episode.legal():
                mask[number] = 1
        told.seats[:] = [episode.seat for episode in self.episodes]


def _sum(one: list[float] | None, other: list[float] | None) -> list[float] | None:
    if one is None or other is None:
        return one or other
    return [a + b for a, b in zip(one, other, strict=True)]
