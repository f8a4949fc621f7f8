"""The folder of a contest: what was played stays, and another contest is never touched."""

import json
import os
from pathlib import Path

import pytest

from cardkit.contest.folder import ABOUT, KEY, OUTCOMES, Folder, RecordFolder, begun_in, check_same
from cardkit.contest.model import FaultKind, GameOutcome, NotedFault, Outcome, Pairing
from cardkit.contest.outcome_file import OutcomeFile, line_of, outcome_in
from cardkit.netgame import Refused
from cardkit.protocol.reasons import ServerReason

ABOUT_IT = {"game": "akq", "seed": 5}


def outcome(number: int) -> Outcome:
    fault = NotedFault(1, 2, FaultKind.CRASHED, "“a” \\ \n\u2028 tail", "said FOLD")
    return Outcome(
        Pairing(number, (3, 1), number // 2, 4),
        (GameOutcome((1, -1), (0, 1)), GameOutcome((-2, 2), (1, 0))),
        (99, 101),
        (5, 6),
        (0.25, 1.5),
        (0.125, 1.0),
        (fault,),
    )


def open_ledger(path: Path) -> OutcomeFile:
    return OutcomeFile((path / OUTCOMES).open("a+b"))


def test_an_outcome_comes_back_from_its_line_as_it_was() -> None:
    line = line_of(outcome(3))
    assert "\n" not in line
    again = outcome_in(line)
    assert again == outcome(3)
    assert (again.seconds, again.slowest) == ((0.25, 1.5), (0.125, 1.0))


def test_outcomes_are_read_in_the_order_of_the_plan_whatever_order_they_came_in(
    tmp_path: Path,
) -> None:
    outcome_file = open_ledger(tmp_path)
    outcome_file.add([4, 1], [line_of(outcome(4)), line_of(outcome(1))])
    outcome_file.add([0], [line_of(outcome(0))])
    assert [found.pairing.number for found in outcome_file.outcomes()] == [0, 1, 4]
    assert outcome_file.count == 3
    assert [number in outcome_file for number in range(6)] == [
        True,
        True,
        False,
        False,
        True,
        False,
    ]
    outcome_file.close()


@pytest.mark.parametrize("cut", [1, 10, 50])
def test_a_line_that_was_cut_short_is_passed_over_and_written_again(
    tmp_path: Path, cut: int
) -> None:
    outcome_file = open_ledger(tmp_path)
    outcome_file.add([0, 1], [line_of(outcome(0)), line_of(outcome(1))])
    outcome_file.close()
    path = tmp_path / OUTCOMES
    path.write_bytes(path.read_bytes()[:-cut])
    again = open_ledger(tmp_path)
    assert again.count == 1
    again.add([1], [line_of(outcome(1))])
    assert list(again.outcomes()) == [outcome(0), outcome(1)]
    again.close()
    last = open_ledger(tmp_path)
    assert last.count == 2
    last.close()


def test_a_line_that_was_edited_is_refused(tmp_path: Path) -> None:
    (tmp_path / OUTCOMES).write_text("what is this?\n" + line_of(outcome(1)) + "\n")
    with pytest.raises(Refused, match=r"line 1 of .* is no outcome of a match"):
        open_ledger(tmp_path)


def test_two_contests_cannot_write_the_same_folder(tmp_path: Path) -> None:
    outcome_file = open_ledger(tmp_path)
    with pytest.raises(Refused, match="another contest") as refused:
        open_ledger(tmp_path)
    assert refused.value.reason == ServerReason.TRY_LATER
    outcome_file.close()


def test_a_folder_knows_its_contest_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "contest"
    assert begun_in(path) is None
    folder = Folder(path, ABOUT_IT)
    key = folder.public_key()
    folder.outcome_file.close()
    begun = begun_in(path)
    assert begun is not None
    check_same(path, begun, ABOUT_IT)
    with pytest.raises(Refused, match="its seed is 5, not 6; --out names another folder"):
        check_same(path, begun, {**ABOUT_IT, "seed": 6})
    again = Folder(path, ABOUT_IT)
    assert again.public_key() == key
    again.outcome_file.close()


def test_only_its_owner_can_read_the_key_of_a_contest(tmp_path: Path) -> None:
    Folder(tmp_path / "contest", ABOUT_IT).outcome_file.close()
    assert (tmp_path / "contest" / KEY).stat().st_mode & 0o077 == 0


def test_a_folder_with_other_things_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("do not touch")
    with pytest.raises(Refused, match="holds other things and no contest"):
        begun_in(tmp_path)
    with pytest.raises(Refused, match="is a file; --out takes a folder"):
        begun_in(tmp_path / "thesis.txt")


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"file": "shopping list"}'])
def test_a_folder_that_does_not_say_what_it_is_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / ABOUT).write_text(text)
    with pytest.raises(Refused, match="does not say what contest it is of"):
        begun_in(tmp_path)


@pytest.mark.parametrize("version", [1, 99])
def test_a_folder_of_another_version_is_refused(tmp_path: Path, version: int) -> None:
    """In version 1 the bots sat in other seats."""
    (tmp_path / ABOUT).write_text(json.dumps({"file": "cardkit-contest", "version": version}))
    with pytest.raises(
        Refused, match=f"is of version {version}, and this program goes on with version 2 only"
    ):
        begun_in(tmp_path)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="NOT TESTED: a full disk; no /dev/full")
def test_a_full_disk_is_told_in_one_sentence(tmp_path: Path) -> None:
    outcome_file = open_ledger(tmp_path)
    outcome_file.add([0], [line_of(outcome(0))])
    with Path("/dev/full").open("r+b", buffering=0) as full:
        os.dup2(full.fileno(), outcome_file._file.fileno())
    with pytest.raises(Refused, match="cannot be written: No space left on device"):
        outcome_file.add([1], [line_of(outcome(1))])
    with pytest.raises(Refused, match="cannot be written"):
        outcome_file.close()
    for folder in (tmp_path / "records", tmp_path / "replays"):
        folder.mkdir()
    (tmp_path / "records" / ".match-000001.jsonl.part").symlink_to("/dev/full")
    with pytest.raises(Refused, match=r"match-000001\.jsonl cannot be written: No space left"):
        RecordFolder(tmp_path / "records", b"", 1).write(0, ["a line"], "a replay")
