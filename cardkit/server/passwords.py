"""Passwords of accounts, kept as Argon2id hashes, and a brake on guessing them.

A check is slow on purpose: call it in a worker thread. Knows no store and reads no clock itself.
"""

from __future__ import annotations

import os
import unicodedata
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from cardkit.netgame import Reason, Refused

SHORTEST, LONGEST = 8, 200
_LONGEST_KEY = 64


@dataclass(frozen=True, slots=True)
class Cost:
    """What one guess costs: KiB of memory, passes over it, and lanes."""

    memory: int = 19 * 1024
    passes: int = 2
    lanes: int = 1


COST = Cost()
"""The least that OWASP's Password Storage Cheat Sheet advises for Argon2id."""


def hash_password(password: str, cost: Cost = COST) -> str:
    """What to store instead of the password: a PHC string with a salt of its own."""
    secret = _normal(password)
    if not SHORTEST <= len(secret) <= LONGEST:
        raise Refused(
            Reason.WRONG_PASSWORD,
            "a password has {least} to {most} characters, not {count}",
            least=SHORTEST,
            most=LONGEST,
            count=len(secret),
        )
    return _argon2(os.urandom(16), cost).derive_phc_encoded(_bytes(secret))


def check_password(password: str, phc: str | None, cost: Cost = COST) -> bool:
    """Whether this is the password. An unknown name (None) takes as long as a known one."""
    secret = _bytes(_normal(password))
    if phc is None:
        _argon2(bytes(16), cost).derive(secret)
        return False
    try:
        Argon2id.verify_phc_encoded(secret, phc)
    except (InvalidKey, ValueError, MemoryError):
        return False
    return True


def _argon2(salt: bytes, cost: Cost) -> Argon2id:
    return Argon2id(
        salt=salt, length=32, iterations=cost.passes, lanes=cost.lanes, memory_cost=cost.memory
    )


def _normal(password: str) -> str:
    """The same for every keyboard; spaces as they are left when a line is cut into words."""
    return " ".join(unicodedata.normalize("NFKC", password).split())


def _bytes(text: str) -> bytes:
    return text.encode(errors="surrogatepass")


class Throttle:
    """Lets each key try `burst` times at once, and then once in `every` seconds.

    A key is a name or an address. What is kept of it is the time at which it has all its tries
    again; then it is forgotten, and so is the oldest of more than `most`.
    """

    __slots__ = ("_every", "_full", "_most", "_now", "_room")

    def __init__(
        self, now: Callable[[], float], *, burst: int = 5, every: float = 10.0, most: int = 10_000
    ) -> None:
        self._now = now
        self._every = every
        self._room = (burst - 1) * every
        self._most = most
        self._full: OrderedDict[str, float] = OrderedDict()

    def check(self, *keys: str) -> None:
        """Take a try from every key, or refuse and take none."""
        now = self._now()
        known = {key[:_LONGEST_KEY] for key in keys}
        wait = max((self._full.get(key, now) for key in known), default=now) - now - self._room
        if wait > 0:
            raise Refused(
                Reason.TRY_LATER,
                "too many tries; try again in {seconds} seconds",
                seconds=ceil(wait),
            )
        for key in known:
            self._full[key] = max(now, self._full.get(key, now)) + self._every
            self._full.move_to_end(key)
        self._forget(now)

    def forgive(self, *keys: str) -> None:
        """Give the try back: it was right. So many people behind one address can all enter."""
        for key in {key[:_LONGEST_KEY] for key in keys} & self._full.keys():
            self._full[key] -= self._every

    def __len__(self) -> int:
        return len(self._full)

    def _forget(self, now: float) -> None:
        while self._full:
            key, full = self._full.popitem(last=False)
            if full > now and len(self._full) < self._most:
                self._full[key] = full
                self._full.move_to_end(key, last=False)
                break


def origin_of(address: str) -> str:
    """Whom an address stands for: who has one IPv6 address has a whole /64 of them."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        return str(ip.ipv4_mapped or IPv6Address(int(ip) >> 64 << 64))
    return str(ip)
