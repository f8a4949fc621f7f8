"""What happens when somebody is not there: lost and back, time is up, robots and forfeits.

All of these are inputs from the world outside the table (`who` is empty), so the rules here are
tested without a network or a clock. Checks come first; a deed is returned, not done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from cardkit.netgame.command import Command, Offer, pick
from cardkit.netgame.refusal import Reason, Refused

if TYPE_CHECKING:
    from cardkit.netgame.table import NetGame

Deed = Callable[[], None]


class Status(StrEnum):
    """Who answers for a seat."""

    HERE = "here"
    AWAY = "away"
    ROBOT = "robot"
    FORFEIT = "forfeit"


def lost(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """LOST name: the connection of a participant is lost."""
    name = _participant(table, words)
    seat = table.seat_of.get(name)
    return lambda: None if seat is None else go_missing(table, seat)


def back(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """BACK name: the participant is connected again."""
    name = _participant(table, words)
    return lambda: welcome_back(table, name)


def time_up(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """TIME: a deadline has passed; what was announced for it happens."""
    due = table.due()
    if due is None or at < due:
        raise Refused(
            Reason.TOO_EARLY,
            "no deadline has passed; the next is {due}",
            due="none" if due is None else f"at {due:g}",
        )

    def deed() -> None:
        for seat, until in list(table.grace.items()):
            if until <= at:
                del table.grace[seat]
                apply_policy(table, seat)
        if table.deadline is not None and table.deadline <= at:
            table.deadline = None
            for seat in table.awaited:
                if seat in table.awaited:  # an earlier answer may have ended the question
                    _answer_late(table, seat)

    return deed


def robot_moves(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """ROBOT name: the robot that holds this seat makes its move now."""
    seat = table.seat_of[_seated(table, words)]
    if seat not in table.robots():
        raise Refused(
            Reason.NOT_YOUR_TURN,
            "no robot is to move for {name}",
            name=table.names[seat],
        )
    mild = table.status[seat] == Status.FORFEIT
    return lambda: table.answer_for(seat, mild=mild)


def forfeit(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """FORFEIT name: the player gives up this game."""
    name = _seated(table, words)
    if not table.playing:
        raise Refused(Reason.WRONG_PHASE, "no game is under way to forfeit")
    return lambda: give_up(table, table.seat_of[name])


def fill(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """FILL name: a robot of that name enters and takes a free seat."""
    from cardkit.netgame.people import Role, enter, login

    if len(words) != 2:
        raise Refused(Reason.UNKNOWN_WORD, "FILL takes the robot's name: FILL robot-1")
    name = words[1]
    come = enter(table, name, ["ENTER"])
    if table.playing or len(table.names) >= table.seats.most:
        raise Refused(Reason.TABLE_FULL, "there is no free seat for a robot now")

    def deed() -> None:
        come()
        login(table, name, ["LOGIN"])()
        table.people[name] = Role.ROBOT
        table.status[table.seat_of[name]] = Status.ROBOT

    return deed


WORDS: dict[str, Callable[[NetGame, Sequence[str], float], Deed]] = {
    "LOST": lost,
    "BACK": back,
    "TIME": time_up,
    "ROBOT": robot_moves,
    "FORFEIT": forfeit,
    "FILL": fill,
}


def go_missing(table: NetGame, seat: int, gone: bool = False) -> None:
    """The player of this seat is no longer there; grace runs, or the policy applies at once."""
    if table.status[seat] in (Status.ROBOT, Status.FORFEIT):
        return
    table.status[seat] = Status.AWAY
    if not table.playing:
        return
    grace = 0.0 if gone or table.disconnect.policy == "suspend" else table.clock.grace
    if grace:
        table.grace[seat] = table.time + grace
        table.emit("AWAY", table.names[seat], table.disconnect.policy, table.grace[seat])
    else:
        apply_policy(table, seat)


def apply_policy(table: NetGame, seat: int) -> None:
    """What the table's rule is for a player who stays away."""
    policy = table.disconnect.policy
    if policy == "suspend":
        if not table.suspended:
            table.suspended, table.deadline = True, None
            table.emit("SUSPENDED", table.names[seat])
    elif policy == "forfeit":
        give_up(table, seat)
    else:
        table.status[seat] = Status.ROBOT
        table.emit("STAND_IN", table.names[seat], "robot")


def welcome_back(table: NetGame, name: str) -> None:
    """A participant is there again, and has their seat again."""
    from cardkit.netgame.people import Role

    seat = table.seat_of.get(name)
    if seat is None:
        return
    table.people[name] = Role.PLAYER
    table.grace.pop(seat, None)
    if table.status[seat] != Status.FORFEIT:
        table.status[seat] = Status.HERE
    table.emit("RETURNED", name)
    if table.suspended and Status.AWAY not in table.status:
        table.suspended = False
        table.emit("RESUMED")


def give_up(table: NetGame, seat: int) -> None:
    """The seat is played out with the mildest answers and ends the game last."""
    if table.status[seat] != Status.FORFEIT:
        table.status[seat] = Status.FORFEIT
        table.forfeits.append(seat)
        table.emit("FORFEIT", table.names[seat])


def mildest(offers: Sequence[Command | Offer], mild: Sequence[str]) -> Command | None:
    """A pass, a fold or whatever of the kind is offered."""
    for verb in mild:
        for offer in offers:
            if isinstance(offer, Command) and offer.verb == verb:
                return offer
    return None


def choose_for(table: NetGame, seat: int, *, mild: bool) -> Command:
    """What is played for somebody: the mildest answer, or one drawn by lot."""
    offers = table.legal(seat)
    return (mild and mildest(offers, table.mild)) or pick(offers, table.below)


def _answer_late(table: NetGame, seat: int) -> None:
    table.emit("LATE", table.names[seat], table.clock.late)
    if table.clock.late == "forfeit":
        give_up(table, seat)
    table.answer_for(seat, mild=table.clock.late != "robot")


def _participant(table: NetGame, words: Sequence[str]) -> str:
    if len(words) != 2 or (words[1] not in table.people and words[1] not in table.seat_of):
        raise Refused(
            Reason.NO_SUCH_PLAYER,
            "{verb} needs a participant of this table: {people}",
            verb=words[0],
            people=", ".join(table.people) or "nobody is here",
        )
    return words[1]


def _seated(table: NetGame, words: Sequence[str]) -> str:
    name = _participant(table, words)
    if name not in table.seat_of:
        raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=name)
    return name
