"""Teams: two tables with the same cards, the sides changed, and what the difference is worth."""

from __future__ import annotations

from functools import partial
from tempfile import TemporaryFile

import pytest

from cardkit import Deal, TrickGame
from cardkit.contest.contest import Contest, prepare
from cardkit.contest.entrants import read_entrants
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.model import Outcome
from cardkit.contest.outcome_file import OutcomeFile, line_of
from cardkit.contest.results import Results, results_of
from cardkit.contest.schedule import Format
from cardkit.contest.teams import swing, team_matches
from cardkit.games.bridge.scoring import IMPS
from cardkit.netgame import Refused, RulesError
from tests.outcomes import outcome
from tests.trick_tables import made

IMP_TABLE = [
    *[(0, 0), (10, 0), (20, 1), (40, 1), (50, 2), (80, 2), (90, 3), (120, 3), (130, 4), (160, 4)],
    *[(170, 5), (210, 5), (220, 6), (260, 6), (270, 7), (310, 7), (320, 8), (360, 8), (370, 9)],
    *[(420, 9), (430, 10), (490, 10), (500, 11), (590, 11), (600, 12), (740, 12), (750, 13)],
    *[(890, 13), (900, 14), (1090, 14), (1100, 15), (1290, 15), (1300, 16), (1490, 16)],
    *[(1500, 17), (1740, 17), (1750, 18), (1990, 18), (2000, 19), (2240, 19), (2250, 20)],
    *[(2490, 20), (2500, 21), (2990, 21), (3000, 22), (3490, 22), (3500, 23), (3990, 23)],
    *[(4000, 24), (15200, 24)],
]


@pytest.mark.parametrize(("difference", "imps"), IMP_TABLE)
def test_a_difference_in_international_match_points(difference: int, imps: int) -> None:
    assert swing(difference, IMPS) == imps
    assert swing(-difference, IMPS) == -imps


def tables(*boards: tuple[int, int], first: int = 0) -> list[Outcome]:
    """The two tables of a match, by what the first side has at each of them on these boards."""
    open_, closed = zip(*(((a, -a) * 2, (b, -b) * 2) for a, b in boards), strict=True)
    one = outcome(first, (0, 1, 0, 1), *open_)
    return [one, outcome(first + 1, (1, 0, 1, 0), *closed)]


def test_both_tables_are_one_match_of_two_teams() -> None:
    """420 here and 450 there: the second team has 30 more, one IMP."""
    (match,) = team_matches(tables((420, 450), (-100, 620), (90, 90)), IMPS)
    assert match.pairing.entrants == (0, 1)
    assert [game.points for game in match.games] == [(-1, 1), (-12, 12), (0, 0)]
    assert match.scores == (-13, 13)
    assert match.moves == (40, 40)
    assert match.seconds == pytest.approx((0.04, 0.04))
    assert match.slowest == (0.002, 0.002)


def test_without_swings_the_points_of_both_tables_are_added() -> None:
    pair = [outcome(0, (0, 1, 0, 1), (3, 0, 3, 0)), outcome(1, (1, 0, 1, 0), (1, 0, 1, 0))]
    (match,) = team_matches(pair, ())
    assert match.scores == (3, 1)


def test_a_match_is_left_out_while_one_of_its_tables_is() -> None:
    first, second = tables((50, 0)), tables((50, 0), first=2)
    assert not [*team_matches(first[:1], IMPS)]
    assert [m.pairing.number for m in team_matches([first[1], *second], IMPS)] == [2]


def contest(*bots: str, **how: object) -> Contest:
    return prepare("bridge", read_entrants(bots), seed=5, teams=True, **how)  # type: ignore[arg-type]


def results_of_all(held: Contest) -> Results:
    """What the contest comes to when it is played in this process."""
    runner = MatchRunner(held.plan)
    with TemporaryFile() as file:
        outcome_file = OutcomeFile(file)
        for stage in range(held.schedule.stages):
            pairings = held.schedule.stage(stage, partial(held.outcomes, outcome_file))
            for pairing in pairings:
                outcome_file.add([pairing.number], [line_of(runner.play(pairing).outcome)])
        return results_of(held.about(), held.names, held.outcomes(outcome_file))


def test_a_team_has_both_seats_of_a_side_and_sits_the_other_way_round_next_door() -> None:
    held = contest("solid", "rand", options={"match_games": 2}, matches=2)
    pairings = held.schedule.stage(0, list)
    found = [(p.entrants, p.deal) for p in pairings]
    (first, deal), (second, same), *others = found
    assert {first, second} == {(0, 1, 0, 1), (1, 0, 1, 0)}
    assert deal == same == 0
    assert [deal for _, deal in others] == [1, 1]
    assert {seats for seats, _ in others} == {first, second}
    assert "--teams" in held.command()
    assert held.about()["swings"] == IMPS


def test_the_same_boards_are_played_at_both_tables() -> None:
    """The same hands in the same seats, and the same dealer and vulnerability, on every board."""
    held = contest("rand", "rand", options={"match_games": 3})
    runner = MatchRunner(held.plan)
    boards = []
    for pairing in held.schedule.stage(0, list):
        table = runner._seat(pairing.entrants)[0].copy_for_match(f"5 {pairing.deal}".encode())
        seen = []
        for _ in range(3):
            table.apply("", "START")
            seats = range(4)
            hands = [[*map(str, table.view(seat).hand)] for seat in seats]  # type: ignore[attr-defined]
            seen.append((hands, table.first, table.vulnerable))  # type: ignore[attr-defined]
            while table.playing:
                table.apply(table.names[table.awaited[0]], "PASS")
        boards.append(seen)
    assert boards[0] == boards[1]


def test_a_contest_of_teams_is_counted_in_match_points() -> None:
    held = contest("solid", "rand", options={"match_games": 4}, matches=2)
    results = results_of_all(held)
    solid, rand = results.standings.tallies
    assert (results.standings.matches, solid.matches, solid.games) == (2, 2, 8)
    assert solid.points == -rand.points
    assert 8 * 10 < solid.points <= 8 * 24
    assert solid.wins == 2


def test_teams_can_meet_in_a_swiss_contest() -> None:
    how = {"format": Format.SWISS, "rounds": 2, "options": {"match_games": 1}}
    held = contest("solid", "rand", "rand", **how)
    results = results_of_all(held)
    assert results.standings.matches == 2, "one of three rests in each round"


@pytest.mark.parametrize(
    ("game", "players", "why"),
    [
        ("akq", 0, "--teams is for games of two sides with partners; AKQ has none"),
        ("bridge", 3, "4"),
    ],
)
def test_teams_need_two_sides(game: str, players: int, why: str) -> None:
    with pytest.raises(Refused) as refused:
        prepare(game, read_entrants(["rand", "rand"]), seed=1, teams=True, players=players)
    assert why in refused.value.text()


@pytest.mark.parametrize(
    ("swings", "why"),
    [
        ((20, 10), "swings rise from one point to the next"),
        ((0, 10), "swings rise from one point to the next"),
        (("20",), "swings are numbers"),
    ],
)
def test_swings_that_cannot_be(swings: object, why: str) -> None:
    with pytest.raises(RulesError, match=why):
        made(Deal(), TrickGame(), swings=swings)
