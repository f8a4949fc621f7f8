"""The robots of the server: how long they seem to think, and whose judgement they borrow."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any, Protocol

from cardkit.netgame import NetGame
from cardkit.server.table_settings import HostingOptions


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


def robots_needed(table: NetGame, core: HostingOptions) -> list[str]:
    """The names of the robots that take a seat when the next match, or game, begins."""
    in_match = table.game_no and not table.match_over
    if not core.robots or (in_match and not table.seats.drop_in):
        return []
    here = sum(name in table.people for name in table.next_players())
    usual = max(table.seats.least, min(4, table.seats.most))
    taken = {name.casefold() for name in table.people.known()}
    free = (f"robot-{n}" for n in count(1) if f"robot-{n}" not in taken)
    return list(islice(free, max(0, usual - here)))
