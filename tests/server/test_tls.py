"""One port for text, msgpack and TLS 1.3, told apart by the first byte."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest
import trio

from cardkit.protocol import Codec, LineCodec
from cardkit.protocol.frames import FrameCodec
from cardkit.server.certificate import ensure_certificate, server_context
from cardkit.server.serve import serving
from cardkit.server.settings import Settings
from tests.server_helpers import Client, Hall, a_hall
from tests.tiny_games import Nim

CODECS: list[type[Codec]] = [LineCodec, FrameCodec]


@pytest.fixture(scope="module")
def context(tmp_path_factory: pytest.TempPathFactory) -> ssl.SSLContext:
    folder = tmp_path_factory.mktemp("certificate")
    return server_context(ensure_certificate(folder, datetime.now(UTC)))


def trusting() -> ssl.SSLContext:
    """A client that takes any certificate; whom to trust is tested elsewhere."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


@asynccontextmanager
async def a_door(
    context: ssl.SSLContext | None, *, tls_only: bool = False
) -> AsyncIterator[tuple[Hall, int]]:
    async with a_hall() as hall:
        port = await hall.open_port(hall.nursery, context, tls_only=tls_only)
        yield hall, port


async def plain(port: int, codec: type[Codec] = FrameCodec) -> Client:
    return Client(await trio.open_tcp_stream("127.0.0.1", port), codec())


async def tls(port: int, codec: type[Codec] = FrameCodec) -> Client:
    below = await trio.open_tcp_stream("127.0.0.1", port)
    return Client(trio.SSLStream(below, trusting(), https_compatible=True), codec())


def hello_bytes() -> bytes:
    """How a TLS client begins."""
    incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = trusting().wrap_bio(incoming, outgoing)
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()
    return outgoing.read()


async def test_text_msgpack_and_tls_share_a_port_and_a_table(
    autojump_clock: trio.abc.Clock, context: ssl.SSLContext
) -> None:
    async with a_door(context) as (_, port):
        people = [await how(port, codec) for how in (plain, tls) for codec in CODECS]
        for number, client in enumerate(people):
            await client.enter(f"p{number}")
        await people[0].ask("OPEN nim")
        for client in people:
            await client.ask("JOIN nim-1")
            await client.ask("LOGIN")
        await people[0].ask("START")
        async with trio.open_nursery() as nursery:
            for client in people:
                nursery.start_soon(client.play)
        ends = [client.events[-3:] for client in people]
        assert all(end == ends[0] for end in ends)
        for client in people:
            await client.drop()


@pytest.mark.parametrize("codec", CODECS)
async def test_the_first_byte_is_enough_and_the_rest_may_come_byte_by_byte(
    autojump_clock: trio.abc.Clock, codec: type[Codec], context: ssl.SSLContext
) -> None:
    async with a_door(context) as (_, port):
        client = await plain(port, codec)
        for byte in codec.command(["#1", "PING"]):
            await client.raw(bytes((byte,)))
            await trio.sleep(1)
        assert (await client.answer_to("#1"))[1:3] == ["OK", "PONG"]
        await client.drop()


class Dripping(trio.abc.SendStream):
    """Sends one byte at a time."""

    def __init__(self, stream: trio.abc.SendStream) -> None:
        self.stream = stream

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        for byte in bytes(data):
            await self.stream.send_all(bytes((byte,)))
            await trio.sleep(0.001)

    async def wait_send_all_might_not_block(self) -> None:
        await self.stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self.stream.aclose()


async def test_a_handshake_may_come_byte_by_byte(
    autojump_clock: trio.abc.Clock, context: ssl.SSLContext
) -> None:
    async with a_door(context) as (_, port):
        below = await trio.open_tcp_stream("127.0.0.1", port)
        slow = trio.StapledStream(Dripping(below), below)
        stream = trio.SSLStream(slow, trusting(), https_compatible=True)
        client = Client(stream, FrameCodec())
        assert (await client.ask("PING"))[:2] == ["OK", "PONG"]
        assert stream.version() == "TLSv1.3"
        await client.drop()


async def test_a_silent_peer_is_greeted_with_or_without_tls(
    autojump_clock: trio.abc.Clock, context: ssl.SSLContext
) -> None:
    async with a_door(context) as (_, port):
        for how in (plain, tls):
            client = await how(port, LineCodec)
            if isinstance(client.stream, trio.SSLStream):
                await client.stream.do_handshake()
            begun = trio.current_time()
            [hello] = await client.frame()
            assert hello[:2] == ["HELLO", "cardkit"]
            assert trio.current_time() - begun == pytest.approx(2, abs=0.01)
            await client.enter("ann" if how is tls else "bob")
            await client.drop()


@pytest.mark.parametrize("how", [plain, tls])
async def test_who_is_sent_away_can_read_why(
    autojump_clock: trio.abc.Clock, context: ssl.SSLContext, how: object
) -> None:
    async with a_door(context) as (_, port):
        silent = await (plain if how is plain else tls)(port, FrameCodec)
        await silent.ask("PING")
        [bye] = await silent.rest()
        assert bye[:2] == ["BYE", "TOO_SLOW"]
        loud = await (plain if how is plain else tls)(port, LineCodec)
        await loud.raw(b"x" * 100_000)
        [warning] = await loud.rest()
        assert warning[:2] == ["WARNING", "TOO_LONG"]
        for client in (silent, loud):
            await client.drop()


# --- only TLS ---------------------------------------------------------------------------------


