"""Accepts connections on one port, tells TLS from the rest, and counts by address."""

from __future__ import annotations

import resource
import socket
import ssl
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Protocol

import trio

from cardkit.netgame import Refused
from cardkit.protocol import Codec, LineCodec
from cardkit.protocol.messages import Bye
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.sniff import TLS, codec_for
from cardkit.proxies import LINE_BEGINS, LONGEST_LINE, NO_PROXIES, TrustedProxies, client_in
from cardkit.server.exposition import count_bounded
from cardkit.server.links import Link, SocketLink, StreamLink, tune
from cardkit.server.log import blame
from cardkit.server.runner import ServerRunner
from cardkit.server.throttle import origin_of

_HANDSHAKE = 10.0
_AT_ONCE = 32
"""Connections that are accepted before those who are in are heard again."""
_COST_OF_A_CONNECTION = 0.0002
_COST_OF_A_HANDSHAKE = 0.002
"""Seconds that they take, roughly."""
_OTHER_FILES = 64
"""Files that the server needs besides its connections."""


class ConnectionHandler(Protocol):
    """Who receives the connections of a port in place of the runner."""

    async def welcome(self, stream: trio.abc.Stream, link: Link, *, secure: bool) -> None:
        """One connection: as a stream, and for who never waits to send as a link. Use one."""

    def too_many(self, wrong: Refused) -> bytes:
        """What is said to one who cannot come in."""


