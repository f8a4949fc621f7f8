"""A hint on the page: asked for by button or key, said in words, and marked on the cards."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Come

HINT = "Hint: what would a strong robot do?"


def test_a_hint_is_said_in_words_and_marked_on_the_card(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("Whist")
    ann.await_turn()
    page = ann.page
    page.get_by_role("button", name=HINT).click()
    said, marked = page.locator(".hint.advice"), page.locator(".held.advised")
    expect(said).to_contain_text("A strong robot would choose: Play")
    expect(said).to_contain_text("sure)")
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
    ann, bob = come("ann"), come("bob")
    bob.join(ann.open_table("AKQ"))
    bob.sit()
    ann.begin()
    ann.page.locator(".table[data-phase=playing]").wait_for()
    for person in (ann, bob):
        person.page.locator(".table[data-phase=playing] .hand:not(.empty)").wait_for()
        button = person.page.get_by_role("button", name=HINT)
        expect(button).to_have_count(int(person.is_asked))
    ann.go_away()
    ann.sit_alone("Whist", advice="off")
    ann.await_turn()
    expect(ann.page.get_by_role("button", name=HINT)).to_have_count(0)
    ann.page.keyboard.press("?")
    expect(ann.page.locator(".notice, .hint.advice")).to_have_count(0)
