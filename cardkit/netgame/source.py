"""Where in an author's file a mistake was made, as far as the interpreter knows it.

Read off the compiled class, since the core opens no files.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dis import get_instructions
from inspect import currentframe
from types import CodeType, FunctionType

from cardkit.netgame.refusal import RulesError

_STANDS_IN = {
    "preset": "presets",
    "form": "forms",
    **dict.fromkeys(("word", "fact", "notice", "pile", "layout"), "declares"),
}
"""The attribute that a mistake is about, by the word it begins with."""


def wrong_class(cls: type, mistakes: Sequence[str]) -> RulesError:
    """The mistakes in a class that is being made, each with the line it was made in."""
    body = _body_of(cls)
    places = [] if body is None else [f"{file_of(body)}:{_line(body, m)}: " for m in mistakes]
    return RulesError(cls.__name__, mistakes, places)


def place_of_function(function: object) -> str:
    """Where a function is written: `my_game.py:12`."""
    code = getattr(function, "__code__", None)
    return f"{file_of(code)}:{code.co_firstlineno}" if isinstance(code, CodeType) else ""


def mentions(classes: Iterable[type], word: str) -> bool:
    """Whether the methods of these classes have this name or text anywhere in them."""
    methods = (each for cls in classes for each in vars(cls).values())
    return any(_has(m.__code__, word) for m in methods if isinstance(m, FunctionType))


def _has(code: CodeType, word: str) -> bool:
    within = (each for each in code.co_consts if isinstance(each, CodeType))
    return word in code.co_names or word in code.co_consts or any(_has(c, word) for c in within)


def file_of(code: CodeType) -> str:
    return re.split(r"[\\/]", code.co_filename)[-1]


def _body_of(cls: type) -> CodeType | None:
    """The statements of the class, in whichever code is making it now."""
    frame = currentframe()
    while frame is not None:
        for each in frame.f_code.co_consts:
            if isinstance(each, CodeType) and each.co_qualname == cls.__qualname__:
                return each
        frame = frame.f_back
    return None


def _line(body: CodeType, mistake: str) -> int:
    """The line that a mistake is about: of an attribute, or of a class that is named in it."""
    stored: dict[str, int] = {}
    loaded: dict[str, int] = {}
    for step in get_instructions(body):
        line = step.positions.lineno if step.positions is not None else None
        if line is not None and step.opname.startswith(("STORE_NAME", "LOAD_NAME", "LOAD_GLOBAL")):
            (stored if step.opname == "STORE_NAME" else loaded).setdefault(str(step.argval), line)
    first, *rest = re.findall(r"\w+", mistake)
    attribute = first if first in stored else _STANDS_IN.get(first, "")
    if attribute in stored and not (first == "stages" and loaded.keys() & {*rest}):
        return stored[attribute]
    named = ("".join(map(str.capitalize, first.split("_"))), *rest)
    return next((loaded[n] for n in named if n in loaded), body.co_firstlineno)
