"""`python -m cardkit.testing.world`: many worlds until so many games were faulted, or one again."""

from __future__ import annotations

import argparse
import sys
import time
from itertools import count

from cardkit.testing.world.run import Report, WorldFault, run_world


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m cardkit.testing.world", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="faulted games to play")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--seed", type=int, help="only this world, as it was")
    given = parser.parse_args()
    begun, total = time.monotonic(), Report()
    seeds = count(given.first) if given.seed is None else [given.seed]
    for seed in seeds:
        try:
            total.add(run_world(seed))
        except WorldFault as fault:
            print(fault)
            return 1
        if given.seed is None and total.faulted >= given.games:
            break
    print(f"{total} in {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
