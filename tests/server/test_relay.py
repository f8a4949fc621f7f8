"""A peer is handed on from node to node, and notices nothing of it."""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from struct import pack, unpack_from
from typing import Any

import msgpack
import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from cardkit.protocol import Codec, JsonCodec, LineCodec
from cardkit.protocol.codec import LONGEST_COMMAND
from cardkit.protocol.frames import FrameCodec
from cardkit.server import node_connection
from cardkit.server.elsewhere import Node
from cardkit.server.house_authority import HouseAuthority, certificate, named
from cardkit.server.links import MOST_UNSENT
from cardkit.server.listener import open_sockets
from cardkit.server.node_connection import FrameKind, NodeConnection
from cardkit.server.passwords import hash_password
from cardkit.server.peer_state import LONGEST_STATE, PeerState
from cardkit.server.relay import LONGEST_FRAME, WINDOW
from cardkit.server.store import Account, Row
from cardkit.server.vault import Vault
from tests.nodes import FromHere, House, a_house, come, eventually
from tests.server_helpers import Client, finish, gapless, same_events
from tests.web_helpers import Browser

CODECS: list[type[Codec]] = [LineCodec, FrameCodec, JsonCodec]
OTHER_KEY = bytes(range(32))


async def a_table_at(house: House, number: int, codec: type[Codec] = FrameCodec) -> str:
    """A table there, with the host `host<number>` at it."""
    host = await come(house, number, codec)
    await host.enter(f"host{number}")
    table = str((await host.ask("OPEN nim"))[2])
    await host.ask(f"JOIN {table}")
    await host.ask("LOGIN")
    return table


@pytest.mark.parametrize("codec", CODECS)
async def test_whoever_comes_in_by_any_door_plays_at_any_table(codec: type[Codec]) -> None:
    async with a_house() as house:
        ann, bob = await come(house, 0, codec), await come(house, 1, codec)
        await ann.enter("ann")
        await bob.enter("bob")
        table = (await ann.ask("OPEN nim"))[2]
        for client in (ann, bob):
            assert (await client.ask("VIEWS on"))[0] == "OK"
            assert (await client.ask(f"JOIN {table}"))[:2] == ["OK", "JOIN"]
            assert (await client.ask("LOGIN"))[0] == "OK"
        assert house.where("guest-bob") == [0]
        await ann.ask("START")
        played = house.hall(0).core.tables[table].table
        seat = played.people.seat_of["guest-bob"]
        assert await bob.ask("KNOW") == ["OK", "KNOW", played.knowledge(seat)]
        await finish(ann, bob)
        assert same_events(ann, bob)
        assert gapless(bob)


@pytest.mark.parametrize("codec", CODECS)
async def test_a_peer_keeps_its_ways_its_address_and_its_session(codec: type[Codec]) -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        bob = await come(house, 1, codec)
        for line in ("LANGUAGE ja", "VIEWS hand", "PROOFS on", "FOLLOW on", "LOBBY on"):
            assert (await bob.ask(line))[0] == "OK"
        token = await bob.enter("bob")
        await bob.say(f"#once WATCH {table}")
        await bob.answer_to("#once")
        [peer] = [each for each in house.hall(0).core.peers if each.language == "ja"]
        assert (peer.codec.name, peer.views, peer.proofs, peer.follows) == (
            codec.name, "hand", True, True,
        )  # fmt: skip
        assert peer.address == "127.0.0.1"
        assert peer.session is not None
        assert peer.session.has_done("#once")
        assert not house.hall(1).core.peers
        await bob.drop()
        again = await come(house, 1, codec)
        assert (await again.ask(f"RESUME {token}"))[:3] == ["OK", "RESUME", "guest-bob"]
        assert house.where("guest-bob") == [0]


async def test_an_account_comes_back_to_where_it_was_by_any_door() -> None:
    account = Account("ann", hash_password("correct horse"), None, 1.0)
    async with a_house(account=lambda name: account if name == "ann" else None) as house:
        ann = await come(house, 0)
        assert (await ann.ask("ENTER ann correct horse"))[:3] == ["OK", "ENTER", "ann"]
        table = (await ann.ask("OPEN nim"))[2]
        await ann.ask(f"JOIN {table}")
        again = await come(house, 1)
        assert (await again.ask("ENTER ann wrong"))[:2] == ["WARNING", "WRONG_PASSWORD"]
        assert (await again.ask("ENTER ann correct horse"))[:3] == ["OK", "ENTER", "ann"]
        assert again.heard[-1][0] == "STATE"
        assert house.where("ann") == [0]
        assert [m[:2] for m in await ann.rest()] == [["BYE", "TAKEN_OVER"]]


