"""Standings, intervals and ratings: made of outcomes alone."""

from collections.abc import Sequence
from itertools import combinations
from math import exp, log, log10
from random import Random
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.contest import intervals
from cardkit.contest.intervals import Range, mean_of, student
from cardkit.contest.model import FaultKind, NotedFault, Outcome
from cardkit.contest.ratings import Ratings
from cardkit.contest.result_tables import lead_of
from cardkit.contest.results import RankBy, results_of
from cardkit.contest.standings import (
    MOST_DRAWN,
    UNITS,
    EntrantTally,
    Standings,
    places_of,
)
from tests.outcomes import contest, outcome


def standings_of(outcomes: list[Outcome], entrants: int) -> Standings:
    standings = Standings(entrants)
    for each in outcomes:
        standings.add(each)
    return standings


# Standings


def test_points_games_wins_and_time_are_added_up() -> None:
    standings = standings_of(
        [
            outcome(0, (0, 1, 2), (5, 3, 3), (1, 3, 0), purse=100),
            outcome(1, (2, 0, 1), (7, -7, 0), deal=1),
        ],
        3,
    )
    first = standings.tallies[0]
    assert (first.matches, first.games, first.points) == (2, 3, -1)
    assert (first.moves, first.seconds, first.per_move, first.slowest) == (20, 0.02, 0.001, 0.002)
    assert [str(tally.wins) for tally in standings.tallies] == ["1/2", "1/2", "1"]
    assert standings.per_game(2).mean == 10 / 3
    assert standings.per_match(2).mean == pytest.approx(5)


@given(st.integers(2, 5), st.integers(2, 4), st.integers(1, 30), st.integers(0, 9))
def test_nothing_is_lost_or_won_twice(entrants: int, seats: int, deals: int, seed: int) -> None:
    played = list(contest(entrants, seats, deals, seed=seed))
    standings = standings_of(played, entrants)
    tallies = standings.tallies
    assert sum(t.points for t in tallies) == sum(sum(g.points) for o in played for g in o.games)
    assert sum(t.wins for t in tallies) == len(played)
    assert sum(t.games for t in tallies) == seats * standings.games
    assert sum(t.faults.total() for t in tallies) == sum(len(o.faults) for o in played)
    for tally in tallies:
        assert tally.line[-1] == (tally.games, tally.points)
        units = tally.boards if standings.unit == "games" else tally.deals
        assert [sum(u[at] for u in units.values()) for at in (0, 1)] == [tally.points, tally.games]


def test_the_win_matrix_is_the_same_from_both_sides() -> None:
    standings = standings_of(list(contest(4, 3, 20)), 4)
    for one in range(4):
        assert standings.share(one, one) is None
        for other in set(range(4)) - {one}:
            there, back = standings.share(one, other), standings.share(other, one)
            assert there is not None
            assert back is not None
            assert there + back == pytest.approx(1)
            assert standings.met(one, other) == standings.met(other, one)


def test_a_draw_is_half_and_who_never_met_has_no_share() -> None:
    standings = standings_of([outcome(0, (0, 1), (1, 0)), outcome(1, (1, 0), (4, 4))], 3)
    assert (standings.share(0, 1), standings.share(1, 0), standings.share(0, 2)) == (
        0.75,
        0.25,
        None,
    )


def test_an_entrant_in_several_seats_is_not_compared_with_itself() -> None:
    standings = standings_of([outcome(0, (0, 0, 1), (3, 1, 2))], 2)
    assert standings.share(0, 1) == 0.5
    assert standings.tallies[0].games == 2


def test_the_lowest_score_is_best_where_low_wins() -> None:
    standings = Standings(2, low_wins=True)
    standings.add(outcome(0, (0, 1), (9, 2)))
    assert standings.tallies[1].wins == 1
    assert standings.share(1, 0) == 1
    assert places_of([4, 9, 4, 1]) == [2, 1, 2, 4]
    assert places_of([4, 9, 4, 1], low_wins=True) == [2, 4, 2, 1]


