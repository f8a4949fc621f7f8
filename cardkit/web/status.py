"""A page that tells which tables are open and how to join them, and `/metrics` for monitoring."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from socket import socket

import trio
from hypercorn.config import Config
from hypercorn.trio import serve
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 48rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem }
tr + tr { border-top: 1px solid #8886 } code { background: #8882; padding: .1rem .3rem }
:root { color-scheme: light dark }
"""


@dataclass(frozen=True, slots=True)
class TableLine:
    """One table, as the page shows it."""

    name: str
    title: str
    phase: str
    players: Sequence[str]
    seats: int


@dataclass(frozen=True, slots=True)
class Status:
    """What there is to show at this moment."""

    version: str
    port: int
    tables: Sequence[TableLine]
    counts: Mapping[str, float]


async def serve_http(
    sockets: Sequence[socket],
    status: Callable[[], Status],
    task_status: trio.TaskStatus[list[str]] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Serve on these listening sockets until cancelled; tells the addresses once it is up."""
    config = Config()
    config.bind = [f"fd://{sock.detach()}" for sock in sockets]
    config.accesslog = config.errorlog = None
    config.include_server_header = False
    app = Starlette(
        routes=[
            Route("/", partial(_page, status)),
            Route("/metrics", partial(_metrics, status)),
        ]
    )
    await serve(app, config, shutdown_trigger=trio.sleep_forever, task_status=task_status)  # type: ignore[arg-type]


async def _page(status: Callable[[], Status], request: Request) -> Response:
    return HTMLResponse(page_of(status(), request.url.hostname or "localhost"), headers=_HEADERS)


async def _metrics(status: Callable[[], Status], request: Request) -> Response:
    return PlainTextResponse(metrics_of(status()), headers=_HEADERS)


def page_of(status: Status, host: str) -> str:
    rows = "".join(
        f"<tr><td>{escape(t.name)}<td>{escape(t.title)}<td>{escape(t.phase)}"
        f"<td>{escape(', '.join(t.players)) or '–'}<td>{len(t.players)}/{t.seats}"
        for t in status.tables
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>cardkit</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style>'
        f"<h1>cardkit {escape(status.version)}</h1>"
        f"<p>To play: <code>cardkit play {escape(host)}:{status.port}</code>"
        f"<table><tr><th>Table<th>Game<th>Phase<th>Players<th>Seats{rows}</table>"
    )


def metrics_of(status: Status) -> str:
    """The counts in the text format that monitoring systems read."""
    return "".join(f"cardkit_{name} {value:.15g}\n" for name, value in status.counts.items())
