"""The WebSocket of a server: played over it, and refused to whoever uses it badly."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import trio
from trio.testing import lockstep_stream_pair, memory_stream_pair
from wsproto.connection import Connection, ConnectionType
from wsproto.events import BytesMessage, Ping, Pong, TextMessage

from cardkit.netgame import Refused
from cardkit.protocol import JsonCodec, Malformed
from cardkit.protocol.frames import FrameCodec
from cardkit.server.certificate import ensure_certificate, server_context
from cardkit.server.links import StreamLink
from cardkit.server.settings import Limits
from cardkit.web.links import PATIENCE, WebSocketLink
from tests.server.test_tls import trusting
from tests.server_helpers import finish, gapless, same_events, seat_all
from tests.web_helpers import Browser, Turned, a_web, fetch

HOST = "127.0.0.1"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


# --- the codec --------------------------------------------------------------------------------


def heard(data: bytes) -> list[str] | str:
    [said] = JsonCodec().commands(data)
    return said.refusal.reason if isinstance(said, Malformed) else said


def test_a_command_is_an_array_of_texts_and_whole_numbers() -> None:
    assert heard(b'["#7", "RAISE", 8]') == ["#7", "RAISE", "8"]
    assert heard(' ["CHAT","大富豪"]\n'.encode()) == ["CHAT", "大富豪"]
    assert heard(b"[]") == []


BAD_MESSAGES = [
    "",
    " ",
    "PING",
    '"PING"',
    "7",
    "null",
    "{}",
    '{"0":"PING"}',
    '["PING"',
    '["PING"] ["PING"]',
    '["PING", null]',
    '["PING", true]',
    '["RAISE", 8.0]',
    '["RAISE", NaN]',
    '["RAISE", 1e9]',
    '[["PING"]]',
    '["PING", {"a": 1}]',
    "[" * 4000,
    "[" * 2000 + "]" * 2000,
    '{"a":' * 600 + "1" + "}" * 600,
    json.dumps(["x"] * 300),
    '["CHAT", "\\ud800"]',
    "\0",
]


@pytest.mark.parametrize("text", BAD_MESSAGES)
def test_whatever_else_is_refused_with_a_code(text: str) -> None:
    if text:
        assert heard(text.encode()) in ("BAD_FRAME", "BAD_TEXT")


def test_a_message_that_is_too_long_is_the_last() -> None:
    codec = JsonCodec()
    [said] = codec.commands(b'["CHAT","' + b"x" * 4090 + b'"]')
    assert isinstance(said, Malformed)
    assert said.fatal
    assert list(codec.commands(b'["PING"]')) == []


def test_what_a_server_says_is_read_as_it_was_said() -> None:
    said: list[list[Any]] = [
        [1, "MOVE", "stock", "guest-ann", "??"],
        ["#1", "OK"],
        ["STATE", 3, {"facts": {}}],
    ]
    data = JsonCodec.frame([JsonCodec.encode(message) for message in said])
    assert json.loads(data) == said
    assert JsonCodec().frames(data) == [said]
    for bad in (b"", b"{}", b"[[]]", b"[1]", b"[" * 5000):
        with pytest.raises(Refused):
            JsonCodec().frames(bad)


# --- playing ----------------------------------------------------------------------------------


async def test_a_browser_and_a_program_play_at_one_table(autojump_clock: trio.abc.Clock) -> None:
    async with a_web() as web:
        ann, bob = await web.guest("ann"), web.hall.connect(FrameCodec)
        await bob.enter("bob")
        await ann.ask("OPEN nim")
        await seat_all([ann, bob], "nim-1")
        await ann.ask("START")
        await finish(ann, bob)
        assert ann.phase == bob.phase == "results"
        assert same_events(ann, bob)
        assert gapless(ann)
        assert (await ann.ask("QUIT"))[:2] == ["OK", "QUIT"]
        assert await ann.end() == (1000, "")
        await bob.drop()


async def test_what_was_missed_is_heard_over_a_new_socket(autojump_clock: trio.abc.Clock) -> None:
    async with a_web() as web:
        ann, bob = await web.guest("ann"), await web.browser()
        token = await bob.enter("bob")
        await ann.ask("OPEN nim grace=60")
        await seat_all([ann, bob], "nim-1")
        last = bob.last
        await bob.drop()
        await ann.ask("START")
        again = await web.browser()
        await again.say(f"RESUME {token} {last}")
        answer, *missed = await again.frame()
        assert answer == ["OK", "RESUME", "guest-bob"]
        assert missed[0][0] == last + 1
        again.phase = "playing"
        await finish(ann, again)
        assert same_events(ann, again)


async def test_a_stale_token_is_refused_with_a_code(autojump_clock: trio.abc.Clock) -> None:
    async with a_web() as web:
        ann = await web.browser()
        token = await ann.enter("ann")
        await ann.ask("QUIT")
        again = await web.browser()
        for stale in (token, "t" + "0" * 32, "t", "'; --"):
            assert (await again.ask(f"RESUME {stale} 0"))[:2] == ["WARNING", "BAD_TOKEN"]
        await again.enter("ann")


async def test_who_comes_back_elsewhere_ends_the_older_socket(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_web() as web:
        old, new = await web.browser(), await web.browser()
        token = await old.enter("ann")
        assert (await new.ask(f"RESUME {token}"))[1] == "RESUME"
        assert await old.end() == (4001, "TAKEN_OVER")
        assert old.heard[-1][:2] == ["BYE", "TAKEN_OVER"]
        assert (await new.ask("PING"))[0] == "OK"


async def test_a_stopping_server_tells_every_socket_to_come_back(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_web() as web:
        browsers = [await web.guest(f"p{n}") for n in range(5)] + [await web.browser()]
        ends: list[tuple[int, str]] = []

        async def wait_for_the_end(browser: Browser) -> None:
            ends.append(await browser.end())

        async with trio.open_nursery() as nursery:
            for browser in browsers:
                nursery.start_soon(wait_for_the_end, browser)
            await web.hall.runner.say_goodbye()
        assert ends == [(1012, "SHUTTING_DOWN")] * 6
        assert all(browser.heard[-1][:2] == ["BYE", "SHUTTING_DOWN"] for browser in browsers)


async def test_who_does_not_say_goodbye_is_not_waited_for(autojump_clock: trio.abc.Clock) -> None:
    async with a_web() as web:
        await web.guest("ann")
        begun = trio.current_time()
        await web.hall.runner.say_goodbye()
        assert trio.current_time() - begun <= PATIENCE + 1


# --- bad input --------------------------------------------------------------------------------


@pytest.mark.parametrize("text", BAD_MESSAGES)
async def test_a_malformed_message_is_refused_and_the_next_is_heard(
    autojump_clock: trio.abc.Clock, text: str
) -> None:
    async with a_web() as web:
        ann = await web.guest("ann")
        await ann.stream.say(TextMessage(data=text))
        [warning] = await ann.frame()
        assert warning[0] == "WARNING"
        assert warning[1] in ("BAD_FRAME", "BAD_TEXT")
        assert (await ann.ask("PING"))[0] == "OK"


async def test_a_binary_message_is_refused(autojump_clock: trio.abc.Clock) -> None:
    async with a_web() as web:
        ann = await web.guest("ann")
        await ann.stream.say(BytesMessage(data=b'["PING"]'))
        assert (await ann.frame())[0][:2] == ["WARNING", "BAD_FRAME"]
        assert (await ann.ask("PING"))[0] == "OK"


@pytest.mark.parametrize(
    "parts",
    [
        [TextMessage(data="x" * 100_000)],
        [TextMessage(data="x" * 1000, message_finished=False)] * 6,
        [BytesMessage(data=b"x" * 1000, message_finished=False)] * 6,
        [TextMessage(data="大" * 2000)],
    ],
)
async def test_a_huge_message_ends_its_own_socket(
    autojump_clock: trio.abc.Clock, parts: list[TextMessage | BytesMessage]
) -> None:
    async with a_web() as web:
        ann, mallory = await web.guest("ann"), await web.guest("mallory")
        for part in parts:
            await mallory.stream.say(part)
        assert await mallory.end() == (1009, "TOO_LONG")
        assert mallory.heard[-1][:2] == ["WARNING", "TOO_LONG"]
        assert (await ann.ask("PING"))[0] == "OK"


async def test_a_message_without_end_is_refused_before_it_is_there(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_web() as web:
        mallory = await web.guest("mallory")
        await mallory.stream.raw(
            b"\x81\xff" + (1 << 60).to_bytes(8, "big") + bytes(4) + b"x" * 5000
        )
        assert await mallory.end() == (1009, "TOO_LONG")


async def test_twenty_messages_in_a_row_that_cannot_be_read_are_enough(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_web() as web:
        mallory = await web.guest("mallory")
        for _ in range(21):
            await mallory.stream.say(TextMessage(data="?"))
        assert await mallory.end() == (1008, "BAD_FRAME")
        assert [m[1] for m in mallory.heard if m[0] == "WARNING"] == ["BAD_FRAME"] * 21


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        (b"\x81\x02[]", 1002),  # not masked
        (b"\xf1\x80\0\0\0\0", 1002),  # reserved bits
        (b"\x83\x80\0\0\0\0", 1002),  # a kind that there is not
        (b"\x09\x80\0\0\0\0", 1002),  # a ping in parts
        (b"\x80\x80\0\0\0\0", 1002),  # the rest of nothing
        (b"\x81\x82\0\0\0\0\xff\xff", 1007),  # no UTF-8
    ],
)
async def test_what_is_no_websocket_is_closed_with_a_code(
    autojump_clock: trio.abc.Clock, frame: bytes, code: int
) -> None:
    async with a_web() as web:
        ann, mallory = await web.guest("ann"), await web.guest("mallory")
        await mallory.stream.raw(frame)
        assert await mallory.end() == (code, "BAD_TEXT" if code == 1007 else "BAD_FRAME")
        assert (await ann.ask("PING"))[0] == "OK"
        assert not any(" error " in line for line in web.hall.log)


async def test_a_message_may_come_in_crumbs(autojump_clock: trio.abc.Clock) -> None:
    async with a_web() as web:
        ann = await web.guest("ann")
        for letter in '["#1","PING"]':
            await ann.stream.say(TextMessage(data=letter, message_finished=letter == "]"))
        assert (await ann.answer_to("#1"))[1:3] == ["OK", "PONG"]


# --- a burden only to themselves --------------------------------------------------------------


async def test_who_does_not_read_is_cut_and_nobody_else(autojump_clock: trio.abc.Clock) -> None:
    async with a_web(names=[HOST]) as web:
        ann = await web.guest("ann")
        theirs, ours = lockstep_stream_pair()
        link = StreamLink(ours, "192.0.2.66", web.hall.nursery)
        web.hall.nursery.start_soon(partial(web.edge.welcome, ours, link, secure=True))
        await theirs.send_all(HANDSHAKE)
        protocol = Connection(ConnectionType.CLIENT)
        with suppress(trio.BrokenResourceError):
            while True:
                await theirs.send_all(protocol.send(TextMessage(data='["HELP"]')))
        await trio.sleep(1)
        assert link.too_slow
        [line] = web.hall.logged("cut")
        assert "address=192.0.2.66" in line
        assert "code=TOO_SLOW" in line
        assert list(web.hall.runner.peers) == [web.hall.core.sessions["guest-ann"].peer]
        assert (await ann.ask("PING"))[0] == "OK"


@pytest.mark.parametrize("event", [Ping(), Pong(), TextMessage(data="", message_finished=False)])
async def test_pings_and_crumbs_are_heard_no_faster_than_commands(
    autojump_clock: trio.abc.Clock, event: Ping | Pong | TextMessage
) -> None:
    async with a_web(limits=Limits(commands=100, burst=10)) as web:
        mallory = await web.guest("mallory")
        begun = trio.current_time()
        for _ in range(1000):
            await mallory.stream.say(event)
        if isinstance(event, TextMessage):
            await mallory.stream.say(TextMessage(data='["PING"]'))
            assert (await mallory.frame())[0][1] == "PONG"
        else:
            assert (await mallory.ask("PING"))[0] == "OK"
        assert trio.current_time() - begun > 9


async def test_of_many_pings_at_once_only_a_few_are_read_at_a_time() -> None:
    class Below(StreamLink):
        async def receive(self) -> bytes:
            return b"\x89\x80\0\0\0\0" * 2730

    _, ours = memory_stream_pair()
    async with trio.open_nursery() as nursery:
        link = WebSocketLink(Below(ours, "192.0.2.66", nursery))
        for _ in range(1000):
            assert await link.receive() == b"[]"
            assert len(link._heard) < 50
        nursery.cancel_scope.cancel()


async def test_who_gives_no_sign_of_life_is_lost(autojump_clock: trio.abc.Clock) -> None:
    async with a_web() as web:
        quiet, gone = await web.guest("quiet"), await web.guest("gone")

        async with trio.open_nursery() as nursery:
            nursery.start_soon(quiet.rest)  # answers pings
            await trio.sleep(110)
            assert list(web.hall.runner.peers) == [web.hall.core.sessions["guest-quiet"].peer]
            assert web.hall.core.sessions["guest-gone"].peer is None
            assert quiet.stream.pings == 4
            nursery.cancel_scope.cancel()
        await gone.drop()


async def test_who_does_not_say_who_they_are_is_sent_away(autojump_clock: trio.abc.Clock) -> None:
    async with a_web() as web:
        silent = await web.browser()
        assert await silent.end() == (1008, "TOO_SLOW")


# --- at the door ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1:1", "", "file://", "http://[", "x"]
)
async def test_a_foreign_page_is_turned_away_with_a_code(origin: str) -> None:
    async with a_web() as web:
        with pytest.raises(Turned) as turned:
            await web.browser(origin=origin)
        assert turned.value.status == 403
        assert json.loads(turned.value.body)["code"] == "FOREIGN_ORIGIN"
        assert not web.hall.runner.peers


async def test_a_page_without_an_origin_is_not_told_to_allow_null() -> None:
    async with a_web() as web:
        with pytest.raises(Turned) as turned:
            await web.browser(origin="null")
        text = json.loads(turned.value.body)["text"]
        assert "null" not in text
        assert "open it from a server" in text


async def test_the_own_page_and_those_allowed_are_let_in() -> None:
    async with a_web(origins=["https://cards.example"]) as web:
        for origin in ("https://cards.example", f"http://{HOST}", f"https://{HOST}"):
            browser = await web.browser(origin=origin)  # its host is named without the port
            assert (await browser.ask("PING"))[0] == "OK"
            await browser.drop()


@pytest.mark.parametrize(
    ("head", "status", "code"),
    [
        (b"GET /wss HTTP/1.1", 404, "NO_SUCH_FILE"),
        (b"POST /ws HTTP/1.1", 400, "BAD_FRAME"),
        (b"GET /ws HTTP/1.1\r\nSec-WebSocket-Version: 8", 400, "BAD_FRAME"),
        (b"GET /ws HTTP/1.1\r\nSec-WebSocket-Version: 13", 400, "BAD_FRAME"),
        (
            b"GET /ws HTTP/1.1\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x",
            400,
            "BAD_FRAME",
        ),
    ],
)
async def test_a_wrong_handshake_is_refused_with_a_code(
    head: bytes, status: int, code: str
) -> None:
    async with a_web() as web, await trio.open_tcp_stream(HOST, web.port) as stream:
        rest = b"\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
        await stream.send_all(head + rest)
        data = b"".join([bytes(part) async for part in stream])
        assert data.startswith(b"HTTP/1.1 %d" % status)
        assert json.loads(data.partition(b"\r\n\r\n")[2])["code"] == code


@pytest.mark.parametrize(
    "data",
    [
        b"\0\0\0\x01\x90",
        b"ENTER ann\r\n\r\n",
        b"\xff" * 50 + b"\r\n\r\n",
    ],
)
async def test_what_is_no_http_ends_only_its_own_connection(
    autojump_clock: trio.abc.Clock, data: bytes
) -> None:
    async with a_web() as web:
        ann = await web.guest("ann")
        async with await trio.open_tcp_stream(HOST, web.port) as stream:
            await stream.send_all(data)
            said = b"".join([bytes(part) async for part in stream])
            assert said == b"" or said.startswith(b"HTTP/1.1 4")
        assert (await ann.ask("PING"))[0] == "OK"
        assert not any(" error " in line for line in web.hall.log)


def spoiled(rng: Random) -> bytes:
    """Something that a browser would say, with mistakes in it."""
    settings = b"Connection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n"
    beginnings = (
        HANDSHAKE + b'\x81\x88\0\0\0\0["PING"]',
        b"GET /games.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST /replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 5\r\n\r\nhello",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\n" + settings,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0",
    )
    data = bytearray(rng.choice(beginnings))
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(data) - 20)
        data[at : at + rng.randrange(4)] = rng.randbytes(rng.randrange(4))
    return bytes(data)


async def test_whatever_comes_to_the_door_ends_only_its_own_connection() -> None:
    rng = Random(8272)
    async with a_web() as web:
        ann = await web.guest("ann")
        for _ in range(150):
            async with await trio.open_tcp_stream(HOST, web.port) as mallory:
                await mallory.send_all(spoiled(rng))
                with suppress(trio.BrokenResourceError):
                    await mallory.send_eof()
                    while await mallory.receive_some(1 << 16):
                        pass
        assert (await ann.ask("PING"))[0] == "OK"
        assert not any(" error " in line for line in web.hall.log)
        assert len(web.hall.runner.peers) == 1


async def test_one_address_can_take_only_so_many_connections() -> None:
    async with a_web(limits=Limits(connections_from=3)) as web:
        browsers = [await web.browser() for _ in range(3)]
        answer = await web.get("/games.json")
        assert answer.status == 503
        assert json.loads(answer.text)["code"] == "TOO_MANY"
        with pytest.raises(Turned):
            await web.browser()
        for browser in browsers:
            await browser.drop()


# --- TLS --------------------------------------------------------------------------------------


async def test_the_same_port_speaks_tls(tmp_path: Path) -> None:
    context = server_context(ensure_certificate(tmp_path, datetime.now(UTC)))
    async with a_web(context=context) as web:
        browser = await web.browser(context=trusting(), origin=f"https://{HOST}")
        await browser.enter("ann")
        plain = await web.guest("bob")
        await browser.ask("OPEN nim")
        await seat_all([browser, plain], "nim-1")
        answer = await fetch(web.port, "/status", context=trusting())
        assert answer.status == 200
        assert (await browser.ask("QUIT"))[0] == "OK"
        assert await browser.end() == (1000, "")


# --- hostile words ----------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["<script>alert(1)</script>", '"><img/src=x>', "<!--", "&lt;b>"])
async def test_a_hostile_title_is_text_on_every_page(title: str) -> None:
    async with a_web() as web:
        ann = await web.guest("ann")
        await ann.say(f"OPEN nim title={title}")
        assert (await ann.frame())[0][:2] == ["OK", "OPEN"]
        await ann.say("TABLES")
        assert (await ann.frame())[1][3] == title
        assert title not in (await web.get("/status")).text


@pytest.mark.parametrize("title", ["\u202eevil", "a\u0007b", "x" * 10_000, "x" * 41, "\u2066x"])
async def test_a_title_that_turns_the_page_around_is_refused(title: str) -> None:
    async with a_web() as web:
        ann = await web.guest("ann")
        await ann.say(f"OPEN nim title={title}")
        assert (await ann.frame())[0][:2] in (["WARNING", "BAD_OPTION"], ["WARNING", "TOO_LONG"])
