"""The lobby of the page is told what changes: it asks once, and again only when it has to."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, WebSocket

from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.waiting import until


def said_after_reload(page: Page) -> list[str]:
    """Load a page of the lobby again; the first words of all that it says from then on."""
    said: list[str] = []
    know_tables(page)  # or its link may open only now, and be listened to

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda data: said.append(json.loads(data)[1]))

    page.on("websocket", listen)
    page.reload()
    know_tables(page)
    return said


def know_tables(page: Page) -> None:
    page.locator(".lobby .games").wait_for()
    page.get_by_text("One moment …").wait_for(state="detached")


def test_who_looks_at_the_lobby_sees_tables_come_change_and_go(come: Come) -> None:
    ann, stranger = come("ann"), come("")
    said = said_after_reload(stranger.page)
    table = ann.open_table("AKQ")
    card = stranger.page.locator(".tables li", has=stranger.page.get_by_text(table, exact=True))
    card.locator(".phase", has_text="preparing").wait_for()
    ann.begin()
    card.locator(".phase", has_text="playing").wait_for()
    ann.go_away()
    card.wait_for(state="detached")  # it is set aside for ann alone
    ann.page.locator(".phase", has_text="waits for you").wait_for()
    assert said.count("LOBBY") == 1
    assert "TABLES" not in said


def test_after_a_lost_connection_the_list_is_whole_again(come: Come, tmp_path: Path) -> None:
    house = Server(tmp_path / "data", "--no-tables")
    try:
        ann, stranger = come("ann", house.address), come("", house.address)
        stranger.page.get_by_text("No table is open yet.").wait_for()
        house.kill()
        stranger.page.locator(".lost").wait_for()
        house.start()
        ann.page.locator(".lost").wait_for(state="detached")
        table = ann.open_table("AKQ")
        stranger.page.locator(f"[aria-label='Join {table}']").wait_for()
        for each in (ann, stranger):
            each.leave()
            each.wrongs[:] = [wrong for wrong in each.wrongs if "Failed to load" not in wrong]
    finally:
        house.stop()


def test_a_page_that_nobody_looks_at_is_told_nothing(come: Come) -> None:
    stranger = come("")
    said = said_after_reload(stranger.page)
    look = "Object.defineProperty(document, 'visibilityState', { value: '%s', configurable: true })"
    for value in ("hidden", "visible"):
        stranger.page.evaluate(
            f"{look % value}; document.dispatchEvent(new Event('visibilitychange'))"
        )
    until(lambda: stranger.page.evaluate("true") and said.count("LOBBY") == 3)


def test_who_reads_on_another_page_and_comes_back_sees_the_tables(come: Come) -> None:
    ann, bob = come("ann"), come("bob")
    bob.page.get_by_role("link", name="Leaderboard").click()
    table = ann.open_table("AKQ")
    bob.page.get_by_role("link", name="Tables", exact=True).click()
    bob.join(table)
