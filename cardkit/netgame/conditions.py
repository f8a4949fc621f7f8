"""Conditions: the documented, frozen settings that a game is built from.

A condition is a small dataclass made with `@condition`; each of its fields is a `setting` with a
meaning, the values it takes, and the sentence it adds to the rule sheet. Knows no particular game.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from functools import cache, wraps
from types import FunctionType, NoneType
from typing import (
    Any,
    ClassVar,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from cardkit.netgame.command import whole_number
from cardkit.netgame.declared import Declared
from cardkit.texts import Text, plural
from cardkit.texts.catalogue import names_in

_T = TypeVar("_T")
_YES, _NO = ("on", "yes", "true", "1"), ("off", "no", "false", "0")
HUGE = 10**15
"""A number that no setting and no score has."""
_LONGEST = 200
_MANY = 10_000
"""A limit that people do not come near, so that they need not know it."""

Says = str | tuple[str, str]
"""A template, or one for the number 1 and one for all others."""


@dataclass(frozen=True, slots=True)
class About:
    """What is known of a setting besides its default."""

    meaning: str
    choices: tuple[Any, ...] = ()
    least: float | None = None
    most: float | None = None
    says: Says | Mapping[Any, Says] = ""
    says_not: str = ""
    besides: str = ""
    unsaid: str | Mapping[Any, str] = ""
    often: bool = False
    coded: bool = False

    def unsaid_of(self, value: Any) -> str:
        """What this choice means, if the rule sheet does not say it."""
        return self.unsaid if isinstance(self.unsaid, str) else self.unsaid.get(value, "")

    def all_unsaid(self) -> tuple[str, ...]:
        return (self.unsaid,) if isinstance(self.unsaid, str) else tuple(self.unsaid.values())


def setting(
    default: _T,
    meaning: str,
    *,
    choices: Sequence[_T] = (),
    least: float | None = None,
    most: float | None = None,
    says: Says | Mapping[_T | None, Says] = "",
    says_not: str = "",
    besides: str = "",
    unsaid: str | Mapping[_T, str] = "",
    often: bool = False,
    coded: bool = False,
) -> _T:
    """A field of a condition.

    `says` is its sentence on the rule sheet: a template with the settings of its condition in
    braces, or one template for each value and under `None` one for all others. A pair is for
    numbers: `("One joker.", "{jokers} jokers.")`. `says_not` is used when the value is off or
    nothing. `besides` says which other words there are than the choices, where only the whole game
    knows them: "a suit of the deck". `unsaid` is what a choice without a sentence of its own means,
    for those who choose, or what each of them means: the rule sheet need not say it. Of a number
    it says what is other than the others: `{0: "all cards"}`. `often` is for what people change
    often: it comes first where they do. What is `coded` is written as in commands, `S3` or `CDHS`:
    only who types options is told of it.
    """
    about = About(
        meaning, tuple(choices), least, most, says, says_not, besides, unsaid, often, coded
    )
    metadata = {"about": about}
    if isinstance(default, dict):
        return field(default_factory=lambda: default, metadata=metadata)
    return field(default=default, metadata=metadata)


Sentence = tuple[str, dict[str, object]]
"""A sentence of the rule sheet: a template in English, and what fills its braces."""


class Condition:
    """The base of all conditions; make one with `@condition`."""

    __slots__ = ()

    special: ClassVar[bool] = False
    """Whether the rule sheet tells of it among the special rules of a game."""
    declares: ClassVar[tuple[Declared, ...]] = ()
    """The words, facts, notices and piles that a game has by it."""
    hooks: ClassVar[type] = object
    """The class of the hooks and parts that a game has by it: `class TrickHooks(…, hooks=True)`."""
    formerly: ClassVar[Mapping[str, str]] = {}
    """Names under which tables that were opened earlier have chosen a setting."""

    def __init__(self, *values: object, **settings: object) -> None:
        _check_arguments(self, values, settings)  # `@condition` has not made this class

    def declared(self) -> Iterable[Declared]:
        """What a game has by it with these settings: override where that is not everything."""
        return self.declares

    def conflicts(self) -> list[str]:
        """Override to report settings that cannot stand together."""
        return []

    def unused(self, beside: Mapping[str, Condition]) -> Mapping[str, str]:
        """Override to name the settings that do nothing beside the others, with what they need.

        Nobody can choose them then. A condition with a setting `on` needs that for all others.
        `beside` has all conditions of the table by name.
        """
        if getattr(self, "on", True):
            return {}
        return {name: f"{self.key()}=on" for name in self.settings() if name != "on"}

    @classmethod
    @cache
    def key(cls) -> str:
        """The name of the class attribute that holds it: `LastCard` is kept in `last_card`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    @cache
    def settings(cls) -> dict[str, dataclasses.Field[Any]]:
        return {f.name: f for f in _fields(cls) if inner_class(f) is None}

    def with_value(self, name: str, value: object) -> Self:
        """The same with another value of a setting, whether that can be or not."""
        made: Any = self
        changed: Self = dataclasses.replace(made, **{name: value})
        return changed

    def inner(self) -> dict[str, Condition]:
        """The conditions within this one that are set, by name."""
        found = {f.name: getattr(self, f.name) for f in _fields(type(self)) if inner_class(f)}
        return {name: value for name, value in found.items() if value is not None}

    def mistakes(self) -> list[str]:
        """Everything that is wrong with the values, each in a sentence."""
        if "__dataclass_fields__" not in vars(type(self)):
            return [f"write @condition above class {type(self).__name__}"]
        found = [m for f in _fields(type(self)) if (m := misfit(f, getattr(self, f.name)))]
        if found:
            return [Text("{key}: {wrong}", key=self.key(), wrong=m) for m in found]
        within = [m for each in self.inner().values() for m in each.mistakes()]
        return within or [Text("{key}: {wrong}", key=self.key(), wrong=m) for m in self.conflicts()]

    def sentences(self) -> list[Sentence]:
        """The rule-sheet sentences of the settings, as templates and what fills them."""
        said = (self.sentence(name) for name in self.settings())
        return [sentence for sentence in said if sentence is not None]

    def sentence(self, name: str) -> Sentence | None:
        """What the rule sheet says of a setting; None where that need not be said."""
        values = {each: getattr(self, each) for each in self.settings()}
        about, value = about_of(self.settings()[name]), values[name]
        if isinstance(about.says, Mapping):
            template = about.says.get(value, about.says.get(None, ""))
        else:
            nothing = value in (False, 0, "", (), None)
            template = about.says_not if nothing else about.says
        if isinstance(template, tuple):
            return plural(value, *template, **values), {}
        return (template, values) if template else None


