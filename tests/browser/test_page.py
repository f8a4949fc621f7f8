"""The page in a real browser, used as people use it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cardkit.cli import main
from cardkit.registry import find_game
from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.browser.person import CORNER, Person
from tests.waiting import until

RECORDS = Path(__file__).parent.parent / "records"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


def test_two_browsers_and_two_robots_play_daifugo_to_the_end(come: Come) -> None:
    ann = come("ann")
    table = ann.open_table("Daifugo", games="1", each="6")
    bob = come("bob", path=f"/#table={table}")
    bob.sit()
    ann.begin()
    both = (ann, bob)
    for person in both:
        person.page.locator(".seat:not(.mine)").nth(2).wait_for()
    ann.shoot("daifugo")
    while ann.phase == "playing":
        for person in both:
            if person.is_asked:
                person.play()
        until(lambda: ann.phase != "playing" or ann.is_asked or bob.is_asked)
    for person in both:
        person.await_turn()
        expect(person.page.locator(".ranking .place")).to_have_text(["1", "2", "3", "4"])
        assert re.search("win", person.page.locator(".winner").inner_text())
        assert "The match is over." in person.log()
        person.page.locator(".fair[data-fair=checked]").click()
        person.page.locator("dialog [data-secret='1']").wait_for()
        person.page.keyboard.press("Escape")
    ann.shoot("daifugo-result")
    assert {"You", "Wren", "Finch"} < set(names(ann))


def test_only_who_has_gained_points_against_the_house_is_called_a_winner(come: Come) -> None:
    ann = come("ann")
    ann.open_table("Blackjack")
    begun_with = dict.fromkeys(["You", "Wren", "Finch", "Lark"], 1000)
    for _ in range(4):
        ann.begin()
        ann.await_turn()
        while ann.is_asked:
            ann.play()
            ann.await_turn()
        points = [int(text.replace(",", "")) for text in texts(ann, ".ranking strong")]
        ended_with = dict(zip(names(ann), points, strict=True))
        gained = {name: ended_with[name] - begun_with[name] for name in ended_with}
        told = texts(ann, ".ranking .change")
        assert [sign_of(text) for text in told] == [f"{n:+}" if n else "" for n in gained.values()]
        most = max(gained.values())
        best = {name.lower() for name in gained if gained[name] == most > 0}
        winners = " ".join(texts(ann, ".winner")).lower()
        assert best == {name.lower() for name in gained if name.lower() in winners}
        begun_with = ended_with
        house = ann.page.locator(".standing [data-pile=house] [data-card]")
        assert house.count() >= 2, "one sees what the house has won with"


def sign_of(change: str) -> str:
    return change.replace("−", "-").replace(",", "")


def texts(person: Person, where: str) -> list[str]:
    return person.page.locator(where).all_inner_texts()


def names(person: Person) -> list[str]:
    return person.page.locator(".ranking .name").all_inner_texts()


@pytest.mark.parametrize(
    ("game", "verbs"),
    [
        ("Page One", {"DISCARD", "DRAW"}),
        ("AKQ", {"BET", "CALL", "ALLIN", "FOLD", "RAISE"}),
        ("Flush Poker", {"BET", "CHECK", "CALL", "EXCHANGE", "FOLD", "RAISE", "DROP", "ALLIN"}),
        ("Whist", {"DISCARD"}),
    ],
)
def test_every_shipped_game_can_be_played_for_some_turns(
    come: Come, game: str, verbs: set[str]
) -> None:
    ann = come("ann")
    ann.sit_alone(game)
    said = ann.play_turns(2)
    ann.await_turn()
    ann.shoot(game.lower().replace(" ", "-"))
    said += ann.play_turns(2)
    assert {line.split()[0] for line in said} <= verbs


def test_games_without_cards_show_their_board_and_their_words_as_buttons(
    come: Come, tmp_path: Path
) -> None:
    files = ("tic_tac_toe.py:TicTacToe", "rock_paper_scissors.py:RockPaperScissors")
    own = [word for file in files for word in ("--game", f"examples/{file}")]
    server = Server(tmp_path / "data", "--no-tables", *own)
    try:
        ann = come("ann", server.address)
        ann.sit_alone("Tic-tac-toe")
        board = ann.page.locator("table.board td")
        assert board.count() == 9
        assert ann.play_turns(1)[0].startswith("PLACE ")
        ann.await_turn()
        assert "X" in board.all_inner_texts()
        assert ann.page.locator(".acts .alike").inner_text().startswith("Mark")
        assert ann.page.locator(".card, .backs, .plays").count() == 0
        ann.shoot("tic-tac-toe")
        bob = come("bob", server.address)
        bob.sit_alone("Rock paper scissors")
        bob.page.locator(".acts button[data-say='SHOW PAPER']").wait_for()
        bob.shoot("rock-paper-scissors")
        assert bob.play_turns(2) == ["SHOW ROCK", "SHOW ROCK"]
        assert "You show ROCK" in bob.log()
    finally:
        server.stop()


def test_rows_have_a_place_for_every_card(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("Sevens")
    ann.await_turn()
    rows = ann.page.locator("table.rows tr")
    assert rows.count() == 4
    assert ann.page.locator("table.rows td").count() == 52
    assert ann.page.locator("table.rows .card").count() >= 4  # the sevens
    assert len(ann.play_turns(2)) == 2
    assert ann.page.locator(".broken").count() == 0


def test_a_game_written_a_minute_ago_is_playable(
    come: Come, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "snip_snap", "--dir", str(tmp_path)]) == 0
    game = f"{tmp_path / 'snip_snap.py'}:SnipSnap"
    server = Server(tmp_path / "data", "--no-tables", "--game", game)
    try:
        ann = come("ann", server.address)
        ann.sit_alone("Snip Snap")
        assert len(ann.play_turns(4)) == 4
        ann.shoot("new-game")
    finally:
        server.stop()


def test_after_a_reload_the_table_is_there_again_with_what_was_missed(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("Whist")
    ann.play_turns(2)
    ann.await_turn()
    before = hand(ann), ann.log()
    ann.page.reload()
    ann.page.locator(".held").first.wait_for()
    ann.await_turn()
    assert (hand(ann), ann.log()) == before
    ann.play()


def hand(person: Person) -> list[str]:
    cards = person.page.locator(".held").all()
    return [card.get_attribute("data-card") or "" for card in cards]


def test_the_table_comes_back_when_the_server_does(come: Come, tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    try:
        ann = come("ann", server.address)
        ann.sit_alone("Whist")
        ann.play_turns(1)
        ann.await_turn()
        held = hand(ann)
        server.kill()
        ann.page.locator(".lost").wait_for()
        ann.shoot("lost")
        box = ann.page.locator(".hand").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 800  # the sign pushes nothing out of the window
        assert ann.page.locator(".acts button[data-say]").count() == 0
        server.start()
        ann.page.locator(".lost").wait_for(state="detached")
        ann.await_turn()
        assert hand(ann) == held
        ann.play()
    finally:
        server.stop()


def test_a_suspended_game_tells_for_whom_it_waits_and_goes_on_with_them(come: Come) -> None:
    ann = come("ann")
    table = ann.open_table("Whist", policy="suspend")
    bob = come("bob", path=f"/#table={table}")
    bob.sit()
    name = bob.page.locator(".seat.mine").get_attribute("data-name") or ""
    ann.begin()
    bob.page.locator(".held").first.wait_for()
    bob.page.goto(f"{bob.address}/status")
    waits = ann.page.locator(".banner", has_text=f"The game waits for {name}.")
    waits.wait_for()
    ann.page.locator(".seat", has_text="is away").wait_for()
    assert ann.page.locator(".acts button[data-say]").count() == 0
    ann.shoot("suspended")
    bob.page.goto(bob.address)
    waits.wait_for(state="detached")
    bob.page.locator(".held").first.wait_for()


def test_what_is_drawn_again_and_again_is_one_line_of_the_log(modules: Page) -> None:
    told = modules.evaluate(TELL_DRAWS, find_game("page_one").declaration.data())
    assert told == ["robot 1 draws one card ×3", "robot 1 passes", "robot 1 draws one card"]


TELL_DRAWS = """async (declaration) => {
  const { html, render } = await import("cardkit/view");
  const { App, wordsFor } = await import("cardkit/app");
  const { Log } = await import("cardkit/side");
  const { readFrame } = await import("cardkit/message_reader");
  const draw = [[1, "ACTION", "robot-1", "DRAW", 1], [2, "MOVE", "stock", "robot-1", "??"]];
  const frames = [draw, draw, draw, [[3, "ACTION", "robot-1", "PASS"]], draw];
  const log = frames.map((frame, id) => ({ id, frame: readFrame(frame) }));
  const games = { page_one: { declaration } };
  const state = { log, me: "ann", language: "en", games, table: { game: "page_one" } };
  const box = document.createElement("div");
  render(html`<${App.Provider} value=${{ state, ...wordsFor(state) }}><${Log} /><//>`, box);
  return [...box.querySelectorAll("p")].map((line) => line.textContent.trim());
}"""


def test_the_keyboard_alone_is_enough(come: Come) -> None:
    ann = come("")
    keys = ann.page.keyboard
    tab_to(ann, ".who button")
    keys.press("Enter")
    ann.page.locator("input[name=name]:focus").wait_for()
    keys.type("kay")
    keys.press("Enter")
    ann.page.locator(".who strong").wait_for()
    tab_to(ann, "[aria-label='Open a table: Whist']")
    keys.press("Enter")
    tab_to(ann, "dialog button.primary")
    keys.press("Enter")
    ann.page.locator(".seat.mine").wait_for()
    tab_to(ann, ".standing button.primary")
    keys.press("Enter")
    ann.page.locator(".table[data-turn=mine]").wait_for()
    left = len(hand(ann))
    while not ann.page.locator(".held.good:focus").count():
        keys.press("ArrowRight")
    keys.press("Space")
    ann.page.locator(".held.selected").wait_for()
    keys.press("Enter")
    ann.page.wait_for_function("n => document.querySelectorAll('.held').length === n", arg=left - 1)
    ann.page.locator(".held:focus").wait_for()  # the next card can be found from here


def tab_to(person: Person, selector: str) -> None:
    person.page.locator(selector).wait_for()
    stops = person.page.locator("a, button, input, select, summary, [tabindex]")
    pressed = 0
    while pressed < 3 * stops.count() + 10:  # the list of tables may be on its way still
        if person.page.locator(f"{selector}:focus").count():
            return
        person.page.keyboard.press("Tab")
        pressed += 1
    raise AssertionError(f"Tab does not lead to {selector}")


def test_a_card_can_be_dragged_to_the_table(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("Whist")
    ann.await_turn()
    card = ann.page.locator(".held.good").first
    name = card.get_attribute("data-card")
    box, felt = card.bounding_box(), ann.page.locator(".felt").bounding_box()
    assert box is not None
    assert felt is not None
    mouse = ann.page.mouse
    mouse.move(box["x"] + 10, box["y"] + 20)
    mouse.down()
    mouse.move(felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2, steps=4)
    mouse.up()
    ann.page.locator(f".held[data-card={name}]").wait_for(state="detached")


def test_what_is_not_legal_gets_its_reason_and_no_button(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("Whist")
    for _ in range(26):  # in one game of Whist one may lead each time, or hold a single suit
        ann.come_to_turn()
        if ann.page.locator(".held.dull").count():
            break
        ann.play()
    ann.page.locator(".held.dull").first.click(position=CORNER)
    why = ann.page.locator(".hint.why")
    why.wait_for()
    ann.page.locator(".hint.why", has_text=re.compile("Follow suit")).wait_for()
    assert ann.page.locator(".acts button[data-say]").count() == 0


def test_the_page_is_whole_on_a_phone(come: Come) -> None:
    ann = come("ann", **PHONE)
    assert not overflows(ann)
    for game in ("Daifugo", "Flush Poker"):
        ann.sit_alone(game)
        ann.come_to_turn()
        assert not overflows(ann)
        for card in ann.page.locator(".held").all():
            box = card.bounding_box()
            assert box is not None
            assert 0 <= box["x"] <= 360 - 18
        ann.shoot(f"phone-{game.lower().replace(' ', '-')}")
        ann.play()
        ann.go_away()
    ann.shoot("phone-lobby")


def overflows(person: Person) -> bool:
    """Whether the page is wider than its window."""
    width = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    return bool(person.page.evaluate(width))


def test_everything_is_there_in_japanese(come: Come) -> None:
    ann = come("", locale="ja-JP", color_scheme="dark")
    ann.page.get_by_role("button", name="名前").click()
    ann.page.locator("input[name=name]").fill("花子")
    ann.page.get_by_role("button", name="入る").click()
    ann.page.locator("[aria-label='卓を開く: 大富豪']").click()
    ann.page.get_by_role("button", name="この設定で開く").click()
    ann.page.get_by_role("button", name="始める").click()
    ann.page.locator(".table[data-turn=mine]").wait_for()
    ann.shoot("japanese")
    ann.play()
    assert ann.page.locator("html").get_attribute("lang") == "ja"
    shown = ann.page.locator(".table").inner_text()
    shown = re.sub(r"(guest|daifugo)-\S+|Wren|Finch|Lark|Enter|Esc|cardkit", "", shown)
    assert re.findall(r"[A-Za-z]{3,}", shown) == []
    ann.page.get_by_role("button", name="ルール").click()
    ann.page.locator(".sheet h4").first.wait_for()
    ann.shoot("japanese-rules")


def test_the_words_of_a_language_are_loaded_when_somebody_reads_it(come: Come) -> None:
    page = come("").page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.get_by_role("button", name="Your name").wait_for()
    assert len(asked) > 10
    assert [url for url in asked if "texts_ja" in url] == []
    page.get_by_label("Language").select_option("ja")
    page.get_by_role("button", name="名前").wait_for()
    assert len([url for url in asked if "texts_ja" in url]) == 1


def test_a_match_that_is_over_can_be_seen_again_by_step_and_eyes(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("AKQ", games="1")
    while ann.phase == "playing":
        ann.play_turns(1)
        ann.await_turn()
    page = ann.page
    ann.go_away()
    page.get_by_role("link", name="Past matches").click()
    page.locator("tbody tr", has_text="AKQ").get_by_role("link", name="Replay").first.click()
    steps = page.locator(".replay")
    page.locator(".replay[data-at='0']").wait_for()
    while steps.get_attribute("data-phase") != "playing":
        page.get_by_role("button", name="one step on").click()
    assert page.locator(".seat [data-card]").count() == 0
    page.get_by_label("Seen by").select_option("*")
    page.locator(".seat [data-card]").nth(1).wait_for()
    ann.shoot("replay")
    page.get_by_label("position").fill("0")
    page.locator(".replay[data-at='0']").wait_for()
    page.keyboard.press("Escape")


def test_a_record_in_a_file_can_be_seen_and_any_other_file_is_refused_in_words(
    come: Come, tmp_path: Path
) -> None:
    page = come("", path="/replay").page
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text("<b>no record</b>")
    page.locator("input[type=file]").set_input_files(wrong)
    page.locator(".problem").wait_for()
    page.goto(page.url)
    page.locator("input[type=file]").set_input_files(next(RECORDS.glob("*.jsonl")))
    page.locator(".replay .steps").wait_for()


def test_hostile_words_stay_words(come: Come) -> None:
    ann = come("ann")
    ann.sit_alone("Whist")
    bob = come("bob", path=f"/{table_of(ann)}")
    evil = "<img src=x onerror=alert(1)><script>document.title='owned'</script>"
    for person in (ann, bob):
        person.page.locator("#chat").fill(evil)
        person.page.locator("#chat").press("Enter")
    ann.page.locator(".log .chat").nth(1).wait_for()
    assert ann.page.locator(".log .chat").first.inner_text().endswith(evil)
    assert ann.page.locator(".log img, .log script").count() == 0
    assert ann.page.title() != "owned"
    ann.page.locator("#chat").fill("\u202egnp.exe")
    ann.page.locator("#chat").press("Enter")
    ann.page.locator(".notice").wait_for()


def table_of(person: Person) -> str:
    return f"#table={person.page.locator('.bar .place code').inner_text()}"
