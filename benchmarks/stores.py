"""A node on PostgreSQL beside one on SQLite, and what a million tables at rest cost a node.

    python -m benchmarks.stores [--quick]

The PostgreSQL is the one of the tests, on this machine, and every commit is on its disk.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from time import perf_counter

import psycopg

from benchmarks.boardgame_io import paced, playing, saturated
from benchmarks.load import Load
from benchmarks.server import server
from tests.postgres import new_url

AT_REST = """
INSERT INTO tables (name, game, preset, options, house, open, opened)
    SELECT 'page-one-' || n, 'page_one', '', '{}', '{}', 0, n FROM generate_series(1, $1) AS n;
INSERT INTO matches (id, at_table, told, deals, secret, over, begun, ended, games, players, scores,
        game)
    SELECT n, 'page-one-' || n, 0, 1, '\\x00', 1, n, n, 1, '["guest-ann","robot-1"]', '[1,0]',
        'page_one' FROM generate_series(1, $1) AS n;
INSERT INTO inputs SELECT m, n, '\\x0011223344556677' FROM generate_series(1, $1) AS m,
    generate_series(1, 5) AS n;
INSERT INTO finished_games SELECT n, 1, seat, n, 'guest-ann', 'person', 1, 1, 1
    FROM generate_series(1, $1) AS n, generate_series(0, 1) AS seat;
INSERT INTO tables (name, game, preset, options, house, open, opened, since, names)
    SELECT 'whist-' || n, 'whist', '', '{}', '{}', 2, n, n, '["guest-' || n || '"]'
    FROM generate_series(1, $2) AS n;
INSERT INTO table_numbers VALUES ('page-one', $1), ('whist', $2);
UPDATE match_numbers SET last = $1;
ANALYZE;
"""
"""Matches that are over, and some that wait for a player."""
WAITING = 5_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer tables, for less long")
    quick = parser.parse_args().quick
    compare(*((20, 2.0) if quick else (100, 8.0)), paced_tables=50 if quick else 1000)
    rest(10_000 if quick else 1_000_000)


def compare(tables: int, seconds: float, paced_tables: int) -> None:
    """Moves per CPU-second of the node alone, and how soon a move is told."""
    with (
        playing(server(store=new_url(sync=True)), Load, tables) as postgres,
        playing(server(), Load, tables) as sqlite,
    ):
        ours, theirs, ratio = saturated((postgres, sqlite), 3, seconds)
        print(f"moves per CPU-second, {tables} tables: PostgreSQL {ours}, SQLite {theirs}: {ratio}")
    with (
        playing(server(store=new_url(sync=True)), Load, paced_tables) as postgres,
        playing(server(), Load, paced_tables) as sqlite,
    ):
        for what, ours, theirs, _ in paced((postgres, sqlite), 2, seconds, 500):
            print(f"{paced_tables} tables, {what}: PostgreSQL {ours}, SQLite {theirs}")


def rest(tables: int) -> None:
    """How long a node takes to start, and what it holds in memory, with nothing and with much."""
    url, held = new_url(sync=True), list[int]()
    with tempfile.TemporaryDirectory() as folder:
        for count in (0, tables):
            if count:
                print(f"writing {count:,} tables …", flush=True)
                script = AT_REST.replace("$1", str(count)).replace("$2", str(WAITING))
                with psycopg.connect(url, autocommit=True) as connection:
                    connection.execute(script.encode())
            begun = perf_counter()
            with server(store=url, data=Path(folder)) as hosted:
                took = perf_counter() - begun
                held.append(hosted.memory())
            print(f"{count:,} tables at rest: started in {took:.1f} s, {held[-1] / 2**20:.0f} MiB")


if __name__ == "__main__":
    main()
