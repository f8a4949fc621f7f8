"""Two nodes behind one port beside one, over a PostgreSQL on the same machine.

    python -m benchmarks.workers [--quick]

PostgreSQL and the load want the same cores. The load knows one port only, so about half of all
players come in at another node than that of their table.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from statistics import median

from benchmarks.boardgame_io import Slices, alternate, playing
from benchmarks.load import Load
from benchmarks.server import Slice, server
from tests.postgres import new_url

TABLES, RATE = 100, 500.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer tables, for less long")
    tables, seconds = (20, 2.0) if parser.parse_args().quick else (TABLES, 8.0)
    with (
        playing(server(store=new_url(sync=True)), Load, tables) as one,
        playing(server(store=new_url(sync=True), more=["--workers", "2"]), Load, tables) as two,
    ):
        show(f"{tables} tables at full speed", alternate((one, two), 5, seconds))
        show(f"{tables} tables at {RATE:.0f} moves/s", alternate((one, two), 3, seconds, RATE))


def show(what: str, slices: Slices) -> None:
    print(f"{what}:")
    for name, found in zip(("one node", "two workers"), slices, strict=True):
        print(f"  {name:12} {told(found)}")


def told(slices: Sequence[Slice]) -> str:
    clock = [each.moves / each.clock for each in slices]
    p50, p99 = (1000 * median(each.latency(part) for each in slices) for part in (0.5, 0.99))
    return (
        f"{median(clock):,.0f} moves/s ({min(clock):,.0f}–{max(clock):,.0f}), "
        f"{median(each.per_cpu for each in slices):,.0f} per CPU-second of the nodes, "
        f"p50 {p50:.1f} ms, p99 {p99:.1f} ms"
    )


if __name__ == "__main__":
    main()
