"""What a message is: a kind, and parts that have a name, a type and a meaning.

Each is declared once, as a class; how it is read, how it is written, what the page knows of it and
the tables of docs/protocol.md follow from that. Knows no single message.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from enum import StrEnum
from types import UnionType
from typing import (
    Annotated,
    Any,
    NamedTuple,
    Self,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

Words = Sequence[Any]
"""A message as it goes over a wire: words, numbers, and nested lists and tables of them."""
_T = TypeVar("_T")


class Form(StrEnum):
    """What is told in a part."""

    TEXT = "text"
    WHOLE = "whole"
    NUMBER = "number"
    LIST = "list"
    TABLE = "table"
    ANY = "any"
    REST = "rest"
    """All words that follow. They are taken as they come: whether a name or a card is one that the
    table has is for the reader to find."""
    PAIRS = "pairs"
    """All words that follow, a key and its value in turn."""
    LINE = "line"
    """All words that follow, as one text."""
    DIGEST = "digest"
    """32 bytes, written as 64 hex digits."""
    SETTINGS = "settings"
    """All words that follow, each `name=value`."""


_FITS: Mapping[Form, Callable[[Any], bool]] = {
    Form.TEXT: lambda word: isinstance(word, str),
    Form.WHOLE: lambda word: isinstance(word, int) and not isinstance(word, bool),
    Form.NUMBER: lambda word: isinstance(word, int | float) and not isinstance(word, bool),
    Form.LIST: lambda word: isinstance(word, list | tuple),
    Form.TABLE: lambda word: isinstance(word, dict),
    Form.ANY: lambda word: True,
}
_FORMS: Mapping[Any, Form] = {
    str: Form.TEXT,
    int: Form.WHOLE,
    float: Form.NUMBER,
    list: Form.LIST,
    dict: Form.TABLE,
    tuple: Form.REST,
    bytes: Form.DIGEST,
    Any: Form.ANY,
}


class OneOf(tuple[str, ...]):
    """The only words that a part may be."""

    __slots__ = ()


class Part(NamedTuple):
    """One part of a message."""

    name: str
    form: Form
    optional: bool
    meaning: str
    default: Any
    choices: OneOf


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def declare(cls: type[_T]) -> type[_T]:
    """Declares a message: its docstring, its `kind`, and `name: Annotated[type, "meaning"]`."""
    return dataclass(frozen=True, slots=True)(cls)


class Message:
    """What the server says to one client: an answer, or something for this client alone."""

    __slots__ = ()
    kind: str
    """The first word; or the first two, as in `DEAL open`."""
    closed = False
    """Whether further parts than those declared do not fit; else they are passed over, so that a
    server of tomorrow can tell more. Messages of the same kind are closed, and told apart by how
    many parts they have."""

    @property
    def head(self) -> str:
        """The first word of its kind, as in `DEAL`."""
        return self.kind.partition(" ")[0]

    def words(self) -> tuple[Any, ...]:
        """As it goes over the wire."""
        return (*self.kind.split(), *self.parts())

    def parts(self) -> tuple[Any, ...]:
        """What stands after the kind. An optional part that is not there ends it."""
        said: list[Any] = []
        for part in parts_of(type(self)):
            value = getattr(self, part.name)
            if part.optional and value is None:
                break
            if part.form is Form.REST:
                said += value
            elif part.form is Form.PAIRS:
                said += (word for pair in value.items() for word in pair)
            else:
                said.append(value)
        return tuple(said)

    @classmethod
    def read(cls, said: Words, **more: Any) -> Self | None:
        """The message with these parts; None where they do not fit."""
        values: list[Any] = []
        declared = parts_of(cls)
        if cls.closed and len(said) > len(declared):
            return None
        for at, part in enumerate(declared):
            if part.form is Form.REST:
                values.append(tuple(said[at:]))
            elif part.form is Form.PAIRS:
                keys, told = said[at::2], said[at + 1 :: 2]
                if len(keys) != len(told) or not all(isinstance(key, str) for key in keys):
                    return None
                values.append(dict(zip(keys, told, strict=True)))
            elif at >= len(said) or (part.optional and said[at] is None):
                if not part.optional:
                    return None
                break
            elif not _FITS[part.form](said[at]):
                return None
            else:
                values.append(said[at])
        return cls(*values, **more)


@declare
class EventMessage(Message):
    """What everybody at a table is told, with a number."""

    number: int = field(kw_only=True)

    def words(self) -> tuple[Any, ...]:
        return (self.number, *self.kind.split(), *self.parts())


@declare
class Reply(Message):
    """What stands after `OK` in the answer to a command."""


@declare
class OtherMessage(Message):
    """A message of a kind that is not declared, or whose parts do not fit."""

    kind: str
    rest: tuple[Any, ...]

    def words(self) -> tuple[Any, ...]:
        return (self.kind, *self.rest)

    def parts(self) -> tuple[Any, ...]:
        return self.rest


@declare
class OtherEvent(EventMessage):
    """A notice, of a kind that only the game declares; or an event that does not fit."""

    kind: str
    rest: tuple[Any, ...]

    def words(self) -> tuple[Any, ...]:
        return (self.number, self.kind, *self.rest)

    def parts(self) -> tuple[Any, ...]:
        return self.rest


@declare
class OtherReply(Reply):
    """An answer of a kind that is not declared, or that does not fit."""

    kind: str
    rest: tuple[Any, ...]

    def words(self) -> tuple[Any, ...]:
        return (self.kind, *self.rest)

    def parts(self) -> tuple[Any, ...]:
        return self.rest


@declare
class Ok(Message):
    """A command was carried out."""

    kind = "OK"
    reply: Reply
    tag: str = ""

    def words(self) -> tuple[Any, ...]:
        said = ("OK", *self.parts())
        return (self.tag, *said) if self.tag else said

    def parts(self) -> tuple[Any, ...]:
        return self.reply.words()


@declare
class Refusal(Message):
    """A command was refused, and nothing has changed."""

    kind, closed = "WARNING", True
    code: Annotated[str, "what was wrong, for programs: one of the [codes](#codes)"]
    sentence: Annotated[str, "for people: what was wrong, and what would be right"]
    tag: str = ""

    def words(self) -> tuple[Any, ...]:
        said = ("WARNING", self.code, self.sentence)
        return (self.tag, *said) if self.tag else said


class Schema:
    """All declarations of a protocol, by kind."""

    def __init__(self, *declared: type[Message]) -> None:
        self.declared = declared
        self._events = _by_first_word(d for d in declared if issubclass(d, EventMessage))
        self._replies = _by_first_word(d for d in declared if issubclass(d, Reply))
        self._messages = _by_first_word(
            d for d in declared if not issubclass(d, EventMessage | Reply)
        )

    def read(self, words: Words) -> Message:
        """Any message of a server. One that cannot be read is told apart by its type, never
        refused: a client passes over what it does not know."""
        first, rest = words[0], words[1:]
        if isinstance(first, int):
            kind, parts = (str(rest[0]), rest[1:]) if rest else ("", ())
            found = _find(self._events, kind, parts, number=first)
            return found or OtherEvent(kind, tuple(parts), number=first)
        if not isinstance(first, str):
            return OtherMessage(str(first), tuple(rest))
        if first.startswith("#"):
            return self._read_answer(first, rest)
        if first == "OK":
            return Ok(self._read_reply(rest))
        return _find(self._messages, first, rest) or OtherMessage(first, tuple(rest))

    def _read_answer(self, tag: str, rest: Words) -> Message:
        """What is not OK is refused, whatever else is to be read in it."""
        if rest and rest[0] == "OK":
            return Ok(self._read_reply(rest[1:]), tag)
        code, sentence = (*map(str, rest[1:3]), "", "")[:2]
        return Refusal(code, sentence, tag)

    def _read_reply(self, said: Words) -> Reply:
        kind, rest = (str(said[0]), said[1:]) if said else ("", ())
        found = _find(self._replies, kind, rest)
        return found if isinstance(found, Reply) else OtherReply(kind, tuple(rest))


_Table = dict[str, list[tuple[tuple[str, ...], type[Message]]]]


def _by_first_word(declared: Iterable[type[Message]]) -> _Table:
    table: _Table = {}
    for each in declared:
        first, *more = each.kind.split() or [""]
        table.setdefault(first, []).append((tuple(more), each))
    return table


def _find(table: _Table, first: str, rest: Words, **more: Any) -> Message | None:
    """Several may begin with the same word, but only one fits."""
    for head, declared in table.get(first, ()):
        if tuple(rest[: len(head)]) == head:
            found = declared.read(rest[len(head) :], **more)
            if found is not None:
                return found
    return None


def _fields(declared: type[Any]) -> tuple[Field[Any], ...]:
    return fields(declared)  # only `declare` makes a message a dataclass


_parts: dict[type, tuple[Part, ...]] = {}


def parts_of(declared: type) -> tuple[Part, ...]:
    """The parts of a message, or of a command, in the order in which they are told."""
    if declared not in _parts:
        hints = get_type_hints(declared, include_extras=True)
        told = [f for f in _fields(declared) if not f.kw_only and f.name != "tag"]
        _parts[declared] = tuple(_part(f, hints[f.name]) for f in told)
    return _parts[declared]


def _part(told: Field[Any], hint: Any) -> Part:
    notes: list[Any] = []
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
    if get_origin(hint) is UnionType:
        several = [arg for arg in get_args(hint) if arg is not type(None)]
        hint = several[0] if len(several) == 1 else Any
    form = next((note for note in notes if isinstance(note, Form)), None)
    return Part(
        told.name,
        form or _FORMS[get_origin(hint) or hint],
        optional=told.default is not MISSING or told.default_factory is not MISSING,
        meaning=notes[-1] if notes else "",
        default=told.default,
        choices=next((note for note in notes if isinstance(note, OneOf)), OneOf()),
    )
