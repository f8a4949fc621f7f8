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


_STATUS = {status.value: status for status in Status}


class People:
    """The participants of a table, and its seats from 0 on."""

    __slots__ = (
        "back_by",
        "grace",
        "late",
        "left_with",
        "names",
        "places",
        "queue",
        "ready",
        "ready_by",
        "roles",
        "seat_of",
        "status",
        "took_time",
        "wishes",
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
        self.places: tuple[int, ...] = ()
        """Where each seat is, from 0 on in the order of the seats, with gaps where nobody sits.
        Empty while nobody has chosen a place: then the seats are one beside the other."""
        self.wishes: Mapping[str, int] = {}
        """The places that those in the queue have asked for."""
        self.ready: tuple[str, ...] = ()
        """The players who want the next match to begin."""
        self.ready_by = 0.0
        """Until when they wait for the others."""
        self.late: Mapping[str, int] = {}
        """How often in a row a player was late, where that is counted."""
        self.took_time: tuple[str, ...] = ()
        """Who has had more time in this game."""

    def __repr__(self) -> str:
        return repr([(name, getattr(self, name)) for name in self.__slots__])

    def copy(self) -> Self:
        twin = object.__new__(self.__class__)
        twin.roles, twin.names, twin.status = self.roles.copy(), self.names.copy(), [*self.status]
        twin.seat_of, twin.grace, twin.back_by = self.seat_of.copy(), {**self.grace}, self.back_by
        twin.queue, twin.left_with = self.queue, self.left_with
        twin.places, twin.wishes, twin.late = self.places, self.wishes, self.late
        twin.ready, twin.ready_by, twin.took_time = self.ready, self.ready_by, self.took_time
        return twin

    def recall(self, names: Iterable[str], status: Iterable[str]) -> None:
        """Seat these players; nobody else is there."""
        self.names, self.status = [*names], [_STATUS[each] for each in status]
        self.roles = dict.fromkeys(self.names, Role.PLAYER)
        self._number()

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

    def at(self, place: int) -> str:
        """Who has the seat at this place; empty if nobody has."""
        if place in self.places:
            return self.names[self.places.index(place)]
        return self.names[place] if not self.places and place < len(self.names) else ""

    def add(self, name: str, status: Status, place: int | None = None) -> None:
        """A new seat, at this place or the first one; after the others if nobody has chosen one."""
        if place is not None:
            self.keep_places()
        elif self.places:
            place = min({*range(len(self.places) + 1)} - {*self.places})
        seat = len(self.names)
        if place is not None:
            seat = sum(other < place for other in self.places)
            self.places = (*self.places[:seat], place, *self.places[seat:])
        self.names.insert(seat, name)
        self.status.insert(seat, status)
        self._number()

    def remove(self, name: str) -> None:
        seat = self.seat_of[name]
        del self.names[seat], self.status[seat]
        self.places = self.places[:seat] + self.places[seat + 1 :]
        self._number()

    def move(self, name: str, place: int) -> None:
        """A player goes to a place that nobody has."""
        status = self.status[self.seat_of[name]]
        self.keep_places()
        self.remove(name)
        self.add(name, status, place)

    def keep_places(self) -> None:
        """From now on a place that is given up stays free, and all others stay where they are."""
        self.places = self.places or (*range(len(self.names)),)

    def close_up(self) -> None:
        """There are no gaps any more."""
        if self.places:
            self.places = (*range(len(self.names)),)

    def forget_late(self, name: str) -> None:
        """A player has answered, or is taken for absent: it is counted anew."""
        self.late = {late: times for late, times in self.late.items() if late != name}

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
        self.grace, self.back_by, self.queue, self.wishes = {}, 0.0, (), {}

    def _number(self) -> None:
        self.seat_of = {name: seat for seat, name in enumerate(self.names)}
