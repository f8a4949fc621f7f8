"""The processes of programs that play, wherever they have gone: found by their mark, and ended.

Where there is a sandbox its processes cannot leave it, and nobody needs this.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from cardkit.contest.usage import numbers_in

MARK = "CARDKIT_BOT"
"""The variable by which the processes of a program are known."""
_MOST_ROUNDS = 50
_SUBREAPER = 36
"""What `prctl` calls a process to which those come whose parents have ended."""

_STATE, _PARENT, _SESSION = 0, 1, 3
"""Where the system tells these of a process, behind its name."""

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
    end_all(lambda: marked(f"{starter}."))


def marked(mark: str) -> list[str]:
    """The numbers of the processes whose mark begins like this."""
    said, found = f"{MARK}={mark}".encode(), []
    for number in numbers_in("/proc"):
        with suppress(OSError):
            if said in _read(f"/proc/{number}/environ"):
                found.append(number)
    return found


def orphans() -> Iterator[str]:
    """The numbers of the processes that came to us; those we started live in our session."""
    us, ours = os.getpid(), os.getsid(0)
    for number in numbers_in("/proc") if us in _adopters else ():
        with suppress(OSError):
            told = _read(f"/proc/{number}/stat").rpartition(b")")[2].split()
            if int(told[_PARENT]) != us or int(told[_SESSION]) == ours:
                continue
            if told[_STATE] == b"Z":
                os.waitpid(int(number), os.WNOHANG)
            else:
                yield number


def end_all(find: Callable[[], list[str]]) -> None:
    """End all that are found. They may have children while we look."""
    for _ in range(_MOST_ROUNDS):
        found = find()
        if not found:
            return
        for number in found:
            with suppress(OSError):
                os.kill(int(number), signal.SIGKILL)


def _read(path: str) -> bytes:
    return Path(path).read_bytes()
