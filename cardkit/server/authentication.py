"""How a peer becomes somebody: as a guest, by password, by key, or back with a token."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from cardkit.keys import check_signature
from cardkit.netgame import Reason, Refused
from cardkit.protocol import Words
from cardkit.protocol.client_commands import BY_KEY, EnterCommand, ProveCommand, ResumeCommand
from cardkit.protocol.command_schema import ClientCommand
from cardkit.protocol.messages import CameBack, Challenge, Entered
from cardkit.protocol.reasons import ServerReason
from cardkit.server.elsewhere import or_elsewhere, or_with_room
from cardkit.server.hosted_table import HostedTable
from cardkit.server.login_throttle import Tries
from cardkit.server.names import GUEST, guest_name, normal_name
from cardkit.server.passwords import check_password
from cardkit.server.recovery import build_again, cannot_go_on, take_back
from cardkit.server.request import HandOn, Job, Request, not_now
from cardkit.server.session import Session, hash_token
from cardkit.server.store import Account
from cardkit.server.suspended_tables import SuspendedTable

if TYPE_CHECKING:
    from cardkit.server.core import ServerCore

_GUESTS_KEY = re.compile(rf"{BY_KEY} ([0-9a-f]{{64}})")
_NOT_YET = 0.0
"""When the name of a guest is kept from: as soon as the key is proved."""
NOTHING_HEARD = -1
"""In the place of the last event that somebody has heard of a table."""

AnyRequest = Request[ClientCommand]
Built = tuple[SuspendedTable, HostedTable | Exception]
"""A table that was set aside, and what it was built again to."""


def enter(core: ServerCore, request: Request[EnterCommand]) -> Job | HandOn | None:
    if request.peer.session is not None:
        raise Refused(
            ServerReason.ALREADY_ENTERED, "you are {name} already", name=request.peer.session.name
        )
    if core.draining:
        return or_with_room(core, request, lambda: _come_in(core, request))
    return _come_in(core, request)


def _come_in(core: ServerCore, request: Request[EnterCommand]) -> Job | HandOn | None:
    given, secret = request.command.name, request.command.password
    name = "" if given is None else normal_name(given)
    if secret is None and not name:
        return _enter_guest(core, request, guest_name(core.outbox.secret(3).hex()), None)
    is_guest = secret is None or _GUESTS_KEY.fullmatch(secret)
    whole = guest_name(name) if is_guest else name
    if whole in core.sessions:
        return _enter(core, request, name, secret)
    return or_elsewhere(
        core,
        request,
        lambda nodes: nodes.session(whole),
        lambda: _enter(core, request, name, secret),
    )


def _enter(core: ServerCore, request: AnyRequest, name: str, secret: str | None) -> Job:
    if secret is None:
        guest = guest_name(name)
        return Job(
            request,
            lambda: core.account(guest),
            lambda account: _enter_guest(core, request, guest, account),
        )
    address = request.peer.address
    if secret == BY_KEY:
        tries = core.login_throttle.try_key(address)
        return Job(
            request,
            lambda: core.account(name),
            lambda account: _challenge(core, request, account, tries),
        )
    if found := _GUESTS_KEY.fullmatch(secret):
        return _challenge_guest(core, request, guest_name(name), bytes.fromhex(found[1]))

    tries = core.login_throttle.try_password(name, address)

    def check() -> tuple[Account | None, Built | None]:
        account: Account | None = core.account(name)
        right = check_password(secret, None if account is None else account.password)
        return (account, _build_for(core, name)) if right else (None, None)

    return Job(request, check, lambda found: _let_in(core, request, tries, *found))


def _enter_guest(
    core: ServerCore, request: AnyRequest, name: str, account: Account | None
) -> Job | HandOn | None:
    core.bans.check(request.peer.address, name)
    if account is not None:
        raise _taken(name)
    _check_free(core, name)
    core.guests.check(request.peer.origin)

    def let_in() -> None:
        _check_free(core, name)
        _welcome(request, name, core.new_session(request.peer, name))

    return _claim(core, request, name, let_in)


def _claim(
    core: ServerCore,
    request: AnyRequest,
    name: str,
    let_in: Callable[[], None],
    *,
    proved: bool = False,
) -> Job | None:
    """Let somebody in, once no other node can let in another under the same name."""
    elsewhere = core.elsewhere
    if elsewhere is None or name in core.sessions:
        let_in()
        return None

    def go_on(other: str | None) -> None:
        if other == name and name not in core.sessions:
            raise not_now() if proved else _taken(name)
        if other not in (None, name):
            raise _looks_like(name, other)
        try:
            let_in()
        except Refused:
            if name not in core.sessions:
                core.outbox.row("no session", name)
            raise

    return Job(request, lambda: elsewhere.claim(name, proved=proved), go_on)


def _check_free(core: ServerCore, name: str) -> None:
    """Refuse the name of somebody who is here, or has a seat, or looks like it."""
    taken = name in core.sessions or core.aside.is_reserved(name)
    if taken or any(name in hosted.table.people.seat_of for hosted in core.tables.values()):
        # Who had a seat may have left the server; nobody gets the seat by the name alone.
        raise _taken(name)
    other = core.looks_like(name)
    if other is not None:
        raise _looks_like(name, other)


def _looks_like(name: str, other: str | None) -> Refused:
    text = "{name} looks like {other}, who is here"
    return Refused(Reason.NAME_TAKEN, text, name=name, other=other)


def _taken(name: str) -> Refused:
    return Refused(
        Reason.NAME_TAKEN,
        "{name} is taken; if it is yours, come back with RESUME and your token, or choose "
        "another name",
        name=name,
    )


def _challenge_guest(core: ServerCore, request: AnyRequest, name: str, key: bytes) -> Job:
    """A guest wants to keep a name, or has kept it and comes back."""
    tries = core.login_throttle.try_key(request.peer.address)

    def challenge(account: Account | None) -> None:
        if account is None:
            core.bans.check(request.peer.address, name)
            _check_free(core, name)
            core.guests.check(request.peer.origin)
            account = Account(name, None, key, _NOT_YET)
        elif account.public_key != key:
            raise _taken(name)
        _challenge(core, request, account, tries)

    return Job(request, lambda: core.account(name), challenge)


def _let_in(
    core: ServerCore,
    request: AnyRequest,
    tries: Tries,
    account: Account | None,
    built: Built | None,
) -> Job | None:
    if account is None:
        raise Refused(
            ServerReason.WRONG_PASSWORD,
            "the name or the password is wrong; guests enter without a password",
        )
    return _enter_account(core, request, account, built, tries)


def _challenge(
    core: ServerCore, request: AnyRequest, account: Account | None, tries: Tries
) -> None:
    """An unknown name is challenged, too, so that nobody learns which names there are."""
    known = account is not None and account.public_key is not None
    asked = core.outbox.secret(32)
    request.peer.challenge = account if known else None, asked, tries
    request.answer(Challenge(asked.hex()))


def prove(core: ServerCore, request: Request[ProveCommand]) -> Job | None:
    challenge, request.peer.challenge = request.peer.challenge, None
    if challenge is None or request.peer.session is not None:
        raise Refused(ServerReason.BAD_SIGNATURE, "ask for a challenge first: ENTER name KEY")
    account, asked, tries = challenge
    public = b"" if account is None else account.public_key or b""
    if not check_signature(public, asked, request.command.signature):
        raise Refused(
            ServerReason.BAD_SIGNATURE, "that signature does not fit the key of this account"
        )
    assert account is not None
    if core.aside.of_name(account.name) is None:
        return _enter_account(core, request, account, None, tries)
    return Job(
        request,
        lambda: _build_for(core, account.name),
        lambda built: _enter_account(core, request, account, built, tries),
    )


def _build_for(core: ServerCore, name: str) -> Built | None:
    """The table that was set aside with this player, built again; called off the event loop."""
    kept = core.aside.of_name(name)
    return None if kept is None else (kept, build_again(core, kept))


def _enter_account(
    core: ServerCore, request: AnyRequest, account: Account, built: Built | None, tries: Tries
) -> Job | None:
    guest = account.name.startswith(GUEST)
    if not guest:
        core.login_throttle.right(account.name, request.peer.address, tries)
    elif account.made == _NOT_YET:
        _check_free(core, account.name)  # somebody else may have been quicker
    if built is not None:
        take_back(core, *built)
    elif core.aside.of_name(account.name) is not None:  # since a moment ago
        raise not_now()

    def let_in() -> None:
        session = core.sessions.get(account.name)
        if session is None:
            token = core.new_session(request.peer, account.name)
            if guest:
                core.sessions[account.name].has_key = True
                _keep_name(core, account, tries)
            _welcome(request, account.name, token)
        else:
            _check_return(core, request, session)
            token = core.renew(request.peer, session)
            _welcome(request, account.name, token, *_where(request, NOTHING_HEARD))

    return _claim(core, request, account.name, let_in, proved=True)


def _keep_name(core: ServerCore, guest: Account, tries: Tries) -> None:
    core.login_throttle.forgive(tries)
    core.outbox.row("no old guests", core.now() - core.limits.name_kept)
    core.outbox.row("no more guests", core.limits.guest_names - 1)
    core.outbox.row("guest", guest.name, guest.public_key, core.now())


def _welcome(request: AnyRequest, name: str, token: str, *more: Words) -> None:
    request.answer(Entered(name, token), more)


def resume(core: ServerCore, request: Request[ResumeCommand]) -> Job | HandOn | None:
    if request.peer.session is not None:
        raise Refused(
            ServerReason.ALREADY_ENTERED, "you are {name} already", name=request.peer.session.name
        )
    last = NOTHING_HEARD if request.command.last is None else request.command.last
    token = hash_token(request.command.token)
    kept = core.aside.of_token(token)
    if kept is not None:
        return Job(
            request,
            lambda: build_again(core, kept),
            lambda built: _return(core, request, kept, built, token, last),
        )

    def come_back() -> None:
        session = core.tokens.get(token)
        if session is None:
            core.login_throttle.wrong_token(request.peer.address)
            raise Refused(
                ServerReason.BAD_TOKEN,
                "nobody can come back with that token; ENTER anew",
            )
        _resume(core, request, session, last)

    if token not in core.tokens:
        return or_elsewhere(core, request, lambda nodes: nodes.token(token), come_back)
    come_back()
    return None


def _return(
    core: ServerCore,
    request: AnyRequest,
    kept: SuspendedTable,
    built: HostedTable | Exception,
    token: bytes,
    last: int,
) -> None:
    """Back to a table that was set aside."""
    session = core.tokens.get(token) if take_back(core, kept, built) else None
    if session is None:
        raise cannot_go_on()
    _resume(core, request, session, last)


def _check_return(core: ServerCore, request: AnyRequest, session: Session) -> None:
    core.bans.check(request.peer.address, session.name)
    core.returns.check(session.name)


def _resume(core: ServerCore, request: AnyRequest, session: Session, last: int) -> None:
    _check_return(core, request, session)
    if not session.name.startswith(GUEST):
        core.login_throttle.right(session.name, request.peer.address)
    core.take_up(request.peer, session)
    request.answer(CameBack(session.name), _where(request, last))


def _where(request: AnyRequest, last: int) -> tuple[Words, ...]:
    """What somebody who is back has to hear of the table."""
    session = request.peer.session
    if session is None or session.hosted is None:
        return ()
    hosted = session.hosted
    rest = hosted.rest(session, last)
    deals = hosted.deals_so_far(request.peer, session.seat, cards=rest is None)
    heard = (hosted.state(session),) if rest is None else tuple(rest)
    return (*deals, *heard, *hosted.question(request.peer, session.seat))
