"""The page of a running server, and its metrics."""

from __future__ import annotations

import re

import trio

from cardkit.server.listen import open_sockets
from cardkit.web import Status, TableLine, serve_http
from cardkit.web.status import metrics_of, page_of

STATUS = Status(
    "0.1.0",
    7272,
    [TableLine("daifugo-1", "<b>Friday</b>", "playing", ["guest-ann", "robot-1"], 8)],
    {"tables": 1, "moves_total": 12345678, "commit_p50_ms": 0.25},
)


def test_the_page_names_the_tables_and_what_to_type() -> None:
    page = page_of(STATUS, "cards.example")
    assert "cardkit play cards.example:7272" in page
    assert "guest-ann, robot-1" in page
    assert "2/8" in page


def test_a_hostile_title_is_shown_as_text() -> None:
    page = page_of(STATUS, "<script>")
    assert "&lt;b&gt;Friday&lt;/b&gt;" in page
    assert "<script>" not in page


def test_metrics_are_lines_of_name_and_number() -> None:
    for line in metrics_of(STATUS).splitlines():
        assert re.fullmatch(r"cardkit_[a-z0-9_]+ [0-9.e+]+", line)


async def test_it_is_served_over_http_with_a_strict_policy() -> None:
    async with trio.open_nursery() as nursery:
        found: list[str] = await nursery.start(
            serve_http, open_sockets("127.0.0.1", 0), lambda: STATUS
        )
        port = int(found[0].rpartition(":")[2])
        page = await get(port, "/")
        assert page.startswith("HTTP/1.1 200")
        assert "content-security-policy: default-src 'none'" in page
        assert "cardkit_moves_total" in await get(port, "/metrics")
        assert (await get(port, "/secret")).startswith("HTTP/1.1 404")
        nursery.cancel_scope.cancel()


async def get(port: int, path: str) -> str:
    async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
        await stream.send_all(
            f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        data = b""
        async for part in stream:
            data += part
    return data.decode()
