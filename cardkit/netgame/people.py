"""People: who is at a table, who of them plays in which seat, and who answers for a seat.

Holds and changes that state alone; which changes are allowed when, is decided in `inputs`, and
what an absence means for a game in `absence`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Self

LONGEST_NAME = 24


class Role(StrEnum):
    """Where a participant of a table stands."""

    WAITING = "waiting"
    WATCHING = "watching"
    PLAYER = "player"
    ROBOT = "robot"


class Status(StrEnum):
    """Who answers for a seat. Giving up a game is told here, too, but is no matter of presence."""

    HERE = "here"
    AWAY = "away"
    ROBOT = "robot"
    FORFEIT = "forfeit"


class People:
    """The participants of a table, and its seats from 0 on."""

    __slots__ = (
        "back_by",
        "grace",
        "left_with",
        "names",
        "queue",
        "roles",
        "seat_of",
        "status",
    )

    def __init__(self) -> None:
        self.roles: dict[str, Role] = {}
        """Everybody at the table; a player who has left keeps the seat, but has no role."""
        self.names: list[str] = []
        self.seat_of: dict[str, int] = {}
        self.status: list[Status] = []
        self.grace: dict[int, float] = {}
        """Until when a seat waits for its player to come back."""
        self.back_by = 0.0
        """Until when nobody is blamed for being away: the server had stopped."""
        self.queue: tuple[str, ...] = ()
        """Who has asked for a seat when there was none, the first to get one first."""
        self.left_with: Mapping[str, int] = {}
        """The points of those who have left a match between its games, should they come back."""

    def __repr__(self) -> str:
        return repr([(name, getattr(self, name)) for name in self.__slots__])

    def copy(self) -> Self:
        twin = object.__new__(self.__class__)
        twin.roles, twin.names, twin.status = self.roles.copy(), self.names.copy(), [*self.status]
        twin.seat_of, twin.grace, twin.back_by = self.seat_of.copy(), {**self.grace}, self.back_by
        twin.queue, twin.left_with = self.queue, self.left_with
        return twin

    def __contains__(self, name: object) -> bool:
        return name in self.roles

    def with_role(self, *roles: Role) -> list[str]:
        return [name for name, role in self.roles.items() if role in roles]

    def still_here(self) -> list[str]:
        """Who plays the next match: a player who has left does not count any more."""
        return [name for name in self.names if name in self.roles]

    def away(self) -> list[int]:
        return [seat for seat, status in enumerate(self.status) if status == Status.AWAY]

    def known(self) -> Iterable[str]:
        """Every name that is taken, by somebody here or by the player of a seat."""
        return dict.fromkeys((*self.roles, *self.names))

    # --- seats -------------------------------------------------------------------------------

    def add(self, name: str, status: Status) -> None:
        """A new seat, after the others."""
        self.names.append(name)
        self.status.append(status)
        self._number()

    def remove(self, name: str) -> None:
        seat = self.seat_of[name]
        del self.names[seat], self.status[seat]
        self._number()

    def replace(self, name: str, other: str, status: Status) -> None:
        """A seat goes to another player."""
        seat = self.seat_of[name]
        self.names[seat], self.status[seat] = other, status
        self._number()

    def swap(self, name: str, other: str) -> None:
        a, b = self.seat_of[name], self.seat_of[other]
        self.names[a], self.names[b] = other, name
        self.status[a], self.status[b] = self.status[b], self.status[a]
        self._number()

    def free_robot_name(self, seat: int, others: Iterable[str] = ()) -> str:
        taken = {name.casefold() for name in (*self.known(), *others)}
        numbers = range(seat + 1, seat + len(taken) + 2)
        return next(name for n in numbers if (name := f"robot-{n}") not in taken)

    def leave_to_robots(self, player: str) -> None:
        """Whoever else has a seat is a robot from now on, and no absence counts any more."""
        self.roles = dict.fromkeys(self.names, Role.ROBOT) | {player: Role.PLAYER}
        self.status = [Status.HERE if n == player else Status.ROBOT for n in self.names]
        self.grace, self.back_by, self.queue = {}, 0.0, ()

    def _number(self) -> None:
        self.seat_of = {name: seat for seat, name in enumerate(self.names)}
