"""Passwords of accounts, kept as Argon2id hashes.

A check is slow on purpose: call it in a worker thread. Knows no store.
"""

from __future__ import annotations

import os
import unicodedata
from dataclasses import dataclass

from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason

SHORTEST, LONGEST = 8, 200


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
            ServerReason.WRONG_PASSWORD,
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
