"""A learner of NumPy alone that comes to beat the sensible bot of a game, and draws its curve.

It plays 64 tables at once against the bot, in another seat at each, and is rewarded in points.
`python -m examples.learning.learner flush_poker --seconds 60 --picture curve.svg`
"""

import argparse
from collections.abc import Iterator
from time import process_time
from typing import Any

import numpy as np

from cardkit import Rand
from cardkit.registry import bots_of, find_game
from cardkit.rl.batch import Batch
from examples.learning.curve import write_curve
from examples.learning.network import Array, Network

TABLES, SAMPLES, EPOCHS, PARTS, EACH = 64, 2048, 4, 4, 2000


class Learner:
    """A network, and the tables it plays at."""

    def __init__(self, name: str, reward: str = "score") -> None:
        game = find_game(name)
        bot = next(bot for bot in bots_of(game).values() if bot is not Rand)
        self.batch = Batch(game, TABLES, reward=reward, against=bot, window=2)
        spaces = self.batch.spaces
        self.network = Network(spaces.observations.size, len(spaces.actions))
        self.random, self.seats = np.random.default_rng(2), np.arange(TABLES) % spaces.players
        self.games: list[list[tuple[Any, ...]]] = [[] for _ in range(TABLES)]
        self.samples: list[tuple[Any, ...]] = []
        """What was seen, legal, chosen and how likely, and what came of it."""

    def step(self) -> list[float]:
        """Choose at each table; what the games were worth that are over by it."""
        told = self.batch.decisions
        seen, masks = np.clip(told.observations, -4, 4), told.masks.astype(bool)
        _, likely, _ = self.network(seen, masks)
        chosen = (likely.cumsum(1) > self.random.random((TABLES, 1))).argmax(1)
        for at, game in enumerate(self.games):
            game.append((seen[at], masks[at], chosen[at], likely[at, chosen[at]]))
        told = self.batch.step(chosen)
        over = np.flatnonzero(told.ended)
        for at in over.tolist():
            won = told.rewards[at, self.seats[at]]
            self.samples += [(*sample, won) for sample in self.games[at]]
            self.games[at] = []
        if len(self.samples) >= SAMPLES:
            self._learn([np.array(column) for column in zip(*self.samples, strict=True)])
            self.samples = []
        return [float(told.rewards[at, self.seats[at]]) for at in over]

    def _learn(self, columns: list[Array]) -> None:
        columns[-1] = columns[-1] / (columns[-1].std() + 1e-6)
        for _ in range(EPOCHS):
            for part in np.array_split(self.random.permutation(len(columns[0])), PARTS):
                self.network.learn(*(column[part] for column in columns))


def train(name: str, seconds: float, reward: str = "score") -> Iterator[tuple[float, float]]:
    """Learn for so long; after each 2,000 games the CPU time, and their mean reward."""
    learner, results, begun = Learner(name, reward), list[float](), process_time()
    while (spent := process_time() - begun) < seconds:
        results += learner.step()
        if len(results) >= EACH:
            yield spent, float(np.mean(results))
            results = []


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="flush_poker")
    parser.add_argument("--reward", choices=("score", "rank"), default="score")
    parser.add_argument("--seconds", type=float, default=60, help="of CPU time")
    parser.add_argument("--picture", default="curve.svg")
    args = parser.parse_args()
    points = list[tuple[float, float]]()
    for spent, mean in train(args.game, args.seconds, args.reward):
        points.append((spent, mean))
        print(f"{spent:5.0f} s  {mean:+.3f}", flush=True)
        title = f"{args.game}: {args.reward} by game against the bot, by seconds of learning"
        write_curve(args.picture, title, points)


if __name__ == "__main__":
    main()
