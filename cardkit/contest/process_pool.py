"""Processes that play the pairings of a contest, all at the same time, and what if one ends.

The outcome of a pairing does not depend on who plays it, so neither does that of a contest. A bot
that costs a process is known by the notes of that process; its pairing is played again, and at
that question the bot is gone.
"""

from __future__ import annotations

import mmap
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from multiprocessing import Pipe
from multiprocessing.connection import wait
from time import perf_counter
from typing import Any

from cardkit.contest.bot_log import BotLogFolder
from cardkit.contest.folder import RecordFolder
from cardkit.contest.match import PATIENCE, Gone
from cardkit.contest.model import BotFault, ContestPlan, FaultKind, Pairing
from cardkit.contest.processes import end_all_of, signal_name
from cardkit.contest.storage import StorageFolder
from cardkit.contest.time_guard import (
    ASKED,
    GAMES,
    LAST_WARNING,
    NOBODY,
    OUT_OF_MEMORY,
    PLACE,
    STUCK,
    THINKS,
    TICKED,
)
from cardkit.contest.worker import BYTES, Task
from cardkit.netgame import Refused
from cardkit.reasons import LocalReason

CHUNK_SECONDS = 0.2
"""So long should a chunk take: long against handing it over, short against the whole contest."""
MOST_IN_CHUNK = 2000

Done = tuple[Sequence[int], Sequence[str]]
"""The numbers of matches that were played, and their outcomes as lines."""


def next_size(size: int, played: int, seconds: float) -> int:
    """How many pairings a chunk should have, after one with so many took so long."""
    fit = int(played * CHUNK_SECONDS / max(seconds, 1e-6))
    return max(1, min(fit, 4 * size, MOST_IN_CHUNK))


def keep_on_one_core(process: int, number: int) -> None:
    """Let a process and the programs that it will start take turns on one core, the nth of ours.

    Only one of them has something to do at a time, and to wake another core costs more than all
    the rest of a decision.
    """
    if hasattr(os, "sched_setaffinity"):
        ours = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(process, {ours[number % len(ours)]})


class WorkerProcess:
    """One process that plays, what it is playing, and its notes."""

    def __init__(
        self,
        plan: ContestPlan,
        record_folder: RecordFolder | None,
        storage: StorageFolder | None,
        log_folder: BotLogFolder | None,
        broken: Mapping[int, BotFault],
        number: int,
        nice: int,
    ) -> None:
        self.link, theirs = Pipe()
        notes = tempfile.TemporaryFile()  # noqa: SIM115 its life is that of the process
        notes.truncate(BYTES)
        with theirs, notes:
            files = (theirs.fileno(), notes.fileno())
            command = [sys.executable, "-P", "-m", "cardkit.contest.worker", *map(str, files)]
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, pass_fds=files, process_group=0
            )
            self._notes = mmap.mmap(notes.fileno(), BYTES)
        self.notes = memoryview(self._notes).cast("q")
        self.notes[THINKS] = NOBODY
        self.tasks: Sequence[Task] = ()
        self.ready = self.stopped = False
        self._programs = any(entrant.argv for entrant in plan.entrants)
        self._limits = plan.limits
        if nice:
            os.setpriority(os.PRIO_PROCESS, self.process.pid, nice)
        if self._programs:
            keep_on_one_core(self.process.pid, number)
        self.size, self._begun = 1, 0.0
        self.link.send((plan, record_folder, storage, log_folder, broken))

    def give(self, tasks: Sequence[Task]) -> None:
        self.tasks, self._begun = tasks, perf_counter()
        self.link.send(tasks)

    def take(self) -> Any:
        """What the process answers; the next chunk is as long as it should be by that."""
        answer = self.link.recv()
        self.size = next_size(self.size, len(self.tasks), perf_counter() - self._begun)
        return answer

    def look(self) -> None:
        """End the process if it does nothing at all any more: then somebody has stopped it."""
        ticked = self.notes[TICKED] / 1000
        move = self._limits.move + (PATIENCE if self._programs else 0)
        longest = (move if self.ready else self._limits.load) + 2 * LAST_WARNING
        if ticked and perf_counter() - ticked > longest:
            self.stopped = True
            self.process.kill()

    def close(self) -> None:
        """End the process, nicely if it listens."""
        self.link.close()
        self.process.terminate()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self._programs:
            end_all_of(self.process.pid)
        self.notes.release()
        self._notes.close()


