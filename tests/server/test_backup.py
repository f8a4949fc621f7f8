"""A copy that was made of a running server, as docs/hosting.md says, is a server that goes on."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from math import inf
from pathlib import Path
from random import Random

import trio

from cardkit.protocol.frames import FrameCodec
from cardkit.registry import find_game
from cardkit.server.serve import serving
from cardkit.server.settings import Settings
from cardkit.server.store_address import DATABASE
from tests.server_helpers import Client, choose, seat_all

GAMES = {"daifugo": find_game("daifugo")}
TABLES = 4
MORE = 30
"""Events that come between two copies, and after one."""
LOST = 10_000
"""Events that a client has seen and a copy has not: more than robots make up for meanwhile."""
KEYS = ("vault.key", "signing.key", "certificate.pem", "certificate.key")


def back_up(folder: Path, copy: Path) -> None:
    """What `sqlite3 cardkit.sqlite ".backup copy"` does."""
    with (
        closing(sqlite3.connect(folder / DATABASE)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)


def restore(copy: Path, keys: Path, folder: Path) -> None:
    folder.mkdir(mode=0o700)
    shutil.copyfile(copy, folder / DATABASE)
    for name in KEYS:
        shutil.copy(keys / name, folder / name)


async def client_at(port: int) -> Client:
    return Client(await trio.open_tcp_stream("127.0.0.1", port), FrameCodec())


async def a_player(port: int, number: int) -> tuple[Client, str, str]:
    """Somebody at a game against robots; the token, and the table."""
    client = await client_at(port)
    token = await client.enter(f"p{number}")
    table = str((await client.ask("OPEN daifugo robots=yes games=50"))[2])
    await seat_all([client], table)
    await client.ask("START")
    return client, token, table


async def play(client: Client, until: float = inf) -> None:
    """Answer every question, until an event of this number."""
    rng = Random(0)
    while client.last < until:
        if client.phase == "results":
            client.phase = ""
            await client.say("START")
        if client.question:
            question, client.question = client.question, []
            await client.say(choose(question, rng))
        await client.frame()


async def test_a_server_that_was_copied_under_load_goes_on_elsewhere(tmp_path: Path) -> None:
    settings = Settings(port=0, data=tmp_path / "first", pace=0)
    assert settings.data is not None
    copies = [tmp_path / f"copy-{n}.sqlite" for n in range(3)]
    told: list[list[int]] = []
    with trio.fail_after(60):
        async with serving(settings, GAMES, lambda line: None) as running:
            there = [await a_player(running.ports[0], n) for n in range(TABLES)]
            clients = [client for client, _, _ in there]
            async with trio.open_nursery() as nursery:
                for client in clients:
                    nursery.start_soon(play, client)
                for copy in copies:
                    wanted = [client.last + MORE for client in clients]
                    for client, last in zip(clients, wanted, strict=True):
                        while client.last < last:
                            await trio.lowlevel.checkpoint()
                    told.append([client.last for client in clients])
                    await trio.to_thread.run_sync(back_up, settings.data, copy)
                nursery.cancel_scope.cancel()
            for client in clients:
                await client.drop()

        for copy, heard in zip(copies, told, strict=True):
            folder = copy.with_suffix("")
            restore(copy, settings.data, folder)
            again = Settings(port=0, data=folder, pace=0)
            async with serving(again, GAMES, lambda line: None) as running:
                assert not running.runner.core.outbox.log.errors
                for (_, token, table), last in zip(there, heard, strict=True):
                    client = await client_at(running.ports[0])
                    answer = await client.ask(f"RESUME {token} {last + LOST}")
                    assert answer[:2] == ["OK", "RESUME"]
                    await client.ask("PING")
                    assert client.last >= last  # what was told before the copy is in it
                    assert running.runner.core.tables[table].table.game_no
                    await play(client, client.last + MORE)
                    await client.drop()
