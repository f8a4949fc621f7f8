"""The server keeps its promises in games whose network, disk and server fail.

A failing world names its seed; `python -m tests.world --seed N` plays it again.
"""

from __future__ import annotations

from functools import cache

import pytest

from cardkit.netgame import Clock, Disconnect, Fault
from cardkit.server import hosted_table
from cardkit.testing.absent import choices
from tests.world import WORLDS, Report, run_world
from tests.world.plan import plan_world
from tests.world.run import shipped_games

played = cache(run_world)
"""Worlds that several tests look at are played once; with a seed goes what happens, and no more."""


@pytest.mark.parametrize("seed", range(0, WORLDS, 2))
def test_every_promise_is_kept_in_faulted_games(seed: int) -> None:
    report = played(seed)
    assert report.faulted
    assert report.cuts


@pytest.mark.parametrize("seed", range(3))
def test_every_promise_is_kept_where_journals_are_begun_anew_all_the_time(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hosted_table, "MOST_COMINGS", 6)
    assert run_world(seed).games


def test_worlds_have_every_game_with_cards() -> None:
    games = shipped_games()
    lines = [p.line for seed in range(WORLDS) for p in plan_world(seed, games).parties]
    assert {line.split()[1] for line in lines} == games.keys()


def test_worlds_have_tables_with_every_rule_for_who_is_away_late_or_wrong() -> None:
    games = shipped_games()
    opened = {
        word
        for seed in range(30)
        for p in plan_world(seed, games).parties
        for word in p.line.split()
    }
    for condition, setting in ((Disconnect, "policy"), (Clock, "late"), (Fault, "illegal")):
        assert {
            f"{condition.key()}_{setting}={each}" for each in choices(condition, setting)
        } <= opened


def test_a_seed_plays_the_same_world_again_and_no_other() -> None:
    once, again = ([play(seed) for seed in (0, 1)] for play in (played, run_world))
    assert once == again
    assert once[0].digest != once[1].digest


def test_every_kind_of_fault_occurs_and_is_counted() -> None:
    total = Report()
    kinds = ("kills", "cuts", "lost_tails", "lates", "given", "missing", "voids", "torn")
    for seed in range(17, 42):
        total.add(played(seed))
        if all(getattr(total, kind) for kind in kinds):
            break
    else:
        pytest.fail(f"some kind of fault never happened: {total}")
    assert 0 < total.faulted <= total.games
    assert 0 < total.records <= total.games <= total.deals
    assert total.proofs > total.deals
