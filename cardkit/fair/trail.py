"""The trail of a match: one running hash over everything that was said in it.

It is told with each input, so the server cannot say later that something hidden was said
otherwise. Each step is salted: nobody can guess from the trail what was said in secret.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import Any

from cardkit.fair.hashes import canonical


class Trail:
    """The running hash, from the first entry of a journal on."""

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
