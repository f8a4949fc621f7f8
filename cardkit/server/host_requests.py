"""What the host asks of a server that runs: to close a table, to let a player give up a game, and
whom to let in no more.

The commands write it into the store, and the server looks there every few seconds.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from math import inf

import trio

from cardkit.netgame import Refused
from cardkit.server.core import ServerCore
from cardkit.server.host_commands import close, forfeit, send_away_banned
from cardkit.server.saved import Ban, HostRequest, bans_in, requests_in
from cardkit.server.store import Errors, Store
from cardkit.server.store_address import StoreAddress

EVERY = 3.0
LOOKED_FOR = 60.0
"""Seconds after which it is clear that no node has the table of a request."""
Wishes = tuple[Sequence[Ban], Sequence[HostRequest]]


def wishes_in(store: Store) -> Wishes:
    return bans_in(store), requests_in(store)


async def serve_the_host(
    core: ServerCore,
    address: StoreAddress,
    wait: Callable[[], Awaitable[None]] = trio.sleep_forever,
) -> None:
    """Look for wishes again and again, off the event loop, until cancelled.

    `wait` returns when there are some.
    """

    def read() -> Wishes:
        with address.reading() as store:
            return wishes_in(store)

    errors: Errors = (Refused, *address.errors)
    while True:
        with trio.move_on_after(EVERY):
            await wait()
        asked = core.now()
        try:
            bans, requests = await trio.to_thread.run_sync(read)
        except errors as error:  # such as a database that is kept busy
            core.outbox.log.error("host.unheard", why=str(error))
            continue
        if not (core.failed or core.closing):
            carry_out(core, (bans, requests), asked)
            core.outbox.settle()


def carry_out(core: ServerCore, wishes: Wishes, asked: float = inf) -> None:
    """Do what the host wanted when it was asked, by default now; who is concerned is told."""
    bans, requests = wishes
    before = core.bans.people()
    core.bans.take_over(bans, asked)
    for who in sorted(core.bans.people() - before):
        core.outbox.note("ban.on", who=who)
    for who in sorted(before - core.bans.people()):
        core.outbox.note("ban.off", who=who)
    send_away_banned(core)
    for request in requests:
        table, player = request.at_table, request.player
        if _is_elsewhere(core, request):
            continue
        try:
            if request.what == "close":
                close(core, table)
            elif request.what == "forfeit":
                forfeit(core, table, player)
                core.outbox.note("forfeit.by_host", table=table, who=player)
        except Refused as refused:  # such as after the game
            what = f"{request.what}.refused"
            core.outbox.note(what, table=table, who=player, code=refused.reason)
        core.outbox.row("no request", request.id)


def _is_elsewhere(core: ServerCore, request: HostRequest) -> bool:
    """Whether a request concerns a table that another node may have, as long as one may see to
    it."""
    is_here = request.at_table in core.tables or request.at_table in core.aside.tables
    is_new = core.now() - request.made < LOOKED_FOR
    return core.elsewhere is not None and not is_here and is_new
