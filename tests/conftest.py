"""For all tests: how long a machine takes is no property of the program; memory is given back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import trio
from hypothesis import settings

from cardkit.server.sqlite_store import SqliteDatabase
from tests import stores
from tests.sound import Sound

settings.register_profile("cardkit", deadline=None)
settings.load_profile("cardkit")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="only what is worth trying at length")
    parser.addoption("--short", action="store_true", help="only what is not")
    parser.addoption(
        "--store",
        choices=("sqlite", "postgresql"),
        default="sqlite",
        help="what the stores of the tests are kept in",
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--store") == "postgresql":
        from tests import postgres  # who runs a part of the tests needs none

        stores.kind = postgres.new_postgres_store
        stores.new_address = postgres.new_url


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for option, wanted in (("--long", True), ("--short", False)):
        if config.getoption(option):
            ways: dict[bool, list[pytest.Item]] = {True: [], False: []}
            for item in items:
                ways["sound" in getattr(item, "fixturenames", ())].append(item)
            config.hook.pytest_deselected(items=ways[not wanted])
            items[:] = ways[wanted]


@pytest.fixture(scope="session")
def sound(request: pytest.FixtureRequest) -> Sound:
    return Sound(long=request.config.getoption("--long"))


@pytest.fixture(autouse=True)
def stores_in_memory_end_with_their_test(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A file is closed by who opened it: another connection to it may follow in the same test."""
    open_database = SqliteDatabase.__init__
    with stores.opened:

        def note(database: SqliteDatabase, path: Path | None, **how: Any) -> None:
            open_database(database, path, **how)
            if path is None:
                stores.opened.callback(database.close)

        monkeypatch.setattr(SqliteDatabase, "__init__", note)
        yield


@pytest.fixture(autouse=True)
def a_clock_that_jumps_waits_for_threads(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It jumps whenever all tasks wait, also for a thread: so work is done in its place."""

    async def run(work: Callable[..., Any], *given: object, **how: object) -> Any:
        await trio.lowlevel.checkpoint()
        return work(*given)

    if "autojump_clock" in request.fixturenames:
        monkeypatch.setattr(trio.to_thread, "run_sync", run)
