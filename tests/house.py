"""A house in PostgreSQL, for tests: nodes of it in this process, and who comes to them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import psycopg
import trio

from cardkit.netgame import NetGame
from cardkit.protocol.frames import FrameCodec
from cardkit.server.serve import Running, serving
from cardkit.server.settings import OwnTable, Settings
from tests.postgres import new_url
from tests.server_helpers import Client
from tests.tiny_games import Nim

NIM = {"nim": Nim}


@dataclass
class House:
    """Where nodes of it may be started."""

    folder: Path
    url: str
    streams: list[trio.SocketStream] = field(default_factory=list)

    @asynccontextmanager
    async def node(
        self, name: str, games: Mapping[str, type[NetGame]] = NIM, **more: object
    ) -> AsyncIterator[Running]:
        settings = Settings(port=0, data=self.folder, store=self.url, node=name)
        settings = replace(settings, tables=(OwnTable(game="nim"),), **more)  # type: ignore[arg-type]
        async with serving(settings, games, lambda line: None) as running:
            yield running

    def run(self, statement: str) -> None:
        """Do something in the database, behind everybody's back."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(statement)

    async def come(self, node: Running) -> Client:
        """Connect to a node."""
        self.streams.append(await trio.open_tcp_stream("127.0.0.1", node.ports[0]))
        return Client(self.streams[-1], FrameCodec())


@asynccontextmanager
async def a_house_in(folder: Path) -> AsyncIterator[House]:
    house = House(folder, new_url())
    yield house
    for stream in house.streams:
        await trio.aclose_forcefully(stream)


async def play(client: Client, name: str) -> str:
    """Open a table of one's own and begin; the token to come back with."""
    _, _, _, token = await client.ask(f"ENTER {name}")
    _, _, table = await client.ask("OPEN nim robots=yes")
    for line in (f"JOIN {table}", "LOGIN", "START"):
        assert (await client.ask(line))[0] == "OK"
    return str(token)
