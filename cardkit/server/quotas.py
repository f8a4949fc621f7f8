"""What may be held of the server, and for how long: tables, names, and games that wait.

Now and then those who stay away have left, tables where nobody is are closed, and games that wait
while nobody is there are set aside: kept in the store, and taken up when a player returns.
"""

from __future__ import annotations

import json
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from cardkit.netgame import WATCHER, Reason, Refused, Role, plural
from cardkit.protocol.reasons import ServerReason
from cardkit.server.hosted_table import HostedTable
from cardkit.server.news import ListedTable
from cardkit.server.session import Session
from cardkit.server.suspended_tables import SuspendedTable
from cardkit.server.table_settings import HostingOptions

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore


def check_room(core: ServerCore, rules: HostingOptions) -> None:
    """Refuse a table that would be one too many for its owner, their address, or the server."""
    limits = core.limits
    minutes = plural(ceil(limits.away / 60), "1 minute", "{n:,} minutes")
    if len(core.tables) >= limits.tables:
        raise Refused(
            ServerReason.TOO_MANY,
            "there are too many tables; join one of them, or try again in {minutes}",
            minutes=minutes,
        )
    _close_one_left(core, rules.owner)
    held: list[HostingOptions | ListedTable] = [*core.lobby.elsewhere.values()]
    held += [hosted.settings.hosting for hosted in core.tables.values()]
    held += [kept.hosting for kept in core.aside.tables.values() if not kept.waits_for_one]
    if rules.owner and sum(each.owner == rules.owner for each in held) >= limits.tables_each:
        raise Refused(
            ServerReason.TOO_MANY,
            "you have opened {tables}; that is the limit. One that all have left is closed "
            "within {minutes}, and a suspended game when it was played to the end",
            tables=plural(limits.tables_each, "1 table", "{n:,} tables"),
            minutes=minutes,
        )
    if rules.origin and sum(each.origin == rules.origin for each in held) >= limits.tables_from:
        raise Refused(
            ServerReason.TOO_MANY,
            plural(
                limits.tables_from,
                "1 table was opened from your address; that is the limit. Join it, or try "
                "again in {minutes}: one that all have left is closed by then, and a suspended "
                "game when it was played to the end, or after a week",
                "{n:,} tables were opened from your address; that is the limit. Join one, or try "
                "again in {minutes}: one that all have left is closed by then, and a suspended "
                "game when it was played to the end, or after a week",
                minutes=minutes,
            ),
        )


def _close_one_left(core: ServerCore, owner: str) -> None:
    """Who plays one match after the other is not held up by tables that all have left."""
    own = [hosted for hosted in core.tables.values() if hosted.settings.hosting.owner == owner]
    left = [hosted for hosted in own if hosted.played and hosted.name in core.empty]
    if owner and left and len(own) >= core.limits.tables_each:
        close_table(core, left[0])


def check_table(core: ServerCore, session: Session, hosted: HostedTable) -> None:
    """Refuse one who would be one too many at a table, of all or of their address."""
    limits = core.limits
    if len(hosted.people) >= limits.people_each:
        raise Refused(
            Reason.TABLE_FULL,
            plural(
                limits.people_each,
                "one person is at this table; that is the limit",
                "{n:,} people are at this table; that is the limit",
            ),
        )
    if sum(each.origin == session.origin for each in hosted.people.values()) >= limits.people_from:
        raise Refused(
            Reason.TABLE_FULL,
            plural(
                limits.people_from,
                "one person of your address is at this table; that is the limit. Try again when "
                "they have left",
                "{n:,} people of your address are at this table; that is the limit. Try again "
                "when one of them has left",
            ),
        )


def check_crowd(core: ServerCore, session: Session, hosted: HostedTable) -> None:
    """Each time that somebody comes or goes is kept with the match, so it has a limit."""
    origin = session.peer.origin if session.peer is not None else ""
    core.crowds.check(origin)
    hosted.check_coming(origin, core.limits.comings)


def sweep(core: ServerCore) -> None:
    now, limits = core.now(), core.limits
    for session in list(core.sessions.values()):
        if session.peer is None and now - session.away_since > _patience(core, session):
            core.end_session(session)
    for name, since in list(core.empty.items()):
        hosted = core.tables[name]
        patience = limits.away if hosted.played else limits.lobby
        if not hosted.settings.hosting.stays and now - since > patience:
            close_table(core, hosted)
    if core.load is not None:
        for hosted in [hosted for hosted in core.tables.values() if _is_abandoned(core, hosted)]:
            set_aside(core, hosted)
    _end_oldest(core)


