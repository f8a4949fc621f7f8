"""Matches of a contest: whatever bots do, it is a result, and its record can be checked."""

import gc
import tracemalloc
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit.cardgame import CardGame, Rand
from cardkit.contest.entrants import PlayerFactory
from cardkit.contest.match import MOST_FAULTS
from cardkit.contest.match_runner import MatchRunner, Played
from cardkit.contest.model import (
    ContestPlan,
    Entrant,
    FaultKind,
    OnFault,
    Outcome,
    Pairing,
    ProgramLimits,
)
from cardkit.contest.outcome_file import line_of
from cardkit.contest.presets import PRESETS
from cardkit.games.whist import Whist
from cardkit.record import check_record
from cardkit.record.recorded_match import RecordedMatch
from cardkit.registry import find_game
from tests.contest_bots import HERE, Diary

RULES = [*OnFault]


def plan_of(game: str, *bots: str, **parts: Any) -> ContestPlan:
    """A plan for these bots; those with a capital are from the file of bad ones."""
    entrants = tuple(
        Entrant(f"{bot.lower()}-{n}", f"{HERE}:{bot}" if bot[0].isupper() else bot)
        for n, bot in enumerate(bots)
    )
    parts = {"preset": "", "options": {}, "seed": 1, **parts}
    return ContestPlan(game, players=len(bots), entrants=entrants, **parts)


def play(plan: ContestPlan, number: int = 0, deal: int = 0) -> Outcome:
    seats = tuple(range(plan.players))
    played = MatchRunner(plan).play(Pairing(number, seats, deal), keep=True)
    check(played, plan)
    return played.outcome


def check(played: Played, plan: ContestPlan) -> str:
    """The record of a match is right by `cardkit verify`, can be shown, and says the same."""
    key = Ed25519PrivateKey.generate()
    text = "".join(f"{line}\n" for line in played.record(plan, key.private_bytes_raw()))
    verdict = check_record(text, find_game)
    assert tuple(verdict.scores.values()) == played.outcome.scores
    assert verdict.games == len(played.outcome.games)
    reel = RecordedMatch(verdict.record, find_game)
    assert len(reel.starts) == verdict.games
    assert reel.players == played.table.names
    return text


def done(outcome: Outcome) -> list[str]:
    return [fault.done for fault in outcome.faults]


def kinds(outcome: Outcome) -> set[FaultKind]:
    return {fault.kind for fault in outcome.faults}


def test_an_outcome_tells_points_scores_and_ranking_by_seat() -> None:
    outcome = play(plan_of("akq", "rand", "honest", options={"games": 5}))
    assert outcome.faults == ()
    assert len(outcome.moves) == len(outcome.seconds) == 2
    for game in outcome.games:
        assert sum(game.points) == 0
        assert sorted(game.ranking) == [0, 1]
    won = [sum(points) for points in zip(*(g.points for g in outcome.games), strict=True)]
    assert outcome.scores == tuple(100 + each for each in won)


@pytest.mark.parametrize(
    ("game", "bots"),
    [
        ("akq", ("rand", "honest")),
        ("daifugo", ("thrifty", "rand", "rand")),
        ("flush_poker", ("solid", "rand", "rand", "rand")),
        ("page_one", ("rand", "rand", "rand")),
        ("whist", ("rand", "rand", "rand", "rand")),
    ],
)
def test_the_same_pairing_comes_to_the_same_whoever_plays_it(
    game: str, bots: tuple[str, ...]
) -> None:
    plan = plan_of(game, *bots)
    one, other = MatchRunner(plan), MatchRunner(plan)
    pairings = [Pairing(n, tuple(range(len(bots))), n) for n in range(3)]
    forwards = [one.play(pairing).outcome for pairing in pairings]
    backwards = [other.play(pairing).outcome for pairing in reversed(pairings)]
    assert forwards == backwards[::-1]
    assert play(plan) == forwards[0]
    assert play(replace(plan, seed=2)) != forwards[0]


