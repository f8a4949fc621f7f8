"""Three nodes over one database keep the promises of one server, whatever becomes of them.

A failing house names its seed; `python -m tests.world --house --seed N` plays it again.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from tests.sound import Sound
from tests.world import WorldFault, node_bugs
from tests.world.house import FAULTS, NODES, plan_faults, run_house
from tests.world.planting import NODE_BUGS, planted
from tests.world.promise import Violation

assert node_bugs.__name__ in {bug.wrong.__module__ for bug in NODE_BUGS.values()}
MOST = 200
"""So many houses, from seed 0 on, find every planted bug."""
played = cache(run_house)


def play_houses(first: int) -> None:
    for seed in sorted(range(MOST), key=lambda seed: seed != first):
        run_house(seed)


@pytest.mark.parametrize("seed", [*range(3), 295])  # 295: somebody is passed on by a node that ends
def test_every_promise_is_kept_by_nodes_that_fail(seed: int) -> None:
    report = played(seed)
    assert report.games
    assert report.kills > len(NODES)


def test_every_promise_is_kept_in_many_houses(sound: Sound) -> None:
    for seed in range(MOST if sound.long else 6):
        played(seed)


@pytest.mark.parametrize("bug", NODE_BUGS)
def test_a_bug_planted_in_the_nodes_is_found(bug: str) -> None:
    with planted(bug, NODE_BUGS), pytest.raises(WorldFault, match="seed") as found:
        play_houses(NODE_BUGS[bug].world)
    assert isinstance(found.value.__cause__, Violation)


def test_a_seed_plays_the_same_house_again_and_no_other() -> None:
    again = run_house(0)
    assert again == played(0)
    assert again.digest != played(1).digest


def test_everything_goes_wrong_that_can() -> None:
    kinds = Counter(f.kind for seed in range(50) for f in plan_faults(Random(seed)))
    assert kinds.keys() == FAULTS.keys()
