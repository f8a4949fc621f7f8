"""The pages about what was played, where that is much."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from playwright.sync_api import expect

from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store_address import DATABASE
from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.server.test_history_schema import finished

PLAYERS = [f"player-{n:02}" for n in range(45)]


def test_a_long_history_is_read_on(come: Come, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(0o700)
    with closing(sqlite_store(data / DATABASE)) as store:
        store.write(finished(*([(name, 1)] for name in PLAYERS), game="akq"))
        store.write([("closed", ("akq-1",))])
        store.sync()
    server = Server(data)
    try:
        page = come("", address=server.address, path="/history").page
        page.get_by_role("button", name="Older matches").click()
        page.get_by_role("button", name="Newer matches").wait_for()
        expect(page.locator(".matches tbody tr")).to_have_count(15)
    finally:
        server.stop()


def test_a_match_against_robots_goes_on_and_its_games_are_shared_by_link(
    come: Come,
) -> None:
    ann = come("ann")
    ann.sit_alone("Whist", games="2", each="3")  # where no game is over at once
    while ann.phase == "playing":
        ann.play_turns(1)
        ann.await_turn()
    page, me = ann.page, ann.page.evaluate("JSON.parse(localStorage['cardkit.token']).name")
    ann.begin()
    page.locator("button.leave").click()
    page.locator("dialog[open] button", has_text="Leave").click()
    own = page.locator("section[aria-labelledby=own]")
    own.get_by_text("waits for you").wait_for()
    ann.shoot("go-on")

    page.get_by_role("link", name="Past matches").click()
    mine = page.locator("section[aria-label='Your games']")
    mine.get_by_text("set aside").wait_for()
    mine.get_by_role("button", name="one game").click()
    mine.locator(".played bdi", has_text=me).wait_for()
    ann.shoot("history")
    assert mine.get_by_role("link", name="Replay").count() == 0

    page.get_by_role("link", name="Tables").click()
    own.get_by_role("button", name="Go on").click()
    page.locator(".table[data-phase=playing]").wait_for()
    while ann.phase == "playing":
        ann.play_turns(1)
        ann.await_turn()
    page.goto(f"{ann.address}/history")
    mine.get_by_role("button", name="2 games").click()
    mine.locator(".played").get_by_role("link", name="Replay").nth(1).click()
    page.locator(".replay[data-phase=playing]").wait_for()
    page.get_by_role("button", name="Copy the link").click()
    page.get_by_role("button", name="Copied").wait_for()
    stranger = come("", path=page.url.removeprefix(ann.address)).page
    stranger.locator(".replay[data-phase=playing]").wait_for()
    at = page.locator(".replay").get_attribute("data-at") or ""
    assert at != "0"
    expect(stranger.locator(".replay")).to_have_attribute("data-at", at)
