"""Where things lie on the table of any game, on a desk and on a phone held either way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from cardkit.testing.page import Server
from tests.browser.conftest import Come

if TYPE_CHECKING:
    from playwright.sync_api import ViewportSize

AUTHORS = "tests.games.authors"
GAMES = {
    "Scopa": f"{AUTHORS}.scopa:Scopa",  # an open table, captured cards
    "Hanabi": "",  # a pile for each suit, open hands
    "Oh Hell": "",  # a trick beside a card that was turned up
    "Spades": "",  # many bids
    "Sevens": "",  # rows
    "Old Maid": "",  # cards to be taken from a hand
}
"""By title; those that are not installed with where they are found."""
SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
    "phone on its side": {"width": 844, "height": 390},
}
TURNS = 3
WRONG = """() => {
  const place = (element) => element.getBoundingClientRect();
  const all = (what) => [...document.querySelectorAll(what)].filter((element) => {
    const { width, height } = place(element);
    return width && height && getComputedStyle(element).visibility !== "hidden";
  });
  const name = (element) => element.dataset.name ?? element.dataset.card ?? element.className;
  const found = [];
  for (const part of all(".felt, .controls")) {
    if (getComputedStyle(part).overflowY !== "visible" && part.scrollHeight > part.clientHeight + 1)
      found.push(`${part.className} has to be scrolled`);
  }
  for (const felt of all(".felt")) {
    if (felt.clientHeight < innerHeight / 3) found.push(`the felt is ${felt.clientHeight} px high`);
  }
  const parts = ".seat, .pile, .plays, .rows, .facts, .standing, .acts button, .held";
  for (const element of all(parts)) {
    const { left, right, top, bottom } = place(element);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      found.push(`${name(element)} is cut off`);
  }
  for (const seat of all(".seat")) {
    for (const other of all(".seat, .centre .card, .centre .caption, .facts li, .standing")) {
      if (seat === other) continue;
      const [a, b] = [place(seat), place(other)];
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2) found.push(`${name(seat)} lies over ${name(other)}`);
    }
  }
  return found;
}"""
"""What has to be scrolled, is cut off or lies over something else."""


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    games = [word for game in GAMES.values() if game for word in ("--game", game)]
    running = Server(tmp_path_factory.mktemp("layout") / "data", "--no-tables", *games)
    yield running
    running.stop()


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_off_or_covered_or_has_to_be_scrolled(
    come: Come, hall: Server, size: str
) -> None:
    touch = size != "desk"
    ann = come("ann", hall.address, viewport=SIZES[size], has_touch=touch, is_mobile=touch)
    for game in GAMES:
        ann.sit_alone(game)
        for _ in range(TURNS):
            ann.come_to_turn()
            assert ann.page.evaluate(WRONG) == [], game
            ann.play()
        ann.go_away()


def test_an_open_table_and_a_pile_for_each_suit_show_their_cards(come: Come, hall: Server) -> None:
    ann = come("ann", hall.address)
    ann.sit_alone("Scopa")
    ann.await_turn()
    page = ann.page
    count = int(page.locator("[data-pile=table] .caption strong").inner_text())
    assert page.locator(".pile.spread[data-pile=table] [data-card]").count() == count > 1
    bob = come("bob", hall.address)
    bob.sit_alone("Hanabi")
    bob.await_turn()
    shelf = bob.page.locator(".shelf .caption").all_inner_texts()
    assert [text.strip() for text in shelf[:2]] == ["firework red", "firework yellow"]