async def test_the_name_of_a_guest_is_taken_at_all_nodes() -> None:
    async with a_house() as house:
        ann, other = await come(house, 0), await come(house, 1)
        await ann.enter("ann")
        assert (await other.ask("ENTER ann"))[:2] == ["WARNING", "NAME_TAKEN"]
        assert (await other.ask("ENTER bob"))[:2] == ["OK", "ENTER"]


async def test_over_a_third_node_and_back_to_the_door() -> None:
    async with a_house(3) as house:
        tables = [await a_table_at(house, number) for number in range(3)]
        bob = await come(house, 0)
        await bob.enter("bob")
        for number in (1, 2, 0, 2, 1, 0):
            assert (await bob.ask(f"WATCH {tables[number]}"))[:2] == ["OK", "WATCH"]
            assert house.where("guest-bob") == [number]
            peers = [hall.core.sessions.get("guest-bob") for hall in house.nodes.values()]
            assert [bool(each and each.peer) for each in peers] == [n == number for n in range(3)]
            assert (await bob.ask("EXIT"))[:2] == ["OK", "EXIT"]
        assert (await bob.ask("QUIT"))[:2] == ["OK", "QUIT"]
        with pytest.raises(EOFError):
            await bob.frame()
        assert house.where("guest-bob") == []


@pytest.mark.parametrize("codec", CODECS)
@pytest.mark.parametrize("seed", range(4))
async def test_a_burst_is_answered_once_and_in_order_however_it_is_cut(
    codec: type[Codec], seed: int
) -> None:
    """Whatever is said at once, at whichever nodes it is carried out."""
    chance = Random(f"{seed} {codec.name}")

    async def slowly(rows: Sequence[Row]) -> None:
        await trio.sleep(chance.random() / 500)

    async with a_house(3, commit=slowly) as house:
        tables = [await a_table_at(house, number) for number in range(3)]
        bob = await come(house, 0, codec)
        await bob.enter("bob")
        lines = []
        for stay in range(12):
            lines += [f"PING {stay}x{n}" for n in range(chance.randrange(30))]
            lines += [f"WATCH {chance.choice(tables)}", f"CHAT I am {stay}", "EXIT", "NONSENSE"]
        said = [f"#t{number} {line}" for number, line in enumerate(lines)]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(send_in_pieces, bob, said, chance)
            for number, line in enumerate(lines):
                answer = await bob.answer_to(f"#t{number}")
                if line.startswith("PING"):
                    assert answer[1:3] == ["OK", "PONG"]
                    assert answer[4] == line.split()[1]
                elif line == "NONSENSE":
                    assert answer[1:3] == ["WARNING", "NOT_AT_A_TABLE"]
                else:
                    assert answer[1] == "OK"
        tags = [m[0] for m in bob.heard if str(m[0]).startswith("#t")]
        assert tags == [f"#t{number}" for number in range(len(lines))]
        texts = [m[2] for m in bob.heard if m[0] == "CHAT"]
        assert texts == [f"I am {stay}" for stay in range(12)]


async def send_in_pieces(client: Client, said: list[str], chance: Random) -> None:
    commands = [client.codec.command(line.split()) for line in said]
    if isinstance(client, Browser):
        for command in commands:
            await client.raw(command)
        return
    data = b"".join(commands)
    while data:
        size = chance.choice((1, 3, 7, 100, 1000, 5000))
        await client.raw(data[:size])
        data = data[size:]
        await trio.lowlevel.checkpoint()


async def test_what_follows_the_one_who_is_handed_on_may_be_nonsense_or_too_long() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        bob = await come(house, 1, LineCodec)
        await bob.enter("bob")
        await bob.raw(f"#a WATCH {table}\n\xff\n#b PING\n".encode("latin-1"))
        assert (await bob.answer_to("#a"))[1] == "OK"
        assert (await bob.frame())[0][:2] == ["WARNING", "BAD_TEXT"]
        assert (await bob.answer_to("#b"))[1] == "OK"
        await bob.raw(b"x" * (LONGEST_COMMAND + 1))
        assert [m[1] for m in await bob.rest()] == ["TOO_LONG"]


