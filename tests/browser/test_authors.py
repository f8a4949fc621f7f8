"""Games by authors on the page: what a board, a bid and a question look like to a newcomer."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardkit.testing.page import Server
from tests.browser.conftest import Come

ROOT = Path(__file__).parents[2]
AUTHORS = ROOT / "tests" / "games" / "authors"


def served(tmp_path: Path, game: str) -> Server:
    return Server(tmp_path / "data", "--no-tables", "--game", game)


def test_a_cell_of_a_board_is_clicked_or_its_number_pressed(come: Come, tmp_path: Path) -> None:
    server = served(tmp_path, f"{ROOT / 'examples' / 'tic_tac_toe.py'}:TicTacToe")
    try:
        ann = come("ann", server.address)
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
    finally:
        server.stop()


def test_a_bid_has_its_label_its_own_key_and_the_dealer_a_mark(come: Come, tmp_path: Path) -> None:
    server = served(tmp_path, f"{AUTHORS / 'oh_hell.py'}:OhHell")
    try:
        ann = come("ann", server.address)
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
    finally:
        server.stop()


@pytest.mark.parametrize(("file", "game"), [("go_fish", "GoFish"), ("doubt", "Doubt")])
def test_a_hand_is_not_grey_while_one_asks_or_answers(
    come: Come, tmp_path: Path, file: str, game: str
) -> None:
    server = served(tmp_path, f"{AUTHORS / file}.py:{game}")
    try:
        ann = come("ann", server.address)
        ann.sit_alone("Go Fish" if game == "GoFish" else game)
        for _ in range(3):
            ann.await_turn()
            assert ann.page.locator(".held.dull").count() == 0
            ann.play()
    finally:
        server.stop()
