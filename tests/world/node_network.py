"""Sockets between nodes, in memory: what one sends reaches the other in order, sooner or later.

Each has an `eventfd`, which can be read while there is something to receive: so whoever watches
sockets watches these, and the relay runs on them as it is.
"""

from __future__ import annotations

import os
import socket
import ssl
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, cast

import trio

from cardkit.server.elsewhere import Node
from cardkit.server.relay import HouseNetwork
from tests.world.network import Network

if TYPE_CHECKING:
    from tests.world.nodes import NodeLife


class _Readable:
    """Something with a file descriptor that can be read, or not."""

    def __init__(self) -> None:
        self._fd = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def fileno(self) -> int:
        return self._fd

    @property
    def is_closed(self) -> bool:
        return self._fd < 0

    def _ready(self) -> None:
        if not self.is_closed:
            os.eventfd_write(self._fd, 1)

    def _not_ready(self) -> None:
        os.eventfd_read(self._fd)

    def close(self) -> None:
        if not self.is_closed:
            os.close(self._fd)
            self._fd = -1


class NodeSocket(_Readable):
    """One end of a connection between two nodes."""

    other: NodeSocket

    def __init__(self, house: HouseWires, life: NodeLife) -> None:
        super().__init__()
        self._house, self.life = house, life
        self._came, self._is_over = bytearray(), False
        self._last = 0.0
        """When the last piece on its way from here arrives."""
        house.sockets.append(self)

    def send(self, data: bytes) -> int:
        if self.is_closed or self.other.is_closed:
            raise BrokenPipeError
        self._carry(bytes(data))
        return len(data)

    def recv(self, most: int) -> bytes:
        if not self._came:
            if self._is_over:
                return b""
            raise BlockingIOError
        data = bytes(self._came[:most])
        del self._came[:most]
        if not self._came and not self._is_over:
            self._not_ready()
        return data

    def _carry(self, data: bytes) -> None:
        if not self.life.dead:
            net, now = self._house.net, trio.current_time()
            held = self._house.held_until(self.life.slot.name, self.other.life.slot.name)
            time = now + net.weather.latency * net.chance.random()
            self._last = max(time, held, self._last)
            net.later(self._last - now, self.other.arrive, data)

    def arrive(self, data: bytes) -> None:
        """These bytes are there, or the end of them."""
        if not self.is_closed and not self._is_over:
            if not self._came:
                self._ready()
            self._came += data
            self._is_over = not data

    def shutdown(self, how: int) -> None:
        self._carry(b"")
        if how == socket.SHUT_RDWR:
            self.arrive(b"")

    def close(self) -> None:
        if not self.is_closed:
            super().close()
            self._carry(b"")

    def die(self) -> None:
        """The node is gone; its system may tell the other, or not."""
        if self._house.net.chance.random() < 0.5:
            self._house.net.later(0.0, self.other.arrive, b"")

    def do_handshake(self) -> None:
        pass

    def setsockopt(self, *_: object) -> None:
        pass


class NodeListener(_Readable):
    """Where other nodes call."""

    def __init__(self) -> None:
        super().__init__()
        self._calls: deque[NodeSocket] = deque()

    def call(self, sock: NodeSocket) -> None:
        self._calls.append(sock)
        self._ready()

    def accept(self) -> tuple[NodeSocket, tuple[str, int]]:
        if not self._calls:
            raise BlockingIOError
        sock = self._calls.popleft()
        if not self._calls:
            self._not_ready()
        return sock, (sock.other.life.slot.name, 0)

    def __enter__(self) -> NodeListener:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


class HouseWires:
    """All connections between nodes."""

    def __init__(self, net: Network) -> None:
        self.net = net
        self.sockets: list[NodeSocket] = []
        self._held: dict[frozenset[str], float] = {}

    def hold(self, one: str, other: str, seconds: float) -> None:
        """Nothing gets through between these two for a while."""
        self._held[frozenset((one, other))] = trio.current_time() + seconds

    def held_until(self, one: str, other: str) -> float:
        return self._held.get(frozenset((one, other)), 0.0)

    def calm_down(self) -> None:
        self._held.clear()

    def close(self) -> None:
        for sock in self.sockets:
            _Readable.close(sock)


class WiredNetwork(HouseNetwork):
    """The house as one of its nodes reaches it."""

    def __init__(self, life: NodeLife, find: Callable[[Node], NodeLife | None]) -> None:
        self._life, self._find = life, find

    async def call(self, node: Node) -> socket.socket:
        wires, here = self._life.slot.house.wires, self._life.slot.name
        while (wait := wires.held_until(here, node.host) - trio.current_time()) > 0:  # noqa: ASYNC110
            await trio.sleep(wait)
        await trio.lowlevel.checkpoint()
        called = self._find(node)
        if called is None or called.listener.is_closed:
            raise ConnectionRefusedError
        own, theirs = NodeSocket(wires, self._life), NodeSocket(wires, called)
        own.other, theirs.other = theirs, own
        called.listener.call(theirs)
        return cast("socket.socket", own)

    def secure(self, sock: socket.socket, *, is_called: bool) -> ssl.SSLSocket:
        return cast("ssl.SSLSocket", sock)
