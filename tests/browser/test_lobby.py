"""The ways in and out: accounts, links, the lobby, the back button, and a page that grew old."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from cardkit.cli import main
from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.browser.person import CORNER, Person

RECORDS = Path(__file__).parent.parent / "records"
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Server]:
    """A server at which ann has a password and bot a key, the one in bot.pem."""
    data, key, password = (tmp_path / name for name in ("data", "bot.pem", "password"))
    password.touch(0o600)
    password.write_text("correct horse battery\n")
    add = ["account", "add", "--data", str(data)]
    assert main([*add, "ann", "--password-file", str(password)]) == 0
    assert main(["keygen", str(key)]) == 0
    assert main([*add, "bot", "--key-file", f"{key}.pub"]) == 0
    running = Server(data)
    yield running
    running.stop()


def knock(person: Person, name: str, *, password: str = "", key: Path | None = None) -> str:
    """Who one is then, or why not."""
    page = person.page
    page.goto(person.address)
    person.show_entry()
    page.locator("input[name=name]").fill(name)
    page.locator(".entry summary").click()
    page.locator("input[type=password]").fill(password)
    if key is not None:
        page.locator("input[name=key]").set_input_files(key)
    page.locator(".entry button.primary").click()
    heard = page.locator(".masthead .who strong, .problem").first.inner_text()
    if not page.locator(".problem").count():
        page.get_by_role("button", name="Leave").click()
        page.locator(".who strong").wait_for(state="detached")
    return heard


def test_who_has_an_account_comes_in_with_a_password_or_a_key(
    come: Come, house: Server, tmp_path: Path
) -> None:
    person = come("", address=house.address)
    key, no_key = tmp_path / "bot.pem", tmp_path / "bot.pem.pub"
    assert knock(person, "ann", password="correct horse battery") == "ann"
    assert knock(person, "bot", key=key) == "bot"
    assert "wrong" in knock(person, "ann", password="something else")
    assert "wrong" in knock(person, "bot", password="KEY")
    assert "not the one of that account" in knock(person, "ann", key=key)
    assert "no key" in knock(person, "bot", key=no_key)


def test_a_name_and_a_title_may_have_spaces(come: Come) -> None:
    ann, bob = come(""), come("bob")
    ann.enter(f"Ann of {bob.page.locator('.who strong').inner_text()}"[:18])
    assert ann.page.locator(".who strong").inner_text().startswith("guest-Ann-of-")
    ann.page.locator("[aria-label='Open a table: AKQ']").click()
    ann.page.get_by_label("Name of the table").fill("Friday  night")
    ann.page.locator("dialog button.primary").click()
    bob.page.locator(".tables h3", has_text="Friday night").wait_for()


def test_back_leads_to_the_lobby_but_gives_no_seat_up(come: Come) -> None:
    ann, bob = come("ann"), come("bob")
    table = ann.open_table("Whist")
    ann.page.go_back()
    ann.page.locator(".notice", has_text="You have a seat").wait_for()
    assert ann.page.locator(".seat.mine").count() == 1
    bob.join(table)
    bob.page.go_back()
    bob.page.locator(".lobby").wait_for()
    bob.page.go_forward()
    bob.page.locator(".standing").wait_for()
    bob.page.goto(f"{bob.address}/history")
    bob.page.get_by_role("link", name="Back to the table").click()
    bob.page.locator(".standing").wait_for()


def test_a_link_to_a_table_that_is_gone_leads_to_the_lobby(come: Come) -> None:
    ann = come("ann", path="/table/whist-999")
    ann.page.locator(".notice", has_text="no longer there").wait_for()
    ann.page.locator(".lobby").wait_for()
    expect(ann.page).to_have_url(f"{ann.address}/")


def test_the_form_offers_what_the_kind_of_rules_has_and_hides_no_mistake(come: Come) -> None:
    page = come("ann").page
    page.locator("[aria-label='Open a table: Page One']").click()
    rules = page.locator("dialog summary", has_text="Rules of the game")
    rules.wait_for()
    assert page.locator("#option-trump").count() == 0
    page.locator(".kind", has_text="European").click()
    page.locator(".kind", has_text="European").locator(":checked").wait_for()
    expect(page.locator("#option-trump")).to_have_count(1)
    rules.click()
    page.locator("#option-jokers").fill("99")
    rules.click()
    page.locator("dialog button.primary").click()
    page.locator("#option-jokers:focus").wait_for()
    page.locator("#option-jokers").fill("1")
    page.locator("dialog button.primary").click()
    page.locator(".seat.mine").wait_for()


def test_the_guide_is_shown_with_its_cards_drawn(come: Come) -> None:
    page = come("ann").page
    page.locator("[aria-label='Rules: Page One']").click()
    page.locator(".sheet h4", has_text="A turn").wait_for()
    seven = page.locator(".sheet .face[aria-label='7 of hearts']").first
    assert seven.inner_text().split() == ["7", "♥"]
    assert page.locator(".sheet code").count() == 0
    page.get_by_label("Kind of rules").select_option("strict")
    page.locator(".sheet li", has_text="draw one card, then play it or pass").first.wait_for()


def test_the_form_explains_presets_and_settings_in_words(come: Come) -> None:
    page = come("ann").page
    page.locator("[aria-label='Open a table: Daifugo']").click()
    uecda = page.locator(".kind", has_text="for exactly five players")
    uecda.get_by_role("radio").check()
    expect(uecda.locator(".face[aria-label='3 of diamonds']")).to_have_count(1)
    for more in page.locator("dialog summary").all():
        more.click()
    choices = page.locator("#option-begins, #option-policy").first.locator("option")
    assert "If a player is cut off, the game waits for them." in choices.all_inner_texts()
    form = page.locator("dialog form").inner_text()
    assert "data like" not in form
    assert "miyako" not in form.replace("Miyako", "")


def test_a_page_that_grew_old_is_loaded_again_once(come: Come) -> None:
    ann = come("ann")
    table = ann.open_table("Whist")
    loads: list[str] = []
    ann.page.on("load", lambda page: loads.append(page.url))
    games = ann.page.request.get(f"{ann.address}/games.json").json()
    newer = json.dumps({**games, "page": "0123456789abcdef"})
    ann.page.route("**/games.json", lambda route: route.fulfill(body=newer))
    with ann.page.expect_event("load", lambda page: len(loads) == 2):
        ann.page.reload()
    ann.page.locator(".seat.mine").wait_for()
    ann.page.locator("h1", has_text="Whist").wait_for()
    assert len(loads) == 2
    assert re.search(rf"#table={table}$", ann.page.url)


def test_on_a_phone_a_record_has_its_log_too(come: Come) -> None:
    page = come("", path="/replay", **PHONE).page
    page.locator("input[type=file]").set_input_files(next(RECORDS.glob("*.jsonl")))
    page.locator(".replay .steps").wait_for()
    page.get_by_label("position").fill("9")
    assert not page.locator(".side").is_visible()
    page.get_by_role("button", name="Log").click()
    page.locator(".side .log p").first.wait_for()
    page.locator(".side").get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Another file").click()
    page.locator("input[type=file]").wait_for()


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of a game in which everybody is asked at once, and soon done."""
    signs = "examples.rock_paper_scissors:RockPaperScissors"
    running = Server(tmp_path_factory.mktemp("hall") / "data", "--no-tables", "--game", signs)
    yield running
    running.stop()


