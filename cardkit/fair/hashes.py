"""The hashes of the protocol: of what a deal is about, commitments, the seed, and the trail."""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from cardkit.netgame.json_writer import json_writer

_VERSION = b"cardkit/deal/1/"
_write = json_writer(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def tagged(tag: bytes, *parts: bytes) -> bytes:
    """H(tag, parts…): no two different lists of parts are hashed alike."""
    framed = b"".join(len(part).to_bytes(4, "big") + part for part in parts)
    return sha256(_VERSION + tag + b"\0" + framed).digest()


def context_of(about: Mapping[str, Any]) -> bytes:
    """What a deal is about, in 32 bytes: match, deal, game, options, deck, seats, server."""
    return sha256(canonical(about)).digest()


def canonical(value: Any) -> bytes:
    """Plain data in the one way to write it: JSON, keys in order, no spaces, UTF-8."""
    return _write(value).encode()


def commit_dealer(context: bytes, secret: bytes) -> bytes:
    """What binds the dealer to its secret before it sees anything of the players."""
    return tagged(b"dealer", context, secret)


def commit_player(context: bytes, seat: int, contribution: bytes) -> bytes:
    """What binds a player to a contribution before any is opened."""
    return tagged(b"player", context + seat.to_bytes(4, "big"), contribution)


def seed_of(secret: bytes, context: bytes, contributions: Sequence[bytes | None]) -> bytes:
    """Where all chance of a deal comes from; None is a player whose contribution is missing."""
    opened = b"".join(
        seat.to_bytes(4, "big") + (b"\0" if given is None else b"\1" + given)
        for seat, given in enumerate(contributions)
    )
    return hmac.digest(secret, _VERSION + b"seed\0" + context + opened, "sha256")


def salt_of(secret: bytes, label: bytes, place: int) -> bytes:
    """What keeps the leaf of a card from being guessed."""
    about = len(label).to_bytes(4, "big") + label + place.to_bytes(4, "big")
    return hmac.digest(secret, _VERSION + b"salt\0" + about, "sha256")[:16]


class Trail:
    """The trail of a match: one running hash over every entry of its journal.

    It is told with each input, so the server cannot say later that something hidden was said
    otherwise. Each step is salted: nobody can guess from the trail what was said in secret.
    """

    __slots__ = ("_secret", "count", "last")

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.count = 0
        """How many entries it covers."""
        self.last = bytes(32)

    def add(self, entry: Any) -> None:
        """One more entry, as the record of the match will have it."""
        salt = hmac.digest(self._secret, self.count.to_bytes(8, "big"), "sha256")[:16]
        self.last = sha256(self.last + salt + canonical(entry)).digest()
        self.count += 1
