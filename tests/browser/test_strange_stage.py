"""A stage that exists only in the tests, on the page."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cardkit.testing.page import Server
from tests import strange_stage
from tests.browser.conftest import Come

BAZAAR = f"{strange_stage.__file__}:Bazaar"


@pytest.fixture(scope="module")
def bazaar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("bazaar") / "data", "--no-tables", "--game", BAZAAR)
    yield running
    running.stop()


@pytest.mark.parametrize(
    ("language", "mood", "button", "told", "rules"),
    [
        ("en", "mood cheerful", "Hang up", "You hang up", "Every merchant speaks 2 times."),
        ("ja", "機嫌 上機嫌", "掛ける", "を掛けました", "商人は2回ずつ話します。"),
    ],
)
def test_its_words_facts_and_piles_are_shown_and_told(
    come: Come, bazaar: Server, language: str, mood: str, button: str, told: str, rules: str
) -> None:
    ann = come("ann", bazaar.address)
    page = ann.page
    ann.sit_alone("Bazaar", most="2")
    ann.await_turn()
    page.get_by_role("button", name="Settings and keys").click()
    page.get_by_label("Language").select_option(language)
    page.keyboard.press("Escape")
    page.locator("[data-fact=mood]", has_text=mood).wait_for()
    page.locator(".hand .held").first.click()
    say = page.locator(".acts button[data-say^=HANG]")
    assert button in say.inner_text()
    card = (say.get_attribute("data-say") or "").removeprefix("HANG ")
    say.click()
    page.locator(f".rows[data-pile=line] [data-card={card}]").wait_for()
    ann.await_turn()
    assert page.locator(".pick").count() == 0  # the number is no card of the other player
    page.locator("form.ask button").click()
    ann.await_turn()
    page.locator(".standing").wait_for()
    assert told in ann.log()
    page.locator(".menu button").first.click()
    page.locator("dialog", has_text=rules).wait_for()
    assert page.locator(".broken").count() == 0
