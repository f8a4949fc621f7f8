"""`cardkit analyse`: every decision judged, for people and for programs."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardkit.cli import main
from cardkit.record import Flaw, write_record
from tests.record.test_record import KEY as RECORD_KEY
from tests.record.test_record import played, written

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("analyse") / "match.jsonl"
    path.write_text(written(played("oh_hell", games=1)), "utf-8")
    return path


def analyse(path: Path, capsys: Capture, *words: str) -> list[dict[str, Any]]:
    """What it writes for programs."""
    assert main(["analyse", str(path), "--rollouts", "24", "--json", *words]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_programs_read_a_line_for_each_decision_the_same_with_any_number_of_processes(
    path: Path, capsys: Capture
) -> None:
    one, two = (analyse(path, capsys, "--workers", number) for number in ("1", "2"))
    assert one == two
    assert {each["player"] for each in one} == {"ann", "bob", "cid", "dan"}
    assert [each["position"] for each in one] == sorted(each["position"] for each in one)
    judged = [each for each in one if "unjudged" not in each]
    assert judged
    for each in judged:
        assert each["mark"] in ("", "?!", "?", "??")
        assert (each["lost"] > 0) == (each["mark"] != "")
        assert 0 < each["accuracy"] <= 1
    mine = analyse(path, capsys, "--player", "bob", "--workers", "1")
    assert mine == [each for each in one if each["player"] == "bob"]


def test_people_read_who_played_how_well(path: Path, capsys: Capture) -> None:
    words = ["analyse", str(path), "--rollouts", "24", "--player", "cid", "--workers", "1"]
    assert main([*words, "--lang", "en"]) == 0
    out = capsys.readouterr().out
    assert "Accuracy" in out
    assert "cid" in out
    assert "Not judged: " in out
    assert main([*words, "--lang", "ja"]) == 0
    assert "cid" in capsys.readouterr().out


def test_a_damaged_record_is_one_line_and_its_exit_status(path: Path, capsys: Capture) -> None:
    damaged = path.parent / "damaged.jsonl"
    damaged.write_text(path.read_text("utf-8").replace("DISCARD", "DISCARd", 1), "utf-8")
    assert main(["analyse", str(damaged), "--lang", "en"]) == Flaw.EDITED.value
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("EDITED: line ")
    assert captured.err.count("\n") == 1


def test_a_match_that_is_not_over_is_judged_as_far_as_it_goes(path: Path, capsys: Capture) -> None:
    record = played("oh_hell", games=1)
    early = path.parent / "early.jsonl"
    early.write_text(written(replace(record, lines=record.lines[:16])), "utf-8")
    words = ["--rollouts", "12", "--workers", "1", "--lang", "en"]
    assert main(["analyse", str(early), *words]) == Flaw.UNFINISHED.value
    captured = capsys.readouterr()
    assert captured.err.startswith("UNFINISHED: ")
    assert "Accuracy" in captured.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--player", "bop"], "NO_SUCH_PLAYER: bop did not play in this match; did you mean bob?"),
        (["--seconds", "0"], "BAD_OPTION: argument --seconds: 0 is not a number of seconds"),
        (["--seconds", "1", "--rollouts", "5"], "BAD_OPTION: argument --rollouts: not allowed"),
    ],
)
def test_what_cannot_be_done_is_refused(
    path: Path, capsys: Capture, words: list[str], said: str
) -> None:
    try:
        status = main(["analyse", str(path), *words, "--lang", "en"])
    except SystemExit as ended:
        status = int(ended.code or 0)
    assert status == 2
    assert capsys.readouterr().err.startswith(said)


def test_no_file_no_record_and_a_game_that_is_not_installed(path: Path, capsys: Capture) -> None:
    assert main(["analyse", str(path.parent / "none.jsonl"), "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("NO_SUCH_FILE: ")
    wrong = path.parent / "wrong.jsonl"
    wrong.write_text("hello\n", "utf-8")
    assert main(["analyse", str(wrong), "--lang", "en"]) == Flaw.NOT_A_RECORD.value
    assert capsys.readouterr().err.startswith("NOT_A_RECORD: ")
    record = played("akq", games=1)
    header = replace(record.header, game="own_game")
    lines = write_record(replace(record, header=header), RECORD_KEY.sign)
    wrong.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    assert main(["analyse", str(wrong), "--lang", "en"]) == Flaw.NO_SUCH_GAME.value
    assert "own_game is not installed" in capsys.readouterr().err


INTERRUPTED = """
import signal, sys
from cardkit.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell runs aside ignores it
sys.exit(main())
"""


def test_it_stops_at_once_when_it_is_told_to(path: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED, "analyse", str(path), "--seconds", "600"]
    process = subprocess.Popen(
        [*command, "--json", "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert process.stdout is not None
    with process:
        assert process.stdout.readline(), "the first decision was forced"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Stopped; " in err
    assert "Traceback" not in err
