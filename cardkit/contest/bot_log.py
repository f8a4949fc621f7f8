"""What bots hear, say and complain of, for their authors: a file for each bot and match.

Each line has the seconds since the bot sat down, and a mark: `<` what it heard and `>` what it
said, both in the lines of docs/bots.md; `!` what it wrote to its standard error (a class: whatever
it printed, and its tracebacks); `#` what the contest has to say.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import TextIOBase
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO

from cardkit.cardgame import Bot, MatchStart
from cardkit.contest import wire
from cardkit.contest.model import Entrant, ProgramLimits
from cardkit.contest.wrapped_bot import WrappedBot
from cardkit.netgame import Below, Command, Offer, View

LARGEST = 1 << 20
"""Bytes of a file beyond which nothing more is kept of what a bot hears, says and complains of."""
LARGEST_NOTES = LARGEST + (1 << 16)
"""Faults and tracebacks are what is looked for, so there is some room left for them."""
HEARD, SAID, COMPLAINED, NOTE = "<", ">", "!", "#"


@dataclass(frozen=True, slots=True)
class BotLogFolder:
    """Where the logs of the first so many matches go: in a folder for each bot."""

    path: Path
    count: int

    def folder(self, entrant: int, name: str) -> Path:
        """With its number in front no name of a bot leads anywhere else."""
        return self.path / f"{entrant + 1}-{name}"

    def file(self, number: int, entrant: int, name: str, again: int = 0) -> Path:
        """The log of a match; a bot that plays in several seats has one for each of them."""
        more = f"-{again + 1}" if again else ""
        return self.folder(entrant, name) / f"match-{number + 1:06}{more}.log"

    def open(self, number: int, entrants: Sequence[int], seat: int, who: Entrant) -> BotLog | None:
        """The log of the bot in this seat of a match; nothing for who plays at random."""
        entrant = entrants[seat]
        if number >= self.count:
            return None
        log = BotLog(self.file(number, entrant, who.name, entrants[:seat].count(entrant)))
        log.note(f"{who.name} plays match {number + 1:,} in seat {seat}")
        return log


class BotLog:
    """The log of one bot in one match. If it cannot be written, the match goes on without it."""

    def __init__(self, path: Path) -> None:
        self._begun, self._rest = perf_counter(), b""
        self._cut = False
        self._file: BinaryIO | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = path.open("ab")  # a match that has to be played again is told after it
            self._size = self._file.tell()
        except OSError:
            self._file = None

    def heard(self, lines: bytes) -> None:
        """What the bot is told; it is in the file before the bot can do anything about it."""
        for line in lines.splitlines():
            self._write(HEARD, line)
        self._flush()

    def said(self, line: bytes) -> None:
        self._write(SAID, line)

    def complained(self, data: bytes) -> None:
        """A piece of what it wrote for its author, which may end within a line."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._write(COMPLAINED, line)
        self._rest = self._rest[:LARGEST]
        self._flush()

    def note(self, text: str, mark: str = NOTE) -> None:
        """Something that must not be missed."""
        for line in text.encode(errors="replace").splitlines():
            self._write(mark, line, LARGEST_NOTES)
        self._flush()

    def close(self) -> None:
        if self._rest:
            self.complained(b"\n")
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, mark: str, line: bytes, most: int = LARGEST) -> None:
        if self._file is None:
            return
        whole = b"%11.6f %s %s\n" % (perf_counter() - self._begun, mark.encode(), line)
        if self._size + len(whole) > most:
            if not self._cut:
                self._cut = True
                self._write(NOTE, b"this log is full; from here on it has faults alone", 2 * most)
            return
        self._size += len(whole)
        try:
            self._file.write(whole)
        except OSError:
            self._file = None

    def _flush(self) -> None:
        try:
            if self._file is not None:
                self._file.flush()
        except OSError:
            self._file = None


class LoggedBot(WrappedBot):
    """A class in a seat, as it plays anyway, and a log of it."""

    def __init__(
        self, make: Callable[[Below], Bot], below: Below, log: BotLog, limits: ProgramLimits
    ) -> None:
        self._log, self._limits, self._lines = log, limits, wire.EventLines()
        self.inner = self._let(make, below)
        self.knowing = self.inner.knowing

    def _let(self, deed: Callable[..., Any], *words: object) -> Any:
        """Keep what it prints, and where it was when it broke down or was interrupted."""
        printed = _Printed(self._log)
        try:
            with redirect_stdout(printed), redirect_stderr(printed):
                return deed(*words)
        except BaseException as error:
            place = error.__traceback__
            told = traceback.format_exception(type(error), error, place and place.tb_next)
            self._log.note("".join(told), COMPLAINED)
            raise

    def match_begins(self, match: MatchStart) -> None:
        self._log.heard(wire.match_begins(match, self._limits))
        super().match_begins(match)

    def hears(self, kind: str, *parts: object) -> None:
        self._log.heard(self._lines(kind, *parts))
        super().hears(kind, *parts)

    def choose(self, view: View, legal: Sequence[Command | Offer]) -> str:
        self._log.heard(wire.question(view, legal))
        said = super().choose(view, legal)
        self._log.said(str(said).encode(errors="replace"))
        return said


class _Printed(TextIOBase):
    """In the place of standard output and standard error while a class thinks."""

    def __init__(self, log: BotLog) -> None:
        self._log = log

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self._log.complained(text.encode(errors="replace"))
        return len(text)
