"""The dealer whose every draw can be checked: numbers from a seed, a stream for each label."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from struct import Struct
from typing import Any

_words = Struct(">8I").unpack
_PREFIX = b"cardkit/deal/1/stream\0"


class FairDealer:
    """Stands in for the plain dealer at a table. Its key is the seed of the deal."""

    __slots__ = ("key",)

    def __init__(self, key: bytes) -> None:
        self.key = key

    def __repr__(self) -> str:
        return f"FairDealer({self.key.hex()})"

    def shuffle(self, cards: list[Any], label: str) -> None:
        stream = self._stream(label)
        for last in range(len(cards) - 1, 0, -1):
            other = _below(last + 1, stream)
            cards[last], cards[other] = cards[other], cards[last]

    def below(self, n: int, label: str) -> int:
        return _below(n, self._stream(label))

    def _stream(self, label: str) -> Iterator[int]:
        written = label.encode()
        head = sha256(_PREFIX + self.key + len(written).to_bytes(4, "big") + written)
        block = 0
        while True:
            each = head.copy()
            each.update(block.to_bytes(8, "big"))
            yield from _words(each.digest())
            block += 1


def _below(n: int, stream: Iterator[int]) -> int:
    """A number from 0 to n-1, each as likely: words that would tip the scale are skipped."""
    most = (1 << 32) - (1 << 32) % n
    for word in stream:
        if word < most:
            return word % n
    raise AssertionError("the stream has no end")
