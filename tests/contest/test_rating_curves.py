"""Curves of ratings: they follow from the outcomes, and are never too long."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.contest import intervals
from cardkit.contest.rating_curves import FIRST_STEP, MOST_POINTS, RatingCurves
from cardkit.contest.ratings import MIDDLE
from cardkit.contest.results import Results
from tests.outcomes import outcome


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intervals, "MOST_RESAMPLES", intervals.LEAST_RESAMPLES)


def curves_of(pairs: list[tuple[int, int]], entrants: int = 4, ahead: int = 0) -> RatingCurves:
    """The first of each pair wins."""
    results = Results({"anchors": [0]}, [f"bot-{who}" for who in range(entrants)])
    curves = RatingCurves(results, ahead)
    for number, pair in enumerate(pairs):
        curves.add(outcome(number, pair, (2, 0), deal=number))
    return curves


PAIRS = st.lists(st.sampled_from([(0, 1), (1, 2), (2, 0), (3, 1), (0, 3)]), min_size=1)


@settings(max_examples=20)
@given(PAIRS, st.integers(1, 30))
def test_curves_end_with_the_ratings_and_are_short(
    pairs: list[tuple[int, int]], times: int
) -> None:
    curves = curves_of(pairs * times)
    found = curves.curves()
    played = {who for pair in pairs for who in pair}
    assert found.keys() == played
    for who, curve in found.items():
        assert len(curve) <= MOST_POINTS + 1
        assert all(one < other for (one, _), (other, _) in pairwise(curve))
        if curve[-1][0] == len(pairs) * times:
            assert curve[-1][1] == pytest.approx(curves.results.ratings[who].mean, abs=0.1)


def test_who_retired_has_no_points_after_that() -> None:
    curves = curves_of([(0, 1)] * 50 + [(0, 2)] * 1000).curves()
    assert curves[1][-1][0] <= 50 + FIRST_STEP * 2
    assert curves[2][0][0] > 50
    assert curves[0][-1][0] == 1050


def test_many_at_once_come_to_the_same_steps() -> None:
    pairs = [(0, 1), (1, 2), (2, 0), (0, 1)] * 700
    slowly, at_once = curves_of(pairs), curves_of(pairs, ahead=len(pairs))
    assert at_once.curves() == slowly.curves()


def test_anchors_stay_where_they_are() -> None:
    curves = curves_of([(0, 1), (1, 2), (2, 3), (1, 0)] * 20)
    assert all(rating == pytest.approx(MIDDLE) for _, rating in curves.curves()[0])
    assert curves.results.ratings[0] == pytest.approx((MIDDLE, MIDDLE, MIDDLE))
