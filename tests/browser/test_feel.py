"""How it feels to sit at the table: nothing is lost by one click, and everything can be seen."""

from __future__ import annotations

from tests.browser.conftest import Come


def test_who_would_lose_something_by_leaving_is_asked_first(come: Come) -> None:
    ann = come("ann")
    page = ann.page
    ann.open_table("Whist")
    ann.go_away()  # before the first game nobody loses anything
    ann.sit_alone("Whist")
    ann.await_turn()
    page.locator(".menu .leave").click()
    asked = page.locator("dialog")
    asked.get_by_text("the match is broken off").wait_for()
    page.keyboard.press("Enter")  # the first button stays
    asked.wait_for(state="detached")
    ann.play()
    ann.go_away()
    table = ann.open_table("Whist", policy="forfeit")
    bob = come("bob", path=f"/#table={table}")
    bob.sit()
    ann.begin()
    bob.page.locator(".held").first.wait_for()
    bob.page.locator(".menu .leave").click()
    bob.page.locator("dialog", has_text="A player who is cut off forfeits the game.").wait_for()
    bob.page.locator("dialog [data-leave]").click()
    ann.page.locator(".seat", has_text="has given up").wait_for()
