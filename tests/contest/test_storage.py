"""What bots keep from match to match: their own alone, in order, within its limit, and for good."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cardkit.contest.contest import Contest, hold, prepare
from cardkit.contest.entrants import read_entrants
from cardkit.contest.model import (
    BotFault,
    Entrant,
    FaultKind,
    OnFault,
    Outcome,
    Pairing,
    ProgramLimits,
)
from cardkit.contest.outcome_file import OutcomeFile
from cardkit.contest.process_pool import Done, ProcessPool
from cardkit.contest.sandbox import find_sandbox
from cardkit.contest.schedule import in_turn
from cardkit.contest.storage import BLOCK, MatchStorage, StorageFolder, remove, with_fd
from cardkit.netgame import Refused
from tests.contest_bots import HERE

SANDBOXED = pytest.mark.skipif(
    not find_sandbox().bwrap, reason=f"no bwrap here: {find_sandbox().why}"
)
MOST = 1 << 20
LIMITS = ProgramLimits(move=20.0, storage=MOST)

PROGRAM = """
import json, os, sys
place = os.environ["CARDKIT_STORAGE"]
name = os.path.join(place, "matches")
def kept():
    return open(name).read().split() if os.path.exists(name) else []
for line in sys.stdin:
    if line.startswith("STATE"):
        names = json.loads(line.split(" ", 2)[2])["names"]
        before = kept()
    elif line.startswith("ASK"):
        print("FOLD", flush=True)
