"""Seats at a table of a running server for the guests of `cardkit uecda`.

Each guest has a connection of its own, so the server gives it just what it may know; another one
opens the table and watches.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from cardkit.client import Connection, Dial, Frame, SeatedPlayer, TableState, connect
from cardkit.netgame import Refused
from cardkit.protocol.client_commands import (
    JoinCommand,
    LoginCommand,
    OpenCommand,
    StartCommand,
    TablesCommand,
    WatchCommand,
)
from cardkit.protocol.messages import Opened, StageMessage, Table
from cardkit.protocol.reasons import ServerReason
from cardkit.protocol.schema import EventMessage
from cardkit.uecda.conversation import PASS, Moment
from cardkit.uecda.match import PRESET, SET, MatchTally

GAME = "daifugo"


class ServerSeat:
    """A guest's place at a table of a server."""

    def __init__(self, connection: Connection, games: int) -> None:
        self.name = connection.name
        self.connection = connection
        self._state = TableState(connection.name)
        self._left = games
        self._events: list[tuple[Any, ...]] = []
        self._question: tuple[str, ...] = ()

    async def next(self) -> Moment | None:
        state = self._state
        while not self._events and state.legal in ((), self._question):
            try:
                self._hear(await anext(self.connection))
            except (StopAsyncIteration, Refused):
                return None
        events, self._events, self._question = self._events, [], state.legal
        ended = [event[:2] for event in events].count(("PHASE", "results"))
        self._left -= ended
        is_last = bool(ended) and (not self._left or (self._left < 0 and state.match_over))
        names = () if state.view is None else state.view.names
        return Moment(names, events, state.legal, is_last)

    async def say(self, command: str) -> None:
        """Say it, unless somebody has answered for the guest by now; what is refused is a pass."""
        for said in (command, PASS):
            while self.connection.pending:
                self._hear(await anext(self.connection))
            if ("ACTION", self.name) in [event[:2] for event in self._events]:
                return
            with suppress(Refused):
                await self.connection.say(said)
                return

    def _hear(self, frame: Frame) -> None:
        self._state.hear(frame)
        told = (each for each in frame if isinstance(each, EventMessage | StageMessage))
        self._events += [(each.kind, *each.parts()) for each in told]


class ServerTable:
    """The host of a gateway at a server."""

    def __init__(
        self,
        dial: Dial,
        watcher: Connection,
        table: str,
        games: int,
        told: Callable[[int], object],
    ) -> None:
        self._dial, self._games, self._told = dial, games, told
        self._player = SeatedPlayer(watcher)
        self.table = table
        self.seats: list[ServerSeat] = []
        self.standings = MatchTally()

    @asynccontextmanager
    async def seat(self, name: str) -> AsyncIterator[ServerSeat]:
        async with connect(self._dial) as connection:
            await connection.enter(name)
            await connection.say(JoinCommand(self.table))
            await connection.say(LoginCommand())
            seat = ServerSeat(connection, self._games)
            self.seats.append(seat)
            try:
                yield seat
            finally:
                self.seats.remove(seat)
                await connection.quit()

    async def play(self) -> None:
        """Begin each game, and watch until the last is over or all guests have left."""
        await self._start()
        async for frame in self._player:
            happened = [event.words()[1:3] for event in frame if isinstance(event, EventMessage)]
            if ("PHASE", "results") in happened:
                assert self._player.state.view is not None
                self.standings.note(self._player.state.view, self._told)
                if self._is_over or not self.seats:
                    return
            if self._player.state.phase != "playing" and any(
                kind in ("PHASE", "SEATS") for kind, *_ in happened
            ):
                await self._start()

    @property
    def _is_over(self) -> bool:
        if self._games:
            return self.standings.games >= self._games
        return self._player.state.match_over

    async def _start(self) -> None:
        """One who has a seat says it; while there are too few, it is said again when more come."""
        for seat in [*self.seats]:
            with suppress(Refused):
                await seat.connection.say(StartCommand())
                return


@asynccontextmanager
async def table_at(
    dial: Dial, table: str, games: int, robots: int, told: Callable[[int], object]
) -> AsyncIterator[ServerTable]:
    """A table of that name at a server, or a new one."""
    async with connect(dial) as watcher:
        await watcher.enter()
        if table:
            await _check(watcher, table)
        else:
            table = await _open(watcher, games, robots)
        await watcher.say(WatchCommand(table))
        yield ServerTable(dial, watcher, table, games, told)
        await watcher.quit()


async def _check(watcher: Connection, name: str) -> None:
    for message in (await watcher.say(TablesCommand())).messages:
        if isinstance(message, Table) and message.name == name:
            if message.game == GAME and message.options.get("preset") == PRESET:
                return
            wrong = "{table} is no table of {game} with the preset {preset}"
            raise Refused(ServerReason.NO_SUCH_TABLE, wrong, table=name, game=GAME, preset=PRESET)
    raise Refused(ServerReason.NO_SUCH_TABLE, "there is no table {table} there", table=name)


async def _open(watcher: Connection, games: int, robots: int) -> str:
    options = {"match_games": str(min(SET, games)), "robots": "yes" if robots else "no"}
    options["drop_in"] = "off"  # the seats of a set stay as they are
    reply = (await watcher.say(OpenCommand(GAME, PRESET, options))).reply
    if not isinstance(reply, Opened):
        raise Refused(ServerReason.NO_SUCH_TABLE, "the server has opened no table")
    return reply.table
