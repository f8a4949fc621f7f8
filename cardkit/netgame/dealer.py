"""Chance without randomness: a dealer is a key, and what it draws depends on key and label alone.

So copying, replaying and checking a table cost nothing. A label is never used twice under one key.
The table asks only for `shuffle` and `below`; a provable dealer may stand in for this plain one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import blake2b, sha256, shake_256
from struct import Struct
from typing import Any, Protocol, Self, TypeVar

_T = TypeVar("_T")


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


class Chance:
    """What a table draws by lot: each draw under a label of its own, by the dealer of the game."""

    __slots__ = ("_drawn", "_make_dealer", "dealer", "key", "prefix")

    def __init__(self, key: bytes, make_dealer: Callable[[bytes], Dealer]) -> None:
        self._make_dealer = make_dealer
        self.reseed(key)

    def __repr__(self) -> str:
        return f"Chance({self.key.hex()} {self.dealer!r} {self.prefix!r} {self._drawn})"

    def copy(self) -> Self:
        twin = object.__new__(self.__class__)
        twin.key, twin.dealer, twin._make_dealer = self.key, self.dealer, self._make_dealer
        twin.prefix, twin._drawn = self.prefix, self._drawn
        return twin

    def reseed(self, key: bytes) -> None:
        """Draw from another key from the next game on."""
        self.key = key
        self.dealer: Dealer = self._make_dealer(key)
        self.prefix = ""
        """What all labels of this game begin with: none is used twice under one key."""
        self._drawn = 0

    def employ(self, make_dealer: Callable[[bytes], Dealer]) -> None:
        """Let this one make the dealers of the games to come."""
        self._make_dealer = make_dealer

    def begin_game(self, match: int, game: int, key: bytes = b"") -> None:
        """The labels of a new game begin; a key brought along is for this game alone."""
        if key or not self.prefix:
            self.dealer = self._make_dealer(key or self.key)
        self.prefix = "" if key else f"{match}.{game} "
        self._drawn = 0

    def label(self, what: str) -> str:
        """A label that has not been used under this key."""
        self._drawn += 1
        return f"{self.prefix}{what} {self._drawn}"

    def by_lot(self, things: Iterable[_T]) -> list[_T]:
        """These things in an order drawn by lot."""
        drawn = list(things)
        self.dealer.shuffle(drawn, self.label("lot"))
        return drawn

    def below(self, n: int) -> int:
        """A number from 0 to n-1 drawn by lot."""
        return self.dealer.below(n, self.label("lot"))