def test_many_matches_need_no_more_memory_than_some() -> None:
    runner = MatchRunner(plan_of("akq", "rand", "honest"))
    tracemalloc.start()
    sizes = []
    for goal in (50, 100, 300):
        for number in range(goal):
            line_of(runner.play(Pairing(number, (0, 1), number)).outcome)
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
    tracemalloc.stop()
    assert sizes[2] - sizes[1] < 10_000


# --- duplicate deals -------------------------------------------------------------------------


def hands_of(played: Played) -> list[tuple[str, ...]]:
    """Who was dealt what in the first game, by seat."""
    plan_key, game = played.table.chance.key, type(played.table)
    table = game(key=plan_key)
    assert isinstance(table, CardGame)
    for who, said, at in played.table.journal:
        table.apply(who, said, at)
        if said == "START":
            return [tuple(map(str, table.piles[seat])) for seat in range(len(table.names))]
    raise AssertionError("no game was begun")


def test_the_cards_depend_on_the_deal_and_never_on_who_sits_where() -> None:
    runner = MatchRunner(plan_of("whist", "rand", "rand", "rand", "rand", options={"games": 2}))
    one, turned, other = (
        runner.play(pairing, keep=True)
        for pairing in (
            Pairing(0, (0, 1, 2, 3), 7),
            Pairing(1, (3, 0, 1, 2), 7),
            Pairing(2, (0, 1, 2, 3), 8),
        )
    )
    assert hands_of(one) == hands_of(turned)
    assert hands_of(one) != hands_of(other)
    assert one.outcome.games != turned.outcome.games  # the bots draw lots of their own


def test_luck_cancels_out_when_the_same_bots_change_seats() -> None:
    runner = MatchRunner(plan_of("akq", "honest", "honest", options={"games": 20}))
    for deal in range(5):
        one = runner.play(Pairing(2 * deal, (0, 1), deal)).outcome
        other = runner.play(Pairing(2 * deal + 1, (1, 0), deal)).outcome
        assert one.scores == other.scores  # so each wins with one seat what it loses with the other


def test_a_game_that_goes_by_names_goes_by_seats() -> None:
    runner = MatchRunner(plan_of("daifugo", "rand", "thrifty", preset="millionaire"))
    for seats in ((0, 1), (1, 0)):
        played = runner.play(Pairing(0, seats, 0), keep=True)
        start = [who for who, _, _ in played.table.journal].index("")
        assert played.table.journal[start + 1][0] == played.table.names[0]


# --- memory ----------------------------------------------------------------------------------


def test_a_bot_hears_of_every_match_and_game_with_names_and_results() -> None:
    Diary.heard.clear()
    plan = plan_of("akq", "Diary", "honest", options={"games": 2, "points": 1000})
    runner = MatchRunner(plan)
    runner.load()
    runner.makers[0].bot = Diary
    outcome = runner.play(Pairing(0, (1, 0), 0)).outcome
    names, games = ("a-honest-1", "b-diary-0"), outcome.games
    first = tuple(1000 + won for won in games[0].points)
    assert Diary.heard == [
        ("match_begins", names, 1, 2),
        ("game_begins", 1, names, 1),
        ("game_over", 1, games[0].points, first, games[0].ranking),
        ("game_begins", 2, names, 1),
        ("game_over", 2, games[1].points, outcome.scores, games[1].ranking),
        ("match_over", outcome.scores),
    ]


def test_a_bot_that_plays_at_random_but_listens_is_told_too() -> None:
    heard: list[int] = []

    class Listens(Rand):
        def game_begins(self, game: int, names: Sequence[str], seat: int) -> None:
            heard.append(game)

    runner = MatchRunner(plan_of("whist", "rand", "rand", "rand", "rand", options={"games": 2}))
    runner.makers[1] = PlayerFactory(Entrant("listens", f"{HERE}:Diary"), Whist, ProgramLimits())
    runner.load()
    runner.makers[1].bot = Listens
    runner.play(Pairing(0, (0, 1, 2, 3), 0))
    assert heard == [1, 2]


# --- faults ----------------------------------------------------------------------------------

WRONG = {
    "Breaks": FaultKind.CRASHED,
    "Quits": FaultKind.CRASHED,
    "Says": FaultKind.ILLEGAL,
    "SaysNothing": FaultKind.ILLEGAL,
    "SaysANumber": FaultKind.NONSENSE,
    "Leaves": FaultKind.ILLEGAL,
}


