"""The inputs of a table besides the moves of its players, each checked first and then carried out.

Participants say ENTER, EXIT, LOGIN, LOGOUT, SEAT, READY, START and HERE; the world outside, which
knows the network and the clock, says LOST, BACK, RESTART, TIME, ROBOT, FORFEIT and FILL. Each here
returns what to do, or refuses while nothing has changed. A player who leaves during a match keeps
the seat, and the results stay to be seen after it; only when the next match is prepared are the
seats of those who left taken away.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardkit.netgame.absence import (
    answer_late,
    apply_policy,
    count_late,
    give_up,
    go_missing,
    still_here,
    welcome_back,
)
from cardkit.netgame.command import whole_number
from cardkit.netgame.conditions import shown
from cardkit.netgame.declared import Word
from cardkit.netgame.people import LONGEST_NAME, Role, Status
from cardkit.netgame.refusal import Reason, Refused
from cardkit.netgame.seating import (
    between_matches,
    change_places,
    drops_in,
    free_places,
    give_up_seat,
    holder_of,
    leave_line,
    move_up,
    next_people,
    not_ready,
    prepare_match,
    say_ready,
    settle,
    sit_down,
    stand_in_line,
    stand_up,
)
from cardkit.texts import Text, plural

if TYPE_CHECKING:
    from cardkit.netgame.game import NetGame

Effect = Callable[[], None]
"""What an input does once it is admitted."""

# --- participants ----------------------------------------------------------------------------


def enter(table: NetGame, who: str, words: Sequence[str]) -> Effect:
    """ENTER [WATCH]: come to the table as one who waits to play or only watches."""
    if who in table.people:
        raise Refused(Reason.NAME_TAKEN, "{name} is at this table already", name=who)
    watch = extra_word(words, ("WATCH",)) == "WATCH"
    if who in table.people.seat_of:  # the player of a seat comes back
        return lambda: welcome_back(table, who)
    check_name(table, who)

    def effect() -> None:
        table.people.roles[who] = Role.WATCHING if watch else Role.WAITING

    return effect


def check_name(table: NetGame, name: str) -> None:
    """Refuse what could be mistaken for something or somebody else in a line of text."""
    good = name == unicodedata.normalize("NFKC", name) and 0 < len(name) <= LONGEST_NAME
    if not good or not all(c.isalnum() or c in "-_." for c in name):
        raise Refused(
            Reason.BAD_NAME,
            "{name} is no name for a player: use 1 to {most} letters, digits, - _ or .",
            name=shown(name),
            most=LONGEST_NAME,
        )
    if table.is_word(name) or not any(c.isalpha() for c in name):
        raise Refused(
            Reason.BAD_NAME,
            "{name} is a word of the game or a number; choose another name",
            name=name,
        )
    for other in table.people.known():
        if other.casefold() == name.casefold():
            raise Refused(
                Reason.NAME_TAKEN, "{name} looks like {other}, who is here", name=name, other=other
            )


def leave(table: NetGame, who: str, words: Sequence[str]) -> Effect:
    """EXIT: leave the table; a seat in a match is then a lost one."""
    extra_word(words, ())
    _check_here(table, who)

    def effect() -> None:
        people = table.people
        people.ready = tuple(name for name in people.ready if name != who)
        del people.roles[who]
        if who in people.queue:
            leave_line(table, who)
        elif who in people.seat_of and not table.game_no:
            people.remove(who)
            table.seats_changed()
            move_up(table)
        elif who in people.seat_of and not table.playing and drops_in(table):
            give_up_seat(table, who)
        else:
            go_missing(table, who)

    return effect


def login(table: NetGame, who: str, words: Sequence[str]) -> Effect:
    """LOGIN [place]: become a player, in a free seat or in the place of a robot.

    Where players come and go between games, who finds no seat waits for one.
    """
    place = _place(table, words)
    _check_here(table, who)
    people = table.people
    if who in people.seat_of:
        raise Refused(Reason.ALREADY_A_PLAYER, "{name} plays already", name=who)
    if table.seats.drop_in:
        if who in people.queue:
            raise Refused(
                Reason.NOT_NOW,
                "you wait for a seat already, as number {place}; LOGOUT to wait no longer",
                place=people.queue.index(who) + 1,
            )
        if place is not None:
            _free_place(table, place, None, Role.ROBOT)
        return lambda: stand_in_line(table, who, place)
    _check_between_games(table)
    name = _free_place(table, place, None, Role.ROBOT)
    return lambda: sit_down(table, who, Role.PLAYER, Status.HERE, name, place)


def logout(table: NetGame, who: str, words: Sequence[str]) -> Effect:
    """LOGOUT: stop playing, between games, or waiting for a seat."""
    extra_word(words, ())
    people = table.people
    if who in people.queue:
        return lambda: leave_line(table, who)
    _check_player(table, who)
    _check_between_games(table)
    return lambda: stand_up(table, who)


def swap_seats(table: NetGame, who: str, words: Sequence[str]) -> Effect:
    """SEAT name or place: change places with another player, or go to a free place."""
    _check_player(table, who)
    if table.playing or not (between_matches(table) or table.seats.drop_in):
        raise Refused(Reason.WRONG_PHASE, "seats are swapped between matches, not during one")
    if table.seats.partners and not between_matches(table):
        raise Refused(Reason.WRONG_PHASE, "partners stay partners until the match is over")
    others = [name for name in table.people.still_here() if name != who]
    if len(words) == 2 and whole_number(words[1]) is not None:
        place = _place(table, words) or 0
        name = holder_of(table, place)
        if name == who or (not name and not between_matches(table)):
            raise Refused(
                Reason.PLACE_TAKEN,
                "you sit there already" if name else "nobody sits there in this match",
            )
        return lambda: change_places(table, who, name, place)
    if len(words) != 2 or words[1] not in others:
        raise Refused(
            Reason.NO_SUCH_PLAYER,
            "name the player to change places with: {players}",
            players=", ".join(f"SEAT {n}" for n in others) or Text("nobody else plays"),
        )
    return lambda: change_places(table, who, words[1], 0)


def ready(table: NetGame, who: str, words: Sequence[str]) -> Effect:
    """READY: a player wants the next match; it is to begin when all who are there do."""
    extra_word(words, ())
    _check_player(table, who)
    if not between_matches(table):
        raise Refused(Reason.WRONG_PHASE, "a match is on; START begins its next game")
    if who in table.people.ready:
        raise Refused(Reason.NOT_NOW, "you are ready already")
    return lambda: say_ready(table, who)


def here(table: NetGame, who: str, words: Sequence[str]) -> Effect:
    """HERE: a player is still there, and has the seat again or more time."""
    extra_word(words, ())
    _check_player(table, who)
    seat = table.people.seat_of[who]
    if table.people.status[seat] is Status.HERE:
        if not table.clock.gentle or seat not in table.awaited or table.deadline is None:
            raise Refused(Reason.NOT_NOW, "no clock of yours runs that could be given more time")
        if who in table.people.took_time:
            raise Refused(Reason.NOT_NOW, "you have had more time in this game already")
    return lambda: still_here(table, seat)


def start(table: NetGame, who: str, words: Sequence[str]) -> Effect:
    """START: begin the next game. The world may bring the key of the deal, and who asked for it."""
    if who:
        _check_player(table, who)
    if who or len(words) > 3:
        extra_word(words, ())
    everybody = check_start(table)
    key = b""
    if len(words) > 1:
        try:
            key = bytes.fromhex(words[1])
        except ValueError:
            raise Refused(Reason.BAD_KEY, "the key of a deal is written as hex digits") from None
    for name in words[2:]:
        _check_here(table, name)

    def effect() -> None:
        for name in words[2:]:
            table.emit("ACTION", name, "START")
        if not everybody:
            prepare_match(table)
            settle(table)
        table.begin_game(key)

    return effect


def check_start(table: NetGame) -> bool:
    """Refuse to begin a game while one is under way, or with too few players.

    Says whether those play who have a seat now.
    """
    if table.playing:
        raise Refused(Reason.WRONG_PHASE, "a game is under way; START begins the next one")
    seats, names = table.seats, table.people.names
    keeps_seats = table.game_no and not table.match_over and not seats.drop_in
    players = names if keeps_seats else next_people(table).names
    if len(players) < seats.least:
        raise Refused(
            Reason.TOO_FEW_PLAYERS,
            plural(
                seats.least - len(players),
                "one more player is needed: {title} is for {least} to {most}",
                "{n} more players are needed: {title} is for {least} to {most}",
                title=Text(table.title),
                least=seats.least,
                most=seats.most,
            ),
        )
    if seats.partners and len(players) % 2:
        raise Refused(Reason.TOO_FEW_PLAYERS, "partners need an even number of players")
    return players == names


PARTICIPANTS: dict[str, Callable[[NetGame, str, Sequence[str]], Effect]] = {
    "ENTER": enter,
    "EXIT": leave,
    "LOGIN": login,
    "LOGOUT": logout,
    "SEAT": swap_seats,
    "READY": ready,
    "START": start,
    "HERE": here,
}
"""What participants say outside the play."""

TABLE_WORDS = (
    Word("ENTER", told="{who} comes to the table", you="You come to the table"),
    Word("ENTER", told="{who} comes to watch", you="You come to watch", choice=("WATCH",)),
    Word("EXIT", told="{who} leaves the table", you="You leave the table"),
    Word("LOGIN", told="{who} takes a seat", you="You take a seat"),
    Word("LOGIN", told="{who} takes a seat", you="You take a seat", number=(1, None)),
    Word("LOGOUT", told="{who} gives up the seat", you="You give up the seat"),
    Word(
        "SEAT",
        told="{who} changes places with {whom}",
        you="You change places with {whom}",
        player=True,
    ),
    Word("SEAT", told="{who} changes places", you="You change places", number=(1, None)),
    Word(
        "READY",
        told="{who} is ready for the next match",
        you="You are ready for the next match",
    ),
    Word("START", told=""),
    Word("HERE", told="{who} is still there", you="You are still there"),
)
"""How that is told."""

# --- the world outside -----------------------------------------------------------------------


def lost(table: NetGame, words: Sequence[str], at: float) -> Effect:
    """LOST name: the connection of a participant is lost."""
    name = _person(table, words)
    return lambda: go_missing(table, name)


def back(table: NetGame, words: Sequence[str], at: float) -> Effect:
    """BACK name: the participant is connected again."""
    name = _person(table, words)
    return lambda: welcome_back(table, name)


def restarted(table: NetGame, words: Sequence[str], at: float) -> Effect:
    """RESTART seconds: the server had stopped, so all have to come back and the clock starts anew.

    It was no fault of theirs: whatever the table's policy is, they have that long, also for a game
    that begins in the meantime.
    """
    seconds = whole_number(words[1]) if len(words) == 2 else None
    if seconds is None or seconds < 0:
        raise Refused(Reason.UNKNOWN_WORD, "RESTART takes the seconds to come back in: RESTART 30")

    def effect() -> None:
        people = table.people
        people.back_by = table.time + seconds
        for seat, until in people.grace.items():  # who was away could not come back either
            people.grace[seat] = max(until, people.back_by)
        for name in list(people.roles):
            go_missing(table, name)
        table.deadline = None

    return effect


def time_up(table: NetGame, words: Sequence[str], at: float) -> Effect:
    """TIME [name command]: a deadline has passed; what was announced for it happens.

    Where a robot answers for who is late, it may be told what to say for one of them.
    """
    if len(words) > 2 and table.clock.late == "robot":
        return _advised(table, words, at)
    extra_word(words, ())
    due = table.due()
    if due is None or not at >= due:  # a time that is no number is none
        raise Refused(
            Reason.TOO_EARLY,
            "no deadline has passed; the next is {due}",
            due=Text("none") if due is None else Text("at {due:g}", due=due),
        )

    def effect() -> None:
        was_over = table.match_over
        if not (table.playing or was_over):
            settle(table)
        if table.people.ready_by <= at:
            for name in not_ready(table) or ():
                table.emit("ACTION", name, "LOGOUT")
                stand_up(table, name)
        grace = table.people.grace
        for seat in [seat for seat, until in grace.items() if until <= at]:
            if table.match_over and not was_over:
                break  # the end of a match is seen before anybody sits down for the next one
            del grace[seat]
            if not (table.playing and table.is_done(seat)):
                apply_policy(table, seat)
        if table.deadline is not None and table.deadline <= at:
            for seat in table.awaited:
                if seat in table.awaited:  # an earlier answer may have ended the question
                    answer_late(table, seat)

    return effect


def _advised(table: NetGame, words: Sequence[str], at: float) -> Effect:
    seat = _seat(table, words[:2])
    name, status = table.names[seat], table.status_of(seat)
    late = table.deadline is not None and at >= table.deadline
    if not late or seat not in table.awaited or status in (Status.ROBOT, Status.FORFEIT):
        raise Refused(Reason.NOT_YOUR_TURN, "no robot is to move for {name}", name=name)
    command = table.find(seat, [words[2].upper(), *words[3:]])

    def effect() -> None:
        table.emit("LATE", name, "robot")
        count_late(table, seat)
        table.answer(seat, command)

    return effect


def robot_moves(table: NetGame, words: Sequence[str], at: float) -> Effect:
    """ROBOT name [command]: the robot that holds this seat moves, by lot or as it is told.

    Who has given up the game is not played for by choice: their answers are the mildest.
    """
    seat = _seat(table, words[:2])
    name = table.names[seat]
    if seat not in table.robots():
        raise Refused(Reason.NOT_YOUR_TURN, "no robot is to move for {name}", name=name)
    if seat in table.forfeits or len(words) == 2:
        extra_word(words[1:], ())
        return lambda: table.answer_for(seat, mild=seat in table.forfeits)
    command = table.find(seat, [words[2].upper(), *words[3:]])
    return lambda: table.answer(seat, command)


def forfeit(table: NetGame, words: Sequence[str], at: float) -> Effect:
    """FORFEIT name: the player gives up this game."""
    seat = _seat(table, words)
    if not table.playing:
        raise Refused(Reason.WRONG_PHASE, "no game is under way to forfeit")
    return lambda: give_up(table, seat)


def fill(table: NetGame, words: Sequence[str], at: float) -> Effect:
    """FILL name [place]: a robot of that name enters and takes a seat that nobody has."""
    if len(words) not in (2, 3):
        raise Refused(Reason.UNKNOWN_WORD, "FILL takes the robot's name: FILL robot-1")
    name = words[1]
    check_name(table, name)
    _check_between_games(table)
    place = _place(table, words[1:])
    left = _free_place(table, place, None)
    return lambda: sit_down(table, name, Role.ROBOT, Status.ROBOT, left, place)


WORLD: dict[str, Callable[[NetGame, Sequence[str], float], Effect]] = {
    "LOST": lost,
    "BACK": back,
    "RESTART": restarted,
    "TIME": time_up,
    "ROBOT": robot_moves,
    "FORFEIT": forfeit,
    "FILL": fill,
}
"""What happens to a table from outside; START comes from there, too."""

# --- checks ----------------------------------------------------------------------------------


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


def _check_here(table: NetGame, who: str) -> None:
    if who not in table.people:
        raise Refused(Reason.NOT_HERE, "{name} is not at this table; ENTER first", name=shown(who))


def _check_player(table: NetGame, who: str) -> None:
    _check_here(table, who)
    if who not in table.people.seat_of:
        raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=who)


def _check_between_games(table: NetGame) -> None:
    if table.playing:
        raise Refused(
            Reason.WRONG_PHASE, "players change between games; wait for the end of this one"
        )


def _place(table: NetGame, words: Sequence[str]) -> int | None:
    """The place that is named after the first word, from 0; None if there is none."""
    if len(words) < 2:
        return None
    number, most = whole_number(words[1]), table.seats.most
    if len(words) > 2 or number is None or not 1 <= number <= most:
        raise Refused(
            Reason.UNKNOWN_WORD,
            "{verb} takes the number of a place, from 1 to {most}, and no more",
            verb=words[0],
            most=most,
        )
    return number - 1


def _free_place(table: NetGame, place: int | None, *replaced: Role | None) -> str:
    """Whose place can be taken, that one or the first; empty for a new seat."""
    places = free_places(table, *replaced)
    if place is not None:
        if (name := holder_of(table, place)) in places:
            return name
        numbers = (n for n in range(table.seats.most) if holder_of(table, n) in places)
        raise Refused(
            Reason.PLACE_TAKEN,
            "place {place} cannot be had; free: {free}",
            place=place + 1,
            free=", ".join(str(n + 1) for n in numbers) or Text("none"),
        )
    if not places:
        raise Refused(
            Reason.TABLE_FULL,
            plural(
                len(table.names),
                "the one seat is taken; wait for it, or watch",
                "all {n} seats are taken; wait for one, or watch",
            ),
        )
    return places[0]


def _person(table: NetGame, words: Sequence[str]) -> str:
    """The name of a participant who can come and go; robots are always there."""
    return _one_of(table.people.with_role(Role.WAITING, Role.WATCHING, Role.PLAYER), words)


def _seat(table: NetGame, words: Sequence[str]) -> int:
    name = _one_of([*table.people.known()], words)
    if name not in table.people.seat_of:
        raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=name)
    return table.people.seat_of[name]


def _one_of(people: Sequence[str], words: Sequence[str]) -> str:
    if len(words) != 2 or words[1] not in people:
        raise Refused(
            Reason.NO_SUCH_PLAYER,
            "{verb} needs a participant of this table: {people}",
            verb=words[0],
            people=", ".join(people) or Text("nobody is here"),
        )
    return words[1]
