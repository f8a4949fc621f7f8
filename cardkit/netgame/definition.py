"""How a game is defined: the conditions of its class, the options they give, the mistakes in them.

Read off once when the class is created, so that an author hears of all mistakes at once, and used
again when a host opens a table with options of their own. Knows no particular game.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from dis import get_instructions
from functools import cache
from inspect import Parameter, signature
from types import FunctionType
from typing import Any

from cardkit.netgame.conditions import (
    Condition,
    default_of,
    did_you_mean,
    misfit,
    read_value,
    shown,
)
from cardkit.netgame.refusal import Reason, Refused
from cardkit.texts import Text, joined

Parts = dict[str, Any]
"""The parts of a game that options can change: conditions by key, and `stages`, a tuple of them."""
OF_A_WORD = ("self", "seat", "command")
"""What the hooks of a word are called with."""


@dataclass(frozen=True, slots=True)
class Option:
    """One setting of a game that a host can choose."""

    name: str
    key: str
    setting: str
    field: dataclasses.Field[Any]
    value: Any


def conditions_in(parts: Parts) -> dict[str, Condition]:
    """Every condition by its key, those within a stage after it; of equal keys the first."""
    found: dict[str, Condition] = {}
    for key, part in parts.items():
        if isinstance(part, Condition):
            found[key] = part
        elif key == "stages":
            for stage in part:
                found.setdefault(stage.key(), stage)
                for name, inner in stage.inner().items():
                    found.setdefault(name, inner)
    return found


def options_of(parts: Parts) -> dict[str, Option]:
    """The options by name: the setting's own name where it is unique, else `seats_least`."""
    return {option.name: option for option in _options(parts)}


def _options(parts: Parts) -> list[Option]:
    conditions = conditions_in(parts)
    return [
        Option(name, key, f.name, f, getattr(conditions[key], f.name))
        for name, key, f in _names(_kinds(conditions))
    ]


Kinds = tuple[tuple[str, type[Condition]], ...]


def _kinds(conditions: Mapping[str, Condition]) -> Kinds:
    return tuple((key, type(each)) for key, each in conditions.items())


@cache
def _names(kinds: Kinds) -> list[tuple[str, str, dataclasses.Field[Any]]]:
    """Every option by its name, with the key of its condition and the field."""
    found = [(key, f) for key, kind in kinds for f in kind.settings().values()]
    counts = Counter(f.name for _, f in found)
    return [(f.name if counts[f.name] == 1 else f"{key}_{f.name}", key, f) for key, f in found]


@cache
def _meant(kinds: Kinds) -> dict[str, tuple[str, str, dataclasses.Field[Any]]]:
    """What each name means: that of an option, `key_setting`, or a key (its first setting)."""
    meant = {name: (name, key, f) for name, key, f in _names(kinds)}
    for name, key, f in _names(kinds):
        for other in (f"{key}_{f.name}", key):
            meant.setdefault(other, (name, key, f))
    return meant


def _find(name: str, parts: Parts) -> Option | None:
    """An option by any name it has."""
    conditions = conditions_in(parts)
    if meant := _meant(_kinds(conditions)).get(name):
        own, key, f = meant
        return Option(own, key, f.name, f, getattr(conditions[key], f.name))
    for key, each in conditions.items():
        if name in each.formerly:
            return _find(f"{key}_{each.formerly[name]}", parts)
    return None


def fixed_settings(parts: Parts, fixed: Iterable[str]) -> set[tuple[str, str]]:
    """The settings, by key and name, that are withdrawn by these names of options or conditions."""
    found: set[tuple[str, str]] = set()
    conditions = conditions_in(parts)
    for name in fixed:
        if name in conditions:
            found |= {(name, each) for each in conditions[name].settings()}
        elif option := _find(name, parts):
            found.add((option.key, option.setting))
    return found


def check_fixed(parts: Parts, chosen: Mapping[str, object], fixed: Iterable[str]) -> None:
    """Refuse to change what the author of the game has withdrawn."""
    withdrawn = fixed_settings(parts, fixed)
    for name, typed in chosen.items() if withdrawn else ():
        option = _find(name, parts)
        if option is None or (option.key, option.setting) not in withdrawn:
            continue
        if read_value(option.field, typed) != option.value:
            raise Refused(
                Reason.BAD_OPTION,
                "{name} cannot be changed in this game; it is {value}",
                name=option.name,
                value=shown(option.value),
            )