@pytest.mark.parametrize("how", [{}, PHONE], ids=["desk", "phone"])
def test_where_players_come_and_go_a_seat_is_asked_for_in_the_middle_of_a_game(
    come: Come, hall: Server, how: dict[str, Any]
) -> None:
    ann = come("ann", hall.address)
    table = ann.open_table("Rock paper scissors", drop_in="on")
    ann.begin()
    guests = [come(name, hall.address, f"/#table={table}", **how) for name in ("bob", "cid")]
    for place, guest in enumerate(guests, start=1):
        guest.page.get_by_role("button", name="Take a seat").click()
        guest.page.locator(".controls", has_text=f"You wait for a seat: number {place}").wait_for()
        assert guest.phase == "playing"
    bob, cid = guests
    cid.shoot("queue-phone" if how else "queue")
    cid.page.reload()
    cid.page.locator(".controls", has_text="number 2").wait_for()
    bob.page.get_by_role("button", name="Wait no longer").click()
    bob.page.get_by_role("button", name="Take a seat").wait_for()
    cid.page.locator(".controls", has_text="number 1").wait_for()
    while ann.phase == "playing":
        ann.play()
        ann.await_turn()
    cid.page.locator(".seat.mine").wait_for(state="attached")  # a robot had it


def test_elsewhere_a_seat_is_taken_between_games(come: Come, hall: Server) -> None:
    ann = come("ann", hall.address)
    table = ann.open_table("Rock paper scissors", drop_in="off")
    ann.begin()
    bob = come("bob", hall.address, f"/#table={table}")
    bob.page.locator(".hint", has_text="after this game you can take a seat").wait_for()
    assert bob.page.get_by_role("button", name="Take a seat").count() == 0


