"""Those who play at a house that suffers: with the client that is shipped, over any door."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import trio

from cardkit.cardgame import Bot, CardCommand, CardView, Offer
from cardkit.client.bot import BotAssignment, BotRunner
from cardkit.client.connection import Connection, connect
from cardkit.client.links import StreamTransport, Transport
from cardkit.client.log import ClientLog
from cardkit.netgame import Refused
from cardkit.protocol import Words
from cardkit.protocol.client_commands import JoinCommand, LoginCommand, OpenCommand, read_command
from cardkit.protocol.messages import Opened
from cardkit.protocol.reasons import ServerReason
from tests.kills.house import RealHouse

THINKS = 0.1
"""Seconds that a player thinks, more or less."""


class Ear(ClientLog):
    """The log of a player, who also notices at once when something is told otherwise than before,
    and remembers when something new was."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600))
        self.begin("house")
        self.told: dict[int, Words] = {}
        self.last = 0
        self.dialled = self.news = 0.0
        """When the link was dialled that is used, and when something new was heard."""
        self.moves: set[str] = set()
        self.accepted_moves: set[str] = set()
        """The tags of what was said in a game, and of what of it was accepted."""
        self.contradictions: list[str] = []

    def said(self, tagged: Sequence[str]) -> None:
        super().said(tagged)
        if read_command(list(tagged[1:])) is None:
            self.moves.add(tagged[0])

    def heard(self, frame: Sequence[Words]) -> None:
        super().heard(frame)
        for message in frame:
            match message[0]:
                case int(number):
                    if self.told.setdefault(number, message) != message:
                        self.contradictions.append(f"{self.told[number]} is now {message}")
                    if number > self.last:
                        self.last, self.news = number, trio.current_time()
                case "STATE" if message[1] > self.last:
                    self.last, self.news = message[1], trio.current_time()
                case str(tag) if tag in self.moves and message[1] == "OK":
                    self.accepted_moves.add(tag)


class SlowBot(Bot):
    """Plays by chance, and not at once."""

    def choose(self, view: CardView, legal: Sequence[CardCommand | Offer]) -> str:
        time.sleep(THINKS * self.below(100) / 50)
        return self.any(legal)


class RealPlayer:
    """Somebody at a table, for as long as the house lasts."""

    def __init__(self, house: RealHouse, name: str, seed: int) -> None:
        self.name, self._house, self._rng = name, house, Random(seed)
        self.ear = Ear(house.folder / f"{name}.jsonl")
        self.table = ""
        self.door = 0
        """Which of the nodes it is connected to, or was last."""
        self.faults: list[str] = []
        """What must not happen to a player."""

    async def _dial(self) -> Transport:
        """Another door each time, as whoever is behind a balancer has it."""
        doors = self._house.nodes
        self.door = (self.door + self._rng.randrange(1, len(doors))) % len(doors)
        try:
            stream = await trio.open_tcp_stream("127.0.0.1", doors[self.door].clients.port)
        except OSError as error:
            raise Refused(ServerReason.NO_CONNECTION, "nobody is there") from error
        self.ear.dialled = trio.current_time()
        return StreamTransport(stream)

    async def run(self, play: Callable[[Connection], Any]) -> None:
        """Come in and play; whoever has to give up does not come back by themselves."""
        try:
            async with connect(self._dial, jitter=self._rng.random, log=self.ear) as connection:
                await connection.enter(self.name)
                await play(connection)
        except Refused as refused:
            self.faults.append(f"{self.name} gave up: {refused.reason}: {refused}")

    async def open(self, connection: Connection, game: str, options: dict[str, str]) -> str:
        reply = (await connection.say(OpenCommand(game, "", options))).reply
        assert isinstance(reply, Opened)
        return reply.table

    async def play(self, connection: Connection, table: str) -> None:
        await connection.say(JoinCommand(table))
        self.table = table
        await connection.say(LoginCommand())
        errand = BotAssignment(table=table, start=2, forever=True)
        runner = BotRunner(
            connection, SlowBot, errand, self._rng.randrange, self._say_nothing, self._note
        )
        await runner.run()

    def _say_nothing(self, line: str) -> None:
        pass

    def _note(self, line: str) -> None:
        code = line.partition(":")[0]
        if code in ("FALSE_DEAL", "BAD_BOT"):
            self.faults.append(f"{self.name} at {self.table}: {line}")
