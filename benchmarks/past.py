"""What a page of the past costs at a server where a million matches were played.

    python -m benchmarks.past [--quick]

The matches are written by SQL into a database of the first version, which the server then brings up
to date. Every question is asked over HTTP at the first, a middle and the last page.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from benchmarks.server import Server, server
from cardkit.server import sqlite_store
from cardkit.server.store_address import DATABASE

GAMES = ("akq", "daifugo", "flush_poker", "page_one", "whist")
MATCHES, MOST, GOAL = 1_000_000, 20, 20.0
TIMES = 3
"""How often each question is asked: no more than a guest may before the brake holds."""
GENERATE = """
BEGIN;
CREATE TEMP TABLE kinds AS SELECT key, value FROM json_each(:games);
CREATE TEMP TABLE n (i INTEGER PRIMARY KEY);
WITH RECURSIVE up (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM up WHERE i < :matches)
INSERT INTO n SELECT i FROM up;
INSERT INTO tables SELECT replace(value, '_', '-') || '-' || i, value, '', '{}', '{}', 0
FROM n JOIN kinds ON key = i % 5 WHERE i <= :matches / 10 + 1;
INSERT INTO matches
SELECT i, replace(value, '_', '-') || '-' || at, 1, 1, randomblob(32), 1, i, i + 60, 3,
       json_array('guest-' || (i * 7919 % 200003), 'guest-' || (i * 31 % 200003), 'robot-1'),
       json_array(9 + i % 17, i % 9, -1 - i % 5)
FROM (SELECT i, CASE WHEN i % 10 THEN i / 10 + 1 ELSE 1 END AS at FROM n)
JOIN kinds ON key = at % 5;
INSERT INTO matches (id, at_table, told, deals, secret, over)
SELECT :matches + i, 'akq-0', 0, 0, randomblob(32), 0 FROM n WHERE i <= :matches / 10;
COMMIT;
"""
"""Ten matches at a table, a tenth of all at one, and as many that never began."""


def generate(path: Path, matches: int) -> None:
    games = "'" + json.dumps(GAMES) + "'"
    script = GENERATE.replace(":games", games).replace(":matches", str(matches))
    with closing(sqlite3.connect(path)) as db:
        version = f"PRAGMA user_version = {sqlite_store._FIRST_VERSION};"
        db.executescript(f"PRAGMA journal_mode = WAL; {sqlite_store._SCHEMA} {version} {script}")


def questions(path: Path, matches: int) -> dict[str, str]:
    """What is asked for, by its name."""
    long_table, short_table = "daifugo-1", "flush-poker-2"
    asked: dict[str, dict[str, Any]] = {}
    for name, filters in {
        "all matches": {},
        "of a game": {"game": "daifugo"},
        "of a table with a tenth of all": {"table": long_table},
        "of a table with ten": {"table": short_table},
        "of a game and a table of another": {"game": "akq", "table": long_table},
    }.items():
        for place, before in ("first", matches * 2), ("middle", matches // 2), ("last", 30):
            asked[f"{name}, {place} page"] = {**filters, "before": before}
    paths = {name: f"/history.json?{urlencode(how)}" for name, how in asked.items()}
    paths["standings, all games"] = "/results.json?"
    with closing(sqlite3.connect(path)) as db:
        (count,) = db.execute("SELECT count(*) FROM standings WHERE game = 'akq'").fetchone()
        for place, before in ("middle", count // 2), ("last", count - 10):
            (player,) = db.execute(
                "SELECT player FROM standings WHERE game = 'akq' "
                "ORDER BY minus_wins, matches, player LIMIT 1 OFFSET ?",
                (before,),
            ).fetchone()
            query = urlencode({"game": "akq", "after": player})
            paths[f"standings of {count:,}, {place} page"] = f"/results.json?{query}"
    return paths


def ask(hosted: Server, path: str) -> tuple[float, int]:
    """Milliseconds until the answer is there, and how many matches or players it has."""
    begun = perf_counter()
    with urlopen(f"http://{hosted.web[0]}:{hosted.web[1]}{path}&most={MOST}") as answer:
        data = json.load(answer)
    took = 1000 * (perf_counter() - begun)
    lists = [data["matches"]] if "matches" in data else data["standings"].values()
    return took, sum(map(len, lists))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a hundredth of the matches")
    args = parser.parse_args()
    matches = MATCHES // 100 if args.quick else MATCHES
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / DATABASE
        generate(path, matches)
        begun = perf_counter()
        with server(data=Path(folder)):
            took = perf_counter() - begun
            print(
                f"{matches:,} matches, {path.stat().st_size >> 20} MiB: up to date in {took:.1f} s"
            )
        begun = perf_counter()
        with server(data=Path(folder)) as hosted:
            print(f"start: {perf_counter() - begun:.2f} s, CPU {hosted.cpu():.2f} s")
            measure(hosted, questions(path, matches))


def measure(hosted: Server, asked: Mapping[str, str]) -> None:
    ask(hosted, asked["all matches, first page"])  # what is made on first use is made now
    memory, cpu, worst = hosted.memory(), hosted.cpu(), 0.0
    for name, query in asked.items():
        found = [ask(hosted, query) for _ in range(TIMES)]
        times = [took for took, _ in found]
        worst = max(worst, *times)
        print(f"  {name}: {median(times):.1f} ms ({found[0][1]} shown)")
    used = 1000 * (hosted.cpu() - cpu) / (TIMES * len(asked))
    print(f"the slowest took {worst:.1f} ms (goal: {GOAL:.0f}); CPU {used:.1f} ms each")
    print(f"memory: {memory >> 10:,} KiB before, {hosted.memory() >> 10:,} KiB after")


if __name__ == "__main__":
    main()
