"""Guests who take part in deals, at the tables of a house without a network."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from random import Random
from typing import Any

from cardkit.client.messages import Frame
from cardkit.fair import Finding, Watch
from cardkit.netgame import NetGame, pick
from cardkit.protocol import FrameCodec
from cardkit.server.desk import Desk
from cardkit.testing.evening import Evening


def draw(name: str) -> Callable[[int], bytes]:
    """Secrets that are the same in each run."""
    drawn = 0

    def next_secret(size: int) -> bytes:
        nonlocal drawn
        drawn += 1
        return sha256(f"{name} {drawn}".encode()).digest()[:size]

    return next_secret


class Guest:
    """Somebody who hears frames, and whose watch answers them."""

    def __init__(self, evening: Evening, name: str, *, proofs: bool = True) -> None:
        self.evening, self.name = evening, f"guest-{name}"
        self.watch = Watch(self.name, draw(name))
        self.frames: list[Frame] = []
        self.log: list[tuple[str, Any]] = []
        """All that was said and heard, in order."""
        self.found: list[Finding] = []
        self.token = ""
        self.last: int | None = None
        self.dial(proofs=proofs)
        self.say(f"ENTER {name}")
        self.hear()

    def dial(self, *, proofs: bool = True) -> None:
        self.caller, self.codec = self.evening.caller(FrameCodec()), FrameCodec()
        if proofs:
            self.say("PROOFS on")

    def say(self, line: str) -> None:
        self.log.append(("said", line))
        self.evening.say(self.caller, line)

    def hear(self) -> int:
        """Take in what was told, and answer it; how many frames there were."""
        heard = self.evening.heard[self.caller]
        data = b"".join(heard)
        heard.clear()
        frames = self.codec.frames(data)
        for frame in frames:
            self.frames.append(frame)
            self.log.append(("heard", frame))
            self._note(frame)
            answers, found = self.watch.hear(frame)
            self.found += found
            for words in answers:
                self.say(" ".join(words))
        return len(frames)

    def _note(self, frame: Frame) -> None:
        for message in frame:
            match message:
                case ["OK", "ENTER", _, str(token), *_]:
                    self.token = token
                case [int(number), *_] | ["STATE", int(number), *_]:
                    self.last = number

    def lose(self) -> None:
        self.evening.lose(self.caller)

    def come_back(self, *, afresh: bool = False) -> None:
        """Over a new link; a fresh one remembers nothing, as another program would."""
        if afresh:
            self.watch, self.last = Watch(self.name, draw(f"{self.name} afresh")), None
        self.dial()
        self.say(f"RESUME {self.token}" + ("" if self.last is None else f" {self.last}"))
        self.hear()


class FairTable:
    """Guests at one table, who play what chance wants."""

    def __init__(
        self, game: str, rules: type[NetGame], names: list[str], options: str = "", seed: str = "s"
    ) -> None:
        self.evening = Evening({game: rules}, seed)
        self.chance = Random(seed)
        self.guests = [Guest(self.evening, name) for name in names]
        self.guests[0].say(f"OPEN {game} {options}")
        self.name = f"{game.replace('_', '-')}-1"
        for guest in self.guests:
            self.sit(guest)

    def sit(self, guest: Guest) -> None:
        guest.say(f"JOIN {self.name}")
        guest.say("LOGIN")
        self.settle()

    def join(self, name: str, verb: str = "WATCH", **how: Any) -> Guest:
        guest = Guest(self.evening, name, **how)
        guest.say(f"{verb} {self.name}")
        self.guests.append(guest)
        self.settle()
        return guest

    @property
    def desk(self) -> Desk:
        return self.evening.house.desks[self.name]

    def settle(self) -> None:
        while sum(guest.hear() for guest in self.guests):
            pass

    def start(self) -> None:
        self.guests[0].say("START")
        self.settle()
        if not self.desk.table.playing:
            self.evening.wait(5)
            self.settle()

    def move(self) -> None:
        """One move by chance, of whoever is asked."""
        table = self.desk.table
        seat = table.awaited[0]
        command = str(pick(table.legal(seat), self.chance.randrange))
        guest = next((g for g in self.guests if g.name == table.names[seat]), None)
        if guest is None or guest.caller.session is None:
            self.evening.wait(1.5)
        else:
            guest.say(command)
        self.settle()

    def play(self, moves: int = 5000, then: Callable[[int], object] = lambda n: None) -> None:
        """Play the game to its end, or so many moves."""
        for n in range(moves):
            if not self.desk.table.playing:
                return
            self.move()
            then(n)

    def found(self) -> list[Finding]:
        return [finding for guest in self.guests for finding in guest.found]
