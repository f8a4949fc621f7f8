"""To try a page a server needs the game, wherever its file lies and whatever it is called."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardkit.registry import find_game
from cardkit.testing import GameFault
from cardkit.testing.page import PageTrial, check_page

GAME = """\
from cardkit import CardGame, Deal, TrickGame


class {name}(CardGame):
    \"\"\"Take tricks.\"\"\"

    title = "Tricks"
    stages = (Deal(each=3), TrickGame())
"""


@pytest.fixture
def visited(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The addresses to which a browser would have gone, from this folder."""
    found: list[str] = []
    monkeypatch.setattr(PageTrial, "play", lambda trial, address: found.append(address))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return found


def test_a_file_may_have_any_name_and_lie_anywhere(visited: list[str], tmp_path: Path) -> None:
    (tmp_path / "drafts").mkdir()
    (tmp_path / "drafts/random.py").write_text(GAME.format(name="Snap"), encoding="utf-8")
    check_page(find_game("drafts/random.py:Snap"), "", 1)
    assert len(visited) == 1


def test_a_file_named_like_a_shipped_game_or_a_module_does_not_hide_it(
    visited: list[str], tmp_path: Path
) -> None:
    for name in ("whist", "random", "trio"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('wrong file')\n", encoding="utf-8")
    check_page(find_game("whist"), "", 1)
    assert len(visited) == 1


def test_a_class_named_like_a_shipped_game_is_told_what_to_do(
    visited: list[str], tmp_path: Path
) -> None:
    (tmp_path / "mine.py").write_text(GAME.format(name="Whist"), encoding="utf-8")
    with pytest.raises(GameFault) as fault:
        check_page(find_game("mine.py:Whist"), "", 1)
    assert str(fault.value) == (
        "Whist: no server can host it: BAD_GAME: there is a game whist already; rename the class"
    )
    assert not visited
