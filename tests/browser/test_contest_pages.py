"""The pages of a contest: from the report to matches and replays, with and without a server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from cardkit.cardgame import CardGame
from cardkit.cli import main
from cardkit.netgame import WATCHER, pick
from cardkit.record.recorded_match import ALL_SEEING, all_seeing, all_told
from cardkit.record.replay_data import ReplayData, packed
from cardkit.testing.page import Server
from tests.helpers import below, card_game
from tests.kinds_of_games import of_every_kind

MOVES = 45
NAMES = ["ann", "bob", "cem", "dai"]
HOSTILE = "</script><img src=x onerror=document.title='harmed'> \U0001f600 \u202eabc"
BOTS = f"""
from cardkit import Bot

class Odd(Bot):
    def choose(self, view, legal):
        return {HOSTILE!r} if self.below(4) == 0 else legal[0]

class Fails(Bot):
    def choose(self, view, legal):
        return legal[1 // self.below(3)]
"""

EXPAND = """async ([letters, eyes]) => {
  const { positionsOf, unpack } = await import("cardkit/film");
  return positionsOf(await unpack(letters), eyes).map(({ frame, view }) => ({ frame, view }));
}"""


def noted(game: type[CardGame]) -> tuple[str, dict[str, list[Any]]]:
    """Some games of a table as a replay keeps them, and by whose eyes what was heard and seen."""
    seats = game.with_options("")["seats"]
    table = game.play(NAMES[: max(seats.least, min(seats.most, 4))], key=b"film")
    table.listening = True
    replay, chance = ReplayData(table), below(7)
    eyes = {"": WATCHER, ALL_SEEING: WATCHER} | {n: seat for seat, n in enumerate(table.names)}
    seen: dict[str, list[Any]] = {each: [] for each in eyes}
    events: Any = ()
    for step in range(MOVES):
        if step and table.playing:
            seat = table.awaited[chance(len(table.awaited))]
            events = table.apply(table.names[seat], pick(table.legal(seat), chance))
        elif step:
            events = table.apply("", "START")
        if step:
            replay.add(table, events)
        for each, viewer in eyes.items():
            heard = [(e, all_told(e) if each == ALL_SEEING else e.words(viewer)) for e in events]
            frame = [(e.number, *w) if e.number else w for e, w in heard if w is not None]
            view = all_seeing(table) if each == ALL_SEEING else table.view(viewer)
            seen[each].append({"frame": frame, "view": view.data()})
    return packed(replay.data()), json.loads(json.dumps(seen))


def test_a_replay_shows_to_all_eyes_what_they_saw_at_the_table(modules: Page) -> None:
    for name in of_every_kind():
        letters, seen = noted(card_game(name))
        for eyes, positions in seen.items():
            assert modules.evaluate(EXPAND, [letters, eyes]) == positions, (name, eyes)


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of contests with one in it: its first three of four matches are recorded."""
    folder = tmp_path_factory.mktemp("contests")
    bots = folder / "odd_bots.py"
    bots.write_text(BOTS, encoding="utf-8")
    words = ["contest", "akq", "honest", f"{bots}:Odd", "--matches", "4", "--games", "6"]
    main([*words, "--seed", "1", "--records", "3", "--out", str(folder / "spring")])
    for game, bot, fault in (("whist", "rand", "pass"), ("page_one", f"{bots}:Fails", "rematch")):
        words = ["contest", game, "rand", "rand", "rand", "rand", bot, "--fault", fault]
        words += ["--set", "match_games=1", "--seed", "1", "--records", "0"]
        main([*words, "--matches", "2", "--lang", "ja", "--out", str(folder / game)])
    return folder


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)[:500]))
    page.on("console", lambda said: wrong.append(said.text[:500]) if said.type == "error" else None)
    yield page
    page.close()
    assert wrong == []


def walk(page: Page, report: str) -> None:
    """From the report to matches and replays, and back."""
    page.goto(report)
    page.locator(".map td a").first.click()
    rows = page.locator(".matches tbody tr")
    rows.first.wait_for()
    assert rows.count() == 4
    page.get_by_text("The first 3 of 4 matches were recorded").wait_for()
    assert rows.nth(3).get_by_text("not recorded").count() == 1
    assert page.get_by_role("link", name="Replay").count() == 3
    page.get_by_role("link", name="Replay").nth(1).click()
    page.locator("main.replay").wait_for()
    assert page.locator("main.replay .place").inner_text().startswith("match 2")
    before = int(page.locator("main.replay").get_attribute("data-at") or "")
    page.get_by_label("one step on").click()
    expect(page.locator("main.replay")).to_have_attribute("data-at", str(before + 1))
    assert page.locator(".backs [data-card], .held").count() == 0
    page.get_by_label("Seen by").select_option("*")
    page.locator(".backs [data-card]").first.wait_for()
    page.get_by_label("List of matches").first.click()
    rows.first.wait_for()
    assert rows.count() == 4, "back in the same list"
    page.get_by_role("link", name="Report").click()
    page.locator("summary").first.wait_for()
    fault = page.locator(".evidence a").nth(1).get_attribute("href") or ""
    page.goto(report.replace("report.html", fault))
    rows.first.wait_for()
    assert rows.count() == 1
    assert HOSTILE[:30] in page.locator(".matches pre").first.inner_text()
    assert page.title() == "Contest: AKQ"
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_files_alone_lead_from_the_report_to_replays(page: Page, contests: Path) -> None:
    walk(page, (contests / "spring" / "report.html").as_uri())


@pytest.mark.parametrize("game", ["whist", "page_one"])
def test_a_cell_leads_to_the_matches_it_counts(page: Page, contests: Path, game: str) -> None:
    page.goto((contests / game / "report.html").as_uri())
    cells = page.locator(".map tbody tr").last.locator("td a").all()
    counted = [(cell.inner_text(), cell.get_attribute("href") or "") for cell in cells]
    assert len(counted) == 4
    for words, link in counted:
        page.goto((contests / game / "report.html").as_uri().replace("report.html", link))
        page.locator(".matches").wait_for()
        assert str(page.locator(".matches tbody tr").count()) == words.rpartition("/")[2]
        page.get_by_text("記録した試合がない").wait_for()
        assert page.get_by_role("link", name="再生").count() == 0


def test_so_do_they_at_a_server_that_trusts_no_report(
    page: Page, contests: Path, tmp_path: Path
) -> None:
    server = Server(tmp_path / "data", "--contests", str(contests))
    try:
        walk(page, f"{server.address}/contests/spring/report.html")
        page.goto(f"{server.address}/contests/spring/matches.html")
        page.locator(".matches").wait_for()
        assert page.evaluate("origin") == "null"
    finally:
        server.stop()
