"""Hostile programs in a whole contest, played by processes of its own: it ends, and they are gone.

What a single program does wrong, and when, is in `test_programs`.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from cardkit.contest.contest import hold, prepare
from cardkit.contest.entrants import read_entrants
from cardkit.contest.model import FaultKind, NotedFault, OnFault, ProgramLimits
from cardkit.contest.outcome_file import OutcomeFile
from cardkit.contest.process_pool import ProcessPool
from cardkit.contest.sandbox import find_sandbox
from tests.contest_bots import HERE

SANDBOXED = pytest.mark.skipif(
    not find_sandbox().bwrap, reason=f"no bwrap here: {find_sandbox().why}"
)
ON_LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="no Linux")
PRELUDE = """
import os, signal, sys, time
def question():
    for line in sys.stdin:
        if line.startswith("ASK"):
            return
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder for programs. Others can read it, since no program plays as root."""
    made = tmp_path / "bots"
    made.mkdir()
    made.chmod(0o755)
    return made


@pytest.fixture
def without_bwrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes of a contest find no bwrap."""
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("prlimit", "setpriv", "true"):
        if found := shutil.which(tool):
            (tools / tool).symlink_to(found)
    monkeypatch.setenv("PATH", str(tools))


def faults_of(
    *bots: str,
    programs: tuple[str, ...] = (),
    game: str = "akq",
    on_fault: OnFault = OnFault.PASS,
    limits: ProgramLimits | None = None,
) -> set[NotedFault]:
    """Hold a contest between these, of one match, and tell what went wrong in it."""
    contest = prepare(
        game,
        read_entrants(bots, programs),
        seed=1,
        options={"games": 2},
        players=len(bots) + len(programs),
        on_fault=on_fault,
        limits=limits or ProgramLimits(move=20.0),
    )
    with tempfile.TemporaryFile() as file, ProcessPool(contest.plan, 1) as pool:
        outcome_file = OutcomeFile(file)
        hold(contest, outcome_file, pool, lambda: None)
        (outcome,) = outcome_file.outcomes()
    assert len(outcome.games) == 2
    return set(outcome.faults)


def program(folder: Path, lines: str) -> str:
    file = folder / "bot.py"
    file.write_text(PRELUDE + lines, encoding="utf-8")
    return f"bad={sys.executable} -I -S {file}"


def alive(word: str) -> list[str]:
    """The processes on this machine that were started with this word."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in path.read_bytes().split(b"\0"):
                found.append(path.parent.name)
        except OSError:
            continue
    return found


@ON_LINUX
@pytest.mark.usefixtures("without_bwrap")
@pytest.mark.parametrize("after", ["os._exit(0)", "time.sleep(60)"])
def test_nothing_stays_of_a_child_that_hides(folder: Path, after: str) -> None:
    word = f"hidden-{os.getpid()}-{folder.parent.name}"
    lines = f"""
question()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        forever = "import time; time.sleep(600)"
        os.execve({sys.executable!r}, ["python", "-I", "-S", "-c", forever, {word!r}], {{}})
    os._exit(0)
os.wait()
os.write(2, b"hidden ")
{after}
"""
    (fault, *_) = faults_of(
        "honest", programs=(program(folder, lines),), limits=ProgramLimits(move=0.5, total=0.5)
    )
    assert fault.kind in (FaultKind.CRASHED, FaultKind.OUT_OF_TIME)
    assert alive(word) == []


@SANDBOXED
def test_who_dies_for_want_of_memory_without_a_word_is_found_out(folder: Path) -> None:
    lines = """
question()
hoard = []
try:
    while True:
        hoard.append(b"x" * 65536)
except MemoryError:
    os._exit(3)
"""
    limits = ProgramLimits(move=20.0, memory=24 << 20)
    (fault,) = faults_of("honest", programs=(program(folder, lines),), limits=limits)
    assert fault.kind is FaultKind.MEMORY
    assert fault.evidence.startswith("it ended with status 3; it uses 2")


def test_a_program_hears_the_name_of_the_game_as_it_was_typed(folder: Path) -> None:
    lines = "print(sys.stdin.readline()[:30], file=sys.stderr)\nquestion()\nsys.exit(1)"
    (fault,) = faults_of("honest", programs=(program(folder, lines),))
    assert fault.kind is FaultKind.CRASHED
    assert 'STATE 0 {"rules":"akq"' in fault.evidence


def test_a_greeting_is_a_fault_but_no_reason_for_a_rematch(folder: Path) -> None:
    lines = """
print("hello", flush=True)
while True:
    question()
    print("DROP", flush=True)
"""
    faults = faults_of(
        "rand",
        "solid",
        programs=(program(folder, lines),),
        game="flush_poker",
        on_fault=OnFault.REMATCH,
    )
    (greeting,) = (fault for fault in faults if fault.kind is FaultKind.FLOOD)
    assert greeting.evidence == r"it wrote 6 bytes without being asked: “hello\n”"
    assert greeting.done == "said DROP"


@ON_LINUX
def test_who_stops_the_process_in_which_it_plays_does_not_stop_the_contest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardkit.contest.process_pool.LAST_WARNING", 1.5)  # nobody tries to go on
    (fault,) = faults_of(f"{HERE}:StopsTheProcess", "honest", limits=ProgramLimits(move=1.0))
    assert (fault.kind, fault.done) == (FaultKind.TOO_SLOW, "said FOLD")
    assert fault.evidence == "more than 1 s for a move, and it could not be interrupted"
