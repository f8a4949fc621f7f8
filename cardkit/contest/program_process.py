"""A running program that plays: its pipes, its processes, and the end of them all.

Nothing here waits for a program longer than it was told to. Where there is a sandbox, its processes
have a number space of their own, which ends as a whole; elsewhere they are known by a mark in
their environment, and those that hide it by coming to us when their parent ends.

A thread for each program looks what it uses, whether it is asked just then or not, and ends it for
what is too much. So a question and its answer cost nothing more.
"""

from __future__ import annotations

import fcntl
import os
import re
import resource
import select
import signal
import struct
import subprocess
import termios
import threading
import time
from contextlib import suppress
from itertools import count
from pathlib import Path

from cardkit.contest.bot_log import BotLog
from cardkit.contest.model import BotFault, FaultKind, ProgramLimits
from cardkit.contest.processes import (
    MARK,
    end_all,
    held_by_sockets,
    marked,
    memory_of,
    numbers_in,
    orphans,
    signal_name,
    stored_in,
    tasks_of,
)
from cardkit.contest.program_files import ProgramFiles
from cardkit.contest.sandbox import (
    STORAGE,
    Sandbox,
    command_line,
    find_sandbox,
    next_user,
    open_refusals,
)
from cardkit.contest.storage import MatchStorage, too_much
from cardkit.contest.wire import shown
from cardkit.netgame import Text

_LAST_WORDS = 2000
_START_SECONDS = 2.0
_END_SECONDS = 10.0
"""How long a busy system may take to bury what was killed; nearly always it does so at once."""
_TICK = 0.001
_LOOK_SECONDS = 0.1
"""How long we wait before we look again what a program uses,"""
_LOOK_SHARE = 50
"""and so many times as long as looking took, where that is longer."""
_STACK = 4 << 20
"""Bytes beyond the limit that nobody is ended for: who has all of it as data has a stack, too."""
_MOST_ROUNDS = 50
_CHILD = re.compile(rb'"child-pid":\s*(\d+)')
_SAYS_MEMORY = re.compile(
    r"MemoryError|out of memory|bad_alloc|cannot allocate|alloc\w* failed", re.IGNORECASE
)
_SAYS_PROCESSES = re.compile(
    r"\bfork\b|new thread|pthread_create|temporarily unavailable", re.IGNORECASE
)
_NAMES_ERROR = re.compile(r"[\w.]*(Error|Exception)\b")
"""How the line of a traceback begins that says what went wrong; in some languages more follows."""

STORED = "CARDKIT_STORAGE"
"""The variable that tells a program where it can keep files for its next match."""

_marks = count()
_running: set[int] = set()
"""The programs that were started here and are not closed yet."""