def test_a_stranger_plays_with_one_click_at_the_empty_table_of_the_house_or_a_new_one(
    come: Come, tmp_path: Path
) -> None:
    house = Server(tmp_path / "data")
    try:
        ann, bob = come("", house.address), come("", house.address)
        ann.page.get_by_text("Nobody is at a table yet.").wait_for()
        assert ann.page.locator(".tables li").count() == 0
        for person, table in ((ann, "whist-1"), (bob, "whist-2")):
            person.page.get_by_label("Play now: Whist").click()
            person.page.locator(".hand [data-card]").nth(12).wait_for()
            assert person.phase == "playing"
            assert person.page.url.endswith(f"/#table={table}")
        cid = come("", house.address, "/?play=whist")
        cid.page.locator(".hand [data-card]").nth(12).wait_for()
        assert cid.page.url.endswith("/#table=whist-3")
        dan = come("", house.address)
        dan.page.locator("[aria-label='Join whist-1']").wait_for()
        expect(dan.page.locator(".tables li")).to_have_count(3)
        for person in (ann, bob, cid, dan):
            person.page.wait_for_load_state("networkidle")
            person.leave()
    finally:
        house.stop()


def test_the_name_of_a_guest_is_kept_for_the_browser_that_had_it(come: Come) -> None:
    ann, bob = come("ann"), come("")
    name = ann.page.locator(".who strong").inner_text()
    ann.page.get_by_role("button", name="Leave").click()
    ann.page.get_by_role("button", name=f"Come back as {name}").wait_for()
    bob.show_entry()
    bob.page.locator(".entry input[name=name]").fill(name)
    bob.page.locator(".entry button.primary").click()
    bob.page.locator(".problem", has_text="Somebody has that name").wait_for()
    ann.page.reload()
    ann.page.get_by_label("Play now: AKQ").click()
    ann.page.locator(".hand [data-card]").first.wait_for()
    bob.page.reload()
    bob.page.locator(".tables .names", has_text=name).wait_for()


def test_a_guest_signs_up_comes_back_and_deletes_the_account(come: Come) -> None:
    ann, bob = come("ann"), come("")
    name = ann.page.locator(".who strong").inner_text().removeprefix("guest-")
    ann.page.get_by_role("button", name="Account").click()
    assert ann.page.get_by_label("Your name").input_value() == name
    ann.page.get_by_label("Password").fill("correct horse battery")
    ann.page.locator("dialog").get_by_role("button", name="Sign up").click()
    ann.page.locator(".who strong", has_text=re.compile(f"^{name}$")).wait_for()
    ann.page.get_by_role("button", name="Leave").click()
    ann.page.get_by_role("button", name=f"Come back as {name}").click()  # by its key
    ann.page.locator(".who strong", has_text=re.compile(f"^{name}$")).wait_for()
    assert knock(bob, name, password="correct horse battery") == name  # elsewhere by password
    ann.page.locator(".problem", has_text="another window").wait_for()
    ann.page.get_by_role("button", name=f"Come back as {name}").click()
    ann.page.get_by_role("button", name="Account").click()
    ann.page.locator("dialog summary").click()
    ann.page.get_by_label(f"To do so, type {name}").fill(name)
    ann.page.get_by_role("button", name="Delete").click()
    ann.page.locator(".who strong").wait_for(state="detached")
    assert "wrong" in knock(bob, name, password="correct horse battery")