async def test_who_reads_too_slowly_is_cut_and_keeps_nothing_in_memory() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        bob = await come(house, 1)
        await bob.enter("bob")
        await bob.ask(f"WATCH {table}")
        core = house.hall(0).core
        peer = core.sessions["guest-bob"].peer
        assert peer is not None
        # In parts, as a table would tell: the system takes a few megabytes, and then no more.
        for _ in range(1000):
            peer.send(b"\0\0\xff\xff" + bytes(0xFFFF))
            await trio.lowlevel.checkpoint()
            if core.sessions["guest-bob"].peer is None:
                break
        await eventually(lambda: core.sessions["guest-bob"].peer is None)
        await eventually(lambda: not house.hall(1).runner.piped)
        cut = [line for hall in house.nodes.values() for line in hall.logged("cut")]
        assert cut
        assert MOST_UNSENT < 1000 * 0xFFFF


async def test_a_client_who_says_too_much_has_to_wait_and_so_does_the_door() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        bob = await come(house, 1)
        await bob.enter("bob")
        await bob.ask(f"WATCH {table}")
        command = FrameCodec.command(["NONSENSE"])
        sent = 0
        with trio.move_on_after(0.5):
            while True:
                await bob.stream.send_all(command * 1000)
                sent += 1000
        assert house.hall(0).runner.counts.commands < 1000


async def test_when_the_other_node_is_lost_the_client_is_hung_up_on_and_comes_back() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        bob = await come(house, 1)
        token = await bob.enter("bob")
        await bob.ask(f"WATCH {table}")
        session = house.hall(0).core.sessions["guest-bob"]
        assert session.peer is not None
        session.peer.send.__self__.cut()  # type: ignore[attr-defined]
        await bob.rest()
        assert not house.hall(1).runner.piped
        again = await come(house, 1)
        assert (await again.ask(f"RESUME {token} {bob.last}"))[:2] == ["OK", "RESUME"]


async def test_all_clients_of_a_door_share_a_connection_and_each_hears_its_own_in_order() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        clients = [await come(house, 1, CODECS[number % 3]) for number in range(24)]

        async def watch(client: Client, number: int) -> None:
            await client.enter(f"bob{number}")
            await client.ask(f"WATCH {table}")
            said = [f"#p{turn} PING {number}x{turn}" for turn in range(20)]
            await send_in_pieces(client, said, Random(number))
            for turn in range(20):
                assert (await client.answer_to(f"#p{turn}"))[4] == f"{number}x{turn}"

        async with trio.open_nursery() as nursery:
            for number, client in enumerate(clients):
                nursery.start_soon(watch, client, number)
        [connection] = connections_of(house, 1)
        assert len(connection.clients) == len(house.hall(1).runner.piped) == 24
        for client in clients:
            await client.drop()
        await eventually(lambda: not connection.clients)
        assert connection.is_open


def connections_of(house: House, number: int) -> list[NodeConnection]:
    relay = house.hall(number).runner.relay
    assert relay is not None
    return [*relay._nodes.values()]


async def test_who_does_not_read_is_cut_and_nobody_else_on_the_connection_notices() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        slow, bob = await come(house, 1), await come(house, 1)
        for name, client in (("slow", slow), ("bob", bob)):
            await client.enter(name)
            await client.ask(f"WATCH {table}")
        sessions = house.hall(0).core.sessions
        while (peer := sessions["guest-slow"].peer) is not None:
            peer.send(bytes(1 << 16))
            assert (await bob.ask("PING x"))[:2] == ["OK", "PONG"]
        assert (await bob.ask("PING y"))[3] == "y"


