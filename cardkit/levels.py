"""How well the robots of a table play, told to people by a word, a sentence and names."""

from __future__ import annotations

from enum import StrEnum

from cardkit.texts import Text

ROBOT = "robot-"
"""What the names of robots begin with, and no other name."""


class Level(StrEnum):
    """What those who open a table choose."""

    title: Text
    sentence: Text
    names: tuple[str, ...]
    """What its robots are called, without what all of them are called by."""

    def __new__(cls, word: str, title: Text, sentence: Text, names: str) -> Level:
        level = str.__new__(cls, word)
        level._value_ = word
        level.title, level.sentence, level.names = title, sentence, tuple(names.split())
        return level

    EASY = (
        "easy",
        Text("easy"),
        Text("They know the game, and err now and then."),
        "pip dot bean moss fern bud clover acorn pebble poppy",
    )
    NORMAL = (
        "normal",
        Text("normal"),
        Text("They play sensibly."),
        "wren finch lark heron teal swift robin plover linnet egret",
    )
    STRONG = (
        "strong",
        Text("strong"),
        Text("They think about each move for up to a second."),
        "vega rigel altair deneb spica mira castor lyra atlas sirius",
    )

    @property
    def robots(self) -> tuple[str, ...]:
        """What its robots are called at a table, in the order in which they come."""
        return tuple(f"{ROBOT}{name}" for name in self.names)


def level_of(robot: str) -> Level | None:
    """Of which level a robot is by its name; of those that have a number instead, none is known."""
    return next((level for level in Level if robot in level.robots), None)