def test_a_link_that_asks_for_an_unknown_game_leads_to_the_lobby(come: Come) -> None:
    page = come("", path="/?play=chess").page
    page.locator(".notice", has_text="chess").wait_for()
    page.locator(".lobby").wait_for()


def test_a_nameless_guest_can_take_a_name_later(come: Come) -> None:
    page = (ann := come("")).page
    page.locator("[aria-label='Rules: AKQ']").wait_for()
    ann.open_table("AKQ")
    page.get_by_role("button", name="Leave").click()
    assert re.fullmatch(r"guest-[a-z]+-[a-z]+", page.locator(".who strong").inner_text())
    page.get_by_role("button", name="Change name").click()
    page.locator(".entry input[name=name]").fill("ann.later")
    page.locator(".entry button.primary").click()
    page.locator(".who strong", has_text="guest-ann.later").wait_for()


def test_a_number_has_steps_and_says_what_it_was(come: Come) -> None:
    page = come("ann").page
    page.locator("[aria-label='Open a table: Daifugo']").click()
    field = page.locator(".field", has=page.locator("#option-games"))
    field.get_by_role("button", name="more").click()
    expect(page.locator("#option-games")).to_have_value("11")
    field.locator("small", has_text="As usual: 10").wait_for()
    field.get_by_role("button", name="less").click()
    expect(field.locator("small")).to_have_count(0)
    assert page.locator("#option-play_to").get_attribute("aria-describedby")
    assert page.locator("dialog", has_text="0: points do not end it").count() == 1


def test_the_page_names_kinds_of_rules_and_settings_as_people_do(come: Come) -> None:
    page = come("ann", locale="ja").page
    page.get_by_label("卓を開く: 大富豪", exact=True).click()
    page.locator(".kind").first.wait_for()
    names = page.locator(".kind strong").all_inner_texts()
    assert names == [
        "公式ルール（標準）",
        "ミリオネア（ボット大会）",
        "UECda（電気通信大学の大会）",
    ]
    page.locator("dialog summary", has_text="ゲームのルール").click()
    first = page.locator("#option-first_lead option").first
    assert "♠3を持つ人" in first.inner_text()


def test_what_cannot_be_opened_is_said_by_the_names_in_the_form(come: Come) -> None:
    page = come("ann").page
    page.locator("[aria-label='Open a table: Daifugo']").click()
    page.locator("dialog summary", has_text="Rules of the game").click()
    page.locator("#option-least").fill("9")
    page.locator("dialog button.primary").click()
    page.locator(".problem", has_text="“Fewest players” 9 is more than “Most players” 8").wait_for()


def test_the_rules_can_be_read_and_printed_in_the_middle_of_a_turn(come: Come) -> None:
    ann = come("ann")
    ann.open_table("Whist")
    ann.come_to_turn()
    ann.page.locator(".held.good").first.click(position=CORNER)
    selected = ann.page.locator(".hand [aria-pressed='true']")
    chosen = selected.first.get_attribute("aria-label")
    ann.page.get_by_role("button", name="Rules", exact=True).click()
    ann.page.locator(".sheet h4", has_text="This table in detail").wait_for()
    link = ann.page.get_by_role("link", name="Page to print").get_attribute("href")
    ann.page.keyboard.press("Escape")
    ann.page.locator("dialog").wait_for(state="detached")
    assert selected.first.get_attribute("aria-label") == chosen
    answer = ann.page.request.get(f"{ann.address}{link}", headers={"Accept": "text/html"})
    assert answer.ok
    assert "<h1>Whist</h1>" in answer.text()