def test_partners_win_together_and_are_not_compared_with_each_other() -> None:
    standings = Standings(4, partners=True)
    standings.add(outcome(0, (0, 1, 2, 3), (3, 1, 3, 1)))
    standings.add(outcome(1, (0, 2, 1, 3), (2, 2, 2, 2), deal=1))
    assert [tally.wins for tally in standings.tallies] == [1.5, 0.5, 1.5, 0.5]
    assert standings.share(0, 2) == 0.5  # from the second match alone
    assert (standings.met(0, 2), standings.met(0, 1), standings.met(0, 3)) == (1, 1, 2)
    assert standings.share(0, 3) == 0.75
    assert places_of((3, 1, 3, 1), partners=True) == [1, 2, 1, 2]
    assert places_of((3, 1, 3, 1), low_wins=True, partners=True) == [2, 1, 2, 1]


def test_who_was_sent_away_has_lost_that_match() -> None:
    """Or else it would pay to break down whenever a match is going badly."""
    gone = NotedFault(2, 3, FaultKind.CRASHED, "it fell over", "rematch")
    played = [
        outcome(0, (0, 1, 2), (1, -6, 5)),
        outcome(1, (0, 1), (1, -1), deal=1, faults=(gone,)),
    ]
    standings = standings_of(played, 3)
    quitter = standings.tallies[2]
    assert (quitter.matches, quitter.sent_away, quitter.begun) == (1, 1, 2)
    assert standings.win_shares()[2].mean == 0.5
    assert (standings.share(2, 0), standings.share(1, 2)) == (0.5, 0.5)
    assert rated(played, 3)[2].mean < rated(played[:1], 3)[2].mean
    for rank_by, order in ((RankBy.WINS, [2, 0, 1]), (RankBy.POINTS, [0, 1, 2])):
        results = results_of({"rank_by": rank_by}, "abc", played)
        assert results.best_first() == order, "of points it has none from that match"


def test_a_match_without_a_game_counts_as_a_match() -> None:
    standings = standings_of([outcome(0, (0, 1))], 2)
    assert (standings.tallies[0].matches, standings.tallies[0].games) == (1, 0)
    assert standings.per_game(0).half is None


def test_of_many_faults_the_first_are_kept_and_all_are_counted() -> None:
    fault = NotedFault(1, 1, FaultKind.CRASHED, "x" * 10_000, "pass")
    played = [outcome(number, (0, 1), (1, 0), faults=(fault,) * 2) for number in range(50)]
    standings = standings_of(played, 2)
    assert [noted.match for noted in standings.faults] == [0, 0, 1]
    assert standings.tallies[1].faults[FaultKind.CRASHED] == 100
    assert all(len(noted.fault.evidence) < 5_000 for noted in standings.faults)


def test_what_is_kept_does_not_grow_with_the_games() -> None:
    standings = Standings(2)
    for number in range(4 * UNITS):
        standings.add(outcome(number, (0, 1), (1, 0), deal=number))
    assert len(standings.tallies[0].deals) == UNITS
    assert not standings.tallies[0].boards
    assert len(standings.tallies[0].line) <= MOST_DRAWN + 1
    assert standings.deals == len(standings._dealt) == 4 * UNITS


# Intervals


def duplicate_contest(chance: Random, mean: float) -> Standings:
    """Deals whose cards weigh much more than skill: only as a whole are they observations."""
    standings, number = Standings(2), 0
    for deal in range(40):
        cards = chance.gauss(mean, 30)
        for _ in range(4):
            won = round(cards + chance.gauss(0, 3))
            standings.add(outcome(number, (0, 1), (won, -won), deal=deal))
            number += 1
    return standings


def test_the_interval_holds_the_true_mean_as_often_as_it_says() -> None:
    chance, held, held_alone = Random(5), 0, 0
    for _ in range(400):
        standings = duplicate_contest(chance, 2.0)
        interval = standings.per_game(0)
        assert interval.half is not None
        held += interval.low <= 2.0 <= interval.high
        alone = mean_of((won, 1) for won in _each_game(standings))
        held_alone += alone.low <= 2.0 <= alone.high
    assert 0.92 <= held / 400 <= 0.98
    assert held_alone / 400 < 0.8  # as if all games were independent


