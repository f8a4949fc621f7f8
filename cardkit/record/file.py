"""Records and logs in files that anybody may have made: no more is read than such a file can have.

Nothing is changed in what is read, not even the ends of lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardkit.netgame import Reason, Refused
from cardkit.record.chain import LONGEST_LINE
from cardkit.record.faults import Fault, Flaw

LARGEST = 1 << 28
"""Bytes of a whole file."""


class _TooMuch(Exception):
    """No such file has this line."""


def read_record_file(path: Path) -> str:
    """The text of a record. Raises `Fault` where it is none, and `Refused` without a file."""
    return "".join(_texts(path))


def read_log_file(path: Path) -> str:
    """The text of a log, which may end in the middle of a letter."""
    try:
        return b"".join(_lines_of(path)).decode("utf-8", errors="replace")
    except _TooMuch:
        raise Refused(
            Reason.NO_SUCH_FILE, "{path} is longer than a log can be", path=path
        ) from None


def _texts(path: Path) -> Iterator[str]:
    n = 0
    try:
        for line in _lines_of(path):
            yield line.decode("utf-8")
            n += 1
    except UnicodeDecodeError:
        raise _fault(n, "this is no text") from None
    except _TooMuch:
        raise _fault(n, "this is longer than a record can be") from None


def _fault(n: int, what: str) -> Fault:
    return Fault(Flaw.EDITED if n else Flaw.NOT_A_RECORD, n, what)


def _lines_of(path: Path) -> Iterator[bytes]:
    left = LARGEST
    try:
        with path.open("rb") as file:
            while line := file.readline(LONGEST_LINE + 2):
                left -= len(line)
                if left < 0 or len(line) > LONGEST_LINE + 1:
                    raise _TooMuch
                yield line
    except OSError as error:
        raise Refused(
            Reason.NO_SUCH_FILE, "{path} cannot be read: {why}", path=path, why=error.strerror
        ) from error
