"""Cards of a game's own, and cards that their player does not see, on the page."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardkit.testing.page import Server
from tests.browser.conftest import Come

TESTS = Path(__file__).parents[1]


def test_cards_of_a_games_own_are_drawn_named_and_played(come: Come, tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--no-tables", "--game", f"{TESTS / 'own_decks.py'}:Colours")
    try:
        ann = come("ann", server.address)
        ann.sit_alone("Colours")
        ann.await_turn()
        held = ann.page.locator(".held")
        names = [str(each.get_attribute("aria-label")) for each in held.all()]
        colours = ("red ", "yellow ", "green ", "blue ", "wild card")
        assert len(names) == 7
        assert all(name.startswith(colours) for name in names)
        assert held.locator("svg text").count() >= 14
        assert held.locator("use").count() == 0
        said = ann.play_turns(3)
        assert said
        ann.page.reload()
        ann.page.locator(".seat.mine").wait_for()
    finally:
        server.stop()


@pytest.mark.parametrize("game", ["Flowers", "Tarot"])
def test_flowers_and_tarot_are_played_without_an_error(
    come: Come, tmp_path: Path, game: str
) -> None:
    server = Server(tmp_path / "data", "--no-tables", "--game", f"{TESTS / 'own_decks.py'}:{game}")
    try:
        ann = come("ann", server.address)
        ann.sit_alone(game)
        assert ann.play_turns(2)
    finally:
        server.stop()


def test_a_card_that_its_player_does_not_see_is_played_with_a_click(
    come: Come, tmp_path: Path
) -> None:
    game = f"{TESTS / 'hidden_hands.py'}:Fireworks"
    server = Server(tmp_path / "data", "--no-tables", "--game", game)
    try:
        ann = come("ann", server.address)
        ann.sit_alone("Fireworks")
        ann.await_turn()
        held = ann.page.locator(".held")
        names = [each.get_attribute("aria-label") for each in held.all()]
        assert names == [f"hidden card {n}" for n in (1, 2, 3, 4)]
        assert ann.page.locator(".seat:not(.mine) .backs [data-card]").count() == 12
        held.nth(2).click()
        ann.page.locator(".log", has_text="You play").wait_for()
        assert held.count() == 3
    finally:
        server.stop()