async def test_when_the_connection_breaks_all_are_hung_up_on_and_come_back_over_another() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        clients = [await come(house, 1) for _ in range(3)]
        tokens = []
        for number, client in enumerate(clients):
            tokens.append(await client.enter(f"bob{number}"))
            await client.ask(f"WATCH {table}")
        [broken] = connections_of(house, 1)
        broken.cut()
        for client, token in zip(clients, tokens, strict=True):
            await client.rest()
            again = await come(house, 1)
            assert (await again.ask(f"RESUME {token} {client.last}"))[:2] == ["OK", "RESUME"]
        [connection] = connections_of(house, 1)
        assert connection is not broken
        assert not house.hall(0).logged("connection.failed")
        assert not house.hall(1).logged("connection.failed")


async def test_who_is_passed_on_to_a_node_that_the_house_takes_for_dead_is_hung_up_on() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        bob = await come(house, 1)
        await bob.enter("bob")
        await bob.ask(f"WATCH {table}")
        relay = house.hall(1).runner.relay
        assert relay is not None
        relay.part_from_dead([house.node(0).name])
        assert (await bob.ask("PING"))[:2] == ["OK", "PONG"]
        relay.part_from_dead([])  # it may still be stopped, and its connections open
        await bob.rest()
        assert not connections_of(house, 1)


async def test_when_the_client_is_lost_the_other_node_knows() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        bob = await come(house, 1)
        await bob.enter("bob")
        await bob.ask(f"WATCH {table}")
        await bob.drop()
        await eventually(lambda: house.hall(0).core.sessions["guest-bob"].peer is None)


async def test_when_the_door_stops_its_clients_are_told() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        bob = await come(house, 1)
        await bob.enter("bob")
        await bob.ask(f"WATCH {table}")
        await house.hall(1).runner.say_goodbye()
        assert [m[:2] for m in await bob.rest()] == [["BYE", "SHUTTING_DOWN"]]


async def test_a_node_that_cannot_be_reached_refuses_and_nothing_has_changed() -> None:
    async with a_house() as house:
        table = await a_table_at(house, 0)
        there = house.node(0)
        gone = Node("gone", "127.0.0.1", free_port())
        house.nodes = {gone: house.nodes[there], house.node(1): house.hall(1)}
        bob = await come(house, 1)
        await bob.enter("bob")
        assert (await bob.ask(f"JOIN {table}"))[:2] == ["WARNING", "TRY_LATER"]
        assert house.where("guest-bob") == [1]
        house.nodes = {there: house.nodes[gone], house.node(1): house.hall(1)}
        assert (await bob.ask(f"JOIN {table}"))[:2] == ["OK", "JOIN"]


async def test_no_node_of_another_house_is_talked_to() -> None:
    for keys in ((bytes(32), OTHER_KEY), (OTHER_KEY, bytes(32))):
        async with a_house(2, keys) as house:
            table = await a_table_at(house, 0)
            bob = await come(house, 1)
            await bob.enter("bob")
            assert (await bob.ask(f"JOIN {table}"))[:2] == ["WARNING", "TRY_LATER"]
            assert house.hall(1).logged("node.unreachable")
            assert not house.hall(0).logged("connection.failed")


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


# --- who knocks at the port of the nodes ---------------------------------------------------------


async def call(house: House, context: ssl.SSLContext | None) -> trio.abc.Stream:
    node = house.node(0)
    plain = await trio.open_tcp_stream(node.host, node.port)
    house.opened.append(plain)
    if context is None:
        return plain
    return trio.SSLStream(plain, context, https_compatible=True)


def a_state(**other: Any) -> dict[str, Any]:
    state: dict[str, Any] = {
        "address": "192.0.2.7",
        "codec": "msgpack",
        "language": "en",
        "views": "on",
        "proofs": False,
        "follows": False,
        "lobby": False,
        "session": "",
        "heard": FrameCodec.command(["#1", "PING"]),
        "done": 0,
    }
    return state | other


def framed(
    kind: int, data: bytes = b"", length: int | None = None, number: int = 1, taken: int = 0
) -> bytes:
    """A frame as nodes send it, about the first client unless it is about another one."""
    return pack(">IBBI", number, kind, taken, len(data) if length is None else length) + data


def of_the_house(key: bytes = bytes(32)) -> ssl.SSLContext:
    return HouseAuthority(Vault(key).relay_key).contexts(datetime.now(UTC))[1]


async def all_heard(stream: trio.abc.Stream, *said: bytes) -> bytes:
    """All that comes until the other end hangs up."""
    heard = b""
    try:
        for data in said:
            await stream.send_all(data)
        while data := bytes(await stream.receive_some(1 << 16)):
            heard += data
    except trio.BrokenResourceError:
        pass
    return heard


