"""The simulated world is worth its while: bugs that are planted on purpose are found, each."""

from __future__ import annotations

import pytest

from tests.world import WORLDS, WorldFault, bugs, deal_bugs, run_world
from tests.world.planting import BUGS, planted
from tests.world.promise import Violation

assert {bugs.__name__, deal_bugs.__name__} <= {bug.wrong.__module__ for bug in BUGS.values()}


def play_worlds(first: int) -> None:
    for seed in sorted(range(WORLDS), key=lambda seed: seed != first):
        run_world(seed)


def test_there_are_dozens_of_bugs_and_many_of_them_in_deals() -> None:
    in_deals = [bug for bug in BUGS.values() if bug.wrong.__module__ == deal_bugs.__name__]
    assert len(in_deals) >= 15
    assert len(BUGS) - len(in_deals) >= 12


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str) -> None:
    with planted(bug), pytest.raises(WorldFault, match="seed") as found:
        play_worlds(BUGS[bug].world)
    assert isinstance(found.value.__cause__, Violation)


@pytest.mark.parametrize("bug", BUGS)
def test_a_bug_is_gone_after_the_block(bug: str) -> None:
    planted_in = BUGS[bug]
    before = vars(planted_in.owner).get(planted_in.method)
    with planted(bug):
        assert vars(planted_in.owner)[planted_in.method] is not before
    assert vars(planted_in.owner).get(planted_in.method) is before


def test_a_found_fault_is_found_again_in_the_same_place() -> None:
    told = []
    for _ in range(2):
        with planted("event_numbers_have_a_gap"), pytest.raises(WorldFault) as found:
            run_world(1)
        told.append(str(found.value))
    assert told[0] == told[1]
    assert "--seed 1" in told[0]
