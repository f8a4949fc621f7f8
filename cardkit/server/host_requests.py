"""What the host asks of a server that runs: to close a table, to let a player give up a game, and
whom to let in no more.

The commands write it into the store, and the server looks there every few seconds.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

import trio

from cardkit.netgame import Refused, Text
from cardkit.server.core import ServerCore
from cardkit.server.quotas import end_kept
from cardkit.server.runner import ServerRunner
from cardkit.server.saved import Ban, HostRequest, bans_in, requests_in
from cardkit.server.session import Peer
from cardkit.server.store import Store
from cardkit.server.table_owner import dismiss

EVERY = 3.0
Wishes = tuple[Sequence[Ban], Sequence[HostRequest]]


def wishes_in(store: Store) -> Wishes:
    return bans_in(store), requests_in(store)


async def serve_the_host(runner: ServerRunner, path: Path) -> None:
    """Look for wishes again and again, off the event loop, until cancelled."""
    with closing(Store(path)) as store:
        await _again_and_again(runner, lambda: wishes_in(store))


async def _again_and_again(runner: ServerRunner, read: Callable[[], Wishes]) -> None:
    core = runner.core
    while True:
        await trio.sleep(EVERY)
        try:
            wishes = await trio.to_thread.run_sync(read)
        except sqlite3.Error as error:  # such as a database that somebody else keeps busy
            core.outbox.log.error("host.unheard", why=str(error))
            continue
        if not (core.failed or core.closing):
            carry_out(core, wishes, runner.peers)
            core.outbox.settle()


def carry_out(core: ServerCore, wishes: Wishes, peers: Iterable[Peer]) -> None:
    """Do what the host wants; who is concerned is told."""
    bans, requests = wishes
    before = core.bans.people()
    core.bans.replace(bans)
    for who in sorted(core.bans.people() - before):
        core.outbox.note("ban.on", who=who)
    for who in sorted(before - core.bans.people()):
        core.outbox.note("ban.off", who=who)
    for peer in peers:
        name = peer.session.name if peer.session is not None else ""
        refused = core.bans.refusal(peer.origin, name)
        if refused is not None:
            core.part_with(peer, refused)
    for request in requests:
        if request.what == "close":
            _close(core, request.about)
        elif request.what == "forfeit":
            _forfeit(core, *request.about.split(" "))
        core.outbox.row("no request", request.id)


def _close(core: ServerCore, table: str) -> None:
    kept, hosted = core.aside.tables.get(table), core.tables.get(table)
    if hosted is not None:
        dismiss(core, hosted, Text("the host has closed the table; choose another"))
    elif kept is not None:
        end_kept(core, kept)


def _forfeit(core: ServerCore, table: str, player: str) -> None:
    hosted = core.tables.get(table)
    if hosted is None:
        return
    try:
        hosted.apply("", f"FORFEIT {player}")
    except Refused as refused:  # such as after the game
        core.outbox.note("forfeit.refused", table=table, who=player, code=refused.reason)
    else:
        core.watch_clock(hosted)
        core.outbox.note("forfeit.by_host", table=table, who=player)
