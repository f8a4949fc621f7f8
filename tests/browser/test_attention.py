"""What calls a person to the table: sounds, notifications, the title of the window."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import Come
from tests.browser.person import Person
from tests.waiting import until

RECORD = next((Path(__file__).parent.parent / "records").glob("*.jsonl"))
LISTEN = """async () => {
  const { sounds } = await import("cardkit/sound");
  window.heard = [];
  const play = sounds.play.bind(sounds);
  sounds.play = (name) => {
    const until = sounds.now.until > sounds.context?.currentTime ? sounds.now.rank : -1;
    const sounded = play(name);
    if (name) window.heard.push({ name, sounded, over: sounded && until >= sounds.now.rank });
    return sounded;
  };
}"""
RUNS = "async () => (await import('cardkit/sound')).sounds.context?.state === 'running'"
ELSEWHERE = """
  window.elsewhere = false;
  Object.defineProperty(document, "hidden", { get: () => window.elsewhere });
  Object.defineProperty(document, "visibilityState", {
    get: () => (window.elsewhere ? "hidden" : "visible"),
  });
  window.look = (away) => {
    window.elsewhere = away;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  window.shown = [];
  window.Notification = class {
    static permission = "PERMISSION";
    static asked = 0;
    static async requestPermission() {
      this.asked += 1;
      this.permission = "granted";
      return this.permission;
    }
    constructor(title, { body }) {
      window.shown.push(this);
      Object.assign(this, { title, body, open: true });
    }
    close() { this.open = false; }
  };
"""


def heard(person: Person) -> list[str]:
    """The sounds that were really made."""
    told = person.page.evaluate("window.heard.splice(0)")
    assert not any(each["over"] for each in told), "a sound lies over another"
    return [each["name"] for each in told if each["sounded"]]


def test_a_game_is_heard_from_the_deal_to_its_end(come: Come) -> None:
    ann = come("ann")
    ann.page.evaluate(LISTEN)
    ann.page.wait_for_function(RUNS)  # a touch has let it sound
    ann.open_table("AKQ")
    ann.begin()
    ann.await_turn()
    sounds = heard(ann)
    assert "deal" in sounds or "turn" in sounds
    for _ in range(20):
        if ann.phase != "playing":
            break
        if ann.is_asked:
            ann.play()
        ann.await_turn()
    until(
        lambda: ann.page.evaluate("window.heard.some(({ name }) => ['win', 'end'].includes(name))")
    )
    won = ann.page.locator(".winner.mine").count() > 0
    assert ("win" in heard(ann)) == won


def test_one_click_turns_sound_off_and_that_is_remembered(come: Come) -> None:
    ann = come("ann")
    ann.open_table("AKQ")
    ann.page.evaluate(LISTEN)
    switch = ann.page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "false")
    ann.begin()
    ann.await_turn()
    assert heard(ann) == []
    ann.page.reload()
    ann.page.locator(".seat.mine").wait_for()
    expect(switch).to_have_attribute("aria-pressed", "false")


SOUND_OF = """async (frames) => {
  const { soundOf } = await import("cardkit/sound");
  const { readFrame } = await import("cardkit/message_reader");
  return frames.map((frame) => soundOf(readFrame(frame), ["ann", "bob"]));
}"""


def test_what_sounds_is_told_by_events_that_every_game_has(modules: Page) -> None:
    dealt = [[1, "MOVE", "stock", "ann", "S7"], [2, "MOVE", "stock", "bob", "??"]]
    frames: list[Any] = [
        dealt,
        [[3, "MOVE", "ann", "table", "S7"]],
        [[4, "MOVE", "stock", "ann", "S7"]],
        [[5, "ACTION", "ann", "PASS"], [6, "TURN", 0, "bob"]],
        [[7, "ACTION", "eve", "ENTER", "WATCH"]],
        [["CHAT", "ann", "hello"]],
        [[8, "MOVE", "ann", "table", "S7"], [9, "PHASE", "results", "over"]],
    ]
    expected = ["deal", "play", "play", "play", "", "", "end"]
    assert modules.evaluate(SOUND_OF, frames) == expected


def test_a_replay_is_heard_only_as_it_goes_forward(come: Come) -> None:
    page = come("", path="/replay").page
    page.locator("input[type=file]").set_input_files(RECORD)
    page.locator(".replay .steps").wait_for()
    page.evaluate(LISTEN)
    page.get_by_label("position").fill("9")
    page.get_by_label("one step back").click()
    assert page.evaluate("window.heard") == []
    page.get_by_label("one step on").click()
    page.wait_for_function("window.heard.length === 1")


SOUNDED = """async () => {
  const { sounds, SOUNDS } = await import("cardkit/sound");
  return Object.keys(SOUNDS).filter((name) => {
    sounds.now = { rank: -1, until: 0, out: null };
    return sounds.play(name);
  });
}"""


def test_nothing_sounds_before_a_touch_and_out_of_sight_only_ones_turn(come: Come) -> None:
    page = come("").page
    page.evaluate(f"() => {{ {ELSEWHERE} }}")
    assert page.evaluate(SOUNDED) == []
    page.mouse.click(5, 5)
    until(lambda: len(page.evaluate(SOUNDED)) == 5)
    page.evaluate("window.look(true)")
    assert page.evaluate(SOUNDED) == ["turn"]


def elsewhere(come: Come, permission: str) -> Person:
    """Somebody at a table whose browser can be told that they look at something else."""
    ann = come("ann")
    ann.context.add_init_script(ELSEWHERE.replace("PERMISSION", permission))
    ann.open_table("AKQ")
    ann.page.reload()
    ann.page.locator(".seat.mine").wait_for()
    return ann


def come_to_turn_away(ann: Person) -> None:
    """A game begins, and in the background it becomes their turn."""
    ann.page.evaluate("window.look(true)")
    if ann.phase != "playing":
        ann.begin()
    while not ann.is_asked:
        ann.await_turn()
        if not ann.is_asked:
            ann.begin()


OPEN = "window.shown.filter((one) => one.open).map(({ title, body }) => [title, body])"


def test_a_turn_in_the_background_is_told_once_by_who_wants_it(come: Come) -> None:
    ann = elsewhere(come, "default")
    come_to_turn_away(ann)
    expect(ann.page).to_have_title(re.compile("^[▶▷]"))
    assert ann.page.evaluate("window.shown.length") == 0
    ann.page.evaluate("window.look(false)")
    ann.page.get_by_role("button", name="Tell me").click()
    until(lambda: ann.page.evaluate("Notification.asked") == 1)
    ann.page.locator(".offer").wait_for(state="detached")
    ann.play()
    come_to_turn_away(ann)
    until(lambda: ann.page.evaluate(OPEN) == [["Your turn", "AKQ"]])
    ann.page.evaluate("window.look(false)")
    until(lambda: ann.page.evaluate(OPEN) == [])
    ann.page.evaluate("window.look(true)")
    assert ann.page.evaluate(OPEN) == [], "a turn is told once"
    ann.page.get_by_role("button", name="Settings and keys").click()
    assert ann.page.get_by_label("Notify me when it is my turn").is_checked()


def test_where_the_browser_forbids_notifications_the_page_says_so_and_the_title_blinks(
    come: Come,
) -> None:
    ann = elsewhere(come, "denied")
    come_to_turn_away(ann)
    until(lambda: ann.page.title().startswith("▷ Your turn"))
    until(lambda: ann.page.title().startswith("▶ Your turn"))
    ann.page.evaluate("window.look(false)")
    assert ann.page.locator(".offer").count() == 0
    ann.page.get_by_role("button", name="Settings and keys").click()
    assert ann.page.get_by_label("Notify me when it is my turn").is_disabled()
    assert "its settings for this site" in ann.page.locator("#no-alerts").inner_text()
