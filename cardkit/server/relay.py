"""Hands peers on from one node of a house to another, over one connection with TLS for them all.

The node to which a client is connected, the door, sends the state of the peer to the node where it
belongs, and from then on passes bytes on. That node serves it like any other; when the peer belongs
elsewhere it says so, and the door passes it on to there, so there is never a chain of nodes.

The door keeps what a client has said until the node has taken it, a few chunks at most: then the
client has to wait, and when the peer is handed on, what was not taken goes along in order. Towards
the client sending never waits, and who reads too slowly is cut, here as there: so nobody holds up
the others on the same connection.
"""

from __future__ import annotations

import socket
import ssl
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from itertools import count
from struct import Struct
from typing import TYPE_CHECKING, Protocol

import msgpack
import outcome
import trio

from cardkit.protocol.messages import Bye
from cardkit.server.elsewhere import Node
from cardkit.server.house_authority import HouseAuthority
from cardkit.server.links import (
    MOST_UNSENT,
    Hear,
    Link,
    Resume,
    SocketLink,
    SocketWatch,
    tune,
    unheard,
)
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
QUIET = 1.0
"""Seconds of silence after which a node is asked for a sign of life, and again."""
_MOST_ASKED = 3
"""How often it is asked before it counts as dead."""
_HANDSHAKES = 64
"""Connections at a time of whom it is not known yet whether they are nodes."""
_LAST_WORDS = 1.0
"""Seconds for the other node to read what was said before the connection ends."""
_COST_OF_A_CHUNK = 0.0001
_COST_OF_A_PEER = 0.001
"""Seconds that they take, roughly."""
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
    """To the door: hang up when the client has heard all."""
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


class Relayed(Protocol):
    """One client at one end of a connection between nodes."""

    def heed(self, kind: FrameKind, taken: int, data: bytes) -> None:
        """A frame about it has come. Raises `BadFrame`."""

    def lose(self) -> None:
        """The other node is gone."""


Admit = Callable[["NodeConnection", int, bytes], None]


class NodeConnection(SocketLink):
    """Frames between two nodes, over a socket with TLS. What is said in one pass of the event loop
    is sent at once at its end: to seal and send each frame would cost more than to make it."""

    __slots__ = (
        "_admit",
        "_answered",
        "_heard",
        "_is_heard",
        "_late",
        "_longest",
        "_numbers",
        "_unsent_ones",
        "clients",
        "is_behind",
        "times_behind",
    )
    _socket: TlsSocket

    def __init__(
        self,
        sock: ssl.SSLSocket,
        address: str,
        nursery: trio.Nursery,
        watch: SocketWatch,
        longest: int,
        unsent_ones: list[NodeConnection],
        admit: Admit | None = None,
    ) -> None:
        super().__init__(sock, address, nursery, watch)
        self.clients: dict[int, Relayed] = {}
        self.is_behind, self.times_behind = False, 0
        """Whether the other node does not take what is said as fast as that is said."""
        self._late = trio.Event()
        self._longest = longest
        self._unsent_ones = unsent_ones
        """All connections on which something was said in this pass."""
        self._admit = admit
        """Takes the state of a client whom the other node hands on; only a door does."""
        self._numbers = count(1)
        self._heard = bytearray()
        self._is_heard = False
        self._answered = trio.Event()

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
                    await self.listen(self._read_frames)
                nursery.cancel_scope.cancel()
        finally:
            self.flush()
            self._cut = True
            self._answered.set()
            for client in [*self.clients.values()]:
                client.lose()

    async def _stay_in_touch(self) -> None:
        """Its system may answer for a node that does not. To count how often it was asked, not how
        long ago, is fair to it where it was this node that stood still."""
        asked = 0
        while asked < _MOST_ASKED:
            await trio.sleep(QUIET)
            if self._is_heard:
                self._is_heard, asked = False, 0
            else:
                self.say(FrameKind.PING)
                asked += 1
        self.cut()

    async def is_there(self) -> bool:
        """Wait for an answer of the other node."""
        self.say(FrameKind.PING)
        await self._answered.wait()
        return self.is_open

    def next_number(self) -> int:
        return next(self._numbers)

    # --- hearing -----------------------------------------------------------------------------

    def _read_frames(self, data: bytes) -> bool:
        self._is_heard = True
        heard = self._heard
        heard += data
        at, end = 0, len(heard)
        while end - at >= _head.size:
            number, kind, taken, length = _head.unpack_from(heard, at)
            if length > self._longest or kind not in _KINDS:
                raise BadFrame
            start = at + _head.size
            if end - start < length:
                break
            at = start + length
            self._heed(number, _KINDS[kind], taken, bytes(heard[start:at]))
        del heard[:at]
        return True

    def _heed(self, number: int, kind: FrameKind, taken: int, data: bytes) -> None:
        client = self.clients.get(number)
        if client is not None:
            client.heed(kind, taken, data)
        elif kind is FrameKind.STATE and self._admit is not None:
            self._admit(self, number, data)
        elif kind is FrameKind.PING:
            self.say(FrameKind.READY)
        elif kind is FrameKind.READY:
            self._answered.set()
            self._answered = trio.Event()
        # Anything else is for a client who has left meanwhile.

    # --- saying ------------------------------------------------------------------------------

    def say(self, kind: FrameKind, number: int = 0, data: bytes = b"", taken: int = 0) -> None:
        if self._cut:
            return
        if not self._unsent:
            self._unsent_ones.append(self)
        self._unsent += _head.pack(number, kind, taken, len(data))
        self._unsent += data

    def flush(self) -> None:
        """Send what was said, as far as the system takes it."""
        try:
            while self._unsent and not self._cut:
                del self._unsent[: self._socket.send(self._unsent)]
        except OSError:  # it is full, or lost: then whoever listens hears of it
            if not self.is_behind:
                self.is_behind = True
                self.times_behind += 1
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
                self._late, self.is_behind = trio.Event(), False
        self.cut()

    async def close(self) -> None:
        """The other node hangs up first: who closes with something unread takes back what it said.
        But it is not waited for long."""
        with trio.CancelScope(shield=True, deadline=trio.current_time() + _LAST_WORDS):
            with suppress(OSError):
                self._leave_unread()
                self._socket.shutdown(socket.SHUT_WR)
                while True:
                    await trio.lowlevel.wait_readable(self._socket)
                    if not self._socket.recv(1 << 16):
                        break
        await super().close()


