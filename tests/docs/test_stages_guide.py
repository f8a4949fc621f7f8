"""The listings of the guide to stages run as they are printed."""

import pytest

from cardkit.cardgame.rules import rule_sheet
from cardkit.testing import check_game
from tests.docs.test_tutorial import listings, run
from tests.helpers import play_out, refusal

STEPS = [listing for listing in listings("docs/stages.md") if "class Pledge(" in listing]
NAMES = ["ann", "bob", "cem", "dan"]


def test_there_are_three_steps() -> None:
    assert len(STEPS) == 3


@pytest.mark.parametrize("step", range(3))
def test_every_step_plays_to_the_end_and_is_told_in_the_rule_sheet(step: int) -> None:
    pledge = run(STEPS[step])["Pledge"]
    for seed in range(20):
        table = pledge.play(NAMES, key=b"%d" % seed)
        play_out(table, seed)
        assert {*table.scores} <= {0, 10}
    assert "| `PLEDGE 3` | say how many tricks you will take |" in rule_sheet(pledge)


@pytest.mark.parametrize("step", range(3))
def test_every_step_passes_check_game(step: int) -> None:
    check_game(run(STEPS[step])["Pledge"], games=40)


def test_the_second_step_explains_what_is_not_legal() -> None:
    table = run(STEPS[1])["Pledge"].play(NAMES, "few", {"together": 2})
    table.apply("ann", "PLEDGE 2")
    assert refusal(table, "bob", "PLEDGE 1").text() == "only 0 tricks are left to pledge"
    for name in ("bob", "cem"):
        table.apply(name, "PLEDGE 0")
    assert "PLEDGE 1" not in table.legal(3)


def test_the_dealer_of_the_second_step_hears_the_games_own_rule() -> None:
    table = run(STEPS[1])["Pledge"].play(NAMES)
    for name in ("ann", "bob", "cem"):
        table.apply(name, "PLEDGE 0")
    assert refusal(table, "dan", "PLEDGE 1").text() == "the dealer pledges anything but one"


def test_the_third_step_keeps_pledges_secret_until_all_are_made() -> None:
    table = run(STEPS[2])["Pledge"].play(NAMES)
    table.listening = True
    first = [event.words(1) for event in table.apply("ann", "PLEDGE 2")]
    assert ("ACTION", "ann", "??") in first
    for name in ("bob", "cem", "dan"):
        last = [event.words(1) for event in table.apply(name, "PLEDGE 0")]
    assert ("ACTION", "ann", "PLEDGE", 2) in last
    assert table.facts["pledges"] == [2, 0, 0, 0]
