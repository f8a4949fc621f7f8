"""Who is at the server: peers, which are connections, and sessions, which outlive them.

A peer becomes somebody by entering; a session without a peer waits for its token. No I/O:
what is said to a peer goes to its `send`, when it is safe to be told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import TYPE_CHECKING

from cardkit.netgame import WATCHER, Refused
from cardkit.protocol import Codec, Words
from cardkit.protocol.schema import Refusal
from cardkit.server.throttle import origin_of

if TYPE_CHECKING:
    from cardkit.server.hosted_table import HostedTable
    from cardkit.server.login_throttle import Tries
    from cardkit.server.outbox import Outbox
    from cardkit.server.store import Account

TAGS_KEPT = 32


class Peer:
    """One connection, whatever it speaks."""

    __slots__ = (
        "address",
        "challenge",
        "codec",
        "hang_up",
        "language",
        "origin",
        "proofs",
        "send",
        "session",
        "views",
    )

    def __init__(
        self,
        codec: Codec,
        send: Callable[[bytes], None],
        hang_up: Callable[[], None],
        address: str = "",
    ) -> None:
        self.codec = codec
        self.send = send
        """Takes bytes and never waits; a connection that does not read them is cut."""
        self.hang_up = hang_up
        """Ends the connection once all that was sent before has gone out."""
        self.address, self.origin = address, origin_of(address)
        self.session: Session | None = None
        self.language = "en"
        self.views = codec.views
        self.proofs = False
        """Whether this peer takes part in deals, and hears the proofs of cards."""
        self.challenge: tuple[Account | None, bytes, Tries] | None = None

    def speak(self, codec: Codec) -> None:
        """Talk with this peer in that way."""
        self.codec, self.views = codec, codec.views

    def warning(self, refused: Refused, tag: str = "") -> Words:
        return Refusal(str(refused.reason), refused.text(self.language), tag).words()


class Session:
    """A participant of the server, with or without a connection at the moment."""

    __slots__ = (
        "away_since",
        "hosted",
        "name",
        "origin",
        "peer",
        "saved",
        "seat",
        "since",
        "tags",
        "token",
    )

    def __init__(self, name: str, token: bytes, origin: str = "") -> None:
        self.name = name
        self.origin = origin
        """Stands for the address from which they came in, without telling it."""
        self.token = token
        """The hash of the secret with which a lost connection is taken up again."""
        self.peer: Peer | None = None
        self.hosted: HostedTable | None = None
        self.seat = WATCHER
        self.since = 0
        """The event after which this participant has seen the table from the same seat."""
        self.tags: OrderedDict[str, None] | None = None
        self.saved = 0, 0
        """The match that was on, and how many entries it had, when the tags were saved last."""
        self.away_since = 0.0

    def remember(self, tag: str) -> None:
        """A command with this tag was carried out; it never is again."""
        if self.tags is None:
            self.tags = OrderedDict()
        self.tags[tag] = None
        if len(self.tags) > TAGS_KEPT:
            self.tags.popitem(last=False)

    def save(self, outbox: Outbox) -> None:
        """Write down where this participant is, and what they must not do again."""
        at = ""
        self.saved = 0, 0
        if self.hosted is not None:
            at, journal = self.hosted.name, self.hosted.journal
            self.saved = journal.match, journal.entries
        tags = " ".join(self.tags or ())
        outbox.row("session", self.name, self.token, at, tags, *self.saved, self.origin)

    def has_done(self, tag: str) -> bool:
        return self.tags is not None and tag in self.tags


def hash_token(token: str) -> bytes:
    """What is kept of a token. It is long and random, so a plain hash is enough."""
    return blake2b(token.encode(errors="replace"), digest_size=16, person=b"cardkit token").digest()
