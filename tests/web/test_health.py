"""What monitoring asks for, on the port of the page and on one of its own."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from prometheus_client.parser import text_string_to_metric_families

from cardkit.commands.serve_web import health_sockets, start_health, start_web, web_sockets
from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.proxies import TrustedProxies
from cardkit.registry import games_to_host
from cardkit.server.serve import Running, serving
from cardkit.web.health import Health
from tests.server_helpers import configuration
from tests.web_helpers import a_web, fetch

STOPS = Refused(ServerReason.SHUTTING_DOWN, "the server stops")
NUMBERS = Health(metrics=lambda: "cardkit_people 3\n")
ELSEWHERE = "192.0.2.7"


async def test_a_server_that_answers_lives_whatever_else_is_wrong() -> None:
    async with a_web(health=Health(lambda: STOPS)) as web:
        answer = await web.get("/healthz")
        assert (answer.status, json.loads(answer.text)) == (200, {"ok": True})


async def test_who_takes_nobody_new_says_why() -> None:
    wrong: list[Refused] = []
    async with a_web(health=Health(lambda: wrong[0] if wrong else None)) as web:
        assert (await web.get("/readyz")).status == 200
        wrong.append(STOPS)
        answer = await web.get("/readyz")
        assert answer.status == 503
        assert json.loads(answer.text) == {"code": "SHUTTING_DOWN", "text": "the server stops"}


async def test_this_machine_sees_the_numbers() -> None:
    async with a_web(health=NUMBERS) as web:
        for host in ("127.0.0.1", "localhost:8272"):
            answer = await web.get("/metrics", host=host)
            assert (answer.status, answer.text) == (200, "cardkit_people 3\n")
            assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")


@pytest.mark.parametrize(
    "headers",
    [
        {"host": "cards.example"},  # a proxy hands the name on that it was asked for
        {"x_forwarded_for": "127.0.0.1"},
        {"x_forwarded_for": ELSEWHERE},
    ],
)
async def test_nobody_sees_the_numbers_through_a_proxy_that_is_not_named(
    headers: dict[str, str],
) -> None:
    async with a_web(health=NUMBERS, names={"cards.example"}) as web:
        answer = await web.get("/metrics", **headers)
        assert (answer.status, json.loads(answer.text)["code"]) == (403, "NOT_ALLOWED")
        assert "people" not in answer.text
        assert (await web.get("/readyz", **headers)).status == 200


async def test_whom_the_host_lets_see_the_numbers_sees_them() -> None:
    proxies, seen = TrustedProxies(["127.0.0.1"]), [ELSEWHERE]
    async with a_web(health=NUMBERS, proxies=proxies, sees_metrics=seen.__contains__) as web:
        assert (await web.get("/metrics", x_forwarded_for=ELSEWHERE)).status == 200
        assert (await web.get("/metrics", x_forwarded_for="192.0.2.8")).status == 403


# --- the whole server -------------------------------------------------------------------------


@asynccontextmanager
async def a_server(folder: Path, *said: str) -> AsyncIterator[tuple[Running, int, int]]:
    """A server, the port of its page, and that for monitoring."""
    words = "--port", "0", "--health", "0", "--no-tables", "--node", "north", *said
    settings = configuration(*words, folder=folder)
    log: list[str] = []
    with trio.fail_after(60):
        async with serving(settings, games_to_host([]), log.append) as running:
            web = await start_web(running, web_sockets(settings), settings)
            sockets = health_sockets(settings)
            start_health(running, sockets, settings)
            yield running, web, sockets[0].getsockname()[1]
    assert all(" node=north" in line for line in log)


async def test_without_a_page_there_is_a_port_for_monitoring(tmp_path: Path) -> None:
    async with a_server(tmp_path, "--no-web") as (running, web, port):
        assert web == 0
        assert (await fetch(port, "/healthz")).status == 200
        assert (await fetch(port, "/readyz")).status == 200
        numbers = await fetch(port, "/metrics", headers={"host": "cards-1.internal"})
        families = {each.name: each for each in text_string_to_metric_families(numbers.text)}
        assert families["cardkit_node_info"].samples[0].labels["node"] == "north"
        assert (await fetch(port, "/status")).status == 404
        assert (await fetch(port, "/healthz", "POST")).status == 405
        running.runner.core.draining = True
        answer = await fetch(port, "/readyz")
        assert (answer.status, json.loads(answer.text)["code"]) == (503, "SHUTTING_DOWN")
        assert (await fetch(port, "/healthz")).status == 200


async def test_a_server_with_no_room_still_says_how_it_is(tmp_path: Path) -> None:
    async with a_server(tmp_path, "--most-connections", "1") as (running, web, port):
        stream = await trio.open_tcp_stream("127.0.0.1", running.ports[0])
        while (await fetch(web, "/healthz")).status != 503:
            pass  # it takes a moment until the other is in
        assert (await fetch(port, "/healthz")).status == 200
        assert 'cardkit_turned_away_total{code="TOO_MANY"}' in (await fetch(port, "/metrics")).text
        await stream.aclose()


@pytest.mark.parametrize("data", [b"\x16\x03", b"GET / HTTP/9.9\r\n\r\n", b"HELP\n", b"\0" * 99])
async def test_nonsense_at_the_port_for_monitoring_costs_only_itself(
    tmp_path: Path, data: bytes
) -> None:
    async with a_server(tmp_path, "--no-web") as (running, _, port):
        async with await trio.open_tcp_stream("127.0.0.1", port) as stream:
            await stream.send_all(data)
        assert (await fetch(port, "/healthz")).status == 200
        assert not running.runner.core.outbox.log.counted
