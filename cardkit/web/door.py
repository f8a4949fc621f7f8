"""Where browsers come in: what asks for the WebSocket becomes a link, all else goes to the site.

Hypercorn speaks HTTP with the site. The WebSocket is taken before it: there a browser that does
not read would hold up what waits for it, and each would be compressed at a great cost in memory.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any

import h11
import trio
from hypercorn.config import Config
from hypercorn.trio.tcp_server import TCPServer
from hypercorn.trio.worker_context import WorkerContext
from hypercorn.typing import ConnectionState, LifespanState
from hypercorn.utils import wrap_app
from wsproto.handshake import WEBSOCKET_VERSION
from wsproto.utilities import generate_accept_token

from cardkit.netgame import Reason, Refused
from cardkit.web.answers import HEADERS, json_bytes, status_of
from cardkit.web.links import ByteLink, WebSocketLink
from cardkit.web.origin import check_origin
from cardkit.web.site import make_site
from cardkit.web.venue import Venue

ENDPOINT = b"/ws"
LONGEST_HEAD = 1 << 14
SECONDS_FOR_HEAD = 10.0
LONGEST_VISIT = 900.0
"""Seconds after which a connection that is no WebSocket is closed."""
PINGS_EVERY = 25.0
Headers = Iterable[tuple[str, str]]


class Edge:
    """Receives connections, as streams or as links, and lets the house talk over WebSockets."""

    def __init__(self, venue: Venue, talk: Callable[[WebSocketLink], Awaitable[None]]) -> None:
        self._venue = venue
        self._talk = talk
        self._links: set[WebSocketLink] = set()
        self._config = _config()
        self._site = wrap_app(make_site(venue), self._config.wsgi_max_body_size, "asgi")  # type: ignore[arg-type]
        self._context = WorkerContext(None)

    async def keep_alive(self) -> None:
        """Ping all of them now and then, until cancelled."""
        while True:
            await trio.sleep(PINGS_EVERY)
            for link in list(self._links):
                link.ping()

    def too_many(self, wrong: Refused) -> bytes:
        return _written(h11.Connection(h11.SERVER), wrong)

    async def welcome(self, stream: trio.abc.Stream, link: ByteLink, *, secure: bool) -> None:
        """One connection, from its first request to its end."""
        data = await _head(stream)
        if not data:
            return
        request = _Request(data)
        if not secure and not self._venue.plain(link.address):
            wrong = Refused(Reason.TLS_ONLY, "this server speaks TLS only; ask for https://")
            host = None if request.is_upgrade else request.header("host")
            more = [("Location", f"https://{host}{request.target}")] if host else []
            await _turn_away(stream, _written(request.protocol, wrong, 308 if more else 403, more))
        elif request.is_upgrade:
            await self._upgrade(stream, link, request)
        else:
            await self._show(_Begun(stream, data))

    async def _upgrade(self, stream: trio.abc.Stream, link: ByteLink, request: _Request) -> None:
        try:
            request.check()
            check_origin(request.header("origin"), request.header("host"), self._venue)
        except Refused as refused:
            version = [("Sec-WebSocket-Version", WEBSOCKET_VERSION.decode())]
            await _turn_away(stream, _written(request.protocol, refused, 0, version))
            return
        link.send(request.accepted())
        talking = WebSocketLink(link, request.rest())
        self._links.add(talking)
        del request, stream  # a connection may last for hours
        try:
            await self._talk(talking)
        finally:
            self._links.discard(talking)

    async def _show(self, stream: _Begun) -> None:
        """Plain HTTP. Hypercorn waits for one who does not read, or is gone; this does not."""
        state = ConnectionState(LifespanState())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_close_in_the_end, stream, nursery.cancel_scope)
            serve = TCPServer(self._site, self._config, self._context, state, stream)  # type: ignore[arg-type]
            with suppress(Exception):  # it fails at some of what is no HTTP; the site itself tells
                await serve
            nursery.cancel_scope.cancel()


def _config() -> Config:
    config = Config()
    config.accesslog = config.errorlog = None
    config.include_server_header = False
    config.h11_max_incomplete_size = LONGEST_HEAD
    config.h2_max_concurrent_streams = 1  # a connection asks one thing at a time, as with HTTP/1
    config.keep_alive_timeout = 20.0
    config.read_timeout = 60
    return config


async def _head(stream: trio.abc.Stream) -> bytes:
    """The beginning of what a client says: a whole head, or as much as is bearable."""
    data = b""
    with suppress(trio.BrokenResourceError), trio.move_on_after(SECONDS_FOR_HEAD):
        while b"\r\n\r\n" not in data and len(data) <= LONGEST_HEAD:
            part = bytes(await stream.receive_some(4096))
            if not part:
                return b""
            data += part
        return data
    return b""


class _Request:
    """The first request of a connection."""

    def __init__(self, data: bytes) -> None:
        self.protocol = h11.Connection(h11.SERVER, max_incomplete_event_size=2 * LONGEST_HEAD)
        self.protocol.receive_data(data)
        self.method, self.target, self._headers = b"", "/", {}
        with suppress(h11.RemoteProtocolError):
            event = self.protocol.next_event()
            if isinstance(event, h11.Request):
                self.method, self.target = bytes(event.method), event.target.decode("latin-1")
                self._headers = {bytes(name).decode(): bytes(v) for name, v in event.headers}

    def header(self, name: str) -> str | None:
        value = self._headers.get(name)
        return None if value is None else value.decode("latin-1")

    @property
    def is_upgrade(self) -> bool:
        return (self.header("upgrade") or "").lower() == "websocket"

    def check(self) -> None:
        """Raises `Refused` unless it is the handshake of a WebSocket at its place."""
        path = self.target.partition("?")[0]
        if path.encode("latin-1") != ENDPOINT:
            raise Refused(Reason.NO_SUCH_FILE, "the WebSocket is at {path}", path=ENDPOINT.decode())
        tokens = {each.strip() for each in (self.header("connection") or "").lower().split(",")}
        version = (self.header("sec-websocket-version") or "").encode()
        if (
            self.method != b"GET"
            or "upgrade" not in tokens
            or version != WEBSOCKET_VERSION
            or not _is_key(self.header("sec-websocket-key") or "")
        ):
            raise Refused(Reason.BAD_FRAME, "that is no handshake of a WebSocket of version 13")

    def accepted(self) -> bytes:
        token = generate_accept_token(self._headers["sec-websocket-key"]).decode()
        headers = [("Upgrade", "websocket"), ("Connection", "Upgrade")]
        answer = h11.InformationalResponse(
            status_code=101, headers=[*headers, ("Sec-WebSocket-Accept", token)]
        )
        return self.protocol.send(answer) or b""

    def rest(self) -> bytes:
        """What came after it already."""
        return self.protocol.trailing_data[0]


def _is_key(text: str) -> bool:
    try:
        return len(b64decode(text, validate=True)) == 16
    except ValueError:
        return False


def _written(
    protocol: h11.Connection, wrong: Refused, status: int = 0, more: Headers = ()
) -> bytes:
    """A refusal of a whole connection, in bytes."""
    body = json_bytes({"code": str(wrong.reason), "text": wrong.text()})
    if protocol.our_state is h11.ERROR:
        return b""
    headers = [*HEADERS.items(), *more, ("Content-Type", "application/json")]
    headers += [("Content-Length", str(len(body))), ("Connection", "close")]
    head = h11.Response(status_code=status or status_of(wrong), headers=headers)
    parts = (head, h11.Data(data=body), h11.EndOfMessage())
    return b"".join(protocol.send(part) or b"" for part in parts)


async def _turn_away(stream: trio.abc.Stream, said: bytes) -> None:
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError), trio.move_on_after(5):
        await stream.send_all(said)
    await trio.aclose_forcefully(stream)


class _Begun:
    """A stream whose beginning was read already, as far as Hypercorn needs one."""

    def __init__(self, stream: trio.abc.Stream, begun: bytes) -> None:
        self._stream = stream
        self._begun = begun
        self.ended = trio.Event()
        below: Any = getattr(stream, "transport_stream", stream)
        self.socket: trio.socket.SocketType = below.socket

    async def receive_some(self, most: int) -> bytes:
        data, self._begun = self._begun, b""
        try:
            data = data or bytes(await self._stream.receive_some(most))
        finally:
            if not data:
                self.ended.set()
        return data

    async def send_all(self, data: bytes) -> None:
        await self._stream.send_all(data)

    async def aclose(self) -> None:
        await self._stream.aclose()
        self.ended.set()

    async def close(self) -> None:
        await trio.aclose_forcefully(self._stream)


async def _close_in_the_end(stream: _Begun, scope: trio.CancelScope) -> None:
    """Also when the server stops; whoever still sends then hears of it."""
    try:
        with trio.move_on_after(LONGEST_VISIT):
            await stream.ended.wait()
        scope.cancel()
    finally:
        await stream.close()
