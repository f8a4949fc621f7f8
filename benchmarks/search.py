"""How fast search gets its tables, and plays them to their end.

python -m benchmarks.search
"""

from collections.abc import Callable
from time import process_time

from benchmarks.driver import NAMES, chance, show
from cardkit.netgame import NetGame, pick
from cardkit.registry import find_game

FAST = ("whist", "daifugo")
COLUMNS = ("game", "knowledge µs", "with its past µs", "imagine µs", "random rollouts/s")


def speed(name: str, seconds: float) -> list[str]:
    """A row with what tables of a game cost in the middle of a game, and how fast they end."""
    game, below = find_game(name), chance(1)
    dealt, table = game.play(NAMES[:4], key=b"speed", journal=False), in_play(game, journal=False)
    remembering, known = in_play(game, journal=True), table.knowledge(1)
    return [
        name,
        f"{1e6 / rate(lambda: table.knowledge(1), seconds):.1f}",
        f"{1e6 / rate(lambda: remembering.knowledge(1), seconds):.1f}",
        f"{1e6 / rate(lambda: game.imagine(known, below), seconds):.1f}",
        f"{rate(lambda: dealt.copy().play_out(below), seconds):,.0f}",
    ]


def in_play(game: type[NetGame], *, journal: bool) -> NetGame:
    """A table after two dozen moves; one with a journal keeps what was said, too."""
    table, below = game.play(NAMES[:4], key=b"speed", journal=journal), chance(1)
    for _ in range(24):
        seat = table.awaited[0]
        table.apply(table.names[seat], pick(table.legal(seat), below))
    return table


def rate(deed: Callable[[], object], seconds: float) -> float:
    """How often something can be done in a CPU-second."""
    begun, count = process_time(), 0
    while process_time() - begun < seconds:
        deed()
        count += 1
    return count / (process_time() - begun)


def main() -> None:
    rows = [speed(name, 1.0) for name in FAST]
    show("Per CPU-second", COLUMNS, rows)


if __name__ == "__main__":
    main()
