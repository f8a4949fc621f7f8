"""Who is at the server: peers, which are connections, and sessions, which outlive them.

A peer becomes somebody by entering; a session without a peer waits for its token. No I/O:
what is said to a peer goes to its `send`, when it is safe to be told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
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


@dataclass(eq=False, repr=False, slots=True)
class Peer:
    """One connection, whatever it speaks."""

    codec: Codec
    send: Callable[[bytes], None]
    """Takes bytes and never waits; a connection that does not read them is cut."""
    hang_up: Callable[[], None]
    """Ends the connection once all that was sent before has gone out."""
    address: str = ""
    origin: str = field(init=False)
    session: Session | None = None
    language: str = "en"
    views: str = field(init=False)
    proofs: bool = False
    """Whether this peer takes part in deals, and hears the proofs of cards."""
    follows: bool = False
    """Whether this peer can go where a table is, once it is told."""
    challenge: tuple[Account | None, bytes, Tries] | None = None
    is_parted: bool = False
    """Whether it was sent elsewhere, and says again there what nobody has answered here."""

    def __post_init__(self) -> None:
        self.origin, self.views = origin_of(self.address), self.codec.views

    def speak(self, codec: Codec) -> None:
        """Talk with this peer in that way."""
        self.codec, self.views = codec, codec.views

    def warning(self, refused: Refused, tag: str = "") -> Words:
        return Refusal(str(refused.reason), refused.text(self.language), tag).words()


@dataclass(eq=False, repr=False, slots=True)
class Session:
    """A participant of the server, with or without a connection at the moment."""

    name: str
    token: bytes
    """The hash of the secret with which a lost connection is taken up again."""
    origin: str = ""
    """Stands for the address from which they came in, without telling it."""
    peer: Peer | None = None
    hosted: HostedTable | None = None
    seat: int = WATCHER
    since: int = 0
    """The event after which this participant has seen the table from the same seat."""
    tags: OrderedDict[str, None] | None = None
    saved: tuple[int, int] = 0, 0
    """The match that was on, and how many entries it had, when the tags were saved last."""
    entered: float = 0.0
    """When they came in; for who was here before a restart, when the server started."""
    away_since: float = 0.0
    has_key: bool = False
    """Whether a guest has proved a key, and so can come back under this name without a token."""

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
        where = *self.saved, self.origin, outbox.node
        outbox.row("session", self.name, self.token, at, tags, *where)

    def place(self) -> dict[str, str]:
        """The table where they are, for the log."""
        return {} if self.hosted is None else {"table": self.hosted.name}

    def has_done(self, tag: str) -> bool:
        return self.tags is not None and tag in self.tags


def hash_token(token: str) -> bytes:
    """What is kept of a token. It is long and random, so a plain hash is enough."""
    return blake2b(token.encode(errors="replace"), digest_size=16, person=b"cardkit token").digest()
