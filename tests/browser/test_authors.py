"""Games by authors on the page: what a board, a bid and a question look like to a newcomer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardkit.testing.page import Server
from tests.browser.conftest import Come

ROOT = Path(__file__).parents[2]
AUTHORS = ROOT / "tests" / "games" / "authors"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the games of all authors."""
    games = (f"{ROOT / 'examples' / 'tic_tac_toe.py'}:TicTacToe",)
    told = [word for game in games for word in ("--game", game)]
    running = Server(tmp_path_factory.mktemp("authors") / "data", "--no-tables", *told)
    yield running
    running.stop()


def test_a_cell_of_a_board_is_clicked_or_its_number_pressed(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("Tic-tac-toe")
    ann.await_turn()
    cell = ann.page.locator(".board button").last
    number = cell.inner_text()
    cell.click()
    ann.page.locator(".log", has_text=f"You mark {number}").wait_for()
    ann.await_turn()
    free = ann.page.locator(".board button").last.inner_text()
    ann.page.keyboard.press(free)
    ann.page.locator(".log", has_text=f"You mark {free}").wait_for()


def test_a_bid_has_its_label_its_own_key_and_the_dealer_a_mark(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("Oh Hell")
    ann.await_turn()
    assert ann.page.locator(".tag.marked").all_inner_texts() == ["dealer"]
    assert ann.page.locator(".facts [data-fact=dealer]").count() == 0
    assert ann.page.locator(".held.dull").count() == 0
    ann.page.keyboard.press("3")
    mine = ann.page.locator(".seat.mine")
    mine.locator(".own-fact", has_text="bid 3").wait_for()
    ann.await_turn()
    assert mine.locator(".won").inner_text() == "tricks 0"


@pytest.mark.parametrize("game", ["Go Fish", "Doubt"])
def test_a_hand_is_not_grey_while_one_asks_or_answers(come: Come, game: str) -> None:
    ann = come("ann")
    ann.sit_alone(game)
    for _ in range(3):
        ann.await_turn()
        assert ann.page.locator(".held.dull").count() == 0
        ann.play()