def open_sockets(host: str, port: int, option: str = "--port") -> list[socket.socket]:
    """Sockets that listen on all addresses of this host name."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        return [_listening(family, address) for family, _, _, _, address in found]
    except (OSError, UnicodeError) as error:  # the latter of a name that is too long
        raise Refused(
            ServerReason.NO_CONNECTION,
            "cannot listen on {host}:{port}: {why}; is another server running there? --host and "
            "{option} choose another place",
            host=host,
            port=port,
            option=option,
            why=getattr(error, "strerror", "") or error,
        ) from error


def _listening(family: int, address: tuple[object, ...]) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.setblocking(False)
        sock.bind(address)
        sock.listen(1024)
    except BaseException:
        sock.close()
        raise
    return sock


OpenSockets = Callable[[str, int, str], list[socket.socket]]
"""How sockets are opened; see `open_sockets`."""


class ConnectionListener:
    """Accepts connections and hands them to the runner."""

    def __init__(
        self,
        runner: ServerRunner,
        context: ssl.SSLContext | None = None,
        *,
        tls_only: bool = False,
        proxies: TrustedProxies = NO_PROXIES,
    ) -> None:
        self._runner = runner
        self._context = context
        self._tls_only = tls_only
        self._room = room_for(runner.limits.connections)
        self._proxies = proxies
        self._open = 0
        self._by_origin: Counter[str] = Counter()
        self._crowds: set[str] = set()
        self._doors: list[trio.CancelScope] = []
        self._log = runner.core.outbox.log

    async def accept(
        self, listener: socket.socket, reception: ConnectionHandler | None = None
    ) -> None:
        """Accept on this socket until it is closed, and serve who is in until cancelled."""
        async with trio.open_nursery() as nursery:
            with listener, trio.CancelScope() as door:
                self._doors.append(door)
                while True:
                    await trio.lowlevel.wait_readable(listener)
                    try:
                        for _ in range(_AT_ONCE):
                            sock, address = listener.accept()
                            come = sock, str(address[0]), nursery, reception
                            nursery.start_soon(self._admit, *come)
                    except (BlockingIOError, ConnectionAbortedError):
                        continue
                    except OSError as error:  # such as too many open files
                        self._log.error("accept.failed", why=error.strerror)
                        await trio.sleep(1)

    def close(self) -> None:
        """Nobody else comes in; who is in stays."""
        for door in self._doors:
            door.cancel()

    async def _admit(
        self,
        sock: socket.socket,
        address: str,
        nursery: trio.Nursery,
        reception: ConnectionHandler | None,
    ) -> None:
        """One connection, which never ends the others."""
        with sock:
            sock.setblocking(False)
            self._open += 1
            try:
                if reception is None and address in self._proxies:
                    address = await self._client_behind(sock, address)
                    whose = address
                else:  # behind a proxy of the web are many; each question says for whom it is
                    whose = "" if address in self._proxies else address
                wrong = self.refusal(whose)
                if wrong is not None:
                    bye = _bye(LineCodec(), wrong)
                    _turn_away(sock, bye if reception is None else reception.too_many(wrong))
                    return
                with self.counting(whose):
                    await self._runner.queue.take_turn(address, _COST_OF_A_CONNECTION)
                    tune(sock)
                    if reception is None:
                        await self._welcome(sock, address, nursery)
                    else:
                        await self._lead(sock, address, nursery, reception)
            except OSError:
                pass  # it was gone before it said anything
            except Exception as error:  # noqa: BLE001 - whatever it was, only this one ends
                self._log.error("connection.failed", address=address, **blame(error))
            finally:
                self._open -= 1

    async def _client_behind(self, sock: socket.socket, address: str) -> str:
        """Whom a proxy has connected, if it says so; else it is somebody at the same machine."""
        await _first_byte(sock, self._runner.limits.greeting)
        with suppress(BlockingIOError):
            begun = sock.recv(LONGEST_LINE, socket.MSG_PEEK)
            if begun.startswith(LINE_BEGINS):  # in one piece, as the protocol has it
                line = sock.recv(begun.find(b"\n") + 1)
                with suppress(ValueError):
                    return client_in(line) or address
                raise ConnectionAbortedError
        return address

    def refusal(self, address: str) -> Refused | None:
        """What is said to one who is banned, or one too many; who has no address may be many."""
        origin = origin_of(address)
        wrong = self._runner.core.bans.refusal(origin)
        if wrong is None and self._is_crowded(origin):
            wrong = Refused(
                ServerReason.TOO_MANY, "too many connections; close one, or try again later"
            )
        if wrong is not None:
            count_bounded(self._runner.counts.turned_away, wrong.reason)
        return wrong

    @contextmanager
    def counting(self, address: str) -> Iterator[None]:
        """A connection of this address, for as long as the block lasts."""
        origin = origin_of(address)
        self._by_origin[origin] += 1
        try:
            yield
        finally:
            self._crowds -= {origin, "all"}
            self._by_origin[origin] -= 1
            if not self._by_origin[origin]:
                del self._by_origin[origin]

    def _is_crowded(self, origin: str) -> bool:
        """Whether nobody can come in, from here or at all. A crowd is logged once."""
        if origin and self._by_origin[origin] >= self._runner.limits.connections_from:
            crowd, count = origin, self._by_origin[origin]
        elif (count := self._open) > self._room:
            crowd = "all"
        else:
            return False
        if crowd not in self._crowds:
            self._crowds.add(crowd)
            self._log.info("crowd", address=crowd, connections=count)
        return True

    async def _welcome(self, sock: socket.socket, address: str, nursery: trio.Nursery) -> None:
        first = await _first_byte(sock, self._runner.limits.greeting)
        if first == bytes((TLS,)) and self._context is not None:
            stream = await self._shake_hands(sock, address, self._context)
            if stream is not None:
                await self._runner.serve(StreamLink(stream, address, nursery))
        elif first == b"":
            return
        elif self._tls_only:
            wrong = Refused(
                ServerReason.TLS_ONLY, "this server speaks TLS only; with cardkit: tls://host:port"
            )
            count_bounded(self._runner.counts.turned_away, wrong.reason)
            _turn_away(sock, _bye(codec_for(first[0]) if first else LineCodec(), wrong))
        else:
            link = SocketLink(sock, address, nursery, self._runner.sockets)
            await self._runner.serve(link, greet=first is None)

    async def _lead(
        self, sock: socket.socket, address: str, nursery: trio.Nursery, reception: ConnectionHandler
    ) -> None:
        """To the reception, with or without TLS."""
        first = await _first_byte(sock, _HANDSHAKE)
        if not first:
            return
        if first[0] != TLS or self._context is None:
            plain = trio.SocketStream(trio.socket.from_stdlib_socket(sock))
            link = SocketLink(sock, address, nursery, self._runner.sockets)
            await reception.welcome(plain, link, secure=False)
            return
        stream = await self._shake_hands(sock, address, self._context)
        if stream is not None:
            await reception.welcome(stream, StreamLink(stream, address, nursery), secure=True)

    async def _shake_hands(
        self, sock: socket.socket, address: str, context: ssl.SSLContext
    ) -> trio.SSLStream[trio.SocketStream] | None:
        plain = trio.SocketStream(trio.socket.from_stdlib_socket(sock))
        shaken = False
        try:
            with trio.move_on_after(_HANDSHAKE):
                await self._runner.queue.take_turn(address, _COST_OF_A_HANDSHAKE)
                # Not sooner: it takes a hundred kilobytes, and many may wait.
                stream = trio.SSLStream(plain, context, server_side=True, https_compatible=True)
                await stream.do_handshake()
                shaken = True
        except trio.BrokenResourceError:
            pass
        finally:
            if not shaken:
                await trio.aclose_forcefully(plain)
        if shaken:
            return stream
        self._log.info("handshake.failed", address=address)
        return None


def room_for(connections: int) -> int:
    """So many connections, or as many as the system allows when it is asked for more."""
    wanted = connections + _OTHER_FILES
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= allowed < wanted:  # less than nothing is no limit
        allowed = wanted if most < 0 else min(wanted, most)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))
        allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        connections = min(connections, allowed - _OTHER_FILES)
    return connections


def _bye(codec: Codec, wrong: Refused) -> bytes:
    return codec.frame([codec.encode(Bye(str(wrong.reason), wrong.text()).words())])


def _turn_away(sock: socket.socket, said: bytes) -> None:
    """A coded answer, as far as one can be given, and no more."""
    with suppress(OSError):
        sock.send(said)
        sock.shutdown(socket.SHUT_WR)


async def _first_byte(sock: socket.socket, patience: float) -> bytes | None:
    """The first byte, left where it is; None after so long a silence."""
    with trio.move_on_after(patience):
        while True:
            try:
                return sock.recv(1, socket.MSG_PEEK)
            except BlockingIOError:
                await trio.lowlevel.wait_readable(sock)
    return None
