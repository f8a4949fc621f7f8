"""A hint on the page: asked for by button or key, said in words, and marked on the cards."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.person import Person


def begin(person: Person, settings: str = "") -> None:
    """Play Whist with robots."""
    page = person.page
    page.get_by_label("Play now: Whist").click()
    page.locator(".table[data-phase=playing] .held").nth(9).wait_for()
    person.await_turn()


def test_a_hint_is_said_in_words_and_marked_on_the_card(come: Come) -> None:
    ann = come("ann")
    begin(ann)
    page = ann.page
    button = page.get_by_role("button", name="Hint: what would a strong robot do?")
    button.click()
    said = page.locator(".hint.advice")
    expect(said).to_contain_text("A strong robot would choose: Play")
    expect(said).to_contain_text("sure)")
    marked = page.locator(".held.advised")
    expect(marked).to_have_count(1)
    expect(marked).to_have_accessible_name(re.compile("the robot’s choice"))
    ann.shoot("hint")
    ann.play()
    expect(marked).to_have_count(0)
    expect(said).to_have_count(0)
    ann.await_turn()
    page.keyboard.press("?")
    expect(said).to_contain_text("A strong robot would choose")


def test_there_is_no_button_where_hints_are_not_allowed_or_it_is_not_ones_turn(come: Come) -> None:
    ann = come("ann")
    ann.open_table("Whist", robots=True, settings={"advice": "no"})
