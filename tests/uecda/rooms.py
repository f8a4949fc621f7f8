"""A gateway in memory, and programs that come to it: no socket, and a clock that jumps."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from random import Random

import trio
from trio.testing import memory_stream_pair

from cardkit.games.daifugo import Daifugo
from cardkit.games.daifugo.bots import Thrifty
from cardkit.netgame import Text
from cardkit.uecda.gateway import Gateway, Host
from cardkit.uecda.match import LocalTable
from tests.uecda.client import Program


class Door(trio.abc.Listener[trio.abc.Stream]):
    """Where programs come in."""

    def __init__(self) -> None:
        self._send, self._come = trio.open_memory_channel[trio.abc.Stream](20)

    async def accept(self) -> trio.abc.Stream:
        return await self._come.receive()

    async def aclose(self) -> None:
        await trio.lowlevel.checkpoint()

    def knock(self) -> trio.abc.Stream:
        """The program's end of a new connection."""
        mine, theirs = memory_stream_pair()
        self._send.send_nowait(theirs)
        return mine


class Room:
    """A gateway that runs, and what it has told its host."""

    def __init__(self, host: Host, guests: int, limit: float = 10.0) -> None:
        self.door, self.told = Door(), list[str]()
        self.gateway = Gateway(host, guests, limit, self._note)
        self.is_over = trio.Event()

    def _note(self, text: Text) -> None:
        self.told.append(str(text))

    async def run(self) -> None:
        await self.gateway.run([self.door])
        self.is_over.set()


def table_for(games: int, *, seed: int = 1, set_size: int = 100) -> LocalTable:
    return LocalTable(Daifugo, Thrifty(Random(seed).randrange), games, seed, set_size=set_size)


@asynccontextmanager
async def open_room(host: Host, guests: int) -> AsyncIterator[tuple[Room, trio.Nursery]]:
    """The block ends when all games are over."""
    room = Room(host, guests)
    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(room.run)
            yield room, nursery


async def play(host: Host, programs: Sequence[Program]) -> Room:
    """Let these programs play to the end."""
    async with open_room(host, len(programs)) as (room, nursery):
        for program in programs:
            nursery.start_soon(program.play, room.door.knock())
    return room
