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
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit.contest.match import PATIENCE, Gone
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.model import ContestPlan, Pairing
from cardkit.contest.orphans import adopt_orphans
from cardkit.contest.outcome_file import line_of, told_if_unwritable
from cardkit.contest.time_guard import NOTES, OUT_OF_MEMORY, PLACE, SLACK, TimeGuard
from cardkit.netgame import Reason, Refused
from cardkit.registry import line_of as place_of

BYTES = NOTES * 8
_OWN_MEMORY = 1 << 29
"""What a process needs besides what its bots may use."""


@dataclass(frozen=True, slots=True)
class RecordFolder:
    """Where records are put: those of the first so many matches."""

    folder: Path
    key: bytes
    """The private key that signs them."""
    count: int


Task = tuple[Pairing, Gone]


class Worker:
    """Plays chunks of pairings and answers with their outcomes as lines."""

    def __init__(self, link: Connection[Any, Any], notes: memoryview) -> None:
        self._link, self._guard = link, TimeGuard(notes)

    def run(self) -> None:
        plan, record_folder = self._link.recv()
        runner = MatchRunner(plan, self._guard)
        private = (
            None
            if record_folder is None
            else Ed25519PrivateKey.from_private_bytes(record_folder.key)
        )
        own = all(maker.bot is not None for maker in runner.makers)
        if own:
            _limit_memory(plan)
        signal.signal(signal.SIGTERM, lambda number, frame: _stop(runner))
        self._guard.begin(plan.limits.move + (SLACK if own else PATIENCE))
        gc.freeze()  # what is here by now stays, and need not be looked through for cycles
        self._link.send(None)
        while (tasks := self._link.recv()) is not None:
            lines = []
            for place, (pairing, gone) in enumerate(tasks):
                self._guard.notes[PLACE] = place
                keep = private is not None and pairing.number < record_folder.count
                played = runner.play(pairing, gone, keep)
                if private is not None and keep:
                    server = private.public_key().public_bytes_raw().hex()
                    record = played.record(plan, server, private.sign)
                    write_whole(record_folder.folder / record_name(pairing.number), record)
                lines.append(line_of(played.outcome))
            self._link.send(lines)


def record_name(number: int) -> str:
    return f"match-{number + 1:06}.jsonl"


def write_whole(path: Path, lines: Any) -> None:
    """A file that appears under its name once it is complete."""
    beside = path.with_name(f".{path.name}.part")
    with told_if_unwritable(path):
        with beside.open("w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
        beside.replace(path)


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
        Worker(link, notes).run()
    except (EOFError, BrokenPipeError, ConnectionResetError):
        pass  # whoever started this has ended
    except MemoryError:
        os._exit(OUT_OF_MEMORY)
    except Refused as refused:
        link.send(refused)
    except Exception as error:  # noqa: BLE001 - rules may fail in any way
        link.send(
            Refused(
                Reason.BAD_GAME,
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
