"""Who breaks down is out for good: the same whatever match ends first, also after a kill."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import IO, Any

import pytest

from cardkit.contest.contest import Contest, hold, is_over, prepare
from cardkit.contest.entrants import read_entrants
from cardkit.contest.match_runner import falls_away
from cardkit.contest.model import FaultKind, NotedFault, OnFault, Outcome, Pairing
from cardkit.contest.outcome_file import OutcomeFile, line_of
from cardkit.contest.process_pool import Done, ProcessPool
from cardkit.contest.report import report_of
from cardkit.contest.result_tables import barred_of
from cardkit.contest.results import RankBy, Results, results_of
from cardkit.netgame import say
from tests.contest_bots import HERE

CRASHED = "ZeroDivisionError: division by zero"


class Killed(Exception):
    """The contest was ended in the middle."""


class FakePool:
    """Plays made-up matches in any order. Whether a bot breaks down depends on the match alone."""

    games = 0

    def __init__(self, contest: Contest, lot: Random, life: int = 1_000_000) -> None:
        self._teams, self._lot, self._life = contest.schedule.teams, lot, life
        self.played: list[Pairing] = []

    def play(self, pairings: Iterable[Pairing], count: int) -> Iterator[Done | None]:
        todo, under_way = iter(pairings), list[Pairing]()
        while True:
            under_way += islice(todo, self._lot.randrange(1, 6))
            if not under_way:
                return
            self._lot.shuffle(under_way)
            done = [under_way.pop() for _ in range(self._lot.randrange(1, len(under_way) + 1))]
            if self._life < len(done):
                raise Killed
            self._life -= len(done)
            self.played += done
            yield [p.number for p in done], [line_of(self._outcome(p)) for p in done]

    def _outcome(self, pairing: Pairing) -> Outcome:
        if pairing.barred and len(set(pairing.entrants)) < 2:
            return falls_away(pairing)
        lot = Random(repr(pairing))
        seats = len(pairing.entrants)
        broken = [who for who in sorted(set(pairing.entrants)) if lot.random() < 0.15]
        kinds = [NotedFault(who, 1, FaultKind.CRASHED, CRASHED, "forfeit", True) for who in broken]
        scores = tuple(lot.sample(range(100), seats))
        nothing = (0,) * seats
        return Outcome(pairing, (), scores, nothing, nothing, nothing, tuple(kinds))


def contest_of(game: str = "akq", many: int = 6, **parts: Any) -> Contest:
    bots = read_entrants(["rand"] * many)
    return prepare(game, bots, **{"seed": 1, "bar": True, **parts})


def held(contest: Contest, pool: Any, file: IO[bytes]) -> list[Outcome]:
    outcome_file = OutcomeFile(file)  # type: ignore[arg-type]
    hold(contest, outcome_file, pool, lambda: None)
    assert is_over(contest, outcome_file)
    return list(outcome_file.outcomes())


CONTESTS = {
    "round robin": contest_of(matches=3),
    "tables of four": contest_of("flush_poker", 7, players=4),
    "pool": contest_of("flush_poker", 7, players=4, format="pool", rounds=8),
    "swiss": contest_of(many=9, format="swiss", rounds=6, matches=2),
    "teams": contest_of("bridge", 5, teams=True),
}


@pytest.mark.parametrize("kind", CONTESTS)
@pytest.mark.parametrize("seed", range(5))
def test_the_order_in_which_matches_end_means_nothing(kind: str, seed: int) -> None:
    contest, lot = CONTESTS[kind], Random(seed)
    with tempfile.TemporaryFile() as one, tempfile.TemporaryFile() as other:
        first = held(contest, FakePool(contest, lot), one)
        assert held(contest, FakePool(contest, lot), other) == first
    out: set[int] = set()
    for outcome in first:
        pairing = outcome.pairing
        assert not out & set(pairing.entrants)
        assert set(pairing.barred) <= out
        out |= {fault.entrant for fault in outcome.breakdowns}
    assert out


@pytest.mark.parametrize("kind", CONTESTS)
@pytest.mark.parametrize("life", [0, 3, 7, 12, 20])
def test_a_contest_that_was_killed_comes_to_the_same(kind: str, life: int) -> None:
    contest, lot = CONTESTS[kind], Random(life)
    with tempfile.TemporaryFile() as one, tempfile.TemporaryFile() as other:
        first = held(contest, FakePool(contest, lot), one)
        outcome_file = OutcomeFile(other)
        while True:
            try:
                hold(contest, outcome_file, FakePool(contest, lot, life), lambda: None)  # type: ignore[arg-type]
                break
            except Killed:
                life += 1
                outcome_file = OutcomeFile(other)  # as it is read when a contest is gone on with
        assert list(outcome_file.outcomes()) == first


def test_without_the_rule_nobody_is_out() -> None:
    contest = contest_of(matches=3, bar=False)
    pool = FakePool(contest, Random(1))
    with tempfile.TemporaryFile() as file:
        outcomes = held(contest, pool, file)
    assert len(pool.played) == len(outcomes) == contest.schedule.total
    assert any(outcome.breakdowns for outcome in outcomes)
    assert not any(outcome.pairing.barred for outcome in outcomes)
    assert results_of(contest.about(), contest.names, outcomes).barred == {}


# --- real matches --------------------------------------------------------------------------------


def really_held(contest: Contest, workers: int) -> list[Outcome]:
    with tempfile.TemporaryFile() as file, ProcessPool(contest.plan, workers) as pool:
        return held(contest, pool, file)


def results(contest: Contest, outcomes: list[Outcome], **parts: Any) -> Results:
    return results_of({**contest.about(), **parts}, contest.names, outcomes)


def test_who_breaks_down_is_out_of_all_later_matches() -> None:
    bots = read_entrants([f"{HERE}:Loses", "solid", "rand", "rand", "rand"])
    contest = prepare(
        "flush_poker",
        bots,
        seed=3,
        players=4,
        options={"games": 3, "seats_least": 2},
        matches=3,
        on_fault=OnFault.REMATCH,
        bar=True,
    )
    outcomes = really_held(contest, 1)
    assert really_held(contest, 2) == outcomes
    assert len(outcomes) == contest.schedule.total == 15
    (since,) = [outcome.pairing.number for outcome in outcomes if outcome.breakdowns]
    for outcome in outcomes:
        assert 0 not in outcome.pairing.entrants
        assert len(outcome.pairing.entrants) in (3, 4)
        assert (outcome.pairing.barred == (0,)) == (
            len(outcome.pairing.entrants) == 3 and outcome.pairing.number > since
        )
    found = results(contest, outcomes)
    ((name, why),) = barred_of(found, "en")
    assert (name, found.best_first()[-1]) == ("Loses", 0)
    assert why.startswith(f"out of the contest since match {since + 1}: crashed; it ended its")
    tally = found.standings.tallies[0]
    assert (tally.matches, tally.sent_away, float(tally.wins)) == (0, 12, 0.0)


@pytest.mark.parametrize("rule", OnFault)
def test_who_is_left_alone_wins_without_playing(rule: OnFault) -> None:
    bots = read_entrants([f"{HERE}:Breaks", "honest", "rand"])
    options = {"games": 2, "points": 1000}
    contest = prepare("akq", bots, seed=1, matches=2, on_fault=rule, options=options, bar=True)
    outcomes = really_held(contest, 2)
    assert len(outcomes) == 6
    played = [outcome for outcome in outcomes if outcome.games]
    fallen = [outcome for outcome in outcomes if not outcome.games]
    assert len(played) == len(fallen) == 3
    assert [outcome.pairing.barred for outcome in fallen] == [(0,)] * 3
    assert all(len(outcome.pairing.entrants) == 1 for outcome in fallen)
    found = results(contest, outcomes)
    assert [*found.barred] == [0]
    assert sum(tally.walkovers for tally in found.standings.tallies) == 3
    assert found.standings.tallies[0].begun == 4
    assert found.best_first()[-1] == 0


@pytest.mark.parametrize("by", RankBy)
def test_who_is_barred_comes_last_whatever_it_has_won_before(by: RankBy) -> None:
    contest = contest_of(many=2, matches=3)
    nothing = (0, 0)
    won = Outcome(Pairing(0, (0, 1), 0), (), (1, 0), nothing, nothing, nothing)
    fault = NotedFault(0, 1, FaultKind.CRASHED, CRASHED, "noted", broke_down=True)
    outcomes = [won, replace(won, pairing=Pairing(1, (0, 1), 1), faults=(fault,))]
    outcomes.append(falls_away(Pairing(2, (1,), 2, 0, (0,))))
    assert results(contest, outcomes, rank_by=by).best_first() == [1, 0]
    assert results(contest, outcomes[:1], rank_by=by).best_first() == [0, 1]


def test_a_match_of_several_for_which_too_few_are_left_counts_for_none_of_them() -> None:
    fallen = falls_away(Pairing(2, (1, 2, 3), 2, 0, (0,)))
    assert (fallen.pairing.entrants, fallen.scores, fallen.sent_away) == ((), (), [0])


def test_the_report_says_who_is_out_and_who_won_without_playing() -> None:
    contest = contest_of(many=2, matches=2)
    nothing = (0, 0)
    fault = NotedFault(0, 1, FaultKind.CRASHED, CRASHED, "noted", broke_down=True)
    broken = Outcome(Pairing(0, (0, 1), 0), (), (1, 0), nothing, nothing, nothing, (fault,))
    found = results(contest, [broken, falls_away(Pairing(1, (1,), 1, 0, (0,)))])
    for lang, told in (
        ("en", "out of the contest since match 1: crashed"),
        ("ja", "第1試合で失格"),
    ):
        page = report_of(found, lang)
        assert told in page
        assert CRASHED in page
        assert say("Walkovers", lang) in page
    by_name = {each["name"]: each for each in found.data()["entrants"]}
    assert [by_name[name]["barred_in"] for name in contest.names] == [1, None]
    assert [by_name[name]["walkovers"] for name in contest.names] == [0, 1]
