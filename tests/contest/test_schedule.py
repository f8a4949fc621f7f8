"""Who plays whom: fair to all, in every format."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice, permutations
from math import comb, factorial

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


def all_pairings(schedule: Schedule, strength: int = 1) -> list[Pairing]:
    """The whole contest, in which a higher number beats a lower one (or the other way round)."""
    played: list[Outcome] = []
    for stage in range(schedule.stages):
        count, pairings = schedule.stage(stage, played.copy)
        found = list(pairings)
        assert len(found) == count
        played += [won_by(pairing, strength) for pairing in found]
    pairings_ = [outcome.pairing for outcome in played]
    assert len(pairings_) == schedule.total
    assert [pairing.number for pairing in pairings_] == list(range(schedule.total))
    return pairings_


def won_by(pairing: Pairing, strength: int = 1) -> Outcome:
    scores = tuple(strength * entrant for entrant in pairing.entrants)
    count = len(scores)
    ranking = tuple(sorted(range(count), key=lambda seat: -scores[seat]))
    game = GameOutcome(scores, ranking)
    return Outcome(pairing, (game,), scores, (1,) * count, (0.0,) * count, (0.0,) * count)


def seats_of(pairings: list[Pairing]) -> Counter[tuple[int, int]]:
    return Counter((e, seat) for p in pairings for seat, e in enumerate(p.entrants))


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
    after = Counter(
        (one, p.entrants[seat - 1]) for p in pairings for seat, one in enumerate(p.entrants)
    )
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


def test_a_pool_is_drawn_by_the_seed() -> None:
    one, again, other = (
        all_pairings(Schedule(Format.POOL, 9, 3, rounds=5, seed=seed)) for seed in (1, 1, 2)
    )
    assert one == again
    assert one != other


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
    _, first = schedule.stage(0, tuple)
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
    count, pairings = schedule.stage(0, lambda: ())
    assert count == schedule.total
    assert [p.number for p in islice(pairings, 3)] == [0, 1, 2]


def test_a_swiss_contest_has_enough_rounds_to_find_a_winner() -> None:
    assert [usual_rounds(Format.SWISS, n) for n in (2, 8, 9, 100)] == [2, 4, 5, 8]
