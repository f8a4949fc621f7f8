"""A house of several processes over one PostgreSQL, on loopback."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import trio

from cardkit.server.postgres_store import PostgresAddress
from tests.kills.proxy import Proxy
from tests.postgres import new_url

PATIENCE = 60.0
"""Seconds for a node to start on a busy machine."""
AUDIT = """
CREATE TABLE audit (pid INTEGER NOT NULL, node BIGINT NOT NULL, PRIMARY KEY (pid, node));
CREATE FUNCTION note_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO audit SELECT pg_backend_pid(), tables.node FROM matches JOIN tables
        ON tables.name = matches.at_table WHERE matches.id = NEW.match ON CONFLICT DO NOTHING;
    RETURN NEW;
END $$;
CREATE TRIGGER note_writer BEFORE INSERT ON inputs FOR EACH ROW EXECUTE FUNCTION note_writer();
"""
"""Over which connection, and so by which node, something was stored of the tables of a node."""


class RealNode:
    """One process, which reaches the database and is reached by its clients over proxies."""

    def __init__(self, name: str, folder: Path, url: str) -> None:
        self.name, self._folder = name, folder
        where = urlsplit(url)
        socket_file = re.search(r"host=([^&]+)", url)
        assert socket_file is not None
        path = f"{socket_file[1]}/.s.PGSQL.5432"
        self.database = Proxy(partial(trio.open_unix_socket, path))
        query = "&".join(p for p in where.query.split("&") if not p.startswith("host="))
        place = f"postgres:@127.0.0.1:{self.database.port}"
        self._url = urlunsplit((where.scheme, place, where.path, query, ""))
        with socket.create_server(("127.0.0.1", 0)) as found:
            self._port: int = found.getsockname()[1]
        self.clients = Proxy(partial(trio.open_tcp_stream, "127.0.0.1", self._port))
        self.process: trio.Process | None = None
        self._lives = 0

    async def start(self) -> None:
        """Returns when it serves."""
        self._lives += 1
        run = [sys.executable, "-m", "cardkit.cli", "serve", "--port", str(self._port)]
        run += ["--data", str(self._folder / "data"), "--store", self._url, "--node", self.name]
        run += ["--no-tables", "--no-web", "--pace", "0.25", "--lang", "en"]
        run += ["--log", str(self._folder / f"{self.name}.log"), "--set", "limits.returns=10000"]
        out = self._folder / f"{self.name}-{self._lives}.out"
        with out.open("wb") as file:
            self.process = await trio.lowlevel.open_process(
                run, stdout=file, stderr=subprocess.STDOUT
            )
        with trio.fail_after(PATIENCE):
            while b" up at " not in out.read_bytes():
                assert self.process.poll() is None, out.read_text()
                await trio.sleep(0.05)

    def send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    async def end(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Returns when the process is gone."""
        if self.process is not None and self.process.poll() is None:
            self.send(number)
            await self.process.wait()

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.poll() is None


class RealHouse:
    """Some nodes, and what they share."""

    def __init__(self, folder: Path, nodes: int = 3) -> None:
        self._url = url = new_url()
        self.folder = folder
        (folder / "data").mkdir(mode=0o700)
        self.address = PostgresAddress(url)
        self.nodes = [RealNode(f"n{n + 1}", folder, url) for n in range(nodes)]

    async def start(self, nursery: trio.Nursery) -> None:
        for node in self.nodes:
            nursery.start_soon(node.database.run)
            nursery.start_soon(node.clients.run)
        await self.nodes[0].start()  # makes the keys, and the schema
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(AUDIT)
        async with trio.open_nursery() as others:
            for node in self.nodes[1:]:
                others.start_soon(node.start)

    async def end(self) -> None:
        with trio.CancelScope(shield=True):
            for node in self.nodes:
                await node.end()

    def close(self) -> None:
        self.address.close()

    def tables_at(self, name: str) -> set[str]:
        """What a node hosts, as the others see it."""
        with self.address.reading() as store:
            query = (
                "SELECT tables.name FROM tables JOIN nodes ON tables.node = nodes.id "
                "WHERE nodes.name = ? AND open > 0"
            )
            return {table for (table,) in store.select(query, name)}
