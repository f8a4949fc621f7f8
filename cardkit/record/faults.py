"""What can be wrong with a record: each flaw has its code, its exit status, and its line."""

from __future__ import annotations

from enum import Enum

from cardkit.netgame import say


class Flaw(Enum):
    """A kind of fault, with the exit status that `cardkit verify` ends with."""

    NOT_A_RECORD = 10
    UNKNOWN_VERSION = 11
    TRUNCATED = 12
    REORDERED = 13
    EDITED = 14
    WRONG_KEY = 15
    BAD_SIGNATURE = 16
    NO_SUCH_GAME = 17
    ILLEGAL = 18
    WRONG_RESULT = 19
    BAD_COMMITMENT = 20
    WRONG_SEED = 21
    WRONG_DECK = 22
    OTHER_STORY = 23
    UNFINISHED = 24
    """Nothing in it is wrong, but it ends before the match was over."""


class RecordFault(Exception):
    """The first thing that is wrong with a record, and where."""

    def __init__(self, flaw: Flaw, line: int, template: str, **parts: object) -> None:
        super().__init__(flaw, line, template)
        self.flaw, self.line, self.template, self.parts = flaw, line, template, parts

    def text(self, language: str = "en") -> str:
        what = say(self.template, language, **self.parts)
        return say("line {line}: {what}", language, line=self.line + 1, what=what)

    def __str__(self) -> str:
        return f"{self.flaw.name}: {self.text()}"
