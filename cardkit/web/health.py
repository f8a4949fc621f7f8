"""What monitoring asks for: whether a server lives, whether it takes new people, its numbers.

They are on the port of the page, and on a port of their own if the host wants one. On that they
are answered however many people come, and to everybody who can reach it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import trio
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from cardkit.netgame import Refused
from cardkit.web.answers import answer, json_answer, refusal
from cardkit.web.http import BadHttp, HttpConnection, HttpExchange, turned_away

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
LONGEST_VISIT = 300.0
AT_ONCE = 32
"""Connections that are answered; more wait."""


@dataclass(frozen=True, slots=True)
class Health:
    """A server as monitoring sees it."""

    not_ready: Callable[[], Refused | None] = field(default=lambda: None)
    """Why it takes nobody new, if so."""
    metrics: Callable[[], str] = field(default=lambda: "")
    """Its numbers in the text format of Prometheus."""

    async def lives(self, request: Request) -> Response:
        """Who answers lives: nothing is answered but by the event loop."""
        return json_answer(request, {"ok": True})

    async def is_ready(self, request: Request) -> Response:
        wrong = self.not_ready()
        return json_answer(request, {"ok": True}) if wrong is None else refusal(request, wrong, 503)

    async def numbers(self, request: Request) -> Response:
        return answer(request, self.metrics().encode(), CONTENT_TYPE)

    def site(self) -> ASGIApp:
        """These three alone."""
        return Starlette(
            routes=[
                Route("/healthz", self.lives),
                Route("/readyz", self.is_ready),
                Route("/metrics", self.numbers),
            ]
        )


ALL_WELL = Health()


async def serve_health(
    health: Health, listeners: list[trio.SocketListener], failed: Callable[[Exception], None]
) -> None:
    """Answer until cancelled; what should not happen `failed` is told."""
    site, room = health.site(), trio.CapacityLimiter(AT_ONCE)

    async def attend(stream: trio.SocketStream) -> None:
        try:
            async with stream, room:
                with trio.move_on_after(LONGEST_VISIT):
                    await _converse(stream, site)
        except Exception as error:  # noqa: BLE001 - one connection never ends the others
            failed(error)

    await trio.serve_listeners(attend, listeners)


async def _nobody_waits() -> None:
    """Nothing else has to be done first."""


async def _converse(stream: trio.SocketStream, site: ASGIApp) -> None:
    visit = HttpConnection(stream, "", secure=False, turn=_nobody_waits)
    try:
        while head := await visit.head():
            asked = HttpExchange(visit, head)
            if not await asked.run(site):
                return await visit.close(unread=asked.unread)
    except BadHttp as bad:
        await visit.close(turned_away(bad), unread=True)
