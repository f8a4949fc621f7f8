"""The robots of the house: how long they seem to think, and whose judgement they borrow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


class Chooser(Protocol):
    """A bot, as far as a table needs to know it."""

    def choose(self, view: Any, legal: Any) -> str:
        """One of the legal commands."""


@dataclass(frozen=True, slots=True)
class Robots:
    """What fills the free seats of a table."""

    pace: float = 1.0
    """Seconds that a robot seems to think, so that people can follow."""
    bots: Mapping[str, Callable[[], Chooser]] = field(default_factory=dict)
    """For a game the bot that plays it; without one a robot plays at random."""

    def bot_for(self, game: str) -> Chooser | None:
        """A bot of its own for each table: it may remember what it saw there."""
        make = self.bots.get(game)
        return None if make is None else make()
