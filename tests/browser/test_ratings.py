"""Ratings and one's own data on the page: a rated table, the leaderboard, and the download."""

from __future__ import annotations

import json
from contextlib import closing
from itertools import chain
from pathlib import Path

from playwright.sync_api import expect

from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store import RATED, Row
from cardkit.server.store_address import DATABASE
from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.browser.person import Person
from tests.server.test_history_schema import finished

PLAYERS = [f"player-{n:02}" for n in range(45)]


def rated_matches(*places: list[str]) -> list[Row]:
    """Matches of AKQ with these accounts, each list best first."""
    rows: list[Row] = [("account", (name, None, b"key", 0.0)) for name in {*chain(*places)}]
    rows += finished(
        *([(name, -at) for at, name in enumerate(names)] for names in places), game="akq"
    )
    for number, names in enumerate(places, 1):
        sides = [(at, [name]) for at, name in enumerate(names, 1)]
        rows.append((RATED, (number, "akq", sides)))
    return [*rows, ("closed", ("akq-1",))]


def sign_up(person: Person, name: str) -> None:
    page = person.page
    page.get_by_role("button", name="Account").click()
    dialog = page.locator("dialog[open]")
    dialog.locator("input[name=name]").fill(name)
    dialog.locator("input[name=password]").fill("correct horse")
    dialog.get_by_role("button", name="Sign up").click()
    page.locator(".who strong", has_text=name).wait_for()


def test_a_long_leaderboard_is_read_on_and_ones_own_place_is_marked(
    come: Come, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    data.mkdir(0o700)
    with closing(sqlite_store(data / DATABASE)) as store:
        store.write(rated_matches(*[PLAYERS] * 12, ["mia", "noa"]))
        store.sync()
    server = Server(data)
    try:
        ann = come("ann", address=server.address)
        sign_up(ann, "zoe")
        page = ann.page
        with closing(sqlite_store(data / DATABASE)) as store:
            store.write([(RATED, (13, "akq", [(1, ["noa"]), (2, ["mia"])]))])  # counted already
            rows = finished([("player-00", 1), ("zoe", 0)], game="akq", first=99)
            store.write([*rows, (RATED, (99, "akq", [(1, ["player-00"]), (2, ["zoe"])]))])
            store.sync()
        page.get_by_role("link", name="Leaderboard").click()
        board = page.locator("section[aria-label=AKQ]")
        lines = board.locator("tbody tr")
        lines.nth(20).wait_for()
        assert board.locator("tbody th").first.inner_text() == "player-00"
        own = board.locator("tr[aria-current=true]")
        assert own.locator("th").inner_text() == "zoe (you)"
        assert own.get_by_text("provisional").count() == 1
        assert lines.first.get_by_text("provisional").count() == 0
        ann.shoot("leaderboard")
        more = page.get_by_role("button", name="More players")
        for shown in (40, 48):
            more.click()
            expect(lines).to_have_count(shown)
        expect(more).to_have_count(0)
        places = [line.inner_text() for line in board.locator("tbody td:first-child").all()]
        assert places == [str(n) for n in range(1, 49)]
        page.get_by_role("link", name="Past matches").click()
        page.locator("section[aria-labelledby=ratings]").get_by_text("±").wait_for()
        page.locator(".matches .rated").first.wait_for()
        ann.shoot("own-ratings")
    finally:
        server.stop()


def test_an_empty_leaderboard_says_how_to_come_onto_it(come: Come, tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    try:
        page = come("", address=server.address, path="/results").page
        page.get_by_text("No rated match was played yet.").wait_for()
    finally:
        server.stop()


def test_an_account_opens_a_rated_table_and_a_guest_is_told_why_not_to_play_there(
    come: Come, tmp_path: Path
) -> None:
    server = Server(tmp_path / "data")
    try:
        ann, bob = (come(name, address=server.address) for name in ("ann", "bob"))
        page = ann.page
        card = page.locator(".games li", has=page.get_by_role("heading", name="AKQ", exact=True))
        card.get_by_role("button", name="Open a table").click()
        page.locator("dialog[open] [data-time]").wait_for()  # it is being asked for
        assert page.locator("dialog[open] input[name=rated]").count() == 0  # she is a guest
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
        sign_up(ann, "Ann")
        card.get_by_role("button", name="Open a table").click()
        page.locator("dialog[open] input[name=rated]").check()
        ann.shoot("open-rated")
        page.get_by_role("button", name="Open the table").click()
        page.locator(".bar .rated").wait_for()
        ann.shoot("rated-table")

        lobby = bob.page.locator(".tables li", has=bob.page.locator(".rated"))
        lobby.wait_for()
        bob.shoot("rated-lobby")
        lobby.get_by_role("button", name="Join").click()
        bob.page.get_by_role("button", name="Take a seat").click()
        bob.page.get_by_text("Rated tables are for people with an account").wait_for()
    finally:
        server.stop()


def test_a_person_downloads_what_is_stored_about_them(come: Come) -> None:
    ann = come("ann")
    page = ann.page
    me = page.locator(".who strong").inner_text()
    page.get_by_role("button", name="Account").click()
    button = page.get_by_role("button", name="Download my data")
    ann.shoot("account")
    with page.expect_download() as download:
        button.focus()
        page.keyboard.press("Enter")
    data = json.loads(Path(download.value.path()).read_text())
    assert download.value.suggested_filename == f"{me}.json"
    assert (data["name"], data["server"]) == (me, ann.address)
    assert [row["name"] for row in data["stored"]["sessions"]] == [me]
    assert data["stored"]["guests"][0]["public_key"]
    expect(page.get_by_text("Downloaded")).to_be_visible()