async def heard_until(stream: trio.abc.Stream, last: bytes, *said: bytes) -> bytes:
    """All that comes until this has."""
    heard = bytearray()
    for data in said:
        await stream.send_all(data)
    while last not in heard[-1000:]:
        data = bytes(await stream.receive_some(1 << 16))
        assert data, heard
        heard += data
    return bytes(heard)


PING, READY = framed(FrameKind.PING, number=0), framed(FrameKind.READY, number=0)
FINISH = framed(FrameKind.FINISH)


async def test_who_has_the_key_is_heard_under_the_address_that_it_tells() -> None:
    async with a_house() as house:
        stream = await call(house, of_the_house())
        assert await heard_until(stream, READY, PING) == READY
        await heard_until(stream, b"PONG", framed(FrameKind.STATE, msgpack.packb(a_state())))
        assert [peer.address for peer in house.hall(0).core.peers] == ["192.0.2.7"]
        await heard_until(stream, FINISH, framed(FrameKind.END))
        assert not house.hall(0).core.peers


NONSENSE: list[bytes] = [
    b"",
    b"\xc1",
    b"\x93\x93\x93",
    *map(
        msgpack.packb,
        [
            None,
            [],
            {},
            {1: 2},
            {"address": "192.0.2.7"},
            a_state(more=1),
            a_state(codec="morse"),
            a_state(codec=["msgpack"]),
            a_state(language="xx"),
            a_state(views="all"),
            a_state(proofs=1),
            a_state(done=-1),
            a_state(done=1 << 40),
            a_state(address="x" * 1000),
            a_state(session=None),
            a_state(heard="text"),
        ],
    ),
]


@pytest.mark.parametrize("state", NONSENSE)
async def test_a_state_that_is_nonsense_is_refused_without_a_word(state: bytes) -> None:
    async with a_house() as house:
        stream = await call(house, of_the_house())
        assert await heard_until(stream, FINISH, framed(FrameKind.STATE, state)) == FINISH
        assert await heard_until(stream, READY, PING) == READY  # and the others go on
        assert house.hall(0).logged("relay.refused")
        assert not house.hall(0).logged("connection.failed")


FRAMES: dict[str, bytes] = {
    "too long": framed(FrameKind.STATE, b"", LONGEST_STATE + 1),
    "no such kind": framed(99, b""),
    "more than was asked for": framed(FrameKind.STATE, msgpack.packb(a_state(heard=b"")))
    + framed(FrameKind.BYTES, b"x") * (WINDOW + 1),
    "the same client twice": framed(FrameKind.STATE, msgpack.packb(a_state())) * 2,
    "bytes that promise too much": framed(FrameKind.STATE, msgpack.packb(a_state()))
    + framed(FrameKind.BYTES, b"", 1 << 31),
    "what only a node says": framed(FrameKind.STATE, msgpack.packb(a_state()))
    + framed(FrameKind.HAND_ON, b"x"),
    "random bytes": Random(1).randbytes(1000),
}


@pytest.mark.parametrize("frames", FRAMES.values(), ids=FRAMES)
async def test_frames_that_no_node_sends_end_the_connection(frames: bytes) -> None:
    async with a_house() as house:
        stream = await call(house, of_the_house())
        await all_heard(stream, frames)
        assert not house.hall(0).logged("connection.failed")
        await eventually(lambda: not house.hall(0).core.peers)


async def test_what_comes_for_a_client_who_has_left_is_dropped() -> None:
    async with a_house() as house:
        stream = await call(house, of_the_house())
        late = framed(FrameKind.BYTES, b"x", number=7) + framed(FrameKind.END, number=7)
        assert await heard_until(stream, READY, late, PING) == READY


async def test_what_a_client_has_said_who_is_gone_is_not_carried_out_any_more() -> None:
    async with a_house() as house:
        stream = await call(house, of_the_house())
        await stream.send_all(framed(FrameKind.STATE, msgpack.packb(a_state())))
        await eventually(lambda: house.hall(0).core.peers)
        much = framed(FrameKind.BYTES, FrameCodec.command(["NONSENSE"]) * 1000) * WINDOW
        await stream.send_all(much + framed(FrameKind.FINISH))
        await eventually(lambda: not house.hall(0).core.peers)
        assert house.hall(0).runner.counts.commands < 1000


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(node_connection, "QUIET", 0.02)


