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
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgpack
import outcome
import trio

from cardkit.protocol.messages import Bye
from cardkit.server.elsewhere import Node
from cardkit.server.house_authority import HouseAuthority
from cardkit.server.links import MOST_UNSENT, Hear, Link, Resume, tune, unheard
from cardkit.server.log import blame
from cardkit.server.node_connection import BadFrame, FrameKind, NodeConnection, TlsSocket
from cardkit.server.peer_state import LONGEST_STATE, PeerState
from cardkit.server.request import not_now

if TYPE_CHECKING:
    from cardkit.server.runner import ServerRunner

WINDOW = 8
"""Chunks of a client that a node may leave untaken before no more is read from the client."""
LONGEST_FRAME = 1 << 22
"""Bytes of what is told to a client at once; no client takes more."""
PATIENCE = 2.0
"""Seconds for a node to pick up; one that does not is taken for dead soon after."""
_HANDSHAKES = 64
"""Connections at a time of whom it is not known yet whether they are nodes."""
_COST_OF_A_CHUNK = 0.0001
_COST_OF_A_PEER = 0.001
"""Seconds that they take, roughly."""


class RelayedLink:
    """The link of a client who is connected to another node, over the connection to that."""

    kind = "relayed"

    def __init__(self, door: NodeConnection, number: int, address: str) -> None:
        self._door, self._number = door, number
        self._came = deque[bytes]()
        self._taken = 0
        self._is_silent = self._is_over = False
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
        elif kind is FrameKind.FINISH:
            self.lose()
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
        behind = self._door.behind
        if behind is not None:
            behind[self._number] += len(data)
            if behind[self._number] > MOST_UNSENT:
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

    cut = finish

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
        self._to_flush: list[NodeConnection] = []
        self._dials = defaultdict[str, set[trio.CancelScope]](set)
        runner.relay = self

    def before_io_wait(self, timeout: float) -> None:
        """At the end of each pass of the event loop."""
        for connection in self._to_flush:
            connection.flush()
        self._to_flush.clear()

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
                    try:
                        await self._accept(listener)
                    finally:
                        self._is_over = True  # before the nursery closes, which others start in
        finally:
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
        """Another node calls, or somebody who is none."""
        door = None
        self._shaking += 1
        try:
            with trio.fail_after(PATIENCE):
                door = await self._connection(sock, address, is_called=True)
        except (OSError, trio.TooSlowError) as error:
            self._log.info("relay.refused", address=address, why=type(error).__name__)
        finally:
            self._shaking -= 1
        if door is not None:
            await self._keep(door)

    async def _keep(self, connection: NodeConnection) -> None:
        """Whatever happens to one, the others go on."""
        try:
            await connection.run()
        except Exception as error:  # noqa: BLE001 - only this one ends
            self._log.error("connection.failed", address=connection.address, **blame(error))

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

    async def _connection(
        self, sock: socket.socket, address: str, *, is_called: bool
    ) -> NodeConnection:
        """Raises `OSError` when the other is no node of this house."""
        connection = NodeConnection(
            self._network.secure(sock, is_called=is_called),
            address,
            self._nursery,
            self._runner.sockets,
            LONGEST_STATE if is_called else LONGEST_FRAME,
            self._to_flush,
            self._admit if is_called else None,
        )
        try:
            await connection.shake_hands()
        except BaseException:
            await connection.close()
            raise
        return connection

    # --- clients of this node ----------------------------------------------------------------

    async def dial(self, node: Node, address: str) -> NodeConnection | None:
        """The connection to another node, which is ready for a peer from there, or None."""
        await self._runner.queue.take_turn(address, _COST_OF_A_PEER)
        why = "TimeoutError"
        with trio.move_on_after(PATIENCE) as scope:
            self._dials[node.name].add(scope)
            try:
                async with self._dialling[node.name]:
                    connection = self._nodes.get(node.name)
                    if connection is None or not connection.is_open:
                        if self._is_over:
                            return None
                        connection = await self._nursery.start(self._call, node)
                if await connection.is_there():
                    return connection
                why = "it has hung up"
            except (OSError, UnicodeError) as error:
                why = str(error) or type(error).__name__
            finally:
                self._dials[node.name].discard(scope)
        self._log.error("node.unreachable", other=node.name, host=node.host, why=why)
        return None

    def part_from_dead(self, alive: Collection[str]) -> None:
        """Whoever is not among these has died, also where its connection does not show it."""
        for name in {*self._nodes, *self._dials} - {*alive}:
            for scope in self._dials.pop(name, ()):
                scope.cancel()
            if name in self._nodes:
                self._nodes[name].cut()

    async def _call(self, node: Node, task_status: trio.TaskStatus[NodeConnection]) -> None:
        sock = await self._network.call(node)
        connection = await self._connection(sock, node.host, is_called=False)
        self._nodes[node.name] = connection
        task_status.started(connection)
        try:
            await self._keep(connection)
        finally:
            if self._nodes.get(node.name) is connection:
                del self._nodes[node.name]

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
        self._number = next(node.numbers)
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
                    node.say(FrameKind.FINISH, number)
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
            if link.is_open:  # the answers may still be read
                self._node.say(FrameKind.END, self._number)
                await trio.sleep_forever()
        except OSError:
            pass  # the client is lost
        finally:
            self._queue.leave(usage)

    def heed(self, kind: FrameKind, taken: int, data: bytes) -> None:
        """What the node says, until it hangs up or hands the peer on."""
        if taken > len(self._unread):
            raise BadFrame
        if taken:
            for _ in range(taken):
                self._unread.popleft()
            self._room.set()
        if kind is FrameKind.BYTES:
            self._link.send(data)
            if not self._link.is_open:  # nor is what it has said carried out
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
