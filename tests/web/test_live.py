"""`cardkit serve` with its web: one process, one data folder, both doors."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from cardkit.commands.serve_web import start_web, web_sockets
from cardkit.protocol import JsonCodec
from cardkit.protocol.frames import FrameCodec
from cardkit.record import check_record, read_record
from cardkit.registry import find_game, games_to_host
from cardkit.server.serve import Running, serving
from tests.server_helpers import Client, configuration, finish, seat_all
from tests.web_helpers import Browser, WebSocketStream, fetch


@asynccontextmanager
async def a_server(folder: Path, *said: str) -> AsyncIterator[tuple[Running, int]]:
    """A server with its web, and the port of that."""
    settings = configuration("--port", "0", "--no-tables", *said, folder=folder)
    log: list[str] = []
    with trio.fail_after(60):
        async with serving(settings, games_to_host([]), log.append) as running:
            yield running, await start_web(running, web_sockets(settings), settings)


async def browser_at(port: int) -> Browser:
    stream = WebSocketStream(await trio.open_tcp_stream("127.0.0.1", port))
    await stream.shake_hands(origin="http://127.0.0.1")
    return Browser(stream, JsonCodec())


async def test_a_match_that_is_over_can_be_seen_again(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (running, port):
        ann = await browser_at(port)
        bob = Client(await trio.open_tcp_stream("127.0.0.1", running.ports[0]), FrameCodec())
        await ann.enter("ann")
        await bob.enter("bob")
        await ann.ask("SIGNUP ann correct horse")
        await bob.ask("SIGNUP bob correct horse")
        _, _, table = await ann.ask("OPEN akq games=1 rated=yes")
        await seat_all([ann, bob], table)
        await ann.ask("START")
        sealed = await fetch(port, "/records/1")
        assert json.loads(sealed.text)["code"] == "WRONG_PHASE"
        await finish(ann, bob)
        await ann.ask("PING")

        history = json.loads((await fetch(port, "/history.json")).text)
        assert [match["state"] for match in history["matches"]] == ["over"]
        results = json.loads((await fetch(port, "/results.json?player=ann")).text)
        best = results["standings"]["akq"]
        assert {each["player"] for each in best} == {"ann", "bob"}
        assert results["own"]["akq"] in best
        record = await fetch(port, "/records/1")
        assert read_record(record.text).header.table == table
        film = json.loads((await fetch(port, "/replay/1.json?eyes=*")).text)
        assert film["players"] == ["ann", "bob"]
        assert film["positions"][-1]["view"]["phase"] == "results"
        for client in (ann, bob):
            await client.drop()


@pytest.mark.parametrize("secret", ["match", "hand", "auditor"])
async def test_the_games_of_a_match_that_was_broken_off_can_be_seen_again(
    tmp_path: Path, secret: str
) -> None:
    async with a_server(tmp_path) as (running, port):
        ann = await browser_at(port)
        bob = Client(await trio.open_tcp_stream("127.0.0.1", running.ports[0]), FrameCodec())
        await ann.enter("ann")
        await bob.enter("bob")
        _, _, table = await ann.ask(f"OPEN go_fish games=3 secret={secret}")
        await seat_all([ann, bob], table)
        await ann.ask("START")
        await finish(ann, bob)
        await ann.ask("PING")
        assert json.loads((await fetch(port, "/records/1")).text)["code"] == "WRONG_PHASE"
        for client in (ann, bob):
            await client.ask("EXIT")

        [match] = json.loads((await fetch(port, "/history.json?player=guest-bob")).text)["matches"]
        assert (match["state"], match["games"]) == ("broken off", 1)
        assert {each["player"] for each in match["results"]} == {"guest-ann", "guest-bob"}
        assert match["private"] == (secret == "auditor")
        played = json.loads((await fetch(port, "/history/1.json")).text)
        [game] = played["finished"]
        assert [seat["player"] for seat in game["seats"]] == ["guest-ann", "guest-bob"]
        assert all(seat["points"] == seat["score"] for seat in game["seats"])
        film = json.loads((await fetch(port, "/replay/1.json?eyes=*")).text)
        if secret == "auditor":
            assert film["code"] == "WRONG_PHASE"
        else:
            assert len(film["starts"]) == 1
            verdict = check_record((await fetch(port, "/records/1")).text, find_game)
            assert (verdict.games, verdict.record.broken_off) == (1, True)
        for client in (ann, bob):
            await client.drop()


async def test_a_server_that_stops_tells_browsers_to_come_back(tmp_path: Path) -> None:
    async with trio.open_nursery() as nursery:
        ends: list[tuple[int, str]] = []

        async def stay(browser: Browser) -> None:
            ends.append(await browser.end())
            await browser.drop()

        async with a_server(tmp_path) as (_, port):
            for name in ("ann", "bob"):
                browser = await browser_at(port)
                await browser.enter(name)
                nursery.start_soon(stay, browser)
    assert ends == [(1012, "SHUTTING_DOWN")] * 2


async def test_a_browser_comes_back_after_a_restart(tmp_path: Path) -> None:
    async with a_server(tmp_path) as (_, port):
        ann = await browser_at(port)
        token = await ann.enter("ann")
        await ann.ask("OPEN akq")
        await ann.ask("JOIN akq-1")
        await ann.drop()
    async with a_server(tmp_path) as (_, port):
        again = await browser_at(port)
        assert (await again.ask(f"RESUME {token} 0"))[:2] == ["OK", "RESUME"]
        await again.drop()


async def test_with_tls_only_the_page_is_shown_over_tls_only(tmp_path: Path) -> None:
    async with a_server(tmp_path, "--tls-only") as (_, port):
        answer = await fetch(port, "/status")
        assert answer.status == 308
        assert answer.headers["location"] == f"https://127.0.0.1:{port}/status"


async def test_a_server_is_reached_by_the_names_that_its_host_gave_it(tmp_path: Path) -> None:
    async with a_server(tmp_path, "--public-name", "Cards.Example") as (_, port):
        names = ("127.0.0.1", f"localhost:{port}", "cards.example", "evil.example")
        answers = [await fetch(port, "/healthz", headers={"host": name}) for name in names]
        assert [answer.status for answer in answers] == [200, 200, 200, 421]


def test_the_web_has_a_port_of_its_own_unless_there_is_no_web(tmp_path: Path) -> None:
    def ports(*words: str) -> list[int]:
        sockets = web_sockets(configuration(*words, folder=tmp_path))
        found = [sock.getsockname()[1] for sock in sockets]
        for sock in sockets:
            sock.close()
        return found

    assert ports("--no-web") == []
    assert ports("--port", "0")[0] > 0
    assert ports("--port", "65000")[0] > 0
    [free] = ports("--port", "0")
    if free > 2000:
        assert ports("--port", str(free - 1000)) == [free]
    assert ports("--web-port", str(free)) == [free]


async def test_a_match_of_a_private_table_is_shown_to_its_players_and_whom_they_tell(
    tmp_path: Path,
) -> None:
    async with a_server(tmp_path) as (_, port):

        async def asked(path: str, token: str = "") -> dict[str, Any]:
            headers = {"authorization": f"Bearer {token}"} if token else {}
            found: dict[str, Any] = json.loads((await fetch(port, path, headers=headers)).text)
            return found

        ann, bob = await browser_at(port), await browser_at(port)
        await ann.enter("ann")
        token = await bob.enter("bob")
        _, _, table = await ann.ask("OPEN akq games=1 private=yes")
        await seat_all([ann, bob], table)
        await ann.ask("START")
        await finish(ann, bob)
        await ann.ask("EXIT")
        assert table not in (await fetch(port, "/status")).text
        answer = await ann.ask("SIGNUP annette correct-horse-battery")

        own = "/history.json?player=annette"
        for path in (
            "/history.json",
            own,
            f"/history.json?table={table}",
            "/history.json?game=akq",
        ):
            assert await asked(path) == {"matches": [], "more": False}
        assert not (await asked(own, token))["matches"]  # that of somebody else
        assert not (await asked(own, "t" + "0" * 32))["matches"]
        bobs = await asked("/history.json?player=guest-bob", token)
        assert not bobs["matches"]  # a guest without a key may be somebody else tomorrow
        assert not (await asked("/history.json", answer[3]))["matches"]
        [match] = (await asked(own, answer[3]))["matches"]
        assert not (await asked("/results.json"))["standings"]
        for path in ("/history/1.json", "/records/1", "/replay/1.json"):
            for key in ("", "?key=", "?key=0123", f"?key={match['key']}0"):
                assert (await asked(path + key))["code"] == "NO_SUCH_MATCH"
            assert (await fetch(port, f"{path}?key={match['key']}")).status == 200
        for client in (ann, bob):
            await client.drop()