open(name, "w").write(" ".join([*before, "+".join(names)]))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for programs. Others can read it, since no program plays as root."""
    made = tmp_path / "bots"
    made.mkdir()
    made.chmod(0o755)
    return made


def program(folder: Path, lines: str, name: str = "mine") -> Entrant:
    file = folder / f"{name}.py"
    file.write_text(lines, encoding="utf-8")
    return Entrant(name, argv=(sys.executable, "-I", "-S", str(file)))


def contest_of(*entrants: Entrant, **parts: Any) -> Contest:
    chosen = {"seed": 1, "options": {"games": 2, "points": 1000}, "limits": LIMITS, **parts}
    return prepare("akq", entrants, **chosen)


def held(contest: Contest, out: Path, workers: int = 2, life: int = 99) -> list[Outcome]:
    """Hold a contest, or go on with it; it is ended after so many matches."""
    storage = StorageFolder(out / "storage", contest.plan.limits.storage)
    out.mkdir(exist_ok=True)
    with (
        (out / "outcomes").open("a+b") as file,
        ProcessPool(contest.plan, workers, None, storage) as pool,
    ):
        outcome_file = OutcomeFile(file)
        hold(contest, outcome_file, Mortal(pool, life), lambda: None)  # type: ignore[arg-type]
        return list(outcome_file.outcomes())


class Killed(Exception):
    """The contest was ended in the middle."""


class Mortal:
    """Processes that play, until somebody ends them after a match, before its outcome is kept."""

    def __init__(self, pool: ProcessPool, life: int) -> None:
        self._pool, self._life = pool, life

    def play(self, pairings: Any, count: int) -> Iterator[Done | None]:
        for done in self._pool.play(pairings, count):
            if done is not None:
                self._life -= len(done[0])
                if self._life < 0:
                    raise Killed
            yield done


def kept(out: Path, entrant: int, name: str = "matches") -> list[str]:
    """What a bot has at the end of a contest."""
    homes = sorted((out / "storage" / f"bot-{entrant + 1:03}").glob("match-*"))
    return (homes[-1] / name).read_text().split()


# --- in a contest --------------------------------------------------------------------------------


def bots_of(kind: str, folder: Path) -> tuple[Entrant, ...]:
    if kind == "class":
        found = read_entrants([f"{HERE}:Learns"] * 2)
    else:
        found = tuple(program(folder, PROGRAM, name) for name in ("mine", "yours"))
    return (*found, *read_entrants(["rand"]))


@pytest.mark.parametrize("kind", ["class", "program"])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_finds_what_it_kept_in_the_order_of_the_matches(
    kind: str, workers: int, folder: Path, tmp_path: Path
) -> None:
    contest = contest_of(*bots_of(kind, folder), matches=3)
    outcomes = held(contest, tmp_path / "out", workers)
    assert [outcome.faults for outcome in outcomes] == [()] * 9
    names = [entrant.name for entrant in contest.plan.entrants]
    for who in (0, 1):
        met = [
            "+".join(f"{seat}-{names[e]}" for seat, e in zip("ab", o.pairing.entrants, strict=True))
            for o in outcomes
            if who in o.pairing.entrants
        ]
        assert kept(tmp_path / "out", who) == met
    assert not (tmp_path / "out" / "storage" / "bot-003").exists(), "rand keeps nothing"


def test_a_program_keeps_files_without_a_sandbox_too(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = contest_of(*bots_of("program", folder)[:2], matches=2)
    monkeypatch.setenv("PATH", str(tmp_path))  # where the processes of the contest find no bwrap
    outcomes = held(contest, tmp_path / "out", 1)
    assert [outcome.faults for outcome in outcomes] == [()] * 2
    assert len(kept(tmp_path / "out", 0)) == len(kept(tmp_path / "out", 1)) == 2


@pytest.mark.parametrize("kind", ["class", "program"])
def test_a_contest_that_was_ended_goes_on_with_what_the_bots_had(
    kind: str, folder: Path, tmp_path: Path
) -> None:
    contest = contest_of(*bots_of(kind, folder), matches=2)
    first = held(contest, tmp_path / "whole", 1)
    for life in (0, 2, 99):
        try:
            again = held(contest, tmp_path / "broken", 1, life)
        except Killed:
            continue
    assert again == first
    for who in (0, 1):
        assert kept(tmp_path / "broken", who) == kept(tmp_path / "whole", who)


def test_without_storage_a_class_is_told_of_none_and_a_program_of_no_folder(folder: Path) -> None:
    asks = program(
        folder,
        "import os, sys\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('ASK'):\n"
        "        print('CARDKIT_STORAGE' in os.environ, flush=True)\n",
    )
    limits = ProgramLimits(move=20.0)
    contest = contest_of(asks, *read_entrants([f"{HERE}:Learns"]), limits=limits)
    with ProcessPool(contest.plan, 1) as pool:
        (done,) = filter(None, pool.play(contest.schedule.stage(0, list), 1))
    (line,) = done[1]
    assert "said 'False'" in json.loads(line)["faults"][0][3]
    assert {fault[0] for fault in json.loads(line)["faults"]} == {0}


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param("open(place + '/x', 'wb').write(bytes(2 << 20))", marks=SANDBOXED),
        pytest.param(
            "kept = open(place + '/x', 'wb')\nos.unlink(place + '/x')\nkept.write(bytes(2 << 20))",
            marks=SANDBOXED,
        ),
        pytest.param(
            "for n in range(9):\n open(f'{place}/{n}', 'wb').write(bytes(1 << 18))",
            marks=SANDBOXED,
        ),
        pytest.param("open('/kept/x', 'wb')", marks=SANDBOXED),
    ],
)
def test_a_sandbox_refuses_more_than_is_allowed(lines: str, folder: Path, tmp_path: Path) -> None:
    hoards = (
        "import os, sys\nplace = os.environ['CARDKIT_STORAGE']\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('ASK'):\n"
        "        break\n"
        f"{lines}\n"
    )
    contest = contest_of(program(folder, hoards), *read_entrants(["rand"]))
    (outcome,) = held(contest, tmp_path / "out")
    assert {(fault.entrant, fault.kind) for fault in outcome.faults} == {(0, FaultKind.CRASHED)}
    assert "Errno" in outcome.faults[0].evidence


def test_a_class_that_stores_too_much_is_at_fault_and_keeps_what_it_had(tmp_path: Path) -> None:
    bots = read_entrants([f"{HERE}:Hoards", "rand"])
    contest = contest_of(*bots, matches=3, on_fault=OnFault.PASS, bar=True)
    outcomes = held(contest, tmp_path / "out")
    ((fault,), *others) = [outcome.faults for outcome in outcomes]
    assert (fault.entrant, fault.kind, fault.broke_down) == (0, FaultKind.STORAGE, True)
    assert others == [(), ()]
    assert [outcome.pairing.barred for outcome in outcomes] == [(), (0,), (0,)]


def test_many_empty_files_are_too_much_as_well(folder: Path, tmp_path: Path) -> None:
    litters = (
        "import os, sys\nplace = os.environ['CARDKIT_STORAGE']\n"
        "for line in sys.stdin:\n"
        "    if line.startswith('ASK'):\n"
        "        print('FOLD', flush=True)\n"
        "for n in range(300):\n"
        "    open(f'{place}/{n}', 'w')\n"
    )
    contest = contest_of(program(folder, litters), *read_entrants(["rand"]))
    (outcome,) = held(contest, tmp_path / "out")
    assert [(fault.entrant, fault.kind) for fault in outcome.faults] == [(0, FaultKind.STORAGE)]


def test_storage_is_not_for_teams() -> None:
    with pytest.raises(Refused, match="--storage 0"):
        prepare("bridge", read_entrants(["rand"] * 2), seed=1, teams=True, limits=LIMITS)


# --- one match at a time -------------------------------------------------------------------------


def test_nobody_plays_twice_at_once_and_all_play_in_order() -> None:
    contest = prepare("flush_poker", read_entrants(["rand"] * 9), seed=1, players=4, matches=2)
    pairings = list(contest.schedule.stage(0, list))
    groups = list(in_turn(pairings))
    assert sorted(p.number for group in groups for p in group) == [p.number for p in pairings]
    assert any(len(group) == 2 for group in groups)
    last: dict[int, int] = {}
    for group in groups:
        playing = [who for pairing in group for who in pairing.entrants]
        assert len(playing) == len(set(playing))
        for pairing in group:
            assert all(last.get(who, -1) < pairing.number for who in pairing.entrants)
            last |= dict.fromkeys(pairing.entrants, pairing.number)


def test_a_million_pairings_are_looked_at_as_they_come() -> None:
    todo = (Pairing(number, (0, 1), 0) for number in range(10**9))
    assert [p.number for p in next(in_turn(todo))] == [0]


# --- the folder itself ---------------------------------------------------------------------------


def storage(path: Path, match: int, most: int = MOST) -> MatchStorage:
    return StorageFolder(path, most).of(0, match)


def test_what_is_no_file_is_not_kept(tmp_path: Path) -> None:
    work = storage(tmp_path, 0).copy()
    (work / "link").symlink_to("/etc/passwd")
    (work / "to" / "there").mkdir(parents=True)
    (work / "to" / "there" / "file").write_text("x")
    os.mkfifo(work / "pipe")
    storage(tmp_path, 0).keep_copy()
    found = storage(tmp_path, 1).before()
    assert sorted(str(path.relative_to(found)) for path in found.rglob("*")) == [
        "to",
        "to/there",
        "to/there/file",
    ]


def test_folders_without_end_are_too_much(tmp_path: Path) -> None:
    work = storage(tmp_path, 0).copy()
    here = os.open(work, os.O_RDONLY)
    for _ in range(1200):
        os.mkdir("d", dir_fd=here)
        deeper = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = deeper
    os.close(here)
    with pytest.raises(BotFault):
        storage(tmp_path, 0).keep_copy()
    assert list(storage(tmp_path, 1).before().iterdir()) == []
    remove(work)
    assert not work.exists()


def test_sparse_files_count_as_long_as_they_are(tmp_path: Path) -> None:
    work = storage(tmp_path, 0).copy()
    with (work / "sparse").open("wb") as file:
        file.truncate(MOST + 1)
    with pytest.raises(BotFault):
        storage(tmp_path, 0).keep_copy()


def test_the_limit_is_just_what_can_be_kept(tmp_path: Path) -> None:
    work = storage(tmp_path, 0).copy()
    (work / "one").write_bytes(bytes(MOST - BLOCK))
    (work / "other").write_bytes(b"x")
    storage(tmp_path, 0).keep_copy()
    storage(tmp_path, 1).copy()
    (work / "third").write_bytes(b"")
    with pytest.raises(BotFault):
        with_fd(work, storage(tmp_path, 1).keep)
