"""The listings of the guide to stages run as they are printed."""

import sys
from types import ModuleType

import pytest

from cardkit.cardgame.rules import rule_sheet
from tests.docs.test_tutorial import listings, run
from tests.helpers import play_out, refusal
from tests.sound import Sound

STEPS = [listing for listing in listings("docs/stages.md") if "class Pledge(" in listing]
NAMES = ["ann", "bob", "cem", "dan"]


def test_there_are_four_steps() -> None:
    assert len(STEPS) == 4


@pytest.mark.parametrize("step", range(4))
def test_every_step_plays_to_the_end_and_is_told_in_the_rule_sheet(step: int) -> None:
    pledge = run(STEPS[step])["Pledge"]
    for seed in range(20):
        table = pledge.play(NAMES, key=b"%d" % seed)
        play_out(table, seed)
        assert {*table.scores} <= {0, 10}
    assert "| `PLEDGE 3` | say how many tricks you will take |" in rule_sheet(pledge)


@pytest.mark.parametrize("step", range(4))
def test_every_step_passes_check_game(step: int, sound: Sound) -> None:
    sound(run(STEPS[step])["Pledge"])


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


def test_the_fourth_step_brings_its_hook_and_its_part_along() -> None:
    table = run(STEPS[3])["Pledge"].play(NAMES)
    for name in ("ann", "bob", "cem"):
        assert len(table.legal(table.awaited[0])) == 6
        table.apply(name, "PLEDGE 5")
    assert len(table.legal(3)) == 4
    assert table.pledged.tricks == {0: 5, 1: 5, 2: 5}


# --- all at once -----------------------------------------------------------------------------

SNATCH = next(listing for listing in listings("docs/stages.md") if "class Snatch(" in listing)
SNATCH_TEST = next(listing for listing in listings("docs/stages.md") if "test_snatch" in listing)


def test_the_game_in_which_all_play_at_once_gives_the_round_to_the_highest_alone() -> None:
    snatch = run(SNATCH)["Snatch"]
    table = snatch.play(["ann", "bob"], key=b"1")
    table.listening = True
    low, high = (min(table.hand(0)), max(table.hand(1), key=lambda card: card.level))
    assert low.rank != high.rank
    table.apply("ann", f"LAY {low}")
    told = [event.words(0) for event in table.apply("bob", f"LAY {high}")]
    assert table.points(1) == 2
    assert ("SNATCH", "bob", 2) in told
    assert table.facts["round"] == 2


def test_its_test_passes_as_it_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("snatch")
    vars(module).update(run(SNATCH))
    monkeypatch.setitem(sys.modules, "snatch", module)
    run(SNATCH_TEST)["test_snatch"]()
    assert "| `LAY S7` | lay a card that is shown with those of the others |" in rule_sheet(
        module.Snatch
    )


# --- a command of one's own ----------------------------------------------------------------------

BARTER = next(listing for listing in listings("docs/stages.md") if "class Barter(" in listing)


def test_a_command_of_ones_own_is_equal_to_the_others() -> None:
    barter = run(BARTER)["Barter"]
    table = barter.play(["ann", "bob", "cid"], key=b"1")
    card, last = table.hand(0)[0], table.piles["table"][-1]
    table.apply("ann", f"SWAP {card}")
    assert table.hand(0)[-1] == last
    assert table.piles["table"][-1] == card
    assert table.awaited == (0,)
    assert refusal(table, "ann", f"SWAP {last}").text() == "SWAP in a turn: at most 1"
    sheet = rule_sheet(barter, options={"swap_times": 2})
    assert "| `SWAP S7` | change a card for the last one on the table |" in sheet
    assert "- Swaps in a turn: at most 2." in sheet


def test_a_game_with_a_command_of_ones_own_passes_check_game(sound: Sound) -> None:
    barter = run(BARTER)["Barter"]
    sound(barter)
    table = barter.play(["ann", "bob", "cid"], key=b"2")
    vocabulary = barter.vocabulary(["ann", "bob", "cid"])
    assert all(str(offer) in vocabulary for offer in table.legal(0))
