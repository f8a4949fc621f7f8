"""The connection between two nodes of a house: frames about many clients, with TLS.

One node, the door, calls the other one and passes clients on to it. Nothing here knows what a peer
is; see `relay` for that.
"""

from __future__ import annotations

import socket
import ssl
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from enum import IntEnum
from itertools import count
from struct import Struct
from typing import TYPE_CHECKING, Protocol

import trio

from cardkit.server.links import SocketLink, SocketWatch

if TYPE_CHECKING:
    from typing_extensions import Buffer

QUIET = 1.0
"""Seconds of silence after which a node is asked for a sign of life, and again."""
_MOST_ASKED = 2
"""How often it is asked before it counts as dead."""
_LAST_WORDS = 1.0
"""Seconds for the other node to read what was said before the connection ends."""
_head = Struct(">IBBI")


class FrameKind(IntEnum):
    """What a frame between two nodes says. Each has the number of the client it is about, the
    number of chunks that were taken since the last one, and the length of what follows."""

    PING = 1
    """About nobody: is the other node there?"""
    READY = 2
    """It is."""
    STATE = 3
    """From the door, at first: the peer."""
    BYTES = 4
    """What the client has said, or what it is told."""
    END = 5
    """From the door: the client says nothing any more."""
    TAKEN = 6
    """To the door: only that chunks were taken."""
    FINISH = 7
    """To the door: hang up when the client has heard all. From the door: it is gone."""
    HAND_ON = 8
    """To the door: where the peer belongs now, and its state."""


_KINDS = {int(kind): kind for kind in FrameKind}


class BadFrame(ConnectionAbortedError):
    """What came is nothing that a node says."""


class TlsSocket(ssl.SSLSocket):
    """One that does not wait, and says so as others do."""

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        try:
            return super().recv(buflen, flags)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise BlockingIOError from None

    def send(self, data: Buffer, flags: int = 0) -> int:
        try:
            return super().send(data, flags)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise BlockingIOError from None


class RelayedClient(Protocol):
    """A client at one end of a connection between nodes."""

    def heed(self, kind: FrameKind, taken: int, data: bytes) -> None:
        """A frame about it has come. Raises `BadFrame`."""

    def lose(self) -> None:
        """The other node is gone."""


class NodeConnection(SocketLink):
    """One end of a connection between nodes.

    What is said in one pass of the event loop is sent in one go at its end: to seal and send each
    frame, and to wake the other node for it, would cost more than to make it.
    """

    _socket: TlsSocket

    def __init__(
        self,
        sock: ssl.SSLSocket,
        address: str,
        nursery: trio.Nursery,
        watch: SocketWatch,
        longest: int,
        to_flush: list[NodeConnection],
        admit: Callable[[NodeConnection, int, bytes], None] | None = None,
    ) -> None:
        """A door has nothing to admit anybody with."""
        super().__init__(sock, address, nursery, watch)
        self.clients: dict[int, RelayedClient] = {}
        self.numbers = count(1)
        self.behind: Counter[int] | None = None
        """Where the other node takes less than it is told: the bytes for each client since then."""
        self._longest, self._to_flush, self._admit = longest, to_flush, admit
        self._late, self._answered = trio.Event(), trio.Event()
        self._heard = bytearray()
        self._is_heard = True

    async def shake_hands(self) -> None:
        """Raises `OSError` when the other is no node of this house."""
        while True:
            try:
                return self._socket.do_handshake()
            except ssl.SSLWantReadError:
                await trio.lowlevel.wait_readable(self._socket)
            except ssl.SSLWantWriteError:
                await trio.lowlevel.wait_writable(self._socket)

    async def run(self) -> None:
        """Until the other node is gone, does not answer or talks nonsense: so are its clients."""
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._catch_up)
                nursery.start_soon(self._stay_in_touch)
                with suppress(OSError):
                    await self.listen(self._take)
                nursery.cancel_scope.cancel()
        finally:
            self.flush()
            self._cut = True
            self._answered.set()
            for client in [*self.clients.values()]:
                client.lose()
            with trio.CancelScope(shield=True, deadline=trio.current_time() + _LAST_WORDS):
                await self._hear_out()
            await self.close()

    async def _hear_out(self) -> None:
        """Let the other node hang up first: who closes with something unread takes back what it
        said."""
        self._leave_unread()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)
            while True:
                await trio.lowlevel.wait_readable(self._socket)
                if not self._socket.recv(1 << 16):
                    break

    async def _stay_in_touch(self) -> None:
        """A system answers for a node that has stopped, so the node itself is asked. Not how long
        ago that was but how often counts: it may be this node that stood still."""
        asked = 0
        while self._is_heard or asked < _MOST_ASKED:
            if self._is_heard:
                self._is_heard, asked = False, 0
            else:
                self.say(FrameKind.PING)
                asked += 1
            await trio.sleep(QUIET)
        self.cut()

    async def is_there(self) -> bool:
        """Wait for an answer of the other node."""
        self.say(FrameKind.PING)
        await self._answered.wait()
        return self.is_open

    def _take(self, data: bytes) -> bool:
        self._is_heard = True
        heard = self._heard
        heard += data
        at, end = 0, len(heard)
        while end - at >= _head.size:
            number, code, taken, length = _head.unpack_from(heard, at)
            kind = _KINDS.get(code)
            if length > self._longest or kind is None:
                raise BadFrame
            start = at + _head.size
            if end - start < length:
                break
            at = start + length
            client = self.clients.get(number)
            if client is None:
                self._heed(number, kind, bytes(heard[start:at]))
            else:
                client.heed(kind, taken, bytes(heard[start:at]))
        del heard[:at]
        return True

    def _heed(self, number: int, kind: FrameKind, data: bytes) -> None:
        """What is about nobody who is known: it may be about somebody who has just left."""
        if kind is FrameKind.STATE and self._admit is not None:
            self._admit(self, number, data)
        elif kind is FrameKind.PING:
            self.say(FrameKind.READY)
        elif kind is FrameKind.READY:
            self._answered.set()
            self._answered = trio.Event()

    def say(self, kind: FrameKind, number: int = 0, data: bytes = b"", taken: int = 0) -> None:
        if not self._cut:
            if not self._unsent:
                self._to_flush.append(self)
            self._unsent += _head.pack(number, kind, taken, len(data))
            self._unsent += data

    def flush(self) -> None:
        """Send what was said, as far as the system takes it."""
        try:
            while self._unsent and not self._cut:
                del self._unsent[: self._socket.send(self._unsent)]
        except OSError:  # it is full, or lost: then whoever listens hears of it
            if self.behind is None:
                self.behind = Counter()
                # Who is woken at the end of a pass would not run before something else happens.
                trio.lowlevel.current_trio_token().run_sync_soon(self._late.set)

    async def _catch_up(self) -> None:
        """Send what the system did not take at once."""
        with suppress(OSError):
            while True:
                await self._late.wait()
                while self._unsent:
                    await trio.lowlevel.wait_writable(self._socket)
                    with suppress(BlockingIOError):
                        del self._unsent[: self._socket.send(self._unsent[: 1 << 16])]
                self._late, self.behind = trio.Event(), None
        self.cut()
