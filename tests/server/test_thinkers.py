"""Questions are thought about in processes, in turn, and whatever a process does is survived."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from cardkit.client.connection import connect
from cardkit.commands.play import own_server
from cardkit.games.akq import AKQ
from cardkit.games.whist import Whist
from cardkit.levels import ROBOT, Level, level_of
from cardkit.netgame import NetGame
from cardkit.registry import find_game, installed, reference_of
from cardkit.search import Choice
from cardkit.server import thinkers
from cardkit.server.log import Log
from cardkit.server.thinker import Answer, Question, think
from cardkit.server.thinkers import LATE, LEAST, MOST_FAULTS, ProcessWorker, Thinkers

BEST = Answer(choices=(Choice("PASS", 3, 1.0, 0.5),), rollouts=3)


def question(game: str = "nim", *, seconds: float = 0.8, patient: bool = False) -> Question:
    return Question(game=game, knowledge={}, seed=7, seconds=seconds, patient=patient)


class FakeWorker:
    """Thinks for as long as it is told to, and answers the same; or does what it is made to do."""

    def __init__(self, asked: list[Any], does: Callable[[], None] | None = None) -> None:
        self._asked, self._does = asked, does
        self._hurries = trio.Event()
        self.is_open = True

    async def ask(self, line: bytes) -> bytes:
        told = json.loads(line)
        self._asked.append(told)
        if self._does is not None:
            self._does()
        with trio.move_on_after(told["seconds"]):
            await self._hurries.wait()
        self._hurries = trio.Event()
        return BEST.line()

    def hurry(self) -> None:
        self._hurries.set()

    async def close(self) -> None:
        self.is_open = False


class Office:
    """Thinkers with fake workers."""

    def __init__(self, count: int = 1) -> None:
        self.lines: list[str] = []
        self.asked: list[Any] = []
        self.does: Callable[[], None] | None = None
        self.workers: list[FakeWorker] = []
        log = Log(self.lines.append, lambda: 0.0)
        self.thinkers = Thinkers(count, log, self.start)
        self.answers: list[tuple[str, Answer | None]] = []

    async def start(self) -> FakeWorker:
        self.workers.append(FakeWorker(self.asked, self.does))
        return self.workers[-1]

    def ask(self, key: str, **how: Any) -> thinkers.Asked:
        return self.thinkers.ask(
            question(**how), key, lambda found: self.answers.append((key, found))
        )

    @property
    def answered(self) -> list[str]:
        return [key for key, _ in self.answers]


@asynccontextmanager
async def open_office(count: int = 1) -> Any:
    office = Office(count)
    async with trio.open_nursery() as nursery:
        await nursery.start(office.thinkers.run)
        yield office
        nursery.cancel_scope.cancel()
    assert not any(worker.is_open for worker in office.workers)


# --- levels ------------------------------------------------------------------------------------


def test_every_level_has_names_enough_for_every_game() -> None:
    most = max(find_game(name).seats.most for name in installed())
    names = [name for level in Level for name in level.robots]
    assert len({*names}) == len(names)
    for level in Level:
        assert len(level.names) >= most
        assert all(name.isascii() and name.isalpha() and name.islower() for name in level.names)


def test_a_robot_is_known_by_its_name() -> None:
    assert level_of("robot-pip") is Level.EASY
    assert level_of(Level.STRONG.robots[-1]) is Level.STRONG
    assert level_of(f"{ROBOT}1") is level_of("pip") is None


# --- turns, time, and who is gone --------------------------------------------------------------


async def test_no_process_is_started_before_something_is_asked(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with open_office() as office:
        await trio.sleep(100)
        assert office.workers == []
        office.ask("a")
        await trio.sleep(1)
        assert office.answers == [("a", BEST)]
        assert len(office.workers) == 1


async def test_tables_take_turns_and_who_is_patient_comes_last(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with open_office() as office:
        office.ask("a", patient=True)
        for key in "bbbcd":
            office.ask(key)
        await trio.sleep(10)
        assert office.answered == ["b", "c", "d", "b", "b", "a"]


async def test_the_more_wait_the_shorter_it_thinks(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with open_office(count=2) as office:
        for number in range(9):
            office.ask(str(number))
        await trio.sleep(10)
        seconds = [each["seconds"] for each in office.asked]
        assert seconds == sorted(seconds)
        assert seconds[0] == pytest.approx(0.8 / 5)
        assert seconds[-1] == 0.8


async def test_with_too_many_some_are_not_thought_about_at_all(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with open_office() as office:
        for number in range(200):
            office.ask(str(number))
        await trio.sleep(3)
        found = [answer for _, answer in office.answers]
        assert len(found) == 200
        assert found.count(BEST) >= LATE / LEAST
        assert None in found


async def test_who_is_gone_is_not_thought_about(autojump_clock: trio.testing.MockClock) -> None:
    async with open_office() as office:
        first, second = office.ask("a"), office.ask("b")
        await trio.testing.wait_all_tasks_blocked()
        second.cancel()
        first.cancel()  # somebody thinks about it
        before = trio.current_time()
        office.ask("c")
        await trio.testing.wait_all_tasks_blocked()
        assert trio.current_time() == before
        await trio.sleep(1)
        assert office.answered == ["c"]
        assert len(office.asked) == 2


# --- what goes wrong ---------------------------------------------------------------------------


def ends() -> None:
    raise EOFError


async def test_a_process_that_ends_costs_its_question_alone(
    autojump_clock: trio.testing.MockClock,
) -> None:
    async with open_office() as office:
        office.does = ends
        office.ask("a")
        await trio.sleep(1)
        office.does = None
        office.ask("b")
        await trio.sleep(1)
        assert office.answers == [("a", None), ("b", BEST)]
        assert [worker.is_open for worker in office.workers] == [False, True]
        assert "error thinker.failed game=nim why=EOFError" in office.lines[0]


async def test_a_process_that_hangs_is_ended(autojump_clock: trio.testing.MockClock) -> None:
    async def forever(worker: FakeWorker, line: bytes) -> bytes:
        await trio.sleep_forever()
        return b""

    async with open_office() as office:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(FakeWorker, "ask", forever)
            office.ask("a")
            await trio.sleep(30)
        office.ask("b")
        await trio.sleep(1)
        assert office.answers == [("a", None), ("b", BEST)]
        assert "why=TooSlowError" in office.lines[0]


@pytest.mark.parametrize("line", [b"\n", b"nonsense\n", b"{}\n", b'{"choices": [[1]]}\n', b"[]\n"])
async def test_nonsense_is_no_answer(
    autojump_clock: trio.testing.MockClock, line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(worker: FakeWorker, asked: bytes) -> bytes:
        return line

    monkeypatch.setattr(FakeWorker, "ask", ask)
    async with open_office() as office:
        office.ask("a")
        await trio.sleep(1)
        assert office.answers == [("a", None)]
        assert not office.workers[0].is_open


async def test_a_game_that_fails_again_and_again_is_left_alone(
    autojump_clock: trio.testing.MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def ask(worker: FakeWorker, asked: bytes) -> bytes:
        worker._asked.append(asked)
        return Answer(choices=(), broken="Nim: a game has not ended. Again: Tree(Nim)").line()

    monkeypatch.setattr(FakeWorker, "ask", ask)
    async with open_office() as office:
        for number in range(2 * MOST_FAULTS):
            office.ask(str(number))
        office.ask("other", game="whist")
        await trio.sleep(1)
        assert {answer for _, answer in office.answers} == {None}
        assert len(office.asked) == MOST_FAULTS + 1
        assert len(office.workers) == 1
        assert "a game has not ended. Again: Tree(Nim)" in office.lines[0]
        assert "thinker.gave_up game=nim" in office.lines[MOST_FAULTS]


async def test_where_none_can_be_started_questions_are_answered_all_the_same(
    autojump_clock: trio.testing.MockClock,
) -> None:
    office = Office()

    async def start() -> FakeWorker:
        raise OSError("no more processes")

    office.thinkers = Thinkers(1, Log(office.lines.append, lambda: 0.0), start)
    async with trio.open_nursery() as nursery:
        await nursery.start(office.thinkers.run)
        for key in "abc":
            office.ask(key)
        await trio.sleep(20)
        nursery.cancel_scope.cancel()
    assert office.answers == [("a", None), ("b", None), ("c", None)]


# --- what is thought ---------------------------------------------------------------------------


def asked_of(game: type[NetGame], names: Sequence[str]) -> Question:
    table = game.play(list(names))
    known = json.loads(json.dumps(table.knowledge(table.awaited[0])))
    return Question(game=reference_of(game), knowledge=known, seed=7, seconds=0.05)


def test_the_best_comes_first() -> None:
    found = think(Whist, asked_of(Whist, ["ann", "bob", "cid", "dan"]))
    assert found.rollouts > 0
    assert found.choices[0].command.startswith("DISCARD ")
    assert Answer.read(found.line()) == found


def test_what_was_said_is_judged() -> None:
    asked = asked_of(Whist, ["ann", "bob", "cid", "dan"])
    table = Whist.imagine(asked.knowledge, lambda n: 0)
    said = str(table.legal(table.awaited[0])[0])
    answer = think(Whist, replace(asked, said=said))
    assert answer.judgement is not None
    assert answer.judgement["said"] == said
    assert answer.judgement["best"] == answer.choices[0].command
    assert Answer.read(answer.line()) == answer


def test_a_bot_that_knows_better_is_asked() -> None:
    assert think(AKQ, asked_of(AKQ, ["ann", "bob"])).choices == (Choice("BET 0", 0, 0.0, 0.0),)


# --- with a process ----------------------------------------------------------------------------

BAD = """
import re
import time
from cardkit import CardGame, Deal, Discard, OrderGame, Seats

