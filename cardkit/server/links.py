"""Byte links: a connection as the runner sees it, plain or with TLS.

Sending never waits: what the system does not take at once is kept, up to a bound, and a link whose
other end reads too slowly is cut. So a slow client costs only itself.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from struct import pack
from typing import Protocol

import trio

MOST_UNSENT = 1 << 18
"""Bytes kept for one that does not read. A whole game is a few kilobytes."""
_CHUNK = 1 << 14
_AT_ONCE = pack("ii", 1, 0)
_LAST_WORDS = 5.0
"""Seconds to read what was said before the connection ends."""
_UNHEARD_PAUSE = 0.5
"""Seconds between two looks at what nobody reads any more, so that much of it takes no time."""


class Link(Protocol):
    """One end of a connection."""

    @property
    def kind(self) -> str:
        """As the metrics have it: tcp, tls, websocket."""

    address: str

    @property
    def too_slow(self) -> bool:
        """Whether it was cut because the other end does not read."""

    @property
    def is_open(self) -> bool:
        """Whether anything that is sent now may still be read."""

    async def receive(self) -> bytes:
        """Some bytes, or none when the other end has closed. Raises `OSError` when it is lost."""

    def send(self, data: bytes) -> None:
        """Send without waiting; after `cut` or a lost connection, nothing happens."""

    def finish(self) -> None:
        """End the connection once all that was sent is on its way."""

    def cut(self) -> None:
        """End the connection at once; whoever waits to receive hears of it."""

    async def close(self) -> None:
        """End it, when nobody uses it any more."""


class _SendingLink:
    """What is said goes out at once, or is kept for a task that lives while there is any of it."""

    __slots__ = ("_cut", "_ending", "_nursery", "_sending", "_unsent", "address", "too_slow")

    def __init__(self, address: str, nursery: trio.Nursery) -> None:
        self._nursery = nursery
        self._unsent = bytearray()
        self._cut = self._ending = self._sending = False
        self.address = address
        self.too_slow = False

    @property
    def is_open(self) -> bool:
        return not self._cut

    def send(self, data: bytes) -> None:
        if self._cut or self._ending:
            return
        if self._sending:
            if len(self._unsent) + len(data) > MOST_UNSENT:
                self.too_slow = True
                self.cut()
            else:
                self._unsent += data
        elif rest := self._try(data):
            self._unsent += rest
            self._sending = True
            self._nursery.start_soon(self._send_rest)

    def _try(self, data: bytes) -> bytes:
        """Send what can be sent without waiting; the rest of it."""
        return data

    async def _send_unsent(self) -> None:
        """Send until nothing is left, or the link is cut or lost."""
        raise NotImplementedError

    async def _send_rest(self) -> None:
        try:
            await self._send_unsent()
        finally:
            self._unsent, self._sending = bytearray(), False
            if self._ending:
                self.cut()

    def finish(self) -> None:
        self._ending = True
        if self._sending:
            self._nursery.start_soon(_cut_in_the_end, self)
        else:
            self.cut()

    def cut(self) -> None:
        self._cut = True


class SocketLink(_SendingLink):
    """A link over a socket: writes are tried at once, and only a full socket is waited for."""

    __slots__ = ("_socket",)
    kind = "tcp"

    def __init__(self, sock: socket.socket, address: str, nursery: trio.Nursery) -> None:
        super().__init__(address, nursery)
        self._socket = sock

    async def receive(self) -> bytes:
        while not self._cut:
            await trio.lowlevel.wait_readable(self._socket)
            with suppress(BlockingIOError):
                return self._socket.recv(_CHUNK)
        raise ConnectionAbortedError

    def _try(self, data: bytes) -> bytes:
        try:
            return data[self._socket.send(data) :]
        except BlockingIOError:
            return data
        except OSError:
            return b""  # whoever receives hears of it

    async def _send_unsent(self) -> None:
        with suppress(OSError, trio.ClosedResourceError):
            while self._unsent and not self._cut:
                await trio.lowlevel.wait_writable(self._socket)
                with memoryview(self._unsent) as rest, rest[: 1 << 16] as part:
                    sent = self._socket.send(part)
                del self._unsent[:sent]

    def cut(self) -> None:
        if not self._cut:
            self._cut = True
            with suppress(OSError):
                if self._unsent:  # the system need not keep it for somebody who does not read
                    self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
                self._socket.shutdown(socket.SHUT_RDWR)  # wakes who waits on it

    async def close(self) -> None:
        self._cut = True
        trio.lowlevel.notify_closing(self._socket)
        self._socket.close()


class StreamLink(_SendingLink):
    """A link over any trio stream: TLS, or memory in a test."""

    __slots__ = ("_scope", "_stream")
    kind = "tls"

    def __init__(self, stream: trio.abc.Stream, address: str, nursery: trio.Nursery) -> None:
        super().__init__(address, nursery)
        self._stream = stream
        self._scope: trio.CancelScope | None = None

    async def receive(self) -> bytes:
        if self._cut:
            raise ConnectionAbortedError
        with trio.CancelScope() as self._scope:
            try:
                return bytes(await self._stream.receive_some(_CHUNK))
            except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
                raise ConnectionAbortedError from error
        raise ConnectionAbortedError

    async def _send_unsent(self) -> None:
        try:
            while self._unsent and not self._cut:
                data, self._unsent = self._unsent, bytearray()
                await self._stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.cut()

    def cut(self) -> None:
        super().cut()
        if self._scope is not None:
            self._scope.cancel()

    async def close(self) -> None:
        self._cut = True
        await trio.aclose_forcefully(self._stream)


async def unheard(link: Link) -> None:
    """After `finish`: wait for the other end, which may say what it likes, but not for long."""
    with trio.move_on_after(_LAST_WORDS):
        while await link.receive():  # noqa: ASYNC110 - nobody listens
            await trio.sleep(_UNHEARD_PAUSE)


async def _cut_in_the_end(link: _SendingLink) -> None:
    """Who does not read the last words either is not waited for."""
    await trio.sleep(_LAST_WORDS)
    link.cut()


def tune(sock: socket.socket, idle: int = 20, every: int = 10) -> None:
    """No waiting to fill packets, and notice when the other end is gone without a word: it is
    asked after so many idle seconds, and then every so many seconds."""
    tries = 3
    keepalive = {
        "TCP_KEEPIDLE": idle,
        "TCP_KEEPINTVL": every,
        "TCP_KEEPCNT": tries,
        "TCP_USER_TIMEOUT": 1000 * (idle + tries * every),
    }
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in keepalive.items():
        if hasattr(socket, name):
            sock.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
