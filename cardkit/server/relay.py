"""Hands a peer on from one node of a house to another, over a connection of its own with TLS.

The node to which a client is connected, the door, sends the state of the peer to the node where it
belongs, and from then on passes bytes on. That node serves it like any other; when the peer belongs
elsewhere it says so, and the door connects it to there, so there is never a chain of nodes.

The door keeps what a client has said until the node has taken it, a few chunks at most: then the
client has to wait, and when the peer is handed on, what was not taken goes along in order. Towards
the client sending never waits, and who reads too slowly is cut, here as there.
"""

from __future__ import annotations

import socket
import ssl
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from struct import Struct
from typing import TYPE_CHECKING

import msgpack
import trio

from cardkit.protocol.messages import Bye
from cardkit.server.elsewhere import Node
from cardkit.server.house_authority import HouseAuthority
from cardkit.server.links import Hear, Link, Resume, SocketLink, SocketWatch, tune, unheard
from cardkit.server.log import blame
from cardkit.server.peer_state import LONGEST_STATE, PeerState
from cardkit.server.request import not_now

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from cardkit.server.runner import ServerRunner

WINDOW = 8
"""Chunks of a client that a node may leave untaken before no more is read from the client."""
LONGEST_FRAME = 1 << 22
"""Bytes of what is told to a client at once; no client takes more."""
PATIENCE = 5.0
"""Seconds for a node to pick up."""
_HANDSHAKES = 64
"""Connections at a time of whom it is not known yet whether they are nodes."""
_IDLE, _EVERY = 4, 2
"""Seconds of silence after which a node is asked for a sign of life, and again."""
_COST_OF_A_CHUNK = 0.0001
_COST_OF_A_HANDSHAKE = 0.002
"""Seconds that they take, roughly."""
_head = Struct(">BBI")


class FrameKind(IntEnum):
    """What a frame between two nodes says. Each has the number of chunks that were taken since the
    last one, and the length of what follows."""

    READY = 1
    """To the door, at first: a peer may be sent."""
    STATE = 2
    """From the door, at first: the peer."""
    BYTES = 3
    """What the client has said, or what it is told."""
    END = 4
    """From the door: the client says nothing any more."""
    TAKEN = 5
    """To the door: only that chunks were taken."""
    FINISH = 6
    """To the door: hang up when the client has heard all."""
    HAND_ON = 7
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


Frame = tuple[FrameKind, int, bytes]


class NodeConnection(SocketLink):
    """Frames between two nodes, over a socket with TLS that never waits to send."""

    __slots__ = ("_buffer", "_longest")
    _socket: TlsSocket

    def __init__(
        self,
        sock: ssl.SSLSocket,
        address: str,
        nursery: trio.Nursery,
        watch: SocketWatch,
        longest: int,
    ) -> None:
        super().__init__(sock, address, nursery, watch)
        self._buffer = bytearray()
        self._longest = longest

    async def shake_hands(self) -> None:
        """Raises `OSError` when the other is no node of this house."""
        while True:
            try:
                return self._socket.do_handshake()
            except ssl.SSLWantReadError:
                await trio.lowlevel.wait_readable(self._socket)
            except ssl.SSLWantWriteError:
                await trio.lowlevel.wait_writable(self._socket)

    async def frame(self) -> Frame:
        """What the other node says next. Raises `OSError` when it is gone, or talks nonsense."""
        found: list[Frame] = []

        def take(frame: Frame) -> bool:
            found.append(frame)
            return False

        await self.hear(take)
        return found[0]

    async def hear(self, take: Callable[[Frame], bool]) -> None:
        """Give each frame to `take` until it says no. Raises `OSError` likewise."""

        def take_all() -> bool:
            frame = self._next()
            while frame is not None and take(frame):
                frame = self._next()
            return frame is None

        def read(data: bytes) -> bool:
            self._buffer.extend(data)
            return take_all()

        if take_all() and not await self.listen(read):
            raise ConnectionAbortedError

    def _next(self) -> Frame | None:
        buffer = self._buffer
        if len(buffer) < _head.size:
            return None
        kind, taken, length = _head.unpack_from(buffer)
        if length > self._longest or kind not in _KINDS:
            raise BadFrame
        end = _head.size + length
        if len(buffer) < end:
            return None
        data = bytes(buffer[_head.size : end])
        del buffer[:end]
        return _KINDS[kind], taken, data

    def say(self, kind: FrameKind, data: bytes = b"", taken: int = 0) -> None:
        self.send(_head.pack(kind, taken, len(data)) + data)

    async def _send_unsent(self) -> None:
        with suppress(OSError, trio.ClosedResourceError):
            while self._unsent and not self._cut:
                await trio.lowlevel.wait_writable(self._socket)
                with suppress(BlockingIOError):  # a whole record may not fit
                    with memoryview(self._unsent) as rest, rest[: 1 << 16] as part:
                        sent = self._socket.send(part)
                    del self._unsent[:sent]


