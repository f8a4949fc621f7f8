"""How a simulated player takes part in deals: most give what they should, at once; some do not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from cardkit.fair import FalseDeal, PlayerRole
from cardkit.protocol import read_frame

GIFTS = ("COMMIT", "REVEAL")
CLIENT_LIMITS = {
    "prompt": 10,
    "slow": 2,
    "secretive": 1,
    "early": 1,
    "false": 1,
    "fleeing": 3,
    "noisy": 2,
    "none": 3,
}
"""What people are like, and how many of a kind there are.

`secretive` is bound to something and keeps it, `early` opens it before all are bound, `false` opens
something else, `fleeing` leaves when it is time to. `noisy` says anything, and checks nothing.
"""
HANG_UP = ["HANG UP"]
FLIGHTS = (HANG_UP, ["EXIT"], ["EXIT"], ["LOGOUT"])


class Giver:
    """Contributes to deals in somebody's manner, and checks what is told of them."""

    def __init__(self, manner: str, chance: Random) -> None:
        self.manner, self._chance = manner, chance
        self._drawn = b""
        self.role: PlayerRole | None = None
        self.begin_anew()
        self.number = 1
        """The last deal that was heard of."""

    def _draw(self, size: int) -> bytes:
        self._drawn = self._chance.randbytes(size)
        return self._drawn

    @property
    def asks_for_proofs(self) -> bool:
        return self.role is not None

    def begin_anew(self) -> None:
        """As another program of the same person, which knows nothing of the one before."""
        if self.manner not in ("none", "noisy"):
            self.role = PlayerRole("" if self.role is None else self.role.name, self._draw)

    def is_called(self, name: str) -> None:
        if self.role is not None:
            self.role.name = name

    def hear(
        self, frame: Sequence[Sequence[Any]]
    ) -> tuple[list[tuple[float, list[str]]], list[FalseDeal]]:
        """What to say to it, each after so many seconds; and what was false in it."""
        for message in frame:
            if message[0] == "DEAL":
                self.number = message[2]
        if self.role is None:
            return [], []
        answers, found = self.role.hear(read_frame(frame))
        return list(self._give([command.words() for command in answers])), found

    def _give(self, answers: Sequence[list[str]]) -> Iterator[tuple[float, list[str]]]:
        chance = self._chance
        flees = 0.5 if self.manner == "fleeing" else 0.05
        for words in answers:
            verb, number, _ = words
            if chance.random() < flees:
                yield chance.choice((0.0, 0.5)), chance.choice(FLIGHTS)
            elif self.manner == "slow":
                yield chance.uniform(0.0, 5.0), words
            elif self.manner == "early" and verb == "COMMIT":
                yield 0.0, words
                yield 0.0, ["REVEAL", number, self._drawn.hex()]
            elif verb == "COMMIT" or self.manner in ("prompt", "fleeing", "early"):
                yield 0.0, words
            elif self.manner == "false":
                yield 0.0, [verb, number, chance.randbytes(32).hex()]

    def noise(self) -> list[str]:
        """Something about deals that nobody has asked for."""
        chance, deal = self._chance, str(self.number + self._chance.choice((-1, 0, 0, 0, 1)))
        luck = chance.random()
        if luck < 0.4:
            return ["PROOFS", chance.choice(("on", "on", "off"))]
        if luck < 0.8:
            return [chance.choice(GIFTS), deal, chance.randbytes(32).hex()]
        return ["DISPUTE", deal, "I", "do", "not", "like", "my", "cards"]
