"""The simulated world is worth its while: bugs that are planted on purpose are found, each."""

from __future__ import annotations

import pytest

from cardkit.testing.world import WorldFault, run_world
from cardkit.testing.world.bugs import BUGS, planted
from cardkit.testing.world.mirror import Violation

SEEDS = 30
"""So many worlds are enough to find any of them."""


def play_worlds() -> None:
    for seed in range(SEEDS):
        run_world(seed)


def test_there_are_at_least_a_dozen_bugs() -> None:
    assert len(BUGS) >= 12


@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str) -> None:
    with planted(bug), pytest.raises(WorldFault, match="seed") as found:
        play_worlds()
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
