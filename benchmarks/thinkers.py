"""What strong robots cost the people at other tables, and how long they get to think.

    python -m benchmarks.thinkers [--tables 200] [--seconds 15]

One person at each table, who takes a second or two for a move, and robots in the other seats, which
move a second after it is their turn: normal ones, strong ones that nobody thinks for, and strong
ones.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
from collections.abc import Sequence
from contextlib import ExitStack
from heapq import heappop, heappush
from math import nan
from time import perf_counter
from typing import Any
from urllib.request import urlopen

from benchmarks.load import Client, Load
from benchmarks.server import Server, server

LEAST, MOST = 1.0, 2.0
"""Seconds that a person takes for a move."""


class People(Load):
    """One at each table, with robots."""

    def __init__(self, address: tuple[str, int], level: str) -> None:
        super().__init__(address)
        self._level = level
        self._due: list[tuple[float, int, Client]] = []
        self._turn: dict[str, float] = {}
        self.robots: list[float] = []
        """Seconds between a move and that of the robot after it."""

    def _join(self, clients: Sequence[Client], game: str, views: str) -> str:
        [client] = clients
        client.say("ENTER", client.name)
        name: str = client.say("OPEN", game, f"robots={self._level}")[2]
        client.say("JOIN", name)
        client.say("LOGIN")
        return name

    def run(self, seconds: float, rate: float = 0.0) -> None:
        end = perf_counter() + seconds
        while (now := perf_counter()) < end:
            while self._due and self._due[0][0] <= now:
                self._answer(heappop(self._due)[2])
            until = min(end, self._due[0][0] if self._due else end)
            for key, _ in self._selector.select(max(0.0, until - now)):
                self._hear(key.data, rate)

    def _take(self, client: Client, message: list[Any], rate: float) -> None:
        if message[1:2] == ["ACTION"] and message[2].startswith("robot-"):
            now, before = perf_counter(), self._turn.get(client.name)
            self._turn[client.name] = now
            if before is not None:
                self.robots.append(now - before)
        else:
            super()._take(client, message, rate)

    def _heard_move(self, client: Client) -> None:
        super()._heard_move(client)
        self._turn[client.name] = perf_counter()

    def _asked(self, client: Client, offers: list[str], rate: float) -> None:
        self._turn.pop(client.name, None)
        client.asked = offers
        due = perf_counter() + LEAST + (MOST - LEAST) * self.chance.random()
        heappush(self._due, (due, id(client), client))


def numbers(hosted: Server) -> dict[str, float]:
    """What the server tells of those who think."""
    with urlopen(f"http://127.0.0.1:{hosted.web[1]}/metrics") as answer:
        text = answer.read().decode()
    told = r"(?m)^cardkit_(questions_total|thinking\w+)(?:\{(.*?)\})? (\S+)"
    found = re.findall(told, text)
    return {f"{name}{labels}": float(value) for name, labels, value in found}


def measure(level: str, thinkers: int, tables: int, seconds: float, game: str) -> None:
    with ExitStack() as stack:
        hosted = stack.enter_context(server(more=("--thinkers", str(thinkers))))
        load = People(hosted.address, level)
        load.seat(tables, game, 1)
        load.begin()
        load.run(seconds / 3)  # processes are started, and the tables no longer in step
        load.latencies.clear()
        load.robots.clear()
        before, cpu = numbers(hosted), hosted.cpu()
        load.run(seconds)
        after = {name: value - before[name] for name, value in numbers(hosted).items()}
        used = (hosted.cpu() - cpu) / seconds
        load.close()
    people, robots = sorted(load.latencies), sorted(load.robots)
    p50, p99 = (1000 * people[int(part * (len(people) - 1))] for part in (0.5, 0.99))
    waited = sum(robots) / len(robots)
    print(f"{tables} tables of {game}, {level} robots, {thinkers} to think for them:")
    print(f"  a person's move is told after {p50:.1f} ms, p99 {p99:.1f} ms ({len(people):,} moves)")
    print(
        f"  robots move after {waited:.2f} s ({len(robots):,} moves), server {used:.0%} of a core"
    )
    asked = {name: value for name, value in after.items() if name.startswith("questions")}
    if sum(asked.values()):
        answered = after['questions_totaloutcome="answered"']
        each = after["thinking_seconds_total"] / answered if answered else nan
        share = answered / sum(asked.values())
        print(
            f"  {sum(asked.values()):,.0f} questions, {share:.0%} thought about, {each:.3f} s each"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--game", default="whist")
    parser.add_argument("--thinkers", type=int, default=max(1, (os.cpu_count() or 1) - 1))
    args = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    for level, thinkers in (("normal", 0), ("strong", 0), ("strong", args.thinkers)):
        measure(level, thinkers, args.tables, args.seconds, args.game)


if __name__ == "__main__":
    main()
