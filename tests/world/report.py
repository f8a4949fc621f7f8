"""What happened in a world, and how it is told when a promise was broken in it."""

from __future__ import annotations

from dataclasses import dataclass

import msgpack


class WorldFault(AssertionError):
    """The server broke a promise in the world of this seed."""


@dataclass(slots=True)
class Report:
    """What happened in a world, or in many."""

    worlds: int = 0
    games: int = 0
    faulted: int = 0
    suspended: int = 0
    kills: int = 0
    cuts: int = 0
    lost_tails: int = 0
    lates: int = 0
    deals: int = 0
    """Deals that came to the table."""
    given: int = 0
    missing: int = 0
    """Contributions to them, and how many were missing."""
    voids: int = 0
    torn: int = 0
    """Deals in the middle of which the server was killed."""
    proofs: int = 0
    records: int = 0
    inputs: int = 0
    messages: int = 0
    steps: int = 0
    digest: str = ""

    def add(self, other: Report) -> None:
        for name in self.__slots__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if isinstance(mine, int):
                setattr(self, name, mine + theirs)


def readable(data: bytes) -> str:
    """Frames as people can read them; a piece of one is only counted."""
    found = []
    while data:
        length = 4 + int.from_bytes(data[:4], "big")
        try:
            found.append(repr(msgpack.unpackb(data[4:length])))
        except ValueError:
            return f"{' | '.join(found)} and {len(data)} bytes"
        data = data[length:]
    return " | ".join(found)