@pytest.mark.usefixtures("impatient")
async def test_a_door_that_does_not_answer_any_more_is_hung_up_on() -> None:
    async with a_house() as house:
        stream = await call(house, of_the_house())
        state = framed(FrameKind.STATE, msgpack.packb(a_state()))
        heard = await all_heard(stream, state)  # and it never says that it is READY
        assert heard.count(PING) == 2
        await eventually(lambda: not house.hall(0).core.peers)


async def test_a_door_that_does_not_read_loses_who_is_told_too_much_and_nobody_else() -> None:
    async with a_house() as house:
        stream = await call(house, of_the_house())
        for number in (1, 2):
            state = framed(FrameKind.STATE, msgpack.packb(a_state()), number=number)
            await stream.send_all(state)
        core = house.hall(0).core
        await eventually(lambda: len(core.peers) == 2)
        much, little = core.peers
        for number in range(1000):
            much.send(number.to_bytes(2, "big") * 5000)
            await trio.lowlevel.checkpoint()
        await eventually(lambda: [*core.peers] == [little])
        assert house.hall(0).logged("cut")
        little.send(b"the last")
        heard = await heard_until(stream, b"the last")
        *told, finish, last = [each for each in frames_in(heard) if b"PONG" not in each[2]]
        assert told == [
            (1, FrameKind.BYTES, number.to_bytes(2, "big") * 5000) for number in range(len(told))
        ]
        assert (finish, last) == ((1, FrameKind.FINISH, b""), (2, FrameKind.BYTES, b"the last"))


def frames_in(data: bytes) -> list[tuple[int, FrameKind, bytes]]:
    """The number of the client, the kind and the content of each."""
    found = []
    while data:
        number, kind, _, length = unpack_from(">IBBI", data)
        if number:
            found.append((number, FrameKind(kind), data[10 : 10 + length]))
        data = data[10 + length :]
    return found


FROM_NODES: dict[str, bytes] = {
    "too long": framed(FrameKind.BYTES, length=LONGEST_FRAME + 1),
    "no such kind": framed(99),
    "what only a door says": framed(FrameKind.STATE, msgpack.packb(a_state())),
    "taken what was not said": framed(FrameKind.TAKEN, taken=9),
    "to nowhere": framed(FrameKind.HAND_ON, b"\xc1"),
    "to a node of no name": framed(FrameKind.HAND_ON, msgpack.packb([1, 2, 3, 4])),
    "without a peer": framed(FrameKind.HAND_ON, msgpack.packb(["a", "b", 1, b""])),
    "nothing any more": b"",
}


@pytest.mark.parametrize("said", FROM_NODES.values(), ids=FROM_NODES)
async def test_who_is_at_a_node_that_talks_nonsense_is_hung_up_on(said: bytes) -> None:
    async with a_house() as house, a_false_node(house, said):
        bob = await come(house, 1)
        await bob.enter("bob")
        await bob.say("WATCH anything")
        assert await bob.rest() == []
        assert not house.hall(1).runner.piped
        assert not house.hall(1).logged("connection.failed")


@pytest.mark.usefixtures("impatient")
async def test_clients_at_a_node_that_has_stopped_are_hung_up_on() -> None:
    async with a_house() as house, a_false_node(house):
        bob = await come(house, 1)
        await bob.enter("bob")
        await bob.say("WATCH anything")
        assert await bob.rest() == []


@dataclass
class TablesAt(FromHere):
    """Every table is at one node."""

    there: Node

    def table(self, name: str) -> Node:
        return self.there


