"""What a command to the server is: a word, and parts that have a name, a type and a meaning.

Each is declared once, as a class; how it is read and refused, how a client writes it, what `HELP`
says of it and the tables of docs/protocol.md follow from that. Knows no single command, and no
command of a game: those are the game's own lines.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

from cardkit.netgame import Reason, Refused, Text, whole_number
from cardkit.protocol.messages import Done
from cardkit.protocol.schema import Form, Part, Reply, parts_of

LONGEST_SETTING = 200
_SHOWN = 40
_DIGEST = re.compile("[0-9a-fA-F]{64}")


class ClientCommand:
    """What a client says to the server. The first paragraph is also what `HELP` says of it."""

    __slots__ = ()
    kind: str
    """The first word; or the first two, as in `HOST BAN`."""
    code: str = Reason.UNKNOWN_WORD
    """With what it is refused where the words after it do not fit."""
    answers: tuple[type[Reply], ...] = (Done,)
    """What stands after `OK` in the answer; for a tag that was used before, nothing."""

    def words(self) -> list[str]:
        """As it goes over the wire. Parts at the end that are as by default are left out."""
        said: list[str] = []
        settings = False
        for part in reversed(parts_of(type(self))):
            value = getattr(self, part.name)
            if part.form is Form.SETTINGS:
                said, settings = [f"{name}={value[name]}" for name in value], True
            elif value != part.default or (said and not settings):
                written = value.hex() if part.form is Form.DIGEST else str(value)
                said.insert(0, "" if value is None else written)
        return [*self.kind.split(), *said]

    @classmethod
    def read(cls, said: Sequence[str]) -> Self:
        """The command with these words after its first, or a refusal that says how it is said."""
        values: dict[str, Any] = {}
        declared, left = parts_of(cls), list(said)
        settings = bool(declared) and declared[-1].form is Form.SETTINGS
        for part in declared:
            if part.form is Form.SETTINGS:
                values[part.name], left = _read_settings(left), []
            elif part.optional and (not left or (settings and "=" in left[0])):
                continue
            elif not left:
                raise cls._unfit(Text("{part} is missing", part=_shown(part)))
            elif part.form is Form.LINE:
                values[part.name], left = " ".join(left), []
            else:
                values[part.name] = cls._read_word(part, left.pop(0))
        if left:
            raise cls._unfit(Text("there are too many words"))
        return cls(**values)

    @classmethod
    def _read_word(cls, part: Part, word: str) -> Any:
        value: Any = word
        what = "{word} is not a whole number"
        if part.choices:
            value = word.lower() if word.lower() in part.choices else None
            what = "{word} does not fit"
        elif part.form is Form.WHOLE:
            value = whole_number(word)
        elif part.form is Form.DIGEST:
            value = bytes.fromhex(word) if _DIGEST.fullmatch(word) else None
            what = "{word} is not 64 hex digits"
        if value is None:
            raise cls._unfit(Text(what, word=word[:_SHOWN]))
        return value

    @classmethod
    def _unfit(cls, what: Text) -> Refused:
        return Refused(cls.code, "{what}; say {usage}", what=what, usage=cls.usage())

    @classmethod
    def usage(cls) -> str:
        """How it is said: `OPEN game [preset] [name=value …]`."""
        return " ".join((cls.kind, *map(_shown, parts_of(cls))))

    @classmethod
    def summary(cls) -> str:
        """What it does, in a few words."""
        first = " ".join((cls.__doc__ or "").partition("\n\n")[0].split()).removesuffix(".")
        return first[:1].lower() + first[1:]


def _shown(part: Part) -> str:
    if part.form is Form.SETTINGS:
        return "[name=value …]"
    name = "|".join(part.choices) or part.name
    return f"[{name}]" if part.optional else name


def _read_settings(said: Sequence[str]) -> Mapping[str, str]:
    settings: dict[str, str] = {}
    for word in said:
        name, equals, value = word.partition("=")
        if not name or not equals or len(word) > LONGEST_SETTING or word.split() != [word]:
            raise Refused(
                Reason.BAD_OPTION,
                "an option is written name=value, not {word}",
                word=word[:_SHOWN],
            )
        if name in settings:
            raise Refused(Reason.BAD_OPTION, "{name} is given twice", name=name)
        settings[name] = value
    return settings
