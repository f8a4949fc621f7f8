"""Proxies before the server: whose word counts when they say for whom they connect."""

from __future__ import annotations

import json
import ssl
from contextlib import suppress
from pathlib import Path

import pytest
import trio
import trio.lowlevel
from hypothesis import given
from hypothesis import strategies as st

from cardkit.commands.serve_web import start_web, web_sockets
from cardkit.protocol import JsonCodec, LineCodec
from cardkit.proxies import TrustedProxies, client_in
from cardkit.server.bans import new_ban
from cardkit.server.serve import serving
from cardkit.server.settings import Limits, Settings
from tests.server_helpers import Client, configuration
from tests.tiny_games import Nim
from tests.web_helpers import Browser, Turned, WebSocketStream, a_web, fetch

PROXY, ANN, EVE = "10.0.0.1", "192.0.2.7", "198.51.100.9"
ADDRESSES = st.ip_addresses().map(str)


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        (ANN, ANN),
        (f"{EVE}, {ANN}", ANN),  # what comes first the client may have made up
        (f"{EVE}, {ANN}, 10.0.0.2", ANN),  # two proxies of ours
        (f"{ANN},10.0.0.2,10.0.0.1", ANN),
        ("2001:db8::1", "2001:db8::1"),
        (f"::ffff:{ANN}", ANN),
        ("", PROXY),
        ("unknown", PROXY),
        (f"{ANN}, unknown", PROXY),
        (f"{ANN}:8080", PROXY),
        ("10.0.0.2", "10.0.0.2"),
    ],
)
def test_the_last_one_that_is_no_proxy_is_the_client(forwarded: str, client: str) -> None:
    assert TrustedProxies(["10.0.0.0/24"]).client(PROXY, forwarded) == client


@given(ADDRESSES, st.text() | st.lists(ADDRESSES).map(", ".join))
def test_whoever_is_not_trusted_speaks_for_themselves(address: str, forwarded: str) -> None:
    assert TrustedProxies().client(address, forwarded) == address


@given(ADDRESSES, st.lists(ADDRESSES | st.text(), max_size=3))
def test_nobody_passes_for_another_behind_a_proxy(client: str, made_up: list[str]) -> None:
    proxies = TrustedProxies([PROXY])
    said = ",".join([*made_up, client])
    if client != PROXY:
        assert proxies.client(PROXY, said) == proxies.client(PROXY, client)


