"""Programs of UECda at a table of a running server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio

from cardkit.client import Address, Dial, connect, dial
from cardkit.commands.uecda_server import table_at
from cardkit.games.daifugo import Daifugo
from cardkit.netgame import Refused
from cardkit.protocol.client_commands import OpenCommand
from cardkit.server.serve import serving
from cardkit.server.settings import Settings
from tests.uecda.client import Program, low_card
from tests.uecda.rooms import open_room, play


@asynccontextmanager
async def a_server() -> AsyncIterator[Dial]:
    async with serving(Settings(port=0, pace=0), {"daifugo": Daifugo}, lambda line: None) as up:
        yield dial(Address.parse(f"127.0.0.1:{up.ports[0]}"))


async def open_table(reach: Dial, preset: str, **options: str) -> None:
    async with connect(reach) as host:
        await host.enter()
        await host.say(OpenCommand("daifugo", preset, options))
        await host.quit()


def told(games: int) -> None:
    pass


async def test_five_programs_play_at_a_server() -> None:
    five = [Program(b"prog%d" % n, seed=n, choose=low_card) for n in range(5)]
    async with a_server() as reach, table_at(reach, "", 2, 0, told) as host:
        await play(host, five)
        assert host.standings.games == 2
        assert sum(host.standings.points.values()) == 2 * 15
    assert [program.games for program in five] == [2] * 5
    assert {*host.standings.points} == {f"guest-prog{n}" for n in range(5)}
    assert sorted(program.number for program in five) == [0, 1, 2, 3, 4]


async def test_robots_of_the_server_fill_the_table() -> None:
    two = [Program(b"old", seed=1), Program(b"new", 20140, seed=2)]
    async with a_server() as reach, table_at(reach, "", 2, 3, told) as host:
        await play(host, two)
    assert [program.games for program in two] == [2, 2]


async def test_a_robot_of_the_server_plays_on_for_one_who_leaves() -> None:
    async def leave(stream: trio.abc.Stream) -> None:
        program = Program(b"bad")
        await program.enter(stream)
        await program.begin_game()
        await stream.aclose()

    two = [Program(b"prog%d" % n, seed=n) for n in range(2)]
    async with (
        a_server() as reach,
        table_at(reach, "", 2, 2, told) as host,
        open_room(host, 3) as (room, nursery),
    ):
        for program in two:
            nursery.start_soon(program.play, room.door.knock())
        nursery.start_soon(leave, room.door.knock())
    assert [program.games for program in two] == [2, 2]


async def test_programs_go_to_the_table_they_are_sent_to() -> None:
    one = Program(b"one")
    async with a_server() as reach:
        await open_table(reach, "uecda", match_games="2", robots="yes")
        async with table_at(reach, "daifugo-1", 0, 4, told) as host:
            await play(host, [one])
    assert one.games == 2


@pytest.mark.parametrize(
    ("table", "why"),
    [("daifugo-1", "daifugo-1 is no table of daifugo with the preset uecda"), ("x", "no table x")],
)
async def test_they_are_sent_to_no_other_game(table: str, why: str) -> None:
    async with a_server() as reach:
        await open_table(reach, "official")
        with pytest.raises(Refused, match=why):
            async with table_at(reach, table, 0, 0, told):
                pass