@dataclass_transform(frozen_default=True, kw_only_default=True)
def condition(cls: type[_T]) -> type[_T]:
    """Make a frozen, keyword-only, slotted dataclass of settings."""
    if cls.__doc__ is None:
        raise TypeError(f"{cls.__name__} needs a docstring: it is shown in the docs and the lobby")
    made = dataclass(frozen=True, kw_only=True, slots=True, eq=True)(cls)
    _repair_super(cls, made)
    _teach_init(made)
    made.__setattr__ = _refuse_change  # type: ignore[assignment, method-assign]
    hints = get_type_hints(made)
    for f in _fields(made):
        f.type = hints[f.name]  # whether the author's annotations are postponed or not
        if "about" not in f.metadata:
            raise TypeError(f"{cls.__name__}.{f.name} needs setting(default, meaning)")
        if not _is_plain(f.type) and inner_class(f) is None:
            raise TypeError(
                f"{cls.__name__}.{f.name} must be bool, int, float, str, tuple, dict or a condition"
            )
    for f in _fields(made):
        _check_templates(made, f)
    return made


def _refuse_change(made: Condition, name: str, value: object) -> None:
    raise dataclasses.FrozenInstanceError(
        f"{type(made).__name__} is shared by all tables and never changes: keep {name} in "
        "table.state, or in an attribute of the table"
    )


