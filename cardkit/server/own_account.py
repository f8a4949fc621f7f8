"""Accounts that people make, and delete, themselves: a guest signs up and keeps what was played.

The host may not allow it. Checks that take long are done off the event loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from cardkit.netgame import Reason, Refused
from cardkit.protocol.client_commands import DeleteCommand, SignupCommand
from cardkit.protocol.messages import Entered, HasQuit
from cardkit.protocol.reasons import ServerReason
from cardkit.server.names import GUEST, looks
from cardkit.server.passwords import hash_password
from cardkit.server.request import Job, Request
from cardkit.server.session import Session

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore


SOMEBODY = "somebody"
"""What a player is called in the history who has deleted the account."""
_PLAYED = ("matches of", "games of")


class NewAccount(NamedTuple):
    """An account that can be made."""

    name: str
    password: str
    public_key: bytes | None
    """The key that kept the name of the guest; it opens the account, too."""


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
            return NewAccount(name, hash_password(command.password), key)
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
    images = looks(found.name)
    if images & core.just_made or core.looks_like(found.name) not in (None, session.name):
        text = "{name} looks like somebody who is here; choose another name"
        raise Refused(Reason.NAME_TAKEN, text, name=found.name)
    core.just_made |= images
    guest, now = session.name, core.now()
    core.outbox.row("account", found.name, found.password, found.public_key, now)
    core.outbox.row("guest", guest, b"", now)
    core.outbox.row("guest is", found.name, guest)
    for what in _PLAYED:
        core.outbox.row(what, found.name, guest)
    token = core.rename(session, found.name)
    core.outbox.note("signed.up", name=found.name)
    request.answer(Entered(found.name, token))


def delete(core: ServerCore, request: Request[DeleteCommand]) -> None:
    """Nothing can be undone here, so the name is to be said again."""
    session = _in_the_lobby(core, request)
    name = session.name
    if request.command.name != name:
        text = "to delete all that is kept of {name}, say: DELETE {name}"
        raise Refused(Reason.BAD_NAME, text, name=name)
    for what in ("no account", "no origins", "no names", "no ratings"):
        core.outbox.row(what, name)
    for what in _PLAYED:
        core.outbox.row(what, SOMEBODY, name)
    core.end_session(session)
    core.outbox.note("deleted", name=name)
    request.answer(HasQuit())
    core.outbox.hang_up(request.peer)


def _in_the_lobby(
    core: ServerCore, request: Request[SignupCommand] | Request[DeleteCommand]
) -> Session:
    """Nobody becomes somebody else, or nobody, in the middle of a game."""
    session = core.someone(request.peer)
    if session.hosted is not None:
        text = "you are at {table}; EXIT leaves it, and in the lobby you can do that"
        raise Refused(ServerReason.AT_A_TABLE, text, table=session.hosted.name)
    return session
