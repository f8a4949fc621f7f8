"""The core alone: every registered game at random, legal lists included, per CPU-second.

Besides moves and games: what a copy and a view of a table in the middle of a game cost, how much
of the rate is left when four players listen, and whether memory stays flat over many games.
"""

import argparse
import gc
import tracemalloc
from collections.abc import Callable
from importlib.metadata import entry_points
from statistics import median
from time import process_time

from benchmarks.driver import NAMES, chance, in_turn, random_games, show, written
from cardkit.netgame import NetGame, pick

COLUMNS = (
    "game",
    "players",
    "moves/s",
    "games/s",
    "copy µs",
    "view µs",
    "4 listeners",
    "of silent",
    "kB kept per 1,000 games",
)


def row(name: str, game: type[NetGame], seconds: float, games: int) -> list[str]:
    players = min(game.seats.most, len(NAMES))
    plays = [random_games(game, players), random_games(game, players, listeners=4)]
    slices, heard_slices = in_turn(plays, 10, seconds / 10)
    silent, heard = median(r.moves for r in slices), median(r.moves for r in heard_slices)
    tables = tables_in_play(game, players)
    return [
        name,
        str(players),
        written(silent),
        written(median(r.games for r in slices)),
        f"{microseconds(lambda table: table.copy(), tables):.1f}",
        f"{microseconds(lambda table: table.view(0), tables):.1f}",
        written(heard),
        f"{heard / silent:.0%}",
        f"{kept_per_game(game, players, games):.2f}",
    ]


def tables_in_play(game: type[NetGame], players: int) -> list[NetGame]:
    """Tables at every third move of one game, at most fifty."""
    table, below, tables = game.play(NAMES[:players], key=b"tables"), chance(1), list[NetGame]()
    move = 0
    while table.playing and len(tables) < 50:
        if move % 3 == 0:
            tables.append(table.copy())
        seat = table.awaited[0]
        table.apply(table.names[seat], pick(table.legal(seat), below))
        move += 1
    return tables


def microseconds(deed: Callable[[NetGame], object], tables: list[NetGame]) -> float:
    """What a deed costs, on the mean of these tables."""
    start, times = process_time(), 0
    while process_time() - start < 0.3:
        for table in tables:
            deed(table)
        times += len(tables)
    return (process_time() - start) / times * 1e6


def kept_per_game(game: type[NetGame], players: int, games: int) -> float:
    """The bytes that stay behind per game (so kB per 1,000), the tables themselves thrown away.

    Tables of combinations that are filled as they are needed show here until they are full.
    """
    tracemalloc.start()
    sizes = []
    for seed in (1, 2):  # the first round fills what is made once and kept
        play = random_games(game, players, seed=seed)
        for _ in range(games):
            play()
        del play
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    return (sizes[1] - sizes[0]) / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="names of games; all, if none is given")
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU-seconds for each rate")
    parser.add_argument("--games", type=int, default=1000, help="games for the memory check")
    args = parser.parse_args()
    found = sorted(entry_points(group="cardkit.games"), key=lambda entry: entry.name)
    rows = [
        row(entry.name, entry.load(), args.seconds, args.games)
        for entry in found
        if entry.name in (args.only or [entry.name])
    ]
    show("The core, random play per CPU-second", COLUMNS, rows)


if __name__ == "__main__":
    main()
