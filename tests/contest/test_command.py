"""`cardkit contest`: what is wrong is told before any game, and what was played is kept."""

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardkit.cardgame import CardGame
from cardkit.cli import main
from cardkit.commands import contest as command
from cardkit.contest.match_runner import MatchRunner
from cardkit.contest.outcome_file import OutcomeFile
from cardkit.contest.schedule import Format
from tests.contest_bots import HERE
from tests.waiting import until

Said = tuple[int, str, str]


class Run:
    """Runs the command and says how it ended and what it wrote."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, line: str) -> Said:
        try:
            status = main(["contest", *shlex.split(line)])
        except SystemExit as end:
            status = int(end.code or 0)
        written = self.capsys.readouterr()
        return status, written.out, written.err


@pytest.fixture
def contest(capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(capsys)


@pytest.fixture
def nobody_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*args: object) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr(command, "play", never)


def lines_of(folder: Path) -> dict[int, dict[str, Any]]:
    """The outcomes in a folder, without the times."""
    found = {}
    for line in (folder / "outcomes.jsonl").read_text().splitlines():
        body = json.loads(line)
        del body["thought_ns"], body["slowest_ns"]
        found[body["match"]] = body
    return found


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "the following arguments are required: GAME"),
        ("wist rand rand", "NO_SUCH_GAME: wist is not a game; did you mean whist?"),
        ("akq", "TOO_FEW_PLAYERS: name the bots that play: cardkit contest akq BOT BOT"),
        ("akq rand", "2 bots are needed at a table of AKQ, and there are 1; a bot that is named"),
        ("akq rand rand rand --format single", "TABLE_FULL: AKQ is for 2 players, not for 3"),
        ("daifugo rand rand rand --format single --players 2", "a single match has 2 players"),
        ("whist rand rand rand rand --players 3", "Whist is for 4 players, not for 3"),
        ("akq rand hones", "NO_SUCH_BOT: hones is not a bot of AKQ; did you mean honest?"),
        ("akq rand nowhere.py:Bot", "NO_SUCH_BOT: there is no file nowhere.py"),
        (f"akq rand {HERE}:Nobody", "has no class Nobody; write one of:"),
        (f"akq rand {HERE}:NoChoice", "BAD_BOT: {here}:NoChoice has no method choose; a bot"),
        (f"akq rand {HERE}:CannotBeMade", "BAD_BOT: the bot CannotBeMade cannot begin: ValueErr"),
        ("akq rand --bot ./my_bot", "./my_bot says no name for the program; write name=command"),
        ("akq rand --bot 'a=/no/such/program'", "there is no program /no/such/program"),
        ("akq rand --bot 'a=false'", "BAD_BOT: false cannot play: "),
        ("akq rand honest --like millionair", "NO_SUCH_PRESET: millionair is not a contest known"),
        ("akq rand honest --like flush", "flush is a contest of flush_poker; write: cardkit"),
        ("akq rand honest --preset contst", "NO_SUCH_PRESET: contst is not a preset of AKQ"),
        ("akq rand honest --set pionts=3", "NO_SUCH_OPTION: pionts is not an option"),
        ("akq rand honest --format swis", "BAD_OPTION: argument --format: invalid choice: 'swis'"),
        ("akq rand honest --fault shout", "invalid choice: 'shout' (choose from "),
        ("akq rand honest --rounds 3", "--rounds is for the formats swiss and pool; --matches"),
        ("akq rand honest --fault pass --tries 3", "--tries is for --fault ask; with pass nobody"),
        ("akq rand honest --resume", "--resume goes on with the contest in a folder; say which"),
        ("akq rand honest --move-time 0", "0 is not a number of seconds from 0.001 to 86,400"),
        ("akq rand honest --games 2000000", "games cannot be 2000000"),
    ],
)
@pytest.mark.usefixtures("nobody_plays")
def test_what_is_wrong_is_told_before_any_game(contest: Run, line: str, said: str) -> None:
    status, out, err = contest(line)
    assert (status, out) == (2, "")
    assert said.replace("{here}", HERE) in err
    assert err.count("\n") == 1


@pytest.mark.usefixtures("nobody_plays")
def test_a_bot_that_does_not_import_is_told_with_its_line(contest: Run, tmp_path: Path) -> None:
    (tmp_path / "torn.py").write_text("import os\nfrom nowhere_at_all import x\n")
    status, _, err = contest(f"akq rand {tmp_path}/torn.py:Bot")
    assert status == 2
    assert "torn.py cannot be imported: ModuleNotFoundError" in err
    assert "(line 2)" in err


@pytest.mark.usefixtures("nobody_plays")
def test_a_script_that_ends_while_it_is_imported_is_told_like_that(
    contest: Run, tmp_path: Path
) -> None:
    (tmp_path / "script.py").write_text("import sys\nsys.exit('done')\n")
    status, _, err = contest(f"akq rand {tmp_path}/script.py:Bot")
    assert status == 2
    assert err.endswith("script.py cannot be imported: SystemExit: done (line 2)\n")


@pytest.mark.usefixtures("nobody_plays")
def test_the_folder_of_another_contest_is_refused(contest: Run, tmp_path: Path) -> None:
    from cardkit.contest.folder import Folder

    Folder(tmp_path / "out", {"game": "whist"}).outcome_file.close()
    _, _, err = contest(f"akq rand honest --out {tmp_path}/out")
    assert "holds a contest already; --resume goes on with it" in err
    _, _, err = contest(f"akq rand honest --out {tmp_path}/out --resume")
    assert 'holds another contest: its game is "whist", not "akq"' in err


def test_bots_may_also_be_named_after_the_options(contest: Run) -> None:
    status, out, _ = contest("akq --games 1 --seed 1 --json --workers 1 rand honest")
    assert status == 0
    assert {bot["name"] for bot in json.loads(out)["entrants"]} == {"rand", "honest"}


@pytest.mark.parametrize(
    "line",
    [
        "akq rand honest solid --games 7 --fault pass --bot p=./it",
        "akq rand --games 7 honest --fault pass solid --bot p=./it",
        "--fault pass akq rand --bot p=./it --games 7 honest solid",
    ],
)
def test_options_may_stand_between_bots(line: str) -> None:
    args = command_line(line)
    assert (args.game, args.bots, args.programs) == ("akq", ["rand", "honest", "solid"], ["p=./it"])
    assert (args.games, args.fault) == (7, "pass")


def test_the_same_bot_twice_plays_against_itself(contest: Run) -> None:
    status, out, _ = contest("akq honest honest --games 2 --seed 1 --json --workers 1")
    data = json.loads(out)
    assert status == 0
    assert {bot["name"] for bot in data["entrants"]} == {"honest", "honest-2"}
    assert data["matches"] == 1


def test_the_results_name_the_command_that_plays_the_same_again(contest: Run) -> None:
    one = json.loads(contest("akq rand honest --like akq --games 3 --json --workers 1")[1])
    words = shlex.split(one["contest"]["command"])
    assert words[:2] == ["cardkit", "contest"]
    again = json.loads(contest(shlex.join([*words[2:], "--json", "--workers", "1"]))[1])
    for results in (one, again):
        for bot in results["entrants"]:
            del bot["seconds"]
    one["contest"].pop("options")  # --games is one of them now
    again["contest"].pop("options")
    assert one == again


@pytest.mark.parametrize(
    ("how", "matches"),
    [
        ("--players 2 --duplicate", 6),
        ("--players 2 --format swiss --rounds 4", 4),
        ("--players 2 --format pool --rounds 4", 6),
    ],
)
def test_a_contest_that_was_stopped_goes_on_to_the_same_end(
    contest: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, how: str, matches: int
) -> None:
    line = f"daifugo rand thrifty rand {how} --games 2 --seed 9 --workers 1"
    assert contest(f"{line} --out {tmp_path}/whole")[0] == 0

    def add(
        self: OutcomeFile, numbers: list[int], lines: list[str], add: Any = OutcomeFile.add
    ) -> None:
        add(self, numbers[:1], lines[:1])
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(OutcomeFile, "add", add)
        status, out, _ = contest(f"{line} --out {tmp_path}/torn")
    assert status == 130
    assert f"Stopped after 1 of {matches} matches." in out
    assert "The same command with --resume goes on." in out
    assert len(lines_of(tmp_path / "torn")) == 1
    assert contest(f"{line} --out {tmp_path}/torn --resume")[0] == 0
    assert lines_of(tmp_path / "torn") == lines_of(tmp_path / "whole")
    names = [
        {path.name for path in (tmp_path / which).rglob("*")} - {"contest.key"}
        for which in ("torn", "whole")
    ]
    assert names[0] == names[1]
    for name in ("report.html", "results.json", "results.csv", "contest.json", "outcomes.jsonl"):
        assert (tmp_path / "torn" / name).stat().st_size > 0


def test_every_record_is_right_and_signed_by_the_contest(
    contest: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, _ = contest(
        f"akq {HERE}:Says honest --matches 3 --games 2 --out {tmp_path}/out --lang en --workers 1"
    )
    assert status == 0
    key = shlex.split(out.splitlines()[-1])[-1]
    records = sorted((tmp_path / "out" / "records").iterdir())
    assert [path.name for path in records] == [f"match-{n:06}.jsonl" for n in (1, 2, 3)]
    for path in records:
        assert main(["verify", str(path), "--key", key, "--lang", "en"]) == 0
        assert "2 games of akq" in capsys.readouterr().out


def test_how_many_records_are_written_is_said_aloud(contest: Run, tmp_path: Path) -> None:
    _, _, err = contest(
        f"akq rand honest --matches 3 --games 1 --records 2 --out {tmp_path}/out --workers 1 "
        "--lang en"
    )
    assert "Records and logs are written of the first 2 of 3 matches" in err
    assert len(list((tmp_path / "out" / "records").iterdir())) == 2


@pytest.mark.parametrize(
    ("line", "about"),
    [
        (
            "daifugo rand thrifty rand rand --like millionaire",
            {"preset": "millionaire", "on_fault": "ask", "players": 4},
        ),
        ("akq rand honest --like akq", {"preset": "contest", "on_fault": "pass", "players": 2}),
        (
            "flush_poker rand solid rand rand rand --like flush",
            {"preset": "contest", "on_fault": "rematch", "players": 4},
        ),
        (
            "flush_poker rand solid rand --like flush --players 3 --fault forfeit --games 7",
            {"on_fault": "forfeit", "players": 3},
        ),
    ],
)
def test_a_contest_can_be_like_one_that_others_have_held(line: str, about: dict[str, Any]) -> None:
    args = command_line(line)
    found = command.contest_from(args, 1)
    told = found.about()
    assert {name: told[name] for name in about} == about
    table = MatchRunner(found.plan).bare
    games = {"daifugo": 10, "akq": 1000, "flush_poker": 100}[args.game]
    assert table.match.games == (args.games or games)
    assert isinstance(table, CardGame)
    if table.bank is not None:
        assert table.bank.points == {"akq": 100, "flush_poker": 20_000}[args.game]


def command_line(line: str) -> Any:
    from cardkit.cli import make_parser

    return make_parser(["contest"]).parse_args(["contest", *shlex.split(line)])


def test_duplicate_deals_put_everybody_into_every_seat() -> None:
    found = command.contest_from(command_line("whist rand rand rand rand --duplicate"), 1)
    assert found.schedule.total == 4


def test_in_a_pool_the_rounds_are_such_that_all_play_equally_often() -> None:
    line = "page_one rand rand rand rand rand --players 3 --format pool --rounds 4"
    found = command.contest_from(command_line(line), 1)
    assert found.schedule.format is Format.POOL
    assert found.schedule.rounds == 6


def test_a_bot_that_has_changed_makes_another_contest(tmp_path: Path) -> None:
    bot = tmp_path / "mine.py"
    bot.write_text("from cardkit.cardgame import Rand\nclass Mine(Rand):\n    x = 1\n")
    one = command.contest_from(command_line(f"akq rand {bot}:Mine"), 1).about()
    bot.write_text("from cardkit.cardgame import Rand\nclass Mine(Rand):\n    x = 2\n")
    other = command.contest_from(command_line(f"akq rand {bot}:Mine"), 1).about()
    assert one["bots"][0] == other["bots"][0]
    assert one["bots"][1] != other["bots"][1]


def test_a_program_plays_against_a_class_and_a_crashed_one_is_left_out(
    contest: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = Path(__file__).parents[2] / "examples" / "bots" / "plain_python_bot.py"
    falls = shlex.join(["sh", "-c", "while read line; do case $line in ASK*) exit 1;; esac; done"])
    bots = shlex.join(["--bot", f"plain=python3 {plain}", "--bot", f"falls={falls}"])
    status, out, err = contest(
        f"flush_poker rand solid {bots} --like flush --games 3 --seed 1 --json --workers 1 "
        f"--out {tmp_path}/out --move-time 60"
    )
    assert status == 0, err
    data = json.loads(out)
    assert [(fault["name"], fault["kind"], fault["done"]) for fault in data["faults"]] == [
        ("falls", "crashed", "rematch")
    ]
    played = {bot["name"]: bot["matches"] for bot in data["entrants"]}
    assert played == {"rand": 1, "solid": 1, "plain": 1, "falls": 0}
    record = tmp_path / "out" / "records" / "match-000001.jsonl"
    assert main(["verify", str(record), "--lang", "en"]) == 0
    assert "plain" in capsys.readouterr().out


HEARS_CTRL_C = """
import signal
from cardkit.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # what a shell runs aside ignores it
raise SystemExit(main())
"""


def test_ctrl_c_ends_a_contest_with_its_results(tmp_path: Path) -> None:
    """A real process and a real signal, which its workers must not hear."""
    out = tmp_path / "out"
    line = f"contest daifugo rand thrifty --matches 100000 --seed 1 --out {out} --lang en"
    run = subprocess.Popen(
        [sys.executable, "-c", HEARS_CTRL_C, *line.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    outcomes = out / "outcomes.jsonl"
    try:
        until(lambda: run.poll() is not None or (outcomes.exists() and outcomes.stat().st_size))
        assert run.poll() is None
        os.killpg(run.pid, signal.SIGINT)
        said, complaints = run.communicate(timeout=60)
    finally:
        run.kill()
    assert run.returncode == 130
    assert "The same command with --resume goes on." in said
    assert "Traceback" not in complaints
    assert (out / "report.html").exists()
    assert json.loads((out / "results.json").read_text())["matches"] == len(lines_of(out))
