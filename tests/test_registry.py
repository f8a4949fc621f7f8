"""Games and bots are found by name and by file, and whatever is wrong is said in a sentence."""

import sys
from pathlib import Path

import pytest

from cardkit.cardgame import Rand
from cardkit.games.whist import Whist
from cardkit.netgame import Refused
from cardkit.reasons import LocalReason
from cardkit.registry import bots_of, find_bot, find_game, installed

GAME = """
from cardkit.cardgame import Bot, CardGame, Deal, Discard, OrderGame

class {name}(CardGame):
    \"\"\"Get rid of your cards.\"\"\"

    title = "Snap"
    stages = (Deal(each=3), OrderGame(discard=Discard()))

class First(Bot):
    \"\"\"Says the first thing.\"\"\"

    def choose(self, view, legal):
        return legal[0]

BOTS = {{"first": First}}
"""


@pytest.fixture
def snap(tmp_path: Path) -> str:
    path = tmp_path / "snap_game.py"
    path.write_text(GAME.format(name="Snap"), encoding="utf-8")
    return str(path)


def refusal_of(name: str) -> Refused:
    with pytest.raises(Refused) as caught:
        find_game(name)
    return caught.value


def test_every_game_of_the_shelf_is_installed_and_can_be_played() -> None:
    shelf = Path(__file__).parents[1] / "games"
    assert list(installed()) == sorted(path.parent.name for path in shelf.glob("*/game.py"))
    assert find_game("whist") is Whist
    for name in installed():
        assert find_game(name).title


def test_a_game_is_found_by_its_module() -> None:
    assert find_game("cardkit.games.whist:Whist") is Whist


def test_a_game_is_found_in_a_file_and_is_the_same_each_time(snap: str) -> None:
    game = find_game(f"{snap}:Snap")
    assert game.title == "Snap"
    assert find_game(f"{snap}:Snap") is game


def test_files_of_the_same_name_are_told_apart_and_each_is_the_same_each_time(
    snap: str, tmp_path: Path
) -> None:
    others = [tmp_path / folder / Path(snap).name for folder in ("one", "two")]
    for other in others:
        other.parent.mkdir()
        other.write_text(GAME.format(name="Snap"), encoding="utf-8")
    paths = [snap, *map(str, others)]
    games = [find_game(f"{path}:Snap") for path in paths]
    assert len({*games}) == 3
    assert [find_game(f"{path}:Snap") for path in paths] == games


def test_a_file_takes_no_module_of_the_same_name_away(tmp_path: Path) -> None:
    import json

    path = tmp_path / "json.py"
    path.write_text(GAME.format(name="Snap"), encoding="utf-8")
    assert find_game(f"{path}:Snap").title == "Snap"
    assert sys.modules["json"] is json


def test_a_file_can_import_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_snap.py").write_text(GAME.format(name="Snap"), encoding="utf-8")
    path = tmp_path / "borrowed_snap.py"
    path.write_text("from neighbour_of_snap import Snap", encoding="utf-8")
    before = list(sys.path)
    assert find_game(f"{path}:Snap").title == "Snap"
    assert sys.path == before


