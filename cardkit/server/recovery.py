"""After a restart: everything is taken up where it was, from what the store holds."""

from __future__ import annotations

import json

from cardkit.netgame import Refused, Role
from cardkit.server.book import Book
from cardkit.server.desk import Desk
from cardkit.server.house import House
from cardkit.server.log import blame
from cardkit.server.session import Session
from cardkit.server.setting import HouseRules, Setting
from cardkit.server.store import SavedMatch, SavedTable, Store
from cardkit.server.vault import Vault

TIME_TO_RETURN = 30
"""Seconds in which all who were here can come back, whatever the rule of their table is."""


def recover(house: House, store: Store) -> float:
    """Take up all tables and sessions; a table that cannot be is logged, and the rest goes on.

    Tells the time of the last input there was. The ledger is not settled: there is nobody yet who
    stores what this adds to it.
    """
    house.ledger.matches, names = store.last_numbers()
    for name in names:
        stem, _, number = name.rpartition("-")
        house.names_used[stem] = max(house.names_used[stem], int(number))
    seated: dict[str, list[Session]] = {}
    for saved in store.sessions():
        session = Session(saved.name, saved.token)
        session.away_since = house.now()
        session.saved = saved.match, saved.entries
        for tag in saved.tags.split():
            session.remember(tag)
        house.add(session)
        seated.setdefault(saved.seat, []).append(session)
    for table in store.tables():
        try:
            _recover_table(house, store, table, seated.get(table.name, []))
        except Refused as refused:  # not its sentence: it may name a card
            house.ledger.log.error("table.lost", table=table.name, code=refused.reason)
        except Exception as error:  # noqa: BLE001 - rules may fail in any way
            house.ledger.log.error("table.lost", table=table.name, **blame(error))
    return max((desk.table.time for desk in house.desks.values()), default=0.0)


def _recover_table(house: House, store: Store, saved: SavedTable, people: list[Session]) -> None:
    match, coming = store.last_match(saved.name), store.last_match(saved.name, coming=True)
    assert match is not None  # a table is stored together with its first match
    setting = Setting(
        saved.name,
        saved.game,
        house.find_game(saved.game),
        saved.preset,
        json.loads(saved.options),
        HouseRules(**json.loads(saved.house)),
    )
    desk = Desk(setting, house.ledger, house.vault, house.now, house.robots, house.server)
    desk.people = {session.name: session for session in people}
    book = open_book(match, house.vault)
    desk.recover(book, match.told, _sealed(store, match), over=bool(match.over))
    if coming is not None:
        desk.recover_coming(open_book(coming, house.vault), _sealed(store, coming))
    house.desks[desk.name] = desk
    for session in people:
        session.desk = desk
    for name, role in list(desk.table.people.items()):
        if role is not Role.ROBOT and name not in desk.people:
            desk.apply(name, "EXIT")  # they have left while the table was broken
    if any(role is not Role.ROBOT for role in desk.table.people.values()):
        desk.apply("", f"RESTART {TIME_TO_RETURN}")
    desk.wind()
    house.watch_clock(desk)
    if not people:
        house.empty[desk.name] = house.now()


def open_book(match: SavedMatch, vault: Vault) -> Book:
    """The journal of a match; its secret is in the clear when it is over."""
    secret = match.secret if match.over else vault.unseal(match.secret, b"match %d" % match.id)
    return Book(match.id, vault.box(secret), match.deals)


def _sealed(store: Store, match: SavedMatch) -> list[bytes]:
    return [sealed for _, sealed in store.inputs(match.id)]
