"""Guides: what people read as the rules of a game, and what is found wrong with it."""

from __future__ import annotations

import re
from inspect import getfile
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from cardkit.cardgame.rules import details, rule_sheet
from cardkit.faces import CardStyle
from cardkit.guides import (
    described_in,
    guide_gaps,
    guide_in,
    guide_mistakes,
    preset_told,
    rules_of,
)
from cardkit.netgame import LANGUAGES, NetGame, Refused
from cardkit.netgame.conditions import about_of, in_words
from cardkit.netgame.definition import conditions_in
from cardkit.registry import find_game, installed
from cardkit.rules_page import RulesPage
from cardkit.testing import GameFault, check_game
from cardkit.web.games import write_sheet
from tests.helpers import card_game

GAMES = {name: card_game(name) for name in installed()}
PRESETS = [(name, preset) for name, game in GAMES.items() for preset in game.presets]

SNAP = '''"""Snap."""
from cardkit import CardGame, Deal, Deck, Discard, OrderGame, Suit

class Snap(CardGame):
    """Put cards down."""

    title = "Snap"
    deck = Deck(suits="RB", order="1234567", packs=2)
    declares = (Suit("R", "red", "●", "red", "red {rank}"), Suit("B", "blue", "■", "blue"))
    stages = (Deal(each=3), OrderGame(discard=Discard()))
    presets = {"usual": {}, "long": {"each": 5}}
'''
GUIDE = """# Snap

Put your cards down, for example `R7 B1`.

## Variants

- **usual**: three cards each.
- **long**: five cards each, which takes
  a little longer.
"""


@pytest.fixture
def snap(tmp_path: Path) -> type[NetGame]:
    (tmp_path / "guided_snap.py").write_text(SNAP)
    return find_game(f"{tmp_path / 'guided_snap.py'}:Snap")


def beside(game: type[NetGame], text: str, name: str = "rules.md") -> None:
    file_of(game, name).write_text(text, encoding="utf-8")


def file_of(game: type[NetGame], name: str = "rules.md") -> Path:
    return Path(getfile(game)).with_name(name)


# --- the games that are installed ------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_has_a_guide_in_every_language(name: str, language: str) -> None:
    guide = guide_in(GAMES[name], language)
    assert guide.startswith(f"# {GAMES[name].catalogue.say(GAMES[name].title, language)}\n")
    assert guide.count("\n## ") >= 4
    assert "`" in guide, "an example in cards"


@pytest.mark.parametrize("name", GAMES)
def test_a_guide_has_only_cards_and_presets_of_its_game(name: str) -> None:
    assert [*guide_mistakes(GAMES[name])] == []


