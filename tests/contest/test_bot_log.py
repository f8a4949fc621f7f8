"""Logs of bots: all that one heard, said and complained of, and never the end of a match."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from cardkit.cardgame import Bot, CardCommand, CardView, Offer
from cardkit.cli import main
from cardkit.contest import bot_log
from cardkit.contest.bot_log import BotLog, BotLogFolder
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.model import ContestPlan, Entrant, Outcome, Pairing
from tests.contest_bots import HERE

PROGRAM = """
import sys
for line in sys.stdin:
    if line.startswith("ASK"):
        print("I think", file=sys.stderr, flush=True)
        print("FOLD", flush=True)
"""


class Chatty(Bot):
    """Prints, and says FOLD."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        print("I", end=" ")
        print("think", file=sys.stderr)
        return "FOLD"


def play(folder: BotLogFolder, *entrants: Entrant) -> Outcome:
    plan = ContestPlan("akq", "", {"games": 1}, 2, entrants, seed=1)
    runner = MatchRunner(plan, log_folder=folder)
    return runner.play(Pairing(0, (0, 1), 0)).outcome


def read(path: Path) -> list[str]:
    """The lines of a log without their times."""
    lines = path.read_text().splitlines()
    assert all(float(line[:11]) >= 0 for line in lines)
    return [line[12:] for line in lines]


def test_who_wants_to_know_what_its_seat_knows_is_told_with_a_log_too(folder: BotLogFolder) -> None:
    outcome = play(folder, Entrant("x", f"{HERE}:Knower"), Entrant("rand", "rand"))
    assert outcome.faults == ()


@pytest.fixture
def folder(tmp_path: Path) -> BotLogFolder:
    return BotLogFolder(tmp_path / "logs", 10)


def test_a_class_and_a_program_have_the_same_words_in_their_logs(
    tmp_path: Path, folder: BotLogFolder
) -> None:
    tmp_path.chmod(0o755)  # no program plays as root
    program = tmp_path / "folds.py"
    program.write_text(PROGRAM)
    chatty, folds = Entrant("x", f"{__file__}:Chatty"), Entrant("x", argv=("python3", str(program)))
    logs = []
    for number, entrant in enumerate((chatty, folds)):
        where = BotLogFolder(folder.path / str(number), 1)
        outcome = play(where, entrant, Entrant("rand", "rand"))
        assert outcome.faults == ()
        logs.append(read(where.file(0, 0, "x")))
        assert not where.folder(1, "rand").exists(), "who plays at random hears nothing"
    told = [[line for line in log if line not in ("< ", "< OK")] for log in logs]
    assert told[0] == told[1]
    first, state = told[0][:2]
    assert first == "# x plays match 1 in seat 0"
    assert state.startswith('< STATE 0 {"rules":"akq",')
    asked = [line[:5] for line in told[0]].index("< ASK")
    assert told[0][asked + 1 : asked + 4] == ["! I think", "> FOLD", "< 13 ACTION a-x FOLD"]


def test_a_breakdown_is_there_in_full_and_with_what_came_of_it(folder: BotLogFolder) -> None:
    outcome = play(folder, Entrant("breaks", f"{HERE}:Breaks"), Entrant("rand", "rand"))
    log = read(folder.file(0, 0, "breaks"))
    begins = log.index("! Traceback (most recent call last):")
    end = log.index("! ZeroDivisionError: integer division or modulo by zero")
    assert HERE in log[begins + 1], "not where the toolkit has called it"
    assert log[end + 1].startswith("# crashed: ZeroDivisionError: integer division")
    assert log[end + 1].endswith(f"→ {outcome.faults[0].done}")


def test_a_refusal_is_told_in_between(folder: BotLogFolder) -> None:
    play(folder, Entrant("wrong", f"{HERE}:WrongOnce"), Entrant("rand", "rand"))
    log = read(folder.file(0, 0, "wrong"))
    at = log.index("> RAISE the roof")
    assert log[at + 1].startswith("# illegal: said 'RAISE the roof': ")
    assert log[at + 2].startswith("< WARNING ")
    assert log[at + 3].startswith("< ASK ")


def test_a_log_has_an_end_but_faults_are_still_told(
    folder: BotLogFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_log.BotLog._write, "__defaults__", (300,))
    log = BotLog(folder.file(0, 0, "x"))
    for _ in range(100):
        log.heard(b"17 MOVE ann table S3\n")
        log.complained(b"a lot " * 10)
    log.note("crashed: at last")
    log.close()
    lines = read(folder.file(0, 0, "x"))
    assert len(lines) < 15
    assert lines[-2:] == [
        "# this log is full; from here on it has faults alone",
        "# crashed: at last",
    ]


@pytest.mark.parametrize("name", ["..", ".", "...", "-x", "über", "CON"])
def test_no_name_leads_out_of_the_folder(folder: BotLogFolder, name: str) -> None:
    path = folder.file(0, 0, name, 1)
    assert path.resolve().is_relative_to(folder.path.resolve())
    assert path.parent.parent == folder.path
    assert path.name == "match-000001-2.log"


def test_a_log_that_cannot_be_written_disturbs_nobody(tmp_path: Path) -> None:
    (tmp_path / "logs").write_text("not a folder")
    chatty = Entrant("chatty", f"{__file__}:Chatty")
    outcome = play(BotLogFolder(tmp_path / "logs", 1), chatty, Entrant("rand", "rand"))
    assert outcome.faults == ()


def test_only_so_many_matches_are_logged(folder: BotLogFolder) -> None:
    who = Entrant("x", "honest")
    assert folder.open(10, (0, 1), 0, who) is None
    log = folder.open(9, (0, 1), 0, who)
    assert log is not None
    log.close()


def test_the_command_says_where_to_look(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Processes that play write the logs, also those that a bot has ended meanwhile."""
    logs = tmp_path / "logs"
    bots = [f"{HERE}:{bot}" for bot in ("Breaks", "EndsTheProcess")]
    assert main(["contest", "akq", *bots, "--log-bots", str(logs), "--lang", "en"]) == 0
    told = capsys.readouterr().out
    files = [logs / "1-Breaks" / "match-000001.log", logs / "2-EndsTheProcess" / "match-000001.log"]
    for file in files:
        assert str(file) in told
    lines = read(files[1])
    assert lines.count(lines[0]) == 2, "the match is played again without it"
    assert any(line.startswith("# crashed: it ended its process") for line in lines)


def test_what_cannot_be_logged_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    line = ["contest", "akq", "rand", "rand", "--log-bots", str(tmp_path), "--lang", "en"]
    assert main(line) == 2
    assert "holds other things already; --log-bots names a new" in capsys.readouterr().err
    assert main([*line, "--cluster", "tcp://127.0.0.1:1"]) == 2
    assert "leave out --cluster to play here" in capsys.readouterr().err