class RelayedLink:
    """The link of a client who is connected to another node, over the connection to that."""

    kind = "relayed"

    def __init__(self, door: NodeConnection, number: int, address: str) -> None:
        self._door, self._number = door, number
        self._came = deque[bytes]()
        self._taken = 0
        self._is_silent = self._is_over = False
        self._times_behind = self._behind = 0
        """How much was said since the door fell behind for the last time."""
        self._listener: trio.lowlevel.Task | None = None
        self._hear: Hear | None = None
        self.address = address
        self.too_slow = False
        door.clients[number] = self

    @property
    def is_open(self) -> bool:
        return not self._is_over

    # --- hearing -----------------------------------------------------------------------------

    def heed(self, kind: FrameKind, taken: int, data: bytes) -> None:
        if kind is FrameKind.END:
            self._is_silent = True
        elif kind is FrameKind.BYTES and len(self._came) < WINDOW:
            self._came.append(data)
        else:
            raise BadFrame
        self._attend()

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
        self._hear = hear
        found = self._give()
        if found is None:
            self._listener = trio.lowlevel.current_task()
            found = bool(await trio.lowlevel.wait_task_rescheduled(self._stop_listening))
        return found

    def _stop_listening(self, _: object) -> trio.lowlevel.Abort:
        self._listener = None
        return trio.lowlevel.Abort.SUCCEEDED

    def _give(self) -> bool | None:
        """Give what came to who listens: what `listen` says, if that is to end."""
        assert self._hear is not None
        while self._came and not self._is_over:
            self._taken += 1
            if self._taken >= WINDOW // 2:
                self._say(FrameKind.TAKEN)
            if not self._hear(self._came.popleft()):
                return True
        return False if self._is_silent or self._is_over else None

    def _attend(self) -> None:
        if self._listener is None:
            return
        result = outcome.capture(self._give)  # what it raises is raised where it is waited for
        listener = self._listener
        if listener is not None and result != outcome.Value(None):
            self._listener = None
            trio.lowlevel.reschedule(listener, result)

    # --- saying ------------------------------------------------------------------------------

    def send(self, data: bytes) -> None:
        door = self._door
        if door.is_behind:
            if self._times_behind != door.times_behind:
                self._times_behind, self._behind = door.times_behind, 0
            self._behind += len(data)
            if self._behind > MOST_UNSENT:
                self.too_slow = True
                self.cut()
        self._say(FrameKind.BYTES, data)

    def finish(self) -> None:
        self._end(FrameKind.FINISH)

    def hand_on(self, node: Node, state: PeerState) -> None:
        """Instead of `finish`: the peer goes on at another node."""
        where = node.name, node.host, node.port, state.packed()
        self._end(FrameKind.HAND_ON, msgpack.packb(where))

    def _end(self, kind: FrameKind, data: bytes = b"") -> None:
        self._say(kind, data)
        self.lose()

    def _say(self, kind: FrameKind, data: bytes = b"") -> None:
        if not self._is_over:
            self._door.say(kind, self._number, data, self._taken)
            self._taken = 0

    def lose(self) -> None:
        self._is_over = True
        self._door.clients.pop(self._number, None)
        self._attend()

    def cut(self) -> None:
        self.finish()

    async def close(self) -> None:
        self.finish()


