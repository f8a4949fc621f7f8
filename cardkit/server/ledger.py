"""Durable before told: what is to be stored, and what may be said once it is.

Rows and frames are gathered here in the order they came about. A frame leaves only when all rows
before it are synced. No I/O: the shell takes a page, stores it, and gives the word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardkit.protocol import Message
from cardkit.server.log import Log
from cardkit.server.session import Caller
from cardkit.server.store import Row

Page = tuple[list[Row], list[tuple[Caller, bytes]]]
"""Rows that are stored together, and the frames that wait for them."""


class Ledger:
    """The one way out of the house, for rows and for frames."""

    __slots__ = ("_frames", "_rows", "_storing", "log", "matches", "secret", "wake")

    def __init__(self, secret: Callable[[int], bytes], log: Log, matches: int = 0) -> None:
        self.secret = secret
        """Bytes that nobody can guess."""
        self.log = log
        self.matches = matches
        self.wake: Callable[[], None] = lambda: None
        """Called when there are rows to store and nothing is being stored."""
        self._rows: list[Row] = []
        self._frames: list[tuple[Caller, bytes]] = []
        self._storing = False

    @property
    def unsaid(self) -> int:
        """How many rows wait to be stored, and frames for them."""
        return len(self._rows) + len(self._frames)

    def next_match(self) -> int:
        self.matches += 1
        return self.matches

    def row(self, what: str, *values: Any) -> None:
        self._rows.append((what, values))

    def frame(self, caller: Caller, data: bytes) -> None:
        self._frames.append((caller, data))

    def say(self, caller: Caller, *messages: Message) -> None:
        """A frame of its own for one caller."""
        codec = caller.codec
        self._frames.append((caller, codec.frame([codec.encode(m) for m in messages])))

    def hang_up(self, caller: Caller) -> None:
        """The connection ends when all that was said before has been."""
        self._frames.append((caller, b""))

    def note(self, event: str, **fields: object) -> None:
        self.log.info(event, **fields)

    def settle(self) -> None:
        """After each input: say what waits for no row, and announce what is to be stored."""
        if self._storing:
            return
        if self._rows:
            self._storing = True
            self.wake()
        elif self._frames:
            frames, self._frames = self._frames, []
            deliver(frames)

    def turn_page(self) -> Page:
        """Everything so far, to be stored and then delivered."""
        page = self._rows, self._frames
        self._rows, self._frames = [], []
        return page

    def give_up(self) -> None:
        """Nothing can be stored any more: what waits for it is never told."""
        self._rows, self._frames = [], []
        self._storing = False

    def stored(self, frames: Sequence[tuple[Caller, bytes]] = ()) -> None:
        """The page is safe: say what waited for it."""
        deliver(frames)
        self._storing = False
        self.settle()


def deliver(frames: Sequence[tuple[Caller, bytes]]) -> None:
    for caller, data in frames:
        if data:
            caller.send(data)
        else:
            caller.hang_up()