class Bad(CardGame):
    '''Never ends where it is tried out.'''

    title = "Bad"
    seats = Seats(least=2, most=2)
    stages = (Deal(each=3), OrderGame(discard=Discard(count=1, ends_turn=True)))

    def on_discard(self, *more):
        print("a game may print")
        while True:
            time.sleep(0.01)

class Stuck(Bad):
    '''Lets no other thread go on.'''

    title = "Stuck"

    def on_discard(self, *more):
        re.match("(a+)+$", "a" * 60 + "b")
"""

SERVER = """
import sys
import trio
from cardkit.server.log import Log
from cardkit.server.thinker import Question
from cardkit.server.thinkers import ProcessWorker, Thinkers

async def start():
    worker = await ProcessWorker.start()
    print(worker.process.pid, flush=True)
    return worker

async def serve():
    thinkers = Thinkers(1, Log(print, lambda: 0.0), start)
    question = Question.read(sys.stdin.buffer.readline())
    thinkers.ask(question, "table", print)
    await thinkers.run()

trio.run(serve)
"""


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    game = tmp_path / "bad.py"
    game.write_text(BAD)
    return game


async def test_a_process_thinks_and_is_gone_with_whoever_asks() -> None:
    worker = await ProcessWorker.start()
    try:
        asked = asked_of(Whist, ["ann", "bob", "cid", "dan"])
        found = Answer.read(await worker.ask(asked.line(0.02)))
        assert found.choices[0].command.startswith("DISCARD ")
        lost = Answer.read(await worker.ask(question("nosuch").line(0.02)))
        assert "nosuch" in lost.broken
        with trio.fail_after(30):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(worker.ask, asked.line(1000))
                while not worker.thinks:
                    await trio.lowlevel.checkpoint()
                worker.hurry()
        os.kill(worker.process.pid, signal.SIGKILL)
        with pytest.raises(EOFError):
            await worker.ask(asked.line(0.02))
    finally:
        await worker.close()
    assert worker.process.returncode == -signal.SIGKILL


def test_a_process_ends_in_the_middle_of_a_question_if_nobody_is_left_to_answer(bad: Path) -> None:
    command = [sys.executable, "-P", "-m", "cardkit.server.thinker"]
    asked = asked_of(find_game(f"{bad}:Bad"), ["ann", "bob"])
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.stdin.write(asked.line(60))
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_process_in_which_nothing_goes_on_any_more_ends_itself(bad: Path) -> None:
    program = "from cardkit.server import thinker; thinker.GRACE = 0.2; thinker.main()"
    asked = asked_of(find_game(f"{bad}:Stuck"), ["ann", "bob"])
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        process.stdin.write(asked.line(0.1))
        process.stdin.flush()
        assert process.wait(30) == 1
        assert b"on_discard" in process.stderr.read()  # where it was stuck


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="only Linux tells when any process ends")
def test_no_process_is_left_of_a_server_that_is_killed(bad: Path) -> None:
    asked = asked_of(find_game(f"{bad}:Bad"), ["ann", "bob"])
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(asked.line(60))
        server.stdin.flush()
        worker = os.pidfd_open(int(server.stdout.readline()))
        server.kill()
    ended, _, _ = select.select([worker], [], [], 30)
    os.close(worker)
    assert ended


async def test_a_server_stops_with_those_who_think(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[ProcessWorker] = []

    async def start() -> ProcessWorker:
        started.append(await begin())
        return started[-1]

    begin = ProcessWorker.start
    monkeypatch.setattr(ProcessWorker, "start", start)
    with trio.fail_after(60):
        async with own_server({"whist": Whist}) as (core, reach), connect(reach) as connection:
            for line in ("ENTER ann", "OPEN whist robots=strong", "JOIN whist-1", "LOGIN", "START"):
                await connection.say(line)
            table = core.tables["whist-1"].table
            while not any(worker.thinks for worker in started):
                if table.awaited and not table.robots():
                    await connection.say(str(table.legal(table.awaited[0])[0]))
                await trio.sleep(0.01)
    assert [worker.process.returncode for worker in started] == [-signal.SIGKILL]