class ProcessPool:
    """So many processes that play pairings of one contest. Close it, or use it with `with`."""

    def __init__(
        self,
        plan: ContestPlan,
        workers: int,
        record_folder: RecordFolder | None = None,
        storage: StorageFolder | None = None,
        log_folder: BotLogFolder | None = None,
        nice: int = 0,
    ) -> None:
        """`nice` is how gladly the processes leave their cores to others, from 0 to 19."""
        self._plan, self._nice = plan, nice
        self._folders = record_folder, storage, log_folder
        self._ended = 0
        """Games played by processes that are gone."""
        self._again: deque[Task] = deque()
        self._strikes: Counter[int] = Counter()
        self._workers: list[WorkerProcess] = []
        self._broken: dict[int, BotFault] = {}
        """Entrants that cost a process when they were loaded; they are not loaded again."""
        for number in range(workers):
            self._workers.append(self._start(number))

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    @property
    def games(self) -> int:
        """How many games were played so far."""
        return self._ended + sum(worker.notes[GAMES] for worker in self._workers)

    def close(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        for worker in self._workers:
            worker.close()
        self._workers = []

    def play(self, pairings: Iterable[Pairing], count: int) -> Iterator[Done | None]:
        """Play these pairings, which are at most so many, and hand out what is done.

        Now and then that is nothing, to look up.
        """
        todo, left = iter(pairings), count
        while left or self._again:
            for worker in self._workers:
                if worker.ready and not worker.tasks:
                    fair = -(-left // (2 * len(self._workers)))  # near the end, a share for all
                    self._give(worker, todo, max(1, min(worker.size, fair)))
            busy = [worker for worker in self._workers if worker.tasks or not worker.ready]
            if not busy:
                return
            found = wait([worker.link for worker in busy], timeout=0.25)
            for worker in busy:
                if worker.link in found:
                    done = self._hear(worker)
                    if done is not None:
                        left -= len(done[0])
                        yield done
                else:
                    worker.look()
            yield None

    def _give(self, worker: WorkerProcess, todo: Iterator[Pairing], size: int) -> None:
        if self._again:
            tasks = [self._again.popleft()]
        else:
            tasks = [(pairing, {}) for pairing in islice(todo, size)]
        if tasks:
            try:
                worker.give(tasks)
            except OSError:  # it has ended, which is found when it is listened to
                worker.tasks = tasks

    def _hear(self, worker: WorkerProcess) -> Done | None:
        try:
            answer = worker.take()
        except (EOFError, OSError):
            self._replace(worker)
            return None
        if isinstance(answer, Refused):
            raise answer
        if not worker.ready:
            worker.ready = True
            return None
        tasks, worker.tasks = worker.tasks, ()
        return [pairing.number for pairing, _ in tasks], answer

    # --- when a process ends -----------------------------------------------------------------

    def _replace(self, worker: WorkerProcess) -> None:
        """A process has ended: start another, and let the bot be gone that has done it."""
        status = STUCK if worker.stopped else worker.process.wait()
        late = perf_counter() - worker.notes[TICKED] / 1000 > LAST_WARNING
        place, who, asked = worker.notes[PLACE], worker.notes[THINKS], worker.notes[ASKED]
        if worker.ready:
            tasks = list(worker.tasks)
            pairing, gone = tasks[place]
            fault = fault_of(status, late, f"more than {self._plan.limits.move:g} s for a move")
            tasks[place] = (pairing, self._gone(pairing, gone, who, asked, fault))
            self._again.extend(tasks)
        elif who == NOBODY:
            raise Refused(
                LocalReason.BAD_GAME,
                "a process of this contest ended before its first match ({how})",
                how=_how(status),
            )
        else:
            told = f"it was not loaded within {self._plan.limits.load:g} s"
            self._broken[who] = fault_of(status, late, told)
        self._ended += worker.notes[GAMES]
        worker.close()
        number = self._workers.index(worker)
        self._workers[number] = self._start(number)

    def _start(self, number: int) -> WorkerProcess:
        return WorkerProcess(self._plan, *self._folders, self._broken, number, self._nice)

    def _gone(
        self, pairing: Pairing, gone: Gone, who: int, asked: int, fault: BotFault
    ) -> Mapping[int, tuple[int, BotFault]]:
        if who in gone:
            return {**gone, who: (0, fault)}
        if who != NOBODY:
            return {**gone, who: (asked, fault)}
        self._strikes[pairing.number] += 1
        if self._strikes[pairing.number] < 2:
            return gone
        # It ends while nobody thinks, again and again: one of them has left something behind.
        return dict.fromkeys(pairing.entrants, (0, fault))


def fault_of(status: int, late: bool, slow: str) -> BotFault:
    """What a bot did to the process in which it was thinking; `slow` tells what took too long."""
    if status == STUCK or (status == 1 and late):
        told = f"{slow}, and it could not be interrupted"
        return BotFault(FaultKind.TOO_SLOW, told, gone=True)
    if status in (OUT_OF_MEMORY, -signal.SIGKILL):
        told = "its process was killed, most likely for the memory it used"
        if status == OUT_OF_MEMORY:
            told = "it left no memory to the process in which it plays"
        return BotFault(FaultKind.MEMORY, told, gone=True)
    return BotFault(FaultKind.CRASHED, f"it ended its process ({_how(status)})", gone=True)


def _how(status: int) -> str:
    return f"exit status {status}" if status >= 0 else signal_name(-status)
