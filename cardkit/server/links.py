"""Byte links: a connection as the runner sees it, plain or with TLS.

Sending never waits: what the system does not take at once is kept, up to a bound, and a link whose
other end reads too slowly is cut. So a slow client costs only itself.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from selectors import EVENT_READ, DefaultSelector
from struct import pack
from typing import Protocol

import outcome
import trio

MOST_UNSENT = 1 << 18
"""Bytes kept for one that does not read. A whole game is a few kilobytes."""
_CHUNK = 1 << 14
_AT_ONCE = pack("ii", 1, 0)
_HEARD = b"\0"
"""Stands for what was given to the one who hears."""
Hear = Callable[[bytes], bool]
"""Takes what came, and says whether it has done all that is to be done with it."""
Resume = Callable[[Callable[[], bool]], None]
"""Does the rest of that, and reads on, or wakes the one who listens."""
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

    async def listen(self, hear: Hear) -> bool:
        """Give what comes to `hear` until it says no; False when the other end has closed."""

    def hold(self) -> Resume | None:
        """From within `hear`: read no more until what is returned is called with the rest of it.

        None where the one who listens has to be woken for that.
        """

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

    async def receive(self) -> bytes:
        raise NotImplementedError

    def hold(self) -> Resume | None:
        return None

    async def listen(self, hear: Hear) -> bool:
        data = await self.receive()
        while data and hear(data):
            data = await self.receive()
        return bool(data)

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


class SocketWatch:
    """Tells links when their sockets can be read, from one task: to wake one for each that says
    something would cost as much as to carry it out."""

    def __init__(self) -> None:
        self._selector = DefaultSelector()

    def add(self, sock: socket.socket, read: Callable[[], None]) -> None:
        self._selector.register(sock, EVENT_READ, read)

    def remove(self, sock: socket.socket) -> None:
        self._selector.unregister(sock)

    async def run(self) -> None:
        """Watch until cancelled."""
        while True:
            await trio.lowlevel.wait_readable(self._selector.fileno())
            for key, _ in self._selector.select(0):
                key.data()


class SocketLink(_SendingLink):
    """A link over a socket: writes are tried at once, and only a full socket is waited for."""

    __slots__ = ("_hear", "_is_held", "_is_watched", "_listener", "_socket", "_watch")
    kind = "tcp"

    def __init__(
        self, sock: socket.socket, address: str, nursery: trio.Nursery, watch: SocketWatch
    ) -> None:
        super().__init__(address, nursery)
        self._socket = sock
        self._watch, self._is_watched, self._is_held = watch, False, False
        self._listener: trio.lowlevel.Task | None = None
        self._hear: Hear = _wake_up

    async def receive(self) -> bytes:
        return await self._wait(_wake_up)

    async def listen(self, hear: Hear) -> bool:
        return bool(await self._wait(hear))

    def hold(self) -> Resume | None:
        self._is_held = True
        return self._resume

    async def _wait(self, hear: Hear) -> bytes:
        if self._cut:
            raise ConnectionAbortedError
        self._hear, self._is_held = hear, False
        self._listener = trio.lowlevel.current_task()
        self._look_out()
        found: bytes = await trio.lowlevel.wait_task_rescheduled(self._stop_listening)
        return found

    def _stop_listening(self, _: object) -> trio.lowlevel.Abort:
        self._listener = None
        return trio.lowlevel.Abort.SUCCEEDED

    def _read(self) -> None:
        """There is something to be read, or the connection has ended."""
        if self._is_held:
            self._leave_unread()
        else:
            self._attend(self._hear_some)

    def _hear_some(self) -> bytes | None:
        try:
            data = self._socket.recv(_CHUNK)
        except BlockingIOError:
            return None
        return None if data and self._hear(data) else data

    def _resume(self, hear: Callable[[], bool]) -> None:
        self._is_held = False
        self._attend(lambda: None if hear() else _HEARD)

    def _attend(self, work: Callable[[], bytes | None]) -> None:
        """Do some work for who listens, who is woken by anything that comes of it."""
        listener = self._listener
        if listener is None:
            self._leave_unread()
            return
        result: outcome.Outcome[bytes]
        try:
            found = work()
            if found is None:
                self._look_out()
                return
            result = outcome.Value(found)
        except Exception as error:  # noqa: BLE001 - it is raised where it is waited for
            result = outcome.Error(error)
        self._listener = None
        trio.lowlevel.reschedule(listener, result)

    def _look_out(self) -> None:
        if not self._is_watched:
            self._watch.add(self._socket, self._read)
            self._is_watched = True

    def _leave_unread(self) -> None:
        if self._is_watched:
            self._watch.remove(self._socket)
            self._is_watched = False

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
        self._leave_unread()
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


def _wake_up(data: bytes) -> bool:
    return False


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