def unknown_options(
    known: Iterable[Parts], fixed: Iterable[str], impossible: Mapping[str, Mapping[str, object]]
) -> list[str]:
    """What an author withdraws or rules out, and no form of the game has."""
    known = [*known]
    named = dict.fromkeys(fixed, "fixed")
    named |= {name: "impossible" for values in impossible.values() for name in values}
    has = sorted({name for parts in known for name in options_of(parts)})
    return [
        f"{where}: {shown(name)} is not an option of this game{did_you_mean(shown(name), has)}"
        for name, where in named.items()
        if not any(fixed_settings(parts, (name,)) for parts in known)
    ]


def rule_out(parts: Parts, impossible: Mapping[str, Mapping[str, object]]) -> list[str]:
    """The sentences of those combinations of options that these parts have."""
    return [
        sentence
        for sentence, values in impossible.items()
        if all(
            (option := _find(name, parts)) is not None
            and option.value == read_value(option.field, value)
            for name, value in values.items()
        )
    ]


def with_options(
    parts: Parts, chosen: Mapping[str, object], forms: Mapping[str, Mapping[str, object]]
) -> Parts:
    """The parts with these options set; raises `Refused` with what would be right.

    The option `rules` chooses one of the forms of a game, which replaces some of the parts.
    """
    parts, chosen = dict(parts), dict(chosen)
    if "rules" in chosen:
        parts |= _form(chosen.pop("rules"), forms)
    changes: dict[str, dict[str, Any]] = {}
    for name, typed in chosen.items():
        option, value = _read(name, typed, parts)
        changes.setdefault(option.key, {})[option.setting] = value
    for key, values in changes.items():
        _change(parts, key, values)
    problems = [m for each in conditions_in(parts).values() for m in each.mistakes()]
    if problems:
        raise Refused(Reason.BAD_OPTION, "{wrong}", wrong=joined(dict.fromkeys(problems)))
    return parts


def check_used(parts: Parts, before: Parts) -> None:
    """Refuse to change what would do nothing beside the other settings."""
    old, new = conditions_in(before), conditions_in(parts)
    for key, each in new.items():
        for name, needed in each.unused(new).items():
            if key in old and getattr(each, name) != getattr(old[key], name):
                raise Refused(
                    Reason.BAD_OPTION,
                    "{name} has no effect so: write {needed} as well, or leave it out",
                    name=name,
                    needed=needed,
                )


def unused_settings(parts: Parts) -> list[str]:
    """What an author has set, and what does nothing beside the other settings.

    What only waits to be turned on is meant so.
    """
    conditions = conditions_in(parts)
    return [
        f"{key}: {name} has no effect so: write {needed} as well, or leave it out"
        for key, each in conditions.items()
        for name, needed in each.unused(conditions).items()
        if getattr(each, "on", True) and getattr(each, name) != default_of(each.settings()[name])
    ]


def wrong_options(
    parts: Parts, chosen: Mapping[str, object], forms: Mapping[str, Mapping[str, object]]
) -> list[str]:
    """Everything that is wrong with single options, for an author who wants to hear all at once."""
    parts, wrong = dict(parts), []
    for name, typed in sorted(chosen.items(), key=lambda option: option[0] != "rules"):
        try:
            if name == "rules":
                parts |= _form(typed, forms)
            else:
                _read(name, typed, parts)
        except Refused as refused:
            wrong.append(refused.text())
    return wrong


def _form(name: Any, forms: Mapping[str, Mapping[str, object]]) -> Mapping[str, Any]:
    form = shown(name)
    if form not in forms:
        raise Refused(
            Reason.BAD_OPTION if forms else Reason.NO_SUCH_OPTION,
            "rules cannot be {form}; it takes {known}",
            form=form,
            known=", ".join(forms) or Text("nothing here"),
        )
    return forms[form]


def _read(name: str, typed: Any, parts: Parts) -> tuple[Option, Any]:
    option = _find(name, parts)
    if option is None:
        raise _no_option(shown(name), options_of(parts))
    value = read_value(option.field, typed)
    wrong = misfit(option.field, value)
    if wrong:
        raise Refused(Reason.BAD_OPTION, "{wrong}", wrong=wrong)
    return option, value


