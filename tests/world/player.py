"""A player across the network: a small client of its own, with a memory and bad luck.

Comes in, remembers everything it hears, comes back with its token when the connection is lost,
and says again what was not answered. What it says besides is in `script`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import inf
from random import Random
from typing import Any, Protocol

import trio

from cardkit.protocol import Codec
from cardkit.protocol.frames import FrameCodec
from tests.world.giver import FLIGHTS, GIFTS, HANG_UP, Giver
from tests.world.script import Party, choose

PATIENCE = 25.0
"""Seconds that a player waits for an answer before trying another connection."""
SHARED = 4
"""How often a player enters before it has a name of its own, if it wants that of others."""
LOST = (OSError, trio.BrokenResourceError, trio.ClosedResourceError)


class Surroundings(Protocol):
    """What a player needs from the world."""

    calming: trio.Event
    """Set when nothing goes wrong any more, and everybody comes back."""

    @property
    def calm(self) -> bool: ...

    def connect(self, who: str) -> trio.StapledStream[Any, Any]:
        """A cable to the server, if it is up and can be reached; else `OSError`."""

    def wants_more(self, party: Party) -> bool:
        """Whether another game is to be begun at the table of these people."""

    def note(self, line: str) -> None:
        """Write down what happens."""

    def fail(self, what: str) -> None:
        """The server broke a promise."""


class Player:
    """One person, whatever becomes of their connections."""

    def __init__(
        self,
        who: str,
        party: Party,
        chance: Random,
        world: Surroundings,
        *,
        watches: bool = False,
        manner: str = "none",
    ) -> None:
        self.who, self.party, self.chance, self.world = who, party, chance, world
        self.watches, self.manner = watches, manner
        self.codec: type[Codec] = FrameCodec
        self.names: Sequence[str] = ()
        """What it tries to call itself at first, as others do."""
        self.faithful = False
        """Whether this player always comes back."""
        self.gone = False
        self.heard: dict[str, dict[str, dict[int, list[Any]]]] = {}
        """By the name it had, then by table and number: every event it ever heard."""
        self.tags = 0
        self.entries = 0
        self.views = "on"
        self.opened = 0
        self._forget()

    def _forget(self) -> None:
        """Nobody knows this player any more."""
        self.name = self.token = self.table = ""
        self.last = -1
        self.phase = ""
        self.seated = False
        self.asked: list[str] = []
        self.offered: list[str] = []
        self.others: list[str] = []
        self.pending: list[tuple[str, list[str]]] = []
        self.again: list[tuple[str, list[str]]] = []
        """What was said with a tag and not answered before the connection was lost."""
        self.giver = Giver(self.manner, self.chance)
        self.gifts: list[tuple[float, list[str]]] = []
        """What is to be said of deals, and when."""
        self.next_at = inf
        self.deadline = inf

    @property
    def entered(self) -> bool:
        return bool(self.name)

    # --- connections -------------------------------------------------------------------------

    async def live(self) -> None:
        """Until the world ends, or this player has had enough."""
        chance = self.chance
        await trio.sleep(chance.random() * 3)
        while not self.gone:
            try:
                stream = self.world.connect(self.who)
            except OSError:
                await trio.sleep(chance.uniform(0.3, 4))
                continue
            try:
                await self._converse(stream)
            except LOST:
                pass
            finally:
                await trio.aclose_forcefully(stream)
            await self._be_away()

    async def _be_away(self) -> None:
        """Most come back soon, some late, some never."""
        chance = self.chance
        luck = chance.random()
        if self.world.calm or luck < 0.75:
            await trio.sleep(chance.random() * 2)
        elif luck < 0.97 or self.faithful:
            with trio.move_on_after(chance.uniform(2, 60)):
                await self.world.calming.wait()
        else:
            self.gone = True
            self.world.note(f"gone {self.who}")

    async def _converse(self, stream: trio.StapledStream[Any, Any]) -> None:
        codec, heard = self.codec(), False
        self.views = codec.views
        self.asked = []
        # What was given to a deal is given anew when it is asked for, never repeated.
        self.again += [(tag, words) for tag, words in self.pending if tag and words[0] not in GIFTS]
        self.gifts = []
        self.deadline = self.next_at = inf
        first = [["PROOFS", "on"]] if self.giver.asks_for_proofs else []
        first.append(self._first_words())
        self.pending = [("", words) for words in first]
        await self._send(stream, b"".join(map(self.codec.command, first)))
        while True:
            gift_at = self.gifts[0][0] if self.gifts else inf
            with trio.move_on_at(min(self.next_at, self.deadline, gift_at)) as waiting:
                data = bytes(await stream.receive_some())
                if not data or (self.codec is FrameCodec and not heard and data[0]):
                    return  # over; or taken for a person, because the first words came late
                heard = True
            if not waiting.cancelled_caught:
                for frame in codec.frames(data):
                    for message in frame:
                        await self._hear(stream, message)
                    self._check_deals(frame)
            elif trio.current_time() >= self.deadline:
                self.world.note(f"impatient {self.who}")
                return
            elif trio.current_time() >= gift_at:
                _, words = self.gifts.pop(0)
                if words in FLIGHTS and self.world.calm:
                    continue
                if words == HANG_UP:
                    return
                await self._say(stream, words)
            elif not await self._speak(stream):
                return

    def _first_words(self) -> list[str]:
        if not self.token:
            self.entries += 1
            if self.names and self.entries < SHARED:
                return ["ENTER", self.chance.choice(self.names)]
            return ["ENTER", f"{self.who}{self.entries}"]
        if self.table and self.chance.random() < 0.9:
            return ["RESUME", self.token, str(self.last)]
        self.last = -1
        if self.chance.random() < 0.5:
            self.giver.begin_anew()
        return ["RESUME", self.token]

    async def _speak(self, stream: trio.StapledStream[Any, Any]) -> bool:
        """Do what comes to mind; False to hang up."""
        self.next_at = trio.current_time() + self.chance.uniform(4, 20)
        thought = choose(self)
        if self.asked and thought is not None and thought[0] in str(self.asked):
            self.offered, self.asked = self.asked, []  # until it is refused, or asked again
        if thought is None:
            return True
        if thought == ["HANG UP"]:
            return False
        if thought == ["GARBAGE"]:
            await stream.send_all(b"\0\0\0\3" + self.chance.randbytes(3))
            self.pending.append(("", []))
            return True
        await self._say(stream, thought)
        return True

    async def _say(self, stream: trio.StapledStream[Any, Any], words: list[str]) -> None:
        tag = ""
        tagged = self.entered and words[0] not in ("VIEWS", "PROOFS")
        if tagged and self.chance.random() < 0.95:
            self.tags += 1
            tag = f"#{self.tags}"
        self.pending.append((tag, words))
        await self._send(stream, self.codec.command([tag, *words] if tag else words))

    async def _send(self, stream: trio.StapledStream[Any, Any], data: bytes) -> None:
        self.deadline = min(self.deadline, trio.current_time() + PATIENCE)
        await stream.send_all(data)

    # --- what it hears -----------------------------------------------------------------------

    async def _hear(self, stream: trio.StapledStream[Any, Any], message: list[Any]) -> None:
        first, *rest = message
        if isinstance(first, int):
            self._event(first, rest)
        elif first == "OK" or (first == "WARNING" and len(message) == 3):
            await self._answered(stream, message)
        elif first[:1] == "#":
            await self._answered(stream, rest)
        elif first == "STATE":
            self._see(*rest)
        elif first == "ASK":
            self.asked = rest[0]
            self._think()
        elif first == "TABLE" and rest[2].startswith(f"{self.party.title}."):
            self.party.table = self.party.table or rest[0]

    def _check_deals(self, frame: list[list[Any]]) -> None:
        gifts, false = self.giver.hear(frame)
        now = trio.current_time()
        if gifts:  # to another deal than before, or the same once more
            self.gifts = sorted((now + wait, words) for wait, words in gifts)
        for finding in false:
            self.world.fail(f"{self.name} finds false in deal {finding.deal}: {finding.text}")

    def _think(self) -> None:
        """If there is something to be done, do it soon."""
        if not (self.asked or not self.table or (self.phase != "playing" and not self.watches)):
            return
        think = min(self.chance.expovariate(1.2), 4.0) if self.chance.random() < 0.8 else 0.0
        self.next_at = min(self.next_at, trio.current_time() + think)

    def _event(self, number: int, words: list[Any]) -> None:
        self.last = number
        mine = self.heard.setdefault(self.name, defaultdict(dict))
        mine[self.table][number] = words
        kind = words[0]
        if kind == "PHASE":
            self.phase = words[-1] if words[-1] == "over" else words[1]
            self.asked = []
            self._think()
        elif kind == "SUSPENDED":
            self.asked = []
        elif kind == "SEATS":
            self.seated, self.others = self.name in words[1:], words[1:]
        elif kind == "TURN" and self.name not in words[2:]:
            self.asked = []

    def _see(self, number: int, view: dict[str, Any]) -> None:
        self.last, self.table, self.phase = number, view["table"], view["phase"]
        if view["over"]:
            self.phase = "over"
        self.others = view["names"]
        self.seated = self.name in view["names"]

    async def _answered(self, stream: trio.StapledStream[Any, Any], answer: list[Any]) -> None:
        if not self.pending:
            return
        _, words = self.pending.pop(0)
        self.deadline = trio.current_time() + PATIENCE if self.pending else inf
        self.next_at = min(self.next_at, trio.current_time() + 10)
        if answer[0] == "WARNING":
            self._refused(words, answer[1])
        elif words:
            await self._succeeded(stream, words, answer[1:])
        if words[:1] == ["START"]:  # the cards are dealt, or somebody is missing
            self.next_at = trio.current_time() + self.chance.uniform(3, 8)
        else:
            self._think()

    def _refused(self, words: list[str], code: str) -> None:
        if words[:1] and words[0] in GIFTS:
            return  # it came too late, or was false
        if words[:1] == ["RESUME"] and code == "BAD_TOKEN" and words[1] == self.token:
            self._forget()
            self.deadline = 0.0  # to come in anew
        elif words[:2] == ["RESUME", self.token] and code == "TRY_LATER":
            self.deadline = 0.0  # to try it again
        elif words[:1] == ["ENTER"] and not self.entered:
            self.deadline = 0.0
        elif code == "NO_SUCH_TABLE" and self.party.table in words:
            self.party.table = ""
        elif code not in ("WRONG_PHASE", "NOT_YOUR_TURN", "SUSPENDED", "FORFEITED"):
            self.asked = self.asked or self.offered
        if code == "NOT_AT_A_TABLE":
            self._leave()
        elif code == "STORE_FAILED":
            self.next_at = trio.current_time() + 5

    def _leave(self) -> None:
        self.table, self.last, self.seated, self.asked = "", -1, False, []

    async def _succeeded(
        self, stream: trio.StapledStream[Any, Any], words: list[str], more: list[Any]
    ) -> None:
        verb = words[0]
        if verb == "ENTER":
            self.name, self.token = more[1:]
            self.giver.is_called(self.name)
        elif verb == "RESUME":
            again, self.again = self.again, []
            for tag, command in again:
                self.pending.append((tag, command))
                await self._send(stream, self.codec.command([tag, *command]))
        elif verb == "OPEN" and more and not self.party.table:
            self.party.table = more[1]
        elif verb == "EXIT" and more != ["QUIT"]:
            self._leave()
        elif verb in ("EXIT", "QUIT"):
            self._forget()
            self.deadline = 0.0
        elif verb == "VIEWS":
            self.views = words[1]
