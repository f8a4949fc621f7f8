"""A server and browsers for the tests of the page; without a browser they are skipped, loudly."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cardkit.testing.page import CHROMIUM, WHY_NOT, Server
from cardkit.testing.person import PATIENCE
from tests.browser.person import Person

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright

needs_browser = pytest.mark.skipif(
    bool(WHY_NOT), reason=f"THE PAGE IS NOT TESTED IN A BROWSER: {WHY_NOT}"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(needs_browser)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all who do not harm it."""
    many = [
        word for name in ("tables_each", "tables_from") for word in ("--set", f"limits.{name}=999")
    ]
    running = Server(tmp_path_factory.mktemp("house") / "data", *many)
    yield running
    running.stop()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NODE_OPTIONS", f"--require={Path(__file__).with_name('firefox_esr.cjs')}")
        starting = sync_playwright()
        started = starting.start()
    yield started
    started.stop()


@pytest.fixture(scope="session")
def chromium(playwright: Playwright) -> Iterator[Browser]:
    launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    yield launched
    launched.close()


@pytest.fixture(scope="session")
def firefox(playwright: Playwright) -> Iterator[Browser]:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("THE PAGE IS NOT TESTED IN FIREFOX: it is missing; try apt install firefox-esr")
    launched = playwright.firefox.launch(
        channel="moz-firefox",  # as Mozilla builds it, not as Playwright does
        executable_path=program,
        firefox_user_prefs={"ui.prefersReducedMotion": 1},
    )
    yield launched
    launched.close()


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> Browser:
    """Chromium, unless a test asks for another: `parametrize("browser", ..., indirect=True)`."""
    launched: Browser = request.getfixturevalue(getattr(request, "param", "chromium"))
    return launched


@pytest.fixture(scope="session")
def front_page(chromium: Browser, server: Server) -> Iterator[Person]:
    person = Person(chromium.new_context(service_workers="block"), server.address)
    yield person
    person.leave()


@pytest.fixture
def modules(front_page: Person) -> Iterator[Page]:
    """A page that is open already, for tests that only call what its modules export."""
    yield front_page.page
    assert front_page.wrongs == []


Come = Callable[..., Person]
NUMBERS = count(1)
"""For names: who left may come back, so that names stay taken."""


@pytest.fixture
def come(browser: Browser, server: Server) -> Iterator[Come]:
    """Somebody opens the page: `come("ann")`, with the ways of a browser context if wanted."""
    people: list[Person] = []

    def open_page(name: str, address: str = "", path: str = "/", **how: Any) -> Person:
        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        how = {**usual, "service_workers": "block", **how}  # which would keep the page each time
        person = Person(browser.new_context(**how), address or server.address, path)
        people.append(person)
        if name:
            person.enter(f"{name}{next(NUMBERS)}")
        return person

    yield open_page
    for person in people:
        person.leave()
    assert [wrong for person in people for wrong in person.wrongs] == []
