"""A standing ladder: bots join, change, break and go while it runs, and nothing is lost."""

import fcntl
import json
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cardkit.cli import main
from cardkit.commands import ladder as command
from cardkit.contest import bot_folder, intervals, ladder, ladder_report
from cardkit.contest.bot_check import refusal_of
from cardkit.contest.ladder import Ladder, State
from cardkit.contest.ladder_folder import LadderFolder, LadderSettings, settings_in
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.model import ContestPlan, Pairing
from cardkit.contest.outcome_file import line_of
from cardkit.contest.process_pool import Done
from cardkit.registry import find_game

BOT = """
from cardkit.cardgame import Bot
class Mine(Bot):
    def choose(self, view, legal):
        return legal[{at}]
"""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits, and how sure everything is does not matter here."""
    monkeypatch.setattr(intervals, "MOST_RESAMPLES", intervals.LEAST_RESAMPLES)
    monkeypatch.setattr(bot_folder, "SETTLED", 0.0)
    monkeypatch.setattr(ladder, "LOOK_SECONDS", 0.0)
    monkeypatch.setattr(ladder, "PAUSE", 0.01)
    monkeypatch.setattr(command, "NICE", 0)


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    folder = tmp_path / "bots"
    folder.mkdir()
    return folder


class FakePool:
    """Plays in this process, one match after the other."""

    games = 0

    def __init__(self, plan: ContestPlan) -> None:
        self._runner = MatchRunner(plan)
        for maker in self._runner.makers:
            maker.load()

    def play(self, pairings: Iterable[Pairing], count: int) -> Iterator[Done | None]:
        for pairing in pairings:
            yield [pairing.number], [line_of(self._runner.play(pairing).outcome)]


@contextmanager
def fake_pool(plan: ContestPlan) -> Iterator[Any]:
    yield FakePool(plan)


class FakeCheck:
    """Tries bots out in this process, at once."""

    def __init__(self, plan: ContestPlan, now: float) -> None:
        (entrant,) = plan.entrants
        self.refused = refusal_of(entrant, find_game(plan.game), plan.limits)

    def is_over(self, now: float) -> bool:
        return True

    def wait(self, seconds: float) -> None:
        pass

    def close(self) -> None:
        pass


@pytest.fixture
def checks_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ladder, "BotCheck", FakeCheck)


def write_report(running: Ladder) -> None:
    ladder_report.write_report(running, "en", lambda data, lang: json.dumps(data["matches"]))


class Host:
    """Holds a ladder in this process, and keeps what was told; `look` may be replaced."""

    def __init__(self, bots: Path, **settings: Any) -> None:
        self.told: list[str] = []
        usual: dict[str, Any] = {"matches": 4, "meetings": 6, "anchors": ("rand", "honest")}
        options = {"options": {"match_games": 2}}
        self._settings = LadderSettings("akq", 1, 2, **(usual | options | settings))
        self.folder = LadderFolder(bots, self._settings)
        bare = MatchRunner(self._settings.plan(())).bare
        self.ladder = Ladder(
            self.folder, bare, fake_pool, self.told.append, self._look, write_report
        )
        self.look: Callable[[Ladder], object] = id

    def _look(self, running: Ladder) -> None:
        self.look(running)

    def run(self) -> None:
        self.ladder.run(once=True)
        self.folder.close()


def outcomes(bots: Path) -> list[dict[str, Any]]:
    lines = (bots / "ladder" / "outcomes.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def members(bots: Path) -> dict[str, bool]:
    """By name whether it is retired."""
    about = json.loads((bots / "ladder" / "ladder.json").read_text())
    return {each["entrant"]["name"]: each["retired"] for each in about["members"]}


def test_bots_and_versions_join_and_only_they_are_played(bots: Path) -> None:
    """The command, from the beginning: two bots, then a third and a new version."""
    (bots / "ann.py").write_text(BOT.format(at=0))
    (bots / "bob.py").write_text("from nowhere import x")
    line = "--games 2 --matches 4 --meetings 4 --workers 1 --anchor rand --seed 1"
    assert main(["ladder", str(bots), "--game", "akq", "--once", *shlex.split(line)]) == 0
    first = outcomes(bots)
    assert members(bots) == {"rand": False, "ann": False}
    assert len(first) == 4
    broken = json.loads((bots / "ladder" / "results.json").read_text())["broken"]
    assert "ModuleNotFoundError: No module named 'nowhere'" in broken["bob.py"]

    (bots / "bob.py").write_text(BOT.format(at=0))
    (bots / "ann.py").write_text(BOT.format(at=-1))
    assert main(["ladder", str(bots), "--once"]) == 0
    assert members(bots) == {"rand": False, "ann": True, "ann.v2": False, "bob": False}
    assert outcomes(bots)[:4] == first
    later = outcomes(bots)[4:]
    assert all(1 not in each["entrants"] for each in later)
    assert sorted(each["match"] for each in later) == list(range(4, 4 + len(later)))
    results = json.loads((bots / "ladder" / "results.json").read_text())
    assert {each["name"]: each["matches"] for each in results["entrants"]} == {
        "rand": 12,
        "ann": 4,
        "ann.v2": 8,
        "bob": 8,
    }
    assert results["contest"]["retired"] == ["ann"]
    assert results["broken"] == {}
    assert results["rating_curves"].keys() == members(bots).keys()
    report = (bots / "ladder" / "report.html").read_text()
    assert "Ratings over matches" in report
    assert re.search("ann</bdi> <small[^>]*>retired", report)
    assert "refresh" not in report
    last = max(each["match"] for each in later) + 1
    assert f'href="matches.html?match={last}"' in report
    assert (bots / "ladder" / "matches.html").is_file()
    assert (bots / "ladder" / "replays" / f"match-{last:06}.js").is_file()


@pytest.mark.usefixtures("checks_here")
def test_a_bot_joins_while_matches_are_played(bots: Path) -> None:
    host = Host(bots)

    def look(running: Ladder) -> None:
        if running.results.standings.matches == 3:
            assert running.state is State.PLAYING
            (bots / "ann.py").write_text(BOT.format(at=0))

    host.look = look
    host.run()
    assert host.told == ["ann joins."]
    assert len(outcomes(bots)) == 3 * 6
    assert sum(2 in each["entrants"] for each in outcomes(bots)) == 2 * 6


@pytest.mark.usefixtures("checks_here")
def test_a_bot_that_is_gone_retires_and_comes_back_as_it_was(bots: Path) -> None:
    (bots / "ann.py").write_text(BOT.format(at=0))
    Host(bots).run()
    (bots / "ann.py").unlink()
    gone = Host(bots)
    gone.run()
    assert gone.told == ["ann retires: ann.py is gone."]
    assert members(bots)["ann"]
    (bots / "ann.py").write_text(BOT.format(at=0))
    back = Host(bots, meetings=7)
    back.run()
    assert back.told == ["ann is back."]
    assert members(bots) == {"rand": False, "honest": False, "ann": False}
    assert len(outcomes(bots)) == 3 * 7


@pytest.mark.usefixtures("checks_here")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def broken(", "SyntaxError"),
        ("x = 1", "ann/ann.py has no bot"),
        (BOT.format(at=0).replace("choose", "chose"), "has no method choose"),
        (BOT.format(at=0) + "    def __init__(self, below): 1 / 0\n", "cannot begin: ZeroDivision"),
    ],
)
def test_a_broken_bot_is_told_with_its_reason_and_stops_nobody(
    bots: Path, text: str, why: str
) -> None:
    (bots / "ann.py").write_text(text)
    host = Host(bots)
    host.run()
    assert [why in told for told in host.told] == [True]
    assert len(outcomes(bots)) == 6
    report = (bots / "ladder" / "report.html").read_text()
    assert "ann.py</bdi></b> cannot play:" in report
    assert not list((bots / "ladder" / ".versions").glob("ann*"))


def test_a_bot_that_ends_the_process_that_imports_it_is_told(bots: Path) -> None:
    (bots / "ann.py").write_text("import os\nos._exit(3)")
    host = Host(bots)
    host.run()
    assert host.told == ["ann.py cannot play: it ends its process while it is being imported"]
    assert len(outcomes(bots)) == 6


def test_a_bot_that_hangs_while_it_is_imported_is_told(
    bots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardkit.contest.bot_check.LONGEST", 0.0)
    (bots / "ann.py").write_text("while True: pass")
    host = Host(bots)
    host.run()
    assert host.told == ["ann.py cannot play: it was not ready to play after 0 s"]


@pytest.mark.usefixtures("checks_here")
def test_after_a_crash_only_unfinished_matches_are_played_again(bots: Path) -> None:
    (bots / "ann.py").write_text(BOT.format(at=0))
    Host(bots).run()
    whole = (bots / "ladder" / "outcomes.jsonl").read_bytes()
    (bots / "ladder" / "outcomes.jsonl").write_bytes(whole[: len(whole) // 2])
    Host(bots).run()
    again = (bots / "ladder" / "outcomes.jsonl").read_bytes()
    kept = whole[: whole.rindex(b"\n", 0, len(whole) // 2) + 1]
    assert again.startswith(kept)
    assert len(again.splitlines()) == 3 * 6


@pytest.mark.usefixtures("checks_here")
def test_names_of_bots_are_their_own(bots: Path) -> None:
    (bots / "rand.py").write_text(BOT.format(at=0))
    host = Host(bots)
    host.run()
    assert host.told == [
        "rand.py cannot play: there is another bot called rand already; rename rand.py"
    ]


@pytest.mark.usefixtures("checks_here")
def test_a_version_plays_as_it_was_whatever_becomes_of_its_file(bots: Path) -> None:
    (bots / "ann.py").write_text(BOT.format(at=0))
    host = Host(bots)
    host.run()
    member = next(each for each in host.folder.members if each.file)
    (bots / "ann.py").write_text("broken(")
    later = Host(bots, meetings=8)
    later.run()
    assert Path(member.entrant.bot).read_text() == BOT.format(at=0)
    assert not members(bots)["ann"]
    assert len(outcomes(bots)) == 3 * 8


@pytest.mark.usefixtures("checks_here")
def test_the_folder_can_be_moved(bots: Path, tmp_path: Path) -> None:
    (bots / "ann.py").write_text(BOT.format(at=0))
    Host(bots).run()
    moved = bots.rename(tmp_path / "moved")
    host = Host(moved, meetings=7)
    host.run()
    assert (host.told, len(outcomes(moved))) == ([], 3 * 7)


@pytest.mark.usefixtures("checks_here")
def test_too_few_wait_and_are_told_so(bots: Path) -> None:
    host = Host(bots, anchors=("rand",))
    seen = []
    host.look = lambda running: seen.append(running.state)
    host.run()
    assert State.WAITING in seen
    assert outcomes(bots) == []


# --- what is refused -----------------------------------------------------------------------------


def refused(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["ladder", *map(str, words)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err


def test_what_is_wrong_is_told_in_a_sentence(
    bots: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "there is no folder nowhere" in refused(capsys, "nowhere", "--game", "akq")
    assert "say which game a new ladder plays" in refused(capsys, bots)
    assert "wist is not a game; did you mean whist?" in refused(capsys, bots, "--game", "wist")
    none = refused(capsys, bots, "--game", "akq", "--anchor", "none")
    assert "has no bots in it" in none
    wrong = refused(capsys, bots, "--game", "akq", "--anchor", "hones")
    assert "hones is not a bot of AKQ; did you mean honest?" in wrong
    assert "for 2 players, not for 5" in refused(capsys, bots, "--game", "akq", "--players", 5)
    assert not (bots / "ladder").exists()


def test_a_ladder_keeps_its_game_and_rules(bots: Path, capsys: pytest.CaptureFixture[str]) -> None:
    LadderFolder(bots, LadderSettings("akq", 1, 2)).close()
    assert "has another game: akq, not whist" in refused(capsys, bots, "--game", "whist")
    assert "has another move: 5.0, not 3.0" in refused(capsys, bots, "--move-time", 3)
    assert "has another on fault: ask, not pass" in refused(capsys, bots, "--fault", "pass")


def test_two_ladders_on_one_folder_are_refused(
    bots: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    LadderFolder(bots, LadderSettings("akq", 1, 2, anchors=("rand",))).close()
    with (bots / "ladder" / "outcomes.jsonl").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert "is running already; there can be only one" in refused(capsys, bots)


def test_the_folder_of_a_newer_version_is_not_touched(
    bots: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    LadderFolder(bots, LadderSettings("akq", 1, 2)).close()
    about = bots / "ladder" / "ladder.json"
    said = json.loads(about.read_text())
    about.write_text(json.dumps(said | {"version": 2, "cardkit": "9.0"}))
    assert "was written by a newer cardkit (9.0)" in refused(capsys, bots)
    for text in ("", "[]", "{}", json.dumps(said | {"settings": {}})):
        about.write_text(text)
        assert "does not say what ladder it is of" in refused(capsys, bots)


def test_settings_are_read_as_they_were_written(bots: Path) -> None:
    settings = LadderSettings("akq", 1, 2, options={"match_games": 3}, anchors=("rand",))
    LadderFolder(bots, settings).close()
    assert settings_in(bots) == settings