@dataclass(frozen=True, slots=True)
class Leaving:
    """A peer on its way to another node; the connection to there is that of the door."""

    node: Node
    state: PeerState
    connection: NodeConnection | None = None


class HouseNetwork:
    """How the nodes of a house reach each other, and nobody else reaches them."""

    def __init__(self, key: bytes) -> None:
        self._called, self._calls = HouseAuthority(key).contexts(datetime.now(UTC))
        self._called.sslsocket_class = self._calls.sslsocket_class = TlsSocket

    async def call(self, node: Node) -> socket.socket:
        stream = await trio.open_tcp_stream(node.host, node.port)
        return socket.socket(fileno=stream.socket.detach())

    def secure(self, sock: socket.socket, *, is_called: bool) -> ssl.SSLSocket:
        with sock:  # empty once it is wrapped
            sock.setblocking(False)
            tune(sock)
            context = self._called if is_called else self._calls
            return context.wrap_socket(sock, server_side=is_called, do_handshake_on_connect=False)


class Relay(trio.abc.Instrument):
    """The relay of one node: takes peers from other nodes, and passes clients on to them."""

    def __init__(
        self, node: Node, runner: ServerRunner, network: HouseNetwork | None = None
    ) -> None:
        """`network` is TCP with TLS, unless a simulation has another."""
        self.node = node
        self._runner = runner
        self._log = runner.core.outbox.log
        self._network = network or HouseNetwork(runner.core.vault.relay_key)
        self._shaking = 0
        self._is_over = False
        self._nodes: dict[str, NodeConnection] = {}
        """Those to which clients are passed on, by name."""
        self._dialling = defaultdict[str, trio.Lock](trio.Lock)
        self._unsent_ones: list[NodeConnection] = []
        runner.relay = self

    def before_io_wait(self, timeout: float) -> None:
        """At the end of each pass of the event loop."""
        for connection in self._unsent_ones:
            connection.flush()
        self._unsent_ones.clear()

    # --- peers of other nodes ----------------------------------------------------------------

    async def run(
        self,
        listener: socket.socket,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Accept other nodes on this socket, until cancelled; before, none can be called."""
        trio.lowlevel.add_instrument(self)
        try:
            with listener:
                async with trio.open_nursery() as self._nursery:
                    task_status.started()
                    await self._accept(listener)
        finally:
            self._is_over = True
            trio.lowlevel.remove_instrument(self)

    async def _accept(self, listener: socket.socket) -> None:
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
                self._nursery.start_soon(self._answer, sock, str(address[0]))
            else:
                sock.close()

    async def _answer(self, sock: socket.socket, address: str) -> None:
        """One connection of another node, which never ends the others."""
        door = self._connection(sock, address, is_called=True)
        self._shaking += 1
        try:
            try:
                with trio.fail_after(PATIENCE):
                    await door.shake_hands()
            finally:
                self._shaking -= 1
            await door.run()
        except (OSError, trio.TooSlowError) as error:
            self._log.info("relay.refused", address=address, why=type(error).__name__)
        except Exception as error:  # noqa: BLE001 - whatever it was, only this one ends
            self._log.error("connection.failed", address=address, **blame(error))
        finally:
            await door.close()

    def _admit(self, door: NodeConnection, number: int, data: bytes) -> None:
        try:
            state = PeerState.read(data)
        except ValueError as error:
            self._log.info("relay.refused", address=door.address, why=type(error).__name__)
            door.say(FrameKind.FINISH, number)
        else:
            link = RelayedLink(door, number, state.address)
            self._nursery.start_soon(self._serve, link, state)

    async def _serve(self, link: RelayedLink, state: PeerState) -> None:
        await self._runner.queue.take_turn(link.address, _COST_OF_A_PEER)
        await self._runner.serve_relayed(link, state)

    def _connection(
        self, sock: socket.socket, address: str, *, is_called: bool
    ) -> NodeConnection:
        return NodeConnection(
            self._network.secure(sock, is_called=is_called),
            address,
            self._nursery,
            self._runner.sockets,
            LONGEST_STATE if is_called else LONGEST_FRAME,
            self._unsent_ones,
            self._admit if is_called else None,
        )

    # --- clients of this node ----------------------------------------------------------------

    async def dial(self, node: Node, address: str) -> NodeConnection | None:
        """The connection to another node, which is ready for a peer from there, or None."""
        await self._runner.queue.take_turn(address, _COST_OF_A_PEER)
        why = "TimeoutError"
        with trio.move_on_after(PATIENCE):
            try:
                async with self._dialling[node.name]:
                    connection = self._nodes.get(node.name)
                    if connection is None and self._is_over:
                        return None
                    if connection is None:
                        connection = await self._nursery.start(self._call, node)
                if await connection.is_there():
                    return connection
                why = "ConnectionAbortedError"
            except (OSError, UnicodeError) as error:
                why = type(error).__name__
        self._log.error("node.unreachable", node=node.name, host=node.host, why=why)
        return None

    async def _call(self, node: Node, task_status: trio.TaskStatus[NodeConnection]) -> None:
        sock = await self._network.call(node)
        connection = self._connection(sock, node.host, is_called=False)
        try:
            await connection.shake_hands()
            self._nodes[node.name] = connection
            task_status.started(connection)
            await connection.run()
        except Exception as error:
            if node.name not in self._nodes:
                raise  # to who dials
            self._log.error("connection.failed", address=node.host, **blame(error))
        finally:
            self._nodes.pop(node.name, None)
            await connection.close()

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
        self._number = node.next_number()
        self._queue = runner.queue
        self._piped = runner.piped
        self._room = trio.Event()
        self._scope = trio.CancelScope()
        self._waits = False
        """Whether the last chunk has to wait for its turn."""
        self._moved: Leaving | None = None

    async def run(self, state: PeerState) -> Leaving | None:
        """Until the client is gone, or belongs elsewhere."""
        node, number = self._node, self._number
        peer = state.peer(self._link)
        if node.is_open:
            self._piped[peer] = None
            node.clients[number] = self
            node.say(FrameKind.STATE, number, state.packed())
            for chunk in self._unread:
                self._say(chunk)
            try:
                with self._scope:
                    await self._send_on()
            finally:
                del self._piped[peer]
                if node.clients.pop(number, None) is not None:
                    node.say(FrameKind.END, number)
        if self._moved is None:
            self._link.finish()
            await unheard(self._link)
        return self._moved

    def _say(self, data: bytes) -> None:
        self._node.say(FrameKind.BYTES, self._number, data)

    async def _send_on(self) -> None:
        link, unread = self._link, self._unread
        usage = self._queue.join(link.address)
        now = trio.lowlevel.current_clock().current_time

        def pass_on(data: bytes) -> bool:
            unread.append(data)
            self._waits = not self._queue.goes_on(usage, _COST_OF_A_CHUNK, now())
            if not self._waits:
                self._say(data)
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
                    self._say(unread[-1])
            self._node.say(FrameKind.END, self._number)
            await trio.sleep_forever()
        except OSError:
            pass  # the client is lost
        finally:
            self._queue.leave(usage)

    def heed(self, kind: FrameKind, taken: int, data: bytes) -> None:
        """What the node says, until it hangs up or hands the peer on."""
        unread = self._unread
        if taken > len(unread):
            raise BadFrame
        for _ in range(taken):
            unread.popleft()
        if taken:
            self._room.set()
        if kind is FrameKind.BYTES:
            self._link.send(data)
            if not self._link.is_open:
                self._scope.cancel()
        elif kind is FrameKind.HAND_ON:
            self._moved = _read_leaving(data)
            self.lose()
        elif kind is FrameKind.FINISH:
            self.lose()
        elif kind is not FrameKind.TAKEN:
            raise BadFrame

    def lose(self) -> None:
        self._node.clients.pop(self._number, None)
        self._scope.cancel()


def _read_leaving(data: bytes) -> Leaving:
    """Raises `BadFrame` for what names no node, or no peer."""
    try:
        name, host, port, state = msgpack.unpackb(data)
        if (type(name), type(host), type(port), type(state)) == (str, str, int, bytes):
            return Leaving(Node(name, host, port), PeerState.read(state))
    except (TypeError, ValueError, msgpack.UnpackException, RecursionError) as error:
        raise BadFrame from error
    raise BadFrame
