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


class Link(Protocol):
    """One end of a connection."""

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


class SocketLink:
    """A link over a socket: writes are tried at once, and only a full socket is waited for."""

    __slots__ = ("_cut", "_ending", "_nursery", "_socket", "_unsent", "address", "too_slow")

    def __init__(self, sock: socket.socket, address: str, nursery: trio.Nursery) -> None:
        self._socket = sock
        self._nursery = nursery
        self._unsent: bytearray | None = None
        self._cut = self._ending = False
        self.address = address
        self.too_slow = False

    @property
    def is_open(self) -> bool:
        return not self._cut

    async def receive(self) -> bytes:
        while not self._cut:
            await trio.lowlevel.wait_readable(self._socket)
            with suppress(BlockingIOError):
                return self._socket.recv(_CHUNK)
        raise ConnectionAbortedError

    def send(self, data: bytes) -> None:
        if self._cut or self._ending:
            return
        if self._unsent is not None:
            if len(self._unsent) + len(data) > MOST_UNSENT:
                self.too_slow = True
                self.cut()
            else:
                self._unsent += data
            return
        try:
            sent = self._socket.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            return  # whoever receives hears of it
        if sent < len(data):
            self._unsent = bytearray(data[sent:])
            self._nursery.start_soon(self._send_rest)

    async def _send_rest(self) -> None:
        """Lives only while there is something to send that the system did not take."""
        try:
            while self._unsent and not self._cut:
                await trio.lowlevel.wait_writable(self._socket)
                with memoryview(self._unsent) as rest, rest[: 1 << 16] as part:
                    sent = self._socket.send(part)
                del self._unsent[:sent]
        except (OSError, trio.ClosedResourceError):
            pass
        finally:
            self._unsent = None
            if self._ending:
                self.cut()

    def finish(self) -> None:
        self._ending = True
        if self._unsent is None:
            self.cut()
        else:
            self._nursery.start_soon(_cut_in_the_end, self)

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


class StreamLink:
    """A link over any trio stream: TLS, or memory in a test. A task sends while there is need."""

    __slots__ = (
        "_cut",
        "_ending",
        "_nursery",
        "_scope",
        "_sending",
        "_stream",
        "_unsent",
        "address",
        "too_slow",
    )

    def __init__(self, stream: trio.abc.Stream, address: str, nursery: trio.Nursery) -> None:
        self._stream = stream
        self._nursery = nursery
        self._unsent = bytearray()
        self._scope: trio.CancelScope | None = None
        self._cut = self._ending = self._sending = False
        self.address = address
        self.too_slow = False

    @property
    def is_open(self) -> bool:
        return not self._cut

    async def receive(self) -> bytes:
        if self._cut:
            raise ConnectionAbortedError
        with trio.CancelScope() as self._scope:
            try:
                return bytes(await self._stream.receive_some(_CHUNK))
            except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
                raise ConnectionAbortedError from error
        raise ConnectionAbortedError

    def send(self, data: bytes) -> None:
        if self._cut or self._ending:
            return
        if len(self._unsent) + len(data) > MOST_UNSENT:
            self.too_slow = True
            self.cut()
            return
        self._unsent += data
        if not self._sending:
            self._sending = True
            self._nursery.start_soon(self._send_all)

    async def _send_all(self) -> None:
        try:
            while self._unsent and not self._cut:
                data, self._unsent = self._unsent, bytearray()
                await self._stream.send_all(data)
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            self.cut()
        finally:
            self._sending = False
            if self._ending:
                self.cut()

    def finish(self) -> None:
        self._ending = True
        if not self._sending:
            self.cut()
        else:
            self._nursery.start_soon(_cut_in_the_end, self)

    def cut(self) -> None:
        self._cut = True
        if self._scope is not None:
            self._scope.cancel()

    async def close(self) -> None:
        self._cut = True
        await trio.aclose_forcefully(self._stream)


async def _cut_in_the_end(link: Link) -> None:
    """Who does not read the last words either is not waited for."""
    await trio.sleep(_LAST_WORDS)
    link.cut()
