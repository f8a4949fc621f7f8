"""Every game and preset has a golden playthrough, and plays it to the letter."""

from pathlib import Path

import pytest

from tests.games.playthrough import COMMAND, FOLDER, playthrough, playthroughs, write_all

HERE = Path(__file__).parents[2] / FOLDER
ANEW = f"Write it anew with `{COMMAND}`, and look at what changed."


@pytest.mark.parametrize("name", playthroughs())
def test_a_game_plays_as_its_playthrough_says(name: str) -> None:
    path = HERE / name
    assert path.exists(), f"There is no {FOLDER / name}. {ANEW}"
    game, preset = playthroughs()[name]
    assert playthrough(game, preset) == path.read_text(encoding="utf-8"), (
        f"{game.title} plays otherwise than {FOLDER / name} says. {ANEW}"
    )


def test_there_is_no_playthrough_of_a_game_that_is_gone() -> None:
    stale = {path.name for path in HERE.iterdir()} - set(playthroughs())
    assert not stale, f"{stale} are of no installed game. {ANEW}"


def test_writing_them_removes_what_is_of_no_game(tmp_path: Path) -> None:
    (tmp_path / "gone.txt").write_text("", encoding="utf-8")
    write_all(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(playthroughs())


def test_a_playthrough_is_short_enough_to_be_read() -> None:
    assert all(path.stat().st_size < 60_000 for path in HERE.iterdir())
