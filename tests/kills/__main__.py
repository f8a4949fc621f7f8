"""`python -m tests.kills`: a real house that is killed, stopped and cut off again and again."""

from __future__ import annotations

import argparse
import sys
import tempfile
from functools import partial
from pathlib import Path

import trio

from tests.kills.loop import KillLoop


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.kills",
        description="Let three real nodes over a PostgreSQL suffer while games are played, and "
        "tell how long it takes until a table is heard of again, and what was wrong.",
    )
    parser.add_argument("--faults", type=int, default=300, help="how many (default: 300)")
    parser.add_argument("--tables", type=int, default=20, help="how many (default: 20)")
    parser.add_argument("--seed", type=int, default=1, help="for when and what (default: 1)")
    parser.add_argument("--kinds", nargs="*", default=[], help="only these, one after the other")
    parser.add_argument("--keep", type=Path, help="an empty folder for the logs, which stay")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cardkit-kills-") as folder:
        place = given.keep or Path(folder)
        loop = KillLoop(place, given.seed, tables=given.tables, say=partial(print, flush=True))
        report = trio.run(loop.run, given.faults, given.kinds)
    print("\n".join(report.lines()))
    return bool(report.wrong)


if __name__ == "__main__":
    sys.exit(main())