def _each_game(standings: Standings) -> list[int]:
    """Games with the mean of their deal, as if each of them were an observation."""
    return [sums[0] // 4 for sums in standings.tallies[0].deals.values() for _ in range(4)]


def test_luck_that_the_rotation_cancels_does_not_widen_the_interval() -> None:
    chance, standings = Random(1), Standings(2)
    for deal in range(50):
        cards = chance.randrange(-1000, 1000)
        standings.add(outcome(2 * deal, (0, 1), (cards + 1, -cards - 1), deal=deal))
        standings.add(outcome(2 * deal + 1, (1, 0), (cards - 1, 1 - cards), deal=deal))
    assert standings.unit == "deals"
    assert standings.per_game(0).mean == 1
    assert standings.per_game(0).half == pytest.approx(0)


def test_with_few_deals_games_with_the_same_cards_are_the_unit() -> None:
    games = [(chance, -chance) for chance in Random(2).choices(range(-50, 50), k=1000)]
    turned = [(won[0] - 2, 2 - won[0]) for won in games]
    standings = standings_of([outcome(0, (0, 1), *games), outcome(1, (1, 0), *turned)], 2)
    assert standings.unit == "games"
    assert standings.per_game(0).mean == 1
    assert standings.per_game(0).half == pytest.approx(0)
    assert standings.per_match(0).mean == pytest.approx(1000)


@pytest.mark.parametrize(
    ("freedom", "known"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042), (508, 1.965)],
)
def test_student_is_as_in_the_tables(freedom: int, known: float) -> None:
    assert student(freedom) == pytest.approx(known, abs=0.002)


def test_one_observation_has_no_interval() -> None:
    assert mean_of([]).mean == 0
    assert mean_of([(3, 2)]).half is None
    assert mean_of([(3, 2), (1, 2)]).half is not None


# Points over games


@given(st.lists(st.integers(0, 700), max_size=40))
def test_a_thinned_line_keeps_all_points(matches: list[int]) -> None:
    tally = EntrantTally()
    for games in matches:
        tally.won([1] * games)
    assert tally.line[0] == (0, 0)
    assert tally.line[-1] == (sum(matches),) * 2
    assert tally.line == sorted(set(tally.line))
    assert len(tally.line) <= MOST_DRAWN + 1
    assert len(tally.line) > min(sum(matches), MOST_DRAWN // 2)


def test_one_long_match_is_drawn_game_by_game() -> None:
    standings = standings_of([outcome(0, (0, 1), *(((1, -1),) * 100))], 2)
    assert standings.tallies[1].line == [(game, -game) for game in range(101)]


# Who comes first


UNEQUAL = [
    *(outcome(n, (0, 1), *[(-9, 9)] * 2, deal=n) for n in range(3)),
    *(outcome(n, (0, 1), *[(1, -1)] * 20, deal=n) for n in range(3, 12)),
]
"""Three short matches that are lost high, and nine long ones that are won by a little."""


def test_wins_decide_who_comes_first_and_not_points_per_game() -> None:
    """Nine matches of twelve are more, whatever the points of those that were short."""
    firsts = {by: results_of({"rank_by": by}, "ab", UNEQUAL).best_first()[0] for by in RankBy}
    assert results_of({}, "ab", UNEQUAL).best_first() == [0, 1]
    assert firsts == dict.fromkeys(RankBy, 0)
    short = [*UNEQUAL, *(outcome(n, (0, 1), (-99, 99), deal=n) for n in range(12, 15))]
    firsts = {by: results_of({"rank_by": by}, "ab", short).best_first()[0] for by in RankBy}
    assert firsts == {
        RankBy.WINS: 0, RankBy.RATING: 0, RankBy.POINTS: 1, RankBy.POINTS_PER_GAME: 1,
    }  # fmt: skip


def test_points_are_those_of_a_match_or_of_a_game() -> None:
    played = [
        outcome(0, (0, 1, 2), *[(2, 1, 0)] * 10),
        outcome(1, (1, 2, 3), *[(5, 0, 1)] * 2, deal=1),
    ]
    by_match = results_of({"rank_by": "points"}, "abcd", played)
    by_game = results_of({"rank_by": "points-per-game"}, "abcd", played)
    assert by_match.best_first() == [0, 1, 3, 2]
    assert by_game.best_first() == [0, 1, 3, 2]
    assert by_match.measure(1).mean == 10
    assert by_game.measure(1).mean == 20 / 12


def test_who_are_level_share_a_place_and_points_decide_between_equal_wins() -> None:
    played = [
        outcome(0, (0, 1, 2, 3), (5, 0, 0, 0)),
        outcome(1, (0, 1, 2, 3), (0, 7, 0, 0), deal=1),
    ]
    assert results_of({}, "abcde", played).ranked() == [(1, 1), (2, 0), (3, 2), (3, 3), (5, 4)]


def test_the_lowest_points_come_first_where_low_wins() -> None:
    played = [outcome(0, (0, 1), (9, 2))]
    for by in RankBy:
        results = results_of({"rank_by": by, "low_wins": True}, "ab", played)
        assert results.best_first() == [1, 0]


# How sure wins are


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [(11, 11, 0.715, 1), (6, 6, 0.541, 1), (7, 10, 0.348, 0.933), (0, 4, 0, 0.602)],
)
def test_a_share_has_the_limits_of_clopper_and_pearson(
    won: int, of: int, low: float, high: float
) -> None:
    played = [outcome(n, (0, 1), (n < won, n >= won), deal=n) for n in range(of)]
    found = standings_of(played, 2).win_shares()[0]
    assert found == pytest.approx((won / of, low, high), abs=0.04)