def _repair_super(cls: type[Any], made: type[Any]) -> None:
    """Slots need a second class; let the `super()` of the first one's methods mean that."""
    for value in vars(made).values():
        getter = value.fget if isinstance(value, property) else value
        function = getattr(getter, "__func__", getter)  # of a class method or a static one
        if isinstance(function, FunctionType):
            for name, cell in zip(
                function.__code__.co_freevars, function.__closure__ or (), strict=True
            ):
                if name == "__class__":
                    cell.cell_contents = made


def _teach_init(made: type[Any]) -> None:
    """Let what the class cannot be made with be told as all mistakes of authors are."""
    init = made.__init__

    @wraps(init)
    def checked(self: Any, *values: Any, **settings: Any) -> None:
        if values or not settings.keys() <= made.__dataclass_fields__.keys():
            _check_arguments(self, values, settings)
        init(self, **settings)

    made.__init__ = checked


def _check_arguments(made: Condition, values: Sequence[Any], settings: Mapping[str, Any]) -> None:
    """Raise `TypeError` with what would be right."""
    cls = type(made)
    name = cls.__name__
    if "__dataclass_fields__" not in vars(cls):
        if values or settings:
            raise TypeError(f"write @condition above class {name}")
        return
    known = [f.name for f in _fields(cls)]
    if values:
        named = ", ".join(f"{n}={v!r}" for n, v in zip(known, values, strict=False))
        raise TypeError(f"the settings of {name} are written with their names: {name}({named})")
    for each in settings.keys() - {*known}:
        hint = did_you_mean(each, known) or f"; it has {', '.join(known) or 'none'}"
        raise TypeError(f"{name} has no setting {each}{hint}")


def _check_templates(cls: type[Any], f: dataclasses.Field[Any]) -> None:
    """Raise `TypeError` if the rule sheet could not say its sentences."""
    about, known = about_of(f), {*cls.settings()}
    says = [*about.says.values()] if isinstance(about.says, Mapping) else [about.says]
    said = [each for one in says for each in (one if isinstance(one, tuple) else (one,))]
    for template in (*said, about.says_not):
        where = f"{cls.__name__}.{f.name}: {template!r}"
        try:
            strange = names_in(template) - known
        except ValueError as error:
            raise TypeError(f"{where}: {error}; a setting is written {{{f.name}}}") from None
        for name in sorted(strange):
            has = ", ".join(f"{{{each}}}" for each in sorted(known))
            hint = did_you_mean(name, sorted(known))
            raise TypeError(f"{where}: {{{name}}} is no setting{hint or f'; it has {has}'}")


def _fields(cls: type[Any]) -> tuple[dataclasses.Field[Any], ...]:
    return fields(cls)  # only `@condition` makes a class a dataclass


@cache
def inner_class(f: dataclasses.Field[Any]) -> type[Condition] | None:
    """The class of a condition within another one; `Draw | None` may also not be there."""
    kinds = [kind for kind in get_args(f.type) or (f.type,) if kind is not NoneType]
    whole = len(kinds) == 1 and isinstance(kinds[0], type) and issubclass(kinds[0], Condition)
    return kinds[0] if whole else None


def _is_plain(hint: Any) -> bool:
    within = [each for each in get_args(hint) if each is not ...]
    whole = hint in (bool, int, float, str)
    return whole or (get_origin(hint) in (tuple, dict) and all(map(_is_plain, within)))


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
    kinds: dict[Any, str] = {bool: "bool", int: "int", float: "float", str: "str"}
    return kinds.get(f.type, "data")


def is_for_people(f: dataclasses.Field[Any]) -> bool:
    """Whether people are asked for a setting: not for a table, nor for what is coded."""
    return kind_of(f) != "data" and not about_of(f).coded