class RelayedLink:
    """The link of a client who is connected to another node, over the connection to that."""

    kind = "relayed"

    def __init__(self, door: NodeConnection, address: str) -> None:
        self._door = door
        self._taken = 0
        self._over = False
        self.address = address

    @property
    def too_slow(self) -> bool:
        return self._door.too_slow

    @property
    def is_open(self) -> bool:
        return self._door.is_open and not self._over

    async def receive(self) -> bytes:
        heard: list[bytes] = []

        def hear(data: bytes) -> bool:
            heard.append(data)
            return False

        await self.listen(hear)
        return heard[0] if heard else b""

    def hold(self) -> Resume | None:
        return None

    async def listen(self, hear: Hear) -> bool:
        is_over = False

        def take(frame: Frame) -> bool:
            nonlocal is_over
            kind, _, data = frame
            if kind is FrameKind.BYTES:
                self._taken += 1
                if self._taken >= WINDOW // 2:
                    self._say(FrameKind.TAKEN)
                return hear(data)
            if kind is not FrameKind.END:
                raise BadFrame
            is_over = True
            return False

        await self._door.hear(take)
        return not is_over

    def send(self, data: bytes) -> None:
        self._say(FrameKind.BYTES, data)

    def finish(self) -> None:
        self._say(FrameKind.FINISH)
        self._over = True

    def hand_on(self, node: Node, state: PeerState) -> None:
        """Instead of `finish`: the peer goes on at another node."""
        where = node.name, node.host, node.port, state.packed()
        self._say(FrameKind.HAND_ON, msgpack.packb(where))
        self._over = True

    def _say(self, kind: FrameKind, data: bytes = b"") -> None:
        if not self._over:
            self._door.say(kind, data, self._taken)
            self._taken = 0

    def cut(self) -> None:
        self._door.cut()

    async def close(self) -> None:
        """The door hangs up first: who closes with something unread takes back what it said."""
        try:
            with suppress(OSError):
                while self._over and await self._door.receive():
                    pass
        finally:
            await self._door.close()


@dataclass(frozen=True, slots=True)
class Leaving:
    """A peer on its way to another node; the connection to there is made by the door."""

    node: Node
    state: PeerState
    connection: NodeConnection | None = None


