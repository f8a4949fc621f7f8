"""The rule sheet of a game says all its rules, in both languages, and only those in force."""

import re
from string import Formatter

import pytest

from cardkit.cardgame import (
    CardGame,
    Deal,
    Deck,
    Draw,
    Get,
    OrderGame,
    Passing,
    Seats,
    TrickGame,
)
from cardkit.cardgame.rules import rule_sheet
from cardkit.netgame import Catalogue, Refused
from cardkit.registry import installed
from tests.helpers import card_game

GAMES = {name: card_game(name) for name in installed()}


TABLES = [(name, preset) for name, game in GAMES.items() for preset in ("", *game.presets)]
"""Every game without and with each of its presets."""


def section(sheet: str, heading: str) -> str:
    return sheet.split(f"\n## {heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize(("name", "preset"), TABLES)
def test_the_japanese_sheet_has_no_english_left(
    name: str, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    english: list[str] = []

    def find(catalogue: Catalogue, template: str, language: str, context: str = "") -> object:
        found = real(catalogue, template, language, context)
        words = "".join(text for text, *_ in Formatter().parse(template))
        if language == "ja" and found is None and re.search("[A-Za-z]", words):
            english.append(template)
        return found

    real = Catalogue.find
    monkeypatch.setattr(Catalogue, "find", find)
    assert re.search("[ぁ-ん]", rule_sheet(GAMES[name], preset, language="ja"))
    assert english == []


@pytest.mark.parametrize(("name", "preset"), TABLES)
def test_the_english_sheet_is_filled_in_and_has_every_section(name: str, preset: str) -> None:
    sheet = rule_sheet(GAMES[name], preset)
    headings = re.findall(r"^## (.*)$", sheet, re.MULTILINE)
    needed = ["Players", "Cards", "Course of a game", "Points and match", "What you can say"]
    assert [h for h in headings if h in needed] == needed
    assert headings[-1] == "Options"
    assert "(s)" not in sheet
    assert not re.search(r"\{[a-z_]+\}", sheet)


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_the_stages_in_play_is_on_the_sheet(name: str) -> None:
    game = GAMES[name]
    sheet = rule_sheet(game)
    for stage in game.stages:
        for template, values in stage.sentences():
            assert f"   - {game.catalogue.say(template, **values)}\n" in sheet


def test_options_change_what_the_sheet_says() -> None:
    plain = rule_sheet(GAMES["daifugo"])
    changed = rule_sheet(GAMES["daifugo"], "", {"jokers": 2, "eight_cut": "off"})
    assert "One joker." in plain
    assert "8-cut" in plain
    assert "2 jokers." in changed
    assert "8-cut" not in changed
    assert "`eight_cut=off`" in changed


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"move": 1}, "One second for a move."),
        ({"move": 1.5}, "1.5 seconds for a move."),
        ({"turn_limit": 1}, "After one turn the game ends"),
        ({"declare": "required", "penalty": 1}, "If you forget it, you draw one card."),
        ({"declare": "required", "penalty": 2}, "If you forget it, you draw 2 cards."),
    ],
)
def test_one_of_a_thing_is_said_in_the_singular(options: dict[str, object], said: str) -> None:
    assert said in rule_sheet(GAMES["page_one"], "", options)


def test_a_preset_shows_its_own_rules_and_those_of_its_form() -> None:
    page_one = GAMES["page_one"]
    american, european = (rule_sheet(page_one, preset) for preset in ("american", "european"))
    assert "DISCARD a card of the suit or the rank of the last card." in american
    assert "DISCARD a card of the suit or the rank of the last card." not in european
    assert "A joker takes any trick." in european
    assert "`rules=european`: the form of the game" in section(european, "Options")


def test_a_bad_option_is_refused_before_anything_is_written() -> None:
    with pytest.raises(Refused, match="jokers cannot be 9"):
        rule_sheet(GAMES["daifugo"], "", {"jokers": 9})


def test_a_condition_that_no_stage_goes_by_is_left_out() -> None:
    sheet = rule_sheet(GAMES["whist"])
    assert "empty hand" not in sheet
    assert "`turn_limit" not in sheet


def test_a_stage_that_comes_again_is_told_once() -> None:
    sheet = rule_sheet(GAMES["flush_poker"])
    assert sheet.count("A round of bets") == 1
    assert "5. **Betting, as in step 3.**" in sheet


@pytest.mark.parametrize(
    ("name", "preset", "said", "unsaid"),
    [
        ("whist", "", ["DISCARD S7"], ["DRAW 1", "PASS"]),
        ("page_one", "", ["DISCARD S7", "DRAW 1", "PASS"], ["DECLARE", "GET", "MELD"]),
        ("page_one", "strict", ["DECLARE"], []),
        ("page_one", "specials", ["DISCARD S8 H"], []),
        ("akq", "", ["BET 3", "FOLD"], ["CHECK", "DROP"]),
        ("flush_poker", "", ["CHECK", "DROP", "EXCHANGE S7"], ["FOLD"]),
        ("daifugo", "", ["PUT bob S7", "DISCARD S7", "PASS"], ["DRAW"]),
    ],
)
def test_only_words_that_can_be_said_are_explained(
    name: str, preset: str, said: list[str], unsaid: list[str]
) -> None:
    words = section(rule_sheet(GAMES[name], preset), "What you can say")
    assert [w for w in said if f"`{w}`" not in words] == []
    assert [w for w in unsaid if w in words] == []


class Fishing(CardGame):
    """Ask for what you need."""

    title = "Fishing"
    seats = Seats(least=2, most=3)
    deck = Deck(size=32)
    stages = (
        Passing(count=1, to=("left", "keep")),
        Deal(each=5),
        OrderGame(
            get=Get(by="card", source="any"), draw=Draw(rule="first", count=2, from_table=True)
        ),
        TrickGame(trump="H"),
    )
    notes = ("Whisper.",)
    scoring = ("A point for a fish.",)


def test_a_game_of_ones_own_gets_a_whole_sheet() -> None:
    sheet = rule_sheet(Fishing)
    assert "A pack of 32 cards, 7 to ace." in sheet
    assert "The ranks from low to high: 7 8 9 10 J Q K A." in sheet
    assert "Game by game they go: left, keep." in sheet
    assert "Hearts are trump and beat all others." in sheet
    assert "- Whisper." in section(sheet, "Special rules")
    assert "- A point for a fish." in section(sheet, "Points and match")
    words = section(sheet, "What you can say")
    for example in ("GET bob S7", "DRAW 2", "DRAW TABLE", "PUT bob S7"):
        assert f"`{example}`" in words


def test_what_nobody_translated_is_said_in_english() -> None:
    assert "- Whisper." in rule_sheet(Fishing, language="ja")
