"""Bots that are programs, in any language: a player that asks and hears over pipes.

Synchronous: a question is one write and, as a rule, one read. Whatever a program does, no call here
lasts longer than its time for a move, or once for its start, and what it takes to end it.
"""

from __future__ import annotations

import os
import select
import shlex
import time
from collections.abc import Sequence
from contextlib import suppress
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from cardkit.cardgame import Bot, MatchStart
from cardkit.contest import wire
from cardkit.contest.bot_log import BotLog
from cardkit.contest.model import BotFault, FaultKind, ProgramLimits
from cardkit.contest.program_files import ProgramFiles, check_readable, needs_of
from cardkit.contest.program_process import ProgramProcess
from cardkit.contest.sandbox import Sandbox, find_sandbox
from cardkit.contest.storage import MatchStorage, StorageFolder
from cardkit.netgame import Command, Offer, Refused, View, plural
from cardkit.reasons import LocalReason

START_SECONDS = 3.0
"""What a program may take to start, until it reads; only then the clock for its moves runs."""
_MOST_HEARD = 1 << 16
"""Bytes that are read of one answer, or of what nobody asked for."""
_MOST_UNREAD = 1 << 20
"""Bytes that a program may leave unread besides what its pipe holds."""
_MOST_KEPT = 1 << 15
"""Bytes that are kept for a program until it is asked."""
_PATIENCE = 0.01
"""After so many seconds without an answer we look what the program is doing; then less often."""
_LONGEST_PATIENCE = 0.2
_LAST_MOMENT = 0.1
"""Seconds in which a program that falls silent may end by itself, so that its status is known."""
_FAREWELL = 0.5
"""Seconds in which it may do so when the match is over and it has heard how."""


