"""The pages about what was played, where that is much."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from cardkit.server.serve import DATABASE
from cardkit.server.store import Store
from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.server.test_history_schema import finished

PLAYERS = [f"player-{n:02}" for n in range(45)]


def test_a_long_leaderboard_and_a_long_history_are_read_on(come: Come, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(0o700)
    with closing(Store(data / DATABASE)) as store:
        store.write(finished(*([(name, 1)] for name in PLAYERS), game="akq"))
        store.write([("closed", ("akq-1",))])
        store.sync()
    server = Server(data)
    try:
        page = come("", address=server.address, path="/results").page
        rows = page.locator(".board tbody tr")
        more = page.get_by_role("button", name="More players")
        for shown in (20, 40):
            rows.nth(shown - 1).wait_for()
            assert rows.count() == shown
            more.click()
        rows.nth(44).wait_for()
        assert rows.locator("th").all_inner_texts() == PLAYERS
        assert more.count() == 0
        page.goto(f"{server.address}/history")
        page.get_by_role("button", name="Older matches").click()
        page.get_by_role("button", name="Newer matches").wait_for()
        page.locator(".matches tbody tr").nth(14).wait_for()
        assert page.locator(".matches tbody tr").count() == 15
    finally:
        server.stop()
