"""Conditions: the documented, frozen settings that a game is built from.

A condition is a small dataclass made with `@condition`; each of its fields is a `setting` with a
meaning, the values it takes, and the sentence it adds to the rule sheet. Knows no particular game.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from typing import Any, TypeVar, dataclass_transform

_T = TypeVar("_T")
_YES, _NO = ("on", "yes", "true", "1"), ("off", "no", "false", "0")


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a setting besides its default."""

    meaning: str
    choices: tuple[Any, ...] = ()
    least: float | None = None
    most: float | None = None
    says: str | Mapping[Any, str] = ""
    says_not: str = ""


def setting(
    default: _T,
    meaning: str,
    *,
    choices: Sequence[Any] = (),
    least: float | None = None,
    most: float | None = None,
    says: str | Mapping[Any, str] = "",
    says_not: str = "",
) -> _T:
    """A field of a condition.

    `says` is its sentence on the rule sheet: a template with the settings of its condition in
    braces, or one template for each value; `says_not` is used when the value is off or nothing.
    """
    about = About(meaning, tuple(choices), least, most, says, says_not)
    metadata = {"about": about}
    if isinstance(default, dict):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)


class Condition:
    """The base of all conditions; make one with `@condition`."""

    __slots__ = ()

    def conflicts(self) -> list[str]:
        """Override to report settings that cannot stand together."""
        return []

    @classmethod
    def key(cls) -> str:
        """The name of the class attribute that holds it: `LastCard` is kept in `last_card`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    def settings(cls) -> dict[str, dataclasses.Field[Any]]:
        return {f.name: f for f in fields(cls)}  # type: ignore[arg-type]

    def mistakes(self) -> list[str]:
        """Everything that is wrong with the values, each in a sentence."""
        found = [m for f in self.settings().values() if (m := misfit(f, getattr(self, f.name)))]
        return [f"{self.key()}: {m}" for m in found or self.conflicts()]

    def sentences(self) -> list[tuple[str, dict[str, Any]]]:
        """The rule-sheet sentences of the settings, as templates and what fills them."""
        values = {name: getattr(self, name) for name in self.settings()}
        said = []
        for name, f in self.settings().items():
            about, value = about_of(f), values[name]
            template = about.says.get(value, "") if isinstance(about.says, Mapping) else about.says
            if value in (False, 0, "", (), None) and not isinstance(about.says, Mapping):
                template = about.says_not
            if template:
                said.append((template, values))
        return said


@dataclass_transform(frozen_default=True, kw_only_default=True)
def condition(cls: type[_T]) -> type[_T]:
    """Make a frozen, keyword-only, slotted dataclass of settings."""
    if cls.__doc__ is None:
        raise TypeError(f"{cls.__name__} needs a docstring: it is shown in the docs and the lobby")
    made = dataclass(frozen=True, kw_only=True, slots=True, eq=True)(cls)
    for f in fields(made):  # type: ignore[arg-type]
        if "about" not in f.metadata:
            raise TypeError(f"{cls.__name__}.{f.name} needs setting(default, meaning)")
    return made


def about_of(f: dataclasses.Field[Any]) -> About:
    about = f.metadata["about"]
    assert isinstance(about, About)
    return about


def default_of(f: dataclasses.Field[Any]) -> Any:
    if f.default is not dataclasses.MISSING:
        return f.default
    assert f.default_factory is not dataclasses.MISSING
    return f.default_factory()


def kind_of(f: dataclasses.Field[Any]) -> str:
    """`bool`, `int`, `float`, `str`, or `data` for tuples and tables."""
    written = str(f.type).split("|")[0].strip()
    return written if written in ("bool", "int", "float", "str") else "data"


def values_of(f: dataclasses.Field[Any]) -> str:
    """The values a setting takes, in words."""
    about = about_of(f)
    if about.choices:
        return ", ".join(_written(c) for c in about.choices)
    kind = kind_of(f)
    if kind == "bool":
        return "on, off"
    if kind in ("int", "float"):
        number = "a whole number" if kind == "int" else "a number"
        if about.most is not None:
            return f"{number} from {about.least or 0} to {about.most}"
        return number if about.least is None else f"{number}, at least {about.least}"
    return "text" if kind == "str" else f"data like {_written(default_of(f))}"


def misfit(f: dataclasses.Field[Any], value: Any) -> str:
    """What is wrong with this value, or nothing."""
    about, kind = about_of(f), kind_of(f)
    wrong = f"{f.name} cannot be {_written(value)}; it takes {values_of(f)}"
    if about.choices:
        good = any(value == choice and type(value) is type(choice) for choice in about.choices)
        return "" if good else wrong
    if kind == "bool":
        return "" if isinstance(value, bool) else wrong
    if kind in ("int", "float"):
        if isinstance(value, bool) or not isinstance(value, int if kind == "int" else int | float):
            return wrong
        low = about.least is not None and value < about.least
        high = about.most is not None and value > about.most
        return wrong if low or high or value != value else ""
    if kind == "str":
        return "" if isinstance(value, str) else wrong
    default = default_of(f)
    same = isinstance(value, type(default)) or isinstance(default, int | float | str)
    return "" if same else wrong


def read_value(f: dataclasses.Field[Any], value: Any) -> Any:
    """A value as a host typed it, made into what the setting holds; misfits are left as they are.

    Text becomes a number, yes or no, a choice or (as JSON) a table; lists become tuples.
    """
    if not isinstance(value, str):
        return _frozen(value)
    for choice in about_of(f).choices:
        if value.lower() == _written(choice).lower():
            return choice
    kind = kind_of(f)
    if kind == "bool" and value.lower() in _YES + _NO:
        return value.lower() in _YES
    if kind in ("int", "float", "data"):
        try:
            return _frozen(json.loads(value))
        except ValueError:
            return value
    return value


def _frozen(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(_frozen(v) for v in value)
    if isinstance(value, Mapping):  # JSON has only words as keys; seat counts are numbers
        return {int(k) if str(k).isdigit() else k: _frozen(v) for k, v in value.items()}
    return value


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, dict | tuple):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return str(value) if value != "" else '""'


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """`; did you mean discard?`, or nothing when no known word is near."""
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""
