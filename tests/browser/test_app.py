"""The page as an app: it opens while its server is away, and never holds a newer page back."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

import cardkit
from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.packages import link_files
from tests.waiting import until

KEPT = """async () => {
  const found = {};
  for (const name of await caches.keys()) {
    const requests = await (await caches.open(name)).keys();
    found[name] = requests.map(({ url }) => new URL(url).pathname);
  }
  return found;
}"""
AWAY = "The server does not answer. Trying again …"


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """Where another cardkit is, with another page."""
    root, here = tmp_path / "newer", Path(cardkit.__file__).parent
    root.mkdir()
    link_files(here, root / "cardkit", but="web")
    link_files(here / "web", root / "cardkit" / "web", but="page")
    shutil.copytree(here / "web" / "page", root / "cardkit" / "web" / "page")
    top = root / "cardkit" / "web" / "page" / "top.js"
    top.write_text(top.read_text("utf-8").replace("${HOUSE.name}", "newer"), "utf-8")
    return root


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path / "data", "--no-tables")
    yield running
    running.stop()


def test_the_shell_says_that_the_server_is_away_and_gives_way_to_a_newer_page(
    come: Come, server: Server, newer: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = come("", server.address, service_workers="allow")
    page, heading = ann.page, ann.page.locator("h1")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    [(first, kept)] = page.evaluate(KEPT).items()
    assert kept.count("/") == 1
    assert all(path.startswith("/assets/") for path in kept if path != "/")

    server.stop()
    page.reload()
    page.locator(".lost", has_text=AWAY).wait_for()
    expect(heading).to_have_text("cardkit")

    with monkeypatch.context() as patched:
        patched.syspath_prepend(str(newer))
        server.start()
    page.locator("h1", has_text="newer").wait_for()
    expect(page.locator(".lost")).to_have_count(0)
    until(lambda: len(found := page.evaluate(KEPT)) == 1 and first not in found)

    server.stop()
    server.start()  # the older one again, of which the worker of the newer page knows nothing
    page.locator("h1", has_text="cardkit").wait_for()
    ann.wrongs[:] = [each for each in ann.wrongs if "Failed to load resource" not in each]
