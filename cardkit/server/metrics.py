"""What goes on in numbers: for the log, and for whoever asks."""

from __future__ import annotations

import trio

from cardkit.server.shell import Shell


def counts_of(shell: Shell) -> dict[str, float]:
    """How much there is now, how much there was since the start, and how long commits take."""
    house, counts = shell.house, shell.counts
    times = sorted(counts.latencies)
    return {
        "connections": counts.connections,
        "participants": len(house.sessions),
        "tables": len(house.desks),
        "tables_set_aside": len(house.aside),
        "tables_playing": sum(desk.table.playing for desk in house.desks.values()),
        "connections_total": counts.accepted,
        "commands_total": counts.commands,
        "moves_total": house.moves,
        "refusals_total": house.refusals,
        "bans": len(house.bans),
        "commits_total": counts.commits,
        "rows_total": counts.rows,
        "commit_p50_ms": _part(times, 0.5),
        "commit_p99_ms": _part(times, 0.99),
        "failed": int(house.failed),
    }


async def report(shell: Shell, every: float) -> None:
    """Log the counts every so many seconds, with the moves per second in between."""
    before = 0.0
    while True:
        await trio.sleep(every)
        counts = counts_of(shell)
        rate = (counts["moves_total"] - before) / every
        before = counts["moves_total"]
        shell.house.ledger.note("metrics", moves_per_s=rate, **counts)


def _part(times: list[float], part: float) -> float:
    """A quantile in milliseconds, of the commits that are remembered."""
    return round(1000 * times[int(part * (len(times) - 1))], 2) if times else 0.0
