"""Tables that belong to somebody: come to by a code, looked after by who has opened them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.person import Person
from tests.browser.test_page import overflows

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def open_private(person: Person, game: str = "Whist", title: str = "") -> str:
    page = person.page
    page.get_by_label(f"Open a table: {game}", exact=True).click()
    page.get_by_label("Name of the table").fill(title)
    page.get_by_label("Only with the link or the code").check()
    page.locator("dialog button.primary").click()
    page.locator(".seat.mine").wait_for(state="attached")
    code = page.locator(".standing .code code").inner_text()
    assert re.fullmatch(r"whist-[a-z][a-z2-9]{7}", code)
    return code


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_a_friend_comes_by_the_code_and_strangers_see_nothing(
    come: Come, how: dict[str, object]
) -> None:
    ann, bob = come("ann", **how), come("bob", **how)
    code = open_private(ann, title="Friday night")
    ann.page.locator(".bar .titled", has_text="Friday night").wait_for()
    assert not overflows(ann)
    ann.shoot("private-phone" if how else "private")
    bob.page.get_by_label("Have a code?").fill("whist-abcdefgh")
    bob.page.get_by_role("button", name="Go to the table").click()
    bob.page.locator(".notice", has_text="There is no table with this code.").wait_for()
    assert bob.page.locator(".tables", has_text=code).count() == 0
    assert bob.page.get_by_label("Have a code?").input_value() == "whist-abcdefgh"
    bob.page.get_by_label("Have a code?").fill(f"  {code.upper()} ")
    bob.shoot("have-code-phone" if how else "have-code")
    bob.page.get_by_role("button", name="Go to the table").press("Enter")
    bob.page.locator(".standing .code", has_text=code).wait_for()
    bob.sit()
    ann.page.locator(".standing", has_text="guest-bob").wait_for()


def test_who_opened_a_table_sends_somebody_away_and_closes_it(come: Come) -> None:
    ann, bob, cid = come("ann"), come("bob"), come("cid")
    code = open_private(ann)
    name = bob.page.locator(".who strong").inner_text()
    for guest in (bob, cid):
        guest.page.goto(f"{guest.address}/#table={code}")
        guest.page.locator(".standing").wait_for()
    bob.sit()
    ann.page.get_by_role("button", name="Invite").click()
    people = ann.page.locator("dialog .people li", has_text=name)
    people.get_by_role("button", name="Send away").click()
    ann.shoot("send-away")
    people.locator("[data-kick]").click()
    bob.page.locator(".notice", has_text="has sent you away").wait_for()
    bob.page.locator(".lobby").wait_for()
    expect(bob.page).to_have_url(f"{bob.address}/")
    people.wait_for(state="detached")
    cid.page.locator(".log", has_text=f"has sent {name} away").wait_for(state="attached")
    bob.page.goto(f"{bob.address}/#table={code}")
    bob.page.locator(".notice", has_text="has sent you away").wait_for()
    cid.page.get_by_role("button", name="Invite").click()
    cid.page.locator("dialog input[readonly]").first.wait_for()
    assert cid.page.locator("[data-close]").count() == 0
    ann.page.locator("[data-close]").click()
    ann.page.locator("dialog", has_text="Close the table for everybody?").wait_for()
    ann.page.locator("[data-close-now]").press("Enter")
    cid.page.locator(".notice", has_text="has closed the table").wait_for()
    for person in (ann, cid):
        person.page.locator(".lobby").wait_for()


def test_the_games_of_a_private_table_are_found_by_its_players_and_shared_by_link(
    come: Come,
) -> None:
    ann, eve = come("ann"), come("eve")
    page = ann.page
    page.get_by_label("Open a table: AKQ", exact=True).click()
    page.get_by_label("Only with the link or the code").check()
    page.locator("#option-games").fill("1")
    page.locator("dialog button.primary").click()
    page.locator(".seat.mine").wait_for()
    ann.begin()
    ann.await_turn()
    while ann.phase == "playing":
        ann.play()
        ann.await_turn()
    page.goto(f"{ann.address}/history")
    row = page.locator(".matches tr", has_text="private table")
    number = row.locator("th").inner_text()
    link = row.get_by_role("link", name="Replay").get_attribute("href") or ""
    assert re.fullmatch(rf"/replay/{number}\?key=[0-9a-f]+", link)
    for path in (f"/history/{number}.json", f"/records/{number}", f"/replay/{number}.json"):
        asked = eve.page.request
        assert asked.get(f"{eve.address}{path}").status == 404
        assert asked.get(f"{eve.address}{path}?{link.partition('?')[2]}").status == 200
    eve.page.goto(f"{eve.address}/history")
    eve.page.locator("h1", has_text="Past matches").wait_for()
    expect(eve.page.get_by_text("One moment …")).to_have_count(0)
    assert eve.page.locator(".matches tr", has_text="private table").count() == 0
    eve.page.goto(f"{eve.address}{link}")
    eve.page.locator(".replay .steps").wait_for()
    eve.page.get_by_role("button", name="Copy the link").wait_for()
    assert link.partition("?")[2] in str(
        eve.page.get_by_role("button", name="Copy the link").get_attribute("title")
    )


def test_who_only_watches_is_counted_at_the_table_and_in_the_lobby(come: Come) -> None:
    ann, bob, cid = come("ann"), come("bob"), come("cid")
    table = ann.open_table("Whist")
    bob.page.locator(f"[aria-label='Watch {table}']").click()
    bob.page.locator("[data-watching]", has_text="one watches").wait_for()
    ann.page.locator("[data-watching]", has_text="one watches").wait_for()
    card = cid.page.locator(".tables li", has_text=table)
    card.locator(".seats", has_text="one watches").wait_for()
