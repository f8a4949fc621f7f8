"""Environment steps with observation and mask, per CPU-second, beside PettingZoo's Leduc hold'em.

Alternating slices of one process; players take any legal action: at one table by its mask, as a
learner would, and in a batch without looking for it in masks, which takes long where they are.
"""

import argparse
from statistics import median

import numpy as np
from pettingzoo import AECEnv
from pettingzoo.classic import leduc_holdem_v4

from benchmarks.driver import Play, Rates, chance, in_turn, show, written
from cardkit.netgame import NetGame
from cardkit.registry import find_game, installed
from cardkit.rl.batch import Batch
from cardkit.rl.environment import Environment

BARS = {"whist": 30_000, "daifugo": 20_000}
BATCH_BAR = 40_000
COLUMNS = ("game", "one table, steps/s", "of Leduc", "bar", "64 tables, steps/s", "bar")


def environment(env: "AECEnv[str, dict[str, np.ndarray], int | None]") -> Play:
    """One episode after the other."""
    below = chance(1)
    env.reset(seed=1)

    def play() -> Rates:
        env.reset()
        steps = 0
        while True:
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated or observation is None:
                return Rates(steps, 1)
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[below(len(legal))])
            steps += 1

    return play


def batch(game: type[NetGame], tables: int) -> Play:
    """One step at all tables."""
    many, below = Batch(game, tables), chance(1)

    def play() -> Rates:
        choices = [[*episode.legal()] for episode in many.episodes]
        many.step([legal[below(len(legal))] for legal in choices])
        return Rates(tables, 0)

    return play


def row(name: str, seconds: float) -> list[str]:
    game = find_game(name)
    leduc = environment(leduc_holdem_v4.raw_env())
    plays = [environment(Environment(game)), leduc, batch(game, 64)]
    ours, theirs, many = (
        median(rates.moves for rates in slices) for slices in in_turn(plays, 10, seconds / 10)
    )
    bars = (BARS.get(name, 0), BATCH_BAR if name in BARS else 0)
    return [
        name,
        written(ours),
        f"{ours / theirs:.1f} × {written(theirs)}",
        written(bars[0]),
        written(many),
        written(bars[1]),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="names of games; Whist and Daifugo, if none")
    parser.add_argument("--all", action="store_true", help="every game that is installed")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU-seconds for each rate")
    args = parser.parse_args()
    games = [*installed()] if args.all else args.only or [*BARS]
    rows = [row(name, args.seconds) for name in games]
    show("Environment steps, random actions, per CPU-second", COLUMNS, rows)


if __name__ == "__main__":
    main()
