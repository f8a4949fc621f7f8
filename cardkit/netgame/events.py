"""What the participants of a table hear and see.

An event is kept as parts and put into words only for somebody who listens. A part that not
everybody may know decides by itself what it shows to whom, so one event serves all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self, TypeAlias, TypeVar

from cardkit.netgame.json_writer import json_writer

WATCHER = 30
"""The seat number of whoever watches; no player ever has it."""


HIDDEN = "??"
"""What is heard and seen of something that is hidden: a card, or the words of an answer."""
EVERYBODY = -1
"""In the place of the only seat that hears an event: it is for all."""


FactValue: TypeAlias = "bool | int | float | str | Sequence[FactValue] | Mapping[str, FactValue]"
"""What can be a fact: plain values, one for each seat or by the names of players."""
PlainFact = TypeVar("PlainFact", bool, int, float, str)
NESTED = (list, tuple, dict)


def kept(value: FactValue) -> FactValue:
    """A fact as it is now, and as all hear it: a list that the game changes later is not the
    fact's, and a tuple is a list, as it is for who hears it across a network."""
    if isinstance(value, list | tuple):
        return [kept(each) if isinstance(each, NESTED) else each for each in value]
    if isinstance(value, dict):
        pairs = value.items()
        return {key: kept(each) if isinstance(each, NESTED) else each for key, each in pairs}
    return value


def read_fact(
    facts: Mapping[str, FactValue],
    names: Sequence[str],
    key: str,
    default: PlainFact,
    seat: int | None,
) -> PlainFact:
    """A fact of the kind of `default`, or with a seat the one of that player; else the default."""
    value = facts.get(key)
    if seat is not None:
        if isinstance(value, Mapping):
            value = value.get(names[seat])
        else:
            value = value[seat] if isinstance(value, list | tuple) and seat < len(value) else None
    return value if isinstance(value, type(default)) else default


class Hidden:
    """The last part of an event, where it is not the same for everybody."""

    __slots__ = ()

    def words(self, viewer: int) -> tuple[Any, ...]:
        """What this part says to the viewer in that seat."""
        raise NotImplementedError

    def version(self, viewer: int) -> Hashable:
        """Which of its versions this viewer hears: equal ones have equal words."""
        return viewer

    def whole(self) -> Sequence[Any]:
        """Plain values from which it follows what it says to whom."""
        return [self.words(viewer) for viewer in range(WATCHER + 1)]


class Event:
    """One thing that happened, numbered, e.g. `MOVE alice table S3`."""

    __slots__ = ("_said", "hidden", "kind", "number", "only", "parts", "proofs", "public")

    def __init__(
        self,
        number: int,
        kind: str,
        parts: tuple[Any, ...],
        hidden: Hidden | None = None,
        only: int = EVERYBODY,
    ) -> None:
        self.number = number
        self.kind = kind
        self.parts = parts
        self.hidden = hidden
        self.only = only
        self.public = (kind, *parts) if hidden is None and only == EVERYBODY else None
        """The words, where they are the same for everybody."""
        self.proofs: tuple[Event, ...] = ()
        """What proves the cards in it, for those who want to hear that, too."""
        self._said: dict[Hashable, tuple[Any, ...]] | None = None

    def words(self, viewer: int) -> tuple[Any, ...] | None:
        """The event as this viewer hears it, or None when it is not for their ears.

        What is the same for several is put into words once.
        """
        if self.public is not None:
            return self.public
        if viewer != self.only != EVERYBODY:
            return None
        if self.hidden is None:
            return (self.kind, *self.parts)
        if self._said is None:
            self._said = {}
        version = self.hidden.version(viewer)
        said = self._said.get(version)
        if said is None:
            said = (self.kind, *self.parts, *self.hidden.words(viewer))
            self._said[version] = said
        return said

    def told_to(self, viewer: int) -> tuple[Any, ...] | None:
        """The words with the number in front, if there is one, or None."""
        words = self.words(viewer)
        return (self.number, *words) if self.number and words is not None else words

    def __repr__(self) -> str:
        return f"<event {self.number} {self.kind} {self.parts}>"


_encode = json_writer(default=str, skipkeys=True)


def fingerprint(events: Iterable[Event]) -> int:
    """Of what all who listen are told of an input: other words give another number.

    Rules or a toolkit of another version may tell the same input otherwise.
    """
    told = [
        e.public or (e.kind, e.parts, e.hidden and e.hidden.whole()) for e in events if e.number
    ]
    digest = blake2b(_encode(told).encode(), digest_size=4).digest() if told else b""
    return int.from_bytes(digest)


class EventLog:
    """What the last input caused, as numbered events, if anybody listens."""

    __slots__ = ("events", "listening", "told")

    def __init__(self) -> None:
        self.listening = False
        self.events: list[Event] = []
        self.told = 0
        """The number of the last event that all have heard."""

    def copy(self) -> Self:
        twin = object.__new__(self.__class__)
        twin.listening, twin.events, twin.told = self.listening, self.events.copy(), self.told
        return twin

    def add(
        self, kind: str, parts: tuple[Any, ...], hidden: Hidden | None = None, only: int = EVERYBODY
    ) -> None:
        """Something happened. What only one seat hears has no number: others would miss one."""
        number = 0
        if only == EVERYBODY:
            self.told = number = self.told + 1
        self.events.append(Event(number, kind, parts, hidden, only))

    def mention(self, kind: str, *parts: Any) -> None:
        """Tell all something that a view says, too: it has no number, and is not told later."""
        self.events.append(Event(0, kind, parts))


ViewParts = dict[str, Any]
"""The fields of a view by name."""


@dataclass(slots=True)
class View:
    """The table as seen from `seat`, or by a watcher when `seat` is None.

    Derived when it is asked for, never stored. It holds only words and numbers, so the same view
    serves a bot in this process, a page in a browser and a program across the network.
    """

    game: int
    phase: str
    seat: int | None
    names: tuple[str, ...]
    order: tuple[int, ...]
    status: tuple[str, ...]
    scores: tuple[int, ...]
    ranking: tuple[int, ...]
    awaited: tuple[int, ...]
    deadline: float | None
    suspended: bool
    facts: dict[str, FactValue]

    def fact(self, key: str, default: PlainFact, seat: int | None = None) -> PlainFact:
        """A fact, or with a seat that player's own; the default if none of its kind is there."""
        return read_fact(self.facts, self.names, key, default, seat)

    def data(self) -> dict[str, Any]:
        """The view as a table of plain values, ready for JSON or msgpack."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}
