"""HTTP/1.1 as a server speaks it with an ASGI application: one question after another.

Strict where two readers of the same bytes might disagree, since one of them may be a proxy: what
is ambiguous is refused, and its connection closed. Every wait has an end, so who sends or reads
too slowly costs only themselves. Knows nothing of what is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from email.utils import formatdate
from urllib.parse import unquote

import h11
import trio
from starlette.types import ASGIApp, Message, Scope

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.web.answers import HEADERS, json_bytes, status_of

LONGEST_HEAD = 1 << 14
MOST_LINES = 64
"""In a head: each takes its time to read, however short. Browsers send about twenty."""
LONGEST_LINK = 1 << 12
"""The options of a table fit into half of it; who takes them apart needs a while for more."""
SECONDS_FOR_HEAD = 10.0
SECONDS_IDLE = 20.0
"""Between two questions."""
SECONDS_FOR_BODY = 10.0
LEAST_RATE = 1 << 14
"""Bytes of a body that give it one second more."""
SECONDS_TO_READ = 20.0
"""For each piece of an answer."""
LAST_SECONDS = 2.0
"""For last words to arrive: closing at once while the other end still sends would lose them."""
_CHUNK = 1 << 12
_PIECE = 1 << 16
_END = b"\r\n\r\n"
_TORN = re.compile(rb"(?<!\r)\n|\r(?!\n)|\n[ \t]")
_LENGTHS = re.compile(rb"\ncontent-length[ \t]*:([^\r]*)", re.IGNORECASE)
_ABSOLUTE = re.compile(r"https?://([^/?#]*)(.*)", re.IGNORECASE)
_STANDARD = {name.lower().encode(): value.encode() for name, value in HEADERS.items()}


class BadHttp(Refused):
    """Something that cannot be answered as a question: the connection ends."""

    def __init__(self, status: int, reason: str, template: str, **parts: object) -> None:
        super().__init__(reason, template, **parts)
        self.status = status


def turned_away(wrong: Refused) -> bytes:
    """A refusal of a whole connection, in bytes."""
    body = json_bytes({"code": str(wrong.reason), "text": wrong.text()})
    headers = [*HEADERS.items(), ("Content-Type", "application/json")]
    headers += [("Content-Length", str(len(body))), ("Connection", "close")]
    status = wrong.status if isinstance(wrong, BadHttp) else status_of(wrong)
    head = h11.Response(status_code=status, headers=headers)
    protocol = h11.Connection(h11.SERVER)
    parts = (head, h11.Data(data=body), h11.EndOfMessage())
    return b"".join(protocol.send(part) or b"" for part in parts)


@dataclass(slots=True)
class HttpConnection:
    """A connection and what came over it so far."""

    stream: trio.abc.Stream
    address: str
    secure: bool = field(kw_only=True)
    turn: Callable[[], Awaitable[None]] = field(kw_only=True)
    """Waits until it is the turn of this address."""
    unread: bytes = b""
    _patience: float = SECONDS_FOR_HEAD

    async def head(self) -> bytes:
        """The head of the next question as it came, or nothing when there is none. `BadHttp`."""
        with trio.move_on_after(self._patience):
            self.unread = self.unread or await self._receive()
        if not self.unread:
            return b""
        self._patience = SECONDS_IDLE
        with trio.move_on_after(SECONDS_FOR_HEAD):
            while (end := self.unread.find(_END)) < 0:
                if len(self.unread) > LONGEST_HEAD or b"\n\n" in self.unread:
                    return self.unread
                part = await self._receive()
                if not part:
                    return b""
                self.unread += part
            return self.taken(end + len(_END))
        raise BadHttp(408, ServerReason.TOO_SLOW, "a question has to come sooner than that")

    def taken(self, most: int) -> bytes:
        data, self.unread = self.unread[:most], self.unread[most:]
        return data

    async def some(self, most: int) -> bytes:
        """Some of a body; nothing when the other end is gone."""
        self.unread = self.unread or await self._receive(_PIECE)
        return self.taken(most)

    async def _receive(self, most: int = _CHUNK) -> bytes:
        try:
            return bytes(await self.stream.receive_some(most))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return b""

    async def send(self, data: bytes) -> bool:
        """Whether the other end took it."""
        view = memoryview(data)
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError, trio.TooSlowError):
            for at in range(0, len(data), _PIECE):
                with trio.fail_after(SECONDS_TO_READ):
                    await self.stream.send_all(view[at : at + _PIECE])
            return True
        return False

    async def close(self, last: bytes = b"", *, unread: bool = False) -> None:
        """End it, after last words; `unread` when more is on its way that nobody will read."""
        if last or unread:
            with trio.move_on_after(LAST_SECONDS):
                await self.send(last)
                with suppress(trio.BrokenResourceError):
                    if isinstance(self.stream, trio.abc.HalfCloseableStream):
                        await self.stream.send_eof()
                while await self._receive(_PIECE):
                    await self.turn()
        with suppress(trio.BrokenResourceError), trio.move_on_after(LAST_SECONDS):
            await self.stream.aclose()


class HttpExchange:
    """One question, and the answer to it. Raises `BadHttp` when it is none."""

    def __init__(self, visit: HttpConnection, head: bytes) -> None:
        self._visit = visit
        self._protocol = h11.Connection(h11.SERVER, max_incomplete_event_size=LONGEST_HEAD)
        self.request = _read(self._protocol, head)
        self.headers = {bytes(k).decode(): v.decode("latin-1") for k, v in self.request.headers}
        forwarded = (v for name, v in self.request.headers if name == b"x-forwarded-for")
        self.forwarded_for = b",".join(forwarded).decode("latin-1")
        """For whom a proxy asks, and further proxies, if it tells."""
        self.target = _target(self.request, self.headers.get("host", ""))
        self._left = int(self.headers.get("content-length", "0"))
        self._heard = self._lost = False
        self._start: Message = {}
        self._until = trio.current_time() + SECONDS_FOR_BODY

    def scope(self) -> Scope:
        path, _, query = self.target.partition("?")
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": self.request.http_version.decode(),
            "method": self.request.method.decode(),
            "scheme": "https" if self._visit.secure else "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": list(self.request.headers),
            "client": (self._visit.address, 0),
            "server": None,
        }

    async def run(self, app: ASGIApp) -> bool:
        """Let it be answered; whether another question may follow."""
        with suppress(Exception):  # the application itself has told of it
            await app(self.scope(), self._receive, self._send)
        if self._left:
            self._left -= len(self._visit.taken(self._left))
        return not self._left and not self._lost and self._protocol.our_state is h11.DONE

    @property
    def unread(self) -> bool:
        return self._left > 0

    def switched(self, headers: list[tuple[str, str]]) -> bytes:
        """The answer after which another protocol is spoken."""
        answer = h11.InformationalResponse(status_code=101, headers=headers)
        return self._protocol.send(answer) or b""

    async def _receive(self) -> Message:
        """A piece of the body. Raises `Refused` when it comes too slowly."""
        gone: Message = {"type": "http.disconnect"}
        if self._heard or self._lost:
            return gone
        part = b""
        if self._left:
            if self._protocol.they_are_waiting_for_100_continue and not self._visit.unread:
                go_on = h11.InformationalResponse(status_code=100, headers=[])
                self._lost = not await self._visit.send(self._protocol.send(go_on) or b"")
            with trio.CancelScope(deadline=self._until) as scope:
                part = await self._visit.some(self._left)
            if scope.cancelled_caught:
                raise Refused(ServerReason.TOO_SLOW, "that was sent too slowly; try again")
            self._lost = self._lost or not part
        if self._lost:
            return gone
        self._left -= len(part)
        self._until += len(part) / LEAST_RATE
        self._heard = not self._left
        return {"type": "http.request", "body": part, "more_body": self._left > 0}

    async def _send(self, message: Message) -> None:
        if self._lost:
            return
        if message["type"] == "http.response.start":
            self._start = message
            return
        data = b""
        if self._start:
            headers = [(b"date", formatdate(usegmt=True).encode()), *self._start["headers"]]
            if self._left > len(self._visit.unread):
                headers.append((b"connection", b"close"))
            names = {name for name, _ in headers}
            headers += [each for each in _STANDARD.items() if each[0] not in names]
            head = h11.Response(status_code=self._start["status"], headers=headers)
            data, self._start = self._protocol.send(head) or b"", {}
        if message.get("body") and self.request.method != b"HEAD":
            data += self._protocol.send(h11.Data(data=message["body"])) or b""
        if not message.get("more_body"):
            data += self._protocol.send(h11.EndOfMessage()) or b""
        self._lost = not await self._visit.send(data)


def _read(protocol: h11.Connection, head: bytes) -> h11.Request:
    """The one thing that a head says."""
    if len(head) > LONGEST_HEAD or head.count(b"\n") > MOST_LINES:
        wrong = "the head of a question has at most {most:,} bytes and {lines} lines"
        raise BadHttp(431, ServerReason.TOO_LONG, wrong, most=LONGEST_HEAD, lines=MOST_LINES)
    try:
        protocol.receive_data(head)
        request = None if _TORN.search(head) else protocol.next_event()
    except h11.RemoteProtocolError:
        request = None
    if not isinstance(request, h11.Request):
        raise BadHttp(400, ServerReason.BAD_FRAME, "that is no question of HTTP/1.1")
    if request.http_version not in (b"1.0", b"1.1"):
        raise BadHttp(505, ServerReason.BAD_FRAME, "this server speaks HTTP/1.1")
    lengths = _LENGTHS.findall(head)
    chunked = any(name == b"transfer-encoding" for name, _ in request.headers)
    if len(lengths) > 1 or b"," in b"".join(lengths) or (chunked and lengths):
        raise _ambiguous()
    if chunked:
        raise BadHttp(
            411, ServerReason.BAD_FRAME, "send it with a Content-Length, and not in chunks"
        )
    return request


def _target(request: h11.Request, host: str) -> str:
    """What is asked for, without the name of the server that stands before it for a proxy."""
    target = request.target.decode()
    if len(target) > LONGEST_LINK:
        wrong = "a link has at most {most:,} bytes"
        raise BadHttp(414, ServerReason.TOO_LONG, wrong, most=LONGEST_LINK)
    if absolute := _ABSOLUTE.fullmatch(target):
        if absolute[1].lower() != host.lower():
            raise _ambiguous()
        target = absolute[2] if absolute[2].startswith("/") else f"/{absolute[2]}"
    if not target.startswith("/"):
        raise BadHttp(400, ServerReason.BAD_FRAME, "that is no question of HTTP/1.1")
    return target


def _ambiguous() -> BadHttp:
    wrong = "that question can be read in two ways; name its host and its length once"
    return BadHttp(400, ServerReason.BAD_FRAME, wrong)
