"""`python -m cardkit.contest.worker`: a process that plays pairings for whoever started it.

It hears over one open file, and keeps its notes in another that the starter can still read when
this process has ended. What bots print does not get between the two.
"""

from __future__ import annotations

import gc
import mmap
import os
import resource
import signal
import sys
from multiprocessing.connection import Connection
from typing import Any

from cardkit.contest.bot_log import BotLogFolder
from cardkit.contest.folder import RecordFolder
from cardkit.contest.match import PATIENCE, Gone
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.model import ContestPlan, Pairing
from cardkit.contest.outcome_file import line_of
from cardkit.contest.processes import adopt_orphans
from cardkit.contest.time_guard import NOTES, OUT_OF_MEMORY, PLACE, SLACK, TimeGuard
from cardkit.netgame import Refused
from cardkit.reasons import LocalReason
from cardkit.registry import line_of as place_of

BYTES = NOTES * 8
_OWN_MEMORY = 1 << 29
"""What a process needs besides what its bots may use."""


Task = tuple[Pairing, Gone]


def play_chunks(link: Connection[Any, Any], guard: TimeGuard) -> None:
    """Play chunks of pairings and answer with their outcomes as lines."""
    plan: ContestPlan
    records: RecordFolder | None
    log_folder: BotLogFolder | None
    plan, records, storage, log_folder, broken = link.recv()
    runner = MatchRunner(plan, guard, storage, log_folder)
    own = not any(entrant.argv for entrant in plan.entrants)
    if own:
        _limit_memory(plan)
    signal.signal(signal.SIGTERM, lambda number, frame: _stop(runner))
    guard.begin(plan.limits.load)
    runner.load(broken)
    guard.begin(plan.limits.move + (SLACK if own else PATIENCE))
    gc.freeze()  # what is here by now stays, and need not be looked through for cycles
    link.send(None)
    while True:
        lines = []
        for place, (pairing, gone) in enumerate(link.recv()):
            guard.notes[PLACE] = place
            keep = records is not None and pairing.number < records.count
            played = runner.play(pairing, gone, keep)
            if records is not None and keep:
                if played.outcome.games:
                    record = played.record(plan, records.key)
                    records.write(pairing.number, record, played.replay(plan))
                else:
                    records.remove(pairing.number)
            lines.append(line_of(played.outcome))
        link.send(lines)


def _limit_memory(plan: ContestPlan) -> None:
    """What bots of this process use beyond their limit is refused to them, and is their fault."""
    most = plan.limits.memory * plan.players + _OWN_MEMORY
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _stop(runner: MatchRunner) -> None:
    runner.close()
    os._exit(0)


def main() -> None:
    """Play for whoever holds the other end of the open file that is named first."""
    link_file, notes_file = int(sys.argv[1]), int(sys.argv[2])
    os.set_inheritable(link_file, False)
    os.set_inheritable(notes_file, False)
    os.dup2(2, 1)  # what bots print is for their authors
    adopt_orphans()
    link: Connection[Any, Any] = Connection(link_file)
    notes = memoryview(mmap.mmap(notes_file, BYTES)).cast("q")
    try:
        play_chunks(link, TimeGuard(notes))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # whoever started this has ended
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Refused as refused:
        link.send(refused)
    except Exception as error:  # noqa: BLE001 - rules may fail in any way
        link.send(
            Refused(
                LocalReason.BAD_GAME,
                "the game broke down: {kind}: {error}{line}",
                kind=type(error).__name__,
                error=str(error)[:200],
                line=place_of(error),
            )
        )
    signal.setitimer(signal.ITIMER_REAL, 0)
    link.close()
    os._exit(0)  # a thread that a bot has left behind must not keep this process


if __name__ == "__main__":
    main()
