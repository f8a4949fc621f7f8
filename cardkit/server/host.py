"""What the host asks of a server that runs: to close a table, and whom to let in no more.

The commands write it into the store, and the server looks there every few seconds.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

import trio

from cardkit.netgame import WATCHER, Reason, Refused
from cardkit.server.desk import Desk
from cardkit.server.house import House
from cardkit.server.reading import Ban, Request, bans_in, requests_in
from cardkit.server.session import Caller
from cardkit.server.shell import Shell
from cardkit.server.store import Store
from cardkit.server.upkeep import close_table, end_kept

EVERY = 3.0
Wishes = tuple[Sequence[Ban], Sequence[Request]]


def wishes_in(store: Store) -> Wishes:
    return bans_in(store), requests_in(store)


async def serve_the_host(shell: Shell, path: Path) -> None:
    """Look for wishes again and again, off the event loop, until cancelled."""
    with closing(Store(path)) as store:
        await _again_and_again(shell, lambda: wishes_in(store))


async def _again_and_again(shell: Shell, read: Callable[[], Wishes]) -> None:
    house = shell.house
    while True:
        await trio.sleep(EVERY)
        try:
            wishes = await trio.to_thread.run_sync(read)
        except sqlite3.Error as error:  # such as a database that somebody else keeps busy
            house.ledger.log.error("host.unheard", why=str(error))
            continue
        if not (house.failed or house.closing):
            carry_out(house, wishes, shell.callers)
            house.ledger.settle()


def carry_out(house: House, wishes: Wishes, callers: Iterable[Caller]) -> None:
    """Do what the host wants; who is concerned is told."""
    bans, requests = wishes
    house.bans.replace(bans)
    for caller in callers:
        name = caller.session.name if caller.session is not None else ""
        refused = house.bans.refusal(caller.origin, name)
        if refused is not None:
            house.part_with(caller, refused)
    for request in requests:
        if request.what == "close":
            _close(house, request.about)
        house.ledger.row("no request", request.id)


def _close(house: House, table: str) -> None:
    kept, desk = house.aside.tables.get(table), house.desks.get(table)
    if desk is not None:
        _send_away(house, desk)
        close_table(house, desk)
    elif kept is not None:
        end_kept(house, kept)


def _send_away(house: House, desk: Desk) -> None:
    """Whoever is at this table is at none any more, hears why, and can come back without it."""
    refused = Refused(
        Reason.TABLE_CLOSED,
        "the host has closed {table}; come back with your token, and go to another table",
        table=desk.name,
    )
    for session in list(desk.people.values()):
        caller = session.caller
        if caller is not None:
            caller.session = session.caller = None
            session.away_since = house.now()
            house.part_with(caller, refused)
        session.desk, session.seat = None, WATCHER
        session.save(house.ledger)
    desk.people.clear()
    desk.listeners.clear()
