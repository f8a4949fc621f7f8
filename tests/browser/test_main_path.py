"""What everybody does at the page, in each browser: play now, reload, go on, see it again."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Come
from tests.browser.person import Person


def held(person: Person) -> list[str]:
    person.await_turn()
    cards = person.page.locator(".held").all()
    return [card.get_attribute("data-card") or "" for card in cards]


def cut_off(person: Person) -> list[str]:
    """Buttons and fields that reach out of the window; in Firefox no script may look for them."""
    page, found = person.page, []
    size = page.viewport_size
    assert size is not None
    for each in page.locator("button:visible, input:visible").all():
        box = each.bounding_box()
        if box is None or box["x"] + box["width"] > size["width"] or box["y"] < 0:
            found.append(each.inner_text() or each.get_attribute("aria-label") or "")
    return found


@pytest.mark.parametrize("browser", ["chromium", "firefox"], indirect=True)
def test_a_stranger_plays_a_game_reloads_goes_on_and_sees_it_again(come: Come) -> None:
    ann = come("")
    page = ann.page
    page.get_by_label("Play now: Sevens").click()
    page.locator(".table[data-phase=playing] .held").nth(9).wait_for()
    ann.await_turn()
    assert cut_off(ann) == []
    ann.play()
    left = held(ann)

    page.reload()
    assert held(ann) == left
    page.locator(".fair[data-fair=checked]").wait_for()

    ann.go_away()
    own = page.locator("section[aria-labelledby=own]")
    own.get_by_text("waits for you").wait_for()
    own.get_by_role("button", name="Go on").click()
    assert held(ann) == left

    while ann.phase == "playing":
        ann.play()
        ann.await_turn()
    page.locator(".winner").wait_for()
    assert "The match is over." in ann.log()
    ann.go_away()
    name = page.locator(".who strong").inner_text()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name=f"Come back as {name}").click()  # by a key of the browser's
    page.locator(".who strong", has_text=name).wait_for()

    page.get_by_role("link", name="Past matches").click()
    page.locator("section[aria-label='Your games']").get_by_role("link", name="Replay").click()
    page.locator(".replay .steps").wait_for()
    at = int(page.locator(".replay").get_attribute("data-at") or "")
    page.get_by_role("button", name="one step on").click()
    page.locator(f".replay[data-at='{at + 1}']").wait_for()
    ann.shoot("main-path")
