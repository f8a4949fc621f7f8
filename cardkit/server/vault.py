"""Secrets at rest: what a match hides is in the store only under a key.

The master key seals the secret of each match, and that secret everything else of the match.
Knows no store and no game.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from hashlib import blake2b
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from cardkit.keys import read_secret, write_secret
from cardkit.netgame import Reason, Refused

VARIABLE = "CARDKIT_KEY"
FILE = "vault.key"
_NONCE = 12


class Vault:
    """Seals the secrets of matches under the master key of this server."""

    __slots__ = ("_cipher", "_marks", "_random", "relay_key")

    def __init__(self, master: bytes, random: Callable[[int], bytes] = os.urandom) -> None:
        self.relay_key = _derived(master, b"relay")
        """By which the nodes that have the same key know each other."""
        self._marks = _derived(master, b"marks")
        self._cipher = ChaCha20Poly1305(master)
        self._random = random

    @classmethod
    def open(cls, folder: Path, environ: Mapping[str, str], *, make: bool = True) -> Vault:
        """The vault of a data folder: its key is in the environment, or in a file made here."""
        if VARIABLE in environ:
            return cls(_read_master(environ[VARIABLE], VARIABLE))
        path = folder / FILE
        if make and not path.exists():
            write_secret(path, os.urandom(32).hex().encode() + b"\n")
        return cls(_read_master(read_secret(path).decode(errors="replace"), path))

    def cipher(self, secret: bytes) -> MatchCipher:
        """The box of the match that has this secret."""
        return MatchCipher(secret, self._random)

    def mark(self, text: str) -> str:
        """Stands for a text, always the same for the same one; nobody else can tell which."""
        return blake2b(text.encode(errors="replace"), key=self._marks, digest_size=12).hexdigest()

    def seal(self, secret: bytes, about: bytes) -> bytes:
        """The secret, readable again only with the same key and for the same thing."""
        nonce = self._random(_NONCE)
        return nonce + self._cipher.encrypt(nonce, secret, about)

    def unseal(self, sealed: bytes, about: bytes) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], about)
        except (InvalidTag, ValueError):
            raise Refused(
                Reason.BAD_KEY,
                "a stored secret is damaged or was sealed with another key; start with the "
                "{file} or {variable} that the data was written with",
                file=FILE,
                variable=VARIABLE,
            ) from None


class MatchCipher:
    """All that is hidden in one match: its journal, entry by entry, and the salt of its trail."""

    __slots__ = ("_cipher", "_random", "secret", "trail_key")

    def __init__(self, secret: bytes, random: Callable[[int], bytes] = os.urandom) -> None:
        self.secret = secret
        self.trail_key = _derived(secret, b"trail")
        self._cipher = ChaCha20Poly1305(_derived(secret, b"journal"))
        self._random = random

    def seal(self, n: int, plain: bytes) -> bytes:
        """Entry `n` of the journal. Its nonce is drawn by lot and not counted: what was on its
        way to the store when the power failed may have been seen, and `n` comes again."""
        nonce = self._random(_NONCE)
        return nonce + self._cipher.encrypt(nonce, plain, n.to_bytes(8, "big"))

    def unseal(self, n: int, sealed: bytes) -> bytes:
        try:
            return self._cipher.decrypt(sealed[:_NONCE], sealed[_NONCE:], n.to_bytes(8, "big"))
        except (InvalidTag, ValueError):
            raise Refused(
                Reason.BAD_KEY, "entry {n} of the journal of a match is damaged", n=n
            ) from None


def _derived(secret: bytes, use: bytes) -> bytes:
    return blake2b(key=secret, person=use, digest_size=32).digest()


def _read_master(text: str, where: object) -> bytes:
    if not re.fullmatch(r"[0-9a-fA-F]{64}", text.strip()):
        raise Refused(
            Reason.BAD_KEY,
            "{where} must be 64 hex digits, such as those of: openssl rand -hex 32; what was "
            "sealed with another key stays closed",
            where=where,
        )
    return bytes.fromhex(text.strip())
