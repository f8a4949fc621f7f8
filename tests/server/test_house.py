"""Several nodes over one PostgreSQL, in one process: what one loses, the others go on with."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio
from prometheus_client.parser import text_string_to_metric_families

from cardkit.netgame import Refused
from cardkit.server import serve
from cardkit.server.metrics import metrics_of
from cardkit.server.serve import Running
from cardkit.server.store import NodeRemoved
from tests.house import NIM, House, a_house_in, play
from tests.tiny_games import Nim


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with a_house_in(tmp_path / "data") as house:
        yield house


async def test_one_table_for_all_and_any_door_leads_to_it(house: House) -> None:
    async with house.node("a") as a, house.node("b") as b:
        assert [*a.runner.core.tables] == ["nim-1"]
        assert [*b.runner.core.tables] == []
        ann, bob = await house.come(a), await house.come(b)
        await ann.ask("ENTER ann")
        await bob.ask("ENTER bob")
        assert (await ann.ask("JOIN nim-1"))[0] == "OK"
        assert (await bob.ask("JOIN nim-1"))[0] == "OK"
        assert {*a.runner.core.sessions} == {"guest-ann", "guest-bob"}
        assert {*b.runner.core.sessions} == set()
        assert await bob.ask("OPEN nim") == ["OK", "OPEN", "nim-2"]
        carl = await house.come(b)
        await carl.ask("ENTER carl")
        assert await carl.ask("OPEN nim") == ["OK", "OPEN", "nim-b1"]


@asynccontextmanager
async def taken_for_dead() -> AsyncIterator[None]:
    """What is in the block ends because others have removed a node."""
    try:
        yield
    except BaseExceptionGroup as group:
        if group.split(NodeRemoved)[1] is not None:
            raise
    else:
        pytest.fail("it goes on")


async def test_who_is_taken_for_dead_tells_nothing_more_and_another_goes_on(house: House) -> None:
    with trio.fail_after(30):
        async with house.node("a") as a:
            async with taken_for_dead(), house.node("b") as b:
                ann = await house.come(b)
                token = await play(ann, "ann")
                house.run("DELETE FROM nodes WHERE name = 'b'")
                await ann.rest()
                assert b.runner.core.failed
                await trio.sleep_forever()
            again = await house.come(a)
            answer = await again.ask(f"RESUME {token} {ann.last}")
            assert answer[:3] == ["OK", "RESUME", "guest-ann"]
            assert {*a.runner.core.tables} == {"nim-1", "nim-b1"}
            assert ["guest-ann", "player"] in await again.ask("WHO")


async def test_what_a_node_had_that_stops_goes_on_at_another(house: House) -> None:
    with trio.fail_after(30):
        async with house.node("a") as a:
            async with house.node("b") as b:
                ann, bob = await house.come(b), await house.come(b)
                token = await play(ann, "ann")
                _, _, _, key = await bob.ask("ENTER bob")
            await ann.rest()
            again, back = await house.come(a), await house.come(a)
            assert (await again.ask(f"RESUME {token}"))[1] == "RESUME"
            assert (await back.ask(f"RESUME {key}"))[1] == "RESUME"
            assert again.phase == "playing"


async def test_no_two_nodes_let_in_people_of_one_name(house: House) -> None:
    async with house.node("a") as a, house.node("b") as b:
        answers: list[str] = []

        async def enter(running: Running, name: str) -> None:
            client = await house.come(running)
            answers.append((await client.ask(f"ENTER {name}"))[0])

        async with trio.open_nursery() as nursery:
            for running in (a, b, a, b):
                nursery.start_soon(enter, running, "ann")
        assert sorted(answers) == ["OK", "WARNING", "WARNING", "WARNING"]
        await enter(b, "ann")
        await enter(a, "Ann")
        assert answers[4:] == ["WARNING", "WARNING"]
        sessions = {*a.runner.core.sessions, *b.runner.core.sessions}
        assert sessions == {"guest-ann"}


async def test_nobody_gets_a_seat_at_another_node_by_the_name_alone(house: House) -> None:
    async with house.node("a") as a, house.node("b") as b:
        ann, bob = await house.come(a), await house.come(a)
        await ann.ask("ENTER ann")
        await bob.ask("ENTER bob")
        _, _, table = await ann.ask("OPEN nim disconnect=robot")
        for client in (ann, bob):
            for line in (f"JOIN {table}", "LOGIN"):
                assert (await client.ask(line))[0] == "OK"
        assert (await ann.ask("START"))[0] == "OK"
        await ann.ask("QUIT")
        mallory = await house.come(b)
        assert (await mallory.ask("ENTER ann"))[:2] == ["WARNING", "NAME_TAKEN"]


async def test_a_node_of_other_games_or_an_older_version_is_refused(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house.node("a"):
        with pytest.raises(Refused, match="other games, or by other rules: nim2"):
            async with house.node("b", {**NIM, "nim2": Nim}):
                pass
        monkeypatch.setattr(serve, "__version__", "0.0.1")
        with pytest.raises(Refused, match="install that version"):
            async with house.node("b"):
                pass


async def test_a_node_with_other_keys_is_refused(house: House, tmp_path: Path) -> None:
    async with house.node("a"):
        pass
    with pytest.raises(Refused, match="another key"):
        async with House(tmp_path / "other", house.url).node("b"):
            pass


async def test_each_node_tells_how_many_they_are_and_what_all_have(house: House) -> None:
    async with house.node("a") as a, house.node("b") as b:
        with trio.fail_after(20):
            ann = await house.come(b)
            await play(ann, "ann")
            whole = {"cardkit_house_nodes": 2.0, "cardkit_house_people": 1.0}
            whole |= {"cardkit_house_tables": 2.0, "cardkit_house_tables_playing": 1.0}
            told: dict[str, float] = {}
            while told != whole:  # within two signs of life
                await trio.sleep(0.05)
                found = text_string_to_metric_families(metrics_of(a.runner, "a"))
                samples = (sample for family in found for sample in family.samples)
                told = {each.name: each.value for each in samples if each.name in whole}
