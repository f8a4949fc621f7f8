"""Seats: who gets which, who waits for one, and what goes along with a player.

Between matches seats are taken and given up freely; between the games of a match, too, where the
game has `Seats(drop_in=True)`. Elsewhere a match keeps its seats, and who takes the place of a
robot or of somebody who has left takes over its points. Which of it is allowed when, is decided in
`inputs`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from cardkit.netgame.declared import Notice
from cardkit.netgame.people import Role, Status

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


def between_matches(table: NetGame) -> bool:
    return not table.playing and (table.game_no == 0 or table.match_over)


def drops_in(table: NetGame) -> bool:
    """Whether seats are taken and given up between two games of a match."""
    return table.seats.drop_in and not between_matches(table)


def next_players(table: NetGame) -> list[str]:
    """Who plays the next game, seat by seat, as the table stands now."""
    people, seats = table.people, table.seats
    in_match = not between_matches(table)
    if in_match and not seats.drop_in:
        return list(people.names)
    room = 0 if in_match else seats.most - len(people.still_here())
    new, queue, players = people.queue[:room], [*people.queue[room:]], list[str]()
    for seat, name in enumerate(people.names):
        role = people.roles.get(name)
        if queue and (role == Role.ROBOT or (role is None and in_match)):
            players.append(queue.pop(0))
        elif role is not None:
            players.append(name)
        elif seats.partners and in_match:
            players.append(people.free_robot_name(seat, players))
    if in_match and not seats.partners:
        new = (*queue[: seats.most - len(players)],)
    return [*players, *new]


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


def sit_down(table: NetGame, who: str, role: Role, status: Status, place: str) -> None:
    """Take a place that is free, or with an empty one a new seat after the others."""
    prepare_match(table)
    people = table.people

    def change() -> None:
        if place:
            if table.seats.drop_in:
                people.grace.pop(people.seat_of[place], None)
            people.replace(place, who, status)
            people.roles.pop(place, None)
        else:
            people.add(who, status)
        people.roles[who] = role

    change_seats(table, change)


def give_up_seat(table: NetGame, name: str) -> None:
    """A player has left between two games: who waits gets the seat; else it is gone.

    Partners need it, so there a robot has it.
    """
    people = table.people
    if people.queue:
        take_first(table, name)
    elif table.seats.partners:
        leave_to_robot(table, name)
    else:
        change_seats(table, lambda: people.remove(name), gone=people.seat_of[name])


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


# --- the queue -------------------------------------------------------------------------------


def stand_in_line(table: NetGame, who: str) -> None:
    """Ask for a seat, and get it now or when one is free."""
    people = table.people
    people.roles[who] = Role.WAITING
    people.queue += (who,)
    if table.playing or not move_up(table):
        table.emit("QUEUE", who, len(people.queue))


def leave_line(table: NetGame, who: str) -> None:
    queue = table.people.queue
    table.people.queue = tuple(name for name in queue if name != who)
    for place, name in enumerate(table.people.queue, 1):
        if place > queue.index(who):
            table.emit("QUEUE", name, place)


def take_first(table: NetGame, place: str) -> None:
    """The first who waits takes this place, or a new seat."""
    who = table.people.queue[0]
    table.emit("ACTION", who, "LOGIN")
    leave_line(table, who)
    sit_down(table, who, Role.PLAYER, Status.HERE, place)


def move_up(table: NetGame) -> bool:
    """Let who waits have the free seats; whether there was one for everybody."""
    while table.people.queue:
        free = free_places(table, None, Role.ROBOT)
        if not free:
            return False
        take_first(table, free[0])
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