def test_matches_with_the_same_cards_are_one_observation() -> None:
    """Twelve matches of one deal say as little as one."""
    same = [outcome(n, (0, 1), (1, 0), deal=0) for n in range(12)]
    other = [outcome(n, (0, 1), (1, 0), deal=n) for n in range(12)]
    assert standings_of(same, 2).win_shares()[0].low < 0.05
    assert standings_of(other, 2).win_shares()[0].low > 0.7


def test_the_share_of_wins_is_within_its_interval_as_often_as_it_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Deals of four matches with the same cards, which decide much."""
    monkeypatch.setattr(intervals, "MOST_RESAMPLES", 200)
    chance, held, times = Random(4), 0, 200
    for _ in range(times):
        standings, number = Standings(2), 0
        for deal in range(20):
            luck = chance.choice((0.2, 0.6, 1.0))  # 0.6 in the mean
            for _ in range(4):
                won = chance.random() < luck
                standings.add(outcome(number, (0, 1), (won, not won), deal=deal))
                number += 1
        found = standings.win_shares()[0]
        held += found.low <= 0.6 <= found.high
    assert 0.92 <= held / times <= 0.99


@pytest.mark.parametrize(("matches", "sure"), [(1, False), (5, False), (6, True), (11, True)])
def test_who_won_all_of_six_matches_is_better(matches: int, sure: bool) -> None:
    played = [outcome(n, (0, 1), (1, 0), deal=n) for n in range(matches)]
    said = lead_of(results_of({}, "ab", played), "en")
    assert ("That is more than luck" in said) == sure
    assert ("That may be luck" in said) != sure


def test_of_equal_bots_hardly_any_is_called_better(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intervals, "MOST_RESAMPLES", 200)
    chance, claimed, times = Random(8), 0, 150
    for _ in range(times):
        played = [
            outcome(n, (0, 1, 2), tuple(chance.sample(range(9), 3)), deal=n) for n in range(12)
        ]
        claimed += "more than luck" in lead_of(results_of({}, "abc", played), "en")
    assert claimed / times < 0.05


# Ratings


def rated(
    outcomes: list[Outcome], entrants: int, low_wins: bool = False, partners: bool = False
) -> list[Range]:
    ratings = Ratings(entrants, low_wins, partners)
    for each in outcomes:
        ratings.add(each)
    return ratings.fitted([1.0] * entrants)


def simulated(strengths: Sequence[float], seats: int, matches: int, lot: Random) -> list[Outcome]:
    """Matches by the model of Plackett and Luce: the logarithms of strengths and a draw by lot."""
    groups = list(combinations(range(len(strengths)), seats))
    return [
        outcome(
            number,
            group := groups[number % len(groups)],
            tuple(round(1e6 * (strengths[who] - log(-log(lot.random())))) for who in group),
            deal=number,
        )
        for number in range(matches)
    ]


def test_ratings_do_not_depend_on_the_order_of_the_matches() -> None:
    played = simulated([0, 0.5, 1, 2], 3, 60, Random(1))
    first = rated(played, 4)
    for seed in range(3):
        again = rated(Random(seed).sample(played, len(played)), 4)
        for one, other in zip(first, again, strict=True):
            assert one == pytest.approx(other, abs=0.01)


def test_the_mean_of_all_is_1500_and_a_rating_is_within_its_interval() -> None:
    found = rated(simulated([0, 0.5, 1, 2], 4, 100, Random(2)), 4)
    assert fmean(each.mean for each in found) == pytest.approx(1500)
    assert all(each.low < each.mean < each.high for each in found)
    assert [each.mean for each in found] == sorted(each.mean for each in found)


def test_a_hundred_points_are_64_of_100_matches() -> None:
    """So many matches that those which are added for nothing do not count."""
    played = [outcome(n, (0, 1), (n % 25 < 16, n % 25 >= 16), deal=n) for n in range(5000)]
    one, other = rated(played, 2)
    assert one.mean - other.mean == pytest.approx(100, abs=1)


def test_who_always_won_has_a_finite_rating_that_grows_with_its_wins() -> None:
    few, many = (
        rated([outcome(n, (0, 1), (1, 0), deal=n) for n in range(often)], 2) for often in (3, 30)
    )
    assert 1500 < few[0].mean < many[0].mean < 2500
    assert many[0].low > many[1].high


def test_a_draw_is_half_and_who_never_met_anybody_is_middling() -> None:
    first, second, third = rated([outcome(n, (0, 1), (1, 1), deal=n) for n in range(9)], 3)
    assert (first.mean, second.mean, third.mean) == pytest.approx((1500, 1500, 1500))
    assert third.high - third.low > first.high - first.low


def test_a_bot_against_itself_is_not_rated() -> None:
    assert rated([outcome(0, (0, 0), (1, 0))], 2)[0].mean == pytest.approx(1500)


def test_partners_are_rated_as_one_side() -> None:
    won = outcome(0, (0, 1, 2, 3), (3, 1, 3, 1))
    first, second, third, fourth = rated([won], 4, partners=True)
    assert first.mean == pytest.approx(third.mean)
    assert second.mean == pytest.approx(fourth.mean)
    assert first.mean > 1500 > second.mean


def test_by_many_partners_a_strong_one_is_known() -> None:
    """Who is twice as strong as the others wins two matches of three with any partner."""
    lot, played = Random(6), []
    for number in range(600):
        who = tuple(lot.sample(range(4), 4))
        ours = lot.random() < (2 / 3 if 0 in who[::2] else 1 / 3)
        played.append(outcome(number, who, (ours, not ours) * 2, deal=number))
    strong, *others = rated(played, 4, partners=True)
    for other in others:
        assert strong.mean - other.mean == pytest.approx(400 * log10(2), abs=50)


@pytest.mark.parametrize(
    ("strengths", "seats", "matches"),
    [((0.0, 0.0), 2, 12), ((1.0, 0.5, -1.5), 2, 30), ((1.0, 0.5, 0.0, -1.5), 4, 25)],
)
def test_a_rating_is_within_its_interval_as_often_as_it_says(
    strengths: tuple[float, ...], seats: int, matches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intervals, "MOST_RESAMPLES", 100)
    assert 0.9 <= covered(strengths, seats, matches, 60) <= 0.99


def covered(strengths: Sequence[float], seats: int, matches: int, times: int) -> float:
    """In what share of so many contests the intervals hold what the strengths say."""
    lot, held = Random(7), 0
    true = [1500 + 400 * log10(exp(each - fmean(strengths))) for each in strengths]
    for _ in range(times):
        found = rated(simulated(strengths, seats, matches, lot), len(strengths))
        held += sum(each.low <= at <= each.high for each, at in zip(found, true, strict=True))
    return held / times / len(strengths)


def test_what_ratings_keep_does_not_grow_with_the_matches() -> None:
    ratings = Ratings(3)
    for number in range(3 * UNITS):
        ratings.add(outcome(number, (0, 1, 2), (3, 2, 1), deal=number))
    assert len(ratings._deals) == UNITS
    assert {len(before) for before in ratings._deals.values()} == {3}
    assert Ratings(100)._units < UNITS
