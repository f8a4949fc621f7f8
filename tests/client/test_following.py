"""A client goes where its table is served, and misses nothing by it."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from random import Random

import trio

from cardkit.cardgame import Rand
from cardkit.client import Address, Connection, connect, dial
from cardkit.client.bot import BotAssignment, BotRunner
from cardkit.client.messages import Back, Lost
from cardkit.protocol import Message
from cardkit.protocol.messages import Away
from cardkit.server.elsewhere import Node
from cardkit.server.relay import RelayedLink
from tests.helpers import card_game
from tests.nodes import House, a_house, come, eventually
from tests.server_helpers import Client, gapless


def to(house: House, number: int) -> AbstractAsyncContextManager[Connection]:
    public = house.node(number).public
    assert public is not None
    return connect(dial(Address(*public)), jitter=lambda: 0.5)


def comes_to(house: House, number: int, port: int) -> None:
    """Let a node tell clients of this port as its own."""
    relay = house.hall(number).runner.relay
    assert relay is not None
    node = relay.node
    relay.node = Node(node.name, node.host, node.port, ("127.0.0.1", port))


def is_relayed(house: House, name: str) -> bool:
    [number] = house.where(name)
    peer = house.hall(number).core.sessions[name].peer
    assert peer is not None
    return isinstance(peer.send.__self__, RelayedLink)  # type: ignore[attr-defined]


async def ann_at(house: House, number: int) -> tuple[Client, str]:
    """Ann, who plays at a table there."""
    ann = await come(house, number)
    await ann.enter("ann")
    table = str((await ann.ask("OPEN nim"))[2])
    await ann.ask(f"JOIN {table}")
    await ann.ask("LOGIN")
    return ann, table


async def listen(connection: Connection, heard: list[Message]) -> None:
    async for frame in connection:
        heard += frame


async def test_a_client_goes_to_the_node_of_its_table_and_nobody_notices() -> None:
    heard: list[Message] = []
    async with a_house() as house, trio.open_nursery() as nursery:
        ann, table = await ann_at(house, 0)
        async with to(house, 1) as bob:
            nursery.start_soon(listen, bob, heard)
            await bob.enter("bob")
            await bob.say(f"JOIN {table}")
            await bob.say("LOGIN")
            await eventually(lambda: not is_relayed(house, "guest-bob"))
            await eventually(lambda: not house.hall(1).runner.piped)
            await ann.ask("START")
            await ann.ask("CHAT over there")
            await eventually(lambda: any(m.head == "CHAT" for m in heard))
            assert not [m for m in heard if isinstance(m, Lost | Back | Away)]
            assert not [m for m in ann.events if m[1] == "AWAY"]
            assert gapless(ann)
            await bob.quit()
        nursery.cancel_scope.cancel()


async def test_what_is_said_while_it_goes_is_carried_out_once_and_in_order() -> None:
    heard: list[Message] = []
    async with a_house() as house, trio.open_nursery() as nursery:
        ann, table = await ann_at(house, 0)
        async with to(house, 1) as bob:
            nursery.start_soon(listen, bob, heard)
            await bob.enter("bob")
            await bob.say(f"JOIN {table}")
            number = 0
            while is_relayed(house, "guest-bob") or number < 8:
                await bob.say(f"CHAT {number}")
                number += 1
            await ann.ask("PING")
            assert [m[2] for m in ann.heard if m[0] == "CHAT"] == [str(n) for n in range(number)]
        nursery.cancel_scope.cancel()


async def test_a_place_that_cannot_be_reached_is_not_gone_to() -> None:
    async with a_house() as house:
        _, table = await ann_at(house, 0)
        comes_to(house, 0, 1)
        async with to(house, 1) as bob:
            await bob.enter("bob")
            await bob.say(f"JOIN {table}")
            for _ in range(20):
                await bob.say("PING")
            assert is_relayed(house, "guest-bob")


async def test_nobody_goes_in_circles() -> None:
    """Each node is told of under the port of the other, as behind a proxy that goes wrong."""
    async with a_house() as house:
        _, table = await ann_at(house, 0)
        for number, other in ((0, 1), (1, 0)):
            public = house.node(other).public
            assert public is not None
            comes_to(house, number, public[1])
        accepted = house.hall(1).runner.counts.accepted.total()
        async with to(house, 1) as bob:
            await bob.enter("bob")
            await bob.say(f"JOIN {table}")
            for _ in range(50):
                await bob.say("PING")
            assert house.hall(1).runner.counts.accepted.total() - accepted <= 2


async def test_a_client_that_has_followed_is_found_again_when_that_node_is_lost() -> None:
    """It dials the address that it was given at first."""
    heard: list[Message] = []
    async with a_house() as house, trio.open_nursery() as nursery:
        _, table = await ann_at(house, 0)
        async with to(house, 1) as bob:
            nursery.start_soon(listen, bob, heard)
            await bob.enter("bob")
            await bob.say(f"JOIN {table}")
            await eventually(lambda: not is_relayed(house, "guest-bob"))
            accepted = house.hall(1).runner.counts.accepted.total()
            peer = house.hall(0).core.sessions["guest-bob"].peer
            assert peer is not None
            peer.hang_up()
            await eventually(lambda: any(isinstance(m, Back) for m in heard))
            assert house.hall(1).runner.counts.accepted.total() == accepted + 1
            assert is_relayed(house, "guest-bob")  # it has just followed
        nursery.cancel_scope.cancel()


async def test_bots_follow_their_table() -> None:
    async with a_house(games={"akq": card_game("akq")}) as house:
        host = await come(house, 0)
        await host.enter("host")
        table = str((await host.ask("OPEN akq"))[2])
        records = []

        async def play(number: int) -> None:
            async with to(house, 1) as connection:
                await connection.enter(f"bot{number}")
                errand = BotAssignment(table=table, start=2)
                chance = Random(number).randrange
                bot = BotRunner(connection, Rand, errand, chance, tell=len, warn=fail)
                records.append(await bot.run())
                assert not is_relayed(house, connection.name)

        async with trio.open_nursery() as playing:
            playing.start_soon(play, 0)
            playing.start_soon(play, 1)
        assert records[0].games == records[1].games > 0


def fail(line: str) -> None:
    raise AssertionError(line)
