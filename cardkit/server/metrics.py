"""What goes on in numbers: for monitoring, for the log, and for hosts.

Each number is declared here once, with its kind and its meaning. Most are the length of something
that is there anyway, and are looked at only when somebody asks.
"""

from __future__ import annotations

import os
import platform
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from resource import RLIMIT_NOFILE, getrlimit

import trio

from cardkit import __version__
from cardkit.netgame import Role
from cardkit.server.core import ServerCore
from cardkit.server.exposition import Labelled, Metric, exposition
from cardkit.server.hosted_table import HostedTable
from cardkit.server.runner import ServerRunner
from cardkit.server.thinkers import Thinkers

STARTED = time.time()
LOOKS_EVERY = 0.25
"""Seconds between two looks at how late the event loop is."""
STATES = ("preparing", "playing", "results", "suspended", "broken")

_OF_THE_HOUSE = {
    "people": "People who are connected to any node.",
    "tables": "Open tables of all nodes.",
    "tables_playing": "Those of them where a game is on.",
}


def metrics_of(runner: ServerRunner, node: str) -> str:
    """All numbers, as monitoring systems read them."""
    return exposition((*_of_server(runner), *_of_house(runner.core), *_of_process(node)))


def counts_of(runner: ServerRunner) -> dict[str, float]:
    """What the server has to tell, in one number each, and how long the last commits took."""
    found = {name: value for metric in _of_server(runner) for name, value in metric.totals()}
    counts = {name.removeprefix("cardkit_"): value for name, value in found.items()}
    times = sorted(runner.counts.latencies)
    playing = sum(hosted.table.playing for hosted in runner.core.tables.values())
    return counts | {
        "tables_playing": playing,
        "commit_p50_ms": _part(times, 0.5),
        "commit_p99_ms": _part(times, 0.99),
    }


def _of_server(runner: ServerRunner) -> Iterator[Metric]:
    core, counts = runner.core, runner.counts
    sessions = core.sessions.values()
    here = sum(session.peer is not None for session in sessions)
    yield _gauge("connections", "Open connections, by kind.", counts.connections, "kind")
    yield _counter(
        "connections_accepted_total", "Connections since the start.", counts.accepted, "kind"
    )
    yield _counter("turned_away_total", "Connections refused, by code.", counts.turned_away, "code")
    piped = len(runner.piped)
    yield _gauge("relayed_connections", "Connections passed on to the node of their table.", piped)
    yield _gauge("sessions", "People who are here, or were a moment ago.", len(sessions))
    yield _gauge("people", "Those of them who are connected.", here)
    yield _gauge("watchers", "People who watch at a table.", _watchers(core))
    yield _gauge("tables", "Open tables.", _tables(core), "game", "state")
    yield _gauge("tables_set_aside", "Suspended games with nobody present.", len(core.aside))
    yield _gauge("bans", "Names and addresses that are not let in.", len(core.bans))
    yield _counter("commands_total", "Commands received, also unreadable ones.", counts.commands)
    yield _counter("moves_total", "What people did at tables, without robots.", core.moves)
    yield _counter("refusals_total", "Commands refused, by code.", core.refusals, "code")
    if isinstance(core.thinkers, Thinkers):
        yield from _of_thinkers(core.thinkers)
    yield _gauge(
        "backlog_seconds", "Work that waits for the store, estimated.", core.outbox.backlog
    )
    yield Metric("cardkit_commit_seconds", "histogram", "Time to store a page.", counts.commit)
    yield Metric("cardkit_commit_rows", "histogram", "Rows stored together.", counts.rows)
    yield _counter("store_errors_total", "Commits that failed.", counts.store_errors)
    yield _gauge("failed", "1 when nothing can be stored any more.", core.failed)
    yield Metric(
        "cardkit_event_loop_lag_seconds", "histogram", "How late the event loop was.", counts.lag
    )
    errors = core.outbox.log.counted
    yield _counter("errors_total", "Errors for the log, also left out ones.", errors, "event")


