"""Keeps a bot of this process from thinking for ever, at no cost to those who think quickly.

A timer ticks a few times a second and looks at who is thinking since when; who has had enough time
is interrupted. Who cannot be interrupted (a loop that catches everything, a sum that never comes
to an end inside a library) costs the whole process: it ends, and `notes` tell whoever started it
who was thinking. So this is for processes that somebody watches, and for their main thread.
"""

from __future__ import annotations

import faulthandler
import os
import signal
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from math import inf
from time import perf_counter
from types import FrameType
from typing import TypeVar

from cardkit.contest.model import BotFault, FaultKind
from cardkit.registry import line_of

_T = TypeVar("_T")

TICK = 0.1
SLACK = 0.05
"""Seconds beyond the limit before a bot is interrupted; its answer is late already."""
LAST_WARNING = 3.0
"""Seconds after which a bot that could not be interrupted costs its process."""
STUCK = 77
"""The exit status of a process that ended itself because a bot could not be interrupted."""
OUT_OF_MEMORY = 78
"""The exit status of a process that could not go on for want of memory."""

NOBODY = -1
THINKS, ASKED, GAMES, PLACE, TICKED, NOTES = range(6)
"""What is noted, by place: the entrant who thinks or thought last, how many questions were asked in
this pairing, games played, the place of the pairing in its chunk, the last tick in milliseconds."""


class TookTooLong(BaseException):
    """Raised inside a bot whose time is up."""


class TimeGuard:
    """Until when the bot that thinks may think, and the notes for whoever looks after the crash."""

    __slots__ = ("_longest", "_warned", "notes", "until")

    def __init__(self, notes: array[int] | memoryview | None = None) -> None:
        self.until = inf
        self.notes = array("q", [0] * NOTES) if notes is None else notes
        self.notes[THINKS] = NOBODY
        self._longest = self._warned = inf

    def begin(self, longest: float) -> None:
        """From now on who takes too long is interrupted; nobody may take longer than this."""
        self._longest = longest
        self.notes[TICKED] = int(perf_counter() * 1000)
        self._arm()
        signal.signal(signal.SIGALRM, self._tick)
        signal.setitimer(signal.ITIMER_REAL, TICK, TICK)

    def end(self) -> None:
        """Nobody is interrupted any more."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        faulthandler.cancel_dump_traceback_later()

    def call(self, until: float, deed: Callable[..., _T], words: Sequence[object] = ()) -> _T:
        """Let a bot do something: only in here is it interrupted; what it raises is its fault."""
        self.until = until
        try:
            return deed(*words)
        except (BotFault, TookTooLong):
            raise
        except MemoryError as error:
            raise BotFault(FaultKind.MEMORY, "MemoryError") from error
        except BaseException as error:  # a bot may say sys.exit(), too
            where = line_of(error) if isinstance(error, Exception) else ""
            told = f"{type(error).__name__}: {error}"[:200]
            raise BotFault(FaultKind.CRASHED, f"{told}{where}") from error
        finally:
            self.until = inf

    def _tick(self, number: int, frame: FrameType | None) -> None:
        now = perf_counter()
        self.notes[TICKED] = int(now * 1000)
        self._arm()
        if now < self.until:
            self._warned = inf
        elif now > self._warned + LAST_WARNING:
            os._exit(STUCK)
        else:
            self._warned = min(self._warned, now)
            if _in_bot(frame):
                raise TookTooLong

    def _arm(self) -> None:
        """If no tick comes through for that long, no Python runs here any more."""
        last = self._longest + LAST_WARNING
        faulthandler.dump_traceback_later(last, exit=True, file=_nowhere())


def _in_bot(frame: FrameType | None) -> bool:
    while frame is not None and (frame := frame.f_back) is not None:
        if frame.f_code is TimeGuard.call.__code__:
            return True
    return False


@cache
def _nowhere() -> int:
    """Where the last words of a process go that ends itself: its notes say enough."""
    return os.open(os.devnull, os.O_WRONLY)
