"""What a game class says of itself: conditions, options, presets, hooks, texts.

Everything here belongs to the class and is checked when it is created; no table, no state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from cardkit.netgame.blueprint import (
    Option,
    Parts,
    ambiguous_names,
    is_whole,
    misshapen_values,
    mistakes_of,
    options_of,
    with_options,
    wrong_options,
)
from cardkit.netgame.conditions import Condition, did_you_mean, shown
from cardkit.netgame.refusal import Reason, Refused, RulesError
from cardkit.netgame.settings import Clock, Disconnect, Fault, Match, Seats
from cardkit.netgame.texts import Text, add_texts, joined


class Described:
    """The class side of every game."""

    title: ClassVar[str] = ""
    verbs: ClassVar[tuple[str, ...]] = ()
    mild: ClassVar[tuple[str, ...]] = ("PASS", "FOLD", "DROP")
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    texts: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    forms: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    notes: ClassVar[tuple[str, ...]] = ()
    """Sentences for the rule sheet about what only the code of the game says."""
    scoring: ClassVar[tuple[str, ...]] = ()
    """Sentences for the rule sheet about who gets which points."""

    seats: Seats = Seats()
    match: Match = Match()
    clock: Clock = Clock()
    disconnect: Disconnect = Disconnect()
    fault: Fault = Fault()

    _known: ClassVar[dict[str, type[Condition]]] = {
        c.key(): c for c in (Seats, Match, Clock, Disconnect, Fault)
    }
    _values: ClassVar[tuple[str, ...]] = (
        "title",
        "verbs",
        "mild",
        "presets",
        "texts",
        "forms",
        "notes",
        "scoring",
    )
    _hooks: ClassVar[frozenset[str]] = frozenset()
    _resolved: ClassVar[dict[str, Parts]] = {}

    def __init_subclass__(cls, abstract: bool = False, **more: Any) -> None:
        super().__init_subclass__(**more)
        if abstract:  # a base of games: what it leaves open are the hooks of its subclasses
            cls._hooks = cls.find_hooks().union(
                *(b.__dict__.get("_hooks", ()) for b in cls.__mro__)
            )
            return
        cls._resolved = {}
        mistakes = mistakes_of(cls, cls._known, cls._hooks, cls._values)
        misshapen = misshapen_values(cls, cls._values)
        if misshapen:
            raise RulesError(cls.__name__, [*mistakes, *misshapen])
        for language, texts in cls.texts.items():
            add_texts(language, texts)
        mistakes += cls.find_mistakes()
        for name, form in cls.forms.items():
            wrong = [key for key in form if not hasattr(cls, key)]
            mistakes += [f"form {name}: {key} is not a setting" for key in wrong]
        if is_whole(parts := cls.parts()):
            for name, chosen in cls.presets.items():
                wrong = wrong_options(parts, chosen, cls.forms)
                mistakes += [f"preset {name}: {each}" for each in wrong]
        mistakes = mistakes or ambiguous_names(parts) + cls.contradictions(parts)
        if not mistakes:
            tables: list[tuple[str, str, dict[str, str]]]
            tables = [(f"preset {name}", name, {}) for name in cls.presets]
            tables += [(f"form {name}", "", {"rules": name}) for name in cls.forms]
            for what, preset, options in tables:
                try:
                    cls.with_options(preset, options)
                except Refused as refused:
                    mistakes.append(f"{what}: {refused.text()}")
        if mistakes:
            raise RulesError(cls.__name__, mistakes)

    @classmethod
    def find_hooks(cls) -> frozenset[str]:
        """The methods of this class that games override."""
        return frozenset(n for n in vars(cls) if n.startswith(("check_", "on_", "more_")))

    @classmethod
    def find_mistakes(cls) -> list[str]:
        """Override to report what the class lacks."""
        return [] if cls.title else ["title is missing; give the game a name, title = '…'"]

    @classmethod
    def parts(cls) -> Parts:
        """What options can change: the conditions of this class, by key."""
        named = (n for c in reversed(cls.__mro__) for n in vars(c) if not n.startswith("_"))
        found = {name: getattr(cls, name) for name in dict.fromkeys(named)}
        return {n: v for n, v in found.items() if isinstance(v, Condition)}

    @classmethod
    def with_options(cls, preset: str = "", options: Mapping[str, Any] = {}) -> Parts:
        """The conditions of a table with this preset and these options, or a refusal."""
        if not isinstance(options, Mapping):
            raise Refused(
                Reason.BAD_OPTION,
                "options are a table of names and values, not {what}",
                what=shown(options),
            )
        if not isinstance(preset, str) or (preset and preset not in cls.presets):
            raise Refused(
                Reason.NO_SUCH_PRESET,
                "{preset} is not a preset of {title}{hint} It has: {known}",
                preset=shown(preset),
                title=Text(cls.title),
                hint=did_you_mean(shown(preset), list(cls.presets)) or Text("."),
                known=", ".join(cls.presets) or Text("none"),
            )
        if options or preset not in cls._resolved:
            chosen = {**cls.presets.get(preset, {}), **options}
            parts = with_options(cls.parts(), chosen, cls.forms)
            wrong = cls.contradictions(parts)
            if wrong:
                raise Refused(Reason.BAD_OPTION, "{wrong}", wrong=joined(wrong))
            if options:
                return parts
            cls._resolved[preset] = parts
        return cls._resolved[preset]

    @classmethod
    def contradictions(cls, parts: Parts) -> list[str]:
        """Override to report conditions that do not go together, in a class or at a table."""
        return []

    @classmethod
    def options(cls, preset: str = "") -> dict[str, Option]:
        """Every option a host can choose, by name, with its value under this preset."""
        return options_of(cls.with_options(preset))