class ProgramPlayer(Bot):
    """A program in a seat. It is started when its match begins and lives for that match."""

    def __init__(
        self,
        argv: Sequence[str],
        limits: ProgramLimits,
        *,
        start_seconds: float = START_SECONDS,
        sandbox: Sandbox | None = None,
        log: BotLog | None = None,
    ) -> None:
        self._argv, self._limits, self._sandbox, self._log = argv, limits, sandbox, log
        self._start_seconds = start_seconds
        self._used = 0.0
        self.storage: MatchStorage | None = None
        """What it has from earlier matches, if it may keep something."""
        self.unkept: BotFault | None = None
        """Why what it has stored in this match is not kept."""
        self._process: ProgramProcess | None = None
        self._fault: tuple[FaultKind, str] | None = None
        """What it was ended for; it is not asked again."""
        self._heard = b""
        self._unsent = b""
        self._owed = 0
        """Answers that have not come in time. They are passed over when they come."""
        self._lines = wire.EventLines()
        self._news = b""
        self._accepted = False
        """Whether it has said something that was not refused, and was not told so yet."""
        self._over = False
        self.went = True
        """Whether it has ended by itself when the match was over."""
        self.peak = 0
        """The most memory, in bytes, that it was seen to use, once it has ended."""
        self._poll = select.poll()

    # --- what it hears -----------------------------------------------------------------------

    def match_begins(self, match: MatchStart) -> None:
        try:
            process = self._process = ProgramProcess(
                needs_of(self._argv), self._limits, self._sandbox, self.storage, self._log
            )
        except Refused as refused:  # it was there when the contest began
            self._end_for(FaultKind.CRASHED, refused.text())
        except BotFault as fault:
            self._end_for(fault.kind, fault.evidence)
        self._poll.register(process.stdout, select.POLLIN)
        self._poll.register(process.stderr, select.POLLIN)
        self._tell(wire.match_begins(match, self._limits))

    def hears(self, kind: str, *parts: object) -> None:
        """Kept until it is asked, or the game is over: so a question is one write."""
        if kind == "WARNING":
            self._accepted = False
        self._news += self._with_answer() + self._lines(kind, *parts)
        if len(self._news) > _MOST_KEPT:
            self._tell_news()

    def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
        if self._start_seconds:  # not when the match begins: so all who play it start together
            self._living().listens(self._start_seconds)
            self._living().open_storage()
            self._start_seconds = 0.0

    def game_over(
        self, game: int, points: Sequence[int], scores: Sequence[int], ranking: Sequence[int]
    ) -> None:
        self._tell_news(wire.END)

    def match_over(self, scores: Sequence[int]) -> None:
        self._over = True
        self._living().hang_up()  # all who play hear the end before we wait for any of them

    def _with_answer(self) -> bytes:
        """What it said last was accepted, as turns out when the next thing happens."""
        accepted, self._accepted = self._accepted, False
        return wire.OK if accepted else b""

    def _tell_news(self, end: bytes = b"") -> None:
        news, self._news = self._news, b""
        self._tell(news + end)

    def _tell(self, line: bytes) -> None:
        """Write a line, or keep it until the program reads; never wait."""
        process = self._living()
        if self._log is not None and line:
            self._log.heard(line)
        data = self._unsent + line if self._unsent else line
        try:
            written = os.write(process.stdin, data)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            written = len(data)  # whether it has ended or only stopped listening shows when asked
        if written == len(data):
            self._unsent = b""
            return
        if not self._unsent:
            self._poll.register(process.stdin, select.POLLOUT)
        self._unsent = data[written:]
        if len(self._unsent) > _MOST_UNREAD:
            self._end_for(FaultKind.TOO_SLOW, f"it leaves {len(self._unsent):,} bytes unread")

    def _living(self) -> ProgramProcess:
        if self._fault is not None:
            raise BotFault(*self._fault, gone=True)
        assert self._process is not None, "a match begins before, and is not over"
        return self._process

    # --- what it says ------------------------------------------------------------------------

    def choose(self, view: View, legal: Sequence[Command | Offer]) -> str:
        process = self._living()
        news, self._news = self._news + self._with_answer(), b""
        line = news + wire.question(view, legal)
        self._hear_unasked(process)
        limits, begun = self._limits, time.monotonic()
        until = begun + min(limits.move, limits.total - self._used)
        try:
            self._tell(line)
            answer = self._line_before(process, until)
        finally:
            self._used += time.monotonic() - begun
        if answer is None:
            self._late(process)
        said = wire.read_answer(answer)
        self._accepted = True
        return said

    def _hear_unasked(self, process: ProgramProcess) -> None:
        """What it has said since its last answer nobody asked for, but for answers it owes."""
        try:
            while len(self._heard) < _MOST_HEARD:
                self._hear(process)
        except BlockingIOError:
            pass
        while self._owed and self._next_line() is not None:
            self._owed -= 1
        if not self._heard or (self._owed and len(self._heard) < _MOST_HEARD):
            return  # nothing, or the beginning of a late answer
        said, self._heard = self._heard, b""
        if self._log is not None:
            self._log.said(said)
        evidence = plural(
            len(said),
            "it wrote 1 byte without being asked: {said}",
            "it wrote {n:,} bytes without being asked: {said}",
            said=wire.shown(said),
        )
        if len(said) >= _MOST_HEARD:
            self._end_for(FaultKind.FLOOD, evidence)
        raise BotFault(FaultKind.FLOOD, evidence)

    def _line_before(self, process: ProgramProcess, until: float) -> bytes | None:
        """The next line that is not owed from before, or None when it does not come in time."""
        patience = _PATIENCE
        look = time.monotonic() + patience
        while True:
            while (line := self._next_line()) is not None:
                if not self._owed:
                    return line
                self._owed -= 1
            if len(self._heard) >= _MOST_HEARD:
                told = f"its answer has no end: {wire.shown(self._heard)}"
                self._end_for(FaultKind.FLOOD, told)
            now = time.monotonic()
            if now >= until:
                return None
            if now >= look:
                self._look(process)
                patience = min(2 * patience, _LONGEST_PATIENCE)
                look = now + patience
            for pipe, _ in self._poll.poll(ceil((min(until, look) - now) * 1000)):
                if pipe == process.stdout:
                    self._hear(process)
                elif pipe == process.stdin:
                    self._tell_rest(process)
                elif not process.hear_complaints():
                    self._poll.unregister(pipe)

    def _look(self, process: ProgramProcess) -> None:
        """What a program does that takes its time."""
        if process.ended(0) or not process.can_answer():
            self._end_of(process)  # a child of it, or its sandbox, may still hold its pipes
        if fault := process.excess:
            self._end_for(fault.kind, fault.evidence)

    def _hear(self, process: ProgramProcess) -> None:
        """Read once. Raises `BlockingIOError` when there is nothing to read."""
        said = os.read(process.stdout, _MOST_HEARD)
        if not said:
            self._end_of(process)
        self._heard += said

    def _next_line(self) -> bytes | None:
        if b"\n" not in self._heard:
            return None
        line, _, self._heard = self._heard.partition(b"\n")
        if self._log is not None:
            self._log.said(line)
        return line

    def _tell_rest(self, process: ProgramProcess) -> None:
        self._tell(b"")
        if not self._unsent:
            self._poll.unregister(process.stdin)

    # --- its end -----------------------------------------------------------------------------

    def _late(self, process: ProgramProcess) -> NoReturn:
        limits = self._limits
        self._owed += 1
        if self._used >= limits.total:
            told = f"its {limits.total:g} s for the match are used up"
            self._end_for(FaultKind.OUT_OF_TIME, told)
        more = ""
        if self._heard:
            more = f"; it wrote {wire.shown(self._heard)} and did not end the line"
        elif not process.listens(0):
            more = "; it does not read its input"
        raise BotFault(FaultKind.TOO_SLOW, f"no answer within {limits.move:g} s{more}")

    def _end_of(self, process: ProgramProcess) -> NoReturn:
        """It says no more: most likely it has ended."""
        has_ended = process.ended(_LAST_MOMENT)
        self.close()
        fault = process.obituary()
        if not has_ended and fault is not process.excess:
            self._end_for(FaultKind.CRASHED, "it has closed its output")
        self._end_for(fault.kind, fault.evidence)

    def _end_for(self, kind: FaultKind, evidence: str) -> NoReturn:
        self._fault = kind, evidence
        self.close()
        raise BotFault(kind, evidence, gone=True)

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if self._over:
                self.went = process.ended(_FAREWELL)
            process.close()
            self.peak = process.peak
            try:
                process.close_storage(keep=self._over and self._fault is None)
            except BotFault as fault:
                self.unkept = fault


