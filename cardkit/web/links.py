"""A WebSocket over a byte link: whole text messages in and out, as a link of its own.

Every frame of a client comes out of `receive` as something, if only as an empty command, so that
who sends pings or crumbs is slowed down like who says too much. Nothing is compressed: it would
cost a quarter of a mebibyte for each connection.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from math import inf
from typing import Any, Protocol

import trio
from wsproto.connection import Connection, ConnectionState, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Event, Message, Ping

from cardkit.protocol.codec import LONGEST_COMMAND

PATIENCE = 5.0
"""Seconds for the other end to say goodbye, too."""
UNANSWERED = 2
"""Pings without any sign of life after which the other end is gone."""
_PIECE = 256
_NOTHING, _NO_TEXT = b"[]", b"\0"
_LAST_WORDS = re.compile(rb'\[\["(?:BYE|WARNING)","([A-Z_]+)"')
_CODES = {
    "": 1000,
    "SHUTTING_DOWN": 1012,
    "TOO_LONG": 1009,
    "TOO_MANY": 1013,
    "STORE_FAILED": 1011,
    "TAKEN_OVER": 4001,
}
_REFUSED = 1008
_NO_UTF8 = 1007


class ByteLink(Protocol):
    """What carries it: sending never waits, and who does not read is cut."""

    address: str

    @property
    def too_slow(self) -> bool: ...
    @property
    def is_open(self) -> bool: ...
    async def receive(self) -> bytes: ...
    def send(self, data: bytes) -> None: ...
    def finish(self) -> None: ...
    def cut(self) -> None: ...
    async def close(self) -> None: ...


class WebSocketLink:
    """One WebSocket, after its handshake."""

    kind = "websocket"

    def __init__(self, below: ByteLink, begun: bytes = b"") -> None:
        self._below = below
        self._protocol = Connection(ConnectionType.SERVER)
        self._heard: list[bytes] = []
        self._part = b""
        self._why = ""
        self._deaf = self._over = False
        self._unanswered = 0
        self._until = inf
        self._scope: trio.CancelScope | None = None
        self.address = below.address
        self._unheard = begun

    @property
    def too_slow(self) -> bool:
        return self._below.too_slow

    @property
    def is_open(self) -> bool:
        return self._below.is_open and self._protocol.state is ConnectionState.OPEN

    # --- hearing -----------------------------------------------------------------------------

    async def receive(self) -> bytes:
        """One message, or nothing when the other end has closed. Raises `OSError` when lost."""
        while not self._heard:
            if self._over:
                return b""
            with trio.CancelScope(deadline=self._until) as self._scope:
                if self._unheard:
                    await trio.lowlevel.checkpoint()
                else:
                    self._unheard = await self._below.receive()
            if self._scope.cancelled_caught or not self._unheard:
                return b""
            self._unanswered = 0
            self._hear()
        return self._heard.pop(0)

    def hold(self) -> None:
        """Who listens has to be woken: a message is only heard when it is asked for."""

    async def listen(self, hear: Callable[[bytes], bool]) -> bool:
        """Give each message to `hear` until it says no; False when the other end has closed."""
        message = await self.receive()
        while message and hear(message):
            message = await self.receive()
        return bool(message)

    def _hear(self) -> None:
        """A piece of what came: in a few bytes there may be many frames."""
        piece, self._unheard = self._unheard[:_PIECE], self._unheard[_PIECE:]
        self._protocol.receive_data(piece)
        pinged = None
        for event in self._protocol.events():
            if isinstance(event, CloseConnection):
                self._hear_goodbye(event)
            elif self._deaf:
                continue
            elif isinstance(event, Message):
                self._hear_part(event)
            else:
                self._heard.append(_NOTHING)
                if isinstance(event, Ping):
                    pinged = event
        if pinged is not None and self.is_open:  # one answer stands for all
            self._say(pinged.response())

    def _hear_part(self, event: Message[Any]) -> None:
        """A frame of a message, or what is there of it so far."""
        data = event.data if isinstance(event, BytesMessage) else str(event.data).encode()
        self._part += bytes(data)
        if len(self._part) > LONGEST_COMMAND:
            self._heard.append(self._part)
            self._part, self._deaf = b"", True  # there is no telling how long it goes on
        elif event.message_finished:
            binary = isinstance(event, BytesMessage)
            self._heard.append(_NO_TEXT if binary or not self._part else self._part)
            self._part = b""
        elif event.frame_finished:
            self._heard.append(_NOTHING)

    def _hear_goodbye(self, event: CloseConnection) -> None:
        """The other end has closed, or has sent what is no WebSocket."""
        self._over = True
        if self._protocol.state is ConnectionState.REMOTE_CLOSING:
            self._say(event.response())
        elif self._protocol.state is ConnectionState.OPEN:
            reason = "BAD_TEXT" if event.code == _NO_UTF8 else "BAD_FRAME"
            self._say(CloseConnection(code=event.code, reason=reason))

    # --- saying ------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        last_words = _LAST_WORDS.match(data)
        self._why = last_words[1].decode() if last_words else ""
        if self._protocol.state is ConnectionState.OPEN:
            self._below.send(_head(len(data)) + data)

    def ping(self) -> None:
        """Now and then: keeps what is in between awake, and finds out who is gone."""
        self._unanswered += 1
        if self._unanswered > UNANSWERED:
            self.cut()
        elif self.is_open:
            self._say(Ping())

    def finish(self) -> None:
        """Say goodbye, with the code of what was said last; then nothing is heard but goodbye."""
        self._deaf = True
        if self._protocol.state is ConnectionState.OPEN:
            code = _CODES.get(self._why, _REFUSED)
            self._say(CloseConnection(code=code, reason=self._why or None))
        self._until = trio.current_time() + PATIENCE
        if self._scope is not None:
            self._scope.deadline = self._until

    def _say(self, event: Event) -> None:
        self._below.send(self._protocol.send(event))

    def cut(self) -> None:
        self._over = True
        self._below.cut()

    async def close(self) -> None:
        """Wait a moment for the goodbye of the other end, and until ours is on its way."""
        try:
            with suppress(OSError):
                while self._until < inf and await self.receive():
                    pass
                self._below.finish()
                while await self._below.receive():
                    pass
        finally:
            await self._below.close()


def _head(length: int) -> bytes:
    """What stands before a whole text message of a server."""
    if length < 126:
        return bytes((0x81, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")
