"""Where browsers come in: what asks for the WebSocket becomes a link, all else goes to the site.

A WebSocket never waits for one who does not read, and is not compressed, so it is no matter of the
site: it goes on over the link of its connection.
"""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import partial
from typing import Any

import trio
from starlette.requests import Request
from starlette.responses import Response
from wsproto.handshake import WEBSOCKET_VERSION
from wsproto.utilities import generate_accept_token

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason
from cardkit.web.answers import refusal
from cardkit.web.backend import WebBackend
from cardkit.web.http import BadHttp, HttpConnection, HttpExchange, turned_away
from cardkit.web.links import ByteLink, WebSocketLink
from cardkit.web.origin import check_host, check_origin
from cardkit.web.site import make_site

ENDPOINT = "/ws"
LONGEST_VISIT = 900.0
"""Seconds after which a connection that is no WebSocket is closed."""
PINGS_EVERY = 25.0


class WebConnections:
    """Receives connections, as streams or as links, and lets the server talk over WebSockets."""

    def __init__(
        self, backend: WebBackend, talk: Callable[[WebSocketLink], Awaitable[None]]
    ) -> None:
        self._backend = backend
        self._talk = talk
        self._links: set[WebSocketLink] = set()
        self._site = make_site(backend)

    async def keep_alive(self) -> None:
        """Ping all of them now and then, until cancelled."""
        while True:
            await trio.sleep(PINGS_EVERY)
            for link in list(self._links):
                link.ping()

    def too_many(self, wrong: Refused) -> bytes:
        return turned_away(wrong)

    async def welcome(self, stream: trio.abc.Stream, link: ByteLink, *, secure: bool) -> None:
        """One connection, from its first question to its end."""
        turn = partial(self._backend.turn, link.address)
        visit = HttpConnection(stream, link.address, secure=secure, turn=turn)
        proxied = link.address in self._backend.proxies
        talking = await self._show(visit, link)
        if talking is None:
            return
        self._links.add(talking)
        try:
            with self._backend.counting(talking.address) if proxied else nullcontext():
                await self._talk(talking)
        finally:
            self._links.discard(talking)

    async def _show(self, visit: HttpConnection, link: ByteLink) -> WebSocketLink | None:
        """Answer what is asked, until it ends or a WebSocket begins."""
        here, peer = _address_here(visit.stream), link.address
        proxied = peer in self._backend.proxies
        going_on = False
        try:
            with trio.move_on_after(LONGEST_VISIT):
                while head := await visit.head():
                    if not proxied:
                        await visit.turn()
                    asked = HttpExchange(visit, head)
                    if proxied:  # it is the turn of the one for whom it asks
                        visit.address = self._backend.proxies.client(peer, asked.forwarded_for)
                        visit.turn = partial(self._backend.turn, visit.address)
                        await visit.turn()
                    wrong = self._wrong(visit, asked, here, peer)
                    if wrong is None and _is_upgrade(asked):
                        going_on = True
                        link.address = visit.address
                        link.send(_accepted(asked))
                        return WebSocketLink(link, visit.unread)
                    if not await asked.run(wrong or self._site):
                        await visit.close(unread=asked.unread)
                        return None
            await visit.close()
        except BadHttp as bad:
            await visit.close(turned_away(bad), unread=True)
        finally:
            if not going_on:
                await trio.aclose_forcefully(visit.stream)
        return None

    def _wrong(
        self, visit: HttpConnection, asked: HttpExchange, here: str, peer: str
    ) -> Response | None:
        """What is answered to a question that does not even get to the site, or to the table."""
        host, upgrade = asked.headers.get("host"), _is_upgrade(asked)
        status, more = 0, {"Connection": "close"}
        try:
            check_host(host, here, self._backend)
            banned = self._backend.turned_away(visit.address) if visit.address != peer else None
            if banned is not None:
                raise banned
            if not visit.secure and not self._backend.plain(peer):
                if host is not None and not upgrade:
                    status, more["Location"] = 308, f"https://{host}{asked.target}"
                raise Refused(
                    ServerReason.TLS_ONLY, "this server speaks TLS only; ask for https://"
                )
            if upgrade:
                more["Sec-WebSocket-Version"] = WEBSOCKET_VERSION.decode()
                _check_handshake(asked)
                check_origin(asked.headers.get("origin"), host, self._backend)
        except Refused as refused:
            answer = refusal(Request(asked.scope()), refused, status)
            answer.headers.update(more)
            return answer
        return None


def _address_here(stream: trio.abc.Stream) -> str:
    """The address that the other end has reached; nothing where there are no addresses."""
    below: Any = getattr(stream, "transport_stream", stream)
    return str(below.socket.getsockname()[0]) if hasattr(below, "socket") else ""


def _is_upgrade(asked: HttpExchange) -> bool:
    return asked.headers.get("upgrade", "").lower() == "websocket"


def _check_handshake(asked: HttpExchange) -> None:
    """Raises `Refused` unless it is the handshake of a WebSocket at its place."""
    if asked.target.partition("?")[0] != ENDPOINT:
        raise Refused(LocalReason.NO_SUCH_FILE, "the WebSocket is at {path}", path=ENDPOINT)
    said = asked.headers.get
    if (
        asked.request.method != b"GET"
        or asked.unread
        or "upgrade" not in {each.strip() for each in said("connection", "").lower().split(",")}
        or said("sec-websocket-version", "").encode() != WEBSOCKET_VERSION
        or not _is_key(said("sec-websocket-key", ""))
    ):
        raise Refused(ServerReason.BAD_FRAME, "that is no handshake of a WebSocket of version 13")


def _is_key(text: str) -> bool:
    try:
        return len(b64decode(text, validate=True)) == 16
    except ValueError:
        return False


def _accepted(asked: HttpExchange) -> bytes:
    token = generate_accept_token(asked.headers["sec-websocket-key"].encode()).decode()
    headers = [("Upgrade", "websocket"), ("Connection", "Upgrade")]
    return asked.switched([*headers, ("Sec-WebSocket-Accept", token)])
