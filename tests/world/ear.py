"""One ear at each cable: who is there, what they were told, and which answers they wait for."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from typing import Any

import trio

from cardkit.netgame import WATCHER
from cardkit.protocol import Codec
from cardkit.protocol.sniff import codec_for
from tests.world.deals import StoredDeal
from tests.world.mirror import Mirror, Moment

_TAG = re.compile("#[A-Za-z0-9]{1,24}")


class DealEar:
    """What was told of deals over one cable."""

    def __init__(self) -> None:
        self.on = False
        self.heard: dict[tuple[StoredDeal, str], float] = {}
        """What was heard of a deal, and when."""
        self.late = False
        """Whether this frame tells what happened while somebody was away."""
        self.due: list[list[Any]] = []
        """Proofs that have to come next."""
        self.again: list[list[Any]] = []
        """Proofs of cards that came before."""
        self.owed: set[int] = set()
        """Deals whose secrets have to come next."""


class Said:
    """One command as it came to the server."""

    __slots__ = ("at", "tag", "verb", "words")

    def __init__(self, words: list[str]) -> None:
        self.at = trio.current_time()
        self.tag = words[0] if len(words) > 1 and _TAG.fullmatch(words[0]) else ""
        self.words = words[1:] if self.tag else words
        self.verb = self.words[0].upper() if self.words else ""


class Ear:
    """One cable: who is there, what they were told, and which answers they wait for."""

    def __init__(self, who: str, is_open: Callable[[], bool]) -> None:
        self.who, self.is_open = who, is_open
        self.name = ""
        self.deals = DealEar()
        self.hosted: Mirror | None = None
        self.last = -1
        self.stage = ""
        """The stage that was told last."""
        self.listens = False
        """Whether changes in the lobby may be told unasked."""
        self.asked: list[str] = []
        self.views = ""
        self.waiting: deque[Said] = deque()
        self.said: list[str] = []
        """The command that was answered last."""
        self.over = False
        self.details = ""
        """What the answer before announced: lines of this kind."""
        self._codecs: tuple[Codec, Codec] | None = None

    def codecs(self, first: int) -> tuple[Codec, Codec]:
        """What reads the two directions; the first byte of all tells which it is."""
        if self._codecs is None:
            self._codecs = codec_for(first), codec_for(first)
            self.views = self._codecs[0].views
        return self._codecs

    @property
    def moments(self) -> list[Moment]:
        assert self.hosted is not None
        return self.hosted.at(self.last)

    @property
    def seat(self) -> int:
        return WATCHER if self.hosted is None else self.moments[0].seat_of(self.name)
