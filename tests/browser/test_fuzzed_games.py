"""Games made by chance on the page: whatever they offer, say or show, it is shown and goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardkit.testing.page import Server
from tests.browser.conftest import Come
from tests.fuzzed_games import game_of
from tests.sound import Sound

GAMES = 2
"""Of each seed: facts, notices and piles come of the seed; what is clicked and dealt varies."""
SEEDS = range(10)
CLICKS = """async ([seed, games]) => {
  let chance = seed;
  const below = (n) => {
    chance = (chance * 1103515245 + 12345) % 2147483648;
    return Math.floor((chance / 2147483648) * n);
  };
  const can = ".acts button:enabled, .controls form button:enabled, .held.good, button.pile, .pick";
  const all = (what) => [...document.querySelectorAll(what)];
  const place = () => document.querySelector(".bar .place").textContent;
  const frame = () => new Promise(requestAnimationFrame);
  let begun = 0;
  for (let waited = 0; waited < 2000; waited += 1) {
    const [broken] = all(".broken");
    if (broken) return [begun, broken.dataset.part];
    const [begin] = all(".standing button.primary");
    if (begin && begun === games) break;
    const mine = document.querySelector(".table")?.dataset.turn === "mine";
    const ended = all("[data-result]");
    const choice = begin ? [begin] : ended.length ? ended : mine ? all(can) : [];
    if (choice.length) {
      const before = place();
      choice[below(choice.length)].click();
      waited = 0;
      if (begin) begun += 1;
      for (let n = 0; begin && n < 200 && place() === before; n += 1) await frame();
    }
    await frame();
  }
  return [begun, ""];
}"""
"""Clicks on anything that can be clicked, until so many games are over."""


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_made_by_chance_breaks_no_rule_of_the_toolkit(seed: int, sound: Sound) -> None:
    sound(game_of(seed, keeps_its_word=True), games=6)


def test_games_made_by_chance_are_played_without_an_error(
    come: Come, tmp_path: Path, sound: Sound
) -> None:
    each = 10 * GAMES if sound.long else GAMES
    games = [word for seed in SEEDS for word in ("--game", f"tests.fuzzed_games:Fuzz{seed}")]
    server = Server(tmp_path / "data", "--no-tables", *games)
    try:
        ann = come("ann", server.address)
        for seed in SEEDS:
            ann.open_table(f"Fuzz {seed}")
            assert ann.page.evaluate(CLICKS, [seed, each]) == [each, ""], seed
            ann.go_away()
        assert "page.failed" not in (tmp_path / "serve.log").read_text()
    finally:
        server.stop()