@pytest.mark.parametrize("bot", WRONG)
@pytest.mark.parametrize("rule", RULES)
def test_whatever_a_bot_does_wrong_the_match_is_played_to_its_end(bot: str, rule: OnFault) -> None:
    plan = plan_of("akq", bot, "honest", options={"games": 3}, on_fault=rule)
    outcome = play(plan)
    assert len(outcome.games) == 3
    assert kinds(outcome) == {WRONG[bot]}
    assert {fault.entrant for fault in outcome.faults} == {0}
    assert outcome.scores == (97, 103)  # it lost its fee three times, and no more
    assert all(fault.evidence for fault in outcome.faults)


def test_who_is_asked_again_can_still_answer() -> None:
    outcome = play(plan_of("akq", "WrongOnce", "honest", options={"games": 1}))
    assert done(outcome) == ["asked again"]
    assert "RAISE the roof" in outcome.faults[0].evidence


def test_who_was_asked_often_enough_has_passed() -> None:
    plan = plan_of("akq", "Says", "honest", options={"games": 1}, tries=2)
    assert done(play(plan)) == ["asked again", "asked again", "said FOLD"]


def test_a_fault_counts_as_a_pass_at_once_under_that_rule() -> None:
    plan = plan_of("akq", "Says", "honest", options={"games": 2}, on_fault=OnFault.PASS)
    assert done(play(plan)) == ["said FOLD", "said FOLD"]


def test_the_record_keeps_what_was_said() -> None:
    plan = plan_of("akq", "Says", "honest", options={"games": 1}, on_fault=OnFault.PASS)
    played = MatchRunner(plan).play(Pairing(0, (0, 1), 0), keep=True)
    assert '"said": "DISCARD XX"' in check(played, plan)


def test_a_forfeited_game_is_lost_and_the_next_one_is_played() -> None:
    plan = plan_of(
        "daifugo", "BreaksLater", "rand", "rand", options={"games": 4}, on_fault=OnFault.FORFEIT
    )
    outcome = play(plan)
    assert done(outcome) == ["forfeit"] * 3
    assert [fault.game for fault in outcome.faults] == [2, 3, 4]
    assert [game.ranking[-1] for game in outcome.games[1:]] == [0, 0, 0]


def test_a_match_is_played_again_without_who_broke_down() -> None:
    plan = plan_of(
        "flush_poker",
        "rand",
        "BreaksLater",
        "rand",
        "rand",
        options={"games": 5},
        on_fault=OnFault.REMATCH,
    )
    outcome = play(plan)
    assert done(outcome) == ["rematch"]
    assert outcome.pairing.entrants == (0, 2, 3)
    assert len(outcome.scores) == 3
    assert sum(outcome.scores) == 60_000
    assert len(outcome.games) <= 5


def test_one_after_the_other_may_have_to_leave() -> None:
    bots = ("Breaks", "rand", "BreaksLater", "rand")
    plan = plan_of("flush_poker", *bots, options={"games": 3}, on_fault=OnFault.REMATCH)
    outcome = play(plan)
    assert [(fault.entrant, fault.done) for fault in outcome.faults] == [
        (0, "rematch"),
        (2, "rematch"),
    ]
    assert outcome.pairing.entrants == (1, 3)


def test_where_too_few_are_left_for_a_rematch_the_games_are_lost() -> None:
    plan = plan_of("akq", "BreaksLater", "honest", options={"games": 3}, on_fault=OnFault.REMATCH)
    outcome = play(plan)
    assert outcome.pairing.entrants == (0, 1)
    assert done(outcome) == ["forfeit", "forfeit"]


def test_what_is_only_illegal_is_no_reason_for_a_rematch() -> None:
    bots = ("Says", "rand", "rand", "rand")
    plan = plan_of("flush_poker", *bots, options={"games": 2}, on_fault=OnFault.REMATCH)
    outcome = play(plan)
    assert outcome.pairing.entrants == (0, 1, 2, 3)
    assert all(each.startswith("said ") for each in done(outcome))


