"""What people see of fair deals: a mark that tells how it stands, and the story behind it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardkit.testing.page import Server
from cardkit.web.files import PAGE
from tests.browser.conftest import Come
from tests.browser.person import Person

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, WebSocketRoute

Tamper = Callable[[list[Any]], list[Any]]


def mark(person: Person, kind: str) -> Locator:
    """The mark beside the title, as soon as it says this."""
    found = person.page.locator(f".fair[data-fair={kind}]")
    found.wait_for()
    return found


def story(person: Person) -> str:
    """What is told when somebody asks for more."""
    person.page.locator(".fair").click()
    person.page.locator("dialog[open]").wait_for()
    told = person.page.locator("dialog .content").inner_text()
    person.page.keyboard.press("Escape")
    person.page.locator("dialog").wait_for(state="detached")
    return told


def test_a_game_with_robots_is_proved_also_after_a_reload(come: Come) -> None:
    ann = come("ann")
    ann.open_table("Daifugo", games="1")
    mark(ann, "waiting")
    ann.begin()
    ann.await_turn()
    label = mark(ann, "checked").get_attribute("aria-label") or ""
    assert re.fullmatch(r"deal checked: 1[34] cards proved", label)
    told = story(ann)
    assert "You gave a number" in told
    assert re.findall(r"(\w+) a robot: gives no number", told) == [
        "Wren",
        "Finch",
        "Lark",
    ]
    assert "has not opened its secret yet" in told
    ann.page.reload()
    ann.await_turn()
    mark(ann, "checked")
    assert "You gave a number" in story(ann)  # the page knows what it gave before
    ann.play_turns(2)
    assert mark(ann, "checked").get_attribute("aria-label") == label


def test_when_the_match_is_over_the_secret_is_opened_and_the_deck_is_right(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("AKQ", games="1")
    while ann.phase == "playing":
        ann.play_turns(1)
        ann.await_turn()
    assert mark(ann, "checked").get_attribute("aria-label") == "deal checked: 1 card proved"
    ann.page.locator(".fair").click()
    secret = ann.page.locator("dialog [data-secret='1']")
    secret.wait_for()
    ann.shoot("fair")
    assert secret.inner_text() == "The secret was opened: every deck was right."


def listen_through(person: Person, tamper: Tamper) -> list[list[str]]:
    """Somebody sits between this page and its server, and bends what is told; what is said."""
    said: list[list[str]] = []

    def stand_between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said.append(json.loads(message))
            server.send(message)

        page.on_message(pass_on)
        server.on_message(
            lambda frame: page.send(json.dumps([tamper(each) for each in json.loads(frame)]))
        )

    person.page.route_web_socket(re.compile("/ws$"), stand_between)
    person.page.reload()
    return said


def swapped_aces(message: list[Any]) -> list[Any]:
    """A dealer who gives another card than the one that lay there."""
    if message[0] != "PROOF":
        return message
    items = [[it[0], "SA" if it[1] != "SA" else "S2", *it[2:]] if isinstance(it, list) else it
             for it in message[4:]]  # fmt: skip
    return [*message[:4], *items]


def test_who_is_lied_to_sees_it_and_all_others_are_told(come: Come) -> None:
    ann, bob = come("ann"), come("")
    said = listen_through(bob, swapped_aces)
    bob.enter("bob-who-is-cheated")
    table = ann.open_table("Whist")
    bob.page.goto(f"{bob.address}/#table={table}")
    bob.sit()
    ann.begin()
    bob.page.locator("dialog [data-story=false]").wait_for()
    told = bob.page.locator("dialog").inner_text()
    assert "FALSE" in told
    assert re.search(r"Deal \d+: \w\w was not at place \d+ of the deck before it was dealt", told)
    bob.shoot("fair-false")
    bob.page.keyboard.press("Escape")
    assert mark(bob, "false").inner_text() == "FALSE"
    assert "bob-who-is-cheated" in (mark(ann, "disputed").get_attribute("aria-label") or "")
    assert [words[1] for words in said].count("DISPUTE") >= 1
    assert "was not at place" in story(ann)


def test_where_the_browser_cannot_check_the_page_says_so_and_takes_no_part(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    ann = Person(context, server.address)
    said = listen_through(ann, lambda message: message)
    ann.enter("ann-without-a-lock")
    ann.sit_alone("Whist")
    ann.await_turn()
    label = mark(ann, "unchecked").get_attribute("aria-label")
    assert label == "not checked here: open the https link"
    assert not {"PROOFS", "COMMIT", "REVEAL"} & {words[1] for words in said}
    assert "Open the https link" in story(ann)
    ann.play()
    assert ann.wrongs == []
    ann.leave()


def test_the_story_is_there_in_japanese(modules: Page) -> None:
    texts = modules.evaluate("async () => (await import('cardkit/texts_ja')).TEXTS")
    code = (Path(PAGE) / "fairness.js").read_text(encoding="utf-8")
    said = set(re.findall(r'"([A-Za-z{][^"]* [^"]*)"', code)) - {"0 0 24 24"}
    said = {text for text in said if not text.startswith(("M", "fair"))}
    said -= set(re.findall(r'plural\(\w+, "([^"]*)"', code))  # translated with its plural
    assert len(said) > 30
    assert [text for text in said if text not in texts] == []
