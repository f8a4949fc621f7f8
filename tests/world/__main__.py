"""`python -m tests.world`: worlds until so many games were faulted, or one of them again.

Worlds are spread over all cores; what happens in one depends on its seed alone.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count, islice
from multiprocessing import get_context

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tests.world.house import run_house
from tests.world.report import Report, WorldFault
from tests.world.run import run_world


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.world",
        description="Play the server in simulated worlds in which network, disk and server fail. "
        "A fault is printed with the seed of its world.",
    )
    parser.add_argument("--games", type=int, default=1000, help="faulted games (default: 1,000)")
    parser.add_argument("--first", type=int, default=1, help="the first seed (default: 1)")
    parser.add_argument("--seed", type=int, help="only this world, as it was")
    parser.add_argument("--house", action="store_true", help="three nodes over one database")
    given = parser.parse_args()
    play = run_house if given.house else run_world
    begun, total = time.monotonic(), Report()
    try:
        if given.seed is not None:
            total = play(given.seed)
        else:
            _run_many(play, given.first, given.games, total)
    except WorldFault as fault:
        print(fault)
        return 1
    except KeyboardInterrupt:
        print("stopped; what was played until then:")
    print(f"{total} in {time.monotonic() - begun:.0f} s")
    return 0


def _run_many(play: Callable[[int], Report], first: int, games: int, total: Report) -> None:
    """Worlds from this seed on, a few ahead of what is needed, so that no core has to wait."""
    columns = (TextColumn("faulted games"), BarColumn(), MofNCompleteColumn())
    with (
        ProcessPoolExecutor(mp_context=get_context("spawn")) as pool,
        Progress(*columns, TimeRemainingColumn()) as progress,
    ):
        bar = progress.add_task("", total=games)
        seeds: Iterator[int] = count(first)
        ahead = 2 * (os.cpu_count() or 1)
        running: set[Future[Report]] = {pool.submit(play, s) for s in islice(seeds, ahead)}
        while total.faulted < games:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for world in done:
                total.add(world.result())
                running.add(pool.submit(play, next(seeds)))
            progress.update(bar, completed=min(games, total.faulted))
        pool.shutdown(cancel_futures=True)


if __name__ == "__main__":
    sys.exit(main())
