"""`cardkit nodes`, and several of them behind one port with `cardkit serve --workers`."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from subprocess import PIPE

import psycopg
import pytest
import trio

from cardkit.cli import main
from cardkit.commands.workers import Worker, read_worker
from cardkit.server import nodes
from cardkit.server.listener import open_sockets
from cardkit.server.nodes import NodeAbout
from cardkit.server.postgres_store import PostgresAddress
from cardkit.server.settings import Settings
from tests.postgres import new_url

Run = Callable[..., str]
ABOUT = NodeAbout(version="1.2", games={}, host="10.0.0.7", port=9, public=("cards.example", 7272))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "120")

    def run(*words: str) -> str:
        main([*words])
        said = capsys.readouterr()
        return said.out + said.err

    return run


def test_the_list_fits_a_terminal_of_80_columns(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    url = new_url()
    with closing(PostgresAddress(url)) as address, address.open() as store:
        names = {"north-1", "north-2", "west"}
        joined = [nodes.join(store, name, ABOUT) for name in sorted(names)]
        nodes.beat(store, joined[0].id, {"people": 1200, "commit_p99_ms": 123.4})
        nodes.drain(store, joined[1].id)
        monkeypatch.setenv("COLUMNS", "80")
        headings, _, rows = run("nodes", "--store", url).partition(" ─")
    assert {"Node", "Version", "State", "People", "Seen", "Commit", "Lag"} <= {*headings.split()}
    assert {line.split()[0] for line in rows.splitlines()[1:] if line.strip()} == names


def test_nodes_are_listed_with_what_they_have_and_how_they_are(run: Run) -> None:
    url = new_url()
    with closing(PostgresAddress(url)) as address, address.open() as store:
        assert run("nodes", "--store", url) == "There are no nodes.\n"
        first, second = nodes.join(store, "left", ABOUT), nodes.join(store, "right", ABOUT)
        figures = {"people": 12, "commit_p99_ms": 3.25}
        lag = {"event_loop_lag_seconds_count": 4, "event_loop_lag_seconds_sum": 0.008}
        nodes.beat(store, first.id, figures | lag)
        nodes.drain(store, second.id)
        store.commit([("table", ("nim-1", "nim", "", "{}", "{}", "", "", 0.0, first.id))])
        left, right = json.loads(run("nodes", "--store", url, "--json"))
        shown = run("nodes", "--store", url)
        store.database.run("UPDATE nodes SET beat = beat - 60")
        assert "silent" in run("nodes", "--store", url)
    assert 0 <= left.pop("seen") < 60
    assert left == {
        "node": "left",
        "number": first.id,
        "slot": 1,
        "version": "1.2",
        "address": "10.0.0.7:9",
        "public": "cards.example:7272",
        "state": "serving",
        "tables": 1,
        "people": 12,
        "commit_p99_ms": 3.25,
        "lag_ms": 2.0,
    }
    assert (right["state"], right["tables"], right["lag_ms"]) == ("draining", 0, 0.0)
    assert all(word in shown for word in ("left", "10.0.0.7:9", "3.2 ms", "2.0 ms", "draining"))


def test_a_house_in_sqlite_has_no_nodes(run: Run, tmp_path: Path) -> None:
    assert run("nodes", "--data", str(tmp_path)).startswith("BAD_OPTION: a house in SQLite is")


# --- workers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("health", "of_the_third"),
    [("", ""), ("9272", "9274"), ("10.0.0.7:9272", "10.0.0.7:9274"), ("0", "0")],
)
def test_a_worker_has_a_name_and_ports_of_its_own(health: str, of_the_third: str) -> None:
    third = Worker(number=3, parent=0, sockets={})
    given = Settings(node="box", health=health, relay_port=7000, public="cards.example:7272")
    own = third.settings(given)
    assert (own.node, own.health, own.relay_port, own.public) == ("box-3", of_the_third, 7002, "")
    assert third.settings(Settings()).relay_port == 0


def test_a_worker_accepts_where_its_parent_has_opened_a_port() -> None:
    [listener] = open_sockets("127.0.0.1", 0)
    written = {"number": 1, "parent": 0, "sockets": {"--port": [listener.fileno()]}}
    with listener, closing(read_worker(json.dumps(written)).open_sockets("h", 1)[0]) as same:
        assert same.getsockname() == listener.getsockname()


@asynccontextmanager
async def a_server(folder: Path, *words: str) -> AsyncIterator[tuple[trio.Process, int]]:
    """`cardkit serve` in a process of its own, which is up, and its port."""
    command = [sys.executable, "-m", "cardkit", "serve", "--port", "0", "--no-web", "--no-tables"]
    where = ["--data", str(folder / "data"), "--log", str(folder / "log"), "--lang", "en"]
    process = await trio.lowlevel.open_process([*command, *where, *words], stdout=PIPE)
    assert process.stdout is not None
    try:
        async with process.stdout:
            said = b""
            while b"Ctrl-C" not in said:
                said += await process.stdout.receive_some()
                assert process.poll() is None
            yield process, int(said.partition(b"127.0.0.1:")[2].partition(b".")[0])
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()


async def until_alive(url: str, names: set[str], but: set[int] = frozenset()) -> set[int]:  # type: ignore[assignment]
    """Until there are nodes of exactly these names, none of these numbers; their numbers."""
    while True:
        with psycopg.connect(url) as connection:
            found = connection.execute("SELECT name, id FROM nodes").fetchall()
        numbers = {number for _, number in found}
        if {name for name, _ in found} == names and not numbers & but:
            return numbers
        await trio.sleep(0.05)


def first_child(process: int) -> int:
    tasks = Path(f"/proc/{process}/task").glob("*/children")
    return min(int(child) for each in tasks for child in each.read_text("ascii").split())


async def test_workers_serve_behind_one_port_and_are_started_again(tmp_path: Path) -> None:
    url, both = new_url(), {"box-1", "box-2"}
    words = "--store", url, "--workers", "2", "--node", "box"
    with trio.fail_after(120):
        async with a_server(tmp_path, *words) as (parent, port):
            first = await until_alive(url, both)
            for name in ("ann", "bob", "cem"):
                with socket.create_connection(("127.0.0.1", port)) as sock:
                    sock.sendall(f"ENTER {name}\n".encode())
                    assert b"OK ENTER" in sock.recv(1000)
            os.kill(first_child(parent.pid), signal.SIGKILL)
            second = await until_alive(url, both, but={min(first)})
            parent.send_signal(signal.SIGHUP)
            await until_alive(url, both, but=second)
            parent.terminate()
            assert await parent.wait() == 0
            await until_alive(url, set())
    log = (tmp_path / "log").read_text()
    assert "error worker.ended node=box worker=" in log


async def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    url = new_url()
    with trio.fail_after(60):
        async with a_server(tmp_path, "--store", url, "--workers", "2", "--node", "box") as (it, _):
            await until_alive(url, {"box-1", "box-2"})
            it.kill()
            await until_alive(url, set())


def test_where_no_worker_can_start_the_parent_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["serve", "--port", "0", "--no-web", "--data", str(tmp_path), "--workers", "2"]
    words += ["--store", "postgresql://nobody@127.0.0.1:1/none", "--lang", "en"]
    monkeypatch.setattr(sys, "orig_argv", [sys.executable, "-m", "cardkit", *words])
    assert main(words) == 2
    assert "there is no connection to postgresql://" in capfd.readouterr().err


async def test_a_process_told_to_stop_hands_its_tables_over_and_ends(tmp_path: Path) -> None:
    url = new_url()
    with trio.fail_after(60):
        async with (
            a_server(tmp_path, "--store", url, "--node", "a") as (leaving, port),
            a_server(tmp_path, "--store", url, "--node", "b") as (_, other),
        ):
            with socket.create_connection(("127.0.0.1", port)) as ann:
                said = ann.makefile("rw")
                said.write("ENTER ann\nOPEN page_one robots=yes\nJOIN page-one-1\nLOGIN\nSTART\n")
                said.flush()
                token = next(line for line in said if line.startswith("OK ENTER")).split()[3]
                next(line for line in said if " PHASE playing" in line)
                leaving.terminate()
                [*_, last] = filter(str.strip, said)
                assert "SHUTTING_DOWN" in last
                assert "another one goes on in its place" in last
            with socket.create_connection(("127.0.0.1", other)) as again:
                again.sendall(f"RESUME {token}\n".encode())
                assert b"OK RESUME guest-ann" in again.makefile("rb").readline()
            assert await leaving.wait() == 0
