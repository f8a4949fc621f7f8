"""Hostile bots of all kinds in one contest, under every rule: it ends, they are named, none stays.

What one of them does, and what is told of it, is looked at closely in `test_programs`.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

from cardkit.contest.contest import Contest, hold
from cardkit.contest.match import LIVES_ON, MERELY_WRONG
from cardkit.contest.model import (
    ContestPlan,
    Entrant,
    FaultKind,
    OnFault,
    Outcome,
    Pairing,
    ProgramLimits,
)
from cardkit.contest.outcome_file import OutcomeFile, outcome_in
from cardkit.contest.process_pool import ProcessPool
from cardkit.contest.sandbox import find_sandbox
from cardkit.contest.schedule import Format, Schedule
from tests.contest.test_faults import ON_LINUX, alive
from tests.contest_bots import HERE
from tests.sound import Sound

PRELUDE = """
import os, re, signal, socket, subprocess, sys, threading, time
def questions():
    for line in sys.stdin:
        if line.startswith("ASK"):
            yield line
def first(line):
    return "DROP" if '"DROP"' in line else "EXCHANGE"
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
def play():
    for line in questions():
        say(first(line))
def asked():
    next(questions())
"""

CRASHED, FLOOD, ILLEGAL, MEMORY, NONSENSE, OUT_OF_TIME, PROCESSES, TOO_SLOW = (
    FaultKind.CRASHED,
    FaultKind.FLOOD,
    FaultKind.ILLEGAL,
    FaultKind.MEMORY,
    FaultKind.NONSENSE,
    FaultKind.OUT_OF_TIME,
    FaultKind.PROCESSES,
    FaultKind.TOO_SLOW,
)

PROGRAMS: dict[str, tuple[str, set[FaultKind]]] = {
    # Those that end.
    "ends-at-once": ("sys.exit(1)", {CRASHED}),
    "ends-when-asked": ("asked()\nsys.exit(0)", {CRASHED}),
    "divides-by-nothing": ("asked()\n1 / 0", {CRASHED}),
    "reads-nowhere": ("asked()\nos.kill(os.getpid(), signal.SIGSEGV)", {CRASHED}),
    "kills-itself": ("asked()\nos.kill(os.getpid(), signal.SIGKILL)", {CRASHED, MEMORY}),
    "ends-after-its-answer": ("for line in questions():\n say(first(line))\n break", {CRASHED}),
    "closes-its-output": ("asked()\nos.close(1)\ntime.sleep(60)", {CRASHED}),
    "leaves-a-child-behind": ("asked()\nif os.fork() == 0: time.sleep(60)", {CRASHED}),
    # Those that do not answer.
    "never-reads": ("time.sleep(60)", {TOO_SLOW, OUT_OF_TIME}),
    "never-answers": ("for line in questions(): pass", {TOO_SLOW, OUT_OF_TIME}),
    "loops": ("asked()\nwhile True: pass", {TOO_SLOW, OUT_OF_TIME}),
    "does-not-want-to-end": (
        "for n in range(1, 32):\n"
        " if n not in (9, 19): signal.signal(n, signal.SIG_IGN)\n"
        "while True: time.sleep(60)",
        {TOO_SLOW, OUT_OF_TIME},
    ),
    "stops-itself": ("asked()\nos.kill(os.getpid(), signal.SIGSTOP)", {TOO_SLOW, OUT_OF_TIME}),
    "closes-its-input": ("asked()\nos.close(0)\ntime.sleep(60)", {TOO_SLOW, OUT_OF_TIME}),
    "says-half-a-line": (
        "asked()\nsys.stdout.write('DR')\nsys.stdout.flush()\ntime.sleep(60)",
        {TOO_SLOW, OUT_OF_TIME},
    ),
    "hides-in-a-session": (
        "asked()\nif os.fork() == 0:\n os.setsid()\ntime.sleep(60)",
        {TOO_SLOW, OUT_OF_TIME},
    ),
    "has-zombies": (
        "asked()\nfor n in range(3):\n if os.fork() == 0: os._exit(0)\ntime.sleep(60)",
        {TOO_SLOW, OUT_OF_TIME},
    ),
    # Those that say what is no answer.
    "says-nonsense": ("for line in questions(): say('\\x00\\x07')", {NONSENSE}),
    "says-nothing": ("for line in questions(): say('')", {NONSENSE}),
    "says-bytes": (
        "for line in questions():\n os.write(1, bytes(range(128, 256)) + b'\\n')",
        {NONSENSE},
    ),
    "says-much": ("for line in questions(): say('x' * 60_000)", {NONSENSE}),
    "says-what-is-illegal": ("for line in questions(): say('RAISE the roof')", {ILLEGAL}),
    "wants-to-leave": ("for line in questions(): say('EXIT')", {ILLEGAL}),
    "plays-for-another": ("for line in questions(): say('FORFEIT b-solid')", {ILLEGAL}),
    # Those that say too much.
    "greets": ("say('hello')\nplay()", {FLOOD}),
    "answers-twice": ("for line in questions(): say(first(line) + '\\n' + first(line))", {FLOOD}),
    "says-one-line-without-end": ("asked()\nwhile True: os.write(1, b'x' * 4096)", {FLOOD}),
    "says-lines-without-end": ("while True: os.write(1, b'DROP\\n' * 1000)", {FLOOD}),
    "complains-without-end": (
        "asked()\nwhile True: os.write(2, b'x' * 4096)",
        {TOO_SLOW, OUT_OF_TIME},
    ),
    # Those that want too much.
    "eats-memory": ("asked()\nall = []\nwhile True: all.append(bytes(1 << 22))", {MEMORY}),
    "bears-children": (
        "asked()\nwhile True:\n try: os.fork()\n except OSError: pass",
        {PROCESSES, TOO_SLOW, OUT_OF_TIME, MEMORY},
    ),
    "has-threads": (
        "asked()\nwhile True:\n threading.Thread(target=time.sleep, args=[60]).start()",
        {PROCESSES, CRASHED, MEMORY, TOO_SLOW},
    ),
}
"""By what they do: the program, and what can be the first thing that is found wrong with it."""
HARMLESS: dict[str, str] = {
    "writes-files": "try: open('written', 'w')\nexcept OSError: pass\nplay()",
    "calls-home": (
        "try: socket.create_connection(('127.0.0.1', 80), 0.1)\nexcept OSError: pass\nplay()"
    ),
    "reads-the-memory-of-others": (
        "for n in os.listdir('/proc'):\n"
        " try: n.isdigit() and int(n) != os.getpid() and open(f'/proc/{n}/mem', 'rb').read(1)\n"
        " except OSError: pass\n"
        "play()"
    ),
    "kills-others": (
        "try: os.kill(-1, signal.SIGTERM) if os.getpid() == 1 else None\n"
        "except OSError: pass\nplay()"
    ),
}
"""Those that try what is in vain where there is a sandbox, and play on."""
CLASSES: dict[str, set[FaultKind]] = {
    "Breaks": {CRASHED},
    "Quits": {CRASHED},
    "Loses": {CRASHED},
    "EndsWhenItHears": {CRASHED},
    "EndsAtTheEnd": {CRASHED},
    "HangsWhenMade": {TOO_SLOW},
    "Loops": {TOO_SLOW},
    "SaysANumber": {NONSENSE},
    "Leaves": {ILLEGAL},
    "FailsToListen": {CRASHED},
}
LIMITS = ProgramLimits(move=0.4, total=0.8, memory=64 << 20, processes=8)
WORKERS = 4
"""Most of the time they wait for who does not answer."""
HONEST = (Entrant("solid", "solid"), Entrant("rand", "rand"))


def entrants_in(folder: Path) -> tuple[Entrant, ...]:
    """The hostile ones, and then two others."""
    folder.mkdir()
    folder.chmod(0o755)  # no program plays as root
    programs = {name: lines for name, (lines, _) in PROGRAMS.items()}
    if find_sandbox().bwrap:
        programs |= HARMLESS
    found = []
    for name, lines in programs.items():
        file = folder / f"{name}.py"
        file.write_text(PRELUDE + lines, encoding="utf-8")
        found.append(Entrant(name, argv=(sys.executable, "-I", "-S", str(file))))
    found += [Entrant(name, f"{HERE}:{name}") for name in CLASSES]
    return (*found, *HONEST)


def plan_of(folder: Path, rule: OnFault) -> ContestPlan:
    options = {"games": 2, "seats_least": 2}
    entrants = entrants_in(folder / "bots")
    return ContestPlan("flush_poker", "", options, 3, entrants, 1, rule, 1, LIMITS)


def expected_of(entrant: Entrant) -> set[FaultKind]:
    name = entrant.name
    return PROGRAMS[name][1] if name in PROGRAMS else CLASSES.get(name, set())


def one_of_each_kind(plan: ContestPlan) -> list[int]:
    """A program and a class for everything that can be found wrong."""
    found: dict[object, int] = {}
    for who, entrant in enumerate(plan.entrants[: -len(HONEST)]):
        found.setdefault((bool(entrant.argv), frozenset(expected_of(entrant))), who)
    return [*found.values()]


def check(outcome: Outcome, plan: ContestPlan) -> None:
    """It was played to its end, and who has done wrong is named, and nobody else."""
    hostile = [e for e in range(len(plan.entrants) - 2) if e in everybody(outcome)]
    assert 1 <= len(outcome.games) <= 2  # fewer only where somebody has lost everything
    assert len(outcome.games) == 2 or 0 in outcome.scores
    assert {fault.entrant for fault in outcome.faults} <= {*hostile}
    assert sum(outcome.scores) == 20_000 * len(outcome.pairing.entrants)
    for fault in outcome.faults:
        if fault.done == "asked again":
            assert (plan.on_fault, fault.kind in MERELY_WRONG) == (OnFault.ASK, True)
        if fault.done == "rematch":
            assert fault.entrant not in outcome.pairing.entrants
    for who in hostile:
        name, expected = plan.entrants[who].name, expected_of(plan.entrants[who])
        kinds = [fault.kind for fault in outcome.faults if fault.entrant == who]
        assert {*kinds[:1]} <= expected, (name, outcome.faults)
        assert bool(kinds) == bool(expected), (name, outcome.faults)


def everybody(outcome: Outcome) -> set[int]:
    return {*outcome.pairing.entrants, *outcome.sent_away}


@ON_LINUX
@pytest.mark.parametrize("rule", OnFault)
def test_whoever_plays_a_contest_ends_and_names_who_did_wrong(
    rule: OnFault, tmp_path: Path, sound: Sound
) -> None:
    """All play under the rule that does most; what others do depends on the kind of fault alone."""
    plan = plan_of(tmp_path, rule)
    honest = (len(plan.entrants) - 2, len(plan.entrants) - 1)
    every = sound.long or rule is OnFault.REMATCH
    chosen = [*range(honest[0])] if every else one_of_each_kind(plan)
    pairings = [Pairing(n, (n, *honest), n) for n in chosen]
    outcomes: dict[int, Outcome] = {}
    with ProcessPool(plan, WORKERS) as pool:
        for done in pool.play(pairings, len(pairings)):
            outcomes |= zip(done[0], map(outcome_in, done[1]), strict=True) if done else {}
    assert sorted(outcomes) == chosen
    for number, outcome in outcomes.items():
        assert everybody(outcome) == {number, *honest}
        check(outcome, plan)
        broke_down = any(fault.kind not in LIVES_ON for fault in outcome.faults)
        if rule is OnFault.REMATCH and broke_down and not plan.entrants[number].bot:
            assert outcome.sent_away == [number]
    assert not (tmp_path / "bots" / "written").exists() or not find_sandbox().bwrap
    for entrant in plan.entrants:
        assert not entrant.argv or alive(entrant.argv[-1]) == []


@ON_LINUX
def test_those_who_break_down_are_out_and_the_others_play_on(tmp_path: Path) -> None:
    plan = plan_of(tmp_path, OnFault.REMATCH)
    names = ("ends-at-once", "says-nonsense", "eats-memory", "Loses", "solid", "rand")
    chosen = tuple(entrant for entrant in plan.entrants if entrant.name in names)
    plan = ContestPlan("flush_poker", "", plan.options, 3, chosen, 1, plan.on_fault, 1, LIMITS)
    schedule = Schedule(Format.ROUND_ROBIN, len(chosen), 3, bar=True)
    contest = Contest(plan, schedule, "", 2)
    with tempfile.TemporaryFile() as file, ProcessPool(plan, 2) as pool:
        outcome_file = OutcomeFile(file)
        hold(contest, outcome_file, pool, lambda: None)
        outcomes = list(outcome_file.outcomes())
    assert len(outcomes) == schedule.total == 20
    out: dict[str, int] = {}
    for outcome in outcomes:
        for fault in outcome.breakdowns:
            name = chosen[fault.entrant].name
            assert name not in out
            out[name] = outcome.pairing.number
    assert sorted(out) == ["Loses", "eats-memory", "ends-at-once"]
    for outcome in outcomes:
        playing = {chosen[who].name for who in outcome.pairing.entrants}
        assert all(outcome.pairing.number <= out.get(name, 99) for name in playing)
