"""Where the participants of a table stand, and who answers for its seats."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """Where a participant of a table stands."""

    WAITING = "waiting"
    WATCHING = "watching"
    PLAYER = "player"
    ROBOT = "robot"


class Status(StrEnum):
    """Who answers for a seat. Giving up a game is told here, too, but is no matter of presence."""

    HERE = "here"
    AWAY = "away"
    ROBOT = "robot"
    FORFEIT = "forfeit"
