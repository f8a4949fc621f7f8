"""A request on its way to the command that carries it out."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardkit.netgame import Reason, Refused
from cardkit.protocol import Words
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.messages import Done
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import Ok, Reply
from cardkit.server.session import Peer

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore
    from cardkit.server.elsewhere import Node


_T = TypeVar("_T")
_C = TypeVar("_C", bound=ClientCommand, covariant=True)
_DONE = Done()
LONGEST_SAID = 500
_TAG = re.compile(r"#[A-Za-z0-9]{1,24}")


@dataclass(slots=True)
class Request(Generic[_C]):
    """What a peer has said to the server, on its way to the function that carries it out."""

    core: ServerCore
    peer: Peer
    command: _C
    tag: str

    def answer(self, reply: Reply = _DONE, more: tuple[Words, ...] = ()) -> None:
        """OK, what belongs to it, and further messages in the same frame."""
        self.core.outbox.say(self.peer, Ok(reply, self.tag).words(), *more)

    def done(self) -> None:
        """It was carried out, and is not again for the same tag."""
        if self.tag and self.peer.session is not None:
            self.peer.session.remember(self.tag)


class LruCache(Generic[_T]):
    """What was written lately, so that it need not be written again; the oldest makes room."""

    __slots__ = ("_found", "_most")

    def __init__(self, most: int) -> None:
        self._found: OrderedDict[Hashable, _T] = OrderedDict()
        self._most = most

    def get(self, key: Hashable) -> _T | None:
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def keep(self, key: Hashable, value: _T) -> None:
        self._found[key] = value
        if len(self._found) > self._most:
            self._found.popitem(last=False)


@dataclass(slots=True)
class Job:
    """Work that takes long and is done off the event loop; `then` goes on with its result."""

    request: Request[ClientCommand]
    work: Callable[[], Any]
    then: Callable[[Any], Job | HandOn | None]
    after: float = 0.0
    """Seconds to wait before."""


@dataclass(frozen=True, slots=True)
class HandOn:
    """The peer belongs at another node, which carries this out: nothing has happened here."""

    request: Request[ClientCommand]
    node: Node
    otherwise: Job
    """What to do if that cannot be reached: soon it may be known that it is dead."""


def check_said(text: str) -> None:
    """Refuse what is not fit to be said to others."""
    if not text or len(text) > LONGEST_SAID or not text.isprintable():
        raise Refused(
            ServerReason.BAD_TEXT,
            "say 1 to {most} characters, none of which controls the terminal or the direction",
            most=LONGEST_SAID,
        )


def store_failed() -> Refused:
    return Refused(
        ServerReason.STORE_FAILED,
        "the server cannot store what happens, so nothing is accepted; all tables wait as they "
        "were last told until the host has mended it",
    )


def server_full() -> Refused:
    return Refused(ServerReason.TOO_MANY, "the server is full; try again in a minute")


def shutting_down() -> Refused:
    return Refused(ServerReason.SHUTTING_DOWN, "the server stops; come back with your token")


def goes_on_elsewhere() -> Refused:
    return Refused(
        ServerReason.SHUTTING_DOWN,
        "this server stops, and another one goes on in its place; come back with your token",
    )


def not_now() -> Refused:
    return Refused(ServerReason.TRY_LATER, "the server cannot do that just now; try again later")


def tag_of(words: list[str]) -> str:
    """The tag that these words begin with, or a refusal."""
    if not _TAG.fullmatch(words[0]) or len(words) < 2:
        raise Refused(
            Reason.NOT_A_COMMAND,
            "a tag is # and 1 to 24 letters or digits, and a command follows it: #1 PING",
        )
    return words[0]
