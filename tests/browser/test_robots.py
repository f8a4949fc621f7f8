"""Robots on the page: how well they play is chosen and told, and each has a name and a face."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from cardkit.levels import Level
from tests.browser.conftest import Come
from tests.browser.person import Person

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LYING = {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True}

DRAW = """async ({ levels, others }) => {
  const { RobotFace } = await import("cardkit/robot_faces");
  const { calledIn, levelOf, numberOf } = await import("cardkit/robots");
  const { say } = await import("cardkit/i18n");
  const { html, render } = await import("cardkit/view");
  await (await import("cardkit/i18n")).learn("ja");
  const draw = (name) => {
    const box = document.createElement("div");
    const [level, number] = [levelOf(name, levels)?.name, numberOf(name, levels)];
    render(html`<${RobotFace} level=${level} number=${number} />`, box);
    return box.innerHTML;
  };
  const called = calledIn((text, parts) => say(text, "ja", parts));
  const names = levels.flatMap(({ names }) => names.map((name) => `robot-${name}`));
  return { faces: names.map(draw), others: others.map((name) => [called(name), draw(name)]) };
}"""


def at_games(person: Person, level: str) -> None:
    person.page.locator(f"section .levels [value={level}]").check()


def robots_at(person: Person) -> list[str]:
    return person.page.locator(".others .seat .name").all_inner_texts()


def test_no_two_robots_have_the_same_face(modules: Page) -> None:
    levels = [{"name": level, "names": level.names} for level in Level]
    seen = modules.evaluate(DRAW, {"levels": levels, "others": ["robot-wren", "robot-3", "ann"]})
    assert len({*seen["faces"]}) == sum(len(level.names) for level in Level)
    shapes = {face.partition("data-level=")[2].split('"')[1] for face in seen["faces"]}
    assert shapes == {*Level}
    (wren, _), (third, face), (ann, _) = seen["others"]
    assert (wren, third, ann) == ("Wren", "ロボット3", "ann")
    assert 'data-level="normal"' in face


def test_a_level_is_chosen_in_the_lobby_and_kept(come: Come) -> None:
    ann = come("ann")
    at_games(ann, "easy")
    expect(ann.page.locator(".levels p")).to_have_text(str(Level.EASY.sentence))
    ann.page.get_by_label("Play now: Page One", exact=True).click()
    ann.page.locator(".table[data-phase=playing]").wait_for()
    expect(ann.page.locator(".bar .place")).to_contain_text("robots: easy")
    assert {*robots_at(ann)} <= {name.capitalize() for name in Level.EASY.names}
    expect(ann.page.locator(".others .robot-face")).to_have_count(len(robots_at(ann)))
    ann.go_away()
    ann.page.reload()
    expect(ann.page.locator("section .levels [value=easy]")).to_be_checked()


def test_a_level_is_chosen_by_keyboard_for_a_table_and_told_in_the_lobby(come: Come) -> None:
    ann, bob = come("ann"), come("bob")
    ann.page.get_by_label("Open a table: AKQ", exact=True).click()
    form = ann.page.get_by_role("group", name="Robots take the free seats")
    form.get_by_role("radio", name="normal").focus()
    ann.page.keyboard.press("ArrowRight")
    expect(form.get_by_role("radio", name="strong")).to_be_checked()
    expect(form.locator("p")).to_have_text(str(Level.STRONG.sentence))
    ann.page.locator("dialog button.primary").click()
    ann.page.locator(".seat.mine").wait_for()
    table = ann.page.locator(".bar .place code").inner_text()
    row = bob.page.locator(".tables li", has_text=table)
    expect(row).to_contain_text("robots: strong")
    ann.begin()
    expect(row.get_by_role("img", name="robot").first).to_be_visible()
    expect(row.locator(".names")).not_to_contain_text("robot-")


def test_a_table_without_robots_says_nothing_of_them(come: Come) -> None:
    ann = come("ann")
    ann.page.get_by_label("Open a table: AKQ", exact=True).click()
    ann.page.get_by_role("radio", name="no robots").check()
    ann.page.locator("dialog button.primary").click()
    ann.page.locator(".seat.mine").wait_for()
    expect(ann.page.locator(".bar .place")).not_to_contain_text("robots")
    ann.go_away()
    expect(ann.page.locator("section .levels [value=normal]")).to_be_checked()


def test_who_listens_hears_that_it_is_a_robot_and_results_show_the_face(come: Come) -> None:
    ann = come("ann", **PHONE)
    ann.sit_alone("AKQ")
    seat = ann.page.locator(".others .seat").first
    name = seat.locator(".name").inner_text()
    assert "robot" in seat.aria_snapshot()
    while ann.phase != "results":
        if ann.is_asked:
            ann.play()
        ann.await_turn()
    ranking = ann.page.locator(".ranking li", has_text=name)
    expect(ranking.get_by_role("img", name="robot")).to_be_visible()


@pytest.mark.parametrize("how", [PHONE, LYING])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_choice_fits_on_a_phone(come: Come, how: dict[str, object], language: str) -> None:
    ann = come("", locale=language, **how)
    ann.page.locator(".games [data-game=akq] .row button:nth-child(2)").click()
    ann.page.locator("dialog .levels").wait_for()
    wide = "one => one.scrollWidth > one.clientWidth"
    assert not ann.page.locator("html").evaluate(wide)
    for choice in ann.page.locator(".levels").all():
        assert not choice.evaluate(wide)
