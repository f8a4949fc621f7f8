"""The robots of the server: what they are called, how they play, and what they have to think about.

Without I/O: a robot that thinks has a question, which somebody else asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, count, islice
from random import SystemRandom
from typing import Any, Protocol, cast

from cardkit.cardgame import Bot, CardCommand, CardView, SeatedBot
from cardkit.levels import ROBOT, Level
from cardkit.netgame import WATCHER, Below, Command, Event, NetGame, Offer, Role
from cardkit.netgame.people import Status
from cardkit.registry import reference_of
from cardkit.server.table_settings import HostingOptions, TableSettings
from cardkit.server.thinker import Question
from cardkit.server.thinkers import Asked, Done

SECONDS = 0.8
"""For which a strong robot thinks about a move, so that it moves within one."""
SHORT = 0.1
"""The same for a normal one, in a game that has no bot."""
PATIENCE = 2.5
"""Seconds after which a robot moves without an answer."""
ERRS = 3
"""An easy robot says anything that is legal instead of what is best once in so many moves."""


class Advisers(Protocol):
    """Those who answer questions."""

    def ask(self, question: Question, key: str, done: Done) -> Asked: ...


@dataclass(frozen=True, slots=True)
class Robots:
    """What fills the free seats of a table."""

    pace: float = 1.0
    """Seconds that a robot seems to think, so that people can follow."""
    bots: Mapping[str, Sequence[type[Bot]]] = field(default_factory=dict)
    """What they can play as in each game; at random in one that is not here."""
    below: Below = SystemRandom().randrange
    thinkers: Advisers | None = None


class Erring(Bot):
    """Goes before another bot: now and then it says anything that is legal."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        return super().choose(view, legal) if self.below(ERRS) else self.any(legal)


@dataclass(eq=False, slots=True)
class Thought:
    """What a robot thinks about before it moves."""

    seat: int
    begun: float
    question: Question | None
    """What it would like to ask."""
    asked: Asked | None = None
    """What it has asked and has no answer to yet."""
    said: str = ""
    """The answer."""

    def cancel(self) -> None:
        if self.asked is not None:
            self.asked.cancel()


class RobotSeats:
    """The bots in those seats of a table that robots play, a new one for each match."""

    def __init__(self, robots: Robots, settings: TableSettings) -> None:
        self._below, self._settings = robots.below, settings
        self._level = settings.hosting.robots or Level.NORMAL
        self._bots: dict[str, SeatedBot] = {}
        self.thinks = robots.thinkers is not None
        ranked = sorted(robots.bots[settings.game], key=lambda bot: bot.strong)
        self._sensible = sensible = ranked[0] if ranked else None
        self._strong = ranked[-1] if ranked else None
        self._easy = sensible and type("Easy", (Erring, sensible), {})

    def hear(self, table: NetGame, events: Iterable[Event]) -> None:
        """Tell them what has happened at the table."""
        for event in events:
            if event.kind == "PHASE" and event.parts == ("playing", 1):
                self._bots = {}
                for seat in table.order:
                    if table.status_of(seat) is Status.ROBOT:
                        self._seat(table, seat)
            for name, seated in self._bots.items():
                if seated.bot.listens():
                    seated.hear_events((event,), table.people.seat_of.get(name, WATCHER))

    def choose(self, table: NetGame, seat: int) -> str | None:
        """What a robot says without a thought; None: anything.

        Who stands in for somebody has heard nothing of the match before.
        """
        seated = self._bots.get(table.names[seat]) or self._seat(table, seat)
        if seated is None:
            return None
        view, legal = table.view(seat), table.shown_offers(seat)
        if seated.bot.knowing:
            seated.bot.knows(table.knowledge(seat))
        return seated.bot.choose(cast(Any, view), cast(Any, legal))

    def question(
        self, table: NetGame, seat: int, secret: Callable[[int], bytes]
    ) -> Question | None:
        """What a robot has to think about before it moves, if anything."""
        seconds = self._seconds(table, seat) if self.thinks else 0.0
        legal = table.legal(seat)
        if not seconds or (len(legal) == 1 and isinstance(legal[0], Command)):
            return None
        return Question(
            game=self._reference,
            knowledge=table.knowledge(seat),
            seed=int.from_bytes(secret(4)),
            seconds=seconds,
        )

    def _seconds(self, table: NetGame, seat: int) -> float:
        level = self._level_of(table, seat)
        if level is Level.STRONG and not (self._strong and self._strong.strong):
            return SECONDS
        return SHORT if level is Level.NORMAL and self._sensible is None else 0.0

    def _level_of(self, table: NetGame, seat: int) -> Level:
        """Who stands in for somebody plays as well as any of us."""
        is_robot = table.people.roles.get(table.names[seat]) is Role.ROBOT
        return self._level if is_robot else Level.NORMAL

    def _seat(self, table: NetGame, seat: int) -> SeatedBot | None:
        kinds = {Level.EASY: self._easy, Level.NORMAL: self._sensible, Level.STRONG: self._strong}
        bot = kinds[self._level_of(table, seat)]
        if bot is None:
            return None
        match = self._settings.match().seated(table.names, seat)
        seated = self._bots[table.names[seat]] = SeatedBot(bot(self._below), match)
        return seated

    @cached_property
    def _reference(self) -> str:
        return reference_of(self._settings.rules)


def robots_needed(table: NetGame, core: HostingOptions) -> list[str]:
    """The names of the robots that take a seat when the next match, or game, begins."""
    in_match = table.game_no and not table.match_over
    if core.robots is None or (in_match and not table.seats.drop_in):
        return []
    players = table.next_players()
    usual = max(table.seats.least, min(4, table.seats.most))
    taken = {name.casefold() for name in (*table.people.known(), *players)}
    names = chain(core.robots.robots, (f"{ROBOT}{n}" for n in count(1)))
    return list(islice((n for n in names if n not in taken), max(0, usual - len(players))))