def values_of(f: dataclasses.Field[Any]) -> str:
    """The values a setting takes, in words."""
    about = about_of(f)
    if about.choices:
        listed = ", ".join(written(c) for c in about.choices)
        if not about.besides:
            return listed
        return Text("{listed} or {besides}", listed=listed, besides=Text(about.besides))
    kind = kind_of(f)
    if kind == "bool":
        return "on, off"
    if kind in ("int", "float"):
        return _with_special(about, _numbers(about, whole=kind == "int"))
    if kind == "str":
        return Text("text")
    return Text("data like {it}", it=written(default_of(f) or _example(f.type)))


def _numbers(about: About, *, whole: bool) -> Text:
    number = Text("a whole number") if whole else Text("a number")
    if about.most is not None:
        least = about.least or 0
        return Text(
            "{number} from {least:,} to {most:,}", number=number, least=least, most=about.most
        )
    if about.least is None:
        return number
    return Text("{number}, at least {least}", number=number, least=about.least)


def in_words(made: Condition, name: str) -> Sentence:
    """The value of a setting as people say it, where they choose among several."""
    f, value = made.settings()[name], getattr(made, name)
    about = about_of(f)
    if isinstance(value, bool):
        return ("yes" if value else "no"), {}
    if about.choices and isinstance(value, str):
        return made.sentence(name) or (about.unsaid_of(value) or value.replace("_", " "), {})
    if isinstance(value, tuple | dict):
        listed = (
            [f"{k} {_plain(v)}" for k, v in value.items()] if isinstance(value, dict) else value
        )
        return ("{it}", {"it": ", ".join(map(_plain, listed))}) if listed else ("nothing", {})
    if (value == "" or isinstance(about.unsaid, Mapping)) and (unsaid := about.unsaid_of(value)):
        return unsaid, {}
    if isinstance(value, int | float):
        return "{it:,}", {"it": int(value) if value == int(value) else value}
    return "{it}", {"it": value if value != "" else "–"}


def _plain(value: Any) -> str:
    """A value within another one."""
    return " ".join(map(_plain, value)) if isinstance(value, tuple) else written(value)


def values_in_words(f: dataclasses.Field[Any]) -> str:
    """What a number may be, for people; nothing of settings whose values are words."""
    numbers = range_in_words(f)
    for value, means in special_values(f).items():
        special = Text("{n}: {means}", n=written(value), means=Text(means))
        numbers = Text("{one}; {more}", one=numbers, more=special) if numbers else special
    return numbers


def range_in_words(f: dataclasses.Field[Any]) -> str:
    """From where to where a number goes; nothing where nobody comes near an end."""
    about = about_of(f)
    if kind_of(f) not in ("int", "float") or about.choices:
        return ""
    least, most = about.least or 0, about.most
    if most is not None and most < _MANY:
        return Text("{least:,} to {most:,}", least=least, most=most)
    return Text("at least {least}", least=least) if least > 1 else ""


def special_values(f: dataclasses.Field[Any]) -> Mapping[Any, str]:
    """The numbers that mean something of their own, and what."""
    about = about_of(f)
    return about.unsaid if isinstance(about.unsaid, Mapping) and not about.choices else {}


def _with_special(about: About, numbers: Text) -> Text:
    """Numbers, and which of them has a meaning of its own."""
    for value, means in about.unsaid.items() if isinstance(about.unsaid, Mapping) else ():
        numbers = Text(
            "{numbers}; {n}: {means}", numbers=numbers, n=written(value), means=Text(means)
        )
    return numbers


def _example(hint: Any) -> Any:
    within = [_example(each) for each in get_args(hint) if each is not ...]
    if get_origin(hint) is tuple:
        return tuple(within)
    if get_origin(hint) is dict:
        return {within[0]: within[1]}
    return {bool: True, int: 2, float: 0.5, str: "text"}[hint]


