"""A server and a browser for the tests of the page; without Chromium they are skipped, loudly."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.person import Person

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
PLAYWRIGHT = importlib.util.find_spec("playwright")
SKIPPED = (
    "CHROMIUM IS MISSING: the page is NOT tested in a browser (apt install chromium)"
    if CHROMIUM is None
    else "PLAYWRIGHT IS MISSING: the page is NOT tested in a browser (pip install playwright)"
)
needs_browser = pytest.mark.skipif(CHROMIUM is None or PLAYWRIGHT is None, reason=SKIPPED)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(needs_browser)


class Server:
    """`cardkit serve` in a process of its own, with robots that do not think."""

    def __init__(self, data: Path, *more: str, port: int = 0) -> None:
        self._command = [sys.executable, "-m", "cardkit.cli", "serve", "--data", str(data)]
        self._command += ["--pace", "0", "--log", str(data.parent / "serve.log"), *more]
        self._port = port
        self.address = ""
        self.start()

    def start(self) -> None:
        web = ["--port", "0", "--web-port", str(self._port)]
        self._process = subprocess.Popen(
            [*self._command, *web], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self._port = int(found[1])
                self.address = found[0]
                return
        raise AssertionError("the server told no address of its page")

    def kill(self) -> None:
        """Without a word, as a power cut would."""
        self._process.kill()
        self._process.communicate()

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=20)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all who do not harm it."""
    running = Server(tmp_path_factory.mktemp("house") / "data")
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()


Come = Callable[..., Person]
_numbers = count(1)


@pytest.fixture
def come(browser: Browser, server: Server) -> Iterator[Come]:
    """Somebody opens the page: `come("ann")`, with the ways of a browser context if wanted."""
    people: list[Person] = []

    def open_page(name: str, address: str = "", path: str = "/", **how: Any) -> Person:
        how = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | how
        person = Person(browser.new_context(**how), address or server.address, path)
        people.append(person)
        if name:
            person.enter(f"{name}{next(_numbers)}")  # who left may come back, so names stay taken
        return person

    yield open_page
    for person in people:
        person.leave()
    assert [wrong for person in people for wrong in person.wrongs] == []
