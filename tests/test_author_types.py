"""What an author reads and overrides has types that an editor can check: nothing there is `Any`."""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator
from types import FunctionType

import pytest

import cardkit
from cardkit import stages

AUTHORS = {name: getattr(module, name) for module in (cardkit, stages) for name in module.__all__}
WITH_REASON = {
    "AnyStage": "which tables and which state a stage takes, only the stage itself knows",
    "Parts": "conditions by name: which class stands under which name, only the game knows",
    "CardGame.act": "a card game is given card commands where other games are given commands",
    "Condition.settings": "a field of a dataclass has the type of its value",
    "ViewParts": "the fields of a view by name, each of which has a type there",
    "View.data": "plain data for a wire, which knows no types",
}


def classes() -> list[type]:
    """All that is exported, and the classes of the toolkit that it inherits from."""
    exported = [thing for thing in AUTHORS.values() if inspect.isclass(thing)]
    found = dict.fromkeys(base for each in exported for base in each.__mro__)
    return [each for each in found if each.__module__.startswith("cardkit.")]


def written(thing: type | FunctionType) -> Iterator[tuple[str, str]]:
    """Each annotation as it is written, with what it stands on; private names are left out."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(thing))).body
    name = thing.__name__
    if isinstance(node, ast.FunctionDef):
        yield from _signature(node, name)
        return
    assert isinstance(node, ast.ClassDef)
    for each in node.body:
        match each:
            case ast.FunctionDef(name="__init__" | "__new__"):
                yield from _signature(each, name)
                for held in ast.walk(each):
                    if isinstance(held, ast.AnnAssign):
                        yield from _variable(held, name)
            case ast.FunctionDef(name=method) if not method.startswith("_"):
                yield from _signature(each, f"{name}.{method}")
            case ast.AnnAssign():
                yield from _variable(each, name)


def _signature(node: ast.FunctionDef, name: str) -> Iterator[tuple[str, str]]:
    args = node.args
    every = [*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg]
    hints = [arg.annotation for arg in every if arg is not None]
    yield from ((name, ast.unparse(hint)) for hint in (*hints, node.returns) if hint is not None)


def _variable(node: ast.AnnAssign, name: str) -> Iterator[tuple[str, str]]:
    variable = ast.unparse(node.target).removeprefix("self.")
    if not variable.startswith("_"):
        yield f"{name}.{variable}", ast.unparse(node.annotation)


def hides_any(hint: str, module: str) -> bool:
    """Whether it says `Any`, itself or by an alias without a reason."""
    known = vars(sys.modules[module])
    for word in re.findall(r"\w+", hint):
        alias = word not in WITH_REASON and "typing.Any" in repr(known.get(word))
        if word == "Any" or (alias and not inspect.isclass(known[word])):
            return True
    return False


def untyped(thing: type | FunctionType) -> list[str]:
    return [
        f"{where}: {hint}"
        for where, hint in written(thing)
        if where not in WITH_REASON and hides_any(hint, thing.__module__)
    ]


@pytest.mark.parametrize("each", classes(), ids=lambda each: each.__name__)
def test_no_class_of_an_author_has_any_in_it(each: type) -> None:
    assert untyped(each) == []


def test_no_function_of_an_author_has_any_in_it() -> None:
    functions = [each for each in AUTHORS.values() if isinstance(each, FunctionType)]
    named = {each.__name__ for each in functions}
    assert named == {"best_melds", "condition", "meld_worth", "setting", "viewers"}
    assert [found for each in functions for found in untyped(each)] == []


def test_every_reason_is_still_needed() -> None:
    every = [pair for each in classes() for pair in written(each)]
    words = {word for where, hint in every for word in (where, *re.findall(r"\w+", hint))}
    assert set(WITH_REASON) <= words
