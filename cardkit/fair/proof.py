"""A shuffled deck under one root, and the proof that a card lies where it is said to lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Self

from cardkit.fair.hashes import salt_of

_PADDING = sha256(b"\2").digest()
DEEPEST = 16
NODE, SALT = 32, 16


@dataclass(frozen=True, slots=True)
class Proof:
    """What comes with a card: its place in the shuffled deck, its salt, and the way to the root."""

    place: int
    card: str
    salt: bytes
    path: tuple[bytes, ...]

    def words(self) -> list[Any]:
        """Place, card, salt and path, as they are told."""
        return [self.place, self.card, self.salt.hex(), b"".join(self.path).hex()]

    @classmethod
    def read(cls, words: Sequence[Any]) -> Self:
        """The same as it was told. Raises `ValueError` or `TypeError` where it is none."""
        place, card, salt, joined = words
        path, salted = bytes.fromhex(joined), bytes.fromhex(salt)
        whole = len(path) % NODE == 0 and len(salted) == SALT  # or a card could begin in its salt
        if not whole or type(place) is not int or type(card) is not str or place < 0:
            raise ValueError
        steps = tuple(path[at : at + NODE] for at in range(0, len(path), NODE))
        return cls(place, card, salted, steps)


class CommittedDeck:
    """A shuffled deck that is bound to its root before the first card is dealt."""

    __slots__ = ("_cards", "_levels", "_salts")

    def __init__(self, context: bytes, secret: bytes, cards: Sequence[str], label: str) -> None:
        self._cards = tuple(cards)
        self._salts = [salt_of(secret, label.encode(), place) for place in range(len(cards))]
        level = [
            leaf_of(context, place, salt, card)
            for place, (salt, card) in enumerate(zip(self._salts, cards, strict=True))
        ]
        size = 1 << max(0, len(level) - 1).bit_length()
        level += [_PADDING] * (size - len(level))
        self._levels = [level]
        while len(level) > 1:
            level = [_node(level[at], level[at + 1]) for at in range(0, len(level), 2)]
            self._levels.append(level)

    @property
    def root(self) -> bytes:
        return self._levels[-1][0]

    def proof(self, place: int) -> Proof:
        """The proof for the card at this place of the shuffled deck."""
        path = tuple(level[place >> depth ^ 1] for depth, level in enumerate(self._levels[:-1]))
        return Proof(place, str(self._cards[place]), self._salts[place], path)


def check_card(root: bytes, context: bytes, proof: Proof) -> bool:
    """Whether this card was bound to this place before anybody saw a card."""
    if not 0 <= proof.place < 1 << len(proof.path) or len(proof.path) > DEEPEST:
        return False
    if len(proof.salt) != SALT:  # or a card could end in its salt
        return False
    digest, place = leaf_of(context, proof.place, proof.salt, proof.card), proof.place
    for other in proof.path:
        digest = _node(other, digest) if place & 1 else _node(digest, other)
        place >>= 1
    return digest == root


def leaf_of(context: bytes, place: int, salt: bytes, card: str) -> bytes:
    return sha256(b"\0" + context + place.to_bytes(4, "big") + salt + card.encode()).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()
