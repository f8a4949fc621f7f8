"""The words of participants outside the play: ENTER, EXIT, LOGIN, LOGOUT, SEAT, START.

Each function checks first and returns what to do; nothing has changed when it refuses.
Who leaves during a match keeps the seat, and the results stay to be seen after it; only when the
next match is prepared are the seats swept.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from cardkit.netgame.absence import Deed, extra_word, go_missing, welcome_back
from cardkit.netgame.conditions import shown
from cardkit.netgame.refusal import Reason, Refused
from cardkit.netgame.roles import Role, Status
from cardkit.netgame.texts import Text

if TYPE_CHECKING:
    from cardkit.netgame.table import NetGame

LONGEST_NAME = 24


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
    for other in (*table.people, *table.names):
        if other.casefold() == name.casefold():
            raise Refused(
                Reason.NAME_TAKEN, "{name} looks like {other}, who is here", name=name, other=other
            )


def enter(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """ENTER [WATCH]: come to the table as one who waits to play or only watches."""
    if who in table.people:
        raise Refused(Reason.NAME_TAKEN, "{name} is at this table already", name=who)
    watch = extra_word(words, ("WATCH",)) == "WATCH"
    if who in table.seat_of:  # the player of a seat comes back
        return lambda: welcome_back(table, who)
    check_name(table, who)

    def deed() -> None:
        table.people[who] = Role.WATCHING if watch else Role.WAITING

    return deed


def leave(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """EXIT: leave the table; a seat in a match is then a lost one."""
    extra_word(words, ())
    _here(table, who)

    def deed() -> None:
        del table.people[who]
        if who in table.seat_of and not table.game:
            _vacate(table, who)
        else:
            go_missing(table, who)

    return deed


def login(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """LOGIN: become a player, in a free seat or in the place of a robot."""
    extra_word(words, ())
    _here(table, who)
    if who in table.seat_of:
        raise Refused(Reason.ALREADY_A_PLAYER, "{name} plays already", name=who)
    _between_games(table)
    sit = _sit(table, who, (None, Role.ROBOT))

    def deed() -> None:
        sit(Status.HERE)
        table.people[who] = Role.PLAYER

    return deed


def seat_robot(table: NetGame, name: str) -> Deed:
    """A robot of that name takes a seat that nobody has."""
    check_name(table, name)
    _between_games(table)
    sit = _sit(table, name, (None,))

    def deed() -> None:
        sit(Status.ROBOT)
        table.people[name] = Role.ROBOT

    return deed


def logout(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """LOGOUT: stop playing, between games; the seat of a running match waits for another."""
    extra_word(words, ())
    _player(table, who)
    _between_games(table)

    def deed() -> None:
        if _between_matches(table):
            _sweep(table)
            _vacate(table, who)
        else:
            _stand_in(table, who)
        table.people[who] = Role.WAITING

    return deed


def swap_seats(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """SEAT name: change places with another player, between matches."""
    _player(table, who)
    if not _between_matches(table):
        raise Refused(Reason.WRONG_PHASE, "seats are swapped between matches, not during one")
    others = [name for name in _still_here(table) if name != who]
    if len(words) != 2 or words[1] not in others:
        raise Refused(
            Reason.NO_SUCH_PLAYER,
            "name the player to change places with: {players}",
            players=", ".join(f"SEAT {n}" for n in others) or Text("nobody else plays"),
        )

    def deed() -> None:
        _sweep(table)
        a, b = table.seat_of[who], table.seat_of[words[1]]
        table.names[a], table.names[b] = table.names[b], table.names[a]
        table.status[a], table.status[b] = table.status[b], table.status[a]
        _seats_changed(table)

    return deed


def start(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """START: begin the next game. The world may bring the key of the deal, and who asked for it."""
    if who:
        _player(table, who)
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
        _here(table, name)

    def deed() -> None:
        for name in words[2:]:
            table.emit("ACTION", name, "START")
        if not everybody:
            _sweep(table)
        table.begin_game(key)

    return deed


def check_start(table: NetGame) -> bool:
    """Refuse to begin a game while one is under way, or with too few players.

    Says whether all who have a seat are still here.
    """
    if table.playing:
        raise Refused(Reason.WRONG_PHASE, "a game is under way; START begins the next one")
    players = len(table.names if table.game and not table.match_over else _still_here(table))
    missing = table.seats.least - players
    if missing > 0:
        raise Refused(
            Reason.TOO_FEW_PLAYERS,
            "{missing} more player(s) needed: {title} is for {least} to {most}",
            missing=missing,
            title=Text(table.title),
            least=table.seats.least,
            most=table.seats.most,
        )
    if table.seats.partners and players % 2:
        raise Refused(Reason.TOO_FEW_PLAYERS, "partners need an even number of players")
    return players == len(table.names)


WORDS: dict[str, Callable[[NetGame, str, Sequence[str]], Deed]] = {
    "ENTER": enter,
    "EXIT": leave,
    "LOGIN": login,
    "LOGOUT": logout,
    "SEAT": swap_seats,
    "START": start,
}


def _here(table: NetGame, who: str) -> None:
    if who not in table.people:
        raise Refused(Reason.NOT_HERE, "{name} is not at this table; ENTER first", name=shown(who))


def _player(table: NetGame, who: str) -> None:
    _here(table, who)
    if who not in table.seat_of:
        raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=who)


def _still_here(table: NetGame) -> list[str]:
    """Who plays the next match: who has left does not count any more."""
    return [name for name in table.names if name in table.people]


def _between_games(table: NetGame) -> None:
    if table.playing:
        raise Refused(
            Reason.WRONG_PHASE, "players change between games; wait for the end of this one"
        )


def _between_matches(table: NetGame) -> bool:
    return not table.playing and (table.game == 0 or table.match_over)


def _sit(table: NetGame, who: str, replaced: Sequence[Role | None]) -> Callable[[Status], None]:
    """A new seat, or else the place of somebody with one of these roles; None has left."""
    room = _between_matches(table) and len(_still_here(table)) < table.seats.most
    places = [name for name in table.names if table.people.get(name) in replaced]
    if not room and not places:
        raise Refused(
            Reason.TABLE_FULL,
            "all {most} seats are taken; wait for one, or watch",
            most=len(table.names),
        )

    def sit(status: Status) -> None:
        _sweep(table)
        if room:
            table.names.append(who)
            table.status.append(status)
            _seats_changed(table)
        else:
            _hand_over(table, places[0], who, status)
            table.people.pop(places[0], None)

    return sit


def _stand_in(table: NetGame, who: str) -> None:
    """A robot with a name of its own takes the seat, until somebody else does."""
    taken = {name.casefold() for name in (*table.people, *table.names)}
    numbers = range(table.seat_of[who] + 1, table.seat_of[who] + len(taken) + 2)
    robot = next(name for n in numbers if (name := f"robot-{n}") not in taken)
    _hand_over(table, who, robot, Status.ROBOT)
    table.people[robot] = Role.ROBOT


def _hand_over(table: NetGame, giver: str, taker: str, status: Status) -> None:
    """The seat with its score goes to another player."""
    seat = table.seat_of[giver]
    table.names[seat], table.status[seat] = taker, status
    _seats_changed(table)


def _vacate(table: NetGame, who: str) -> None:
    seat = table.seat_of[who]
    del table.names[seat], table.status[seat]
    _seats_changed(table)


def _sweep(table: NetGame) -> None:
    """The results of a match have been seen: the next one is prepared."""
    if table.match_over:
        for name in [name for name in table.names if name not in table.people]:
            _vacate(table, name)
        table.clear()
        table.emit("PHASE", table.phase)


def _seats_changed(table: NetGame) -> None:
    """What still lies there from the last game was for other eyes."""
    table.seat_of = {name: seat for seat, name in enumerate(table.names)}
    table.put_away()
    table.emit("SEATS", *table.names)