@asynccontextmanager
async def a_false_node(house: House, said: bytes | None = None) -> AsyncIterator[None]:
    """One that has every table. It says this as soon as it has a peer and hangs up, or nothing."""
    [listener] = open_sockets("127.0.0.1", 0)
    node = Node(f"false {said!r}", "127.0.0.1", listener.getsockname()[1])
    context = HouseAuthority(Vault(bytes(32)).relay_key).contexts(datetime.now(UTC))[0]

    async def answer(plain: trio.SocketStream) -> None:
        stream = trio.SSLStream(plain, context, server_side=True, https_compatible=True)
        with suppress(trio.BrokenResourceError):
            await stream.receive_some(1 << 16)
            await stream.send_all(READY)
            await stream.receive_some(1 << 16)
            if said is None:
                await trio.sleep_forever()
            await stream.send_all(said)
            await plain.send_eof()
            while await plain.receive_some(1 << 16):
                pass

    house.hall(1).core.elsewhere = TablesAt(house, house.node(1), node)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(
            trio.serve_listeners,
            answer,
            [trio.SocketListener(trio.socket.from_stdlib_socket(listener))],
        )
        yield
        nursery.cancel_scope.cancel()


async def test_a_peer_whose_session_was_not_given_to_this_node_is_sent_away() -> None:
    async with a_house() as house:
        await a_table_at(house, 0)
        for name in ("guest-nobody", "guest-host0"):
            stream = await call(house, of_the_house())
            state = framed(FrameKind.STATE, msgpack.packb(a_state(session=name)))
            assert b"TRY_LATER" in await heard_until(stream, FINISH, state)
            await stream.aclose()
        assert house.where("guest-host0") == [0]


async def test_nobody_else_is_heard_at_all() -> None:
    """Plain text, TLS without a certificate, one of another house, one that was made up."""
    anybody = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    anybody.check_hostname, anybody.verify_mode = False, ssl.CERT_NONE
    other = of_the_house(OTHER_KEY)
    other.verify_mode = ssl.CERT_NONE
    said = framed(FrameKind.STATE, msgpack.packb(a_state()))
    async with a_house() as house:
        for context in (anybody, other):
            assert await all_heard(await call(house, context), said) == b""
        for data in (b"ENTER ann\n", b"GET / HTTP/1.1\r\n\r\n", FrameCodec.command(["PING"])):
            heard = await all_heard(await call(house, None), data)
            assert b"PONG" not in heard
            assert len(heard) < 20  # an alert
        await eventually(lambda: len(house.hall(0).logged("relay.refused")) == 5)
        assert not house.hall(0).core.peers


async def test_who_has_got_hold_of_the_key_of_a_node_cannot_make_others(tmp_path: Path) -> None:
    authority = HouseAuthority(Vault(bytes(32)).relay_key)
    node, forged = (Ed25519PrivateKey.generate() for _ in range(2))
    now = datetime.now(UTC)
    life = now - timedelta(days=1), now + timedelta(days=1)
    name, other = named("node"), named("another node")
    above = certificate(name, named("cardkit house"), node.public_key(), life, 2)
    below = certificate(other, name, forged.public_key(), life, 3)
    chain = [below.sign(node, None), above.sign(authority._key, None)]
    path = tmp_path / "forged.pem"
    secret = forged.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(b"".join([*(each.public_bytes(Encoding.PEM) for each in chain), secret]))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.load_cert_chain(path)
    async with a_house() as house:
        said = framed(FrameKind.STATE, msgpack.packb(a_state()))
        assert await all_heard(await call(house, context), said) == b""
        assert house.hall(0).logged("relay.refused")


def test_the_authority_of_a_house_follows_from_its_key_alone() -> None:
    one, same, other = (
        HouseAuthority(Vault(key).relay_key).certificate
        for key in (bytes(32), bytes(32), OTHER_KEY)
    )
    assert one == same
    assert one.public_key() != other.public_key()


def test_a_state_is_read_as_it_was_written() -> None:
    chance = Random(1)
    for _ in range(200):
        state = PeerState(
            address=f"192.0.2.{chance.randrange(256)}",
            codec=chance.choice(["text", "msgpack", "json"]),
            language=chance.choice(["en", "ja"]),
            views=chance.choice(["on", "hand", "off"]),
            proofs=chance.random() < 0.5,
            follows=chance.random() < 0.5,
            lobby=chance.random() < 0.5,
            session=chance.choice(["", "guest-ann", "ゆき"]),
            heard=chance.randbytes(chance.randrange(9)),
            done=0,
        )
        assert PeerState.read(state.packed()) == state
        packed = bytearray(state.packed())
        packed[chance.randrange(len(packed))] = chance.randrange(256)
        with suppress(ValueError):
            PeerState.read(bytes(packed))
