"""HTTP as a server speaks it: one question after another, and no wait without end."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
import trio
from trio.testing import memory_stream_pair

from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.registry import find_game
from cardkit.server.links import StreamLink
from cardkit.web import ServerStatus
from cardkit.web.backend import WebBackend
from cardkit.web.connections import LONGEST_VISIT
from cardkit.web.http import LONGEST_HEAD, LONGEST_LINK, MOST_LINES, SECONDS_FOR_BODY, SECONDS_IDLE
from cardkit.web.origin import check_host
from tests.web_helpers import Web, a_web, fetch

HOST = b"Host: 127.0.0.1\r\n"
UPGRADE = (
    b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
GET = b"GET /healthz HTTP/1.1\r\n" + HOST


async def said_to(web: Web, data: bytes) -> bytes:
    """All that is answered to these bytes, until the server closes."""
    async with await trio.open_tcp_stream("127.0.0.1", web.port) as stream:
        await stream.send_all(data)
        return b"".join([bytes(part) async for part in stream])


def status_of(said: bytes) -> int:
    return int(said.split(b" ")[1])


def code_of(said: bytes) -> str:
    data = json.loads(said.partition(b"\r\n\r\n")[2])
    assert data["text"]
    return str(data["code"])


async def head_of(stream: trio.abc.Stream) -> bytes:
    data = b""
    while b"\r\n\r\n" not in data:
        part = bytes(await stream.receive_some(1 << 16))
        assert part
        data += part
    return data


# --- what is refused --------------------------------------------------------------------------


POST = b"POST /replay HTTP/1.1\r\n" + HOST


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (POST + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
        (POST + b"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", 400),
        (POST + b"Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400),
        (POST + b"Content-Length: 3\r\ncontent-length: 4\r\n\r\nabc", 400),
        (POST + b"Content-Length: 3, 3\r\n\r\nabc", 400),
        (POST + b"Content-Length: +3\r\n\r\nabc", 400),
        (POST + b"Content-Length: 0x3\r\n\r\nabc", 400),
        (POST + b"Content-Length: -1\r\n\r\n", 400),
        (POST + b"Content-Length: " + b"9" * 30 + b"\r\n\r\n", 400),
        (POST + b"Content-Length : 3\r\n\r\nabc", 400),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411),
        (POST + b"Transfer-Encoding: xchunked\r\n\r\n", 400),
        (POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n", 400),
        (b"POST /replay HTTP/1.0\r\n" + HOST + b"Transfer-Encoding: chunked\r\n\r\n", 411),
        (GET + HOST + b"\r\n", 400),
        (GET + b"Host: evil.example\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (GET + b"X: a\r\n b\r\n\r\n", 400),
        (GET + b"X: a\r\n\tb\r\n\r\n", 400),
        (GET + b" X: a\r\n\r\n", 400),
        (GET + b"X: a\nY: b\r\n\r\n", 400),
        (GET + b"X: a\rY: b\r\n\r\n", 400),
        (GET + b"X: a\0\r\n\r\n", 400),
        (b"GET /healthz HTTP/1.1\nHost: 127.0.0.1\n\n", 400),
        (b"GET http://evil.example/healthz HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET http://127.0.0.1@evil.example/ HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET healthz HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"OPTIONS * HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"CONNECT 127.0.0.1:80 HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET  / HTTP/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET / http/1.1\r\n" + HOST + b"\r\n", 400),
        (b"GET /\r\n\r\n", 400),
        (b"GET / HTTP/2.0\r\n" + HOST + b"\r\n", 505),
        (b"GET / HTTP/1.2\r\n" + HOST + b"\r\n", 505),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0", 505),
    ],
)
async def test_what_can_be_read_in_two_ways_is_refused_and_nothing_after_it_is_read(
    data: bytes, status: int
) -> None:
    async with a_web() as web:
        said = await said_to(web, data + b"GET /status HTTP/1.1\r\n" + HOST + b"\r\n")
        assert (status_of(said), code_of(said)) == (status, "BAD_FRAME")
        assert said.count(b"HTTP/1.1 ") == 1
        assert b"Connection: close" in said


async def test_a_head_is_short() -> None:
    async with a_web() as web:
        for more in (b"X: " + b"x" * LONGEST_HEAD, b"X:\r\n" * MOST_LINES, b"X" * 100_000):
            said = await said_to(web, GET + more + b"\r\n\r\n")
            assert (status_of(said), code_of(said)) == (431, "TOO_LONG")


async def test_a_link_is_short() -> None:
    async with a_web() as web:
        fits = b"GET /healthz?" + b"x" * (LONGEST_LINK - 9) + b" HTTP/1.1\r\nConnection: close\r\n"
        assert status_of(await said_to(web, fits + HOST + b"\r\n")) == 200
        said = await said_to(web, fits.replace(b"?", b"?x") + HOST + b"\r\n")
        assert (status_of(said), code_of(said)) == (414, "TOO_LONG")


async def test_the_whole_link_of_this_server_may_be_named_as_for_a_proxy() -> None:
    async with a_web() as web:
        for link in (b"http://127.0.0.1/healthz", b"HTTPS://127.0.0.1/healthz?"):
            rest = b" HTTP/1.1\r\nConnection: close\r\n" + HOST + b"\r\n"
            assert status_of(await said_to(web, b"GET " + link + rest)) == 200


async def test_who_offers_http_2_is_served_as_before() -> None:
    settings = b"Connection: Upgrade, HTTP2-Settings, close\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"
    async with a_web() as web:
        said = await said_to(web, GET + b"Upgrade: h2c\r\n" + settings + b"\r\n")
        assert status_of(said) == 200


# --- one after another ------------------------------------------------------------------------


async def test_questions_that_come_at_once_are_answered_in_order() -> None:
    async with a_web() as web:
        last = b"GET /rules/bridge HTTP/1.1\r\nConnection: close\r\n" + HOST + b"\r\n"
        body = b"POST /replay HTTP/1.1\r\nContent-Length: 2\r\n" + HOST + b"\r\n{}"
        said = await said_to(web, (GET + b"\r\n") * 3 + body + last)
        statuses = [int(part[:3]) for part in said.split(b"HTTP/1.1 ")[1:]]
        assert statuses == [200, 200, 200, 422, 404]


async def test_a_head_alone_is_answered_with_a_head_alone() -> None:
    async with a_web() as web:
        answer = await fetch(web.port, "/healthz", "HEAD")
        assert (answer.status, answer.body) == (200, b"")
        assert int(answer.headers["content-length"]) > 0
        assert answer.headers["date"].endswith("GMT")


async def test_http_1_0_is_answered_and_closed() -> None:
    async with a_web() as web:
        said = await said_to(web, b"GET /healthz HTTP/1.0\r\n\r\n")
        assert status_of(said) == 200
        assert b"\r\nConnection: close\r\n" in said


async def test_who_waits_to_be_told_to_go_on_is_told() -> None:
    async with a_web() as web, await trio.open_tcp_stream("127.0.0.1", web.port) as stream:
        await stream.send_all(POST + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        assert await head_of(stream) == b"HTTP/1.1 100 \r\n\r\n"
        await stream.send_all(b"{}")
        assert status_of(await head_of(stream)) == 422


async def test_a_body_that_nobody_reads_ends_the_connection_after_the_answer() -> None:
    async with a_web() as web:
        said = await said_to(web, GET + b"Content-Length: 9\r\n\r\nGET")
        assert status_of(said) == 200
        assert b"\r\nconnection: close\r\n" in said.lower()
        whole = GET + b"Content-Length: 3\r\n\r\nGET" + GET + b"Connection: close\r\n\r\n"
        assert (await said_to(web, whole)).count(b"HTTP/1.1 200") == 2


async def test_a_body_that_is_too_long_is_refused_before_it_is_sent() -> None:
    async with a_web() as web:
        said = await said_to(web, POST + b"Content-Length: 999999999\r\n\r\n")
        assert (status_of(said), code_of(said)) == (413, "TOO_LONG")


async def test_every_question_waits_for_its_turn() -> None:
    waited: list[str] = []
    may_go_on = trio.Event()

    async def turn(address: str) -> None:
        waited.append(address)
        if len(waited) == 2:
            await may_go_on.wait()

    async with a_web(turn=turn) as web:
        async with await trio.open_tcp_stream("127.0.0.1", web.port) as stream:
            await stream.send_all((GET + b"\r\n") * 3)
            said = await head_of(stream)
            await trio.testing.wait_all_tasks_blocked()
            assert waited == ["127.0.0.1"] * 2
            assert said.count(b"HTTP/1.1 200") == 1
            may_go_on.set()
            while said.count(b"HTTP/1.1 200") < 3:
                said += bytes(await stream.receive_some(1 << 16))
        assert waited == ["127.0.0.1"] * 3
        await web.guest("ann")
        await said_to(web, b"?\r\n\r\n")
        assert waited == ["127.0.0.1"] * 5


async def test_a_websocket_may_begin_after_other_questions() -> None:
    async with a_web() as web, await trio.open_tcp_stream("127.0.0.1", web.port) as stream:
        await stream.send_all(GET + b"\r\n" + b"GET /ws HTTP/1.1\r\n" + HOST + UPGRADE)
        said = await head_of(stream)
        while b"HTTP/1.1 101" not in said:
            said += bytes(await stream.receive_some(1 << 16))
        assert said.startswith(b"HTTP/1.1 200")


# --- no wait without end ----------------------------------------------------------------------


class Afar:
    """Somebody at another address, over memory: their waiting takes no time."""

    def __init__(self, web: Web, nursery: trio.Nursery, *, secure: bool = True) -> None:
        self.stream, theirs = memory_stream_pair()
        self.begun = trio.current_time()
        self.ended = 0.0

        async def welcome() -> None:
            link = StreamLink(theirs, "192.0.2.7", nursery)
            await web.edge.welcome(theirs, link, secure=secure)
            self.ended = trio.current_time() - self.begun

        nursery.start_soon(welcome)

    async def rest(self) -> bytes:
        return b"".join([bytes(part) async for part in self.stream])


async def test_who_says_nothing_or_half_a_head_is_let_go(autojump_clock: trio.abc.Clock) -> None:
    async with a_web() as web, trio.open_nursery() as nursery:
        silent, half = Afar(web, nursery), Afar(web, nursery)
        await half.stream.send_all(GET)
        assert await silent.rest() == b""
        said = await half.rest()
        assert (status_of(said), code_of(said)) == (408, "TOO_SLOW")
        await trio.testing.wait_all_tasks_blocked()
        assert silent.ended == 10
        assert half.ended <= 12


async def test_a_connection_that_asks_no_more_is_let_go(autojump_clock: trio.abc.Clock) -> None:
    async with a_web(names=["127.0.0.1"]) as web, trio.open_nursery() as nursery:
        idle = Afar(web, nursery)
        await idle.stream.send_all(GET + b"\r\n")
        assert (await idle.rest()).startswith(b"HTTP/1.1 200")
        await trio.testing.wait_all_tasks_blocked()
        assert idle.ended == SECONDS_IDLE


async def test_no_connection_asks_for_ever(autojump_clock: trio.abc.Clock) -> None:
    async with a_web(names=["127.0.0.1"]) as web, trio.open_nursery() as nursery:
        busy = Afar(web, nursery)
        with suppress(trio.BrokenResourceError):
            while True:
                await busy.stream.send_all(GET + b"\r\n")
                await busy.stream.receive_some(1 << 16)
                await trio.sleep(15)
        await trio.testing.wait_all_tasks_blocked()
        assert busy.ended == LONGEST_VISIT


async def test_a_body_that_drips_is_refused(autojump_clock: trio.abc.Clock) -> None:
    async with a_web(names=["127.0.0.1"]) as web, trio.open_nursery() as nursery:
        slow = Afar(web, nursery)
        await slow.stream.send_all(POST + b"Content-Length: 1000\r\n\r\n")

        async def drip() -> None:
            while True:
                await slow.stream.send_all(b"x")
                await trio.sleep(1)

        nursery.start_soon(drip)
        said = await head_of(slow.stream)
        assert (status_of(said), code_of(said)) == (408, "TOO_SLOW")
        assert trio.current_time() - slow.begun == pytest.approx(SECONDS_FOR_BODY, abs=0.01)
        nursery.cancel_scope.cancel()


async def test_who_does_not_read_the_answer_is_let_go(
    autojump_clock: trio.abc.Clock, tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text("x")
    (tmp_path / "big.css").write_text("x" * 300_000)
    async with a_web(names=["127.0.0.1"], page=tmp_path) as web, trio.open_nursery() as nursery:
        theirs, ours = trio.testing.lockstep_stream_pair()
        link = StreamLink(ours, "192.0.2.7", nursery)
        await_end = trio.Event()

        async def welcome() -> None:
            await web.edge.welcome(ours, link, secure=True)
            await_end.set()

        nursery.start_soon(welcome)
        await theirs.send_all(b"GET /big.css HTTP/1.1\r\n" + HOST + b"\r\n")
        begun = trio.current_time()
        await await_end.wait()
        assert trio.current_time() - begun < 30


# --- by which name ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:80", "localhost", "LOCALHOST:8272", "a.localhost"]
)
async def test_this_machine_is_served_by_its_own_names(host: str) -> None:
    async with a_web() as web:
        assert (await fetch(web.port, "/healthz", headers={"host": host})).status == 200


def allowed(host: str, here: str, *names: str) -> bool:
    backend = WebBackend(status=lambda: ServerStatus("", 0, [], 0), games={}, names=names)
    try:
        check_host(host, here, backend)
    except Refused as refused:
        return refused.reason != ServerReason.WRONG_HOST
    return True


def test_a_server_is_known_by_its_address_and_the_names_that_it_was_given() -> None:
    assert allowed("[::1]:8272", "::1")
    assert allowed("[::1]", "::1")
    assert allowed("localhost:8272", "::1")
    assert allowed("192.0.2.7:8272", "192.0.2.7")
    assert allowed("[fe80::1]:8272", "fe80::1%eth0")
    assert allowed("Cards.Example:443", "192.0.2.7", "cards.example")
    assert not allowed("localhost", "192.0.2.7")
    assert not allowed("192.0.2.8", "192.0.2.7")
    assert not allowed("cards.example.evil.example", "192.0.2.7", "cards.example")
    for strange in ("", ":80", "127.0.0.1.", "127.1", "2130706433", "a b", "[::1", "x@127.0.0.1"):
        assert not allowed(strange, "127.0.0.1")


async def test_by_a_foreign_name_nothing_is_served_and_the_host_is_told_what_to_do() -> None:
    async with a_web(games={"akq": find_game("akq")}) as web:
        evil = {"host": "evil.example:8272", "origin": "http://evil.example:8272"}
        for path in ("/", "/healthz", "/rules/akq", "/assets/x/y.js"):
            answer = await fetch(web.port, path, headers=evil)
            assert answer.status == 421
            told = json.loads(answer.text)
            assert told["code"] == "WRONG_HOST"
            assert "cardkit serve --public-name evil.example" in told["text"]
        page = await fetch(web.port, "/", headers=evil | {"accept": "text/html"})
        assert "--public-name evil.example" in page.text
        assert "href" not in page.text  # there is no page to go to under this name
        assert page.headers["content-type"].startswith("text/html")
        said = await said_to(
            web,
            b"GET /ws HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\n" + UPGRADE,
        )
        assert (status_of(said), code_of(said)) == (421, "WRONG_HOST")
        assert not web.hall.runner.peers


async def test_by_a_name_that_the_host_gave_it_is_served() -> None:
    async with a_web(names=["cards.example"]) as web:
        answer = await fetch(web.port, "/healthz", headers={"host": "cards.example"})
        assert answer.status == 200


# --- without TLS ------------------------------------------------------------------------------


async def test_without_tls_others_are_sent_to_where_there_is() -> None:
    async with a_web(names=["cards.example"]) as web, trio.open_nursery() as nursery:

        async def told(said: bytes) -> bytes:
            guest = Afar(web, nursery, secure=False)
            await guest.stream.send_all(said)
            return await guest.rest()

        line = b"GET /replay?x=1 HTTP/1.1\r\n"
        said = await told(line + b"Host: cards.example:8272\r\n\r\n")
        assert status_of(said) == 308
        assert b"location: https://cards.example:8272/replay?x=1\r\n" in said.lower()
        said = await told(b"GET /ws HTTP/1.1\r\nHost: cards.example\r\n" + UPGRADE)
        assert (status_of(said), code_of(said)) == (403, "TLS_ONLY")
        said = await told(line + b"Host: evil.example\r\n\r\n")
        assert (status_of(said), code_of(said)) == (421, "WRONG_HOST")
        assert b"\r\nlocation:" not in said.lower()
