"""Accounts that people make, and delete, themselves, and what is stored about them.

A guest signs up and keeps what was played; the host may not allow it. What takes long is done off
the event loop.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from cardkit.netgame import Reason, Refused
from cardkit.netgame.seating import between_matches
from cardkit.protocol.client_commands import DeleteCommand, ExportCommand, SignupCommand
from cardkit.protocol.messages import Entered, Export, ExportFollows, HasQuit
from cardkit.protocol.reasons import ServerReason
from cardkit.server.accounts import deletion, renaming
from cardkit.server.names import GUEST, looks
from cardkit.server.passwords import hash_password
from cardkit.server.personal_data import ExportPage
from cardkit.server.request import Job, Request, not_now
from cardkit.server.session import Session
from cardkit.server.store import Row
from cardkit.server.suspended_tables import SuspendedTable
from cardkit.server.table_owner import forget_owner

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore


_FARTHEST = 1 << 53
"""Nobody has as many rows."""


class NewAccount(NamedTuple):
    """An account that can be made."""

    name: str
    password: str
    public_key: bytes | None
    """The key that kept the name of the guest; it opens the account, too."""

    def rows(self, guest: str, made: float) -> Iterator[Row]:
        """What makes it, and what the guest has played its own."""
        yield "account", (self.name, self.password, self.public_key, made)
        yield "guest", (guest, b"", made)
        yield "guest is", (self.name, guest)
        yield from renaming(guest, self.name)


def looks_like_another(name: str) -> Refused:
    text = "{name} looks like somebody who is here; choose another name"
    return Refused(Reason.NAME_TAKEN, text, name=name)


def sign_up(core: ServerCore, request: Request[SignupCommand]) -> Job:
    session = _in_the_lobby(core, request)
    if not core.limits.sign_ups:
        raise Refused(
            ServerReason.NOT_ALLOWED, "here the host makes the accounts; ask them for one"
        )
    if not session.name.startswith(GUEST):
        text = "you have an account already: {name}"
        raise Refused(ServerReason.ALREADY_ENTERED, text, name=session.name)
    command = request.command
    core.sign_ups.check(request.peer.origin)

    def check() -> NewAccount | Refused:
        try:
            name = core.free_name(command.name)
            guest = core.account(session.name)
            key = None if guest is None else guest.public_key
            found = NewAccount(name, hash_password(command.password), key)
            if core.elsewhere is not None:
                core.elsewhere.sign_up(found, session.name)
            return found
        except Refused as refused:
            return refused

    return Job(request, check, lambda found: _make(core, request, session, found))


def _make(
    core: ServerCore,
    request: Request[SignupCommand],
    session: Session,
    found: NewAccount | Refused,
) -> None:
    if isinstance(found, Refused):
        raise found
    if core.elsewhere is None:  # else it is there already
        images = looks(found.name)
        if images & core.just_made or core.looks_like(found.name) not in (None, session.name):
            raise looks_like_another(found.name)
        core.just_made |= images
        for what, values in found.rows(session.name, core.now()):
            core.outbox.row(what, *values)
    if core.sessions.get(session.name) is not session:  # gone meanwhile
        raise not_now()
    token = core.rename(session, found.name)
    core.outbox.note("signed.up", name=found.name)
    request.answer(Entered(found.name, token))


def delete(core: ServerCore, request: Request[DeleteCommand]) -> Job | None:
    """Nothing can be undone here, so the name is to be said again."""
    session, elsewhere = _in_the_lobby(core, request), core.elsewhere
    name = session.name
    if request.command.name != name:
        text = "to delete all that is kept of {name}, say: DELETE {name}"
        raise Refused(Reason.BAD_NAME, text, name=name)
    if elsewhere is None:
        _delete(core, request, session, ())
        return None
    return Job(
        request,
        lambda: elsewhere.set_aside_for(name),
        lambda far: _delete(core, request, session, far),
    )


def _delete(
    core: ServerCore,
    request: Request[DeleteCommand],
    session: Session,
    far: Iterable[SuspendedTable],
) -> None:
    name = session.name
    if request.peer.session is not session or session.hosted is not None:
        raise not_now()
    _check_no_match(core, name, far)
    forget_owner(core, name)
    for what, values in deletion(name):
        core.outbox.row(what, *values)
    core.end_session(session)
    core.outbox.note("deleted", name=name)
    request.answer(HasQuit())
    core.outbox.hang_up(request.peer)


def _check_no_match(core: ServerCore, name: str, far: Iterable[SuspendedTable]) -> None:
    """A match that goes on without somebody would be stored under the name later; those that wait
    for nobody else are over."""
    on = [
        hosted.name
        for hosted in core.tables.values()
        if name in hosted.table.people.seat_of and not between_matches(hosted.table)
    ]
    on += [
        each.name for each in core.lobby.elsewhere.values() if each.playing and name in each.seated
    ]
    waiting = *core.aside.of_player(name), *far
    on += [kept.name for kept in waiting if not kept.waits_for_one]
    if on:
        text = "the match at {table}, which you have left, is still on; delete it when that is over"
        raise Refused(ServerReason.AT_A_TABLE, text, table=on[0])


def export(core: ServerCore, request: Request[ExportCommand]) -> Job:
    """All that is stored about who asks for it, a page at a time."""
    session, start = core.someone(request.peer), min(request.command.start or 0, _FARTHEST)
    core.exports.check(request.peer.origin)

    def read() -> ExportPage | Refused:
        if core.account(session.name) is None:
            return Refused(
                ServerReason.NOT_ALLOWED,
                "nobody can tell what is stored about you from what is about others of your name; "
                "sign up, or enter with a key",
            )
        return core.export_page(session.name, start)

    def answer(found: ExportPage | Refused) -> None:
        if isinstance(found, Refused):
            raise found
        stored, following = found
        request.answer(ExportFollows(following), (Export(stored).words(),))

    return Job(request, read, answer)


def _in_the_lobby(
    core: ServerCore, request: Request[SignupCommand] | Request[DeleteCommand]
) -> Session:
    """Nobody becomes somebody else, or nobody, in the middle of a game."""
    session = core.someone(request.peer)
    if session.hosted is not None:
        text = "you are at {table}; EXIT leaves it, and in the lobby you can do that"
        raise Refused(ServerReason.AT_A_TABLE, text, table=session.hosted.name)
    return session
