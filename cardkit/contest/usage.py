"""What the processes of a program use together, as the system tells it.

Only reads. All memory that is no file's counts, wherever it is: what they map, alone or together,
what was swapped out, the kernel's tables of it, files that lie in memory, and sockets.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

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


def stored_in(folder: str) -> int:
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