def is_whole(parts: Parts) -> bool:
    """Whether `@condition` has made all that is there, so that the settings can be looked at."""
    found = [*parts.get("stages", ()), *(p for key, p in parts.items() if key != "stages")]
    return all("__dataclass_fields__" in vars(type(part)) for part in found)


def _no_option(name: str, known: Mapping[str, Option]) -> Refused:
    same = [option.name for option in known.values() if option.setting == name]
    if same:
        return Refused(
            Reason.AMBIGUOUS,
            "{name} could be several options; say which: {known}",
            name=name,
            known=", ".join(same),
        )
    return Refused(
        Reason.NO_SUCH_OPTION,
        "{name} is not an option of this game{hint} It has: {known}",
        name=name,
        hint=did_you_mean(name, list(known)) or Text("."),
        known=", ".join(sorted(known)),
    )


def _change(parts: Parts, key: str, values: Mapping[str, Any]) -> None:
    if isinstance(parts.get(key), Condition):
        parts[key] = dataclasses.replace(parts[key], **values)
    else:
        parts["stages"] = tuple(_changed(stage, key, values) for stage in parts["stages"])


def _changed(stage: Any, key: str, values: Mapping[str, Any]) -> Any:
    if stage.key() == key:
        return dataclasses.replace(stage, **values)
    if (inner := stage.inner().get(key)) is not None:
        return dataclasses.replace(stage, **{key: dataclasses.replace(inner, **values)})
    return stage


def ambiguous_names(parts: Parts) -> list[str]:
    """Options of different conditions that have come to the same name."""
    meant: dict[str, dict[str, None]] = {}
    for option in _options(parts):
        for name in (f"{option.key}_{option.setting}", option.name):
            meant.setdefault(name, {})[f"{option.key}.{option.setting}"] = None
    return [
        f"{name} could be {' or '.join(whose)}; give one of these settings another name"
        for name, whose in meant.items()
        if len(whose) > 1
    ]


def mistakes_of(
    cls: type,
    known: Mapping[str, type],
    hooks: Iterable[str],
    of_words: Iterable[str],
    values: Iterable[str],
) -> list[str]:
    """What is wrong with the attributes that a game class defines itself.

    `known` are the toolkit's condition classes by key, `hooks` the methods to override, `of_words`
    those that words of the game have where stages run them, `values` the plain attributes.
    """
    has_stages = "stages" in values
    hooks = {*hooks, *(of_words if has_stages else ())}
    names = sorted({*known, *values, *hooks})
    found: list[str] = []
    for name, value in vars(cls).items():
        if name.startswith("_") or name.isupper():
            continue
        if inherited := _inherited(cls, name):
            found += _misfits_of_override(name, value, inherited[0], of_words)
        if isinstance(value, Condition):
            expected = type(value).key()
            if name in known and type(value) is not known[name]:
                found.append(f"{name} takes a {known[name].__name__}, not a {type(value).__name__}")
            elif _is_attribute(cls, name):
                found.append(_hides(name))
            elif expected in known and name != expected:
                found.append(f"{name} is not a setting; did you mean {expected}?")
            else:
                found.extend(value.mistakes())
        elif name in known:
            needed = _first_value(cls, name) is not None
            if value is not None or needed:
                takes = f"{known[name].__name__}(…){'' if needed else ' or None'}"
                found.append(f"{name} takes {takes}, not {shown(value)}")
        elif isinstance(value, type) and issubclass(value, Condition) and name != value.__name__:
            made = f"{name} = {value.__name__}()"
            found.append(f"{name} is {value.__name__} without its parentheses; write {made}")
        elif inherited:
            continue
        elif _is_attribute(cls, name):
            found.append(_hides(name))
        elif name.startswith(("check_", "on_", "more_")):
            if not callable(value):
                found.append(f"{name} is the name of a hook; write it as a method")
            elif name in of_words and not has_stages:
                what = "`offers` says what is allowed, and `act` what it causes"
                found.append(f"{name} is not a hook of a game without stages; {what}")
            elif name not in hooks:
                found.append(_no_hook(name, hooks))
            elif not _takes(value, OF_A_WORD):
                found.append(_called_with(name, OF_A_WORD))
        elif callable(value) or isinstance(value, property | classmethod | staticmethod):
            continue
        elif name not in values:
            hint = did_you_mean(name, names)
            found.append(f"{name} is not a setting{hint or '; constants are written IN CAPITALS'}")
    return found


