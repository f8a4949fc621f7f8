"""`cardkit contest try`: what is wrong with a bot is found, and where nothing is, nothing."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardkit.cli import main
from cardkit.commands.contest_try import in_process_of_its_own
from cardkit.commands.new import BOTS
from cardkit.contest.bot_log import BotLogFolder
from cardkit.contest.bot_trial import BotTrial, Level, TrialTable, tables_for, tables_of
from cardkit.contest.entrants import entrant_from
from cardkit.contest.model import Entrant, ProgramLimits
from cardkit.netgame import Refused
from cardkit.registry import find_game
from tests.contest_bots import HERE

AKQ = [TrialTable("akq", "", {}, 2)]
MILLIONAIRE = TrialTable("daifugo", "millionaire", {"bad_exchange": "forfeit"}, 4)
SEVERAL = [
    MILLIONAIRE,
    TrialTable("daifugo", "", {}, 3),
    TrialTable("akq", "table", {}, 2),
    TrialTable("flush_poker", "", {}, 4),
    TrialTable("hearts", "", {}, 4),
    TrialTable("go_fish", "", {}, 3),
    TrialTable("hanabi", "", {}, 2),
    TrialTable("gin_rummy", "", {}, 2),
]


def try_bot(
    bot: str | Entrant,
    tables: Sequence[TrialTable] = AKQ,
    *,
    matches: int = 8,
    seconds: float = 60.0,
    limits: ProgramLimits = ProgramLimits(),  # noqa: B008 - it is frozen
    log_folder: BotLogFolder | None = None,
) -> dict[str, tuple[Level, str]]:
    """What is found, by what it is about."""
    entrant = entrant_from(bot) if isinstance(bot, str) else bot
    trial = BotTrial(
        entrant, tables, limits=limits, matches=matches, seconds=seconds, log_folder=log_folder
    )
    bar: list[int] = []
    findings = trial.run(bar.append)
    assert bar == [*range(1, trial.played + 1)]
    for finding in findings:
        assert (finding.advice is None) == (finding.level is Level.OK)
        assert "{" not in finding.what.text("ja").replace('{"', "")
    return {f.about: (f.level, f"{f.what} → {f.advice}") for f in findings}


def wrong_in(found: dict[str, tuple[Level, str]]) -> set[str]:
    return {about for about, (level, _) in found.items() if level is Level.WRONG}


def test_nothing_is_wrong_with_a_good_bot() -> None:
    found = try_bot("honest")
    assert {level for level, _ in found.values()} == {Level.OK}
    about = {"answers", "legality", "unknown", "flood", "warning", "speed", "repeats"}
    assert {*found} - {"memory"} == about


@pytest.mark.parametrize(
    ("bot", "wrong", "said"),
    [
        ("Breaks", {"crashed"}, "ZeroDivisionError"),
        ("BreaksLater", {"crashed"}, "RuntimeError: enough"),
        ("Says", {"illegal"}, "said 'DISCARD XX': "),
        ("SaysANumber", {"nonsense"}, "answered with int"),
        ("FailsToListen", {"crashed"}, "LookupError"),
    ],
)
def test_what_a_bot_does_wrong_is_found(bot: str, wrong: set[str], said: str) -> None:
    found = try_bot(f"{HERE}:{bot}")
    assert wrong_in(found) == wrong
    assert said in found[wrong.pop()][1]


def test_who_cheats_is_found_where_the_game_punishes_it() -> None:
    found = try_bot(f"{HERE}:Cheats", [MILLIONAIRE])
    assert wrong_in(found) == {"cheated"}
    assert "--preset millionaire --set bad_exchange=forfeit --players 4" in found["cheated"][1]


def test_who_is_too_slow_is_found_and_costs_no_more_than_was_given() -> None:
    limits = ProgramLimits(move=0.02)
    found = try_bot(f"{HERE}:Loops", limits=limits, seconds=2.0)
    assert wrong_in(found) == {"too slow", "speed"}


@pytest.mark.parametrize(
    ("bot", "about"), [("StrangerToEvents", "unknown"), ("Offended", "warning")]
)
def test_what_a_bot_cannot_take_is_found(bot: str, about: str) -> None:
    assert about in wrong_in(try_bot(f"{HERE}:{bot}"))


def test_chance_of_ones_own_is_noted() -> None:
    level, said = try_bot(f"{HERE}:Moody")["repeats"]
    assert level is Level.NOTE
    assert "self.below(n)" in said


def test_who_wants_to_know_what_its_seat_knows_is_told() -> None:
    assert not wrong_in(try_bot(f"{HERE}:Knower", SEVERAL))


def test_when_time_is_up_what_was_not_tried_is_told() -> None:
    found = try_bot("rand", tables_for(["whist", "akq"]), seconds=1e-9)
    assert found["answers"][0] is Level.NOTE
    assert "Time was up" in found["answers"][1]
    assert "repeats" not in found


def test_every_preset_and_number_of_players_is_tried() -> None:
    tables = list(tables_of("daifugo"))
    seats = find_game("daifugo").seats
    assert {table.preset for table in tables} == {"", *find_game("daifugo").presets}
    assert {t.players for t in tables} >= {*range(seats.least, seats.most + 1)}
    assert MILLIONAIRE in tables, "as the contest has it"
    both = tables_for(["daifugo", "akq"])
    assert [table.game for table in both[:4]] == ["daifugo", "akq", "daifugo", "akq"]


def test_a_fault_names_its_log(tmp_path: Path) -> None:
    found = try_bot(f"{HERE}:Breaks", log_folder=BotLogFolder(tmp_path / "logs", 100))
    file = Path(found["crashed"][1].rpartition(" in ")[2].removesuffix("."))
    assert "ZeroDivisionError" in file.read_text()


# --- programs ------------------------------------------------------------------------------------

LINGERS = """
import sys, time
for line in sys.stdin:
    if line.startswith("ASK"):
        print("FOLD", flush=True)
