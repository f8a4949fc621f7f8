"""What happens when somebody is not there: lost and back, time is up, robots and forfeits.

All of these are inputs from the world outside the table (`who` is empty), so the rules here are
tested without a network or a clock. Checks come first; a deed is returned, not done. Whether a
player is there (`status`) and whether they gave up this game (`forfeits`) are two things.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardkit.netgame.command import Command, Offer, pick, whole_number
from cardkit.netgame.refusal import Reason, Refused
from cardkit.netgame.roles import Role, Status
from cardkit.netgame.texts import Text

if TYPE_CHECKING:
    from cardkit.netgame.table import NetGame

Deed = Callable[[], None]


def lost(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """LOST name: the connection of a participant is lost."""
    name = _person(table, words)
    return lambda: go_missing(table, name)


def back(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """BACK name: the participant is connected again."""
    name = _person(table, words)
    return lambda: welcome_back(table, name)


def restarted(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """RESTART seconds: the server had stopped, so all have to come back and the clock starts anew.

    It was no fault of theirs: whatever the table's rule is, they have that long, also for a game
    that begins in the meantime.
    """
    seconds = whole_number(words[1]) if len(words) == 2 else None
    if seconds is None or seconds < 0:
        raise Refused(Reason.UNKNOWN_WORD, "RESTART takes the seconds to come back in: RESTART 30")

    def deed() -> None:
        table.back_by = table.time + seconds
        for seat, until in table.grace.items():  # who was away before could not come back either
            table.grace[seat] = max(until, table.back_by)
        for name in list(table.people):
            go_missing(table, name)
        table.deadline = None

    return deed


def time_up(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """TIME: a deadline has passed; what was announced for it happens."""
    extra_word(words, ())
    due = table.due()
    if due is None or not at >= due:  # a time that is no number is none
        raise Refused(
            Reason.TOO_EARLY,
            "no deadline has passed; the next is {due}",
            due=Text("none") if due is None else Text("at {due:g}", due=due),
        )

    def deed() -> None:
        for seat in [seat for seat, until in table.grace.items() if until <= at]:
            del table.grace[seat]
            if not table.is_done(seat):
                apply_policy(table, seat)
        if table.deadline is not None and table.deadline <= at:
            for seat in table.awaited:
                if seat in table.awaited:  # an earlier answer may have ended the question
                    _answer_late(table, seat)

    return deed


def robot_moves(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """ROBOT name [command]: the robot that holds this seat moves, by lot or as it is told.

    Only a robot that has the seat to itself can be told; who stands in for somebody plays by lot.
    """
    seat = _seat(table, words[:2])
    if seat not in table.robots():
        raise Refused(
            Reason.NOT_YOUR_TURN,
            "no robot is to move for {name}",
            name=table.names[seat],
        )
    own = table.people.get(table.names[seat]) == Role.ROBOT and seat not in table.forfeits
    if not own or len(words) == 2:
        extra_word(words[1:], ())
        return lambda: table.answer_for(seat, mild=seat in table.forfeits)
    command = table.find(seat, [words[2].upper(), *words[3:]])
    return lambda: table.answer(seat, command)


def forfeit(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """FORFEIT name: the player gives up this game."""
    seat = _seat(table, words)
    if not table.playing:
        raise Refused(Reason.WRONG_PHASE, "no game is under way to forfeit")
    return lambda: give_up(table, seat)


def fill(table: NetGame, words: Sequence[str], at: float) -> Deed:
    """FILL name: a robot of that name enters and takes a free seat."""
    from cardkit.netgame.people import seat_robot

    if len(words) != 2:
        raise Refused(Reason.UNKNOWN_WORD, "FILL takes the robot's name: FILL robot-1")
    return seat_robot(table, words[1])


WORDS: dict[str, Callable[[NetGame, Sequence[str], float], Deed]] = {
    "LOST": lost,
    "BACK": back,
    "RESTART": restarted,
    "TIME": time_up,
    "ROBOT": robot_moves,
    "FORFEIT": forfeit,
    "FILL": fill,
}


def go_missing(table: NetGame, name: str) -> None:
    """A participant is no longer there; if they play, somebody may have to answer for them."""
    seat = table.seat_of.get(name)
    if seat is None or table.status[seat] == Status.ROBOT:
        return
    left = name not in table.people
    if table.status[seat] == Status.HERE or left:
        table.status[seat] = Status.AWAY
        table.grace.pop(seat, None)
        if table.playing:
            miss(table, seat)
        else:
            table.emit("AWAY", name, table.disconnect.policy, 0)


def miss(table: NetGame, seat: int) -> None:
    """A game is on without this player: grace runs, or the table's rule applies at once."""
    name, policy = table.names[seat], table.disconnect.policy
    until = max(table.time + table.clock.grace, table.back_by)
    needed = seat not in table.forfeits and not table.is_done(seat)
    if needed and until > table.time and policy != "suspend" and name in table.people:
        table.grace[seat] = until
    table.emit("AWAY", name, policy, table.grace.get(seat, 0))
    if needed and seat not in table.grace:
        apply_policy(table, seat)