@pytest.mark.parametrize("rule", RULES)
def test_a_bot_that_cannot_even_be_made_is_gone_from_the_beginning(rule: OnFault) -> None:
    plan = plan_of("akq", "CannotBeMade", "honest", options={"games": 3}, on_fault=rule)
    outcome = play(plan)
    assert len(outcome.faults) == 1
    assert outcome.scores == (97, 103)


@pytest.mark.parametrize("rule", RULES)
def test_failing_to_listen_is_a_fault_too(rule: OnFault) -> None:
    plan = plan_of("akq", "FailsToListen", "honest", options={"games": 3}, on_fault=rule)
    outcome = play(plan)
    assert kinds(outcome) == {FaultKind.CRASHED}
    assert set(done(outcome)) == {"noted" if rule in (OnFault.ASK, OnFault.PASS) else "forfeit"}


def test_who_does_too_much_wrong_is_not_asked_any_more() -> None:
    plan = plan_of("akq", "Says", "honest", options={"games": 200, "points": 1000})
    outcome = play(plan)
    assert len(outcome.faults) == MOST_FAULTS
    assert len(outcome.games) == 200


def test_who_answers_too_late_has_not_answered() -> None:
    plan = plan_of("akq", "Diary", "honest", options={"games": 2}, limits=ProgramLimits(move=0.0))
    outcome = play(plan)
    assert kinds(outcome) == {FaultKind.TOO_SLOW}
    assert set(done(outcome)) == {"said FOLD"}


def test_whose_time_for_the_match_is_used_up_is_not_asked_any_more() -> None:
    plan = plan_of("akq", "Diary", "rand", options={"games": 3}, limits=ProgramLimits(total=0.0))
    outcome = play(plan)
    assert [(fault.entrant, fault.kind) for fault in outcome.faults] == [(0, FaultKind.OUT_OF_TIME)]
    assert outcome.scores == (97, 103)


def test_a_cheat_at_the_exchange_is_last_in_the_millionaire_contest() -> None:
    plan = plan_of("daifugo", "rand", "Cheats", "rand", "rand", preset="millionaire")
    outcome = play(plan)
    assert {(fault.entrant, fault.kind) for fault in outcome.faults} == {(1, FaultKind.CHEATED)}
    assert outcome.faults[0].evidence == "CHEAT: a player gave the wrong cards at the exchange"
    assert done(outcome) == ["punished by the game"] * 9  # the rules know what a cheat costs
    assert len(outcome.games) == 10
    assert [game.ranking[-1] for game in outcome.games] == [1] * 10
    assert [game.points[1] for game in outcome.games] == [-2] * 9 + [-12]
    honest = plan_of("daifugo", *["thrifty"] * 4, preset="millionaire")
    assert play(honest).faults == ()


@pytest.mark.parametrize(
    ("bot", "cheats"),
    [
        ("Gives", False),
        ("GivesAnySuit", False),
        ("GivesTooFew", True),
        ("GivesTooMany", True),
        ("GivesWhatItHasNot", True),
        ("GivesTooFewWhenRich", True),
    ],
)
def test_what_is_a_cheat_at_the_exchange_of_the_millionaire_contest(bot: str, cheats: bool) -> None:
    """Seed 000: strength goes by number alone; whoever exchanges unfairly is 大貧民."""
    like = PRESETS["millionaire"]
    parts = {"preset": like.preset, "options": like.options, "on_fault": like.on_fault}
    outcome = play(plan_of("daifugo", bot, *["rand"] * 4, **parts))
    found = {(fault.entrant, fault.kind, fault.done) for fault in outcome.faults}
    assert found == ({(0, FaultKind.CHEATED, "punished by the game")} if cheats else set())
    for fault in outcome.faults:
        game = outcome.games[fault.game - 1]
        assert game.ranking[-1] == 0
        assert game.points[0] == (-12 if fault.game == 10 else -2)
        assert sorted(game.points[1:]) == (  # nobody else is 大貧民
            [-6, 0, 6, 12] if fault.game == 10 else [-1, 0, 1, 2]
        )
