"""The listings of the tutorial and the README run as they are printed."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cardkit import testing
from cardkit.cardgame import CardGame, RulesError
from tests.helpers import below, play_out, refusal
from tests.sound import Sound

ROOT = Path(__file__).parents[2]
NAMES = ("ann", "bob", "cid", "dan")


def listings(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)


def run(listing: str, **known: Any) -> dict[str, Any]:
    space: dict[str, Any] = {"__name__": __name__, **known}
    exec(compile(listing, "listing", "exec", dont_inherit=True), space)
    return space


TUTORIAL = listings("docs/tutorial.md")
STEPS = [listing for listing in TUTORIAL if "class Sevens" in listing]


def last_sevens() -> Any:
    return run(STEPS[-1])["Sevens"]


@pytest.mark.parametrize("step", range(len(STEPS)))
def test_every_step_of_the_tutorial_plays_to_the_end(step: int) -> None:
    sevens = run(STEPS[step])["Sevens"]
    for seed in range(20):
        table = sevens.play(NAMES, key=b"%d" % seed)
        play_out(table, seed)
        assert not table.hand(table.ranking[0])


def test_from_the_second_step_on_only_neighbours_fit() -> None:
    table = run(STEPS[1])["Sevens"].play(NAMES)
    who = table.names[table.awaited[0]]
    stranger = next(c for c in table.hand(table.people.seat_of[who]) if c.rank != "7")
    assert refusal(table, who, f"DISCARD {stranger}").reason == "NO_NEIGHBOUR"


def test_from_the_third_step_on_the_opening_seven_is_shown() -> None:
    table = run(STEPS[2])["Sevens"].play(NAMES)
    assert "D7" in table.view().hands[table.awaited[0]]


def test_the_last_step_has_an_option_a_preset_and_japanese() -> None:
    sevens = last_sevens()
    table = sevens.play(NAMES, "long", {"games": 2})
    assert "S7" in table.hand(table.awaited[0])
    stranger = next(c for c in table.hand(table.awaited[0]) if c.rank != "7")
    refused = refusal(table, table.names[table.awaited[0]], f"DISCARD {stranger}")
    assert "隣" in refused.text("ja")


def test_a_misspelt_setting_is_told_as_the_tutorial_says() -> None:
    with pytest.raises(RulesError, match=r"dek is not a setting; did you mean deck\?"):
        run(STEPS[0].replace("    deck =", "    dek ="))


def test_the_tutorials_game_passes_check_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], sound: Sound
) -> None:
    monkeypatch.setattr(testing, "check_game", sound)  # as others are
    checks = [listing for listing in TUTORIAL if "check_game" in listing]
    assert len(checks) == 1
    module = ModuleType("sevens")
    vars(module)["Sevens"] = last_sevens()
    monkeypatch.setitem(sys.modules, "sevens", module)
    run(checks[0])
    told = capsys.readouterr().out
    assert told.startswith("Nothing wrong in ")
    assert "translation" not in told


def test_the_tutorials_bot_beats_random_play() -> None:
    sevens = last_sevens()
    bots = [listing for listing in TUTORIAL if "class Keeper" in listing]
    keeper = run(bots[0])["Keeper"](below(1))
    wins = 0
    for seed in range(600):
        table: CardGame = sevens.play(NAMES, key=b"%d" % seed)
        chance = below(seed)
        while table.playing:
            seat = table.awaited[0]
            bot = keeper if seat == seed % 4 else None
            legal = table.legal(seat)
            said: Any = bot.choose(table.view(seat), legal) if bot else legal[chance(len(legal))]
            table.apply(table.names[seat], said)
        wins += table.ranking[0] == seed % 4
    assert wins > 165  # a quarter of 600 would be chance


def test_the_readmes_game_plays_and_is_sound(sound: Sound) -> None:
    first, by_hand = listings("README.md")
    sound(run(first)["CrazyEights"])
    assert run(by_hand)["table"].journal[-1][0] in ("ann", "bob", "cid")
