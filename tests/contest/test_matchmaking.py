"""What a ladder plays next: who is new comes first, nobody starves, and at last it rests."""

from collections import Counter
from itertools import combinations, islice

from hypothesis import given
from hypothesis import strategies as st

from cardkit.contest.intervals import Range
from cardkit.contest.matchmaking import Demand, Matchmaker
from cardkit.contest.model import Pairing

SIZES = st.integers(2, 4)


def maker(demand: Demand, entrants: int, played: list[Pairing] = []) -> Matchmaker:  # noqa: B006
    found = Matchmaker(demand, entrants, range(entrants))
    for pairing in played:
        found.note(pairing)
    return found


def meetings(pairings: list[Pairing]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for each in pairings for pair in combinations(each.entrants, 2))


@given(SIZES, st.integers(0, 4), st.integers(1, 6), st.integers(1, 6), st.integers(0, 99))
def test_it_rests_only_when_nobody_could_learn_more(
    size: int, more: int, matches: int, limit: int, seed: int
) -> None:
    entrants = size + more
    demand = Demand(size, matches, limit, seed=seed)
    found = list(maker(demand, entrants).pairings())
    met = meetings(found)
    for one in range(entrants):
        open_for = [o for o in range(entrants) if o != one and met[frozenset((one, o))] < limit]
        assert len(open_for) < size - 1
    assert [each.number for each in found] == list(range(len(found)))
    assert all(len(set(each.entrants)) == size for each in found)


@given(SIZES, st.integers(0, 5), st.integers(1, 9), st.integers(0, 99))
def test_nobody_goes_on_while_somebody_has_played_too_little(
    size: int, more: int, matches: int, seed: int
) -> None:
    made = maker(Demand(size, matches, 1000, seed=seed), size + more)
    for pairing in islice(made.pairings(), 40):
        before = [n - (who in pairing.entrants) for who, n in enumerate(made.played)]
        if min(before) < matches:
            assert min(before[who] for who in pairing.entrants) == min(before)


@given(SIZES, st.integers(1, 5), st.integers(0, 30), st.integers(0, 99))
def test_the_same_history_is_followed_by_the_same_match(
    size: int, more: int, stop: int, seed: int
) -> None:
    demand = Demand(size, 5, 1000, seed=seed)
    whole = list(islice(maker(demand, size + more).pairings(), 60))
    again = maker(demand, size + more, whole[:stop])
    assert list(islice(again.pairings(), 60 - stop)) == whole[stop:]


@given(SIZES, st.integers(1, 5), st.integers(0, 99))
def test_seats_are_even(size: int, more: int, seed: int) -> None:
    entrants = size + more
    seats = Counter[tuple[int, int]]()
    for pairing in islice(maker(Demand(size, 40, 1000, seed=seed), entrants).pairings(), 150):
        seats.update((who, seat) for seat, who in enumerate(pairing.entrants))
    for who in range(entrants):
        own = [seats[who, seat] for seat in range(size)]
        assert max(own) - min(own) <= 8


@given(SIZES, st.integers(0, 99))
def test_a_newcomer_plays_first_and_against_everybody(size: int, seed: int) -> None:
    demand = Demand(size, 20, 1000, seed=seed)
    old = list(islice(maker(demand, 6).pairings(), 200))
    joined = list(islice(maker(demand, 7, old).pairings(), 20))
    assert all(6 in each.entrants for each in joined)
    against = meetings(joined)
    assert all(against[frozenset((6, other))] for other in range(6))


def test_who_is_retired_is_not_paired_any_more() -> None:
    made = Matchmaker(Demand(2, 5, 10), 4, [0, 2, 3])
    assert {who for each in made.pairings() for who in each.entrants} == {0, 2, 3}


def test_too_few_rest() -> None:
    assert not list(Matchmaker(Demand(4, 9, 9), 3, [0, 1, 2]).pairings())


def test_then_the_least_sure_plays_against_its_equals() -> None:
    made = maker(Demand(2, 1, 1000), 4, [Pairing(0, (0, 1), 0), Pairing(1, (2, 3), 1)])
    sure, unsure = (Range(mean, mean - 9, mean + 9) for mean in (1800.0, 1200.0)), 1780.0
    made.rate([*sure, Range(unsure, unsure - 99, unsure + 99), Range(1100.0, 1090.0, 1110.0)])
    assert set(next(made.pairings()).entrants) == {2, 0}


@given(SIZES, st.integers(0, 99))
def test_the_same_cards_are_played_in_every_seat(size: int, seed: int) -> None:
    made = maker(Demand(size, 5, 1000, duplicate=True, seed=seed), size + 2)
    for _ in range(5):
        group = list(islice(made.pairings(), size))
        assert len({each.deal for each in group}) == 1
        assert all({each.entrants[seat] for each in group} == set(group[0].entrants)
                   for seat in range(size))  # fmt: skip
        assert sorted({each.number for each in group}) == [each.number for each in group]
