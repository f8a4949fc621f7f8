"""The page for hosts, and the name and colours of the house."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from cardkit.colours import accents_of
from cardkit.games.daifugo import Daifugo
from cardkit.server.accounts import add_account, make_host
from cardkit.server.passwords import Cost, hash_password
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store_address import DATABASE
from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.browser.person import Person
from tests.browser.test_hostile import stranger

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PASSWORD = "correct horse"
HTML = "<img/src=x/onerror=alert(1)>"
"""What must never become an element."""


@pytest.fixture(scope="session")
def zoe(server: Server) -> str:
    """The name of a host."""
    with sqlite_store(server.data / DATABASE) as store:
        add_account(store, "zoe", 0.0, password=hash_password(PASSWORD, Cost(memory=64)))
        make_host(store, "zoe", host=True)
    return "zoe"


def enter_as(person: Person, name: str) -> None:
    """Come in with an account, where one is asked for it."""
    page = person.page
    page.locator(".entry input[name=name]").fill(name)
    page.locator(".entry summary").click()
    page.locator(".entry input[name=password]").fill(PASSWORD)
    page.locator(".entry button.primary").click()


def test_a_host_sees_people_and_tables_and_does_something_about_them(
    come: Come, server: Server, zoe: str
) -> None:
    ann, eve = come("ann"), come("eve")
    stranger(ann, ["ENTER"], ["OPEN", "whist", f"title={HTML}"])
    table = ann.open_table("Page One")
    ann.begin()
    host = come("", path="/host")
    page = host.page
    page.get_by_text("Come in with the account of a host.").wait_for()
    assert page.get_by_text(table).count() == 0
    enter_as(host, zoe)
    people = page.get_by_role("region", name="People")
    loud = eve.page.locator(".who strong").inner_text()
    row = people.locator("li", has=page.get_by_text(loud, exact=True))
    row.wait_for()
    assert "127.0.0.1" in row.inner_text()
    expect(page.get_by_role("link", name="For hosts")).to_have_count(1)
    assert eve.page.get_by_role("link", name="For hosts").count() == 0

    page.get_by_role("textbox", name="Say something to everybody").fill(f"We close at nine {HTML}")
    page.get_by_role("button", name="Send").click()
    for person in (ann, eve, host):
        notice = person.page.locator(".notice", has_text="We close at nine")
        notice.wait_for()
        assert HTML in notice.inner_text()
        assert person.page.locator("img").count() == 0
    expect(ann.page.locator(".log")).to_contain_text("We close at nine")
    page.locator(".notice button").click()
    page.locator(".notice").wait_for(state="detached")

    assert row.get_by_role("button", name="Ban the address").count() == 0  # it is the host's, too
    page.get_by_role("button", name="Ban somebody").click()
    page.get_by_label("Name or address").fill("127.0.0.1")
    page.locator("dialog button.primary").click()
    page.locator("dialog .problem", has_text="you would be banned yourself").wait_for()
    page.get_by_label("Name or address").fill(loud)
    page.get_by_label("For how long").select_option("1d")
    page.get_by_label("Why; they are told").fill(f"too loud {HTML}")
    page.locator("dialog button.primary").click()
    eve.page.get_by_text("too loud").wait_for()
    bans = page.get_by_role("region", name="Bans")
    ban = bans.locator("li", has=page.get_by_text(loud, exact=True))
    ban.wait_for()
    assert HTML in ban.inner_text()
    assert page.locator("img").count() == 0
    ban.get_by_role("button", name="in again").click()
    ban.wait_for(state="detached")

    tables = page.get_by_role("region", name="Tables")
    page.locator("summary", has_text="empty tables").click()
    page.locator("details li", has_text=HTML).wait_for()
    line = tables.locator("li", has=page.get_by_text(table, exact=True))
    assert "ann" in line.inner_text()
    line.get_by_role("button", name="give up").click()
    page.locator("dialog button", has_text="ann").click()
    page.locator("dialog").wait_for(state="detached")
    line.get_by_role("button", name=f"Watch {table}").click()
    page.locator(".table[data-game=page_one]").wait_for()
    page.goto(f"{server.address}/host")
    line.get_by_role("button", name=f"Close {table}").click()
    page.locator("dialog button.primary").click()
    ann.page.get_by_text("the host has closed the table").wait_for()
    line.wait_for(state="detached")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_on_the_page_for_hosts(
    browser: Browser, server: Server, zoe: str, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    how = {"color_scheme": scheme, "reduced_motion": "reduce", "service_workers": "block"}
    host = Person(browser.new_context(**how), server.address, "/host")  # type: ignore[arg-type]
    found: dict[str, list[str]] = {}

    def look(place: str) -> None:
        for wrong in Axe().run(host.page).response["violations"]:
            if wrong["impact"] in ("serious", "critical"):
                found[f"{place}: {wrong['id']}"] = [n["html"][:200] for n in wrong["nodes"][:3]]

    host.page.locator(".entry").wait_for()
    look("outside")
    enter_as(host, zoe)
    host.page.locator("summary", has_text="empty tables").click()
    host.page.locator("details li").first.wait_for()
    look("inside")
    host.shoot(f"host-{scheme}")
    host.page.get_by_role("button", name="Ban somebody").click()
    host.page.locator("dialog[open]").wait_for()
    look("ban")
    host.leave()
    assert found == {}


def test_the_page_for_hosts_fits_every_screen(come: Come, zoe: str) -> None:
    host = come("", path="/host", locale="ja-JP")
    enter_as(host, zoe)
    page = host.page
    page.locator(".host li").first.wait_for()
    for width, height in ((360, 740), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        host.shoot(f"host-ja-{width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width


NAME = "水曜<b>クラブ</b> & friends"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a name and colours of its own."""
    look = ("--house-name", NAME, "--felt", "#5a1030", "--accent", "#ffcc00")
    running = Server(tmp_path_factory.mktemp("club") / "data", *look)
    yield running
    running.stop()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_house_has_its_name_and_its_colours_and_can_be_read(
    browser: Browser, club: Server, scheme: str
) -> None:
    from axe_playwright_python.sync_playwright import Axe

    how = {"color_scheme": scheme, "reduced_motion": "reduce", "service_workers": "block"}
    ann = Person(browser.new_context(**how), club.address)  # type: ignore[arg-type]
    page = ann.page
    page.locator(".games li").first.wait_for()
    assert page.title() == NAME
    assert page.locator(".brand").inner_text() == NAME
    assert page.locator(".brand b").count() == 0
    ann.shoot(f"house-{scheme}")
    unread = [w["id"] for w in Axe().run(page).response["violations"] if w["impact"] == "serious"]
    assert unread == []
    light, dark = accents_of("#ffcc00")
    button = page.locator("button.primary").first
    shown = button.evaluate("button => getComputedStyle(button).backgroundColor")
    wanted = bytes.fromhex((light if scheme == "light" else dark)[1:])
    assert shown == f"rgb({', '.join(map(str, wanted))})"
    colour = "getComputedStyle(document.querySelector('.table')).getPropertyValue('--felt')"
    for game, felt in (("akq", "#5a1030"), ("daifugo", Daifugo.look["colours"]["felt"])):
        page.goto(f"{club.address}/?play={game}")
        page.locator(".table .felt").wait_for()
        assert page.evaluate(colour) == felt
        ann.go_away()
        expect(page).to_have_title(NAME)
    assert ann.wrongs == []
    ann.leave()
