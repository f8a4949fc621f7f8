"""Standings, intervals and ratings: made of outcomes alone."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.contest.intervals import mean_of, student
from cardkit.contest.model import FaultKind, NotedFault, Outcome
from cardkit.contest.ratings import Ratings
from cardkit.contest.standings import (
    FEWEST_DEALS,
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
    assert standings.best_first() == [2, 1, 0]
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
    assert standings.best_first() == [1, 0]
    assert standings.tallies[1].wins == 1
    assert standings.share(1, 0) == 1
    assert places_of([4, 9, 4, 1]) == [2, 1, 2, 4]
    assert places_of([4, 9, 4, 1], low_wins=True) == [2, 4, 2, 1]


def test_partners_win_together_and_are_not_compared_with_each_other() -> None:
    standings, ratings = Standings(4, partners=True), Ratings(4, partners=True)
    for each in (
        outcome(0, (0, 1, 2, 3), (3, 1, 3, 1)),
        outcome(1, (0, 2, 1, 3), (2, 2, 2, 2), deal=1),
    ):
        standings.add(each)
        ratings.add(each)
    assert [tally.wins for tally in standings.tallies] == [1.5, 0.5, 1.5, 0.5]
    assert standings.share(0, 2) == 0.5  # from the second match alone
    assert (standings.met(0, 2), standings.met(0, 1), standings.met(0, 3)) == (1, 1, 2)
    assert standings.share(0, 3) == 0.75
    assert places_of((3, 1, 3, 1), partners=True) == [1, 2, 1, 2]
    assert places_of((3, 1, 3, 1), low_wins=True, partners=True) == [2, 1, 2, 1]
    first, second, third, fourth = map(ratings.__getitem__, range(4))
    assert first.mu > second.mu
    assert third.mu > fourth.mu


def test_partners_are_rated_as_one_side() -> None:
    ratings = Ratings(4, partners=True)
    ratings.add(outcome(0, (0, 1, 2, 3), (3, 1, 3, 1)))
    first, second, third, fourth = map(ratings.__getitem__, range(4))
    assert first == third
    assert second == fourth
    assert first.mu > 25 > second.mu


def test_who_was_sent_away_has_lost_and_comes_behind_all_who_were_not() -> None:
    """Or else it would pay to break down whenever a match is going badly."""
    gone = NotedFault(2, 3, FaultKind.CRASHED, "it fell over", "rematch")
    played = [
        outcome(0, (0, 1, 2), (1, -6, 5)),
        outcome(1, (0, 1), (1, -1), deal=1, faults=(gone,)),
    ]
    standings, ratings = standings_of(played, 3), Ratings(3)
    for each in played:
        ratings.add(each)
    assert standings.best_first() == [0, 1, 2]
    quitter = standings.tallies[2]
    assert (quitter.matches, quitter.sent_away, quitter.win_share) == (1, 1, 0.5)
    assert (standings.share(2, 0), standings.share(1, 2)) == (0.5, 0.5)
    alone = Ratings(3)
    alone.add(played[0])
    assert ratings[2].mu < alone[2].mu


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
    assert len(standings._deals) == FEWEST_DEALS


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


# Ratings


def test_a_rating_is_within_its_interval_and_above_its_ordinal() -> None:
    ratings = Ratings(2)
    ratings.add(outcome(5, (0, 1), (1, 0)))
    won, lost = ratings[0], ratings[1]
    assert won.mu > 25 > lost.mu
    assert won.interval.low < won.mu < won.interval.high
    assert won.ordinal < won.interval.low


def test_the_better_is_rated_higher_and_surer_with_more_matches() -> None:
    few, many = Ratings(3), Ratings(3)
    for each in contest(3, 3, 5):
        few.add(each)
    for each in contest(3, 3, 60):
        many.add(each)
    assert many[0].mu > many[1].mu > many[2].mu
    assert many[0].sigma < few[0].sigma


def test_a_bot_against_itself_is_not_rated() -> None:
    ratings = Ratings(2)
    ratings.add(outcome(0, (0, 0), (1, 0)))
    assert ratings[0] == ratings[1]
