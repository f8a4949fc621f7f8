"""A table of Daifugo in this process for the guests of a gateway, with robots in the other seats.

Games are played in sets, one match each, so that ranks begin anew with every set. All that happens
is an input of the table: the journal of a set replays as it was played.
"""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import trio

from cardkit.cardgame import Bot, CardGame, CardView
from cardkit.levels import ROBOT
from cardkit.netgame import Event, Reason, Refused
from cardkit.netgame.inputs import check_name
from cardkit.uecda.conversation import Moment
from cardkit.uecda.tables import PLAYERS

SET = 100
"""Games after which the ranks begin anew."""
PRESET = "uecda"


@dataclass(slots=True)
class MatchTally:
    """What the players have achieved in all games so far."""

    games: int = 0
    points: dict[str, int] = field(default_factory=dict)
    places: dict[str, list[int]] = field(default_factory=dict)
    """How often each player was first, second …"""
    _before: Sequence[int] = (0,) * PLAYERS

    def note(self, view: CardView, told: Callable[[int], object] = lambda games: None) -> None:
        """A game is over; `told` hears how many there were."""
        before = self._before if view.game > 1 else (0,) * PLAYERS
        self._before = view.scores
        for place, seat in enumerate(view.ranking):
            name = view.names[seat]
            self.places.setdefault(name, [0] * PLAYERS)[place] += 1
            self.points[name] = self.points.get(name, 0) + view.scores[seat] - before[seat]
        self.games += 1
        told(self.games)


class LocalSeat:
    """A guest's place at the table in this process."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_taken = True
        self._moments, self._coming = trio.open_memory_channel[Moment](math.inf)
        self._said, self._answers = trio.open_memory_channel[str](math.inf)

    async def next(self) -> Moment | None:
        try:
            return await self._coming.receive()
        except trio.EndOfChannel:
            return None

    async def say(self, command: str) -> None:
        self._said.send_nowait(command)

    def leave(self) -> None:
        self.is_taken = False
        self._said.close()

    def tell(self, moment: Moment) -> None:
        if self.is_taken:
            self._moments.send_nowait(moment)

    async def answer(self) -> str | None:
        """What the guest says; None when it has left."""
        try:
            return await self._answers.receive()
        except trio.EndOfChannel:
            return None


class LocalTable:
    """The host of a gateway without a server."""

    def __init__(
        self,
        rules: type[CardGame],
        bot: Bot,
        games: int,
        seed: int,
        told: Callable[[int], object] = lambda games: None,
        set_size: int = SET,
    ) -> None:
        self._rules, self._bot, self._games, self._seed, self._told = rules, bot, games, seed, told
        self._set_size = set_size
        self._check = rules(PRESET)
        self.seats: list[LocalSeat] = []
        self.sets: list[CardGame] = []
        """A table for each set, with its whole journal."""
        self.standings = MatchTally()

    def options(self, number: int) -> dict[str, int]:
        """How the table of this set, from 0, is opened."""
        left = self._games - number * self._set_size
        return {"match_games": min(self._set_size, left)}

    @asynccontextmanager
    async def seat(self, name: str) -> AsyncIterator[LocalSeat]:
        check_name(self._check, name)
        if name.startswith(ROBOT):
            raise Refused(Reason.BAD_NAME, "{name} is called like a robot", name=name)
        seat = LocalSeat(name)
        self.seats.append(seat)
        try:
            yield seat
        finally:
            seat.leave()

    async def play(self) -> None:
        """All sets; those who have left by then stay away."""
        self.seats = [seat for seat in self.seats if seat.is_taken]
        while self.standings.games < self._games and self._has_guests():
            await self._play_set(len(self.sets))

    def _has_guests(self) -> bool:
        return any(seat.is_taken for seat in self.seats)

    async def _play_set(self, number: int) -> None:
        table = self._open(number)
        self.sets.append(table)
        while not table.match_over and self._has_guests():
            self._tell(table, table.apply("", "START"))
            while table.playing:
                await self._play_turn(table)

    def _open(self, number: int) -> CardGame:
        key = f"{self._seed} {number}".encode()
        table = self._rules(PRESET, self.options(number), key=key)
        for seat in self.seats:
            table.apply(seat.name, "ENTER")
            table.apply(seat.name, "LOGIN")
        for robot in range(PLAYERS - len(self.seats)):
            table.apply("", f"FILL {ROBOT}{robot + 1}")
        table.listening = True
        return table

    async def _play_turn(self, table: CardGame) -> None:
        """One input: what the guest says, or a robot for whoever is none any more."""
        turn = table.awaited[0]
        name = table.names[turn]
        if turn in table.robots():
            chosen = self._bot.choose(_view(table, turn), table.legal(turn))
            self._tell(table, table.apply("", f"ROBOT {name} {chosen}"))
            return
        seat = next(seat for seat in self.seats if seat.name == name)
        said = await seat.answer()
        line = ("", f"LOST {name}") if said is None else (name, said)
        self._tell(table, table.apply(*line))

    def _tell(self, table: CardGame, events: Sequence[Event]) -> None:
        is_over = not table.playing
        if is_over:
            self.standings.note(_view(table, 0), self._told)
        is_last = is_over and self.standings.games >= self._games
        for seat in self.seats:
            if not seat.is_taken:
                continue
            number = table.people.seat_of[seat.name]
            words = (event.words(number) for event in events)
            heard = [each for each in words if each is not None]
            legal = [str(offer) for offer in table.legal(number)]
            seat.tell(Moment(tuple(table.names), heard, legal, is_last))


def _view(table: CardGame, seat: int) -> CardView:
    view = table.view(seat)
    assert isinstance(view, CardView)
    return view
