"""Who plays whom: fair to all, in every format."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, permutations
from math import comb, factorial, sqrt
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardkit.contest.model import FaultKind, GameOutcome, NotedFault, Outcome, Pairing
from cardkit.contest.schedule import (
    Format,
    Schedule,
    Seating,
    Standing,
    circle,
    even_rounds,
    usual_rounds,
)


def all_pairings(schedule: Schedule, lot: Random | None = None) -> list[Pairing]:
    """The whole contest, in which a higher number beats a lower one; or else the lot decides."""
    played: list[Outcome] = []
    for stage in range(schedule.stages):
        played += [won_by(pairing, lot) for pairing in schedule.stage(stage, played.copy)]
    pairings_ = [outcome.pairing for outcome in played]
    assert len(pairings_) == schedule.total
    assert [pairing.number for pairing in pairings_] == list(range(schedule.total))
    return pairings_


def won_by(pairing: Pairing, lot: Random | None = None) -> Outcome:
    scores = pairing.entrants
    count = len(scores)
    if lot is not None:
        scores = tuple(lot.sample(range(count), count))
    ranking = tuple(sorted(range(count), key=lambda seat: -scores[seat]))
    game = GameOutcome(scores, ranking)
    return Outcome(pairing, (game,), scores, (1,) * count, (0.0,) * count, (0.0,) * count)


def seats_of(pairings: list[Pairing]) -> Counter[tuple[int, int]]:
    return Counter((e, seat) for p in pairings for seat, e in enumerate(p.entrants))


def neighbours_of(pairings: list[Pairing]) -> Counter[tuple[int, int]]:
    """How often one plays right after the other."""
    return Counter(
        (one, p.entrants[seat - 1]) for p in pairings for seat, one in enumerate(p.entrants)
    )


def opponents_of(pairings: list[Pairing]) -> Counter[tuple[int, int]]:
    return Counter(pair for p in pairings for pair in permutations(p.entrants, 2))


# Seats, neighbours and opponents by lot


FORMATS = [
    (Format.ROUND_ROBIN, 4, 2, Seating.ONCE),
    (Format.ROUND_ROBIN, 5, 3, Seating.ONCE),
    (Format.ROUND_ROBIN, 5, 4, Seating.ROTATE),
    (Format.SINGLE, 4, 4, Seating.ONCE),
    (Format.POOL, 7, 3, Seating.ONCE),
    (Format.SWISS, 6, 2, Seating.ONCE),
    (Format.SWISS, 7, 3, Seating.ONCE),
]


def drawn(format_: Format, entrants: int, players: int, seating: Seating, seed: int) -> Schedule:
    rounds = even_rounds(2, entrants, players) if format_ is Format.POOL else 2
    return Schedule(format_, entrants, players, rounds=rounds, seating=seating, seed=seed)


@pytest.mark.parametrize("how", FORMATS, ids=str)
def test_with_equal_bots_the_order_on_the_command_line_gains_nothing(
    how: tuple[Format, int, int, Seating],
) -> None:
    """Over many seeds all sit in all seats, after all others and against them equally often."""
    seats, neighbours, opponents, begins, often = (Counter[tuple[int, ...]]() for _ in range(5))
    seeds, (_, entrants, players, _) = 400, how
    for seed in range(seeds):
        pairings = all_pairings(drawn(*how, seed), Random(seed))
        seats += seats_of(pairings)
        neighbours += neighbours_of(pairings)
        opponents += opponents_of(pairings)
        begins[pairings[0].entrants[:1]] += 1
        often.update((one,) for p in pairings for one in p.entrants)
    pairs = entrants * (entrants - 1)
    for counted, kinds in (
        (seats, entrants * players),
        (neighbours, pairs),
        (opponents, pairs),
        (begins, entrants),
        (often, entrants),
    ):
        mean = counted.total() / kinds
        assert len(counted) == kinds
        for what, many in counted.items():
            assert abs(many - mean) < 4.5 * sqrt(mean), (what, many, mean)


@pytest.mark.parametrize("how", FORMATS, ids=str)
def test_the_same_seed_gives_the_same_schedule_and_another_one_another(
    how: tuple[Format, int, int, Seating],
) -> None:
    contests = [[p.entrants for p in all_pairings(drawn(*how, seed))] for seed in (*range(9), 0)]
    assert contests[0] == contests[-1]
    assert len(set(map(tuple, contests))) > 5


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("entrants", "players", "most"),
    [(6, 2, 0.5), (8, 3, 2), (6, 4, 1.5), (10, 4, 2.7), (7, 5, 1.5), (8, 6, 3)],
)
def test_when_every_group_meets_once_seats_and_neighbours_are_even(
    entrants: int, players: int, most: float, seed: int
) -> None:
    """Nobody is farther than that from the mean; by lot alone it would be about twice that."""
    pairings = all_pairings(Schedule(Format.ROUND_ROBIN, entrants, players, seed=seed))
    seats, after = seats_of(pairings), neighbours_of(pairings)
    for found, kinds in ((seats, entrants * players), (after, entrants * (entrants - 1))):
        mean = found.total() / kinds
        assert len(found) == kinds
        assert all(abs(many - mean) <= most for many in found.values()), (mean, found)


@pytest.mark.parametrize("seed", range(5))
def test_in_a_pool_opponents_are_even(seed: int) -> None:
    met = opponents_of(all_pairings(Schedule(Format.POOL, 9, 3, rounds=20, seed=seed)))
    assert len(met) == 9 * 8
    assert all(3 <= many <= 7 for many in met.values()), "five in the mean"


@pytest.mark.parametrize("seed", range(5))
def test_in_a_swiss_contest_seats_are_even_from_round_to_round(seed: int) -> None:
    pairings = all_pairings(Schedule(Format.SWISS, 8, 2, rounds=6, seed=seed), Random(seed))
    assert all(2 <= many <= 4 for many in seats_of(pairings).values()), "three in the mean"


def test_partners_are_even_over_all_groups() -> None:
    pairings = all_pairings(Schedule(Format.ROUND_ROBIN, 8, 4, seed=5, partners=True))
    facing = Counter(frozenset(p.entrants[seat::2]) for p in pairings for seat in (0, 1))
    assert all(3 <= many <= 7 for many in facing.values()), "five in the mean"
    assert len(facing) == comb(8, 2)


# Formats


sizes = st.integers(2, 4).flatmap(lambda k: st.tuples(st.integers(k, 9), st.just(k)))


@given(sizes, st.sampled_from(Format), st.sampled_from(Seating), st.booleans(), st.integers(1, 2))
@settings(max_examples=60, deadline=None)
def test_nobody_plays_twice_at_a_table_and_deals_are_as_asked(
    size: tuple[int, int], format_: Format, seating: Seating, duplicate: bool, matches: int
) -> None:
    entrants, players = size
    entrants = players if format_ is Format.SINGLE else entrants
    rounds = even_rounds(2, entrants, players) if format_ is Format.POOL else 2
    schedule = Schedule(format_, entrants, players, matches, rounds, seating, duplicate, 1)
    pairings = all_pairings(schedule)
    for pairing in pairings:
        assert len(set(pairing.entrants)) == players
        assert set(pairing.entrants) <= set(range(entrants))
    deals = {pairing.deal for pairing in pairings}
    by_rounds = format_ in (Format.SWISS, Format.POOL)
    most = matches * (rounds if by_rounds else 1)
    assert len(deals) <= most if duplicate else len(deals) == len(pairings)


def test_in_a_round_robin_all_groups_meet_equally_often() -> None:
    pairings = all_pairings(Schedule(Format.ROUND_ROBIN, 6, 3, matches=2))
    groups = Counter(frozenset(pairing.entrants) for pairing in pairings)
    assert set(groups) == {frozenset(group) for group in combinations(range(6), 3)}
    assert set(groups.values()) == {2}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_rotation_everybody_plays_in_every_seat_as_often(players: int) -> None:
    schedule = Schedule(Format.ROUND_ROBIN, 5, players, seating=Seating.ROTATE)
    seats = seats_of(all_pairings(schedule))
    assert set(seats.values()) == {comb(4, players - 1)}


def test_every_order_is_played_where_all_are_asked_for() -> None:
    schedule = Schedule(Format.SINGLE, 3, 3, seating=Seating.ALL)
    assert {p.entrants for p in all_pairings(schedule)} == set(permutations(range(3)))


def test_without_rotation_the_seats_move_on_from_match_to_match() -> None:
    pairings = all_pairings(Schedule(Format.SINGLE, 3, 3, matches=3))
    assert set(seats_of(pairings).values()) == {1}


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_circle_comes_once_before_any_comes_again(players: int) -> None:
    group = tuple(range(players))
    found = [circle(group, number) for number in range(2 * factorial(players - 1))]
    assert set(found) == {(0, *others) for others in permutations(group[1:])}
    assert set(Counter(found).values()) == {2}


@pytest.mark.parametrize("seating", [Seating.ONCE, Seating.ROTATE])
def test_who_meets_often_plays_after_everybody_as_often(seating: Seating) -> None:
    """To sit after a weak player is an advantage that no rotation takes away."""
    often = 24 if seating is Seating.ONCE else 6
    pairings = all_pairings(Schedule(Format.SINGLE, 4, 4, matches=often, seating=seating))
    after = neighbours_of(pairings)
    assert len(after) == 12
    assert set(after.values()) == {len(pairings) // 3}
    assert set(seats_of(pairings).values()) == {len(pairings) // 4}


def test_in_three_meetings_of_four_everybody_has_faced_everybody() -> None:
    pairings = all_pairings(Schedule(Format.SINGLE, 4, 4, matches=3, seating=Seating.ROTATE))
    facing = Counter(frozenset(p.entrants[seat::2]) for p in pairings for seat in (0, 1))
    assert facing == Counter({frozenset(pair): 4 for pair in combinations(range(4), 2)})


def test_all_seatings_of_a_duplicate_have_the_same_deal_and_the_next_match_another() -> None:
    schedule = Schedule(Format.ROUND_ROBIN, 3, 2, matches=2, seating=Seating.ROTATE, duplicate=True)
    pairings = all_pairings(schedule)
    assert [p.deal for p in pairings] == [0] * 6 + [1] * 6


@given(sizes, st.integers(1, 7), st.integers(0, 5))
@settings(max_examples=50, deadline=None)
def test_in_a_pool_all_play_equally_often(size: tuple[int, int], rounds: int, seed: int) -> None:
    entrants, players = size
    rounds = even_rounds(rounds, entrants, players)
    pairings = all_pairings(Schedule(Format.POOL, entrants, players, rounds=rounds, seed=seed))
    counts = Counter(e for p in pairings for e in p.entrants)
    assert dict(counts) == dict.fromkeys(range(entrants), rounds)


@pytest.mark.parametrize(("entrants", "rounds"), [(8, 5), (9, 4), (16, 6), (7, 4)])
def test_in_a_swiss_contest_of_two_nobody_meets_again(entrants: int, rounds: int) -> None:
    pairings = all_pairings(Schedule(Format.SWISS, entrants, 2, rounds=rounds, seed=3))
    met = Counter(frozenset(pairing.entrants) for pairing in pairings)
    assert set(met.values()) == {1}
    for number in range(rounds):
        playing = Counter(e for p in pairings if p.round == number for e in p.entrants)
        assert set(playing.values()) == {1}
        assert len(playing) == entrants - entrants % 2


def test_nobody_rests_twice_before_all_have_rested() -> None:
    pairings = all_pairings(Schedule(Format.SWISS, 7, 2, rounds=7, seed=1))
    played = Counter(e for p in pairings for e in p.entrants)
    assert set(played.values()) == {6}


@pytest.mark.parametrize("low_wins", [False, True])
def test_who_has_won_meets_who_has_won(low_wins: bool) -> None:
    schedule = Schedule(Format.SWISS, 8, 2, rounds=2, seed=1, low_wins=low_wins)
    pairings = all_pairings(schedule)
    best = min if low_wins else max
    winners = {best(p.entrants) for p in pairings if p.round == 0}
    for pairing in pairings:
        if pairing.round == 1:
            assert len(winners & set(pairing.entrants)) in (0, 2)


def test_when_all_have_met_those_meet_again_who_met_least() -> None:
    pairings = all_pairings(Schedule(Format.SWISS, 4, 2, rounds=6, seed=1))
    met = Counter(frozenset(pairing.entrants) for pairing in pairings)
    assert set(met.values()) == {2}


def test_a_swiss_contest_for_tables_of_four_avoids_old_company() -> None:
    pairings = all_pairings(Schedule(Format.SWISS, 16, 4, rounds=3, seed=1))
    met = Counter(pair for p in pairings for pair in combinations(sorted(p.entrants), 2))
    assert max(met.values()) == 1


def test_who_was_sent_away_did_not_rest() -> None:
    """A rest is as good as a win, and being left out of a rematch is not."""
    schedule = Schedule(Format.SWISS, 4, 3, rounds=2, seed=1)
    first = schedule.stage(0, tuple)
    (pairing,) = first
    winner, second, offender = pairing.entrants
    (rested,) = set(range(4)) - set(pairing.entrants)
    left = won_by(replace(pairing, entrants=(winner, second)))
    sent = NotedFault(offender, 1, FaultKind.CRASHED, "it fell over", "rematch")
    standing = Standing(4, low_wins=False)
    standing.add(replace(left, faults=(sent,)))
    standing.count_rests(schedule, 1)
    assert [standing.rests[entrant] for entrant in (offender, rested)] == [0, 1]
    assert (standing.points[offender], standing.points[rested]) == (0, 1)


@pytest.mark.parametrize(
    ("entrants", "players", "rounds"), [(20, 2, 16), (100, 2, 20), (64, 4, 10)]
)
def test_a_large_swiss_contest_avoids_old_company_too(
    entrants: int, players: int, rounds: int
) -> None:
    pairings = all_pairings(Schedule(Format.SWISS, entrants, players, rounds=rounds, seed=2))
    met = Counter(pair for p in pairings for pair in combinations(sorted(p.entrants), 2))
    assert max(met.values()) == 1


def test_partners_who_win_have_beaten_all_others() -> None:
    pairing = Pairing(0, (0, 1, 2, 3), 0)
    standing = Standing(4, low_wins=False, partners=True)
    standing.add(replace(won_by(pairing), scores=(5, 3, 5, 3)))
    assert standing.points == [1, 0, 1, 0]


def test_a_million_pairings_are_made_one_by_one() -> None:
    schedule = Schedule(Format.ROUND_ROBIN, 100, 4)
    assert schedule.total == comb(100, 4)
    pairings = schedule.stage(0, lambda: ())
    assert [p.number for p in islice(pairings, 3)] == [0, 1, 2]


def test_a_swiss_contest_has_enough_rounds_to_find_a_winner() -> None:
    assert [usual_rounds(Format.SWISS, n) for n in (2, 8, 9, 100)] == [2, 4, 5, 8]
