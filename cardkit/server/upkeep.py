"""What may be held in the house, and for how long: tables, names, and games that wait.

Now and then those who stay away have left, tables where nobody is are closed, and suspended games
that nobody is at are set aside: kept in the store, and taken up when a player returns.
"""

from __future__ import annotations

import json
from math import ceil
from typing import TYPE_CHECKING

from cardkit.netgame import Reason, Refused, Role
from cardkit.server.aside import Kept
from cardkit.server.desk import Desk
from cardkit.server.session import Session
from cardkit.server.setting import HouseRules

if TYPE_CHECKING:
    from cardkit.server.house import House


def check_room(house: House, rules: HouseRules) -> None:
    """Refuse a table that would be one too many for its owner, their address, or the house."""
    limits = house.limits
    minutes = ceil(limits.away / 60)
    if len(house.desks) >= limits.tables:
        raise Refused(
            Reason.TOO_MANY,
            "there are too many tables; join one of them, or try again in {minutes} minutes",
            minutes=minutes,
        )
    held = [desk.setting.house for desk in house.desks.values()]
    held += [kept.rules for kept in house.aside.tables.values()]
    if rules.owner and sum(each.owner == rules.owner for each in held) >= limits.tables_each:
        raise Refused(
            Reason.TOO_MANY,
            "you have opened {most} tables; that is the limit. One that all have left is closed "
            "within {minutes} minutes, and a suspended game when it was played to the end",
            most=limits.tables_each,
            minutes=minutes,
        )
    if rules.origin and sum(each.origin == rules.origin for each in held) >= limits.tables_from:
        raise Refused(
            Reason.TOO_MANY,
            "{most} tables were opened from your address; that is the limit. Join one, or try "
            "again in {minutes} minutes: one that all have left is closed by then, and a suspended "
            "game when it was played to the end, or after a week",
            most=limits.tables_from,
            minutes=minutes,
        )


def check_table(house: House, session: Session, desk: Desk) -> None:
    """Refuse one who would be one too many at a table, of all or of their address."""
    limits = house.limits
    if len(desk.people) >= limits.people_each:
        raise Refused(
            Reason.TABLE_FULL,
            "{most} people are at this table; that is the limit",
            most=limits.people_each,
        )
    if sum(each.origin == session.origin for each in desk.people.values()) >= limits.people_from:
        raise Refused(
            Reason.TABLE_FULL,
            "{most} people of your address are at this table; that is the limit. Try again when "
            "one of them has left",
            most=limits.people_from,
        )


def check_crowd(house: House, session: Session, desk: Desk) -> None:
    """Each time that somebody comes or goes is kept with the match, so it has a limit."""
    origin = session.caller.origin if session.caller is not None else ""
    house.crowds.check(origin)
    desk.check_coming(origin, house.limits.comings)


def sweep(house: House) -> None:
    now, limits = house.now(), house.limits
    for session in list(house.sessions.values()):
        if session.caller is None and now - session.away_since > _patience(house, session):
            house.end_session(session)
    for name, since in list(house.empty.items()):
        desk = house.desks[name]
        patience = limits.away if desk.played else limits.lobby
        if not desk.setting.house.stays and now - since > patience:
            close_table(house, desk)
    if house.load is not None:
        for desk in [desk for desk in house.desks.values() if _is_abandoned(house, desk)]:
            set_aside(house, desk)
    _end_oldest(house)


def _patience(house: House, session: Session) -> float:
    limits = house.limits
    if session.desk is None:
        return limits.lobby
    table = session.desk.table
    waits = table.playing and table.disconnect.policy == "suspend"
    seated = session.name in table.seat_of
    return limits.suspended if waits and seated else limits.away


def _is_abandoned(house: House, desk: Desk) -> bool:
    """Whether a game waits for players of whom none has been here for long."""
    if not desk.table.suspended or desk.setting.house.stays or not desk.people:
        return False
    before = house.now() - house.limits.away
    return all(s.caller is None and s.away_since < before for s in desk.people.values())


def close_table(house: House, desk: Desk) -> None:
    """Nobody is there any more. What was played stays in the store, and nothing else."""
    del house.desks[desk.name]
    house.empty.pop(desk.name, None)
    desk.alarm = None
    desk.forget_unplayed()
    ledger = house.ledger
    if desk.played:
        ledger.row("closed", desk.name)
    else:
        ledger.row("no table", desk.name)
    ledger.note("table.closed", table=desk.name)


def set_aside(house: House, desk: Desk) -> None:
    """All of it is in the store; what stays here keeps their names and seats for its players."""
    table = desk.table
    names = tuple(name for name in table.names if table.people.get(name) is not Role.ROBOT)
    tokens = {session.token: session.name for session in desk.people.values()}
    for session in desk.people.values():
        house.drop(session)
    del house.desks[desk.name]
    desk.alarm = None
    since = house.now()
    house.aside.add(Kept(desk.name, names, tokens, desk.setting.house, since))
    house.ledger.row("set aside", since, json.dumps(names, ensure_ascii=False), desk.name)
    house.ledger.note("table.set_aside", table=desk.name)


def _end_oldest(house: House) -> None:
    """A game for which nobody has come back in all that time is broken off."""
    limits = house.limits
    kept = [kept for kept in house.aside.tables.values() if not kept.lost]
    too_many, before = len(kept) - limits.set_aside, house.now() - limits.suspended
    for number, each in enumerate(kept):
        each.desk = None  # of somebody who was gone before it was built again
        if number < too_many or each.since < before:
            end_kept(house, each)


def end_kept(house: House, kept: Kept) -> None:
    """Nobody can come back to this table any more."""
    house.aside.remove(kept)
    for name in kept.tokens.values():
        house.ledger.row("no session", name)
    house.ledger.row("closed", kept.name)
    house.ledger.note("table.closed", table=kept.name)
