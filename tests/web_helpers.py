"""A server with a web edge on loopback and its clients, for tests: no browser and no disk."""

from __future__ import annotations

import gzip
import ssl
from collections import deque
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import h11
import trio
from wsproto import ConnectionType, WSConnection
from wsproto.connection import ConnectionState
from wsproto.events import (
    AcceptConnection,
    CloseConnection,
    Event,
    Message,
    Ping,
    RejectConnection,
    RejectData,
    Request,
    TextMessage,
)

from cardkit.cardgame import CardGame
from cardkit.netgame import NetGame
from cardkit.protocol import JsonCodec
from cardkit.server.listener import ConnectionListener, open_sockets
from cardkit.server.settings import LIMITS, Limits
from cardkit.web import ServerStatus, TableLine, WebBackend, WebConnections, WebSocketLink
from tests.server_helpers import Client, Hall, a_hall
from tests.tiny_games import Nim

NO_PAGE = Path(__file__).parent / "no_page"


class Turned(Exception):
    """The handshake was refused."""

    def __init__(self, status: int, body: bytes) -> None:
        super().__init__(status, body)
        self.status, self.body = status, body


class WebSocketStream(trio.abc.Stream):
    """A WebSocket as a stream: what is sent at once is a message, and so is what is received."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.protocol = WSConnection(ConnectionType.CLIENT)
        self.closed: tuple[int, str] | None = None
        self.pings = 0
        self.answers = True
        self._heard: deque[bytes] = deque()
        self._part = ""

    async def shake_hands(self, target: str = "/ws", **headers: str) -> None:
        extra = [(name.replace("_", "-").encode(), v.encode()) for name, v in headers.items()]
        request = Request("127.0.0.1", target, extra_headers=extra)
        await self.raw(self.protocol.send(request))
        status, body = 0, b""
        while True:
            for event in await self._events():
                if isinstance(event, AcceptConnection):
                    return
                if isinstance(event, RejectConnection):
                    status = event.status_code
                elif isinstance(event, RejectData):
                    body += event.data
                    if event.body_finished:
                        raise Turned(status, body)

    async def raw(self, data: bytes) -> None:
        await self.stream.send_all(data)

    async def say(self, event: Event) -> None:
        await self.raw(self.protocol.send(event))

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self.say(TextMessage(data=bytes(data).decode()))

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        while not self._heard:
            if self.closed is not None:
                return b""
            for event in await self._events():
                await self._hear(event)
        return self._heard.popleft()

    async def _events(self) -> list[Event]:
        data = bytes(await self.stream.receive_some(1 << 16))
        if not data:
            if self.closed is None:
                self.closed = (1006, "")
            return []
        self.protocol.receive_data(data)
        return list(self.protocol.events())

    async def _hear(self, event: Event) -> None:
        if isinstance(event, Message):
            assert isinstance(event, TextMessage), "a server sends text"
            self._part += event.data
            if event.message_finished:
                self._heard.append(self._part.encode())
                self._part = ""
        elif isinstance(event, Ping):
            self.pings += 1
            if self.answers:
                await self.say(event.response())
        elif isinstance(event, CloseConnection):
            self.closed = (int(event.code), event.reason or "")
            if self.protocol.state is ConnectionState.REMOTE_CLOSING:
                await self.say(event.response())

    async def aclose(self) -> None:
        await self.stream.aclose()


class Browser(Client):
    """A client over a WebSocket."""

    stream: WebSocketStream

    async def end(self) -> tuple[int, str]:
        """With which code and reason the server closes."""
        await self.rest()
        assert self.stream.closed is not None
        return self.stream.closed


@dataclass
class Answer:
    """What came over HTTP."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.body) if packed else self.body).decode()


