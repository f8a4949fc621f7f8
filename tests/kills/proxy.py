"""What stands between a node and others, and can be cut or frozen."""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress

import trio

Dial = Callable[[], Awaitable[trio.SocketStream]]


class Proxy:
    """Passes bytes on from a port of loopback, until it is told not to."""

    def __init__(self, dial: Dial) -> None:
        self._dial = dial
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._socket.setblocking(False)
        self.port: int = self._socket.getsockname()[1]
        self._flows = trio.Event()
        self._flows.set()
        self._refuses = False
        self._passing: set[trio.CancelScope] = set()

    def freeze(self) -> None:
        """From now on nothing gets through, and nobody is told."""
        self._flows = trio.Event()

    def cut(self) -> None:
        """All connections are lost, and there are no new ones."""
        self._refuses = True
        for scope in self._passing:
            scope.cancel()

    def mend(self) -> None:
        self._refuses = False
        self._flows.set()

    async def run(self) -> None:
        listener = trio.SocketListener(trio.socket.from_stdlib_socket(self._socket))
        await trio.serve_listeners(self._pass_on, [listener])

    async def _pass_on(self, near: trio.SocketStream) -> None:
        with trio.CancelScope() as scope:
            self._passing.add(scope)
            try:
                await self._flows.wait()
                if self._refuses:
                    return
                with suppress(OSError):
                    async with await self._dial() as far, trio.open_nursery() as nursery:
                        nursery.start_soon(self._pump, near, far, nursery.cancel_scope)
                        nursery.start_soon(self._pump, far, near, nursery.cancel_scope)
            finally:
                self._passing.discard(scope)
                await trio.aclose_forcefully(near)

    async def _pump(
        self, source: trio.SocketStream, target: trio.SocketStream, both: trio.CancelScope
    ) -> None:
        with suppress(trio.BrokenResourceError):
            async for data in source:
                await self._flows.wait()
                await target.send_all(data)
        both.cancel()
