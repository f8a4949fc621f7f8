"""The processes of programs that play, as the system tells of them: which they are, what they use.

All memory that is no file's counts, wherever it is: what they map, alone or together, what was
swapped out, the kernel's tables of it, files that lie in memory, and sockets. Where there is a
sandbox its processes cannot leave it; elsewhere they are found by their mark, and ended.
"""

from __future__ import annotations

import ctypes
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

MARK = "CARDKIT_BOT"
"""The variable by which the processes of a program are known."""
_MOST_ROUNDS = 50
_SUBREAPER = 36
"""What `prctl` calls a process to which those come whose parents have ended."""
_STATE, _PARENT, _SESSION = 0, 1, 3
"""Where the system tells these of a process, behind its name."""

_OWN = re.compile(rb"^(?:RssAnon|RssShmem|VmSwap):\s*(\d+) kB", re.MULTILINE)
"""Memory of a process."""
_SHARE = re.compile(rb"^(?:Pss_Anon|Pss_Shmem|SwapPss):\s*(\d+) kB", re.MULTILINE)
"""The same, where what several have in common is divided among them."""
_TABLES = re.compile(rb"^VmPTE:\s*(\d+) kB", re.MULTILINE)
_FILE = 1024
"""Bytes that a file in memory takes even if it is empty, as the kernel counts it."""
_SOCKETS = re.compile(rb"^sockets: used (\d+)", re.MULTILINE)
_STREAMS = re.compile(rb"^TCP: inuse (\d+)", re.MULTILINE)
_SETTINGS = "/proc/sys/net"


# --- what they use ---------------------------------------------------------------------------


def tasks_of(folders: Sequence[str]) -> int:
    """Processes and threads. Each folder is where the system tells of a process."""
    tasks = 0
    for folder in folders:
        with suppress(OSError):
            tasks += max(0, Path(f"{folder}/task").stat().st_nlink - 2)
    return tasks


def memory_of(folders: Sequence[str], most: int) -> int:
    """Bytes of memory. What several share is counted for each, unless that is more than `most`."""
    told = [_status(folder) for folder in folders]
    tables = sum(_sum(_TABLES, status) for _, status in told)
    memory = sum(_sum(_OWN, status) for _, status in told)
    if memory > most:
        shares = [_sum(_SHARE, _read(f"{folder}/smaps_rollup")) for folder, _ in told]
        # Who hides its share has all of it.
        memory = sum(
            share or _sum(_OWN, status) for share, (_, status) in zip(shares, told, strict=True)
        )
    return memory + tables


def stored_in(folder: str | int) -> int:
    """Bytes that lie in a file system in memory, which is mounted here."""
    try:
        told = os.statvfs(folder)
    except OSError:
        return 0
    return (told.f_blocks - told.f_bfree) * told.f_frsize + (told.f_files - told.f_ffree) * _FILE


def held_by_sockets(folder: str) -> int:
    """Bytes that the sockets in the network of this process can hold; how much they do is not told.

    For a process whose network is its own.
    """
    told = _read(f"{folder}/net/sockstat")
    socket, stream = _socket_sizes()
    return _number(_SOCKETS, told) * socket + _number(_STREAMS, told) * stream


@cache
def _socket_sizes() -> tuple[int, int]:
    """What a socket can hold, and what one of TCP can hold besides."""
    both = [_read(f"{_SETTINGS}/core/{way}mem_max") for way in "rw"]
    streams = [_read(f"{_SETTINGS}/ipv4/tcp_{way}mem") for way in "rw"]
    most = [int(sizes.split()[-1]) for sizes in (*both, *streams) if sizes.split()]
    return 2 * max(most[:2], default=0), sum(most[2:])


def _status(folder: str) -> tuple[str, bytes]:
    """What is told of a process, and where. Its first thread can end before the others: then only
    they tell of its memory."""
    for place in _places(folder):
        status = _read(f"{place}/status")
        if _TABLES.search(status):
            return place, status
    return folder, b""


def _places(folder: str) -> Iterator[str]:
    yield folder
    for number in numbers_in(f"{folder}/task"):
        yield f"{folder}/task/{number}"


def _number(what: re.Pattern[bytes], told: bytes) -> int:
    found = what.search(told)
    return int(found[1]) if found else 0


def _sum(what: re.Pattern[bytes], told: bytes) -> int:
    return sum(int(found) for found in what.findall(told)) * 1024


def _read(path: str) -> bytes:
    """Nothing, if the process has ended by now or may not be looked at."""
    try:
        return Path(path).read_bytes()
    except OSError:
        return b""


def numbers_in(folder: str) -> list[str]:
    """The numbers of the processes, or threads, that the system tells of there."""
    try:
        with os.scandir(folder) as entries:
            return [entry.name for entry in entries if entry.name.isdigit()]
    except OSError:
        return []


# --- finding and ending them -------------------------------------------------------------------

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
    said = f"{MARK}={mark}".encode()
    return [number for number in numbers_in("/proc") if said in _read(f"/proc/{number}/environ")]


def orphans() -> Iterator[str]:
    """The numbers of the processes that came to us; those we started live in our session."""
    us, ours = os.getpid(), os.getsid(0)
    for number in numbers_in("/proc") if us in _adopters else ():
        told = _read(f"/proc/{number}/stat").rpartition(b")")[2].split()
        if not told or int(told[_PARENT]) != us or int(told[_SESSION]) == ours:
            continue
        if told[_STATE] != b"Z":
            yield number
        else:
            with suppress(OSError):
                os.waitpid(int(number), os.WNOHANG)


def end_all(find: Callable[[], list[str]]) -> None:
    """End all that are found. They may have children while we look."""
    for _ in range(_MOST_ROUNDS):
        found = find()
        if not found:
            return
        for number in found:
            with suppress(OSError):
                os.kill(int(number), signal.SIGKILL)


def signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