class Web:
    """A hall with a door for browsers."""

    def __init__(self, hall: Hall, port: int, edge: WebConnections) -> None:
        self.hall, self.port, self.edge = hall, port, edge
        self.opened: list[trio.abc.Stream] = []

    async def browser(
        self, target: str = "/ws", context: ssl.SSLContext | None = None, **headers: str
    ) -> Browser:
        stream: trio.abc.Stream = await trio.open_tcp_stream("127.0.0.1", self.port)
        if context is not None:
            stream = trio.SSLStream(stream, context, https_compatible=True)
        self.opened.append(stream)
        talking = WebSocketStream(stream)
        await talking.shake_hands(target, **headers)
        return Browser(talking, JsonCodec())

    async def guest(self, name: str) -> Browser:
        browser = await self.browser()
        await browser.enter(name)
        return browser

    async def get(self, path: str, **headers: str) -> Answer:
        return await fetch(self.port, path, headers=headers)


async def fetch(
    port: int,
    path: str,
    method: str = "GET",
    body: bytes = b"",
    context: ssl.SSLContext | None = None,
    headers: Mapping[str, str] = {},
) -> Answer:
    """One question over HTTP, with a connection of its own."""
    stream: trio.abc.Stream = await trio.open_tcp_stream("127.0.0.1", port)
    if context is not None:
        stream = trio.SSLStream(stream, context, https_compatible=True)
    async with stream:
        protocol = h11.Connection(h11.CLIENT)
        said = {"host": f"127.0.0.1:{port}", "connection": "close", **headers}
        if body:
            said["content-length"] = str(len(body))
        lines = [(name.replace("_", "-"), value) for name, value in said.items()]
        request = h11.Request(method=method, target=path, headers=lines)
        data = (protocol.send(request) or b"") + (protocol.send(h11.Data(data=body)) or b"")
        await stream.send_all(data + (protocol.send(h11.EndOfMessage()) or b""))
        return await _answer(stream, protocol)


async def _answer(stream: trio.abc.Stream, protocol: h11.Connection) -> Answer:
    answer = Answer(0, {}, b"")
    while True:
        event = protocol.next_event()
        if event is h11.NEED_DATA:
            protocol.receive_data(bytes(await stream.receive_some(1 << 16)))
        elif isinstance(event, h11.Response):
            answer.status = event.status_code
            answer.headers = {name.decode(): value.decode() for name, value in event.headers}
        elif isinstance(event, h11.Data):
            answer.body += bytes(event.data)
        elif isinstance(event, h11.EndOfMessage | h11.ConnectionClosed):
            return answer


def venue_of(hall: Hall) -> WebBackend:
    """What the web is shown of a hall: its tables, and no past."""

    def status() -> ServerStatus:
        tables = [
            TableLine(
                hosted.name,
                hosted.settings.hosting.title or hosted.table.title,
                hosted.table.phase,
                hosted.table.names,
                hosted.table.seats.most,
            )
            for hosted in hall.core.tables.values()
        ]
        return ServerStatus("0.1.0", 7272, tables, len(tables))

    games = {name: game for name, game in hall.core.games.items() if issubclass(game, CardGame)}
    return WebBackend(status=status, games=games, page=NO_PAGE)


@asynccontextmanager
async def a_web(
    games: Mapping[str, type[NetGame]] = {"nim": Nim},
    *,
    context: ssl.SSLContext | None = None,
    limits: Limits = LIMITS,
    **shown: Any,
) -> AsyncIterator[Web]:
    """A server whose one door is for browsers, for as long as the block lasts."""
    async with a_hall(games, limits=limits) as hall:
        web = open_web(hall, context, **shown)
        try:
            yield web
        finally:
            for stream in web.opened:
                with trio.CancelScope(shield=True):
                    await trio.aclose_forcefully(stream)


def open_web(hall: Hall, context: ssl.SSLContext | None = None, **shown: Any) -> Web:
    """A door for browsers, for as long as the hall is there."""

    async def talk(link: WebSocketLink) -> None:
        await hall.runner.serve(link, codec=JsonCodec())

    edge = WebConnections(replace(venue_of(hall), **shown), talk)
    [listener] = open_sockets("127.0.0.1", 0)
    port: int = listener.getsockname()[1]
    hall.nursery.start_soon(ConnectionListener(hall.runner, context).accept, listener, edge)
    hall.nursery.start_soon(edge.keep_alive)
    return Web(hall, port, edge)
