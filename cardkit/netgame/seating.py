"""Seats: who gets which, who waits for one, and what goes along with a player.

Between matches seats are taken and given up freely; between the games of a match, too, where the
game has `Seats(drop_in=True)`. Elsewhere a match keeps its seats, and who takes the place of a
robot or of somebody who has left takes over its points. Which of it is allowed when, is decided in
`inputs`.

Before a match the places of the table can be chosen, with gaps between them. Robots sit down in the
gaps; those that are left are closed when the match begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cardkit.netgame.declared import Notice
from cardkit.netgame.people import People, Role, Status

if TYPE_CHECKING:
    from cardkit.netgame.game import NetGame

NOTICES = (
    Notice(
        "QUEUE",
        "somebody waits for a seat; it comes again when the place in the queue changes",
        parts={"who": "the person", "place": "the place in the queue, from 1"},
        told="{who} waits for a seat: number {place}",
        you="You wait for a seat: number {place}",
    ),
)
"""How waiting is told."""

READY_WITHIN = 60.0
"""Seconds for which those who are ready for the next match wait for the others."""


def between_matches(table: NetGame) -> bool:
    return not table.playing and (table.game_no == 0 or table.match_over)


def drops_in(table: NetGame) -> bool:
    """Whether seats are taken and given up between two games of a match."""
    return table.seats.drop_in and not between_matches(table)


def next_people(table: NetGame, robots: Iterable[str] = ()) -> People:
    """Who sits where in the next game, as the table stands now, if these robots sit down, too."""
    people, seats = table.people, table.seats
    in_match = not between_matches(table)
    gone = [name for name in people.names if name not in people.roles]
    if (in_match and not seats.drop_in) or not (gone or people.queue or robots):
        return people
    twin, free = people.copy(), free_places(table, None, Role.ROBOT)
    if not in_match:
        for name in gone:
            twin.remove(name)
    for who in people.queue[: len(free)]:
        name, place = _place_for(table, who, free)
        free.remove(name)
        if name:
            twin.replace(name, who, Status.HERE)
        else:
            twin.add(who, Status.HERE, place)
    for name in gone:
        if name in twin.seat_of and seats.partners:
            seat = twin.seat_of[name]
            twin.replace(name, twin.free_robot_name(seat), Status.ROBOT)
        elif name in twin.seat_of:
            twin.remove(name)
    for robot in robots:
        twin.add(robot, Status.ROBOT)
    return twin


def free_places(table: NetGame, *replaced: Role | None) -> list[str]:
    """Whose place can be taken: of who has one of these roles, None for who left; "" is a new seat.

    The first is taken first. Between matches that is a new seat, and those who left have none any
    more. In a match a new seat makes the game another one, and partners have no use for it.
    """
    people, seats = table.people, table.seats
    places = [name for name in people.names if people.roles.get(name) in replaced]
    if between_matches(table):
        new = [""] * (seats.most - len(people.still_here()))
        return new + [name for name in places if name in people]
    new = [""] * (seats.most - len(people.names))
    return places + new if seats.drop_in and not seats.partners else places


def holder_of(table: NetGame, place: int) -> str:
    """Who has this place; empty if nobody has. Who has left has none in the next match."""
    name = table.people.at(place)
    return "" if between_matches(table) and name not in table.people else name


def places_now(table: NetGame) -> list[str]:
    """Who has which place, as far as there are new ones."""
    seats = table.seats
    more = between_matches(table) or (seats.drop_in and not seats.partners)
    return [holder_of(table, n) for n in range(seats.most if more else len(table.names))]


def sit_down(
    table: NetGame, who: str, role: Role, status: Status, name: str, place: int | None = None
) -> None:
    """Take the place of somebody, or with an empty name a new seat, where there may be a choice."""
    people = table.people
    if place is not None and between_matches(table):
        people.keep_places()
    else:
        place = None
    prepare_match(table)

    def change() -> None:
        if name:
            if table.seats.drop_in:
                people.grace.pop(people.seat_of[name], None)
            people.replace(name, who, status)
            people.roles.pop(name, None)
        else:
            people.add(who, status, place)
        people.roles[who] = role

    change_seats(table, change)
    if people.ready and role is Role.PLAYER:  # who comes now wants to play
        people.ready += (who,)


def stand_up(table: NetGame, who: str) -> None:
    """Give up the seat, between games."""
    people = table.people
    people.ready = tuple(name for name in people.ready if name != who)
    if between_matches(table):
        prepare_match(table)
        people.remove(who)
        table.seats_changed()
        move_up(table)
    elif table.seats.drop_in:
        give_up_seat(table, who)
    else:
        leave_to_robot(table, who)
    people.roles[who] = Role.WAITING


def change_places(table: NetGame, who: str, name: str, place: int) -> None:
    """Go to this place, and whoever has it to one's own."""
    people = table.people
    if not name:
        people.keep_places()
    prepare_match(table)
    change_seats(table, lambda: people.swap(who, name) if name else people.move(who, place))


def give_up_seat(table: NetGame, name: str) -> None:
    """A player has left between two games: who waits gets the seat; else it is gone.

    Partners need it, so there a robot has it.
    """
    people = table.people
    if people.queue:
        take_first(table, [name])
    elif table.seats.partners:
        leave_to_robot(table, name)
    else:

        def change() -> None:
            people.remove(name)
            people.close_up()

        change_seats(table, change, gone=people.seat_of[name])


def leave_to_robot(table: NetGame, name: str) -> None:
    """A robot keeps the seat in a match for another player."""
    people, seat = table.people, table.people.seat_of[name]
    robot = people.free_robot_name(seat)
    people.grace.pop(seat, None)
    people.replace(name, robot, Status.ROBOT)
    people.roles[robot] = Role.ROBOT
    table.seats_changed()