@pytest.mark.parametrize(
    ("name", "reason", "said"),
    [
        (
            "wist",
            LocalReason.NO_SUCH_GAME,
            "wist is not a game; did you mean whist? The games are: akq",
        ),
        ("", LocalReason.NO_SUCH_GAME, "file.py:Class"),
        ("nowhere.py:Snap", LocalReason.NO_SUCH_GAME, "there is no file nowhere.py"),
        ("nowhere_at_all:Snap", LocalReason.NO_SUCH_GAME, "there is no module nowhere_at_all"),
        (
            "cardkit.games.nowhere:Snap",
            LocalReason.NO_SUCH_GAME,
            "there is no module cardkit.games.now",
        ),
        ("nowhere.at.all:Snap", LocalReason.NO_SUCH_GAME, "there is no module nowhere.at.all"),
        ("cardkit.games.whist:whist", LocalReason.NO_SUCH_GAME, "has no class whist"),
        (":Snap", LocalReason.NO_SUCH_GAME, "there is no module"),
        ("..whist:Whist", LocalReason.NO_SUCH_GAME, "there is no module ..whist"),
        ("cardkit.cardgame:Seats", LocalReason.BAD_GAME, "is not a game; a game is a class"),
        ("cardkit.cardgame:RANKS", LocalReason.BAD_GAME, "is not a game; a game is a class"),
        ("cardkit.cardgame:CardGame", LocalReason.BAD_GAME, "is a base for games"),
    ],
)
def test_what_is_no_game_is_refused_with_what_would_be_right(
    name: str, reason: str, said: str
) -> None:
    refused = refusal_of(name)
    assert refused.reason == reason
    assert said in refused.text()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x = 1\nclass Snap(", "SyntaxError: '(' was never closed (line 2)"),
        ("\nimport nosuchthing", "ModuleNotFoundError: No module named 'nosuchthing' (line 2)"),
        (
            "from cardkit.cardgame import Seats\nSeats(chairs=2)",  # like none that there is
            "Seats has no setting chairs; it has least, most, partners, by_lot, drop_in (line 2)",
        ),
        ("x = 1 / 0", "ZeroDivisionError: division by zero (line 1)"),
    ],
)
def test_a_file_that_does_not_import_is_refused_with_the_line(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "broken_snap.py"
    path.write_text(text, encoding="utf-8")
    refused = refusal_of(f"{path}:Snap")
    assert refused.reason == LocalReason.BAD_GAME
    assert refused.text().startswith(f"{path} cannot be imported: ")
    assert refused.text().endswith(said)
    assert "broken_snap" not in sys.modules


def test_all_mistakes_of_an_author_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "wrong_snap.py"
    path.write_text(
        "from cardkit.cardgame import CardGame\nclass Snap(CardGame):\n    titel = 1\n",
        encoding="utf-8",
    )
    refused = refusal_of(f"{path}:Snap")
    assert refused.reason == LocalReason.BAD_GAME
    assert "titel is not a setting; did you mean title?" in refused.text()
    assert "title is missing" in refused.text()


@pytest.mark.parametrize("name", ["{file}:Snip", "{file}"])
def test_the_classes_of_a_file_are_suggested(snap: str, name: str) -> None:
    assert refusal_of(name.format(file=snap)).text().endswith(f"write one of: {snap}:Snap")


def test_every_refusal_is_there_in_japanese() -> None:
    assert "もしかして whist" in refusal_of("wist").text("ja")


def test_every_game_has_the_bot_that_plays_at_random() -> None:
    for name in installed():
        assert bots_of(find_game(name))["rand"] is Rand


def test_the_bots_of_a_game_stand_beside_it(snap: str) -> None:
    game = find_game(f"{snap}:Snap")
    assert list(bots_of(game)) == ["rand", "first"]
    assert find_bot("first", game) is bots_of(game)["first"]
    assert find_bot(f"{snap}:First", game) is bots_of(game)["first"]
    assert len(bots_of(Whist)) > 1


@pytest.mark.parametrize(
    ("name", "reason", "said"),
    [
        ("fist", LocalReason.NO_SUCH_BOT, "fist is not a bot of Snap; did you mean first?"),
        ("{file}:Last", LocalReason.NO_SUCH_BOT, "has no class Last; write one of: {file}:First"),
        ("{file}:Snap", LocalReason.BAD_BOT, "is not a bot; a bot is a class that begins"),
        ("nowhere.py:First", LocalReason.NO_SUCH_BOT, "there is no file nowhere.py"),
    ],
)
def test_what_is_no_bot_is_refused_with_what_would_be_right(
    snap: str, name: str, reason: str, said: str
) -> None:
    with pytest.raises(Refused) as caught:
        find_bot(name.format(file=snap), find_game(f"{snap}:Snap"))
    assert caught.value.reason == reason
    assert said.format(file=snap) in caught.value.text()


def test_a_file_with_one_bot_need_not_name_it(snap: str) -> None:
    game = find_game(f"{snap}:Snap")
    assert find_bot(snap, game).__name__ == "First"


def test_bots_of_two_folders_have_neighbours_of_their_own(tmp_path: Path) -> None:
    bots = []
    for author in ("ann", "bob", "ann"):
        folder = tmp_path / author
        folder.mkdir(exist_ok=True)
        (folder / "helper_of_a_bot.py").write_text(f"NAME = {author!r}\n")
        (folder / f"{author}_bot.py").write_text(
            "from cardkit.cardgame import Bot\nfrom helper_of_a_bot import NAME\n"
            "class Mine(Bot):\n    name = NAME\n"
        )
        bots.append(find_bot(str(folder / f"{author}_bot.py"), Whist))
    assert [vars(bot)["name"] for bot in bots] == ["ann", "bob", "ann"]