@pytest.mark.parametrize(("name", "preset"), PRESETS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_people_read_has_no_commands_and_no_names_of_options(
    name: str, preset: str, language: str
) -> None:
    game = GAMES[name]
    text = rules_of(game, preset, language=language)
    verbs = {word.verb for word in game.declaration.words.values()}
    assert [v for v in verbs if re.search(rf"(?<![A-Za-z]){v}(?![A-Za-z])", text)] == []
    assert "data like" not in text
    assert not re.search(r"\b[a-z_]+=", text)
    told = preset_told(game, preset, language)
    assert [s for s in told if re.search(r"\b[a-z_]+=", s)] == []
    assert told or preset == next(iter(game.presets))


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_japanese_rules_have_no_command_words_at_all(name: str, preset: str) -> None:
    """In English `draw` is a word like any other; in Japanese it can only be a command."""
    game = GAMES[name]
    text = re.sub(r"`[^`]*`", "", details(game, preset, language="ja", described=game.presets))
    verbs = {word.verb for word in game.declaration.words.values()}
    found = [re.findall(rf"(?i)(?<![A-Za-z]){v}(?![A-Za-z])", text) for v in verbs]
    assert [words for words in found if words] == []


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_no_setting_is_shown_to_people_as_a_bare_word(name: str, preset: str) -> None:
    for key, made in conditions_in(GAMES[name].with_options(preset)).items():
        for setting, field in made.settings().items():
            value = getattr(made, setting)
            if about_of(field).choices and isinstance(value, str):
                template, _ = in_words(made, setting)
                assert template.endswith("."), f"{key}.{setting} says {template!r}"


def test_suits_are_written_as_signs_for_people() -> None:
    assert "♥ may not be led before one has been played" in details(GAMES["hearts"])
    assert "the order is ♣ ♦ ♥ ♠.**" in details(GAMES["napoleon"]), "also among the settings"
    assert "Taken out: `CQ`." in details(GAMES["old_maid"], "queen")


def test_where_suits_are_colours_the_rules_say_so() -> None:
    for name in ("four_colours", "hanabi"):
        rules = details(GAMES[name], described=GAMES[name].presets)
        text = rules.partition("## What can be changed")[0]
        assert "Colours: red, yellow, green, blue" in text
        assert not re.search(r"(?i)\bsuits?\b", text)


# --- what is shown -----------------------------------------------------------------------------


def test_the_settings_below_a_guide_are_those_of_the_table() -> None:
    whist = GAMES["whist"]
    usual, long = rules_of(whist), rules_of(whist, "long", {"clock_move": "30"})
    assert usual.startswith(guide_in(whist, "en").partition("## Variants")[0])
    assert "The first side with 5 points wins." in usual
    assert "The first side with 9 points wins." in long
    assert "30 seconds for a move." in long
    with pytest.raises(Refused, match="game cannot be 6"):
        rules_of(whist, "", {"game": "6"})


def test_a_game_without_a_guide_has_its_rules_and_presets_in_words(snap: type[NetGame]) -> None:
    text = rules_of(snap)
    assert text.startswith("# Snap\n\nPut cards down.\n\n## Players\n")
    assert "- Suits: red, blue.\n" in text
    assert "- Suits: R red, B blue.\n" in rule_sheet(snap)
    assert "- **Usual**: the rules as they are\n- **Long**\n   - 5 cards each.\n" in text
    assert "- cards for each player (0 to 52; 0: all cards): **3**\n" in text
    assert "\n## An example\n\nA game might begin like this:\n" in text
    assert "- Ann plays `" in text


def test_the_settings_that_presets_change_come_first(snap: type[NetGame]) -> None:
    often, _, rest = rules_of(snap).partition("More can be changed, though few do:")
    assert "   - cards for each player" in often.partition("## What can be changed")[2]
    assert "   - a discard ends the turn" in rest


def test_an_authors_file_has_its_guide_beside_it(snap: type[NetGame]) -> None:
    beside(snap, GUIDE)
    text = rules_of(snap)
    assert text.startswith("# Snap\n\nPut your cards down, for example `R7 B1`.\n")
    assert "\n## This table in detail\n" in text
    assert text.count("**Long**") == 1, "as people call it"
    assert "\n### An example\n" not in text, "the guide has its own"
    assert preset_told(snap, "long", "en") == ["Five cards each, which takes a little longer."]
    assert rules_of(snap, language="ja").startswith("# Snap\n"), "English, if there is no other"


def test_lines_of_japanese_are_joined_without_a_space(snap: type[NetGame]) -> None:
    beside(snap, "# スナップ\n\n札を\n出す。\n\n- **usual**：三枚\n  ずつ。\n", "rules.ja.md")
    guide = guide_in(snap, "ja")
    assert guide == "# スナップ\n\n札を出す。\n\n- **usual**：三枚ずつ。"
    assert described_in(guide) == {"usual": "三枚ずつ。"}


def test_the_page_draws_the_cards_of_any_deck(snap: type[NetGame]) -> None:
    beside(snap, GUIDE)
    page = sheet_of(snap)
    red = '<span class="face ink-red" role="img" aria-label="red 7"><b>7</b>●</span>'
    blue = '<span class="face ink-blue" role="img" aria-label="1 of blue"><b>1</b>■</span>'
    assert f'<span class="cards">{red}{blue}</span>' in page
    page = sheet_of(GAMES["page_one"])
    assert 'aria-label="joker"><b>JK</b>★</span>' in page
    assert '<span class="face ink-red" role="img" aria-label="7 of hearts"><b>7</b>♥</span>' in page
    assert 'aria-label="ハートの7"' in sheet_of(GAMES["page_one"], "ja")


def test_the_terminal_shows_cards_in_their_colours() -> None:
    page = shown("From `H7 ST` and `option`", GAMES["whist"])
    assert "\x1b[1;31m♥7\x1b[0m" in page
    assert "\x1b[1m♠10\x1b[0m" in page
    assert "option" in page


@pytest.mark.parametrize(
    "broken",
    [
        b"\xff\xfe\x00# Snap\n\n`R7",
        b"# Snap\n\n<script>alert(1)</script> [x](javascript:1) ![y](z) `<b>` | | |\n|-|\n",
        b"# Snap\n" * 100_000,
        b"\x1b[31mred\x1b]0;title\x07 \xe2\x80\xae`",
        b"- **usual**\n- ****: x\n```\n` ` `",
        b"",
    ],
)
def test_a_broken_guide_breaks_nothing(snap: type[NetGame], broken: bytes) -> None:
    file_of(snap).write_bytes(broken)
    page = sheet_of(snap)
    assert "<script>" not in page
    assert "<a " not in page.partition("<main>")[2]
    assert len(page) < 400_000
    assert "\x1b" not in page
    assert "\x1b]" not in shown(rules_of(snap), snap)
    for preset in snap.presets:
        preset_told(snap, preset, "en")


TWO = (
    SNAP
    + '''
class Snop(Snap):
    """Put cards down, too."""
    title = "Snop"
'''
)


def test_where_several_games_lie_each_may_have_a_guide_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "two_snaps.py"
    path.write_text(TWO)
    snap, snop = (find_game(f"{path}:{name}") for name in ("Snap", "Snop"))
    beside(snap, GUIDE)
    beside(snop, GUIDE.replace("Snap", "Snop"), "snop.rules.md")
    assert [rules_of(game).partition("\n")[0] for game in (snap, snop)] == ["# Snap", "# Snop"]
    assert [*guide_mistakes(snap), *guide_mistakes(snop)] == []


def test_a_guide_that_is_not_utf_8_is_said_to_be_so(snap: type[NetGame]) -> None:
    file_of(snap).write_bytes("# Snap\n\n札を出す。\n".encode("shift_jis"))
    why = "rules.md is not UTF-8 in line 3; save it as that."
    assert f"# Snap\n\nPut cards down.\n\n{why}\n" in rules_of(snap)
    assert "rules.mdの3行目はUTF-8ではありません" in rules_of(snap, language="ja")
    assert why in [*guide_mistakes(snap)]


def test_a_guide_without_cards_gets_an_example(snap: type[NetGame]) -> None:
    beside(snap, GUIDE.replace(", for example `R7 B1`", ""))
    assert "\n### An example\n" in rules_of(snap)


def test_a_folder_in_the_place_of_a_guide_is_none(snap: type[NetGame]) -> None:
    file_of(snap).mkdir()
    assert rules_of(snap).startswith("# Snap\n\nPut cards down.")


def sheet_of(game: type[NetGame], language: str = "en") -> str:
    return write_sheet((game, "", (), language, True))._plain.decode()


def shown(text: str, game: type[NetGame]) -> str:
    out = StringIO()
    console = Console(file=out, force_terminal=True, color_system="standard", width=80)
    console.print(RulesPage(text, CardStyle(own=game.declaration)))
    return out.getvalue()


# --- what is found -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guide", "wrong"),
    [
        (GUIDE.replace("R7", "S7"), "rules.md: `S7` is no card of the deck"),
        (GUIDE.replace("# Snap\n", "", 1), "rules.md begins with the title: # Snap"),
        (GUIDE.replace("# Snap", "# Snop", 1), "is it of another game here, write snap.rules.md"),
        (GUIDE + "- **lang**: seven.\n", "**lang** stands among the presets and is none; did you"),
        (GUIDE + "\nSet each=5 for more.\n", "say what the option each means in words"),
        (GUIDE + "\nSet eech=5 for more.\n", "eech= is for programs; did you mean each?"),
        (GUIDE + "more " * 10_000, "rules.md is longer than 40,000 characters"),
        (GUIDE.replace("**long**", "longer"), "rules.md does not describe the preset long"),
        (GUIDE.replace("**long**", "**lang**"), "rules.md does not describe the preset long"),
    ],
)
def test_a_game_with_a_wrong_guide_is_a_fault(snap: type[NetGame], guide: str, wrong: str) -> None:
    beside(snap, GUIDE)
    assert [*guide_mistakes(snap)] == []
    beside(snap, guide)
    assert any(wrong in mistake for mistake in guide_mistakes(snap))
    with pytest.raises(GameFault, match=re.escape(wrong)):
        check_game(snap, games=1)


def test_a_game_that_speaks_japanese_has_its_guide_in_it(snap: type[NetGame]) -> None:
    beside(snap, GUIDE)
    own = {"texts": {"ja": {"Snap": "スナップ"}}, "__module__": snap.__module__}
    [mistake] = guide_mistakes(type("Snap", (snap,), own))
    assert mistake == "there is no rules.ja.md, though the game speaks that language"


def test_a_guide_that_leaves_out_what_people_look_for_is_told_of(snap: type[NetGame]) -> None:
    beside(snap, GUIDE)
    assert [*guide_gaps(snap)] == [
        "rules.md has no section about the aim: write ## Aim",
        "rules.md has no section about the deal: write ## The deal",
        "rules.md has no section about a turn: write ## A turn",
        "rules.md has no section about points: write ## Scoring",
    ]
    assert "The guide: rules.md has no section about the aim" in str(check_game(snap, games=1))
    beside(snap, GUIDE.replace("## Variants", "## Goal of the deal\n\n## Playing\n\n## The end"))
    assert [*guide_gaps(snap)] == []


@pytest.mark.parametrize("name", GAMES)
def test_no_guide_leaves_anything_out(name: str) -> None:
    assert [*guide_gaps(GAMES[name])] == []
