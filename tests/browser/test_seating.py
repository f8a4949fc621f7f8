"""People choose their places, play again when all want to, and are asked whether they are there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.browser.person import Person

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
LANDSCAPE: dict[str, Any] = {"viewport": {"width": 844, "height": 390}, "has_touch": True}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Server]:
    """A server of a game in which everybody is asked at once, and soon done."""
    signs = "examples.rock_paper_scissors:RockPaperScissors"
    running = Server(tmp_path / "data", "--no-tables", "--game", signs)
    yield running
    running.stop()


def at_place(person: Person, number: int) -> Any:
    return person.page.locator(f".places [data-number='{number}']")


@pytest.mark.parametrize(
    ("name", "how"), [("desk", {}), ("phone", PHONE), ("landscape", LANDSCAPE)]
)
def test_a_friend_sits_down_opposite_and_is_the_partner(
    come: Come, name: str, how: dict[str, Any]
) -> None:
    ann = come("ann", **how)
    table = ann.open_table("Whist")
    ann.page.get_by_role("button", name="Begin with 3 robots").wait_for()
    bob = come("bob", path=f"/#table={table}", **how)
    at_place(bob, 3).get_by_text("partner of").wait_for()
    bob.shoot(f"places-{name}")
    at_place(bob, 3).get_by_role("button").click()
    at_place(bob, 3).locator(".name", has_text="You").wait_for()
    at_place(ann, 3).get_by_text("Us", exact=True).wait_for()
    ann.shoot(f"places-seated-{name}")
    ann.page.get_by_role("button", name="Begin with 2 robots").click()
    for person, other in ((ann, "bob"), (bob, "ann")):
        person.page.locator(".hand [data-card]").nth(12).wait_for()
        partner = person.page.locator(".seat", has=person.page.locator(".tag.partner"))
        assert other in (partner.get_attribute("data-name") or "")


def test_who_has_a_seat_moves_to_a_free_place_by_keyboard(come: Come) -> None:
    ann = come("ann")
    ann.open_table("Whist")
    at_place(ann, 4).get_by_role("button").focus()
    ann.page.keyboard.press("Enter")
    at_place(ann, 4).locator(".name", has_text="You").wait_for()


def test_another_match_begins_when_all_who_are_there_want_it(come: Come, hall: Server) -> None:
    ann = come("ann", hall.address)
    table = ann.open_table("Rock paper scissors", games="1")
    bob = come("bob", hall.address, f"/#table={table}")
    bob.sit()
    ann.begin()
    while not ann.page.get_by_role("button", name="New match").count():
        for person in (ann, bob):
            person.await_turn()
            if person.is_asked:
                person.play()
            elif person.page.get_by_role("button", name="Next game").count():
                person.begin()
    bob.await_turn()
    ann.page.get_by_role("button", name="New match").click()
    ann.page.get_by_text("You are ready; waiting for").wait_for()
    bob.page.get_by_text("wants to play again.").wait_for()
    bob.shoot("again")
    ann.shoot("again-ready")
    bob.page.get_by_role("button", name="New match").click()
    for person in (ann, bob):
        person.page.locator(".table[data-turn=mine]").wait_for()


def timed(come: Come, seconds: int, **how: Any) -> tuple[Person, Person]:
    """Ann and bob, at a table at which neither hurries."""
    ann = come("ann", **how)
    ann.page.clock.install()
    table = ann.open_table("Page One", move=str(seconds))
    bob = come("bob", path=f"/#table={table}", **how)
    bob.sit()
    ann.begin()
    return ann, bob


def test_who_lets_the_time_pass_is_asked_gently_and_has_more_of_it(come: Come) -> None:
    ann, _ = timed(come, 60)
    ann.page.clock.fast_forward(41_000)
    ann.page.get_by_text("Still there?").wait_for()
    ann.page.keyboard.press("Shift")  # whatever it is
    ann.page.get_by_text("Still there?").wait_for(state="detached")
    ann.page.locator(".log", has_text="You are still there").wait_for()


def test_who_is_late_twice_is_played_for_until_they_are_back(come: Come) -> None:
    ann, bob = timed(come, 1, **PHONE)
    absent = ann.page.get_by_text("A robot plays for you.")
    absent.or_(ann.page.locator(".tag.robot:not(.by-name)")).first.wait_for()
    late = ann if absent.count() else bob  # whose turn came first
    late.page.get_by_text("A robot plays for you.").wait_for()
    late.shoot("played-for")
    late.page.get_by_role("button", name="I am back").click()
    late.page.get_by_text("A robot plays for you.").wait_for(state="detached")


def test_a_table_is_opened_with_a_clock_or_without(come: Come) -> None:
    ann = come("ann")
    ann.page.get_by_label("Open a table: Whist", exact=True).click()
    time = ann.page.locator("dialog [data-time]")
    assert time.input_value() == "60"
    ann.shoot("open-time")
    time.select_option("0")
    ann.page.locator("dialog button.primary").click()
    ann.page.locator(".seat.mine").wait_for()
    ann.page.get_by_role("button", name="Rules").click()
    ann.page.locator(".sheet h4", has_text="This table in detail").wait_for()
    assert ann.page.locator("dialog", has_text="60 seconds for a move.").count() == 0


def test_a_friend_who_comes_in_the_middle_of_a_game_chooses_the_robot_across(come: Come) -> None:
    ann = come("ann")
    table = ann.open_table("Whist")
    ann.begin()
    bob = come("bob", path=f"/#table={table}")
    bob.page.locator("[aria-label^='Sit here after this game']").first.wait_for()
    bob.shoot("sit-after")
    bob.page.get_by_role("button", name="Take a seat").click()
    bob.page.locator(".controls", has_text="You wait for a seat").wait_for()
