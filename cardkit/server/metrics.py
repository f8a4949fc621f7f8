"""What goes on in numbers: for the log, and for whoever asks."""

from __future__ import annotations

import trio

from cardkit.server.runner import ServerRunner


def counts_of(runner: ServerRunner) -> dict[str, float]:
    """How much there is now, how much there was since the start, and how long commits take."""
    core, counts = runner.core, runner.counts
    times = sorted(counts.latencies)
    return {
        "connections": counts.connections,
        "participants": len(core.sessions),
        "tables": len(core.tables),
        "tables_set_aside": len(core.aside),
        "tables_playing": sum(hosted.table.playing for hosted in core.tables.values()),
        "connections_total": counts.accepted,
        "commands_total": counts.commands,
        "moves_total": core.moves,
        "refusals_total": core.refusals,
        "bans": len(core.bans),
        "commits_total": counts.commits,
        "rows_total": counts.rows,
        "commit_p50_ms": _part(times, 0.5),
        "commit_p99_ms": _part(times, 0.99),
        "failed": int(core.failed),
    }


async def report(runner: ServerRunner, every: float) -> None:
    """Log the counts every so many seconds, with the moves per second in between."""
    before = 0.0
    while True:
        await trio.sleep(every)
        counts = counts_of(runner)
        rate = (counts["moves_total"] - before) / every
        before = counts["moves_total"]
        runner.core.outbox.note("metrics", moves_per_s=rate, **counts)


def _part(times: list[float], part: float) -> float:
    """A quantile in milliseconds, of the commits that are remembered."""
    return round(1000 * times[int(part * (len(times) - 1))], 2) if times else 0.0
