"""How well the robots of a table play, told to people by a word, a sentence and names."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from cardkit.texts import Text

ROBOT = "robot-"
"""What the names of robots begin with, and no other name."""


class Level(StrEnum):
    """What those who open a table choose."""

    EASY = "easy"
    NORMAL = "normal"
    STRONG = "strong"

    @property
    def title(self) -> Text:  # type: ignore[override]  # nobody wants its letters to be changed
        return _ABOUT[self].title

    @property
    def sentence(self) -> Text:
        """What people are told of it."""
        return _ABOUT[self].sentence

    @property
    def names(self) -> tuple[str, ...]:
        """What its robots are called, without what all of them are called by."""
        return tuple(_ABOUT[self].names.split())

    @property
    def robots(self) -> tuple[str, ...]:
        """What its robots are called at a table, in the order in which they come."""
        return tuple(f"{ROBOT}{name}" for name in self.names)


class _About(NamedTuple):
    title: Text
    sentence: Text
    names: str


_ABOUT = {
    Level.EASY: _About(
        Text("easy"),
        Text("They know the game, and err now and then."),
        "pip dot bean moss fern bud clover acorn pebble poppy",
    ),
    Level.NORMAL: _About(
        Text("normal"),
        Text("They play sensibly."),
        "wren finch lark heron teal swift robin plover linnet egret",
    ),
    Level.STRONG: _About(
        Text("strong"),
        Text("They think about each move for up to a second."),
        "vega rigel altair deneb spica mira castor lyra atlas sirius",
    ),
}


def level_of(robot: str) -> Level | None:
    """Of which level a robot is by its name; of those that have a number instead, none is known."""
    return next((level for level in Level if robot in level.robots), None)