def _patience(core: ServerCore, session: Session) -> float:
    limits = core.limits
    if session.hosted is None:
        return limits.waiting if core.aside.of_player(session.name) else limits.lobby
    if session.hosted.only_player() == session.name:
        return limits.waiting
    table = session.hosted.table
    waits = table.playing and table.disconnect.policy == "suspend"
    seated = session.name in table.people.seat_of
    return limits.suspended if waits and seated else limits.away


def _is_abandoned(core: ServerCore, hosted: HostedTable) -> bool:
    """Whether a game waits for players of whom none has been here for long."""
    waits = hosted.table.suspended and not hosted.settings.hosting.stays
    if not hosted.people or not (waits or hosted.only_player() is not None):
        return False
    before = core.now() - core.limits.away
    return all(s.peer is None and s.away_since < before for s in hosted.people.values())


def close_table(core: ServerCore, hosted: HostedTable) -> None:
    """Nobody is there any more. What was played stays in the store, and nothing else."""
    del core.tables[hosted.name]
    core.lobby.note(hosted.name, [hosted.settings.hosting.owner])
    core.empty.pop(hosted.name, None)
    hosted.stand_still()
    hosted.forget_unplayed()
    outbox = core.outbox
    if hosted.played:
        outbox.row("closed", hosted.name)
    else:
        outbox.row("no table", hosted.name)
    outbox.note("table.closed", table=hosted.name)


def set_aside(core: ServerCore, hosted: HostedTable, leaving: Session | None = None) -> None:
    """All of it goes to the store; what stays here keeps their names and seats for its players.

    Who leaves the only seat that is no robot's goes to the lobby; all others have left already.
    """
    table, settings, hosting = hosted.table, hosted.settings, hosted.settings.hosting
    names = tuple(name for name in table.names if table.people.roles.get(name) is not Role.ROBOT)
    only = hosted.people.get(hosted.only_player() or "")
    if only is not None:
        for session in [each for each in hosted.people.values() if each is not only]:
            core.leave_table(session)
        settings.hosting = replace(hosting, owner=only.name, origin=only.origin, stays=False)
        _make_room(core, settings.hosting)
    if leaving is not None:
        del hosted.people[leaving.name]
        leaving.hosted, leaving.seat = None, WATCHER
    tokens = {session.token: session.name for session in hosted.people.values()}
    for session in hosted.people.values():
        core.drop(session)
    del core.tables[hosted.name]
    hosted.stand_still()
    kept = SuspendedTable(hosted.name, names, tokens, core.now(), settings, hosted=hosted)
    core.aside.add(kept)
    core.lobby.note(kept.name)
    written = json.dumps(names, ensure_ascii=False)
    core.outbox.row("set aside", kept.since, written, *settings.hosting.written(), hosted.name)
    core.outbox.note("table.set_aside", table=hosted.name)
    if hosting.stays:  # the server has such a table for everybody
        core.open_table(settings.game, settings.preset, settings.options, hosting)


def _make_room(core: ServerCore, hosting: HostingOptions) -> None:
    """Of too many matches of one person, or from one address, the oldest is broken off."""
    kept = [kept for kept in core.aside.tables.values() if kept.waits_for_one and not kept.lost]
    owned = [each for each in kept if each.hosting.owner == hosting.owner]
    near = [each for each in kept if each.hosting.origin == hosting.origin]
    if len(owned) >= core.limits.tables_each:
        end_kept(core, owned[0])
    elif len(near) >= core.limits.tables_from:
        end_kept(core, near[0])


def _end_oldest(core: ServerCore) -> None:
    """A game for which nobody has come back in all that time is broken off.

    Of too many, those in which nobody else loses anything come first.
    """
    limits, now = core.limits, core.now()
    kept = [kept for kept in core.aside.tables.values() if not kept.lost]
    too_many = len(kept) - max(limits.set_aside, core.aside.taken_over)
    for number, each in enumerate(sorted(kept, key=lambda kept: not kept.waits_for_one)):
        if core.outbox.all_stored:
            each.hosted = None
        patience = limits.waiting if each.waits_for_one else limits.suspended
        if number < too_many or now - each.since > patience:
            end_kept(core, each)


def end_kept(core: ServerCore, kept: SuspendedTable) -> None:
    """Nobody can come back to this table any more."""
    core.aside.remove(kept)
    core.lobby.note(kept.name, kept.names)
    for name in kept.tokens.values():
        core.outbox.row("no session", name)
    core.outbox.row("closed", kept.name)
    core.outbox.note("table.closed", table=kept.name)
