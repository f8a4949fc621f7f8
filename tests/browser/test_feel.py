"""How it feels to sit at the table: nothing is lost by one click, and everything can be seen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from cardkit.registry import find_game, installed
from tests.browser.conftest import Come
from tests.browser.person import CORNER, Person

if TYPE_CHECKING:
    from playwright.sync_api import Page, ViewportSize

STAYS = """() => {
  const { setTimeout } = window;
  window.setTimeout = (what, wait) => setTimeout(what, wait < 4_000 ? wait : 100 * wait);
}"""
"""What is shown for some seconds stays: a slow machine takes longer to look at it."""


def test_who_would_lose_something_by_leaving_is_asked_first(come: Come) -> None:
    ann = come("ann")
    page = ann.page
    ann.open_table("Whist")
    ann.go_away()  # before the first game nobody loses anything
    ann.sit_alone("Whist")
    ann.await_turn()
    page.locator(".menu .leave").click()
    asked = page.locator("dialog")
    asked.get_by_text("The game waits for you").wait_for()
    page.keyboard.press("Enter")  # the first button stays
    asked.wait_for(state="detached")
    ann.play()
    ann.await_turn()
    held = texts(ann, ".held")
    table = page.locator(".bar .place code").inner_text()
    ann.go_away()
    page.goto(f"{ann.address}/#table={table}")
    page.locator(".held").first.wait_for()
    assert texts(ann, ".held") == held, "it has waited"
    ann.go_away()
    table = ann.open_table("Whist", policy="forfeit")
    bob = come("bob", path=f"/#table={table}")
    bob.sit()
    ann.begin()
    bob.page.locator(".held").first.wait_for()
    bob.page.locator(".menu .leave").click()
    bob.page.locator("dialog", has_text="A player who is cut off forfeits the game.").wait_for()
    bob.page.locator("dialog [data-leave]").click()
    ann.page.locator(".seat", has_text="has given up").wait_for()


def play_to_the_end(person: Person) -> None:
    """Until the game is over; what comes then is not touched."""
    over = person.page.locator("[data-phase=results]")
    asked = person.page.locator(".table[data-turn=mine]")
    while not over.count():
        asked.or_(over).wait_for()
        if asked.count():
            person.play()


@pytest.mark.parametrize(
    ("game", "seen"),
    [
        ("Whist", ".plays .laid [data-card]"),  # the last trick
        ("Old Maid", ".seat .backs [data-card], .hand .held"),  # the odd card
    ],
)
def test_the_end_of_a_game_is_seen_before_its_result(come: Come, game: str, seen: str) -> None:
    ann = come("ann")
    page = ann.page
    page.evaluate(STAYS)
    ann.sit_alone(game, games="3", **({"each": "2"} if game == "Whist" else {}))
    play_to_the_end(ann)
    page.locator(".controls", has_text="Game 1 is over").wait_for()
    assert page.locator(".standing").count() == 0
    expect(page.locator(seen)).to_have_count({"Whist": 4, "Old Maid": 1}[game])
    ann.shoot(f"end-{game.lower().replace(' ', '-')}")
    page.keyboard.press("Enter")
    page.locator(".standing .ranking").wait_for()
    page.get_by_role("button", name="See the table").click()
    page.locator(seen).first.wait_for()
    page.keyboard.press("Enter")
    page.locator(".standing").wait_for()
    page.keyboard.press("Enter")  # and once more for the next game
    page.locator("[data-phase=playing]").wait_for()


SIZES: dict[str, ViewportSize] = {
    "small phone": {"width": 360, "height": 740},
    "phone on its side": {"width": 844, "height": 390},
    "desk": {"width": 1280, "height": 800},
}
COVERED = """() => {
  const place = (element) => element.getBoundingClientRect();
  const own = document.querySelector(".notice");
  const { left, right, top, bottom } = place(own);
  if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return ["it is cut off"];
  const all = [...document.querySelectorAll(".held, .card, button, .hint, .turn")];
  const found = all.filter((element) => {
    const [a, b] = [place(own), place(element)];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > 1 && high > 1 && b.width && !own.contains(element);
  });
  return found.map((element) => element.outerHTML.slice(0, 80));
}"""


@pytest.mark.parametrize("size", SIZES)
def test_a_message_covers_neither_cards_nor_buttons(come: Come, size: str) -> None:
    touch = size != "desk"
    ann = come("ann", viewport=SIZES[size], has_touch=touch, is_mobile=touch)
    ann.page.evaluate(STAYS)
    ann.sit_alone("Daifugo")
    ann.await_turn()
    ann.page.go_back()  # which gives no seat up
    ann.page.locator(".notice").wait_for()
    ann.shoot(f"notice-{size.replace(' ', '-')}")
    assert ann.page.evaluate(COVERED) == []
    ann.page.get_by_role("button", name="Close").last.click()
    ann.page.locator(".notice").wait_for(state="detached")
    ann.play()


HEAR = """async ({ name, declaration, texts, frame, lines }) => {
  const { html, render } = await import("cardkit/view");
  const { App, wordsFor } = await import("cardkit/app");
  const { Announced } = await import("cardkit/announced");
  const { readFrame } = await import("cardkit/message_reader");
  const games = { [name]: { declaration, texts } };
  const beat = { id: 1, messages: readFrame(frame) };
  const state = { beat, me: "ann", language: "en", games, table: { game: name } };
  const box = document.createElement("div");
  render(html`<${App.Provider} value=${{ state, ...wordsFor(state) }}><${Announced} /><//>`, box);
  const shown = () => [...box.querySelectorAll("p")].map((line) => line.textContent.trim());
  for (let n = 0; n < 10 || (n < 1_000 && shown().length < lines); n += 1)
    await new Promise((done) => setTimeout(done, 10));
  return shown();
}"""


@pytest.mark.parametrize(
    ("name", "frame", "said"),
    [
        ("daifugo", [["FACT", "revolution", True]], ["Revolution! The order"]),
        ("daifugo", [["ACTION", "bob", "DISCARD", "S8"], ["CUT", "bob"]], ["8-cut!"]),
        ("daifugo", [["ACTION", "bob", "PASS"], ["TURN", ["ann"]]], []),
        (
            "holdem",
            [
                *(["HAND", "bob", "full house"], ["HAND", "ann", "one pair"], ["WIN", "bob", 30]),
                *(["RESULT", 1, "bob", "ann"], ["PHASE", "results", "more"]),
            ],
            ["bob has: full house", "bob wins 30"],
        ),
        ("daifugo", [["FACT", "revolution", None], ["PHASE", "results", "more"]], []),
    ],
)
def test_a_rule_that_fires_is_announced_and_of_many_hands_the_winning_one(
    modules: Page, name: str, frame: list[list[object]], said: list[str]
) -> None:
    game = find_game(name)
    numbered = [[at, *message] for at, message in enumerate(frame, start=1)]
    how = {"name": name, "texts": {}, "frame": numbered, "lines": len(said)}
    told = modules.evaluate(HEAR, {**how, "declaration": game.declaration.data()})
    assert len(told) == len(said)
    assert all(line.startswith(start) for line, start in zip(told, said, strict=True))


def test_a_word_has_the_same_key_whatever_else_can_be_said(come: Come) -> None:
    ann = come("ann")
    page = ann.page
    ann.sit_alone("Daifugo")
    for _ in range(30):
        ann.come_to_turn()
        say = page.locator(".acts [data-say=PASS]")
        if say.count() and page.locator(".held.good").count():
            break
        ann.play()
    assert say.locator("kbd").inner_text() == "P"
    page.locator(".held.good").first.click(position=CORNER)
    assert say.locator("kbd").inner_text() == "P"
    page.keyboard.press("1")  # which meant Pass, until a card was selected
    assert ann.is_asked
    page.keyboard.press("p")
    page.locator(".log", has_text="You pass").wait_for()
    page.get_by_role("button", name="Settings and keys").click()
    assert "PPass" in (page.locator(".letters").text_content() or "")


def test_what_is_grave_is_not_said_by_one_key(come: Come) -> None:
    ann = come("ann")
    page = ann.page
    ann.sit_alone("AKQ")
    ann.await_turn()
    page.keyboard.press("b")  # leads to the amount
    page.locator(".amount input[type=number]:focus").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    page.locator("[data-say=FOLD]:focus").wait_for()
    assert ann.is_asked
    page.keyboard.press("f")
    page.locator(".log", has_text="You fold").wait_for()


KEYS = """async (declarations) => {
  const { lettersOf } = await import("cardkit/moves");
  return Object.values(declarations).map((declaration) => [...lettersOf(declaration).values()]);
}"""


def test_no_two_words_of_a_game_share_a_letter(modules: Page) -> None:
    games = {name: find_game(name).declaration for name in installed()}
    told = {name: declaration.data() for name, declaration in games.items()}
    for letters, declared in zip(modules.evaluate(KEYS, told), games.values(), strict=True):
        buttons = {word.button for word in declared.words.values() if word.button}
        assert len(set(letters)) == len(letters) >= len(buttons)


AMOUNTS = """async ({ legal, facts, declaration }) => {
  const { readMoves, amounts, sizesOf, startOf } = await import("cardkit/moves");
  const view = { names: ["ann", "bob"], seat: 0, hand: [], suits: "CDHS", facts };
  const all = readMoves(legal, view, declaration);
  const [move] = amounts(all);
  const sizes = sizesOf(move, view, declaration);
  return [startOf(move, view, declaration), Object.fromEntries(sizes), all.map(({ text }) => text)];
}"""


@pytest.mark.parametrize(
    ("legal", "facts", "start", "sizes"),
    [
        # Into a pot of 800 a bet of 1 is no bet.
        ("BET 1..2000", (800, 0, 0), 400, {"½ pot": 400, "pot": 800, "max": 2000}),
        # To a price of 40, of which 10 are paid: the pot after a call is 90.
        ("RAISE 80..500", (60, 40, 10), 80, {"½ pot": 85, "pot": 130, "max": 500}),
        # By how much: the same raise is told without the price.
        ("RAISE 1..500", (60, 40, 10), 45, {"½ pot": 45, "pot": 90, "max": 500}),
        ("BET 20..25", (60, 0, 0), 20, {"max": 25}),
    ],
)
def test_amounts_go_by_the_pot(
    modules: Page, legal: str, facts: tuple[int, int, int], start: int, sizes: dict[str, int]
) -> None:
    pot, price, paid = facts
    known = {"pot": pot, "price": price, "paid": [paid, price]}
    declaration = find_game("holdem").declaration.data()
    told = {"legal": [legal], "facts": known, "declaration": declaration}
    assert modules.evaluate(AMOUNTS, told)[:2] == [start, sizes]


def test_nothing_has_a_button_of_its_own_and_all_is_asked_twice(come: Come) -> None:
    ann = come("ann")
    page = ann.page
    ann.sit_alone("AKQ")
    page.evaluate(STAYS)
    while not page.locator(".amount [data-say^=BET]").count():
        ann.come_to_turn()
        if not page.locator(".amount [data-say^=BET]").count():
            ann.play()
    assert "Check" in page.locator("[data-say='BET 0']").inner_text()
    page.get_by_role("button", name=re.compile("Bet: max")).click()
    bet = page.locator(".amount [data-say^=BET]")
    most = bet.get_attribute("data-say")
    bet.click()
    page.locator(".amount .sure", has_text="sure?").wait_for()
    ann.shoot("sure")
    assert ann.is_asked
    page.locator("[data-say=ALLIN]").click()
    page.locator("[data-say=ALLIN].sure").wait_for()
    assert ann.is_asked
    page.locator(f"[data-say='{most}']").click()
    page.locator(".log", has_text="You bet").wait_for()


def test_one_tap_plays_a_card_on_a_phone_and_two_on_a_desk(come: Come) -> None:
    phone = come("ann", viewport=SIZES["small phone"], has_touch=True, is_mobile=True)
    desk = come("bob")
    for person in (phone, desk):
        person.sit_alone("Whist")
        person.await_turn()
        name = person.page.locator(".held.good").first.get_attribute("data-card")
        card = person.page.locator(f".held[data-card={name}]")
        if person is desk:
            card.click(position=CORNER)
            person.page.locator(".held.selected").wait_for()
            assert person.is_asked
            card.click(position=CORNER)
        else:
            card.tap(position=CORNER)
        card.wait_for(state="detached")


def test_one_tap_plays_nothing_where_cards_are_played_together(come: Come) -> None:
    ann = come("ann", viewport=SIZES["small phone"], has_touch=True, is_mobile=True)
    ann.sit_alone("Hearts")  # three cards are given at first
    ann.await_turn()
    for at in range(3):
        ann.page.locator(".held").nth(at).tap(position=CORNER)
    expect(ann.page.locator(".held.selected")).to_have_count(3)
    expect(ann.page.locator(".acts button.primary")).to_have_count(1)


DRAWN = """before => {
  const told = document.querySelector(".log").innerText;
  return (told.match(/You draw|You pass/g) ?? []).length > before;
}"""


def test_what_is_no_choice_is_done_by_itself_for_who_wishes_it(come: Come) -> None:
    ann = come("ann")
    page = ann.page
    ann.sit_alone("Page One")
    wish = page.locator(".acts .check input")
    for _ in range(60):
        ann.come_to_turn()
        if wish.count():
            break
        ann.play()
    assert page.locator(".acts button[data-say]").count() == 1
    drawn = len(re.findall("You draw|You pass", ann.log()))
    wish.check()
    page.wait_for_function(DRAWN, arg=drawn)


def test_the_last_trick_can_be_seen_again(come: Come) -> None:
    ann = come("ann")
    page = ann.page
    ann.sit_alone("Whist")
    ann.await_turn()
    assert page.get_by_role("button", name="Last trick").count() == 0
    while len(re.findall("takes? the trick", ann.log())) < 1 or not ann.is_asked:
        ann.play()
        ann.await_turn()
    page.evaluate(STAYS)
    now = set(texts(ann, ".plays .card"))
    page.get_by_role("button", name="Last trick").click()
    page.locator("[data-back][aria-pressed=true]").wait_for()
    expect(page.locator(".plays .laid")).to_have_count(4)
    ann.shoot("last-trick")
    page.get_by_role("button", name="Last trick").click()
    page.locator("[data-back][aria-pressed=false]").wait_for()
    assert set(texts(ann, ".plays .card")) == now
    ann.play()


def texts(person: Person, where: str) -> list[str]:
    cards = person.page.locator(where).all()
    return [card.get_attribute("data-card") or "" for card in cards]


def test_the_score_sheet_has_a_line_for_each_game_also_after_a_reload(come: Come) -> None:
    ann = come("ann")
    page = ann.page
    ann.sit_alone("Whist", each="3", tricks_before="0")
    for game in (1, 2):
        play_to_the_end(ann)
        ann.await_turn()
        expect(page.locator(".ranking li")).to_have_count(2)  # partners stand in one line
        expect(page.locator(".ranking .place")).to_have_text(["1", "2"])
        if game == 1:
            ann.begin()
    page.reload()
    page.get_by_role("button", name="Score sheet").click()
    lines = page.locator(".scores tbody tr")
    expect(lines).to_have_count(2)
    heads = [text.split("\n")[0] for text in page.locator(".scores thead th").all_inner_texts()]
    assert heads == ["Game", "Us", "Them"]
    totals = [int(text) for text in lines.last.locator("strong").all_inner_texts()]
    gains = [text for text in page.locator(".scores td small").all_inner_texts() if text]
    assert sum(totals) == sum(map(int, gains)) > 0
    ann.shoot("score-sheet")