@pytest.mark.parametrize(
    ("line", "client"),
    [
        (b"PROXY TCP4 192.0.2.7 10.0.0.9 56324 7272\r\n", ANN),
        (b"PROXY TCP6 2001:db8::1 2001:db8::2 1 2\r\n", "2001:db8::1"),
        (b"PROXY UNKNOWN\r\n", None),
        (b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n", None),
    ],
)
def test_the_line_of_a_proxy_names_its_client(line: bytes, client: str | None) -> None:
    assert client_in(line) == client


@given(st.binary() | st.binary().map(lambda rest: b"PROXY TCP4 " + rest))
def test_what_is_no_such_line_is_known_as_none(line: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - nothing else is raised
        client_in(line)


# --- the page ---------------------------------------------------------------------------------


async def test_a_proxy_that_is_not_named_is_not_believed() -> None:
    async with a_web() as web:
        ann = await web.browser(x_forwarded_for=ANN)
        await ann.enter("ann")
        [peer] = web.hall.core.peers
        assert peer.address == "127.0.0.1"


async def test_a_websocket_has_the_address_of_its_client() -> None:
    async with a_web(proxies=TrustedProxies(["127.0.0.1"])) as web:
        for name, address in (("ann", ANN), ("eve", EVE)):
            browser = await web.browser(x_forwarded_for=f"203.0.113.5, {address}")
            await browser.enter(name)
        assert [peer.address for peer in web.hall.core.peers] == [ANN, EVE]


async def browser_for(port: int, client: str) -> Browser:
    stream = WebSocketStream(await trio.open_tcp_stream("127.0.0.1", port))
    try:
        await stream.shake_hands(x_forwarded_for=client)
    except Turned:
        await trio.aclose_forcefully(stream.stream)
        raise
    return Browser(stream, JsonCodec())


async def test_limits_and_bans_count_those_behind_a_proxy(tmp_path: Path) -> None:
    said = "--port", "0", "--no-tables", "--trusted-proxy", "127.0.0.1", "--most-each", "2"
    settings = configuration(*said, folder=tmp_path)
    with trio.fail_after(60):
        async with serving(settings, {"nim": Nim}, lambda line: None) as running:
            port = await start_web(running, web_sockets(settings), settings)
            many = [await browser_for(port, f"192.0.2.{n}") for n in range(5)]
            many.append(await browser_for(port, "192.0.2.1"))
            with pytest.raises(Turned) as turned:
                await browser_for(port, "192.0.2.1")
            assert (turned.value.status, json.loads(turned.value.body)["code"]) == (503, "TOO_MANY")
            await many[-1].drop()
            await many[1].drop()
            with trio.fail_after(5):
                while running.runner.counts.connections["websocket"] > 4:
                    await trio.lowlevel.checkpoint()
            many.append(await browser_for(port, "192.0.2.1"))

            host = many[0]
            core = running.runner.core
            core.bans.add(new_ban(EVE, None, "", core.now()))
            with pytest.raises(Turned) as turned:
                await browser_for(port, EVE)
            assert (turned.value.status, json.loads(turned.value.body)["code"]) == (403, "BANNED")
            answer = await fetch(port, "/status", headers={"x-forwarded-for": EVE})
            assert answer.status == 403
            assert (await fetch(port, "/status", headers={"x-forwarded-for": ANN})).status == 200
            assert (await host.ask("PING"))[0] == "OK"
            for each in many:
                await each.drop()


# --- the other port ---------------------------------------------------------------------------


def line_for(client: str) -> bytes:
    return f"PROXY TCP4 {client} 127.0.0.1 56324 7272\r\n".encode()


async def call(port: int, first: bytes) -> Client:
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    await stream.send_all(first)
    return Client(stream, LineCodec())


async def test_the_line_of_a_trusted_proxy_tells_who_comes() -> None:
    limits = Limits(connections_from=1, greeting=0.1)
    settings = Settings(port=0, trusted_proxies=("127.0.0.1",), limits=limits)
    async with serving(settings, {"nim": Nim}, lambda line: None) as running:
        [port] = running.ports
        ann, eve = await call(port, line_for(ANN)), await call(port, line_for(EVE))
        here = await call(port, b"")  # a person at the machine itself, who is greeted
        for client, name in ((ann, "ann"), (eve, "eve"), (here, "bob")):
            await client.enter(name)
        assert [peer.address for peer in running.runner.core.peers] == [ANN, EVE, "127.0.0.1"]
        again = await call(port, line_for(ANN))
        [bye] = await again.rest()
        assert bye[1] == "TOO_MANY"
        for client in (ann, eve, here, again):
            await client.drop()


async def test_behind_the_line_there_may_be_tls(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path, trusted_proxies=("127.0.0.1",), tls_only=True)
    async with serving(settings, {"nim": Nim}, lambda line: None) as running:
        stream = await trio.open_tcp_stream("127.0.0.1", running.ports[0])
        await stream.send_all(line_for(ANN))
        context = ssl.create_default_context(cafile=str(tmp_path / "certificate.pem"))
        context.check_hostname = False
        ann = Client(trio.SSLStream(stream, context, https_compatible=True), LineCodec())
        await ann.enter("ann")
        assert [peer.address for peer in running.runner.core.peers] == [ANN]
        assert running.runner.counts.connections["tls"] == 1
        await ann.drop()


async def test_from_anybody_else_such_a_line_is_a_word_like_any_other() -> None:
    async with serving(Settings(port=0), {"nim": Nim}, lambda line: None) as running:
        ann = await call(running.ports[0], line_for(ANN))
        assert (await ann.until("WARNING"))[1] == "NOT_ENTERED"
        [peer] = running.runner.core.peers
        assert peer.address == "127.0.0.1"
        await ann.drop()


async def test_a_line_that_is_none_ends_its_connection_alone() -> None:
    log: list[str] = []
    settings = Settings(port=0, trusted_proxies=("127.0.0.1",))
    async with serving(settings, {"nim": Nim}, log.append) as running:
        for line in (b"PROXY TCP4 nobody\r\n", b"PROXY " + b"x" * 200, b"PROXY TCP4 9 9 9 9\r\n"):
            stream = await trio.open_tcp_stream("127.0.0.1", running.ports[0])
            await stream.send_all(line)
            with suppress(trio.BrokenResourceError):
                assert await stream.receive_some() == b""
            await stream.aclose()
        ann = await call(running.ports[0], line_for(ANN))
        await ann.enter("ann")
        await ann.drop()
    assert not [line for line in log if " error " in line]
