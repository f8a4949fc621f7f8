"""What a seat knows, as plain data: how the values that a table keeps are written and read back.

Plain data is what JSON has: words, numbers, lists, and tables by words. A value of another kind is
a table of one entry that says of which, like `{"tuple": [1, 2]}`. Knows no cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from types import NoneType
from typing import Any, ClassVar, TypeAlias

from cardkit.netgame.command import Command, make_command
from cardkit.netgame.conditions import Condition, shown

Knowledge: TypeAlias = dict[str, object]
"""Everything that a seat may know and that the future depends on, as plain data."""
Data: TypeAlias = dict[str, Any]
"""The same, or a part of it, while it is written and read."""

PLAIN: frozenset[type] = frozenset((NoneType, bool, int, float, str))


class Writer:
    """Writes values for one seat; `keeps` are the classes of its own that the owner declares."""

    def __init__(self) -> None:
        self.keeps: tuple[type, ...] = ()
        self.derived: tuple[str, ...] = ()
        """What of named tuples follows from the rules."""

    def write(self, value: Any) -> Any:
        kind = value.__class__
        if kind in PLAIN:
            return value
        method = self.kinds.get(kind)
        return method(self, value) if method is not None else self._other(value)

    def all(self, values: Iterable[tuple[str, Any]]) -> Data:
        """Values by their names."""
        write, plain = self.write, PLAIN
        return {n: v if v.__class__ in plain else write(v) for n, v in values}

    def _list(self, value: Iterable[Any]) -> list[Any]:
        write, plain = self.write, PLAIN
        return [each if each.__class__ in plain else write(each) for each in value]

    def _tuple(self, value: tuple[Any, ...]) -> Data:
        return {"tuple": self._list(value)}

    def _dict(self, value: Mapping[Any, Any]) -> Data:
        return {"dict": [[self.write(key), self.write(each)] for key, each in value.items()]}

    def _set(self, value: Iterable[Any]) -> Data:
        return {"set": self._list(sorted(value))}

    def _command(self, value: Command) -> Data:
        return {"says": [str(value), value.verb, value.target, value.amount, str(value.word)]}

    def _other(self, value: Any) -> Any:
        kind = type(value)
        if isinstance(value, Condition):
            return {"rule": value.key()}
        if kind in self.keeps:
            return {kind.__name__: self._parts(value)}
        raise TypeError(
            f"{shown(value)} is a {kind.__name__}, which cannot be told as plain data. Keep words, "
            "numbers, cards, commands and lists of them; or say which classes of your own you "
            f"keep, named tuples or the like: keeps = ({kind.__name__},)"
        )

    def _parts(self, value: Any) -> list[Any]:
        if isinstance(value, Enum):
            return [self.write(value.value)]
        if is_dataclass(value):
            return self._list([getattr(value, each.name) for each in fields(value)])
        pairs = zip(value._fields, value, strict=True)
        return self._list([None if name in self.derived else each for name, each in pairs])

    kinds: ClassVar[Mapping[type, Callable[[Any, Any], Any]]] = {
        list: _list,
        tuple: _tuple,
        dict: _dict,
        set: _set,
        frozenset: _set,
        Command: _command,
    }
    """What writes values of each class."""


class Reader:
    """Reads what a `Writer` has written."""

    def __init__(self, rule: Callable[[str], Any]) -> None:
        self.rule = rule
        """Finds a condition of the table by its key."""
        self.keeps: tuple[type, ...] = ()

    def all(self, owner: object, values: Data) -> None:
        """Give an object these values by their names."""
        read, plain = self.read, PLAIN
        for name, value in values.items():
            setattr(owner, name, value if value.__class__ in plain else read(value))

    def read(self, value: Any) -> Any:
        if value.__class__ is list:
            return self._list(value)
        if value.__class__ is not dict:
            return value
        ((tag, inner),) = value.items()
        how = self.tags.get(tag)
        if how is not None:
            return how(self, inner)
        kind: Any = next(each for each in self.keeps if each.__name__ == tag)
        return kind(*self._list(inner))

    def _list(self, value: Iterable[Any]) -> list[Any]:
        read, plain = self.read, PLAIN
        return [each if each.__class__ in plain else read(each) for each in value]

    def _tuple(self, value: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(self._list(value))

    def _dict(self, pairs: Iterable[tuple[Any, Any]]) -> dict[Any, Any]:
        return {self.read(key): self.read(each) for key, each in pairs}

    def _set(self, value: Iterable[Any]) -> set[Any]:
        return {*self._list(value)}

    def _command(self, parts: Iterable[Any]) -> Command:
        return make_command(*parts)

    def _rule(self, key: str) -> Any:
        return self.rule(key)

    tags: ClassVar[Mapping[str, Callable[[Any, Any], Any]]] = {
        "tuple": _tuple,
        "dict": _dict,
        "set": _set,
        "says": _command,
        "rule": _rule,
    }
    """What reads the values of each kind."""
