"""How fast search gets its tables, and plays them to their end.

python -m benchmarks.search
"""

from collections.abc import Callable
from time import process_time

from benchmarks.driver import NAMES, chance, show
from cardkit.netgame import pick
from cardkit.registry import find_game

FAST = ("whist", "daifugo")


def speed(name: str, seconds: float) -> list[str]:
    """A row with what tables of a game cost in the middle of a game, and how fast they end."""
    game, below = find_game(name), chance(1)
    dealt = game.play(NAMES[:4], key=b"speed", journal=False)
    table = dealt.copy()
    for _ in range(24):
        seat = table.awaited[0]
        table.apply(table.names[seat], pick(table.legal(seat), below))
    known = table.knowledge(1)
    return [
        name,
        f"{1e6 / rate(lambda: table.knowledge(1), seconds):.1f}",
        f"{1e6 / rate(lambda: game.imagine(known, below), seconds):.1f}",
        f"{rate(lambda: dealt.copy().play_out(below), seconds):,.0f}",
    ]


def rate(deed: Callable[[], object], seconds: float) -> float:
    """How often something can be done in a CPU-second."""
    begun, count = process_time(), 0
    while process_time() - begun < seconds:
        deed()
        count += 1
    return count / (process_time() - begun)


def main() -> None:
    rows = [speed(name, 1.0) for name in FAST]
    show("Per CPU-second", ("game", "knowledge µs", "imagine µs", "random rollouts/s"), rows)


if __name__ == "__main__":
    main()
