"""Brakes on guessing passwords and tokens.

A guesser never locks out the owner of an account: what others try elsewhere is not held against
an address from which the account was entered before. These are kept, as hashes under a key.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence

from cardkit.server.news import News
from cardkit.server.outbox import Outbox
from cardkit.server.throttle import Throttle, origin_of, refuse_to_wait
from cardkit.server.vault import Vault

MOST_KNOWN = 16
"""Addresses that are kept of one account; of more, the one that was not seen for longest goes."""

Tries = Sequence[tuple[Throttle, str]]
"""What a try was taken from, to give it back when it was right."""


class LoginThrottle:
    """Who may try to enter, and from where each account is known."""

    def __init__(self, now: Callable[[], float], outbox: Outbox, vault: Vault) -> None:
        self._now = now
        self._outbox = outbox
        self._vault = vault
        self._pairs = Throttle(now, burst=5, every=10.0)
        self._addresses = Throttle(now, burst=30, every=10.0)
        # One address alone tries an account once in ten seconds at most, so it takes many of them
        # to use this up.
        self._accounts = Throttle(now, burst=100, every=1.0)
        self._tokens = Throttle(now, burst=20, every=1.0)
        self._known: dict[str, OrderedDict[str, None]] = {}

    def throttles(self) -> Mapping[str, Throttle]:
        """All of them, by name."""
        return {
            "pairs": self._pairs,
            "addresses": self._addresses,
            "accounts": self._accounts,
            "tokens": self._tokens,
        }

    def try_password(self, name: str, address: str) -> Tries:
        """Take a try at the password of an account, which need not exist, or refuse."""
        origin = origin_of(address)
        tries: list[tuple[Throttle, str]] = [(self._pairs, f"{origin} {name}")]
        if self._hash(name, origin) not in self._known.get(name, ()):
            tries += (self._addresses, origin), (self._accounts, name)
        return _take(tries)

    def try_key(self, address: str) -> Tries:
        """The same for a key. It cannot be guessed, so there is no brake on an account."""
        return _take([(self._addresses, origin_of(address))])

    def wrong_token(self, address: str) -> None:
        """Refuse who brings too many. A right one always goes through, and never comes here."""
        self._tokens.check(origin_of(address))

    def right(self, name: str, address: str, tries: Tries = ()) -> None:
        """The owner of an account has entered from here."""
        self.forgive(tries)
        found = self._hash(name, origin_of(address))
        known = self._known.setdefault(name, OrderedDict())
        if known and next(reversed(known)) == found:
            return
        self.know(name, found)
        self._outbox.row("origin", name, found, self._now())
        self._outbox.tell_house(News.ORIGIN, [name, found])
        if len(known) > MOST_KNOWN:
            oldest, _ = known.popitem(last=False)
            self._outbox.row("no origin", name, oldest)

    def forgive(self, tries: Tries) -> None:
        """These tries were right, so they do not count."""
        for throttle, key in tries:
            throttle.forgive(key)

    def know(self, name: str, origin: str) -> None:
        """An account is known from there, as it is stored; the latest comes last."""
        known = self._known.setdefault(name, OrderedDict())
        known[origin] = None
        known.move_to_end(origin)

    def _hash(self, name: str, origin: str) -> str:
        return self._vault.mark(f"{name} {origin}")


def _take(tries: Tries) -> Tries:
    """All of them, or none."""
    refuse_to_wait(max(throttle.wait(key) for throttle, key in tries))
    for throttle, key in tries:
        throttle.take(key)
    return tries
