"""Processes that play: the same with any number of them, and no bot ends or stops a contest."""

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from cardkit.contest.contest import Contest, hold, prepare
from cardkit.contest.entrants import read_entrants
from cardkit.contest.model import Entrant, FaultKind, OnFault, Outcome, ProgramLimits
from cardkit.contest.outcome_file import OutcomeFile
from cardkit.contest.process_pool import ProcessPool
from cardkit.netgame import Refused
from tests.contest_bots import HERE


def contest_of(game: str, *bots: str, **parts: Any) -> Contest:
    typed = [f"{HERE}:{bot}" if bot[0].isupper() else bot for bot in bots]
    return prepare(game, read_entrants(typed), **{"seed": 1, **parts})


def held(contest: Contest, workers: int) -> list[Outcome]:
    with tempfile.TemporaryFile() as file, ProcessPool(contest.plan, workers) as pool:
        outcome_file = OutcomeFile(file)
        hold(contest, outcome_file, pool, lambda: None)
        assert pool.games >= sum(len(outcome.games) for outcome in outcome_file.outcomes())
        return list(outcome_file.outcomes())


def test_any_number_of_workers_comes_to_the_same() -> None:
    contest = contest_of("daifugo", "rand", "thrifty", "rand", players=3, matches=3, duplicate=True)
    one, two = held(contest, 1), held(contest, 2)
    assert one == two
    assert len(one) == contest.schedule.total == 9


def test_a_swiss_contest_comes_to_the_same_with_any_number_of_workers() -> None:
    contest = contest_of("akq", *["rand", "honest"] * 3, format="swiss", options={"games": 5})
    assert held(contest, 1) == held(contest, 2)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="no system to keep to a core")
def test_programs_play_on_the_core_of_their_worker(tmp_path: Path) -> None:
    folder = tmp_path / "bots"
    folder.mkdir()
    folder.chmod(0o755)  # no program plays as root
    program = folder / "cores.py"
    program.write_text(
        "import os, sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('ASK'):\n"
        "        print('cores', len(os.sched_getaffinity(0)), flush=True)\n"
    )
    cores = Entrant("cores", argv=(sys.executable, str(program)))
    entrants = (*read_entrants(["rand"]), cores)
    (outcome,) = held(prepare("akq", entrants, seed=1, on_fault=OnFault.PASS), 2)
    assert "cores 1" in outcome.faults[0].evidence


def test_who_ends_the_process_is_found_and_the_match_goes_on() -> None:
    contest = contest_of(
        "akq", "EndsTheProcess", "honest", matches=2, options={"games": 4, "points": 1000}
    )
    outcomes = held(contest, 1)
    assert [len(outcome.games) for outcome in outcomes] == [4, 4]
    for outcome in outcomes:
        (fault,) = outcome.faults
        assert (fault.entrant, fault.game, fault.kind) == (0, 2, FaultKind.CRASHED)
        assert "exit status 3" in fault.evidence
        assert fault.done == "said FOLD"


def test_a_match_is_played_again_without_who_ended_the_process() -> None:
    contest = contest_of("flush_poker", "Loses", "rand", "rand", "rand", on_fault=OnFault.REMATCH)
    (outcome,) = held(contest, 1)
    assert outcome.pairing.entrants in ((1, 2, 3), (2, 3, 1), (3, 1, 2))
    assert [fault.done for fault in outcome.faults] == ["rematch"]


@pytest.mark.parametrize("bot", ["Loops", "LoopsStubbornly", "LoopsInside"])
def test_who_thinks_for_ever_is_interrupted(bot: str) -> None:
    contest = contest_of("akq", bot, "honest", options={"games": 2}, limits=ProgramLimits(move=0.4))
    (outcome,) = held(contest, 1)
    assert len(outcome.games) == 2
    assert {(fault.entrant, fault.kind) for fault in outcome.faults} == {(0, FaultKind.TOO_SLOW)}
    assert outcome.scores == (98, 102) or outcome.scores == (102, 98)


def test_who_eats_memory_is_refused_more() -> None:
    limits = ProgramLimits(memory=64 << 20, move=60.0)
    contest = contest_of("akq", "EatsMemory", "honest", options={"games": 1}, limits=limits)
    (outcome,) = held(contest, 1)
    assert [(fault.entrant, fault.kind) for fault in outcome.faults] == [(0, FaultKind.MEMORY)]


def test_what_a_bot_prints_does_not_get_in_between(capfd: pytest.CaptureFixture[str]) -> None:
    contest = contest_of("akq", "Prints", "honest", options={"games": 2})
    (outcome,) = held(contest, 1)
    assert outcome.faults == ()
    assert capfd.readouterr().out == ""


