"""The pages about what was played, where that is much."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Route, expect

from cardkit.registry import find_game
from cardkit.server.sqlite_store import sqlite_store
from cardkit.server.store_address import DATABASE
from cardkit.testing.page import Server
from cardkit.web.replay import ReplayPages
from tests.browser.conftest import Come
from tests.record.test_record import played, written
from tests.server.test_history_schema import finished

GAMES = {"page_one": find_game("page_one")}
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
    page.get_by_role("button", name="Analysis").click()
    page.locator(".mistakes tbody tr").first.wait_for()
    ann.shoot("analysis")
    page.get_by_role("button", name="Analysis").click()
    expect(page.locator(".mistakes")).to_have_count(0)
    stranger.locator(".replay[data-phase=playing]").wait_for()
    at = page.locator(".replay").get_attribute("data-at") or ""
    assert at != "0"
    expect(stranger.locator(".replay")).to_have_attribute("data-at", at)


def test_mistakes_are_marked_and_jumped_to(come: Come) -> None:
    page = come("", path="/history").page
    one = {"game": 1, "turn": 2, "stand_in": False, "unit": "points", "stake": 2.0, "error": 0.1}
    blunder = {"said": "PASS", "best": "DISCARD SA", "mark": "??", "lost": 1.5, "accuracy": 0.1}
    fine = {"said": "DISCARD H3", "best": "DISCARD H3", "mark": "", "lost": 0, "accuracy": 1}
    forced = {"said": "PASS", "unjudged": "forced"}
    answers = [
        {"of": 3, "judged": [{**one, **fine, "position": 9, "player": "cid"}]},
        {
            "of": 3,
            "judged": [
                {**one, **blunder, "position": 11, "player": "bob"},
                {**one, **forced, "position": 12, "player": "ann"},
            ],
        },
    ]
    film = ReplayPages(GAMES).show(written(played("page_one", games=1)))
    eyes = {
        name: ReplayPages(GAMES).show(written(played("page_one", games=1)), name)
        for name in ("bob",)
    }

    def replay(route: Route) -> None:
        name = parse_qs(urlsplit(route.request.url).query).get("eyes", [""])[0]
        route.fulfill(body=eyes.get(name, film), content_type="application/json")

    asked: list[str] = []

    def analysis(route: Route) -> None:
        asked.append(urlsplit(route.request.url).query)
        route.fulfill(json=answers[len(asked) - 1])

    page.route("**/replay/7.json*", replay)
    page.route("**/analysis/7.json*", analysis)
    page.goto(f"{page.url.removesuffix('/history')}/replay/7")
    page.get_by_role("button", name="Analysis").click()
    mistakes = page.get_by_role("region", name="What search thinks")
    mistakes.get_by_role("button", name="blunder bob game 1, turn 2 · −1.5 points").click()
    assert asked == ["done=0", "done=1"]
    expect(page.locator(".replay")).to_have_attribute("data-at", "12")
    expect(page.locator(".replay")).to_have_attribute("data-eyes", "bob")
    told = page.locator(".opinion")
    expect(told).to_contain_text("better by 1.5 points: Play ♠A")
    expect(page.locator(".log [data-mark='??']")).to_have_count(1)
    page.get_by_role("combobox", name="Seen by").select_option("")
    expect(told).to_have_text("?? something else was better by 1.5 points")
    page.keyboard.press("Home")
    expect(told).to_have_count(0)
    page.locator("h1").click()
    page.keyboard.press("m")
    expect(page.locator(".replay")).to_have_attribute("data-at", "12")
    page.get_by_role("button", name="one step on").click()
    expect(told).to_have_text("there was nothing else to say")
