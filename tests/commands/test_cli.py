"""The command `cardkit`, as somebody meets it who has never used it."""

import json
import re
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from cardkit import __version__
from cardkit.cli import COMMANDS, main
from cardkit.commands.new import BOTS
from cardkit.registry import bots_of, find_game, installed
from cardkit.simulate import Simulation


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """The language of whoever runs the tests does not matter."""
    for variable in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "80")


Said = tuple[int, str, str]


@pytest.fixture
def cardkit(capsys: pytest.CaptureFixture[str]) -> "Run":
    return Run(capsys)


class Run:
    """Runs the command and says how it ended and what it wrote."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, line: str) -> Said:
        try:
            status = main(line.split())
        except SystemExit as end:  # how argparse ends
            status = int(end.code or 0)
        written = self.capsys.readouterr()
        return status, written.out, written.err


def refused(said: Said) -> str:
    """The one line of a refusal; nothing else is written, and the status is 2."""
    status, out, err = said
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    return err


# --- cardkit ---------------------------------------------------------------------------------


def test_alone_it_prints_its_help(cardkit: Run) -> None:
    status, out, _ = cardkit("")
    assert status == 0
    assert [name for name in COMMANDS if not re.search(rf"\n    {name}\s", out)] == []


def test_it_tells_its_version(cardkit: Run) -> None:
    assert cardkit("--version")[:2] == (0, f"cardkit {__version__}\n")


def test_as_a_module_it_says_the_same(cardkit: Run) -> None:
    for line in ("rules akq", "rules wist", "check --help"):
        done = subprocess.run(
            [sys.executable, "-m", "cardkit", *line.split()],
            check=False,
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stdout, done.stderr) == cardkit(line)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(cardkit: Run, name: str) -> None:
    status, out, _ = cardkit(f"{name} --help")
    assert status == 0
    assert out.startswith(f"usage: cardkit {name} ")
    assert max(len(line) for line in out.splitlines()) <= 80


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("simulat", "UNKNOWN_WORD: simulat is not a command of cardkit; did you mean simulate?"),
        ("--colour", "BAD_OPTION: unrecognized arguments: --colour; see cardkit --help"),
        ("rules", "BAD_OPTION: the following arguments are required: GAME; see cardkit rules"),
        ("rules wist", "NO_SUCH_GAME: wist is not a game; did you mean whist? The games are: akq"),
        ("rules nowhere.py:Snap", "NO_SUCH_GAME: there is no file nowhere.py"),
        ("rules daifugo --preset offical", "NO_SUCH_PRESET: offical is not a preset of Daifugo; "),
        ("rules daifugo --set joker=1", "joker is not an option of this game; did you mean jokers"),
        ("rules daifugo --set jokers=9", "BAD_OPTION: jokers cannot be 9; it takes a whole number"),
        ("rules daifugo --set jokers", "BAD_OPTION: an option is written --set name=value, not"),
        ("simulate whist --games 0", "BAD_OPTION: argument --games: 0 is not a whole number from"),
        ("simulate whist --games 1000000000000", "not a whole number from 1 to 999,999,999,999"),
        ("simulate whist --players 3", "TOO_FEW_PLAYERS: Whist is for 4 players, not for 3"),
        ("simulate akq --bots rand,rand,rand", "TABLE_FULL: AKQ is for 2 players, not for 3"),
        ("simulate whist --bots ran", "NO_SUCH_BOT: ran is not a bot of Whist; did you mean rand?"),
        ("simulate whist --set games=", "BAD_OPTION: games cannot be"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_a_code(cardkit: Run, line: str, said: str) -> None:
    assert said in refused(cardkit(line))


def test_refusals_are_japanese_for_who_asks_for_it(
    cardkit: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "使える値: 0〜2の整数" in refused(cardkit("rules daifugo --set jokers=9 --lang ja"))
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert "使える値: 0〜2の整数" in refused(cardkit("rules daifugo --set jokers=9"))
    assert "it takes" in refused(cardkit("rules daifugo --set jokers=9 --lang en"))
    assert "もしかして whist？" in refused(cardkit("rules wist"))
    assert "もしかして rules？" in refused(cardkit("rule"))


# --- cardkit games ---------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_the_games_are_listed_within_eighty_columns(cardkit: Run, lang: str) -> None:
    status, out, err = cardkit(f"games --lang {lang}")
    assert (status, err) == (0, "")
    for name in installed():
        assert f" {name} " in out
        game = find_game(name)
        assert [word for word in (*game.presets, *bots_of(game)) if f" {word} " not in out] == []
    assert max(len(line) for line in out.splitlines()) <= 80
    assert "…" not in out
    assert ("大富豪" if lang == "ja" else "Daifugo") in out


def test_one_game_is_told_of_in_words(cardkit: Run) -> None:
    status, out, _ = cardkit("games whist")
    assert status == 0
    assert out.startswith("# Whist\n\nPartners take tricks together")
    assert "- **long**: Nine points win, as in long whist" in out
    assert "- **partner**: Leads from strength" in out
    told = cardkit("games whist --lang ja")[1]
    assert "- **long**: 9点先取。" in told
    assert re.search(r"- \*\*partner\*\*: .*味方が勝っていれば譲る。", told)
    assert "did you mean whist?" in refused(cardkit("games wist"))


def test_a_game_that_does_not_import_does_not_hide_the_others(
    cardkit: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib.metadata import EntryPoint

    from cardkit import registry

    broken = EntryPoint("broken", "nowhere_at_all:Snap", registry.GROUP)
    whist = EntryPoint("whist", "cardkit.games.whist:Whist", registry.GROUP)
    points = {"broken": broken, "whist": whist}
    monkeypatch.setattr(registry, "_points", lambda path: points)
    status, out, err = cardkit("games")
    assert status == 2
    assert "Whist" in out
    assert err == "NO_SUCH_GAME: there is no module nowhere_at_all\n"


# --- cardkit rules ---------------------------------------------------------------------------


def test_the_rules_are_written_as_markdown_into_a_file(cardkit: Run) -> None:
    options = "--preset strict --set each=4 --set declare=auto"
    status, out, _ = cardkit(f"rules page_one {options}")
    assert status == 0
    assert out.startswith("# Page One\n\nPage One (ページワン) is a Japanese family game")
    assert "4 cards each." in out
    assert "draw one card, then play it or pass." in out
    assert "declare=" not in out
    names = cardkit(f"rules page_one {options} --names")[1]
    assert "DRAW one card, then play it or PASS." in names
    assert "`declare=auto`" in names


def test_the_rule_sheet_speaks_japanese(cardkit: Run) -> None:
    assert cardkit("rules page_one --lang ja")[1].startswith("# ページワン\n")


# --- cardkit simulate ------------------------------------------------------------------------


def test_a_simulation_is_shown_as_a_table_and_is_quiet_besides(cardkit: Run) -> None:
    status, out, err = cardkit("simulate akq --games 20 --seed 1")
    assert (status, err) == (0, "")
    assert "Points per game" in out
    assert "AKQ with 2 players. Games: 20." in out
    assert "--seed 1" in out
    assert max(len(line) for line in out.splitlines()) <= 80


def test_a_simulation_says_the_same_again_for_its_seed(cardkit: Run) -> None:
    def played(line: str) -> object:
        data = json.loads(cardkit(line)[1])
        del data["seconds"]
        for bot in data["bots"]:
            del bot["moves_per_second"]
        return data

    first = played("simulate page_one --games 10 --json")
    assert isinstance(first, dict)
    assert played(f"simulate page_one --games 10 --json --seed {first['seed']}") == first


def test_bots_are_called_by_their_short_names(cardkit: Run) -> None:
    line = "simulate akq --games 2 --json --bots rand,cardkit.cardgame:Rand"
    assert [bot["bot"] for bot in json.loads(cardkit(line)[1])["bots"]] == ["rand", "Rand"]


def test_ctrl_c_shows_what_has_been_played_so_far(
    cardkit: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    play = Simulation._play_match

    def three_matches(self: Simulation, *args: object) -> None:
        if self.matches == 3:
            raise KeyboardInterrupt
        play(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Simulation, "_play_match", three_matches)
    status, out, _ = cardkit("simulate page_one --games 10 --seed 1")
    assert status == 130
    assert "Games: 3." in out
    assert "Stopped; 10 games were asked for." in out


def test_a_bot_that_breaks_the_rules_ends_the_simulation(cardkit: Run, tmp_path: Path) -> None:
    path = tmp_path / "rude_bot.py"
    path.write_text(
        "from cardkit.cardgame import Bot\n"
        "class Rude(Bot):\n"
        "    def choose(self, view, legal):\n"
        "        return 'DISCARD XX'\n",
        encoding="utf-8",
    )
    err = refused(cardkit(f"simulate page_one --bots {path}:Rude"))
    assert err.startswith("BAD_BOT: the bot Rude said “DISCARD XX”, which is refused with NO_SUCH")


# --- cardkit new -----------------------------------------------------------------------------


def test_a_new_game_passes_its_own_test_and_can_be_played(cardkit: Run, tmp_path: Path) -> None:
    status, out, _ = cardkit(f"new crazy_snap --dir {tmp_path}")
    assert status == 0
    game = f"{tmp_path / 'crazy_snap.py'}:CrazySnap"
    assert f"  cardkit simulate {game}\n" in out
    assert f"  python {tmp_path / 'test_crazy_snap.py'}\n" in out, "pytest need not be installed"
    test = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_crazy_snap.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert test.returncode == 0, test.stdout
    assert "2 passed" in test.stdout
    assert cardkit(f"simulate {game} --games 5 --bots saver,rand")[0] == 0
    assert "Crazy Snap（仮題）" in cardkit(f"rules {game} --lang ja")[1]


def test_a_new_stage_passes_its_own_test_and_can_be_played(cardkit: Run, tmp_path: Path) -> None:
    status, out, _ = cardkit(f"new --stage silver_hoard --dir {tmp_path}")
    assert status == 0
    game = f"{tmp_path / 'silver_hoard.py'}:SilverHoardGame"
    assert f"  cardkit simulate {game}\n" in out
    test = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_silver_hoard.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert test.returncode == 0, test.stdout
    assert "3 passed" in test.stdout
    assert cardkit(f"simulate {game} --games 5")[0] == 0
    sheet = cardkit(f"rules {game} --lang ja --names")[1]
    assert "Silver hoard（仮題）" in sheet
    assert "| `LAY S7` | 札を1枚、表にして出す |" in sheet
    status, out, _ = cardkit(f"check {game} --games 6")
    assert status == 0
    assert "Without a translation" not in out


@pytest.mark.parametrize("language", BOTS)
def test_a_new_bot_goes_by_its_own_name(cardkit: Run, tmp_path: Path, language: str) -> None:
    command = f"new --bot {language} my_{language} --dir {tmp_path}"
    status, out, _ = cardkit(command)
    assert status == 0
    (file,) = tmp_path.iterdir()
    assert file.stem == f"my_{language}"
    assert str(file) in out
    text = file.read_text(encoding="utf-8")
    assert str(file) in text
    assert "examples/" not in text
    assert refused(cardkit(command)).startswith(f"FILE_EXISTS: {file} is there already")
    if language == "class":
        assert cardkit(f"simulate akq --games 5 --bots {file}:MyClass,rand")[0] == 0


@pytest.mark.parametrize("name", ["Bidding", "stage", "stage_state", "auction", "é"])
def test_a_bad_name_for_a_stage_is_refused(cardkit: Run, tmp_path: Path, name: str) -> None:
    assert refused(cardkit(f"new --stage {name} --dir {tmp_path}")).startswith(f"BAD_NAME: {name} ")
    assert list(tmp_path.iterdir()) == []


# --- cardkit check ---------------------------------------------------------------------------


def test_a_game_is_checked_and_what_was_not_reached_is_told(cardkit: Run) -> None:
    status, out, _ = cardkit("check akq --games 6 --preset table")
    assert status == 0
    assert out.startswith("Nothing wrong in ")


def test_a_fault_is_told_with_the_call_that_shows_it_again(cardkit: Run, tmp_path: Path) -> None:
    path = tmp_path / "brittle_game.py"
    path.write_text(
        "from cardkit import CardGame, Deal, TrickGame\n"
        "class Brittle(CardGame):\n"
        '    """Breaks."""\n'
        '    title = "Brittle"\n'
        "    stages = (Deal(each=3), TrickGame())\n"
        "    def on_trick(self, winner, cards):\n"
        "        self.scores[9] += 1\n",
        encoding="utf-8",
    )
    status, out, err = cardkit(f"check {path}:Brittle --games 6")
    assert (status, out) == (1, "")
    assert "raised IndexError: list index out of range, in brittle_game.py:7, on_trick" in err
    assert "Again: check_game(Brittle, " in err
    assert "Traceback" not in err


def test_bots_play_along_in_a_check(cardkit: Run) -> None:
    assert cardkit("check page_one --games 6 --search 0 --preset american --bots keen")[0] == 0
    assert refused(cardkit("check akq --bots nobody")).startswith("NO_SUCH_BOT: nobody is not a ")


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("OldMaid", "old_maid"),
        ("old-maid", "old_maid"),
        ("8jacks", "jacks"),
        ("ババ抜き", "my_game"),
        ("class", "class_game"),
        ("random", "random_game"),
        ("deck", "deck_game"),
    ],
)
def test_a_bad_name_is_refused_with_a_good_one(
    cardkit: Run, tmp_path: Path, name: str, good: str
) -> None:
    err = refused(cardkit(f"new {name} --dir {tmp_path}"))
    assert err.startswith(f"BAD_NAME: {name} ")
    assert err.endswith(f" {good}\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("taken", ["snippy.py", "test_snippy.py"])
def test_a_file_that_is_there_is_never_overwritten(
    cardkit: Run, tmp_path: Path, taken: str
) -> None:
    (tmp_path / taken).write_text("mine", encoding="utf-8")
    err = refused(cardkit(f"new snippy --dir {tmp_path}"))
    assert err.startswith(f"FILE_EXISTS: {tmp_path / taken} is there already")
    assert [path.name for path in tmp_path.iterdir()] == [taken]
    assert (tmp_path / taken).read_text(encoding="utf-8") == "mine"


def test_a_folder_that_is_not_there_is_refused(cardkit: Run, tmp_path: Path) -> None:
    folder = tmp_path / "nowhere"
    assert f"NO_SUCH_FILE: there is no folder {folder}" in refused(
        cardkit(f"new snap --dir {folder}")
    )


@pytest.mark.parametrize(
    "words",
    [
        ("--port", "70000"),
        ("--most-each", "0"),
        ("--rate", "-1"),
        ("--log", "/dev/null/log"),
        ("--data", "/dev/null/data"),
        ("--game", "nowhere.py:Game"),
        ("--host", "256.256.256.256"),
    ],
)
def test_a_server_that_cannot_start_says_why_in_one_line(
    words: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with suppress(SystemExit):  # argparse ends the process itself
        given = {"--data": str(tmp_path), "--port": "0", words[0]: words[1]}
        assert main(["serve", *(word for pair in given.items() for word in pair)]) == 2
    said = [line for line in capsys.readouterr().err.splitlines() if " info " not in line]
    assert len(said) == 1
    assert said[0].split(":")[0].isupper()


def test_a_port_that_is_taken_is_told_also_for_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for option in ("--port", "--web-port"):
            words = {"--port": "0", "--data": str(tmp_path), option: port}
            assert main(["serve", *(word for pair in words.items() for word in pair)]) == 2
            assert "NO_CONNECTION: cannot listen on" in capsys.readouterr().err
