"""Cards of a game's own, and cards that their player does not see, on the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from cardkit.testing.page import Server
from tests.browser.conftest import Come

TESTS = Path(__file__).parents[1]
GAMES = (
    "own_decks.py:Colours",
    "own_decks.py:Flowers",
    "own_decks.py:Tarot",
    "hidden_hands.py:Fireworks",
)


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    games = [word for game in GAMES for word in ("--game", str(TESTS / game))]
    running = Server(tmp_path_factory.mktemp("decks") / "data", "--no-tables", *games)
    yield running
    running.stop()


def test_cards_of_a_games_own_are_drawn_named_and_played(come: Come, hall: Server) -> None:
    ann = come("ann", hall.address)
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


@pytest.mark.parametrize("game", ["Flowers", "Tarot"])
def test_flowers_and_tarot_are_played_without_an_error(come: Come, hall: Server, game: str) -> None:
    ann = come("ann", hall.address)
    ann.sit_alone(game)
    assert ann.play_turns(2)


def test_a_card_that_its_player_does_not_see_is_played_with_a_click(
    come: Come, hall: Server
) -> None:
    ann = come("ann", hall.address)
    ann.sit_alone("Fireworks")
    ann.await_turn()
    held = ann.page.locator(".held")
    names = [each.get_attribute("aria-label") for each in held.all()]
    assert names == [f"hidden card {n}" for n in (1, 2, 3, 4)]
    assert ann.page.locator(".seat:not(.mine) .backs [data-card]").count() == 12
    held.nth(2).click()
    ann.page.locator(".log", has_text="You play").wait_for()
    expect(held).to_have_count(3)
