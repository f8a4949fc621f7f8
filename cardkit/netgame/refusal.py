"""What is said when something cannot be done, as data: a code, a sentence and its parts.

`Refused` is for players and hosts, `RulesError` for the author of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from cardkit.netgame.texts import say


class Reason(StrEnum):
    """The code of a refusal, the same on every wire."""

    NOT_A_COMMAND = "NOT_A_COMMAND"
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
    TOO_FEW_PLAYERS = "TOO_FEW_PLAYERS"
    NO_SUCH_OPTION = "NO_SUCH_OPTION"
    BAD_OPTION = "BAD_OPTION"
    NO_SUCH_PRESET = "NO_SUCH_PRESET"
    BAD_KEY = "BAD_KEY"
    NO_SUCH_GAME = "NO_SUCH_GAME"
    BAD_GAME = "BAD_GAME"
    NO_SUCH_BOT = "NO_SUCH_BOT"
    BAD_BOT = "BAD_BOT"
    FILE_EXISTS = "FILE_EXISTS"
    NO_SUCH_FILE = "NO_SUCH_FILE"
    BAD_AMOUNT = "BAD_AMOUNT"
    BAD_TARGET = "BAD_TARGET"
    NO_SUCH_CARD = "NO_SUCH_CARD"
    CARD_TWICE = "CARD_TWICE"
    NOT_HELD = "NOT_HELD"
    BAD_COUNT = "BAD_COUNT"
    AMBIGUOUS = "AMBIGUOUS"
    NO_MATCH = "NO_MATCH"
    NO_COMBINATION = "NO_COMBINATION"
    TOO_WEAK = "TOO_WEAK"
    WRONG_SHAPE = "WRONG_SHAPE"
    SUIT_LOCKED = "SUIT_LOCKED"
    MUST_FOLLOW = "MUST_FOLLOW"
    MUST_DISCARD = "MUST_DISCARD"
    MUST_DRAW = "MUST_DRAW"
    MUST_LEAD = "MUST_LEAD"
    NOTHING_TO_DRAW = "NOTHING_TO_DRAW"
    AGAINST_THE_RULES = "AGAINST_THE_RULES"
    BAD_FRAME = "BAD_FRAME"
    BAD_TEXT = "BAD_TEXT"
    TOO_LONG = "TOO_LONG"
    TOO_MANY = "TOO_MANY"
    TOO_SLOW = "TOO_SLOW"
    TLS_ONLY = "TLS_ONLY"
    FOREIGN_ORIGIN = "FOREIGN_ORIGIN"
    WRONG_HOST = "WRONG_HOST"
    TAKEN_OVER = "TAKEN_OVER"
    TRY_LATER = "TRY_LATER"
    WRONG_PASSWORD = "WRONG_PASSWORD"
    BAD_SIGNATURE = "BAD_SIGNATURE"
    BAD_TOKEN = "BAD_TOKEN"
    NOT_ENTERED = "NOT_ENTERED"
    ALREADY_ENTERED = "ALREADY_ENTERED"
    NOT_AT_A_TABLE = "NOT_AT_A_TABLE"
    AT_A_TABLE = "AT_A_TABLE"
    NO_SUCH_TABLE = "NO_SUCH_TABLE"
    NO_SUCH_MATCH = "NO_SUCH_MATCH"
    NO_SUCH_ACCOUNT = "NO_SUCH_ACCOUNT"
    STORE_FAILED = "STORE_FAILED"
    SHUTTING_DOWN = "SHUTTING_DOWN"
    TABLE_BROKEN = "TABLE_BROKEN"
    TABLE_CLOSED = "TABLE_CLOSED"
    BANNED = "BANNED"
    NO_CONNECTION = "NO_CONNECTION"
    NOT_INSTALLED = "NOT_INSTALLED"


class Refused(Exception):
    """A command or a request that is not carried out; nothing has changed."""

    def __init__(self, reason: Reason, template: str, **parts: object) -> None:
        super().__init__(reason, template)
        self.reason = reason
        self.template = template
        self.parts = parts

    def __reduce__(self) -> tuple[object, ...]:
        return _refused, (self.reason, self.template, self.parts)

    def text(self, language: str = "en") -> str:
        """The sentence that says what was wrong and what would be right."""
        return say(self.template, language, **self.parts)

    def __str__(self) -> str:
        return f"{self.reason}: {self.text()}"


def _refused(reason: Reason, template: str, parts: dict[str, object]) -> Refused:
    return Refused(reason, template, **parts)


class RulesError(Exception):
    """The author of a game made mistakes; all of them are listed at once."""

    def __init__(self, where: str, mistakes: Sequence[str]) -> None:
        super().__init__(where, tuple(mistakes))
        self.where, self.mistakes = where, tuple(mistakes)

    def __str__(self) -> str:
        return "\n".join((f"{self.where} cannot be a game:", *(f"  - {m}" for m in self.mistakes)))
