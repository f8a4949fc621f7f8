"""A running program that plays: its pipes, its processes, and the end of them all.

Nothing here waits for a program longer than it was told to. Where there is a cage, its processes
have a number space of their own, which ends as a whole; elsewhere they are known by a mark in
their environment, and those that hide it by coming to us when their parent ends.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import re
import resource
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

from cardkit.contest.cage import Cage, command_line, find_cage, next_user
from cardkit.contest.model import BotFault, FaultKind, Limits
from cardkit.contest.needs import Needs
from cardkit.contest.wire import shown
from cardkit.netgame import Text

MARK = "CARDKIT_BOT"
"""The variable by which the processes of a program are known."""
_LAST_WORDS = 2000
_START_SECONDS = 2.0
_END_SECONDS = 1.0
_TICK = 0.001
_MOST_ROUNDS = 50
_CHILD = re.compile(rb'"child-pid":\s*(\d+)')
_OWN = re.compile(rb"^(?:Rss|Pss_)(?:Anon|Shmem):\s*(\d+) kB", re.MULTILINE)
"""Memory that is no file's: of a process, or its share of what several have in common."""
_SAYS_MEMORY = re.compile(
    r"MemoryError|out of memory|bad_alloc|cannot allocate|alloc\w* failed", re.IGNORECASE
)
_SAYS_PROCESSES = re.compile(
    r"\bfork\b|new thread|pthread_create|temporarily unavailable", re.IGNORECASE
)

_SUBREAPER = 36
"""What `prctl` calls a process to which those come whose parents have ended."""

_STATE, _PARENT, _SESSION = 0, 1, 3
"""Where the system tells these of a process, behind its name."""

_marks = count()
_running: set[int] = set()
"""The programs that were started here and are not closed yet."""
_adopters: set[int] = set()
"""This process, if orphans come to it."""


def adopt_orphans() -> None:
    """Let processes whose parents end come to this one, where they can be found and waited for.

    For processes that do nothing else than to play: who comes from elsewhere is ended, too.
    """
    if sys.platform.startswith("linux") and not ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0):
        _adopters.add(os.getpid())


def end_all_of(starter: int) -> None:
    """End the programs of a process that has ended, as far as they did not end with it."""
    _end_all(lambda: _marked(f"{starter}."))