def _of_thinkers(thinkers: Thinkers) -> Iterator[Metric]:
    told = "Questions of robots and people to those who think, by how they ended."
    yield _counter("questions_total", told, thinkers.ended, "outcome")
    yield _gauge("questions_waiting", "Those that nobody thinks about yet.", thinkers.waiting)
    yield _counter("thinking_seconds_total", "Time that was spent on them.", thinkers.thinking)


def _of_house(core: ServerCore) -> Iterator[Metric]:
    """Of all nodes together, where there are several; each tells the same."""
    if core.elsewhere is None:
        return
    all_nodes = [core.figures(), *core.elsewhere.figures()]
    yield _gauge("house_nodes", "Nodes of the house that are alive.", len(all_nodes))
    for what, meaning in _OF_THE_HOUSE.items():
        told = sum(figures.get(what, 0.0) for figures in all_nodes)
        yield _gauge(f"house_{what}", meaning, told)


def _of_process(node: str) -> Iterator[Metric]:
    """Under the names that every exporter uses."""
    named = {(node, __version__): 1.0}
    built = {(__version__, platform.python_version()): 1.0}
    yield _gauge("node_info", "This node.", named, "node", "version")
    yield _gauge("build_info", "What it runs.", built, "version", "python")
    cpu = time.process_time()
    yield Metric("process_cpu_seconds_total", "counter", "CPU time used.", cpu)
    yield Metric("process_start_time_seconds", "gauge", "When it started.", STARTED)
    with suppress(OSError):  # only Linux has these
        own = Path("/proc/self")
        pages = int((own / "statm").read_text("ascii").split()[1])
        memory = pages * os.sysconf("SC_PAGE_SIZE")
        files = sum(1 for _ in (own / "fd").iterdir())
        yield Metric("process_resident_memory_bytes", "gauge", "Memory in use.", memory)
        yield Metric("process_open_fds", "gauge", "Open files and connections.", files)
    most = getrlimit(RLIMIT_NOFILE)[0]
    yield Metric("process_max_fds", "gauge", "How many there can be.", most)


def _gauge(name: str, meaning: str, value: float | Labelled, *labels: str) -> Metric:
    return Metric(f"cardkit_{name}", "gauge", meaning, value, labels)


def _counter(name: str, meaning: str, value: float | Labelled, *labels: str) -> Metric:
    return Metric(f"cardkit_{name}", "counter", meaning, value, labels)


def _tables(core: ServerCore) -> Counter[tuple[str, str]]:
    """How many there are of each game in each state, also where there are none."""
    found = Counter({(game, state): 0 for game in core.games for state in STATES})
    found.update((each.settings.game, state_of(each)) for each in core.tables.values())
    return found


def state_of(hosted: HostedTable) -> str:
    if hosted.broken:
        return "broken"
    return "suspended" if hosted.table.suspended else hosted.table.phase


def _watchers(core: ServerCore) -> int:
    roles = (hosted.table.people.roles.values() for hosted in core.tables.values())
    return sum(role is Role.WATCHING for each in roles for role in each)


async def report(runner: ServerRunner, every: float) -> None:
    """Log the counts every so many seconds, with the moves per second in between."""
    before = 0.0
    while True:
        await trio.sleep(every)
        counts = counts_of(runner)
        rate = (counts["moves_total"] - before) / every
        before = counts["moves_total"]
        runner.core.outbox.note("metrics", moves_per_s=rate, **counts)


async def measure_lag(runner: ServerRunner) -> None:
    """Find out again and again how much later than it wanted a task goes on."""
    while True:
        due = trio.current_time() + LOOKS_EVERY
        await trio.sleep_until(due)
        runner.counts.lag.observe(trio.current_time() - due)


def _part(times: list[float], part: float) -> float:
    """A quantile in milliseconds, of the commits that are remembered."""
    return round(1000 * times[int(part * (len(times) - 1))], 2) if times else 0.0