class ProgramProcess:
    """Starts a program, looks after it and ends it."""

    def __init__(
        self,
        needs: ProgramFiles,
        limits: ProgramLimits,
        sandbox: Sandbox | None = None,
        storage: MatchStorage | None = None,
        log: BotLog | None = None,
    ) -> None:
        self._limits, self._sandbox, self._log = limits, sandbox or find_sandbox(), log
        self._mark = f"{os.getpid()}.{next(_marks)}.{time.monotonic_ns()}"
        self._words = b""
        """The end of what it wrote to its standard error."""
        self.peak = 0
        """The most memory that we have seen it use."""
        self.excess: BotFault | None = None
        """The fault that it used more than it may, for which it was ended."""
        self._init = 0
        self._lock = threading.RLock()
        """Held while we wait for its processes or end them, so that their numbers are its own."""
        self._closing = threading.Event()
        self._begun = time.monotonic()
        self._storage, self._stored = storage, -1
        kept, told = "", environment(self._mark)
        if storage is not None and self._sandbox.bwrap:
            kept, told[STORED] = str(storage.before()), STORAGE
        elif storage is not None:
            told[STORED] = str(storage.copy())
        self._info, info = os.pipe()
        try:
            with open_refusals(self._sandbox) as refusals:
                self._process = subprocess.Popen(
                    command_line(self._sandbox, needs, limits, next_user(), info, refusals, kept),
                    bufsize=0,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    cwd=None if self._sandbox.bwrap else needs.folder,
                    env=told,
                    pass_fds=[
                        file for file in (info, refusals) if self._sandbox.bwrap and file >= 0
                    ],
                    start_new_session=True,
                )
        except OSError as error:
            os.close(self._info)
            why = Text("it does not start: {why}", why=error.strerror or str(error))
            raise BotFault(FaultKind.CRASHED, why, gone=True) from error
        finally:
            os.close(info)
        pipes = self._process.stdin, self._process.stdout, self._process.stderr
        self.stdin, self.stdout, self.stderr = (pipe.fileno() for pipe in pipes if pipe)
        for pipe in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(pipe, False)
        _running.add(self._process.pid)
        self._looking = threading.Thread(target=self._look_after, daemon=True)
        self._looking.start()

    def listens(self, seconds: float) -> bool:
        """Whether it has read all that was written, or reads it within this time."""
        until = time.monotonic() + seconds
        while _unread(self.stdin) and not self.ended(_TICK) and time.monotonic() < until:
            pass
        return not _unread(self.stdin)

    def hang_up(self) -> None:
        """Tell it that nothing more will come: its input ends."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def open_storage(self) -> None:
        """Hold on to what it stores, or it would be gone with its sandbox; for when it listens."""
        root = self._root() if self._storage is not None and self._sandbox.bwrap else ""
        with suppress(OSError):  # it has ended
            self._stored = os.open(f"{root}{STORAGE}", os.O_RDONLY) if root else -1

    def close_storage(self, keep: bool) -> None:
        """Keep what it has stored, or not; call it after `close`. Raises `BotFault`."""
        try:
            if keep and self._storage is not None and self._stored >= 0:
                self._storage.keep(self._stored)
            elif keep and self._storage is not None and not self._sandbox.bwrap:
                self._storage.keep_copy()
        finally:
            if self._stored >= 0:
                os.close(self._stored)

    # --- what it uses ------------------------------------------------------------------------

    def _look_after(self) -> None:
        pause = _LOOK_SECONDS
        while not self._closing.wait(pause) and self.excess is None:
            begun = time.thread_time()
            self.look()
            pause = max(_LOOK_SECONDS, _LOOK_SHARE * (time.thread_time() - begun))

    def look(self) -> None:
        """Look what it uses, and end it if that is more than it may."""
        if self._sandbox.bwrap and self._has_ended():
            return  # else those it has started may live on
        self.excess = self._excess()
        if self.excess is not None:
            self._kill()
            if not self._sandbox.bwrap:
                end_all(lambda: marked(self._mark))

    def _excess(self) -> BotFault | None:
        limits = self._limits
        try:
            folders = self._processes()
            memory = memory_of(folders, limits.memory) + self._memory_of_sandbox()
        except PermissionError:
            if time.monotonic() < self._begun + _START_SECONDS:
                return None  # bwrap itself is not to be looked at before it gives up its rights
            return BotFault(FaultKind.MEMORY, Text("it hides what it uses"), gone=True)
        self.peak = max(self.peak, memory)
        tasks = tasks_of(folders)
        if tasks > limits.processes:
            evidence = Text(
                "it has {tasks:,} processes and threads, and {most:,} are allowed",
                tasks=tasks,
                most=limits.processes,
            )
            return BotFault(FaultKind.PROCESSES, evidence, gone=True)
        if memory > limits.memory + _STACK:
            return BotFault(FaultKind.MEMORY, _uses(memory, limits.memory), gone=True)
        if self._stored >= 0 and stored_in(self._stored) > 2 * limits.storage:
            return too_much()  # what it fills is limited, but not how many files it makes
        return None

    def _processes(self) -> list[str]:
        """Where the system tells of its processes; the first one of a sandbox is not its own."""
        if self._sandbox.bwrap:
            root = self._root()
            numbers = numbers_in(f"{root}/proc") if root else []
            return [f"{root}/proc/{number}" for number in numbers if number != "1"]
        return [f"/proc/{number}" for number in marked(self._mark)]

    def _memory_of_sandbox(self) -> int:
        """What lies in its files and sockets, and what its first process has: that one is bwrap's,
        but a program might make it work for itself."""
        if not self._sandbox.bwrap:
            return 0
        first, root = f"/proc/{self._first_process()}", self._root()
        stored = stored_in(f"{root}/tmp") if root and self._sandbox.scratch else 0
        return memory_of([first], self._limits.memory) + stored + held_by_sockets(first)

    def _root(self) -> str:
        """Where we find what its sandbox shows it; nothing while that is still being made."""
        root = f"/proc/{self._first_process()}/root"
        try:
            return "" if Path(root).samefile("/") else root
        except FileNotFoundError:
            return ""

    def can_answer(self) -> bool:
        """Whether one of its processes can still write to us: bwrap itself always could."""
        if not self._sandbox.bwrap:
            return True  # else its pipe has come to an end
        pipe = f"pipe:[{os.fstat(self.stdout).st_ino}]"
        try:
            folders = self._processes()
            files = [file for folder in folders for file in Path(f"{folder}/fd").iterdir()]
            return not folders or any(str(file.readlink()) == pipe for file in files)
        except OSError:  # it has just closed one, or ended, or may not be looked at
            return True

    def _first_process(self) -> int:
        """The process on which all of a sandbox depend: bwrap tells which it is."""
        with self._lock:
            if not self._init and select.select([self._info], [], [], _START_SECONDS)[0]:
                told = _CHILD.search(os.read(self._info, 1000))
                self._init = int(told[1]) if told else 0
            return self._init

    # --- its end -----------------------------------------------------------------------------

    def hear_complaints(self) -> bool:
        """Read what it writes to its standard error; False when no more can come."""
        try:
            said = os.read(self.stderr, 65536)
        except BlockingIOError:
            return True
        self._words = (self._words + said)[-_LAST_WORDS:]
        if self._log is not None:
            self._log.complained(said)
        return bool(said)

    def ended(self, seconds: float) -> bool:
        """Whether it has ended, or ends within this time."""
        until = time.monotonic() + seconds
        while not self._has_ended():
            if time.monotonic() >= until:
                return False
            time.sleep(_TICK)
        return True

    def _has_ended(self) -> bool:
        with self._lock:
            if self._process.returncode is not None:
                return True
            # We wait in its place: how much memory it used is told only to who waits.
            number, status, usage = os.wait4(self._process.pid, os.WNOHANG)
            if not number:
                return False
            self._process.returncode = os.waitstatus_to_exitcode(status)
            # It began as a copy of us, so a peak below our own says nothing.
            own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            self._note_peak(usage.ru_maxrss if usage.ru_maxrss > own else 0)
            self._bury_first()
            return True

    def _bury_first(self) -> None:
        """The first process of a sandbox comes to us when bwrap ends, and knows what all used."""
        first = self._first_process() if self._sandbox.bwrap else 0
        until = time.monotonic() + _END_SECONDS
        with suppress(ChildProcessError):  # bwrap was faster, or nobody comes to us
            while first and time.monotonic() < until:
                number, _, usage = os.wait4(first, os.WNOHANG)
                if number:
                    self._note_peak(usage.ru_maxrss)
                    return
                time.sleep(_TICK)

    def _note_peak(self, kilobytes: int) -> None:
        self.peak = max(self.peak, kilobytes * 1024)

    @property
    def status(self) -> int:
        """How it ended, negative by a signal; bwrap tells a signal as a status above 128."""
        status = self._process.returncode or 0
        return 128 - status if self._sandbox.bwrap and 128 < status < 192 else status

    def end(self) -> None:
        """End it with all its processes, at once and without asking."""
        self._kill()
        if not self.ended(_END_SECONDS):
            self._process.kill()
            self.ended(_END_SECONDS)
        _running.discard(self._process.pid)
        if not self._sandbox.bwrap:
            end_all(self._strays)

    def _kill(self) -> None:
        with self._lock, suppress(ProcessLookupError):
            if self._has_ended():
                return
            if not self._sandbox.bwrap:
                os.killpg(self._process.pid, signal.SIGKILL)
            elif first := self._first_process():
                os.kill(first, signal.SIGKILL)

    def _strays(self) -> list[str]:
        """Those who left the group of the program. Whose orphans came to us nobody knows, so they
        stay until the last program has ended."""
        return marked(self._mark) + ([] if _running else list(orphans()))

    def close(self) -> None:
        """End it, and give back what it needed here."""
        self._closing.set()
        self.end()
        self._looking.join()
        for _ in range(_MOST_ROUNDS):
            if not select.select([self.stderr], [], [], 0)[0] or not self.hear_complaints():
                break
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe:
                pipe.close()
        os.close(self._info)

    def obituary(self) -> BotFault:
        """The fault that it has ended; call it after `close`."""
        if self.excess is not None:
            return self.excess
        words = self._words.decode(errors="replace").strip()
        kind = FaultKind.CRASHED
        most = self._limits.memory
        full = self.peak > 0.9 * most
        if full or _SAYS_MEMORY.search(words):
            kind = FaultKind.MEMORY
        elif _SAYS_PROCESSES.search(words):
            kind = FaultKind.PROCESSES
        how = _how(self.status)
        if full:
            how = Text("{one}; {more}", one=how, more=_uses(self.peak, most))
        lines = [line.strip() for line in words.splitlines() if line.strip(" ~^")]
        if lines:
            named = [at for at, line in enumerate(lines) if _NAMES_ERROR.match(line)]
            last = named[-1] if named else len(lines) - 1
            how = Text(
                "{how}; its last words: {words}", how=how, words=shown(lines[last].encode(), 200)
            )
            if before := " | ".join(lines[max(0, last - 2) : last]):
                words = shown(before.encode(), 200)
                how = Text("{how}, after {words}", how=how, words=words)
        return BotFault(kind, how, gone=True)


def environment(mark: str) -> dict[str, str]:
    """What a program is told of its surroundings: as little as possible."""
    path = os.environ.get("PATH", os.defpath)
    return {"PATH": path, "HOME": "/tmp", "LANG": "C.UTF-8", MARK: mark}


def _how(status: int) -> Text:
    if status >= 0:
        return Text("it ended with status {status}", status=status)
    return Text("it was ended by {signal}", signal=signal_name(-status))


def _uses(memory: int, most: int) -> Text:
    used, allowed = memory / (1 << 20), most / (1 << 20)
    return Text("it uses {used:,.0f} MiB, and {most:,.0f} are allowed", used=used, most=allowed)


def _unread(pipe: int) -> int:
    """Bytes in a pipe that nobody has read yet."""
    number: int = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]
    return number