class Relay:
    """The relay of one node: takes peers from other nodes, and passes clients on to them."""

    def __init__(self, node: Node, runner: ServerRunner) -> None:
        self.node = node
        self._runner = runner
        self._log = runner.core.outbox.log
        authority = HouseAuthority(runner.core.vault.relay_key)
        self._called, self._calls = authority.contexts(datetime.now(UTC))
        self._called.sslsocket_class = self._calls.sslsocket_class = TlsSocket
        self._shaking = 0
        runner.relay = self

    # --- peers of other nodes ----------------------------------------------------------------

    async def run(
        self,
        listener: socket.socket,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Accept other nodes on this socket, until cancelled; before, none can be called."""
        with listener:
            async with trio.open_nursery() as self._nursery:
                task_status.started()
                while True:
                    await trio.lowlevel.wait_readable(listener)
                    try:
                        sock, address = listener.accept()
                    except (BlockingIOError, ConnectionAbortedError):
                        continue
                    except OSError as error:  # such as too many open files
                        self._log.error("accept.failed", why=error.strerror)
                        await trio.sleep(1)
                        continue
                    if self._shaking < _HANDSHAKES:
                        self._nursery.start_soon(self._admit, sock, str(address[0]))
                    else:
                        sock.close()

    async def _admit(self, sock: socket.socket, address: str) -> None:
        """One connection of another node, which never ends the others."""
        door = state = None
        self._shaking += 1
        try:
            with trio.move_on_after(PATIENCE):
                door = self._connection(sock, address, self._called, LONGEST_STATE)
                await door.shake_hands()
                door.say(FrameKind.READY)
                kind, _, data = await door.frame()
                if kind is FrameKind.STATE:
                    told = PeerState.read(data)
                    await self._runner.queue.take_turn(told.address, _COST_OF_A_HANDSHAKE)
                    state = told
        except (OSError, ValueError) as error:
            self._log.info("relay.refused", address=address, why=type(error).__name__)
        except Exception as error:  # noqa: BLE001 - whatever it was, only this one ends
            self._log.error("connection.failed", address=address, **blame(error))
        finally:
            self._shaking -= 1
            if door is not None and state is None:
                await door.close()
        if door is not None and state is not None:
            await self._runner.serve_relayed(RelayedLink(door, state.address), state)

    def _connection(
        self, sock: socket.socket, address: str, context: ssl.SSLContext, longest: int
    ) -> NodeConnection:
        with sock:  # empty once it is wrapped
            sock.setblocking(False)
            tune(sock, _IDLE, _EVERY)
            secure = context.wrap_socket(
                sock, server_side=context is self._called, do_handshake_on_connect=False
            )
        return NodeConnection(secure, address, self._nursery, self._runner.sockets, longest)

    # --- clients of this node ----------------------------------------------------------------

    async def dial(self, node: Node, address: str) -> NodeConnection | None:
        """A connection to another node that is ready for a peer from there, or None."""
        await self._runner.queue.take_turn(address, _COST_OF_A_HANDSHAKE)
        why = "TimeoutError"
        with trio.move_on_after(PATIENCE):
            try:
                stream = await trio.open_tcp_stream(node.host, node.port)
                sock = socket.socket(fileno=stream.socket.detach())
                connection = self._connection(sock, node.host, self._calls, LONGEST_FRAME)
                is_ready = False
                try:
                    await connection.shake_hands()
                    is_ready = (await connection.frame())[0] is FrameKind.READY
                    if is_ready:
                        return connection
                finally:
                    if not is_ready:
                        await connection.close()
            except (OSError, UnicodeError) as error:
                why = type(error).__name__
        self._log.error("node.unreachable", other=node.name, host=node.host, why=why)
        return None

    async def lead(self, link: Link, leaving: Leaving, unread: deque[bytes]) -> PeerState | None:
        """Pass a client on until it is gone, or belongs here: then what has become of its peer.

        What it has said and nobody has read stands in `unread`, now and in the end.
        """
        connection, state = leaving.connection, leaving.state
        while connection is not None:
            told = await _Pipe(link, connection, unread, self._runner).run(state)
            if told is None:
                return None
            state = told.state
            if told.node.name == self.node.name:
                return state
            connection = await self.dial(told.node, link.address)
        peer, wrong = state.peer(link), not_now()
        bye = Bye(str(wrong.reason), wrong.text(peer.language)).words()
        link.send(peer.codec.frame([peer.codec.encode(bye)]))
        link.finish()
        await unheard(link)
        return None


class _Pipe:
    """Passes the bytes of one client on to one node, and back."""

    def __init__(
        self, link: Link, node: NodeConnection, unread: deque[bytes], runner: ServerRunner
    ) -> None:
        self._link, self._node, self._unread = link, node, unread
        self._queue = runner.queue
        self._piped = runner.piped
        self._room = trio.Event()
        self._waits = False
        """Whether the last chunk has to wait for its turn."""
        self._moved: Leaving | None = None

    async def run(self, state: PeerState) -> Leaving | None:
        """Until the client is gone, or belongs elsewhere."""
        peer = state.peer(self._link)
        self._piped[peer] = None
        try:
            self._node.say(FrameKind.STATE, state.packed())
            for chunk in self._unread:
                self._node.say(FrameKind.BYTES, chunk)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._send_on)
                with suppress(OSError, ValueError):
                    await self._node.hear(self._bring_back)
                nursery.cancel_scope.cancel()
        finally:
            del self._piped[peer]
            with trio.CancelScope(shield=True):
                await self._node.close()
        if self._moved is None:
            self._link.finish()
            await unheard(self._link)
        return self._moved

    async def _send_on(self) -> None:
        link, node, unread = self._link, self._node, self._unread
        usage = self._queue.join(link.address)
        now = trio.lowlevel.current_clock().current_time

        def pass_on(data: bytes) -> bool:
            unread.append(data)
            self._waits = not self._queue.goes_on(usage, _COST_OF_A_CHUNK, now())
            if not self._waits:
                node.say(FrameKind.BYTES, data)
            return not self._waits and len(unread) < WINDOW

        try:
            is_there = True
            while is_there:
                while len(unread) >= WINDOW:
                    self._room = trio.Event()
                    await self._room.wait()
                is_there = await link.listen(pass_on)
                if self._waits:
                    await self._queue.wait(usage, _COST_OF_A_CHUNK)
                    self._waits = False
                    node.say(FrameKind.BYTES, unread[-1])
            node.say(FrameKind.END)
        except OSError:  # the client is lost, and the node is to know
            node.cut()
        finally:
            self._queue.leave(usage)

    def _bring_back(self, frame: Frame) -> bool:
        """What the node says, until it hangs up or hands the peer on."""
        kind, taken, data = frame
        unread = self._unread
        if taken > len(unread):
            return False
        for _ in range(taken):
            unread.popleft()
        if taken:
            self._room.set()
        if kind is FrameKind.BYTES:
            self._link.send(data)
            return self._link.is_open
        if kind is FrameKind.HAND_ON:
            self._moved = _read_leaving(data)
        return kind is FrameKind.TAKEN


def _read_leaving(data: bytes) -> Leaving:
    """Raises `ValueError` for what names no node, or no peer."""
    try:
        name, host, port, state = msgpack.unpackb(data)
    except (TypeError, msgpack.UnpackException, RecursionError) as error:
        raise ValueError from error
    if (type(name), type(host), type(port), type(state)) != (str, str, int, bytes):
        raise ValueError
    return Leaving(Node(name, host, port), PeerState.read(state))