def _no_hook(name: str, hooks: Iterable[str]) -> str:
    """What to say of a method that is named like a hook; the words of the game have some each."""
    prefix, _, what = name.partition("_")
    known = sorted(hook.partition("_")[2] for hook in hooks if hook.startswith(f"{prefix}_"))
    near = did_you_mean(what, known)
    if near:
        return f"{name} is not a hook{near.replace('mean ', f'mean {prefix}_')}"
    return (
        f"{name} is not a hook, and {what.upper()} is no word of this game; {prefix}_ goes with "
        f"{', '.join(known)}"
    )


def _hides(name: str) -> str:
    return f"{name} is a part of every table, which the game would hide; give it another name"


def _inherited(cls: type, name: str) -> list[Any]:
    """What the toolkit itself has under this name, if that is code."""
    bases = [vars(base) for base in cls.__mro__[1:] if vars(base).get("_abstract")]
    code = (FunctionType, property, classmethod, staticmethod)
    return [b[name] for b in bases if name in b and isinstance(b[name], code)]


def _misfits_of_override(
    name: str, value: Any, inherited: Any, of_words: Iterable[str]
) -> Iterator[str]:
    """What is wrong with an attribute that stands in for code of the toolkit."""
    if not isinstance(value, type(inherited)):
        hook = name.startswith(("check_", "on_", "more_"))
        yield f"{name} is the name of a hook; write it as a method" if hook else _hides(name)
    elif isinstance(inherited, FunctionType):
        plain = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
        given = [p.name for p in signature(inherited).parameters.values() if p.kind in plain]
        if not _takes(value, given):
            word = name.partition("_")[2].upper()
            other = f", or choose another word than {word}" if name in of_words else ""
            yield _called_with(name, given) + (other if [*given] != [*OF_A_WORD] else "")


def _takes(method: Callable[..., object], given: Iterable[str]) -> bool:
    try:
        signature(method).bind(*given)
    except TypeError:
        return False
    return True


def _called_with(name: str, given: Iterable[str]) -> str:
    return f"{name} is called with other arguments; write def {name}({', '.join(given)})"


def _is_attribute(cls: type, name: str) -> bool:
    """Whether the toolkit keeps something under this name at every table."""
    bases = [vars(base) for base in cls.__mro__ if vars(base).get("_abstract")]
    return any(name in _set_by(base["__init__"]) for base in bases if "__init__" in base)


@cache
def _set_by(init: FunctionType) -> frozenset[str]:
    """The attributes that this sets."""
    return frozenset(s.argval for s in get_instructions(init) if s.opname == "STORE_ATTR")


def misshapen_values(cls: type, values: Iterable[str]) -> list[str]:
    """Which plain attributes are not even of the right kind: text, a tuple, a table of tables."""
    found = []
    for name in values:
        value, kind = getattr(cls, name), type(_first_value(cls, name))
        if not isinstance(value, kind):
            found.append(f"{name} takes a {kind.__name__}, not {shown(value)}")
        elif kind is tuple and name in ("notes", "scoring", "verbs", "fixed"):
            found += [f"{name} holds {shown(v)}, not words" for v in value if type(v) is not str]
        elif name == "swings" and not all(type(v) is int for v in value):
            found.append(f"swings are numbers, not {shown(value)}")
        elif name == "swings" and [*value] != sorted({0, *value} - {0}):
            found.append("swings rise from one point to the next: write swings = (20, 50, 90)")
        elif kind is dict and not all(isinstance(each, Mapping) for each in value.values()):
            found.append(f"{name} takes a table of tables, like {name} = {{'short': {{…}}}}")
    return found


def _first_value(cls: type, name: str) -> Any:
    """What the toolkit itself has under this name; None when games may do without it."""
    return next(vars(base)[name] for base in reversed(cls.__mro__) if name in vars(base))