def test_a_game_that_breaks_down_ends_the_contest_with_one_sentence(tmp_path: Path) -> None:
    game = tmp_path / "broken_game.py"
    game.write_text(
        "from cardkit.games.akq.game import AKQ\n"
        "class Broken(AKQ):\n"
        "    title = 'Broken'\n"
        "    def on_game_over(self):\n"
        "        raise LookupError('no way')\n"
    )
    contest = contest_of(f"{game}:Broken", "rand", "rand")
    with pytest.raises(Refused, match=r"the game broke down: LookupError: no way \(broken_game"):
        held(contest, 1)


# --- bots that hang, or end the process, wherever they can ---------------------------------------

BAD_TIMES = {
    "HangsWhenMade": FaultKind.TOO_SLOW,
    "EndsWhenMade": FaultKind.CRASHED,
    "HangsAtTheBeginning": FaultKind.TOO_SLOW,
    "EndsAtTheBeginning": FaultKind.CRASHED,
    "EndsWhenItHears": FaultKind.CRASHED,
    "ReadsNowhere": FaultKind.CRASHED,
    "HangsAtTheEnd": FaultKind.TOO_SLOW,
    "EndsAtTheEnd": FaultKind.CRASHED,
}


def workers_for(kind: FaultKind) -> int:
    """Two, of which each may end; but who hangs takes a core for as long as nobody ends it."""
    return 1 if kind is FaultKind.TOO_SLOW else 2


@pytest.mark.parametrize("bot", BAD_TIMES)
def test_who_hangs_or_ends_the_process_is_named_and_the_others_play_on(bot: str) -> None:
    limits = ProgramLimits(move=0.4, load=2.0)
    contest = contest_of("akq", bot, "rand", "honest", options={"games": 2}, limits=limits)
    outcomes = held(contest, workers_for(BAD_TIMES[bot]))
    assert len(outcomes) == 3
    for outcome in outcomes:
        kinds = {(fault.entrant, fault.kind) for fault in outcome.faults}
        assert kinds == ({(0, BAD_TIMES[bot])} if 0 in outcome.pairing.entrants else set())


IMPORTED = {
    "while True: pass": (FaultKind.TOO_SLOW, "it was not loaded within 2 s"),
    "sum(iter(int, 1))": (
        FaultKind.TOO_SLOW,
        "it was not loaded within 2 s, and it could not be interrupted",
    ),
    "os._exit(0)": (FaultKind.CRASHED, "it ended its process (exit status 0)"),
    "ctypes.string_at(0)": (FaultKind.CRASHED, "it ended its process (SIGSEGV)"),
}


@pytest.mark.parametrize("line", IMPORTED)
def test_who_hangs_or_ends_the_process_when_imported_is_named_too(
    line: str, tmp_path: Path
) -> None:
    file = tmp_path / "bad_import.py"
    file.write_text(
        f"import ctypes, os\n{line}\n"
        "from cardkit.cardgame import Bot\n"
        "class Bad(Bot):\n"
        "    def choose(self, view, legal):\n"
        "        return legal[0]\n"
    )
    bots = read_entrants([f"{file}:Bad", "rand", "honest"])
    limits = ProgramLimits(load=2.0)
    contest = prepare("akq", bots, seed=1, options={"games": 2}, limits=limits, matches=3)
    kind, evidence = IMPORTED[line]
    outcomes = held(contest, workers_for(kind))
    assert len(outcomes) == 9
    for outcome in outcomes:
        found = {(fault.entrant, fault.kind, fault.evidence) for fault in outcome.faults}
        assert found == ({(0, kind, evidence)} if 0 in outcome.pairing.entrants else set())


def test_who_ends_the_program_when_imported_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "leaves.py"
    file.write_text("import sys\nsys.exit(3)\n")
    with pytest.raises(Refused, match=r"leaves\.py"):
        prepare("akq", read_entrants([f"{file}:Bad", "rand"]), seed=1)


@pytest.mark.parametrize("bot", ["Dawdles", "BreaksLate"])
def test_nobody_has_more_time_for_a_match_than_was_said(bot: str) -> None:
    limits = ProgramLimits(move=0.1, total=0.35)
    options = {"games": 50, "points": 1000}
    contest = contest_of("akq", bot, "honest", options=options, limits=limits)
    (outcome,) = held(contest, 1)
    assert len(outcome.games) == 50
    faults = [fault.kind for fault in outcome.faults if fault.entrant == 0]
    assert faults.count(FaultKind.OUT_OF_TIME) == 1
    assert faults[-1] is FaultKind.OUT_OF_TIME
    assert len(faults) <= 5