def check_program(argv: Sequence[str], limits: ProgramLimits | None = None) -> None:
    """Start a program once, for a match without games; refuse one that does not start or ends."""
    limits, sandbox, needs = limits or ProgramLimits(), find_sandbox(), needs_of(argv)
    if sandbox.as_root:
        check_readable(needs)
    with TemporaryDirectory() as empty:
        _check_start(argv, needs, limits, sandbox, Path(empty))


def _check_start(
    argv: Sequence[str], needs: ProgramFiles, limits: ProgramLimits, sandbox: Sandbox, empty: Path
) -> None:
    storage = StorageFolder(empty, limits.storage).of(0, 0) if limits.storage else None
    try:
        process = ProgramProcess(needs, limits, sandbox, storage)
    except BotFault as fault:
        raise _does_not_start(argv, fault) from fault
    try:
        with suppress(BrokenPipeError):
            match = MatchStart("", "", {}, ("you",), 0, 0)
            os.write(process.stdin, wire.match_begins(match, limits))
        listens = process.listens(START_SECONDS)
        has_ended = process.ended(_LAST_MOMENT)
    finally:
        process.close()
    if has_ended and (not listens or process.status != 0):
        raise _does_not_start(argv, process.obituary())


def _does_not_start(argv: Sequence[str], fault: BotFault) -> Refused:
    return Refused(
        LocalReason.BAD_BOT,
        "{program} cannot play: {why}",
        program=shlex.join(argv)[:200],
        why=fault.evidence,
    )