@pytest.mark.parametrize("codec", CODECS)
async def test_a_server_for_tls_only_says_so_in_the_language_of_the_client(
    autojump_clock: trio.abc.Clock, codec: type[Codec], context: ssl.SSLContext
) -> None:
    async with a_door(context, tls_only=True) as (hall, port):
        wrong = await plain(port, codec)
        await wrong.say("ENTER ann")
        [bye] = await wrong.rest()
        assert bye[:2] == ["BYE", "TLS_ONLY"]
        right = await tls(port, codec)
        await right.enter("ann")
        assert list(hall.core.sessions) == ["guest-ann"]
        for client in (wrong, right):
            await client.drop()


async def test_who_is_silent_at_a_server_for_tls_only_is_told_so_too(
    autojump_clock: trio.abc.Clock, context: ssl.SSLContext
) -> None:
    async with a_door(context, tls_only=True) as (hall, port):
        silent = await plain(port, LineCodec)
        [bye] = await silent.rest()
        assert bye[:2] == ["BYE", "TLS_ONLY"]
        assert not hall.runner.peers
        await silent.drop()


# --- handshakes that fail ---------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 5, 100, 200])
async def test_half_a_handshake_is_given_up_after_ten_seconds(
    autojump_clock: trio.abc.Clock, context: ssl.SSLContext, count: int
) -> None:
    async with a_door(context) as (hall, port):
        half = await plain(port)
        begun = trio.current_time()
        await half.raw(hello_bytes()[:count])
        assert not await half.rest()
        assert trio.current_time() - begun == pytest.approx(10, abs=0.01)
        await trio.sleep(1)
        assert len(hall.logged("handshake.failed")) == 1
        assert not hall.runner.peers
        ann = await tls(port)
        await ann.enter("ann")
        for client in (half, ann):
            await client.drop()


async def test_nonsense_after_the_first_byte_ends_only_its_own_connection(
    autojump_clock: trio.abc.Clock, context: ssl.SSLContext
) -> None:
    rng, hello = Random(3), hello_bytes()
    async with a_door(context) as (hall, port):
        ann = await tls(port)
        await ann.enter("ann")
        for number in range(60):
            mallory = await plain(port)
            data = bytearray(hello)
            if number % 3 == 0:
                data = bytearray(b"\x16" + rng.randbytes(rng.choice((1, 50, 500))))
            for _ in range(number % 7):
                data[rng.randrange(1, len(data))] ^= 1 << rng.randrange(8)
            await mallory.raw(bytes(data))
            await trio.sleep(0.01)
            await mallory.drop()
            assert (await ann.ask("PING"))[0] == "OK"
        await trio.sleep(20)
        assert list(hall.runner.peers) == [hall.core.sessions["guest-ann"].peer]
        assert not any(" error " in line for line in hall.log)
        await ann.drop()


async def test_older_tls_is_refused(
    autojump_clock: trio.abc.Clock, context: ssl.SSLContext
) -> None:
    old = trusting()
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    async with a_door(context) as (hall, port):
        below = await trio.open_tcp_stream("127.0.0.1", port)
        stream = trio.SSLStream(below, old)
        with pytest.raises(trio.BrokenResourceError):
            await stream.do_handshake()
        await trio.aclose_forcefully(stream)
        assert len(hall.logged("handshake.failed")) == 1


async def test_a_server_without_a_certificate_takes_a_handshake_for_a_line(
    autojump_clock: trio.abc.Clock,
) -> None:
    async with a_door(None) as (hall, port):
        lost = await plain(port, LineCodec)
        await lost.raw(hello_bytes() + b"\n")
        heard = await lost.rest()
        assert heard[-1][:2] == ["BYE", "TOO_SLOW"]
        assert not any(" error " in line for line in hall.log)
        await lost.drop()


async def test_a_tls_client_that_is_gone_without_goodbye_is_lost(
    autojump_clock: trio.abc.Clock, context: ssl.SSLContext
) -> None:
    async with a_door(context) as (hall, port):
        ann = await tls(port)
        await ann.enter("ann")
        assert isinstance(ann.stream, trio.SSLStream)
        await trio.aclose_forcefully(ann.stream.transport_stream)
        await trio.sleep(1)
        assert not hall.runner.peers
        assert len(hall.logged("lost")) == 1
        assert not any(" error " in line for line in hall.log)


async def test_who_never_reads_over_tls_is_cut(context: ssl.SSLContext) -> None:
    async with a_door(context) as (hall, port):
        mallory, ann = await tls(port), await tls(port)
        await ann.enter("ann")
        with trio.fail_after(60):
            try:
                while True:
                    await mallory.raw(FrameCodec.command(["PING", "x" * 4000]) * 20)
            except trio.BrokenResourceError:
                assert len(hall.logged("cut")) == 1
        assert (await ann.ask("PING"))[0] == "OK"
        for client in (mallory, ann):
            await client.drop()


# --- the whole server -------------------------------------------------------------------------


async def test_a_server_with_a_folder_speaks_tls_with_the_certificate_in_it(
    tmp_path: Path,
) -> None:
    log: list[str] = []
    settings = Settings(port=0, data=tmp_path)
    async with serving(settings, {"nim": Nim}, log.append) as running:
        [port] = running.ports
        client = await tls(port)
        await client.enter("ann")
        assert isinstance(client.stream, trio.SSLStream)
        shown = client.stream.getpeercert(binary_form=True)
        own = ssl.PEM_cert_to_DER_cert((tmp_path / "certificate.pem").read_text("ascii"))
        assert shown == own
    [bye] = await client.rest()
    assert bye[:2] == ["BYE", "SHUTTING_DOWN"]
    await client.drop()
