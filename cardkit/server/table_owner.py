"""What a person may do with the table that they have opened: close it, and send somebody away.

The tables of the server itself have no owner; its host closes them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardkit.netgame import WATCHER, Reason, Refused, Role, Text
from cardkit.netgame.seating import between_matches
from cardkit.protocol.client_commands import CloseCommand, KickCommand
from cardkit.protocol.messages import Closed, Exited, Kicked
from cardkit.protocol.reasons import ServerReason
from cardkit.registry import not_found
from cardkit.server.bans import is_same
from cardkit.server.news import News
from cardkit.server.quotas import close_table, end_kept
from cardkit.server.request import Request

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore
    from cardkit.server.hosted_table import HostedTable
    from cardkit.server.session import Session
    from cardkit.server.table_settings import HostingOptions, TableSettings

MOST_BARRED = 100
"""Of more names, the one that was sent away first may come back."""


def close(core: ServerCore, request: Request[CloseCommand]) -> None:
    owner, hosted = _own_table(core, request)
    _check_not_rated(hosted)
    request.done()
    request.answer(Exited())
    why = Text("{name} has closed the table; choose another", name=owner.name)
    dismiss(core, hosted, why, but=owner)


def dismiss(
    core: ServerCore, hosted: HostedTable, why: Text, *, but: Session | None = None
) -> None:
    """Close a table: all who are there are in the lobby now, and hear why."""
    for session in hosted.people.values():
        session.hosted, session.seat = None, WATCHER
        session.save(core.outbox)
        if session.peer is not None and session is not but:
            core.outbox.say(session.peer, Closed(why.text(session.peer.language)).words())
    hosted.people.clear()
    hosted.listeners.clear()
    close_table(core, hosted)


def kick(core: ServerCore, request: Request[KickCommand]) -> None:
    owner, hosted = _own_table(core, request)
    name, settings = request.command.name, hosted.settings
    session = hosted.people.get(name)
    if session is None:
        raise _nobody_to_kick(hosted, name)
    if session is owner:
        raise Refused(
            ServerReason.NOT_ALLOWED,
            "you have opened this table: EXIT leaves it, CLOSE closes it for all",
        )
    if name in hosted.table.people.seat_of:
        _check_not_rated(hosted)
    barred = [*settings.hosting.barred.split(), name][-MOST_BARRED:]
    _change(core, settings, replace(settings.hosting, barred=" ".join(barred)))
    core.leave_table(session)
    session.save(core.outbox)
    if hosted.table.suspended:  # it would wait for them, who cannot come back
        core.happens(hosted, "", f"FORFEIT {name}")
    if session.peer is not None:
        text = "{owner} has sent you away from {table}; you cannot come back to it"
        _tell(core, session, name, Text(text, owner=owner.name, table=hosted.name))
    told = Text("{owner} has sent {name} away", owner=owner.name, name=name)
    for other in hosted.listeners:
        if other is not owner:
            _tell(core, other, name, told)
    request.done()
    owner.save(core.outbox)
    core.outbox.note("table.kicked", table=hosted.name, who=name, by=owner.name)
    request.answer(more=(Kicked(name, told.text(request.peer.language)).words(),))


def check_not_barred(hosting: HostingOptions, session: Session) -> None:
    """Refuse who was sent away from a table."""
    if any(is_same(name, session.name) for name in hosting.barred.split()):
        text = "{owner} has sent you away from this table; choose another"
        raise Refused(ServerReason.NOT_ALLOWED, text, owner=hosting.owner or Text("somebody"))


def rename_owner(core: ServerCore, old: str, new: str) -> None:
    """A person is called otherwise, or has left for good without a name to come back under.

    What was theirs is theirs, and what was nobody's business of the old name is not of the new.
    """
    rename_here(core, old, new)
    core.outbox.tell_house(News.RENAMED, [old, new])


def rename_here(core: ServerCore, old: str, new: str) -> None:
    """The same at the tables of this node."""
    if not new:
        _end_waiting(core, old)
    for listed in [each for each in core.lobby.elsewhere.values() if each.owner == old]:
        core.lobby.elsewhere[listed.name] = listed._replace(owner=new)
    aside = (kept.settings for kept in core.aside.tables.values())
    for settings in (*(hosted.settings for hosted in core.tables.values()), *aside):
        if settings is None:
            continue
        hosting, barred = settings.hosting, settings.hosting.barred.split()
        if hosting.owner == old:
            hosting = replace(hosting, owner=new)
        if new and old in barred:
            hosting = replace(hosting, barred=" ".join([*barred, new]))
        if hosting is not settings.hosting:
            _change(core, settings, hosting)


def forget_owner(core: ServerCore, name: str) -> None:
    """Somebody wants all about them forgotten."""
    forget_here(core, name)
    core.outbox.tell_house(News.DELETED, name)


def forget_here(core: ServerCore, name: str) -> None:
    """The same at the tables of this node."""
    _end_waiting(core, name)
    for hosted in core.tables.values():
        if hosted.settings.hosting.owner == name:
            _change(core, hosted.settings, replace(hosted.settings.hosting, owner="", origin=""))


def _end_waiting(core: ServerCore, name: str) -> None:
    """Nobody else wants to come back to the tables that wait for one alone."""
    for kept in [kept for kept in core.aside.of_player(name) if kept.waits_for_one]:
        end_kept(core, kept)


def _own_table(
    core: ServerCore, request: Request[CloseCommand] | Request[KickCommand]
) -> tuple[Session, HostedTable]:
    hosted, session = core.at_table(request.peer), core.someone(request.peer)
    owner = hosted.settings.hosting.owner
    if not owner:
        raise Refused(
            ServerReason.NOT_ALLOWED,
            "this table belongs to nobody here; only the host of the server can do that",
        )
    if owner != session.name:
        text = "only {owner}, who has opened this table, can do that"
        raise Refused(ServerReason.NOT_ALLOWED, text, owner=owner)
    return session, hosted


def _check_not_rated(hosted: HostedTable) -> None:
    """Nobody gets out of a match that counts, or throws another out of it."""
    if hosted.settings.hosting.rated and not between_matches(hosted.table):
        raise Refused(ServerReason.NOT_ALLOWED, "a rated match keeps its players until it is over")


def _nobody_to_kick(hosted: HostedTable, name: str) -> Refused:
    if hosted.table.people.roles.get(name) is Role.ROBOT:
        text = "{name} is a robot; it makes room for who takes a seat"
        return Refused(ServerReason.NOT_ALLOWED, text, name=name)
    text = "{name} is not at this table{hint} WHO lists who is"
    return not_found(Reason.NO_SUCH_PLAYER, text, name, hosted.people)


def _change(core: ServerCore, settings: TableSettings, hosting: HostingOptions) -> None:
    settings.hosting = hosting
    core.outbox.row("hosting", *hosting.written(), settings.name)


def _tell(core: ServerCore, session: Session, name: str, why: Text) -> None:
    if session.peer is not None:
        core.outbox.say(session.peer, Kicked(name, why.text(session.peer.language)).words())
