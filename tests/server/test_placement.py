"""Where tables are in a house of several nodes: new ones, those of a node that stops, and of one
that was lost."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
import trio

from cardkit.server import house_member, house_nodes
from cardkit.server.house_nodes import HouseNodes
from cardkit.server.nodes import NodeAbout, SavedNode
from cardkit.server.serve import Running
from cardkit.server.settings import Limits
from cardkit.server.store_address import MemoryAddress
from cardkit.server.table_settings import HostingOptions
from tests.house import NIM, House, a_house_in, play
from tests.nodes import eventually
from tests.server_helpers import Client, CoreServer

ABOUT = NodeAbout(version="1", games={}, host="h", port=7).written()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with a_house_in(tmp_path / "data") as house:
        with trio.fail_after(60):
            yield house


async def drained(node: Running) -> bool:
    node.runner.core.draining = True
    assert node.hand_over is not None
    return await node.hand_over()


def tables_of(*nodes: Running) -> list[int]:
    return [len(node.runner.core.tables) for node in nodes]


# --- a node that stops ------------------------------------------------------------------------


async def test_what_a_node_has_is_handed_over_and_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_member, "HANDED_OVER_AT_ONCE", 1)
    async with house.node("a") as a, house.node("b") as b:
        ann, bob, eve = [await house.come(b) for _ in range(3)]
        ann_token, bob_token = await play(ann, "ann"), await play(bob, "bob")
        eve_token = await eve.enter("eve")
        assert await drained(b)
        assert (b.runner.core.tables, b.runner.core.sessions) == ({}, {})
        assert b.runner.core.timers.next() is None
        for client, token in ((ann, ann_token), (bob, bob_token), (eve, eve_token)):
            assert (await client.rest())[-1][:2] == ["BYE", "SHUTTING_DOWN"]
            again = await house.come(a)
            answer = await again.ask(f"RESUME {token} {client.last}")
            assert answer[:2] == ["OK", "RESUME"]
            if client is not eve:
                numbers = [event[0] for event in (*client.events, *again.events)]
                assert numbers == [*range(numbers[0], numbers[0] + len(numbers))]
                await again.play()
        assert {*a.runner.core.tables} == {"nim-1", "nim-b1", "nim-b2"}


async def test_who_plays_over_the_door_of_another_node_is_sent_to_that_again(house: House) -> None:
    async with house.node("a") as a, house.node("b") as b:
        ann = await house.come(a)
        token = await ann.enter("ann")
        owner = await house.come(b)
        await owner.enter("owner")
        _, _, table = await owner.ask("OPEN nim")
        assert (await ann.ask(f"JOIN {table}"))[0] == "OK"
        assert a.runner.piped
        assert await drained(b)
        assert (await ann.rest())[-1][:2] == ["BYE", "SHUTTING_DOWN"]
        again = await house.come(a)
        assert (await again.ask(f"RESUME {token}"))[:2] == ["OK", "RESUME"]
        assert table in a.runner.core.tables


async def test_who_came_in_by_a_node_that_stops_comes_in_by_another_door(house: House) -> None:
    async with house.node("a") as a, house.node("b") as b:
        ann = await house.come(b)
        token = await ann.enter("ann")
        assert (await ann.ask("JOIN nim-1"))[0] == "OK"
        assert await drained(b)
        assert (await ann.rest())[-1][:2] == ["BYE", "SHUTTING_DOWN"]
        with pytest.raises(OSError, match=r".*"):
            await house.come(b)
        again = await house.come(a)
        assert (await again.ask(f"RESUME {token}"))[:2] == ["OK", "RESUME"]


async def test_one_node_alone_hands_nothing_over(house: House) -> None:
    async with house.node("a") as a:
        ann = await house.come(a)
        await play(ann, "ann")
        assert not await drained(a)
        assert tables_of(a) == [2]
        assert (await ann.ask("WHO"))[0] == "OK"


async def test_nodes_that_all_stop_hand_nothing_over(house: House) -> None:
    async with house.node("a") as a, house.node("b") as b:
        await play(await house.come(b), "ann")
        house.run("UPDATE nodes SET draining = 1")
        a.runner.core.draining = True
        assert not await drained(b)
        assert tables_of(b) == [1]


async def test_a_node_that_stops_lets_others_take_what_is_new(house: House) -> None:
    async with house.node("a") as a, house.node("b") as b:
        ann, bob = await house.come(b), await house.come(b)
        await ann.enter("ann")
        elsewhere = b.runner.core.elsewhere
        await eventually(lambda: elsewhere and elsewhere.with_room() is None and alive(b) == 2)
        b.runner.core.draining = True
        assert await ann.ask("OPEN nim") == ["OK", "OPEN", "nim-2"]
        await bob.enter("bob")
        assert {*a.runner.core.sessions} == {"guest-ann", "guest-bob"}
        assert tables_of(a, b) == [2, 0]


def alive(node: Running) -> int:
    """Of how many nodes this one has heard, itself included."""
    assert isinstance(node.runner.core.elsewhere, HouseNodes)
    return 1 + len(node.runner.core.elsewhere._tables)


def test_what_is_said_after_the_last_word_is_left_to_the_next_server() -> None:
    server = CoreServer(NIM)
    server.say("ann", ("ENTER", "ann"))
    server.say("ann", ("OPEN", "nim"))
    server.say("ann", ("JOIN", "nim-1"))
    server.core.release_table(server.core.tables["nim-1"])
    server.store()
    assert server.heard["ann"][-1][:2] == ["BYE", "SHUTTING_DOWN"]
    assert server.pages[-1] == [("table released", ("nim-1",)), ("people released", ("nim-1",))]
    assert server.say("ann", ("#7", "LOGIN")) == []
    server.lose("ann")
    assert server.core.sessions == {}


# --- a node that is lost ----------------------------------------------------------------------


async def test_what_is_lost_is_taken_up_in_fair_shares(house: House) -> None:
    async with house.node("a") as a, house.node("b") as b:
        async with house.node("c") as c:
            for _ in range(9):
                c.runner.core.open_table("nim", "", {}, HostingOptions())
            c.runner.core.outbox.settle()
            await eventually(lambda: c.runner.core.outbox.all_stored)
        await eventually(lambda: sum(tables_of(a, b)) == 10)
        assert tables_of(a, b) == [5, 5]


# --- new tables -------------------------------------------------------------------------------


def others(*tables: int, draining: int = 0) -> list[SavedNode]:
    return [
        SavedNode(n, f"n{n}", n, ABOUT, draining, json.dumps({"tables": count}), 0.1)
        for n, count in enumerate(tables, 2)
    ]


def a_node(tables: int, limit: int = 5000) -> HouseNodes:
    """One with so many tables."""
    core = CoreServer(NIM).core
    core.limits = Limits(tables=limit)
    core.tables.update(dict.fromkeys(map(str, range(tables))))  # type: ignore[arg-type]
    with closing(MemoryAddress()) as address:
        return HouseNodes(address, core, SavedNode(1, "n1", 1, ABOUT, 0, "{}", 0.0))


@pytest.mark.parametrize(
    ("here", "there", "goes_to"),
    [
        (0, [0, 0], None),
        (10, [0, 0], None),
        (17, [5, 0, 3], "n3-3"),
        (100, [90, 80, 70], None),
        (100, [90, 60, 70], "n3-3"),
    ],
)
def test_a_new_table_goes_where_there_is_much_more_room(
    here: int, there: list[int], goes_to: str | None
) -> None:
    node = a_node(here)
    node.hear_of([*others(*there), SavedNode(1, "n1", 1, ABOUT, 0, "{}", 0.0)])
    found = node.with_room()
    assert (found and found.name) == goes_to


def test_where_there_is_no_room_left_the_table_goes_to_who_has_some() -> None:
    node = a_node(10, limit=10)
    assert node.with_room() is None
    node.hear_of(others(9))
    assert node.with_room() is not None
    assert node.with_room() is None  # it has ten by now


def test_nothing_goes_to_a_node_that_stops() -> None:
    node = a_node(100)
    node.hear_of(others(0, draining=1))
    assert node.with_room() is None


async def test_open_at_a_full_node_opens_at_another(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house_nodes, "MARGIN", 1)
    async with house.node("a") as a, house.node("b") as b:
        await eventually(lambda: alive(a) == 2)
        names = [(await opened(await house.come(a), f"p{n}"))[2] for n in range(4)]
        assert names == ["nim-2", "nim-b1", "nim-3", "nim-b2"]
        assert tables_of(a, b) == [3, 2]
        assert {*b.runner.core.sessions} == {"guest-p1", "guest-p3"}


async def opened(client: Client, name: str) -> list[str]:
    await client.enter(name)
    return await client.ask("OPEN nim")


# --- where clients go -------------------------------------------------------------------------


async def test_who_can_is_told_where_the_table_is(house: House) -> None:
    async with house.node("a", public="cards1.example:7272"), house.node("b") as b:
        ann = await house.come(b)
        assert await ann.ask("FOLLOW on") == ["OK"]
        await ann.enter("ann")
        assert (await ann.ask("JOIN nim-1"))[0] == "OK"
        assert await ann.until("MOVED") == ["MOVED", "cards1.example", 7272]
