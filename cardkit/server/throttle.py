"""A brake: so many tries at once, then one in so many seconds. Reads no clock itself."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from math import ceil

from cardkit.netgame import Refused, plural
from cardkit.protocol.reasons import ServerReason

_LONGEST_KEY = 64


class Throttle:
    """Lets each key try `burst` times at once, and then once in `every` seconds.

    A key is a name or an address. What is kept of it is the time at which it has all its tries
    again; then it is forgotten, and so is the oldest of more than `most`.
    """

    __slots__ = ("_every", "_full", "_mark", "_most", "_now", "_room", "_tell")

    def __init__(
        self, now: Callable[[], float], *, burst: int = 5, every: float = 10.0, most: int = 10_000
    ) -> None:
        self._now = now
        self._every = every
        self._room = (burst - 1) * every
        self._most = most
        self._full: OrderedDict[str, float] = OrderedDict()
        self._mark: Callable[[str], str] = _shortened
        self._tell: Callable[[str, int], None] | None = None

    def share(self, mark: Callable[[str], str], tell: Callable[[str, int], None]) -> None:
        """From now on others are told what keys have tried; they know a key by its mark."""
        self._mark, self._tell = mark, tell

    def wait(self, key: str) -> float:
        """Seconds until this key has a try; none, or less, when it has one now."""
        now = self._now()
        return self._full.get(self._mark(key), now) - now - self._room

    def take(self, key: str) -> None:
        """This key has tried."""
        self._note(key, 1)

    def check(self, key: str) -> None:
        """Take a try from this key, or refuse."""
        refuse_to_wait(self.wait(key))
        self.take(key)

    def forgive(self, key: str) -> None:
        """Give the try back: it was right. So many people behind one address can all enter."""
        self._note(key, -1)

    def _note(self, key: str, tries: int) -> None:
        mark = self._mark(key)
        self.count(mark, tries)
        if self._tell is not None:
            self._tell(mark, tries)

    def count(self, mark: str, tries: int) -> None:
        """Whoever is known by this mark has tried so often, here or elsewhere; or less than not at
        all: tries are given back."""
        now = self._now()
        if tries > 0:
            self._full[mark] = max(now, self._full.get(mark, now)) + tries * self._every
            self._full.move_to_end(mark)
            self._forget(now)
        elif mark in self._full:
            self._full[mark] += tries * self._every

    def __len__(self) -> int:
        return len(self._full)

    def _forget(self, now: float) -> None:
        while self._full:
            key, full = self._full.popitem(last=False)
            if full > now and len(self._full) < self._most:
                self._full[key] = full
                self._full.move_to_end(key, last=False)
                break


def _shortened(key: str) -> str:
    return key[:_LONGEST_KEY]


def refuse_to_wait(seconds: float) -> None:
    """Refuse what has to wait, and say for how long."""
    if seconds > 0:
        raise Refused(
            ServerReason.TRY_LATER,
            plural(
                ceil(seconds),
                "too many tries; try again in 1 second",
                "too many tries; try again in {n:,} seconds",
            ),
        )


@lru_cache(maxsize=10_000)
def origin_of(address: str) -> str:
    """Whom an address stands for: who has one IPv6 address has a whole /64 of them."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or IPv6Address(int(ip) >> 64 << 64))
    return str(ip)
