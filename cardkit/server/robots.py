"""The robots of the server: how long they seem to think, and whose judgement they borrow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import count, islice
from typing import Any, cast

from cardkit.cardgame import Bot, SeatedBot
from cardkit.netgame import WATCHER, Event, NetGame
from cardkit.netgame.people import Status
from cardkit.server.table_settings import HostingOptions, TableSettings


@dataclass(frozen=True, slots=True)
class Robots:
    """What fills the free seats of a table."""

    pace: float = 1.0
    """Seconds that a robot seems to think, so that people can follow."""
    bots: Mapping[str, Callable[[], Bot]] = field(default_factory=dict)
    """For a game what makes the bot that plays it; without one a robot plays at random."""


class RobotSeats:
    """The bots in those seats of a table that robots play, a new one for each match."""

    def __init__(self, make: Callable[[], Bot], settings: TableSettings) -> None:
        self._make, self._settings = make, settings
        self._bots: dict[str, SeatedBot] = {}

    def hear(self, table: NetGame, events: Iterable[Event]) -> None:
        """Tell them what has happened at the table."""
        for event in events:
            if event.kind == "PHASE" and event.parts == ("playing", 1):
                robots = [s for s in table.order if table.status_of(s) is Status.ROBOT]
                self._bots = {table.names[seat]: self._seated(table, seat) for seat in robots}
            for name, seated in self._bots.items():
                if seated.bot.listens():
                    seated.hear_events((event,), table.people.seat_of.get(name, WATCHER))

    def choose(self, table: NetGame, seat: int) -> str:
        """What a robot says. Who stands in for somebody has heard nothing of the match before."""
        name = table.names[seat]
        if name not in self._bots:
            self._bots[name] = self._seated(table, seat)
        view, legal = table.view(seat), table.shown_offers(seat)
        bot = self._bots[name].bot
        if bot.knowing:
            bot.knows(table.knowledge(seat))
        return bot.choose(cast(Any, view), cast(Any, legal))

    def _seated(self, table: NetGame, seat: int) -> SeatedBot:
        return SeatedBot(self._make(), self._settings.match().seated(table.names, seat))


def robots_needed(table: NetGame, core: HostingOptions) -> list[str]:
    """The names of the robots that take a seat when the next match, or game, begins."""
    in_match = table.game_no and not table.match_over
    if not core.robots or (in_match and not table.seats.drop_in):
        return []
    players = table.next_players()
    usual = max(table.seats.least, min(4, table.seats.most))
    taken = {name.casefold() for name in (*table.people.known(), *players)}
    free = (f"robot-{n}" for n in count(1) if f"robot-{n}" not in taken)
    return list(islice(free, max(0, usual - len(players))))