def prepare_match(table: NetGame) -> None:
    """The results of a match have been seen: who has left it has no seat in the next one."""
    if table.match_over:
        for name in [name for name in table.names if name not in table.people]:
            table.people.remove(name)
            table.seats_changed()
        table.clear()
        table.emit("PHASE", table.phase)


# --- the next match --------------------------------------------------------------------------


def say_ready(table: NetGame, who: str) -> None:
    """A player wants the next match to begin; the first who says so waits for the others."""
    people = table.people
    if not people.ready:
        people.ready_by = table.time + READY_WITHIN
    people.ready += (who,)


def not_ready(table: NetGame) -> list[str] | None:
    """Who is waited for until the next match begins; None if nobody waits for it.

    Robots need not be asked, nor who is away.
    """
    people = table.people
    if not people.ready or not between_matches(table):
        return None
    here = [name for seat, name in enumerate(people.names) if people.status[seat] is Status.HERE]
    silent = [name for name in here if name not in people.ready]
    return None if len(silent) == len(here) else silent


# --- the queue -------------------------------------------------------------------------------


def stand_in_line(table: NetGame, who: str, place: int | None = None) -> None:
    """Ask for a seat, and get it now or when one is free."""
    people = table.people
    people.roles[who] = Role.WAITING
    people.queue += (who,)
    if place is not None:
        people.wishes = {**people.wishes, who: place}
    if table.playing or not move_up(table):
        table.emit("QUEUE", who, len(people.queue))


def leave_line(table: NetGame, who: str) -> None:
    people, queue = table.people, table.people.queue
    people.wishes = {name: place for name, place in people.wishes.items() if name != who}
    people.queue = tuple(name for name in queue if name != who)
    for place, name in enumerate(people.queue, 1):
        if place > queue.index(who):
            table.emit("QUEUE", name, place)


def take_first(table: NetGame, free: Sequence[str]) -> None:
    """The first who waits takes one of these places."""
    who = table.people.queue[0]
    name, place = _place_for(table, who, free)
    table.emit("ACTION", who, "LOGIN")
    leave_line(table, who)
    sit_down(table, who, Role.PLAYER, Status.HERE, name, place)


def _place_for(table: NetGame, who: str, free: Sequence[str]) -> tuple[str, int | None]:
    """Whose place somebody in the queue gets: the one they have asked for, or else the first."""
    place = table.people.wishes.get(who)
    if place is not None and (name := holder_of(table, place)) in free:
        return name, place
    return free[0], None


def move_up(table: NetGame) -> bool:
    """Let who waits have the free seats; whether there was one for everybody.

    If the match ends by that, its end is seen before anybody sits down for the next one.
    """
    was_over = table.match_over
    while table.people.queue:
        if table.match_over and not was_over:
            return False
        free = free_places(table, None, Role.ROBOT)
        if not free:
            return False
        take_first(table, free)
    return True


def settle(table: NetGame) -> None:
    """Seat the players of the next game: who waits moves up, and who has left has no seat."""
    move_up(table)
    if drops_in(table):
        for name in [name for name in table.names if name not in table.people]:
            give_up_seat(table, name)


# --- what belongs to a person ----------------------------------------------------------------


def change_seats(table: NetGame, change: Callable[[], None], gone: int | None = None) -> None:
    """Carry out a change of seats, of which one may be gone; what is a person's goes along.

    That is so between the games of a match. The points of partners are their side's, and stay.
    """
    if not drops_in(table) or table.seats.partners:
        change()
        table.seats_changed()
        return
    people, names = table.people, list(table.names)
    scores = {**people.left_with, **dict(zip(names, table.scores, strict=True))}
    robots = {*people.with_role(Role.ROBOT)}
    order, first = table.order, table.first
    if first == gone:
        first = table.following[first]
    change()
    seat_of = people.seat_of
    moved = {seat: seat_of[name] for seat, name in enumerate(names) if name in seat_of}
    stays = {seat: seat - (gone is not None and seat > gone) for seat in order if seat != gone}
    come = tuple(seat for seat, name in enumerate(table.names) if name not in names)
    table.first = moved.get(first, stays.get(first, 0))
    table.ranking = (*(moved[seat] for seat in table.ranking if seat in moved), *come)
    table.scores = [scores.pop(n) if n in scores else table.newcomer_score() for n in table.names]
    people.left_with = {n: points for n, points in scores.items() if n not in robots}
    grace = {moved[seat]: until for seat, until in people.grace.items() if seat in moved}
    people.grace.clear()
    people.grace.update(grace)
    new = (seat for seat in come if seat not in stays.values())
    table.arrange((*(stays[seat] for seat in order if seat in stays), *new))
    _carry_facts(table, names)
    table.reseat(moved)
    table.seats_changed()
    if table.names:
        table.set_order(table.order)  # it is told with the names that it is of
        table.tell_scores()
        if len(moved) < len(names) and table.is_match_over():
            table.match_over = True
            table.emit("PHASE", "results", "over")


def _carry_facts(table: NetGame, names: list[str]) -> None:
    """Facts of the last game that have a value for each seat are no longer true of the seats."""
    for key, value in list(table.facts.items()):
        declared = table.declaration.facts.get(key)
        if isinstance(value, Mapping):
            gone = {*names} - {*table.names}
            table.set_fact(key, {name: v for name, v in value.items() if name not in gone})
        elif declared is not None and declared.kind in ("seats", "marks"):
            table.set_fact(key, None)