def apply_policy(table: NetGame, seat: int) -> None:
    """What the table's rule is for a player who stays away."""
    policy = table.disconnect.policy
    if policy == "suspend":
        table.suspended, table.deadline = True, None
        table.emit("SUSPENDED", table.names[seat])
    elif policy == "forfeit":
        give_up(table, seat)
    else:
        table.status[seat] = Status.ROBOT
        table.emit("STAND_IN", table.names[seat], "robot")


def welcome_back(table: NetGame, name: str) -> None:
    """A participant is there again, and has their seat again."""
    seat = table.seat_of.get(name)
    if seat is None or table.status[seat] == Status.HERE:
        return
    table.people[name] = Role.PLAYER
    table.grace.pop(seat, None)
    table.status[seat] = Status.HERE
    table.emit("RETURNED", name)
    _resume(table)


def give_up(table: NetGame, seat: int) -> None:
    """The seat is played out with the mildest answers and ends the game last."""
    if seat not in table.forfeits:
        table.forfeits.append(seat)
        table.grace.pop(seat, None)
        table.emit("FORFEIT", table.names[seat])
        _resume(table)


def _resume(table: NetGame) -> None:
    """A suspended game goes on when nobody is missing any more."""
    if not table.suspended:
        return
    away = [seat for seat, status in enumerate(table.status) if status == Status.AWAY]
    if all(seat in table.forfeits or table.is_done(seat) for seat in away):
        table.suspended = False
        table.emit("RESUMED")


def mildest(offers: Sequence[Command | Offer], mild: Sequence[str]) -> Command | None:
    """A pass, a fold or whatever of the kind is offered."""
    for verb in mild:
        for offer in offers:
            if offer.verb == verb:
                command = offer if isinstance(offer, Command) else offer.admit((verb,))
                if command is not None:
                    return command
    return None


def choose_for(table: NetGame, seat: int, *, mild: bool) -> Command:
    """What is played for somebody: the mildest answer, or one drawn by lot."""
    offers = table.legal(seat)
    return (mild and mildest(offers, table.mild)) or pick(offers, table.below)


def _answer_late(table: NetGame, seat: int) -> None:
    if seat in table.robots():  # no player is late here, only the world that moves the robot
        table.answer_for(seat, mild=seat in table.forfeits)
        return
    late = table.clock.late
    table.emit("LATE", table.names[seat], late)
    if late == "forfeit":
        give_up(table, seat)
    table.answer_for(seat, mild=late != "robot")


def extra_word(words: Sequence[str], allowed: Sequence[str]) -> str:
    """The word after the verb, if there is one, which must be an allowed one."""
    extra = words[1:]
    if not extra:
        return ""
    if len(extra) > 1 or extra[0].upper() not in allowed:
        raise Refused(
            Reason.UNKNOWN_WORD,
            "{verb} takes {allowed} and no more",
            verb=words[0],
            allowed=", ".join(allowed) or Text("no other word"),
        )
    return extra[0].upper()


def _person(table: NetGame, words: Sequence[str]) -> str:
    """The name of a participant who can come and go; robots are always there."""
    return _one_of([name for name, role in table.people.items() if role != Role.ROBOT], words)


def _seat(table: NetGame, words: Sequence[str]) -> int:
    name = _one_of([*table.people, *table.names], words)
    if name not in table.seat_of:
        raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=name)
    return table.seat_of[name]


def _one_of(people: Sequence[str], words: Sequence[str]) -> str:
    if len(words) != 2 or words[1] not in people:
        raise Refused(
            Reason.NO_SUCH_PLAYER,
            "{verb} needs a participant of this table: {people}",
            verb=words[0],
            people=", ".join(dict.fromkeys(people)) or Text("nobody is here"),
        )
    return words[1]
