"""What both benchmarks share: games played at random, and rates per second of CPU time.

A `Play` plays once and says how many moves and games that was. Whatever it needs from one call
to the next (a table in the middle of a match) it keeps to itself.
"""

from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from cardkit.netgame import Below, NetGame, pick

NAMES = ("ann", "ben", "cat", "dan")


class Rates(NamedTuple):
    """Moves and games, of one play or per CPU-second."""

    moves: float
    games: float


Play = Callable[[], Rates]


def chance(seed: int) -> Below:
    """The one cheap way in which every side of every benchmark draws by lot."""
    random = Random(seed).random
    return lambda n: int(random() * n)


def random_games(
    game: type[NetGame], players: int, *, seed: int = 1, listeners: int = 0, **options: object
) -> Play:
    """One game after the other, match after match, legal lists included."""
    below, names, ears = chance(seed), NAMES[:players], range(listeners)
    table = game.play(names, options=options, key=b"%d" % seed, journal=False)
    table.listening = listeners > 0

    def play() -> Rates:
        if not table.playing:
            table.apply("", "START")
        moves = 0
        while table.playing:
            seat = table.awaited[0]
            events = table.apply(names[seat], pick(table.legal(seat), below))
            moves += 1
            for event in events:
                for ear in ears:
                    event.words(ear)
        return Rates(moves, 1)

    return play


def measure(play: Play, seconds: float) -> Rates:
    """Play for that much CPU time, to the end of the last game begun."""
    moves = games = 0.0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        played = play()
        moves += played.moves
        games += played.games
    return Rates(moves / spent, games / spent)


def in_turn(plays: Sequence[Play], slices: int, seconds: float) -> list[list[Rates]]:
    """The rates of each in slices that alternate, so that a busy machine is busy for all."""
    for play in plays:
        play()  # what is made on first use is made now
    rounds = [[measure(play, seconds) for play in plays] for _ in range(slices)]
    return [list(rates) for rates in zip(*rounds, strict=True)]


def written(rate: float) -> str:
    """A rate with three digits: 1.67M, 207k, 8.91k, 512."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:#.3g}".rstrip(".") + letter
    return f"{rate:.3g}" if rate else "–"


def show(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, wide enough also when the output is a file."""
    table = Table(title=title, title_justify="left")
    for number, column in enumerate(columns):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    Console(width=max(Console().width, 150)).print(table)
