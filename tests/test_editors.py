"""What an author's editor says of a game: pyright, which most editors run, has nothing to say."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardkit.commands.template import GAME
from tests.docs.test_tutorial import STEPS

ROOT = Path(__file__).parents[1]


def said_by_pyright(folder: Path, *checked: Path, mode: str = "standard") -> list[str]:
    """What pyright reports of these files, run with the settings of an editor in this mode."""
    settings = {
        "include": [str(path) for path in checked],
        "extraPaths": [str(ROOT)],
        "pythonVersion": "3.11",
        "typeCheckingMode": mode,
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "-p", str(folder)]
    command += ["--pythonpath", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["summary"]["filesAnalyzed"] >= len(checked), done.stderr
    return [
        f"{Path(each['file']).name}:{each['range']['start']['line'] + 1}: {each['message']}"
        for each in found["generalDiagnostics"]
    ]


def test_the_shipped_games_and_the_examples_are_right_in_the_strictest_mode(tmp_path: Path) -> None:
    checked = (ROOT / "cardkit" / "games", ROOT / "examples")
    assert said_by_pyright(tmp_path, *checked, mode="strict") == []


MISTAKES = [
    ("    deck = Deck(jokers='one')", "jokers"),
    ("    stages = (Deal(), OrderGame(draw=Deck()))", "draw"),
    ("    def on_discard(self, seat: str) -> None: ...", "on_discard"),
    ("    def rank_players(self) -> int: return 1", "rank_players"),
]
"""The fifth line of a file, and what is said of it."""


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What is said of the files below, all at once: pyright reads the whole toolkit each time."""
    folder = tmp_path_factory.mktemp("written")
    made = GAME.replace("CLASS", "Mine").replace("TITLE", "Mine").replace("FILE", "mine")
    texts = {f"step_{number}.py": text for number, text in enumerate([*STEPS, made])}
    start = "from cardkit import CardGame, Deal, Deck, OrderGame\n\n\nclass Mine(CardGame):\n"
    texts |= {f"wrong_{number}.py": f"{start}{line}\n" for number, (line, _) in enumerate(MISTAKES)}
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return said_by_pyright(folder, *(folder / name for name in texts))


def test_the_tutorial_and_a_new_game_are_right(said: list[str]) -> None:
    assert [each for each in said if not each.startswith("wrong_")] == []


@pytest.mark.parametrize("number", range(len(MISTAKES)), ids=lambda number: MISTAKES[number][1])
def test_a_mistake_is_marked_where_it_was_made(number: int, said: list[str]) -> None:
    start, message = f"wrong_{number}.py:5: ", MISTAKES[number][1]
    assert any(each.startswith(start) and message in each for each in said), said
