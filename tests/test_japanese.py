"""Every sentence the toolkit can say is there in Japanese, and with the same parts."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from cardkit.cardgame import CardGame, Condition
from cardkit.cardgame.rules import name_of, summary_of
from cardkit.cardgame.words import MEANINGS
from cardkit.cli import make_parser
from cardkit.netgame import Reason, Refused, Text, joined, say, translate
from cardkit.netgame.conditions import about_of
from cardkit.netgame.texts import is_translated
from cardkit.registry import find_game, installed

make_parser()  # with it come all who speak
ROOT = Path(__file__).parent.parent
SPEAKERS = {"Refused": 2, "RecordFault": 3, "Text": 1, "say": 1}
"""What a sentence is said with; its template is the first text among so many arguments."""


def spoken_in(source: str) -> Iterator[str]:
    """The templates that a file says, also those that it chooses between."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in SPEAKERS:
                yield from _templates(node.args[: SPEAKERS[node.func.id]])
            elif node.func.id == "joined":
                yield from _templates(node.args[1:])
        elif isinstance(node, ast.Assign):  # named first, said later
            yield from (template for template in _templates([node.value]) if "{" in template)
        elif isinstance(node, ast.FunctionDef) and node.name == "sentences":
            for part in ast.walk(node):
                if isinstance(part, ast.Tuple):
                    yield from (t for t in _templates(part.elts) if t.endswith("."))


def _templates(arguments: list[ast.expr]) -> Iterator[str]:
    for argument in arguments:
        choices = (
            [argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument]
        )
        for choice in choices:
            if isinstance(choice, ast.Constant) and isinstance(choice.value, str):
                yield choice.value


def files() -> list[Path]:
    """All that may say something to people; not what tests it, nor what `new` writes."""
    inside = [path for path in (ROOT / "cardkit").glob("*/*.py") if path.parent.name != "testing"]
    both = [*inside, *(ROOT / "cardkit").glob("*.py")]
    return sorted(path for path in both if path.name != "template.py")


def conditions() -> list[type[Condition]]:
    found, todo = [], [Condition]
    while todo:
        for condition in todo.pop().__subclasses__():
            todo.append(condition)
            inside = condition.__module__.startswith(("cardkit.", "games."))
            if inside and "__dataclass_fields__" in vars(condition):
                found.append(condition)
    return sorted({c.__qualname__: c for c in found}.values(), key=lambda c: c.__qualname__)


def said_by(condition: type[Condition]) -> Iterator[str]:
    yield name_of(condition)
    yield summary_of(condition)
    for field in condition.settings().values():
        about = about_of(field)
        says = about.says if isinstance(about.says, str) else "\n".join(about.says.values())
        yield from filter(None, (about.meaning, about.says_not, *says.split("\n")))


def untranslated(templates: Iterator[str]) -> list[str]:
    """Templates without a translation; those without a word of their own need none."""
    return [t for t in dict.fromkeys(templates) if words_of(t) and not is_translated(t, "ja")]


def words_of(template: str) -> str:
    return "".join(c for text, *_ in Formatter().parse(template) for c in text if c.isalpha())


def parts_of(template: str) -> set[str]:
    return {name.partition(".")[0] for _, name, _, _ in Formatter().parse(template) if name}


GAMES = [find_game(name) for name in installed()]


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_a_file_says_is_there_in_japanese(path: Path) -> None:
    assert untranslated(spoken_in(path.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("condition", conditions(), ids=lambda condition: condition.__name__)
def test_what_a_condition_says_is_there_in_japanese(condition: type[Condition]) -> None:
    assert untranslated(said_by(condition)) == []


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.title)
def test_what_a_game_says_is_there_in_japanese(game: type[CardGame]) -> None:
    said = [game.title, summary_of(game), *game.notes, *game.scoring]
    assert untranslated(iter(said)) == []


def test_the_words_of_the_players_are_explained_in_japanese() -> None:
    assert untranslated(iter(MEANINGS.values())) == []


def test_a_translation_has_the_parts_of_its_sentence() -> None:
    for path in files():
        for template in spoken_in(path.read_text(encoding="utf-8")):
            assert parts_of(translate(template, "ja")) <= parts_of(template), template
    for condition in conditions():
        for template in said_by(condition):
            assert parts_of(translate(template, "ja")) <= parts_of(template), template


def test_the_walk_finds_what_is_said() -> None:
    source = """
wrong = "{a} and {b}"
raise Refused(Reason.X, "yes" if good else "no", part=Text("never"))
"""
    assert set(spoken_in(source)) == {"{a} and {b}", "yes", "no", "never"}
    assert len(conditions()) > 20


def test_a_part_is_said_in_the_language_of_the_sentence_around_it() -> None:
    refused = Refused(Reason.BAD_OPTION, "{wrong}", wrong=joined([Text("none"), Text("text")]))
    assert refused.text() == "none; text"
    assert refused.text("ja") == "なし、文字列"
    assert say("{wrong}", "ja", wrong="none") == "none"
