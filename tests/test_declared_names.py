"""Nothing outside a stage knows its words, facts, notices or piles by name, or the stage itself.

The checker takes a file's text, so that the tests can also plant a name and see it caught.
"""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import iter_modules

import pytest

from cardkit import cardgame
from cardkit.cardgame import CardGame
from cardkit.cardgame.stage import Stage
from cardkit.netgame import Fact, Notice, Pile, Word
from cardkit.netgame.conditions import Condition
from cardkit.protocol.client_commands import CLIENT_COMMANDS
from cardkit.protocol.messages import SCHEMA
from cardkit.registry import installed
from tests.helpers import card_game

ROOT = Path(__file__).parent.parent
AT_HOME = ("cardgame", "games", "texts")
"""Where stages are, and what they say in other languages."""
SHOWN_TO_AUTHORS = {"commands/template.py"}
"""A game that is written for somebody to begin with."""
OF_ONE_GAME = {"uecda/conversation.py"}
"""What tells one game in the words of a protocol that knows no other."""
OF_OTHERS = {"GET", "PUT", "LOT"} | {
    "ask",
    "deal",
    "dealer",
    "lock",
    "partner",
    "row",
    "rows",
    "suit",
}
"""Words of HTTP, and what check_game notes of cards in an order drawn by lot; and words that also
mean something else, which only count where a fact, a pile or a stage is taken by its name."""
ROLES = {"bids", "contract", "declarer", "tricks", "pot", "price", "paid"}
"""What blocks know facts and piles of others as."""
TAKING = {"facts", "fact", "piles", "layouts", "layout", "stage", "set_fact"}


def declared_by(condition: type[Condition]) -> Iterator[str]:
    if issubclass(condition, Stage) and condition is not Stage:
        yield condition.key()
    for each in condition.declares:
        match each:
            case Word(verb=name) | Fact(name=name) | Notice(kind=name) | Pile(name=name):
                yield name


def all_below(kind: type[Condition]) -> Iterator[type[Condition]]:
    for each in kind.__subclasses__():
        yield each
        yield from all_below(each)


def names_of_stages() -> frozenset[str]:
    """All that the stages and conditions of the toolkit declare, but not what every game has."""
    for module in iter_modules(cardgame.__path__):
        import_module(f"{cardgame.__name__}.{module.name}")
    for name in installed():
        card_game(name)
    ours = [c for c in all_below(Condition) if c.__module__.startswith(("cardkit", "games"))]
    base = CardGame.declaration
    everybodys = {*base.facts, *base.notices, *base.piles, *(w.verb for w in base.words.values())}
    return frozenset({*chain.from_iterable(map(declared_by, ours))} - everybodys)


NAMES = names_of_stages()
OF_THE_PROTOCOL = {*CLIENT_COMMANDS, *(each.kind for each in SCHEMA.declared)}
PLAIN = NAMES - OF_THE_PROTOCOL - OF_OTHERS - ROLES
VERBS = frozenset(n for n in PLAIN if n.isupper())


def names_in_python(text: str) -> Iterator[str]:
    """Literals that are such a name, and any name with which something is taken or selected."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Constant(value=str(value)):
                yield from {value} & PLAIN
                yield from names_selected(value)
            case (
                ast.Subscript(value=source, slice=ast.Constant(value=str(name)))
                | ast.Call(
                    func=ast.Attribute(value=source, attr="get"),
                    args=[ast.Constant(value=str(name)), *_],
                )
                | ast.Call(func=source, args=[ast.Constant(value=str(name)), *_])
                | ast.Compare(left=source, comparators=[ast.Constant(value=str(name))])
            ):
                if isinstance(source, ast.Attribute | ast.Name) and last_name(source) in TAKING:
                    yield from {name} & NAMES


def last_name(node: ast.Attribute | ast.Name) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id


def names_on_page(text: str) -> Iterator[str]:
    """The same in a script or a style sheet, and what is taken from facts and piles by its name."""
    code = re.sub(r"(?<!:)//[^\n]*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    yield from {*re.findall(r"[\"'`](\w+)[\"'`]", code)} & VERBS
    yield from {*re.findall(r"\b(?:facts|piles|layouts)\??\.?\[?[\"']?(\w+)", code)} & NAMES
    yield from names_selected(code)


def names_selected(text: str) -> set[str]:
    return {*re.findall(r"data-(?:say|fact|pile|stage)\W{1,3}(\w+)", text)} & NAMES


def sources() -> list[Path]:
    files = [p for kind in ("py", "js", "css") for p in (ROOT / "cardkit").rglob(f"*.{kind}")]
    return sorted(p for p in files if p.relative_to(ROOT / "cardkit").parts[0] not in AT_HOME)


def test_no_name_of_a_stage_is_known_outside_it() -> None:
    found = {}
    for path in sources():
        where = path.relative_to(ROOT / "cardkit").as_posix()
        look = names_in_python if path.suffix == ".py" else names_on_page
        names = {*look(path.read_text("utf-8"))}
        if names and where not in SHOWN_TO_AUTHORS | OF_ONE_GAME:
            found[where] = names
    assert found == {}


def test_the_names_are_those_of_all_stages() -> None:
    known = {"FOLD", "DISCARD", "BID", "trump", "won", "TRICK", "contract", "trick_game", "books"}
    assert known <= NAMES
    assert not {"table", "stock", "LOGIN"} & NAMES


@pytest.mark.parametrize(
    ("look", "text", "name"),
    [
        (names_in_python, 'if said in ("CALL", "ALLIN"): pass', "ALLIN"),
        (names_in_python, 'page.locator("button[data-say=FOLD]")', "FOLD"),
        (names_in_python, "page.locator('[data-fact=\"trump\"]')", "trump"),
        (names_in_python, 'shown = ["trump", "owed"]', "owed"),
        (names_in_python, 'view.facts["partner"]', "partner"),
        (names_in_python, 'view.facts.get("contract", "")', "contract"),
        (names_in_python, 'table.fact("suit", "")', "suit"),
        (names_in_python, 'table.piles["rows"]', "rows"),
        (names_in_python, 'if view.stage == "deal": pass', "deal"),
        (names_on_page, 'if (move.verb === "DRAW") return;', "DRAW"),
        (names_on_page, "const suit = view.facts.trump;", "trump"),
        (names_on_page, 'view.facts["contract"]', "contract"),
        (names_on_page, "view.piles?.won", "won"),
        (names_on_page, '.pile[data-pile="books"] { display: none; }', "books"),
        (names_on_page, ".table[data-stage=trick_game] {}", "trick_game"),
    ],
)
def test_a_planted_name_is_found(look: object, text: str, name: str) -> None:
    assert callable(look)
    assert name in {*look(text)}


def test_a_word_that_means_something_else_is_none() -> None:
    assert not {*names_in_python('step = {"deal": 8}; role = "contract"; by = hand == "suit"')}


def test_a_name_in_a_remark_is_none() -> None:
    assert not {*names_on_page('/* "DRAW" */ go(); // "FOLD", view.facts.trump')}
