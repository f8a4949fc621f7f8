"""Those who think for the server: processes that search, so that the event loop never does.

They are started when something is asked. Keys, which are tables, take turns, and the more questions
wait, the shorter each is thought about. A process that ends, hangs or answers nonsense costs its
question alone, which is answered with None, and another one is started.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol, Self

import trio

from cardkit.server.log import Log
from cardkit.server.thinker import GRACE, READY, Answer, Question

LEAST = 0.05
"""Seconds below which thinking does not pay, however many wait."""
LATE = 1.5
"""Seconds after which it is too late to begin to think about a question that is not patient."""
STARTING = 30.0
"""Seconds in which a process has to be ready."""
MOST_FAULTS = 3
"""After so many questions of a game that went wrong nobody thinks about it any more."""
_LONGEST_LINE = 1 << 20

Done = Callable[[Answer | None], None]
"""Called with what was found, or with None where nobody could think about it."""


class Worker(Protocol):
    """A process that thinks about one question at a time."""

    async def ask(self, line: bytes) -> bytes:
        """The line that it answers; raises EOFError or OSError if it has ended."""

    def hurry(self) -> None:
        """Let it answer with what it has found so far."""

    async def close(self) -> None:
        """End it, whatever it does."""


@dataclass(eq=False, slots=True)
class Asked:
    """A question that was asked and is not answered yet."""

    question: Question
    key: str
    at: float
    done: Done | None
    worker: Worker | None = None
    """Who thinks about it."""

    def cancel(self) -> None:
        """Nobody wants to know any more; `done` is not called."""
        self.done = None
        if self.worker is not None:
            self.worker.hurry()

    def answer(self, found: Answer | None) -> None:
        done, self.done, self.worker = self.done, None, None
        if done is not None:
            done(found)


class Thinkers:
    """So many processes, and what waits for them."""

    def __init__(
        self, count: int, log: Log, start: Callable[[], Awaitable[Worker]] | None = None
    ) -> None:
        """`start` starts a process that is ready to be asked."""
        self.count, self._log = count, log
        self._start = start or ProcessWorker.start
        self._waiting: dict[bool, OrderedDict[str, deque[Asked]]] = {
            False: OrderedDict(),
            True: OrderedDict(),
        }
        """By whether they are patient, the questions of each key, whose turn it is first."""
        self._some = trio.Semaphore(0)
        self._faults: Counter[str] = Counter()
        self.ended = Counter({"answered": 0, "late": 0, "failed": 0})
        """How many questions ended in which way; late: nobody had the time to think about it."""
        self.thinking = 0.0
        """Seconds that questions were thought about."""

    @property
    def waiting(self) -> int:
        return sum(len(asked) for keys in self._waiting.values() for asked in keys.values())

    def ask(self, question: Question, key: str, done: Done) -> Asked:
        """Have a question answered later, unless it is cancelled. `done` is not called at once."""
        asked = Asked(question, key, trio.current_time(), done)
        self._waiting[question.patient].setdefault(key, deque()).append(asked)
        self._some.release()
        return asked

    async def run(self, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
        """Answer, until cancelled; then no process is left."""
        async with trio.open_nursery() as nursery:
            for _ in range(self.count):
                nursery.start_soon(self._answer)
            task_status.started()

    async def _answer(self) -> None:
        """Let one process after the other answer one question after the other."""
        worker: Worker | None = None
        failures = 0
        try:
            while True:
                asked = await self._next()
                if worker is None:
                    worker = await self._started()
                    if worker is None:
                        self.ended["failed"] += 1
                        self._tell(asked, None)
                        failures += 1
                        await trio.sleep(min(60, 2**failures))
                        continue
                failures = 0
                if not await self._think(worker, asked):
                    old, worker = worker, None
                    await old.close()
        finally:
            if worker is not None:
                with trio.CancelScope(shield=True):
                    await worker.close()

    async def _next(self) -> Asked:
        """The question whose turn it is, and about which it makes sense to think."""
        while True:
            await self._some.acquire()
            asked = self._take()
            if asked.done is None:
                continue
            question = asked.question
            is_late = not question.patient and trio.current_time() - asked.at > LATE
            if not is_late and self._faults[question.game] < MOST_FAULTS:
                return asked
            self.ended["late" if is_late else "failed"] += 1
            self._tell(asked, None)

    def _take(self) -> Asked:
        keys = self._waiting[False] or self._waiting[True]
        key, questions = keys.popitem(last=False)
        asked = questions.popleft()
        if questions:
            keys[key] = questions  # behind all others
        return asked

    async def _started(self) -> Worker | None:
        try:
            with trio.fail_after(STARTING):
                return await self._start()
        except Exception as error:  # noqa: BLE001 - whatever it is, the server goes on
            self._log.error("thinker.failed", error=type(error).__name__, why="it did not start")
            return None

    async def _think(self, worker: Worker, asked: Asked) -> bool:
        """Whether the process can be asked again."""
        question, found, is_well = asked.question, None, True
        seconds = max(LEAST, question.seconds / (1 + self.waiting / self.count))
        asked.worker = worker
        begun = trio.current_time()
        try:
            with trio.fail_after(seconds + GRACE + 1):
                found = Answer.read(await worker.ask(question.line(seconds)))
        except Exception as error:  # noqa: BLE001 - likewise
            self._fault(question, why=type(error).__name__)
            is_well = False
        self.thinking += trio.current_time() - begun
        if found is not None and found.broken:
            self._fault(question, why=found.broken)
            found = None
        self.ended["failed" if found is None else "answered"] += 1
        self._tell(asked, found)
        return is_well

    def _tell(self, asked: Asked, found: Answer | None) -> None:
        try:
            asked.answer(found)
        except Exception as error:  # noqa: BLE001 - whoever has asked, others wait for answers, too
            self._log.failure("thinker.unheard", error)

    def _fault(self, question: Question, **why: str) -> None:
        game = question.game
        self._faults[game] += 1
        self._log.error("thinker.failed", game=game, **why)
        if self._faults[game] == MOST_FAULTS:
            effect = "nobody thinks about it any more; robots play as the bot of the game does"
            self._log.error("thinker.gave_up", game=game, effect=effect)


class ProcessWorker:
    """A worker in a process of its own."""

    def __init__(self, process: trio.Process) -> None:
        assert isinstance(process.stdin, trio.lowlevel.FdStream)
        assert isinstance(process.stdout, trio.lowlevel.FdStream)
        self.process, self._to, self._from = process, process.stdin, process.stdout
        self._heard = b""
        self.thinks = False
        """Whether it was asked something and has not answered yet."""

    @classmethod
    async def start(cls) -> Self:
        command = [sys.executable, "-P", "-m", "cardkit.server.thinker"]
        process = await trio.lowlevel.open_process(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
        )
        worker = cls(process)
        try:
            if await worker._line() != READY:
                raise EOFError
        except BaseException:
            await worker.close()
            raise
        return worker

    async def ask(self, line: bytes) -> bytes:
        try:
            await self._to.send_all(line)
        except trio.BrokenResourceError as error:
            raise EOFError from error
        self.thinks = True
        try:
            return await self._line()
        finally:
            self.thinks = False

    def hurry(self) -> None:
        if self.thinks:
            with suppress(OSError):
                os.write(self._to.fileno(), b"\n")

    async def close(self) -> None:
        self.process.kill()
        with trio.CancelScope(shield=True):
            await self.process.wait()
            await self._to.aclose()
            await self._from.aclose()

    async def _line(self) -> bytes:
        while b"\n" not in self._heard:
            data = await self._from.receive_some()
            self._heard += data
            if not data or len(self._heard) > _LONGEST_LINE:
                raise EOFError
        line, end, self._heard = self._heard.partition(b"\n")
        return line + end