def misfit(f: dataclasses.Field[Any], value: Any) -> str:
    """What is wrong with this value, or nothing."""
    if _fits(f, value):
        return ""
    if (kind := inner_class(f)) is not None:
        none = Text(" or None") if default_of(f) is None else ""
        return Text(
            "{name} takes {kind}(…){none}, not {value}",
            name=f.name,
            kind=kind.__name__,
            none=none,
            value=shown(value),
        )
    if isinstance(value, str) and _fits(f, meant := read_value(f, value)):  # no host gets here
        return f"{f.name} cannot be {value!r}; write {f.name}={meant!r}"
    if isinstance(value, list) and _fits(f, tuple(value)):
        return f"{f.name} takes a tuple, not a list: write {f.name}=(…)"
    return Text(
        "{name} cannot be {value}; it takes {values}",
        name=f.name,
        value=shown(value),
        values=values_of(f),
    )


def _fits(f: dataclasses.Field[Any], value: Any) -> bool:
    about = about_of(f)
    if (kind := inner_class(f)) is not None:
        return type(value) is kind or (value is None and default_of(f) is None)
    if about.choices and not about.besides:
        return any(value == choice and type(value) is type(choice) for choice in about.choices)
    if not _has_type(value, f.type):
        return False
    low = about.least is not None and value < about.least
    high = about.most is not None and value > about.most
    return not low and not high


def _has_type(value: Any, hint: Any) -> bool:
    """Whether a value is of this type all the way down."""
    within = get_args(hint)
    if get_origin(hint) is tuple:
        if not isinstance(value, tuple):
            return False
        each = within[:1] * len(value) if within[-1] is ... else within
        return len(value) == len(each) and all(map(_has_type, value, each))
    if get_origin(hint) is dict:
        return isinstance(value, dict) and all(
            _has_type(k, within[0]) and _has_type(v, within[1]) for k, v in value.items()
        )
    if hint in (int, float):
        number = isinstance(value, int if hint is int else int | float)
        return number and not isinstance(value, bool) and -HUGE < value < HUGE
    if hint is str:  # it will be part of a line
        return isinstance(value, str) and value.isprintable() and len(value) <= _LONGEST
    return isinstance(value, bool)


def read_value(f: dataclasses.Field[Any], value: Any) -> Any:
    """A value as a host typed it, made into what the setting holds; misfits are left as they are.

    Text becomes a number, yes or no, a choice or (as JSON) a table; lists become tuples.
    """
    if isinstance(value, str):
        for choice in about_of(f).choices:
            if value.lower() == written(choice).lower():
                return choice
        kind = kind_of(f)
        if kind == "bool" and value.lower() in _YES + _NO:
            return value.lower() in _YES
        if kind in ("int", "float", "data"):
            try:
                value = json.loads(value)
            except (ValueError, RecursionError):
                return value
        elif value == written(""):
            return ""
    return _shaped(value, f.type)


def _shaped(value: Any, hint: Any) -> Any:
    """JSON has lists for tuples, words for the keys of a table, and one kind of number."""
    within = get_args(hint)
    if get_origin(hint) is tuple and isinstance(value, list | tuple):
        each = within[:1] * len(value) if within[-1] is ... else within
        return tuple(map(_shaped, value, each)) if len(value) == len(each) else value
    if get_origin(hint) is dict and isinstance(value, Mapping):
        return {_shaped_key(k, within[0]): _shaped(v, within[1]) for k, v in value.items()}
    if hint is float and type(value) is int and abs(value) < HUGE:
        return float(value)
    return value


def _shaped_key(key: Any, hint: Any) -> Any:
    number = whole_number(key) if hint is int and isinstance(key, str) else None
    return key if number is None else number


def written(value: Any) -> str:
    """A value as a host writes it; what no host could write is named by its type."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None or isinstance(value, float):
        return str(value).removesuffix(".0")
    try:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError):
        return value.__name__ if isinstance(value, type) else type(value).__name__
    return text if text and text.isprintable() else json.dumps(text)


def shown(value: Any) -> str:
    """A value as a host writes it, cut short where it would fill the sentence."""
    text = written(value)
    return text if len(text) <= 80 else f"{text[:80]}…"


def did_you_mean(word: str, known: Sequence[str]) -> str:
    """`; did you mean discard?`, or nothing when no known word is near."""
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return Text("; did you mean {near}?", near=near[0]) if near else ""
