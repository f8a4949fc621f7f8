"""What is said when something cannot be done, as data: a code, a sentence and its parts.

`Refused` is for players and hosts, `RulesError` for the author of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from cardkit.texts import TOOLKIT, Catalogue, Text
from cardkit.texts.catalogue import names_in


class Reason(StrEnum):
    """The codes of what a table of any game refuses. Other layers, and games, have their own."""

    NOT_A_COMMAND = "NOT_A_COMMAND"
    OPEN_OFFER = "OPEN_OFFER"
    UNKNOWN_WORD = "UNKNOWN_WORD"
    NOT_HERE = "NOT_HERE"
    NOT_A_PLAYER = "NOT_A_PLAYER"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_PHASE = "WRONG_PHASE"
    NOT_NOW = "NOT_NOW"
    SUSPENDED = "SUSPENDED"
    FORFEITED = "FORFEITED"
    TOO_EARLY = "TOO_EARLY"
    BAD_NAME = "BAD_NAME"
    NAME_TAKEN = "NAME_TAKEN"
    NO_SUCH_PLAYER = "NO_SUCH_PLAYER"
    ALREADY_A_PLAYER = "ALREADY_A_PLAYER"
    TABLE_FULL = "TABLE_FULL"
    PLACE_TAKEN = "PLACE_TAKEN"
    TOO_FEW_PLAYERS = "TOO_FEW_PLAYERS"
    NO_SUCH_OPTION = "NO_SUCH_OPTION"
    BAD_OPTION = "BAD_OPTION"
    NO_SUCH_PRESET = "NO_SUCH_PRESET"
    BAD_KEY = "BAD_KEY"
    AGAINST_THE_RULES = "AGAINST_THE_RULES"
    AMBIGUOUS = "AMBIGUOUS"


class Refused(Exception):
    """A command or a request that is not carried out; nothing has changed."""

    catalogue: Catalogue = TOOLKIT
    """The translations it is worded with; a table sets those of its game."""

    def __new__(cls, *said: object, **parts: object) -> Refused:
        if cls is not Refused:  # made in a way of its own
            return super().__new__(cls, *said)
        match said:
            case (str(reason), str()) if reason and " " not in reason:
                return super().__new__(cls, *said)
        raise TypeError(f"write Refused('A_CODE', 'a sentence that says why'), not Refused{said}")

    def __init__(self, reason: str, template: str, **parts: object) -> None:
        super().__init__(reason, template)
        self.reason = reason
        self.template = template
        self.parts = parts

    def __reduce__(self) -> tuple[object, ...]:
        return _refused, (self.reason, self.template, self.parts, self.catalogue)

    def text(self, language: str = "en") -> str:
        """The sentence that says what was wrong and what would be right."""
        try:
            return self.catalogue.say(self.template, language, **self.parts)
        except (AttributeError, LookupError, TypeError, ValueError):  # of an author's own sentence
            return str(self.template)

    def missing(self) -> list[str]:
        """The parts of the sentence that were not given; it is shown with its braces then."""
        named = frozenset() if isinstance(self.template, Text) else names_in(self.template)
        return sorted(named - self.parts.keys())

    def sentence(self) -> Text:
        """The same, for somebody whose language is not known yet."""
        return self.catalogue.text(self.template, **self.parts)

    def __str__(self) -> str:
        return f"{self.reason}: {self.text()}"


def _refused(reason: str, template: str, parts: dict[str, object], catalogue: Catalogue) -> Refused:
    refused = Refused(reason, template, **parts)
    refused.catalogue = catalogue
    return refused


class RulesError(Exception):
    """The author of a game made mistakes; all of them are listed at once."""

    def __init__(self, where: str, mistakes: Sequence[str], places: Sequence[str] = ()) -> None:
        super().__init__(where, tuple(mistakes), tuple(places))
        self.where, self.mistakes = where, tuple(mistakes)
        self.places = tuple(places) or ("",) * len(self.mistakes)
        """Where each was made, as far as that is known: `my_game.py:12: `."""

    def __str__(self) -> str:
        told = (f"  - {at}{what}" for at, what in zip(self.places, self.mistakes, strict=True))
        return "\n".join((f"{self.where} cannot be a game:", *told))