time.sleep(60)
"""
GREETS = """
import sys
for line in sys.stdin:
    if line.startswith("ASK"):
        print("FOLD\\nthat was easy", flush=True)
"""


@pytest.mark.parametrize(
    ("program", "about", "level"), [(LINGERS, "end", Level.NOTE), (GREETS, "flood", Level.WRONG)]
)
def test_what_a_program_does_wrong_is_found(
    tmp_path: Path, program: str, about: str, level: Level
) -> None:
    tmp_path.chmod(0o755)  # no program plays as root
    (tmp_path / "bot.py").write_text(program)
    assert try_bot(f"python3 {tmp_path}/bot.py", matches=2)[about][0] is level


@pytest.mark.parametrize("language", BOTS)
def test_bots_to_begin_with_do_nothing_wrong(language: str, tmp_path: Path) -> None:
    """At several games, and at the contest from which an earlier one was thrown out."""
    tmp_path.chmod(0o755)  # no program plays as root
    assert main(["new", "--bot", language, f"mine_{language}", "--dir", str(tmp_path)]) == 0
    (file,) = tmp_path.iterdir()
    tool = {"class": "", "python": "python3", "node": "node", "c": "gcc", "sh": "sh"}[language]
    if tool and shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")
    command = {"class": f"{file}:MineClass", "c": f"{tmp_path}/mine"}.get(
        language, f"{tool} {file}"
    )
    if language == "c":
        subprocess.run([tool, "-O2", "-o", tmp_path / "mine", file], check=True)
    limits = ProgramLimits(move=30.0)  # a busy machine is not what is tried
    found = try_bot(command, SEVERAL, matches=len(SEVERAL) * (1 if tool else 3), limits=limits)
    assert {about: said for about, (level, said) in found.items() if level is Level.WRONG} == {}
    assert found["legality"][0] is Level.OK


# --- the command ---------------------------------------------------------------------------------


class Run:
    """Runs the command and says how it ended and what it wrote, also in another process."""

    def __init__(self, capfd: pytest.CaptureFixture[str]) -> None:
        self._capfd = capfd

    def __call__(self, *words: str) -> tuple[int, str, str]:
        status = main(["contest", "try", *words, "--lang", "en"])
        return status, *self._capfd.readouterr()


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    return Run(capfd)


def test_the_command_tells_findings_and_what_to_do(run: Run) -> None:
    status, out, _ = run(f"{HERE}:Breaks", "akq")
    assert status == 1
    assert "\nWRONG crashed, " in out
    assert "\n      → Mend what its last words say; " in out
    assert out.endswith("It is not fit for a contest yet: one thing is wrong.\n")
    status, out, _ = run("honest", "akq", "--json")
    assert status == 0
    data = json.loads(out)
    assert data["fit"] is True
    assert data["decisions"] > 50
    assert {finding["level"] for finding in data["findings"]} == {"ok"}


def test_who_ends_its_process_is_told_so(run: Run) -> None:
    status, out, _ = run(f"{HERE}:Loses", "akq")
    assert status == 1
    assert out.startswith("WRONG It ends the process in which it plays")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["honest"], "of which game is honest a bot?"),
        (["nothere.py:Bot", "akq"], "there is no file nothere.py"),
        (["python3 nothere.py", "akq"], "there is no file nothere.py for python3 to run"),
        (["honest", "akqq"], "did you mean akq?"),
        ([f"{HERE}:CannotBeMade", "akq"], "cannot begin: ValueError"),
    ],
)
def test_what_cannot_be_tried_is_refused(run: Run, words: list[str], told: str) -> None:
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1


def test_what_is_done_in_a_process_of_its_own_has_a_result_or_none() -> None:
    assert in_process_of_its_own(lambda: 1) == 1
    assert in_process_of_its_own(lambda: os._exit(5)) is None


def test_a_bot_that_cannot_be_found_is_refused_at_once() -> None:
    with pytest.raises(Refused):
        BotTrial(Entrant("x", "nothere.py:X"), AKQ, limits=ProgramLimits())
