"""Many tables of one game at once: what is to be decided at each, in arrays with a row per table.

A table at which an episode is over begins the next at once, so there is something to decide at all
of them, always.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from cardkit.netgame import NetGame
from cardkit.rl.actions import SIZES
from cardkit.rl.episode import Episode, Spaces
from cardkit.rl.observations import WINDOW, Row


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
    """So many tables, each with its own deals."""

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
        self._seed, self._begun = seed, 0
        self._rows = [cells(row) for row in self.decisions.observations]
        self._masks = [cells(row) for row in self.decisions.masks]
        self.episodes = [self._begin() for _ in range(tables)]
        self._look()

    def _begin(self) -> Episode:
        self._begun += 1
        return self.spaces.begin(b"%d %d" % (self._seed, self._begun))

    def step(self, actions: Sequence[int] | NDArray[np.int64]) -> Decisions:
        """Do at each table what this number stands for; what is to be decided next."""
        told = self.decisions
        told.rewards.fill(0)
        told.ended.fill(False)
        numbers = actions.tolist() if isinstance(actions, np.ndarray) else actions
        for at, (episode, number) in enumerate(zip(self.episodes, numbers, strict=True)):
            earned = episode.act(number)
            if earned is not None:
                told.rewards[at] = earned
                if episode.seat < 0:
                    told.ended[at] = True
                    self.episodes[at] = self._begin()
        self._look()
        return told

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
