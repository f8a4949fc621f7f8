"""A house of several nodes over one PostgreSQL: lobby, names, limits and bans are the house's."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio

from cardkit.protocol.frames import FrameCodec
from cardkit.server.accounts import add_account, make_host
from cardkit.server.passwords import hash_password
from cardkit.server.serve import Running, serving
from cardkit.server.settings import LIMITS, Limits, Settings
from cardkit.server.store import Store
from tests.postgres import new_url
from tests.server_helpers import Client
from tests.tiny_games import Nim

SOON = 2.0
"""Seconds within which all nodes know of what happens at one, on a busy machine."""


class House:
    """Nodes that are up, and a way to come to each of them."""

    def __init__(self, nodes: list[Running], log: list[str]) -> None:
        self.nodes, self.log = nodes, log
        self._opened: list[trio.abc.Stream] = []

    async def come(self, number: int, name: str = "") -> Client:
        stream = await trio.open_tcp_stream("127.0.0.1", self.nodes[number].ports[0])
        self._opened.append(stream)
        client = Client(stream, FrameCodec())
        if name:
            await client.enter(name)
        return client

    async def part(self) -> None:
        for stream in self._opened:
            await trio.aclose_forcefully(stream)

    def store(self) -> Any:
        return self.nodes[0].address.reading()


@asynccontextmanager
async def a_house(folder: Path, count: int = 2, limits: Limits = LIMITS) -> AsyncIterator[House]:
    folder.chmod(0o700)
    settings, log = Settings(data=folder, port=0, store=new_url(), limits=limits), list[str]()
    with trio.fail_after(60):
        async with AsyncExitStack() as stack:
            nodes = [
                await stack.enter_async_context(
                    serving(replace(settings, node=f"n{number}"), {"nim": Nim}, log.append)
                )
                for number in range(count)
            ]
            house = House(nodes, log)
            try:
                yield house
            finally:
                await house.part()
    assert not [line for line in log if "failed" in line]


async def soon(look: Callable[[], object]) -> None:
    """Until all nodes know of it."""
    with trio.fail_after(SOON):
        while not look():  # noqa: ASYNC110 - what happens at other nodes wakes nobody here
            await trio.sleep(0.01)


def tables_heard(client: Client) -> list[str]:
    return [message[1] for message in client.heard if message[0] == "TABLE"]


# --- the lobby -----------------------------------------------------------------------------------


async def test_the_lobby_shows_the_tables_of_all_nodes(tmp_path: Path) -> None:
    async with a_house(tmp_path, 3) as house:
        ann, bob = await house.come(0, "ann"), await house.come(1)
        await bob.ask("LOBBY on")
        table = (await ann.ask("OPEN nim"))[2]
        with trio.fail_after(SOON):
            assert (await bob.until("TABLE"))[1:4] == [table, "nim", "Nim"]
        cid = await house.come(2, "cid")
        assert (await cid.ask("TABLES"))[:3] == ["OK", "TABLES", 1]
        assert tables_heard(cid) == [table]
        await ann.ask(f"JOIN {table}")
        await ann.ask("LOGIN")
        with trio.fail_after(SOON):
            assert (await bob.until("TABLE"))[5] == ["guest-ann"]
        await ann.ask("CLOSE")
        with trio.fail_after(SOON):
            assert (await bob.until("TABLE_GONE"))[1] == table
        with house.store() as store:
            assert store.select("SELECT * FROM lobby") == []
