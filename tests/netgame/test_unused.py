"""A setting that would do nothing beside the others cannot be chosen; what has it still opens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardkit.games.daifugo import Daifugo
from cardkit.games.page_one import PageOne
from cardkit.netgame import Clock, Match, NetGame, Refused, RulesError
from cardkit.record import check_record
from cardkit.registry import find_game
from tests.record.test_record import played, written
from tests.tiny_games import Nim


@pytest.mark.parametrize(
    ("game", "preset", "options", "said"),
    [
        (PageOne, "", {"late": "pass"}, "late has no effect so: write move=30 as well"),
        (PageOne, "", {"begins": "next"}, "begins has no effect so: write games=2 as well"),
        (PageOne, "", {"wild": "A"}, "wild has no effect so: write specials=on as well"),
        (Daifugo, "millionaire", {"run_beat": "disjoint"}, "write runs=on as well"),
        (Daifugo, "millionaire", {"run_revolution": 4}, "write runs=on as well"),
        (Daifugo, "", {"eight_cut": False, "eight_cut_runs": False}, "write eight_cut=on as well"),
        (Daifugo, "millionaire", {"spade3": "ignores_lock"}, "write lock_after=2 as well"),
    ],
)
def test_what_would_do_nothing_is_refused_with_what_it_needs(
    game: type[NetGame], preset: str, options: dict[str, Any], said: str
) -> None:
    with pytest.raises(Refused) as refused:
        game(preset, options)
    assert said in refused.value.text()
    assert "効果がありません" in refused.value.text("ja")
    needed = said.partition("write ")[2].partition(" ")[0].partition("=")
    game(preset, {**options, needed[0]: needed[2]})


def test_what_is_not_changed_may_be_said() -> None:
    PageOne("", {"late": "robot", "begins": "same", "wild": "8"})
    Daifugo("uecda", {"runs": False, "lock_after": 0})  # its rules for them have nothing to do now


def test_a_preset_and_a_class_cannot_have_it_either() -> None:
    with pytest.raises(RulesError, match="clock: late has no effect so: write move=30 as well"):
        type("Late", (Nim,), {"__doc__": "Nim.", "clock": Clock(late="pass")})
    with pytest.raises(RulesError, match="match: begins has no effect so: write games=2 as well"):
        type("Once", (Nim,), {"__doc__": "Nim.", "match": Match(begins="next"), "presets": {}})
    with pytest.raises(RulesError, match="preset late: late has no effect so"):
        type("Preset", (Nim,), {"__doc__": "Nim.", "presets": {"late": {"late": "pass"}}})


def test_a_match_that_was_opened_with_it_is_opened_again() -> None:
    match = played("page_one", games=1)
    options = {"games": 1, "late": "pass", "begins": "next", "wild": "A"}
    earlier = replace(match, header=replace(match.header, options=options))
    assert check_record(written(earlier), find_game).games == 1
