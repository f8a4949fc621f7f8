"""After a restart: everything is taken up where it was, from what the store holds."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from cardkit.netgame import Reason, Refused, Role, whole_number
from cardkit.server.aside import Kept
from cardkit.server.book import Book
from cardkit.server.desk import Desk
from cardkit.server.house import House
from cardkit.server.log import blame
from cardkit.server.session import Session, hash_token
from cardkit.server.setting import HouseRules, Setting
from cardkit.server.store import SavedMatch, SavedSession, SavedTable, Store
from cardkit.server.vault import Vault

_NAME = re.compile(r"[\w.-]+")
TIME_TO_RETURN = 30
"""Seconds in which all who were here can come back, whatever the rule of their table is."""


def recover(house: House, store: Store) -> float:
    """Take up all tables and sessions; what cannot be is named in the log, and the rest goes on.

    Tells the time of the last input there was. The ledger is not settled: there is nobody yet who
    stores what this adds to it.
    """
    house.ledger.matches, names = store.last_numbers()
    for name in names:
        stem, _, number = str(name).rpartition("-")
        house.names_used[stem] = max(house.names_used[stem], whole_number(number) or 0)
    seated: dict[str, list[Session]] = {}
    for saved in store.sessions():
        try:
            session = _session(saved, house.now())
        except Exception as error:  # noqa: BLE001 - anything may stand in a damaged row
            house.aside.reserve([str(saved.name)])
            house.ledger.log.error("session.lost", name=str(saved.name), **blame(error))
        else:
            seated.setdefault(saved.seat, []).append(session)
    for table in store.tables():
        people = seated.pop(table.name, [])
        try:
            _recover_table(house, store, table, people)
        except Refused as refused:  # not its sentence: it may name a card
            _set_aside(house, table, people, code=refused.reason)
        except Exception as error:  # noqa: BLE001 - rules may fail in any way
            _set_aside(house, table, people, **blame(error))
    for people in seated.values():
        for session in people:
            house.add(session)
    return max((desk.table.time for desk in house.desks.values()), default=0.0)


def _session(saved: SavedSession, now: float) -> Session:
    name, token = saved.name, saved.token
    good = [type(value) for value in saved] == [str, bytes, str, str, int, int]
    if not good or len(token) != len(hash_token("")) or not _NAME.fullmatch(name):
        raise ValueError("not what belongs there")
    session = Session(name, token)
    session.away_since = now
    session.saved = saved.match, saved.entries
    for tag in saved.tags.split():
        session.remember(tag)
    return session


def _set_aside(house: House, table: SavedTable, people: Sequence[Session], **why: object) -> None:
    """Nothing of it is touched in the store: after the next start it may be as it should."""
    house.ledger.log.error("table.lost", table=str(table.name), **why)
    names = tuple(session.name for session in people)
    tokens = {session.token: session.name for session in people}
    house.aside.add(Kept(str(table.name), names, tokens))


def _recover_table(house: House, store: Store, saved: SavedTable, people: list[Session]) -> None:
    desk = _rebuild(house, store, saved, people)
    for name, role in list(desk.table.people.items()):
        if role is not Role.ROBOT and name not in desk.people:
            desk.apply(name, "EXIT")  # they have left while the table was broken
    if any(role is not Role.ROBOT for role in desk.table.people.values()):
        desk.apply("", f"RESTART {TIME_TO_RETURN}")
    desk.wind()
    house.desks[desk.name] = desk
    for session in people:
        session.desk = desk
        house.add(session)
    house.watch_clock(desk)
    if not people:
        house.empty[desk.name] = house.now()


def _rebuild(house: House, store: Store, saved: SavedTable, people: list[Session]) -> Desk:
    """The table as its journal leaves it. Changes nothing in the house."""
    match, coming = store.last_match(saved.name), store.last_match(saved.name, coming=True)
    if match is None:
        raise Refused(Reason.NO_SUCH_MATCH, "{table} has no match", table=saved.name)
    setting = Setting(
        saved.name,
        saved.game,
        house.find_game(saved.game),
        saved.preset,
        json.loads(saved.options),
        HouseRules(**json.loads(saved.house)),
    )
    desk = Desk(setting, house.ledger, house.vault, house.now, house.robots, house.server)
    desk.played = store.was_played(saved.name)
    desk.people = {session.name: session for session in people}
    book = open_book(match, house.vault)
    desk.recover(book, match.told, _sealed(store, match), over=bool(match.over))
    if coming is not None:
        desk.recover_coming(open_book(coming, house.vault), _sealed(store, coming))
    return desk


def open_book(match: SavedMatch, vault: Vault) -> Book:
    """The journal of a match; its secret is in the clear when it is over."""
    secret = match.secret if match.over else vault.unseal(match.secret, b"match %d" % match.id)
    return Book(match.id, vault.box(secret), match.deals)


def _sealed(store: Store, match: SavedMatch) -> list[bytes]:
    return [sealed for _, sealed in store.inputs(match.id)]
