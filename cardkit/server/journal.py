"""The journal of one match on its way to the store: what was said, and the steps of its deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgpack

from cardkit import __version__
from cardkit.fair import Trail, written_step
from cardkit.netgame import Event
from cardkit.server.outbox import Outbox
from cardkit.server.vault import MatchCipher

_pack = msgpack.Packer().pack


class Entry(NamedTuple):
    """One entry: an input that was accepted, or a step of a deal."""

    who: str
    """By whom; empty is the world outside."""
    what: str | Mapping[str, Any]
    at: float
    tag: str
    quiet: bool
    """Whether it only seats again who was there in the match before."""
    told: int | None = None
    """The number of the last event by then. Version 0.1.0 did not note it."""
    fingerprint: int = 0
    """Of the events that an input caused, as they were told then."""


class MatchJournal:
    """The journal of one match. Each entry is sealed with the secret of the match."""

    __slots__ = ("cipher", "deals", "match", "told_by", "trail")

    def __init__(
        self, match: int, cipher: MatchCipher, deals: int = 0, told_by: str = __version__
    ) -> None:
        self.match, self.cipher = match, cipher
        self.deals = deals
        """How many deals the table had opened before this match."""
        self.told_by = told_by
        """The versions that have told this match, the last one at the end."""
        self.trail = Trail(cipher.trail_key)

    @property
    def entries(self) -> int:
        return self.trail.count

    def write(self, outbox: Outbox, *fields: Any) -> None:
        """The next entry, with the fields of `Entry`."""
        n = self.trail.count
        outbox.row("input", self.match, n, self.cipher.seal(n, _pack(fields)))
        who, what, at, _, quiet, *_ = fields
        self._follow(who, what, at, quiet=quiet)

    def go_on(self, outbox: Outbox, version: str) -> None:
        """What follows is told by this version."""
        if self.told_by.split()[-1:] != [version]:
            self.told_by = f"{self.told_by} {version}"
            outbox.row("told by", self.told_by, self.match)

    def read(self, sealed: Iterable[bytes]) -> Iterator[Entry]:
        """The next entries as they were written. Raises `Refused` where one is damaged."""
        for each in sealed:
            entry = Entry(*msgpack.unpackb(self.cipher.unseal(self.trail.count, each)))
            self._follow(entry.who, entry.what, entry.at, quiet=entry.quiet)
            yield entry

    def sign(self, events: Sequence[Event]) -> None:
        """What the last entry caused comes with the trail up to it, for who hears proofs."""
        if events:
            trail = Event(0, "TRAIL", (self.match, self.trail.count, self.trail.last.hex()))
            last = events[-1]
            if not last.number:
                last = next((event for event in reversed(events) if event.number), last)
            last.proofs += (trail,)

    def _follow(self, who: str, what: str | Mapping[str, Any], at: float, *, quiet: bool) -> None:
        if isinstance(what, str):
            self.trail.add([who, what, at, quiet])
        else:
            self.trail.add(written_step(what, at))
