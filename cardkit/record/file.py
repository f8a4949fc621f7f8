"""Records and logs in files that anybody may have made: no more is read than such a file can have.

Nothing is changed in what is read, not even the ends of lines.
"""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

from cardkit.netgame import Refused
from cardkit.reasons import LocalReason
from cardkit.record.chain import LONGEST_LINE
from cardkit.record.faults import Flaw, RecordFault

LARGEST = 1 << 28
"""Bytes of a whole file."""


def read_record_file(path: Path) -> str:
    """The text of a record. Raises `RecordFault` where it is none, and `Refused` without a file."""
    data, more = _read(path)
    last = data.count(b"\n")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start)
        if not more or line < last:
            raise _fault(line, "this is no text") from None
    if more:
        raise _fault(last, "this is longer than a record can be")
    return text


def read_log_file(path: Path) -> str:
    """The text of a log, which may end in the middle of a letter."""
    data, more = _read(path)
    if more:
        raise Refused(LocalReason.NO_SUCH_FILE, "{path} is longer than a log can be", path=path)
    return data.decode("utf-8", errors="replace")


def _fault(n: int, what: str) -> RecordFault:
    return RecordFault(Flaw.EDITED if n else Flaw.NOT_A_RECORD, n, what)


def _read(path: Path) -> tuple[bytes, bool]:
    try:
        with path.open("rb") as file:
            return read_bounded(file)
    except OSError as error:
        raise Refused(
            LocalReason.NO_SUCH_FILE, "{path} cannot be read: {why}", path=path, why=error.strerror
        ) from error


def read_bounded(file: BinaryIO) -> tuple[bytes, bool]:
    """What is in a file, and whether there is more: then it ends in the line that is too much.

    Goes by blocks and not by lines, of which a file can have as many as bytes.
    """
    blocks: list[bytes] = []
    left, line = LARGEST, 0
    while block := file.read(LONGEST_LINE):
        # A line that is too long does not fit into a block, so it is one that began before.
        first, last = block.find(b"\n"), block.rfind(b"\n")
        if line + (len(block) if first < 0 else first) > LONGEST_LINE:
            return b"".join(blocks), True
        blocks.append(block[:left])
        if len(block) > left:
            return b"".join(blocks), True
        left -= len(block)
        line = len(block) - 1 - last if last >= 0 else line + len(block)
    return b"".join(blocks), False
