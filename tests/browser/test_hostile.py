"""Words of strangers on the page: whatever they are, they stay words and spoil nothing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from cardkit.testing.page import Server
from cardkit.web.files import PAGE
from tests.browser.conftest import Come
from tests.browser.person import Person
from tests.browser.test_page import overflows
from tests.waiting import until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ODD = Path(__file__).with_name("odd_game.py")

STRANGER = """async (commands) => {
  const socket = new WebSocket(`ws://${location.host}/ws`);
  const heard = [];
  let more = () => null;
  socket.onmessage = ({ data }) => { heard.push(...JSON.parse(data)); more(); };
  socket.onclose = ({ code }) => { heard.push(["CLOSED", code]); more(); };
  await new Promise((done) => { socket.onopen = done; });
  for (const [n, words] of commands.entries()) {
    socket.send(JSON.stringify([`#${n}`, ...words]));
    const answered = () => heard.some(([head]) => head === `#${n}` || head === "CLOSED");
    while (!answered()) await new Promise((done) => { more = done; });
  }
  return heard;
}"""

TITLES = [
    "<img/src=x/onerror=alert(1)>",
    "<script>document.title='owned'</script>",
    "{{constructor.constructor('alert()')()}}",
    "'\"><svg/onload=alert(1)>",
    "W" * 40,
    "javascript:alert(1)",
    "\u05d0\u05d1\u05d2(1)",
    "😀" * 40,
    "__proto__",
]


def stranger(person: Person, *commands: list[str]) -> list[Any]:
    """A program of somebody's own says this to the server; what it hears."""
    heard: list[Any] = person.page.evaluate(STRANGER, [list(words) for words in commands])
    return heard


def test_titles_of_tables_stay_titles(come: Come) -> None:
    ann = come("ann")
    opened = [["OPEN", "whist", f"title={title}"] for title in TITLES]
    heard = stranger(ann, ["ENTER", "mallory"], *opened)
    assert [m[1] for m in heard if m[0].startswith("#")] == ["OK"] * (1 + len(TITLES))
    ann.page.locator(".tables h3", has_text=TITLES[-1]).wait_for()
    shown = ann.page.locator(".tables h3").all_inner_texts()
    assert set(TITLES) <= set(shown)
    assert ann.page.locator(".tables img, .tables script, .tables a").count() == 0
    assert ann.page.title() == "cardkit"
    assert not overflows(ann)
    for number in (1, 5, 8):
        ann.join(next(m[3] for m in heard if m[:3] == [f"#{number}", "OK", "OPEN"]))
        assert ann.page.locator(".bar .titled").inner_text() == TITLES[number - 1]
        assert ann.page.locator(".table img, .table script").count() == 0
        ann.page.set_viewport_size({"width": 360, "height": 740})
        assert not overflows(ann)
        ann.page.set_viewport_size({"width": 1280, "height": 800})
        ann.page.locator(".menu .leave").click()


@pytest.mark.parametrize("title", ["\u202egnp.exe", "a\u0007b", "W" * 41, "Z" + 9 * "\u0334"])
def test_titles_that_deceive_or_control_are_refused(front_page: Person, title: str) -> None:
    heard = stranger(front_page, ["ENTER"], ["OPEN", "whist", f"title={title}"])
    assert [m[1] for m in heard if m[0] == "#1"] == ["WARNING"]


def test_a_line_of_ten_thousand_characters_is_refused_and_nothing_is_lost(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("Whist")
    chat = ann.page.locator("#chat")
    chat.evaluate("field => field.removeAttribute('maxlength')")
    chat.fill("x" * 10_000)
    chat.press("Enter")
    ann.page.locator(".notice", has_text="too long").wait_for()
    assert ann.page.locator(".lost").count() == 0
    chat.fill("still here")
    chat.press("Enter")
    ann.page.locator(".log .chat", has_text="still here").wait_for()
    assert ann.page.locator(".log .chat").count() == 1


def test_long_words_of_others_do_not_stretch_the_table(come: Come) -> None:
    ann = come("ann", viewport={"width": 360, "height": 740})
    ann.sit_alone("Whist")
    table = ann.page.locator(".bar .place code").inner_text()
    enter = [["ENTER"], ["JOIN", table]]
    heard = stranger(ann, *enter, ["CHAT", "W" * 10_000])
    assert heard[-1] == ["CLOSED", 1009]
    heard = stranger(ann, *enter, ["CHAT", "W" * 3_900])
    allowed = next(m[1] for m in heard if m[0] == "#2") == "OK"
    stranger(ann, *enter, ["CHAT", "W" * 300])
    ann.page.locator(".bar .only-narrow").click()
    ann.page.locator(".log .chat", has_text="W" * 300).nth(int(allowed)).wait_for()
    assert not overflows(ann)
    log = ann.page.locator(".log")
    assert log.evaluate("log => log.scrollWidth <= log.clientWidth")
    assert "W" * 10_000 not in ann.page.content()


def test_a_game_of_odd_words_facts_and_piles_is_played_without_an_error(
    come: Come, tmp_path: Path
) -> None:
    server = Server(tmp_path / "data", "--no-tables", "--game", f"{ODD}:Odd")
    try:
        ann = come("ann", server.address)
        ann.sit_alone("Odd")
        said = ann.play_turns(2)
        ann.page.reload()
        ann.page.locator(".seat.mine").wait_for()
        ann.page.locator("form.ask button").first.click()
        ann.await_turn()
        assert {line.split()[0] for line in said} == {"DISCARD"}
        assert ann.page.locator(".pick").count() == 0
        assert ann.page.locator("[data-fact=nested]").count() == 1
        assert ann.page.locator(".broken").count() == 0
        ann.shoot("odd")
    finally:
        server.stop()


def test_a_part_that_cannot_be_drawn_leaves_the_rest_alone_and_the_host_is_told(
    browser: Browser, tmp_path: Path
) -> None:
    server = Server(tmp_path / "data")
    context = browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    centre = (PAGE / "centre.js").read_text()
    broken = centre.replace(
        "function Facts({ view }) {", "function Facts({ view }) { view.no.no();"
    )
    assert broken != centre
    context.route(
        "**/centre.js*", lambda route: route.fulfill(body=broken, content_type="text/javascript")
    )
    try:
        ann = Person(context, server.address)
        ann.enter("ann")
        ann.sit_alone("Whist")
        ann.page.locator(".broken[data-part=centre]").wait_for()
        assert len(ann.play_turns(3)) == 3
        assert ann.page.locator(".broken").count() == 1
        log = tmp_path / "serve.log"
        until(lambda: "page.failed" in log.read_text())
        line = next(line for line in log.read_text().splitlines() if "page.failed" in line)
        assert "part=centre error=TypeError" in line
        assert "centre.js:" in line
        assert log.read_text().count("page.failed") <= 10
    finally:
        context.close()
        server.stop()
