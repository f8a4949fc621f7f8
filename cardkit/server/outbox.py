"""Durable before told: what is to be stored, and what may be said once it is.

Rows and frames are gathered here in the order they came about. A frame leaves only when all rows
before it are synced. No I/O: the runner takes a page, stores it, and gives the word.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardkit.protocol import Words
from cardkit.server.log import Log
from cardkit.server.news import News, written_news
from cardkit.server.request import not_now
from cardkit.server.session import Peer
from cardkit.server.store import Row

Frame = tuple[Peer, bytes]
Page = tuple[list[Row], list[Frame]]
"""Rows that are stored together, and the frames that wait for them."""
ROW, FRAME, KIBIBYTE = 80e-6, 10e-6, 5e-6
"""Seconds that it takes on a busy server to store a row, and to send a frame and each KiB of it."""

FRAMES_AT_ONCE = 200
"""Frames that are sent before others are heard again: about two milliseconds."""


class Outbox:
    """The one way out of the server, for rows and for frames."""

    def __init__(self, secret: Callable[[int], bytes], log: Log, matches: int = 0) -> None:
        self.secret = secret
        """Bytes that nobody can guess."""
        self.log = log
        self.matches = matches
        self._numbers: deque[int] = deque()
        self.node = 0
        """The number of this node, in a house of several."""
        self.wake: Callable[[], None] = lambda: None
        """Called when a page is to be stored, or a long one delivered, and none is on its way."""
        self.may_tell: Callable[[], bool] = lambda: True
        """Whether this node is alive to the others; what is said otherwise waits."""
        self.pages = 0
        self.backlog = 0.0
        """Seconds that it will take to store and tell what is on the page so far."""
        self._rows: list[Row] = []
        self._frames: list[Frame] = []
        self._storing = False
        self._is_silent = False

    @property
    def has_rows(self) -> bool:
        """Whether there is anything on the page that has to be stored."""
        return bool(self._rows)

    @property
    def all_stored(self) -> bool:
        """Whether everything that has happened is on the disk."""
        return not self._rows and not self._storing

    def next_match(self, after: int) -> int:
        """A number that no match had, and higher than this one."""
        if self.node:
            while self._numbers and self._numbers[0] <= after:
                self._numbers.popleft()
            if not self._numbers:
                raise not_now()
            return self._numbers.popleft()
        self.matches += 1
        return self.matches

    def reserve(self, numbers: Iterable[int]) -> None:
        """These are for the next matches, at a node of several."""
        self._numbers.extend(numbers)

    @property
    def reserved(self) -> int:
        return len(self._numbers)

    def row(self, what: str, *values: Any) -> None:
        self._rows.append((what, values))
        self.backlog += ROW

    def tell_house(self, what: News, about: object = None) -> None:
        """Tell it to the other nodes of the house, if there are any, with what is on the page."""
        if self.node:
            self.row("news", *written_news(self.node, what, about))

    def frame(self, peer: Peer, data: bytes) -> None:
        self._frames.append((peer, data))
        self.backlog += FRAME + (len(data) >> 10) * KIBIBYTE

    def say(self, peer: Peer, *messages: Words) -> None:
        """A frame of its own for one peer."""
        codec = peer.codec
        self.frame(peer, codec.frame([codec.encode(m) for m in messages]))

    def hang_up(self, peer: Peer) -> None:
        """The connection ends when all that was said before has been."""
        self.frame(peer, b"")

    def note(self, event: str, **fields: object) -> None:
        self.log.info(event, **fields)

    def settle(self) -> None:
        """After each input: say what waits for no row, and announce what is to be stored."""
        if self._is_silent:
            self.turn_page()
        if self._storing:
            return
        if self._rows or len(self._frames) > FRAMES_AT_ONCE:
            self._storing = True
            self.wake()
        elif self._frames:
            if self.may_tell():
                deliver(self.turn_page()[1])
            else:
                self._storing = True
                self.wake()

    def turn_page(self) -> Page:
        """Everything so far, to be stored and then delivered."""
        page = self._rows, self._frames
        self._rows, self._frames, self.backlog = [], [], 0.0
        self.pages += 1
        return page

    def stored(self) -> bool:
        """A page is safe and delivered; whether there is another, which came meanwhile."""
        self._storing = bool(self._rows or self._frames)
        return self._storing

    def give_up(self) -> None:
        """Nothing can be stored any more: what waits for it is never told."""
        self.turn_page()
        self._storing = False

    def fall_silent(self) -> None:
        """Nobody hears another word: not even that something is refused."""
        self._is_silent = True
        self.give_up()


def deliver(frames: Sequence[Frame]) -> None:
    for peer, data in frames:
        if data:
            peer.send(data)
        else:
            peer.hang_up()
