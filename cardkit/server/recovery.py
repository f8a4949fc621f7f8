"""After a restart: everything is taken up where it was, from what the store holds."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from cardkit.netgame import Reason, Refused, Role
from cardkit.server.aside import Kept
from cardkit.server.book import Book
from cardkit.server.desk import Desk
from cardkit.server.house import House
from cardkit.server.log import blame
from cardkit.server.reading import SavedGame, saved_game
from cardkit.server.session import Session, hash_token
from cardkit.server.setting import HouseRules, Setting
from cardkit.server.store import SavedMatch, SavedSession, SavedTable, Store, is_time
from cardkit.server.vault import Vault

_NAME = re.compile(r"[\w.-]+")
TIME_TO_RETURN = 30
"""Seconds in which all who were here can come back, whatever the rule of their table is."""


def recover(house: House, store: Store) -> float:
    """Take up all tables and sessions; what cannot be is named in the log, and the rest goes on.

    Tells the time of the last input there was. The ledger is not settled: there is nobody yet who
    stores what this adds to it.
    """
    house.ledger.matches, last = store.last_numbers()
    house.names_used.update(last)
    for account, origin in store.origins():
        house.guesses.know(account, origin)
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
            _open(house, rebuild(house, saved_game(store, table.name), people))
        except Refused as refused:  # not its sentence: it may name a card
            _lose(house, table, people, code=refused.reason)
        except Exception as error:  # noqa: BLE001 - rules may fail in any way
            _lose(house, table, people, **blame(error))
    for table in store.tables_aside():
        people = seated.pop(table.name, [])
        try:
            _keep(house, table, people)
        except Exception as error:  # noqa: BLE001 - anything may stand in a damaged row
            _lose(house, table, people, **blame(error))
    for people in seated.values():
        for session in people:
            house.add(session)
    times = [desk.table.time for desk in house.desks.values()]
    return max((*times, *(kept.since for kept in house.aside.tables.values())), default=0.0)


def _session(saved: SavedSession, now: float) -> Session:
    """One who may come back."""
    good = [type(value) for value in saved] == [str, bytes, str, str, int, int, str]
    if not good or len(saved.token) != len(hash_token("")) or not _NAME.fullmatch(saved.name):
        raise ValueError("not what belongs there")
    session = Session(saved.name, saved.token, saved.origin)
    session.away_since = now
    session.saved = saved.match, saved.entries
    for tag in saved.tags.split():
        session.remember(tag)
    return session


def _lose(house: House, table: SavedTable, people: Sequence[Session], **why: object) -> None:
    """Nothing of it is touched in the store: later it may be as it should."""
    house.ledger.log.error("table.lost", table=str(table.name), **why)
    names = tuple(session.name for session in people)
    tokens = {session.token: session.name for session in people}
    kept = Kept(str(table.name), names, tokens, HouseRules(), house.now(), lost=True)
    house.aside.add(kept)


def _keep(house: House, table: SavedTable, people: Sequence[Session]) -> None:
    """A table that was set aside stays so; nothing of its game is read."""
    names, since = json.loads(table.names), table.since or 0.0
    if not is_time(since):
        raise ValueError("not what belongs there")
    tokens = {session.token: session.name for session in people}
    rules = HouseRules(**json.loads(table.house))
    house.aside.add(Kept(table.name, tuple(map(str, names)), tokens, rules, since))


def build_again(house: House, kept: Kept) -> Desk | Exception:
    """A table that was set aside, as it was, or why not. Changes nothing in the house.

    Called off the event loop, perhaps by two who return at once.
    """
    with kept.lock:
        try:
            if kept.desk is None:
                assert house.load is not None  # nothing is set aside otherwise
                game = house.load(kept.name)
                here = [saved for saved in game.people if saved.name in kept.tokens.values()]
                people = [_session(saved, house.now()) for saved in here]
                kept.desk = rebuild(house, game, people)
        except Exception as error:  # noqa: BLE001 - rules may fail in any way, and so may a disk
            return error
        return kept.desk


def take_back(house: House, kept: Kept, built: Desk | Exception) -> bool:
    """A player has returned: the table goes on. False when it cannot."""
    if house.aside.tables.get(kept.name) is not kept:
        return True  # somebody else was quicker
    try:
        if isinstance(built, Exception):
            raise built
        _open(house, built)
    except Exception as error:  # noqa: BLE001 - rules may fail in any way
        kept.lost, kept.desk = True, None
        house.ledger.log.error("table.lost", table=kept.name, **blame(error))
        return False
    house.aside.remove(kept)
    house.ledger.row("taken up", kept.name)
    house.ledger.note("table.taken_up", table=kept.name)
    return True


def _open(house: House, desk: Desk) -> None:
    """Let people come back to a table that stands as it was."""
    for name, role in list(desk.table.people.items()):
        if role is not Role.ROBOT and name not in desk.people:
            desk.apply(name, "EXIT")  # they have left while the table was broken
    if any(role is not Role.ROBOT for role in desk.table.people.values()):
        desk.apply("", f"RESTART {TIME_TO_RETURN}")
    desk.wind()
    house.desks[desk.name] = desk
    for session in desk.people.values():
        session.desk, session.away_since = desk, house.now()
        house.add(session)
    house.watch_clock(desk)
    if not desk.people:
        house.empty[desk.name] = house.now()


def rebuild(house: House, game: SavedGame, people: Sequence[Session]) -> Desk:
    """The table as its journal leaves it. Changes nothing in the house."""
    saved, match, coming = game.table, game.match, game.coming
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
    desk.played = game.played
    desk.people = {session.name: session for session in people}
    desk.recover(open_book(match, house.vault), match.told, game.inputs, over=bool(match.over))
    if coming is not None:
        desk.recover_coming(open_book(coming, house.vault), game.steps)
    return desk


def open_book(match: SavedMatch, vault: Vault) -> Book:
    """The journal of a match; its secret is in the clear when it is over."""
    secret = match.secret if match.over else vault.unseal(match.secret, b"match %d" % match.id)
    return Book(match.id, vault.box(secret), match.deals)
