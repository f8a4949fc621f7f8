"""The words of participants outside the play: ENTER, EXIT, LOGIN, LOGOUT, SEAT, START.

Each function checks first and returns what to do; nothing has changed when it refuses.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

from cardkit.netgame.absence import Status, go_missing, welcome_back
from cardkit.netgame.refusal import Reason, Refused

if TYPE_CHECKING:
    from cardkit.netgame.table import NetGame

Deed = Callable[[], None]
LONGEST_NAME = 24


class Role(StrEnum):
    """Where a participant of a table stands."""

    WAITING = "waiting"
    WATCHING = "watching"
    PLAYER = "player"
    ROBOT = "robot"


def check_name(table: NetGame, name: str) -> None:
    """Refuse what could be mistaken for something else in a line of text."""
    good = name == unicodedata.normalize("NFKC", name) and 0 < len(name) <= LONGEST_NAME
    if not good or not all(c.isalnum() or c in "-_." for c in name):
        raise Refused(
            Reason.BAD_NAME,
            "{name} is no name for a player: use 1 to {most} letters, digits, - _ or .",
            name=repr(name)[:40],
            most=LONGEST_NAME,
        )
    if table.is_word(name) or name.lstrip("-").isdigit():
        raise Refused(
            Reason.BAD_NAME,
            "{name} is a word of the game or a number; choose another name",
            name=name,
        )


def enter(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """ENTER [WATCH]: come to the table as one who waits to play or only watches."""
    if who in table.people:
        raise Refused(Reason.NAME_TAKEN, "{name} is at this table already", name=who)
    watch = _only(words, ("WATCH",)) == "WATCH"
    if who in table.seat_of:  # the player of a seat comes back
        return lambda: welcome_back(table, who)
    check_name(table, who)

    def deed() -> None:
        table.people[who] = Role.WATCHING if watch else Role.WAITING

    return deed


def leave(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """EXIT: leave the table; a seat in a running game is then a lost one."""
    _only(words, ())
    _here(table, who)

    def deed() -> None:
        seat = table.seat_of.get(who)
        if seat is not None:
            if _between_matches(table):
                _vacate(table, who)
            else:
                go_missing(table, seat, gone=True)
        del table.people[who]

    return deed


def login(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """LOGIN: become a player, in a free seat or in the place of a robot."""
    _only(words, ())
    _here(table, who)
    if who in table.seat_of:
        raise Refused(Reason.ALREADY_A_PLAYER, "{name} plays already", name=who)
    _between_games(table)
    if _between_matches(table) and len(table.names) < table.seats.most:

        def sit() -> None:
            table.seat_of[who] = len(table.names)
            table.names.append(who)
            table.status.append(Status.HERE)
            table.people[who] = Role.PLAYER

        return sit
    for seat, name in enumerate(table.names):
        if table.people.get(name) in (Role.ROBOT, None):
            return lambda: _take_over(table, who, seat)
    raise Refused(
        Reason.TABLE_FULL,
        "all {most} seats are taken; wait for one, or watch",
        most=len(table.names),
    )


def logout(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """LOGOUT: stop playing, between games; the seat of a running match waits for another."""
    _only(words, ())
    _player(table, who)
    _between_games(table)

    def deed() -> None:
        if _between_matches(table):
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
    others = [name for name in table.names if name != who]
    if len(words) != 2 or words[1] not in others:
        raise Refused(
            Reason.NO_SUCH_PLAYER,
            "name the player to change places with: {players}",
            players=", ".join(f"SEAT {n}" for n in others) or "nobody else plays",
        )

    def deed() -> None:
        a, b = table.seat_of[who], table.seat_of[words[1]]
        table.names[a], table.names[b] = table.names[b], table.names[a]
        table.status[a], table.status[b] = table.status[b], table.status[a]
        table.seat_of[who], table.seat_of[words[1]] = b, a

    return deed


def start(table: NetGame, who: str, words: Sequence[str]) -> Deed:
    """START: begin the next game. The table itself may bring the key of the deal along."""
    if who:
        _player(table, who)
        _only(words, ())
    if table.playing:
        raise Refused(Reason.WRONG_PHASE, "a game is under way; START begins the next one")
    missing = table.seats.least - len(table.names)
    if missing > 0:
        raise Refused(
            Reason.TOO_FEW_PLAYERS,
            "{missing} more player(s) needed: {title} is for {least} to {most}",
            missing=missing,
            title=table.title,
            least=table.seats.least,
            most=table.seats.most,
        )
    if table.seats.partners and len(table.names) % 2:
        raise Refused(Reason.TOO_FEW_PLAYERS, "partners need an even number of players")
    key = b""
    if len(words) > 1:
        try:
            key = bytes.fromhex(words[1])
        except ValueError:
            raise Refused(Reason.BAD_KEY, "the key of a deal is written as hex digits") from None
    return lambda: table.begin_game(key)


WORDS: dict[str, Callable[[NetGame, str, Sequence[str]], Deed]] = {
    "ENTER": enter,
    "EXIT": leave,
    "LOGIN": login,
    "LOGOUT": logout,
    "SEAT": swap_seats,
    "START": start,
}


def _only(words: Sequence[str], allowed: Sequence[str]) -> str:
    """The one extra word, which must be an allowed one."""
    extra = words[1:]
    if not extra:
        return ""
    if len(extra) > 1 or extra[0].upper() not in allowed:
        raise Refused(
            Reason.UNKNOWN_WORD,
            "{verb} takes {allowed} and no more",
            verb=words[0],
            allowed=" or ".join(allowed) or "no other word",
        )
    return extra[0].upper()


def _here(table: NetGame, who: str) -> None:
    if who not in table.people:
        raise Refused(Reason.NOT_HERE, "{name} is not at this table; ENTER first", name=who)


def _player(table: NetGame, who: str) -> None:
    _here(table, who)
    if who not in table.seat_of:
        raise Refused(Reason.NOT_A_PLAYER, "{name} does not play; LOGIN first", name=who)


def _between_games(table: NetGame) -> None:
    if table.playing:
        raise Refused(
            Reason.WRONG_PHASE, "players change between games; wait for the end of this one"
        )


def _between_matches(table: NetGame) -> bool:
    return not table.playing and (table.game == 0 or table.match_over)


def _vacate(table: NetGame, who: str) -> None:
    seat = table.seat_of[who]
    del table.names[seat], table.status[seat]
    table.seat_of = {name: seat for seat, name in enumerate(table.names)}


def _stand_in(table: NetGame, who: str) -> None:
    """A robot with a name of its own takes the seat, until somebody else does."""
    seat = table.seat_of.pop(who)
    taken = {*table.people, *table.seat_of}
    name = next(n for i in range(len(taken) + 1) if (n := f"robot-{seat + i + 1}") not in taken)
    table.names[seat], table.status[seat] = name, Status.ROBOT
    table.seat_of[name] = seat
    table.people[name] = Role.ROBOT


def _take_over(table: NetGame, who: str, seat: int) -> None:
    robot = table.names[seat]
    del table.seat_of[robot]
    table.people.pop(robot, None)
    table.names[seat] = who
    table.status[seat] = Status.HERE
    table.seat_of[who] = seat
    table.people[who] = Role.PLAYER
