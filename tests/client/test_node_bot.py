"""The bot in Node: a program of another language plays whole matches over lines of text."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from functools import partial
from pathlib import Path

import pytest
import trio

from cardkit.client import Address, Connection, Frame, connect, dial
from cardkit.client.messages import FoundFalse
from cardkit.protocol.messages import Action, DealDispute, Late, Phase
from cardkit.registry import find_game, installed
from cardkit.server.serve import serving
from cardkit.server.settings import Settings
from tests.kinds_of_games import of_every_kind

NODE = shutil.which("node") or ""
BOT = Path(__file__).parents[2] / "examples" / "node_bot.mjs"
GAMES = {name: find_game(name) for name in installed()}

pytestmark = pytest.mark.skipif(not NODE, reason="node is not installed")


async def run_node(*words: object) -> subprocess.CompletedProcess[bytes]:
    with trio.fail_after(50):
        return await trio.run_process(
            [NODE, str(BOT), *map(str, words)],
            capture_stdout=True,
            capture_stderr=True,
            check=False,
        )


@pytest.mark.parametrize("game", of_every_kind())
async def test_it_plays_a_match_of_any_game_with_robots(game: str) -> None:
    log: list[str] = []
    settings = Settings(port=0, pace=0)
    async with serving(settings, GAMES, log.append) as running:
        port = running.ports[0]
        async with connect(dial(Address(port=port))) as host:
            await host.enter("host")
            table = (await host.say("OPEN", game, "robots=yes", "games=2")).words[1]
            await host.say("WATCH", table)
            ended = await run_node("127.0.0.1", port, table, "nora", "start")
            assert ended.returncode == 0, ended.stderr.decode()
            assert ended.stderr == b""
            assert ended.stdout.startswith(b"game 1: ")
            heard = [message async for frame in until_over(host) for message in frame]
            moves = [m for m in heard if isinstance(m, Action) and m.name == "guest-nora"]
            assert len(moves) > 3  # it has come, has taken a seat, has started, and has played
            assert not [m for m in heard if isinstance(m, Late) and m.name == "guest-nora"]
            deals = [deal for deal in host.fair.deals.values() if deal.given]
            assert deals
            assert not any("guest-nora" in deal.missing for deal in deals)
            assert not [m for m in heard if isinstance(m, DealDispute | FoundFalse)]
            assert not ended.stdout.endswith(b"\n0 cards were proved\n")


async def until_over(host: Connection) -> AsyncIterator[Frame]:
    async for frame in host:
        yield frame
        if any(isinstance(m, Phase) and m.is_match_over for m in frame):
            return


async def pass_on(
    source: trio.SocketStream,
    target: trio.SocketStream,
    lasts: int = 10_000,
    change: Callable[[bytes], bytes] = bytes,
) -> None:
    """Hand bytes on, so many times, and then cut the line."""
    for _ in range(lasts):
        try:
            data = await source.receive_some()
            if not data:
                break
            await target.send_all(change(data))
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            break
    await source.aclose()
    await target.aclose()


async def test_it_comes_back_when_its_connection_is_cut() -> None:
    cut = 0

    async def bad_line(port: int, client: trio.SocketStream) -> None:
        nonlocal cut
        cut += 1
        server = await trio.open_tcp_stream("127.0.0.1", port)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pass_on, server, client, 15 if cut < 3 else 10_000)
            nursery.start_soon(pass_on, client, server)

    async with serving(Settings(port=0, pace=0), GAMES, lambda line: None) as running:
        port = running.ports[0]
        async with connect(dial(Address(port=port))) as host, trio.open_nursery() as nursery:
            await host.enter("host")
            table = (await host.say("OPEN whist long robots=yes grace=30")).words[1]
            listeners = await nursery.start(
                partial(trio.serve_tcp, partial(bad_line, port), 0, host="127.0.0.1")
            )
            proxy = listeners[0].socket.getsockname()[1]
            ended = await run_node("127.0.0.1", proxy, table, "nora", "start")
            assert ended.returncode == 0, ended.stderr.decode()
            assert cut == 3
            games = ended.stdout.decode().count("game ")
            await host.say("WATCH", table)
            assert games >= 1
            nursery.cancel_scope.cancel()


async def test_it_finds_a_card_that_was_not_where_the_server_says() -> None:
    async def lying_line(port: int, client: trio.SocketStream) -> None:
        server = await trio.open_tcp_stream("127.0.0.1", port)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pass_on, server, client, 10_000, swap_cards)
            nursery.start_soon(pass_on, client, server)

    def swap_cards(data: bytes) -> bytes:
        return re.sub(rb'(PROOF \d+ deck \S+ \[\d+, ?")\w\w', rb"\1ZZ", data)

    async with serving(Settings(port=0, pace=0), GAMES, lambda line: None) as running:
        port = running.ports[0]
        async with connect(dial(Address(port=port))) as host, trio.open_nursery() as nursery:
            await host.enter("host")
            table = (await host.say("OPEN whist robots=yes")).words[1]
            await host.say("WATCH", table)
            listeners = await nursery.start(
                partial(trio.serve_tcp, partial(lying_line, port), 0, host="127.0.0.1")
            )
            proxy = listeners[0].socket.getsockname()[1]
            ended = await run_node("127.0.0.1", proxy, table, "nora", "start")
            assert ended.returncode == 3
            assert b"FALSE_DEAL: ZZ was not at place " in ended.stderr
            with trio.fail_after(60):
                async for frame in host:
                    disputes = [m for m in frame if isinstance(m, DealDispute)]
                    if [m for m in disputes if (m.deal, m.name) == (1, "guest-nora")]:
                        break
            nursery.cancel_scope.cancel()


async def test_where_there_is_no_table_it_says_so() -> None:
    async with serving(Settings(port=0), GAMES, lambda line: None) as running:
        ended = await run_node("127.0.0.1", running.ports[0], "nowhere", "nora")
    assert ended.returncode == 2
    assert ended.stderr.startswith(b"NO_SUCH_TABLE: ")
