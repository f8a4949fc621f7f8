"""How many moves the server takes, how fast they are told, and what a table costs in memory.

    python -m benchmarks.server [--quick]

Server and load are two processes on loopback; commits are durable. Moves per second of the
server's own CPU time (threads and system included), so the speed of the load does not count.
Where Node is there, a server of boardgame.io is measured beside it in the end.
"""

from __future__ import annotations

import argparse
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, sleep
from typing import NamedTuple

from benchmarks.load import Client, Load

TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A `cardkit serve` in a process of its own."""

    def __init__(self, process: subprocess.Popen[str], port: int, web_port: int) -> None:
        self.process = process
        self.address = ("127.0.0.1", port)
        self.web = ("127.0.0.1", web_port)

    def cpu(self) -> float:
        """Seconds of CPU time so far, of all its threads and of the workers that it has started."""
        process = Path(f"/proc/{self.process.pid}")
        workers = (process / f"task/{self.process.pid}/children").read_text().split()
        stats = [process / "stat", *(Path(f"/proc/{worker}/stat") for worker in workers)]
        fields = (stat.read_text().rpartition(")")[2].split() for stat in stats)
        return sum(int(each[11]) + int(each[12]) for each in fields) / TICKS

    def memory(self) -> int:
        """Bytes that it holds."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+)", text)
        assert found is not None
        return int(found[1]) * 1024


@contextmanager
def server(
    pace: float = 1.0,
    data: Path | None = None,
    *,
    limits: bool = False,
    store: str = "",
    more: Sequence[str] = (),
) -> Iterator[Server]:
    """A server, with robots that wait so long before a move; with its own limits, or hardly any."""
    with tempfile.TemporaryDirectory() as made:
        folder = str(data or made)
        command = [sys.executable, "-m", "cardkit.cli", "serve", "--no-tables", "--port", "0"]
        command += ["--data", folder, "--log", f"{folder}/log", "--pace", str(pace)]
        command += ["--lang", "en", *(["--store", store] if store else []), *more]
        if not limits:
            command += ["--most-each", "20000", "--rate", "100000", "--most-connections", "20000"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            said = ""
            while not (web := re.search(r"http://[^/]+:(\d+)/", said)):
                line = process.stdout.readline()
                assert line, f"the server did not start: {said}"
                said += line
            found = re.search(r":(\d+)", said)
            assert found is not None, said
            yield Server(process, int(found[1]), int(web[1]))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)
            if process.stdout is not None:
                process.stdout.close()


class Slice(NamedTuple):
    """What a server did while it was measured; times in seconds."""

    moves: int
    cpu: float
    clock: float
    latencies: list[float]

    @property
    def per_cpu(self) -> float:
        return self.moves / self.cpu

    def latency(self, part: float) -> float:
        """The time within which this part of the moves was told to all."""
        return self.latencies[int(part * (len(self.latencies) - 1))]


def play(hosted: Server, load: Load, seconds: float, rate: float = 0.0) -> Slice:
    """Let tables play for a while, and then measure."""
    load.run(seconds / 4, rate)
    load.latencies.clear()
    moves, cpu, begun = load.moves, hosted.cpu(), perf_counter()
    load.run(seconds, rate)
    played, used = load.moves - moves, hosted.cpu() - cpu
    return Slice(played, used, perf_counter() - begun, sorted(load.latencies))


def saturated(
    tables: int,
    seconds: float,
    game: str,
    views: str = "off",
    *,
    players: int = 4,
    proofs: bool = False,
) -> tuple[float, float]:
    """Moves per second of the server's CPU, and of the clock."""
    with server() as hosted:
        load = Load(hosted.address)
        load.seat(tables, game, players, views, proofs=proofs)
        load.begin()
        found = play(hosted, load, seconds)
        load.close()
        return found.per_cpu, found.moves / found.clock


def paced(tables: int, rate: float, seconds: float, game: str) -> None:
    with server() as hosted:
        empty = hosted.memory()
        load = Load(hosted.address)
        load.seat(tables, game)
        load.begin()
        found = play(hosted, load, seconds, rate)
        held = hosted.memory() - empty
        load.close()
    p50, p99, most = (1000 * found.latency(part) for part in (0.5, 0.99, 1))
    print(
        f"  {tables:,} tables at {found.moves / found.clock:.0f} moves/s: p50 {p50:.1f} ms, "
        f"p99 {p99:.1f} ms ({most:.0f} ms at most), {found.per_cpu:,.0f} moves per CPU-second"
    )
    print(f"  a table with four connected players: {held / tables / 1024:.1f} KiB")


def idle(count: int) -> None:
    with server() as hosted:
        empty = hosted.memory()
        clients = []
        for number in range(count):
            client = Client(hosted.address, f"i{number}")
            client.say("ENTER", client.name)
            clients.append(client)
        sleep(0.5)
        held = hosted.memory() - empty
        for client in clients:
            client.sock.close()
    print(f"  {count:,} idle connections: {held / count / 1024:.1f} KiB each")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="a tenth of everything")
    parser.add_argument("--game", default="page_one")
    args = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    scale, seconds = (10, 2.0) if args.quick else (1, 8.0)
    print(f"saturated, four players hear every move of {args.game}, durable:")
    rates = {}
    for tables in (10, 100, 1000 // scale):
        per_cpu, per_clock = saturated(tables, seconds, args.game)
        rates[tables] = per_cpu
        print(f"  {tables:,} tables: {per_cpu:,.0f} moves per CPU-second ({per_clock:,.0f}/s)")
    print(f"  slowest to fastest: {min(rates.values()) / max(rates.values()):.2f}")
    per_cpu, _ = saturated(100, seconds, args.game, "on")
    print(f"  100 tables, with the whole view in every question: {per_cpu:,.0f}")
    print("paced:")
    paced(1000 // scale, 500 / scale, seconds, args.game)
    print("idle:")
    idle(10_000 // scale)
    from benchmarks.boardgame_io import compare  # which needs what is in here

    compare(quick=args.quick)


if __name__ == "__main__":
    main()