class Keeper:
    """Starts a program, looks after it and ends it."""

    def __init__(self, needs: Needs, limits: Limits, cage: Cage | None = None) -> None:
        self._limits, self._cage = limits, cage or find_cage()
        self._mark = f"{os.getpid()}.{next(_marks)}.{time.monotonic_ns()}"
        self._words = b""
        """The end of what it wrote to its standard error."""
        self._peak = 0
        """The most memory that we have seen it use."""
        self._init = 0
        self._info, info = os.pipe()
        try:
            self._process = subprocess.Popen(
                command_line(self._cage, needs, limits, next_user(), info),
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=None if self._cage.bwrap else needs.folder,
                env=environment(self._mark),
                pass_fds=(info,) if self._cage.bwrap else (),
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

    # --- what it uses ------------------------------------------------------------------------

    def excess(self) -> BotFault | None:
        """The fault that it uses more than it may, if it does."""
        tasks, memory, limits = 0, 0, self._limits
        folders = self._processes()
        for folder in folders:
            with suppress(OSError):
                tasks += max(0, Path(f"{folder}/task").stat().st_nlink - 2)
            memory += _own_memory(f"{folder}/status")
        if tasks > limits.processes:
            evidence = Text(
                "it has {tasks:,} processes and threads, and {most:,} are allowed",
                tasks=tasks,
                most=limits.processes,
            )
            return BotFault(FaultKind.PROCESSES, evidence, gone=True)
        if memory > limits.memory:  # what several share was counted for each of them
            memory = sum(_own_memory(f"{folder}/smaps_rollup") for folder in folders)
        self._peak = max(self._peak, memory)
        if memory > limits.memory:
            return BotFault(FaultKind.MEMORY, _uses(memory, limits.memory), gone=True)
        return None

    def _processes(self) -> list[str]:
        """Where the system tells of its processes; the first one of a cage is not its own."""
        if self._cage.bwrap:
            inside = f"/proc/{self._first_process()}/root/proc"
            return [f"{inside}/{number}" for number in _numbers_in(inside) if number != "1"]
        return [f"/proc/{number}" for number in _marked(self._mark)]

    def can_answer(self) -> bool:
        """Whether one of its processes can still write to us: bwrap itself always could."""
        if not self._cage.bwrap:
            return True  # else its pipe has come to an end
        pipe, folders = f"pipe:[{os.fstat(self.stdout).st_ino}]", self._processes()
        try:
            files = [file for folder in folders for file in Path(f"{folder}/fd").iterdir()]
            return not folders or any(str(file.readlink()) == pipe for file in files)
        except OSError:  # it has just closed one, or ended, or may not be looked at
            return True

    def _first_process(self) -> int:
        """The process on which all of a cage depend: bwrap tells which it is."""
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
        return bool(said)

    def ended(self, seconds: float) -> bool:
        """Whether it has ended, or ends within this time."""
        until = time.monotonic() + seconds
        while self._process.returncode is None:
            # We wait in its place: how much memory it used is told only to who waits.
            number, status, usage = os.wait4(self._process.pid, os.WNOHANG)
            if number:
                self._process.returncode = os.waitstatus_to_exitcode(status)
                # It began as a copy of us, so a peak below our own says nothing.
                own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                self._note_peak(usage.ru_maxrss if usage.ru_maxrss > own else 0)
                self._bury_first()
            elif time.monotonic() >= until:
                return False
            else:
                time.sleep(_TICK)
        return True

    def _bury_first(self) -> None:
        """The first process of a cage comes to us when bwrap ends, and knows what all have used."""
        first = self._first_process() if self._cage.bwrap else 0
        until = time.monotonic() + _END_SECONDS
        with suppress(ChildProcessError):  # bwrap was faster, or nobody comes to us
            while first and time.monotonic() < until:
                number, _, usage = os.wait4(first, os.WNOHANG)
                if number:
                    self._note_peak(usage.ru_maxrss)
                    return
                time.sleep(_TICK)

    def _note_peak(self, kilobytes: int) -> None:
        self._peak = max(self._peak, kilobytes * 1024)

    @property
    def status(self) -> int:
        """How it ended, negative by a signal; bwrap tells a signal as a status above 128."""
        status = self._process.returncode or 0
        return 128 - status if self._cage.bwrap and 128 < status < 192 else status

    def end(self) -> None:
        """End it with all its processes, at once and without asking."""
        if not self.ended(0):
            if not self._cage.bwrap:
                with suppress(ProcessLookupError):
                    os.killpg(self._process.pid, signal.SIGKILL)
            elif first := self._first_process():
                with suppress(ProcessLookupError):
                    os.kill(first, signal.SIGKILL)
            if not self.ended(_END_SECONDS):
                self._process.kill()
                self.ended(_END_SECONDS)
        _running.discard(self._process.pid)
        if not self._cage.bwrap:
            _end_all(self._strays)

    def _strays(self) -> list[str]:
        """Those who left the group of the program. Whose orphans came to us nobody knows, so they
        stay until the last program has ended."""
        return _marked(self._mark) + ([] if _running else list(_orphans()))

    def close(self) -> None:
        """End it, and give back what it needed here."""
        self.end()
        for _ in range(_MOST_ROUNDS):
            if not select.select([self.stderr], [], [], 0)[0] or not self.hear_complaints():
                break
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe:
                pipe.close()
        os.close(self._info)

    def obituary(self) -> BotFault:
        """The fault that it has ended; call it after `close`."""
        words = self._words.decode(errors="replace").strip()
        kind = FaultKind.CRASHED
        most = self._limits.memory
        full = self._peak > 0.9 * most
        if full or _SAYS_MEMORY.search(words):
            kind = FaultKind.MEMORY
        elif _SAYS_PROCESSES.search(words):
            kind = FaultKind.PROCESSES
        how = _how(self.status)
        if full:
            how = Text("{one}; {more}", one=how, more=_uses(self._peak, most))
        if words:
            lines = [line.strip() for line in words.splitlines() if line.strip(" ~^")]
            last = " | ".join(lines[-3:])
            how = Text("{how}; its last words: {words}", how=how, words=shown(last.encode(), 300))
        return BotFault(kind, how, gone=True)


def environment(mark: str) -> dict[str, str]:
    """What a program is told of its surroundings: as little as possible."""
    path = os.environ.get("PATH", os.defpath)
    return {"PATH": path, "HOME": "/tmp", "LANG": "C.UTF-8", MARK: mark}


def _how(status: int) -> Text:
    if status >= 0:
        return Text("it ended with status {status}", status=status)
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = str(-status)
    return Text("it was ended by {signal}", signal=name)


def _uses(memory: int, most: int) -> Text:
    used, allowed = memory / (1 << 20), most / (1 << 20)
    return Text("it uses {used:,.0f} MiB, and {most:,.0f} are allowed", used=used, most=allowed)


def _own_memory(path: str) -> int:
    """Bytes of memory that the system tells of there; a process may have ended by now."""
    try:
        return sum(int(found) for found in _OWN.findall(_read(path))) * 1024
    except OSError:
        return 0


def _marked(mark: str) -> list[str]:
    """The numbers of the processes whose mark begins like this."""
    said, found = f"{MARK}={mark}".encode(), []
    for number in _numbers_in("/proc"):
        with suppress(OSError):
            if said in _read(f"/proc/{number}/environ"):
                found.append(number)
    return found


def _orphans() -> Iterator[str]:
    """The numbers of the processes that came to us; those we started live in our session."""
    us, ours = os.getpid(), os.getsid(0)
    for number in _numbers_in("/proc") if us in _adopters else ():
        with suppress(OSError):
            told = _read(f"/proc/{number}/stat").rpartition(b")")[2].split()
            if int(told[_PARENT]) != us or int(told[_SESSION]) == ours:
                continue
            if told[_STATE] == b"Z":
                os.waitpid(int(number), os.WNOHANG)
            else:
                yield number


def _end_all(find: Callable[[], list[str]]) -> None:
    """End all that are found. They may have children while we look."""
    for _ in range(_MOST_ROUNDS):
        found = find()
        if not found:
            return
        for number in found:
            with suppress(OSError):
                os.kill(int(number), signal.SIGKILL)


def _numbers_in(folder: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.name.isdigit()]
    except OSError:
        return []


def _unread(pipe: int) -> int:
    """Bytes in a pipe that nobody has read yet."""
    number: int = struct.unpack("i", fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)))[0]
    return number


def _read(path: str) -> bytes:
    return Path(path).read_bytes()
