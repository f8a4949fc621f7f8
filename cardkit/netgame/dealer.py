"""Chance without randomness: a dealer is a key, and what it draws depends on key and label alone.

So copying, replaying and checking a table cost nothing. A label is never used twice under one key.
The table asks only for `shuffle` and `below`; a provable dealer may stand in for this plain one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b, sha256, shake_256
from struct import Struct
from typing import Any, Protocol


class Dealer(Protocol):
    """What a table needs from whoever shuffles."""

    def shuffle(self, cards: list[Any], label: str) -> None:
        """Put the list into an order drawn under that label."""

    def below(self, n: int, label: str) -> int:
        """A number from 0 to n-1 drawn under that label."""


@cache
def _numbers(count: int) -> Callable[[bytes], tuple[int, ...]]:
    """What reads so many numbers of 32 bits from the beginning of a digest."""
    return Struct(f">{count}I").unpack_from


class PlainDealer:
    """A quick dealer for simulations and tests: one hash for a whole shuffle."""

    __slots__ = ("key",)

    def __init__(self, key: bytes) -> None:
        self.key = key

    def __repr__(self) -> str:
        return f"PlainDealer({self.key.hex()})"

    def shuffle(self, cards: list[Any], label: str) -> None:
        n = len(cards)
        if n < 2:
            return
        seed = self.key + label.encode()
        digest = blake2b(seed).digest() if n <= 17 else shake_256(seed).digest(4 * n)
        numbers = _numbers(n - 1)(digest)
        # A remainder of 32 bits by a few hundred cards: the bias is below one in ten million.
        for number in numbers:
            other = number % n
            n -= 1
            cards[n], cards[other] = cards[other], cards[n]

    def below(self, n: int, label: str) -> int:
        return int.from_bytes(sha256(self.key + label.encode()).digest()[:8], "big") * n >> 64
