"""The pages of docs/ that are written from the code are as the code is now."""

from dataclasses import Field, replace
from pathlib import Path
from typing import Any

import pytest

import cardkit
from cardkit import stages
from cardkit.cardgame import CardGame
from cardkit.commands.configuration import SETTINGS
from cardkit.netgame.conditions import about_of, misfit
from cardkit.registry import find_game, installed
from tools import games
from tools.docs import HOSTING, PAGE, PAPER, hosting_page, of_games, settings_page, toolkit
from tools.pictures import MOST_BYTES, picture_of
from tools.reference import PAGE as REFERENCE
from tools.reference import reference_page


def test_the_page_of_settings_is_fresh() -> None:
    fresh = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == settings_page()
    assert fresh, "docs/conditions.md is not what the code says; write it: python -m tools.docs"


def test_the_reference_is_fresh_and_whole() -> None:
    page = reference_page()
    assert REFERENCE.read_text(encoding="utf-8") == page, "write it: python -m tools.docs"
    settings = settings_page()
    names = (*cardkit.__all__, *stages.__all__)
    assert [n for n in names if f"### {n}" not in page and f"### {n} " not in settings] == []


def test_the_settings_of_a_server_are_fresh() -> None:
    page = hosting_page()
    assert HOSTING.read_text(encoding="utf-8") == page, "write it: python -m tools.docs"
    assert [name for name, f in SETTINGS.items() if f"\n| `{f.name}` | " not in page] == []


def test_the_toolkit_has_at_least_the_sixty_settings_of_the_paper() -> None:
    count = sum(len(c.settings()) for group in toolkit().values() for c in group)
    assert count >= 60
    assert f"The toolkit has {count} settings" in settings_page()


def test_every_setting_is_on_the_page_with_its_default() -> None:
    page = settings_page()
    of_all = [(f" (`{c.key()}`)", c) for group in toolkit().values() for c in group]
    for title, group in of_games().items():
        of_all += [(f" of {title} (`{c.key()}`)", c) for c in group]
    for heading, condition in of_all:
        section = page.split(heading)[1].split("\n##")[0]
        for name in condition.settings():
            assert f"\n| `{name}` | " in section


BESIDE: dict[str, dict[str, Any]] = {
    "clock": {"move": 30.0},
    "match": {"games": 2},
    "score": {"values": {"SQ": 13}},
    "specials": {"on": True, "draw_two": "2"},
}
"""Settings of a condition without which others of it do nothing."""


def other_values(f: Field[Any]) -> list[Any]:
    about = about_of(f)
    tried = (True, False, about.least, about.most, 1, 2, 0.5, "S3", ("pair",), ("S3",), (3,))
    tables = ({"S3": 1}, {2: 7}, {2: ("rich", "poor")}, (("rich", "poor", 1),))
    return [v for v in (*about.choices, *tried, *tables) if v is not None and not misfit(f, v)]


def test_every_setting_changes_what_the_rule_sheet_says() -> None:
    for group in (*toolkit().values(), *of_games().values()):
        for condition in group:
            made: Any = condition(**BESIDE.get(condition.key(), {}))
            for name, f in condition.settings().items():
                others = [replace(made, **{name: value}) for value in other_values(f)]
                assert any(o.sentences() != made.sentences() for o in others), (
                    f"{condition.key()}.{name}"
                )


def test_every_setting_of_the_paper_is_matched_by_one_that_exists() -> None:
    known = {c.key(): c.settings() for group in toolkit().values() for c in group}
    assert len(PAPER) == 18
    for theirs, ours, _ in PAPER:
        if ours:
            key, _, setting = ours.partition(".")
            assert key in known, theirs
            assert not setting or setting in known[key], theirs


def test_the_tutorial_names_every_hook() -> None:
    page = (PAGE.parent / "tutorial.md").read_text(encoding="utf-8")
    assert [hook for hook in CardGame.find_hooks() if f"`{hook}" not in page] == []


def test_the_page_of_games_is_fresh() -> None:
    assert games.PAGE.read_text(encoding="utf-8") == games.games_page(), "python -m tools.docs"


@pytest.mark.parametrize("name", installed())
def test_every_game_is_on_the_page_of_games_with_a_picture(name: str) -> None:
    page, picture = games.PAGE.read_text(encoding="utf-8"), picture_of(name)
    assert f"\n## {find_game(name).title}\n" in page
    assert f"(pictures/games/{picture.name})" in page
    data = picture.read_bytes() if picture.is_file() else b""
    assert data[8:12] == b"WEBP", f"take a picture: python -m tools.pictures {name}"
    assert len(data) <= MOST_BYTES


def test_what_a_comparison_counts_is_on_the_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(games, "PEERS", tmp_path)
    assert games.compared("whist") == []
    text = '"""Whist beside OpenSpiel\'s.\n\n- *Dummy*: there is none.\n"""\nGAMES = 1_000\n'
    (tmp_path / "test_whist.py").write_text(text)
    [(who, what, about)] = games.compared("whist")
    assert (who, what) == ("OpenSpiel", "1,000 games")
    assert about == "Whist beside OpenSpiel's.\n\n- *Dummy*: there is none."
    assert "| OpenSpiel (1,000 games) |" in games.games_page()
