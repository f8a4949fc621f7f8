"""How a caller becomes somebody: as a guest, by password, by key, or back with a token."""

from __future__ import annotations

from typing import Any

from cardkit.keys import check_signature
from cardkit.netgame import Reason, Refused
from cardkit.netgame.command import whole_number
from cardkit.server.aside import Kept
from cardkit.server.calls import Call, Job, not_now
from cardkit.server.desk import Desk
from cardkit.server.guesses import Tries
from cardkit.server.house import House
from cardkit.server.names import GUEST, guest_name, normal_name
from cardkit.server.passwords import check_password
from cardkit.server.recovery import build_again, take_back
from cardkit.server.session import Session, hash_token
from cardkit.server.store import Account

Built = tuple[Kept, Desk | Exception]
"""A table that was set aside, and what it was built again to."""


def enter(house: House, call: Call) -> Job | None:
    """ENTER [name [password | KEY]]"""
    if call.caller.session is not None:
        raise Refused(
            Reason.ALREADY_ENTERED, "you are {name} already", name=call.caller.session.name
        )
    name = normal_name(call.words[1]) if len(call.words) > 1 else ""
    if len(call.words) <= 2:
        _enter_guest(house, call, name)
        return None
    secret = " ".join(call.words[2:])
    address = call.caller.address
    if secret == "KEY":
        tries = house.guesses.try_key(address)
        return Job(
            call,
            lambda: house.account(name),
            lambda account: _challenge(house, call, account, tries),
        )

    tries = house.guesses.try_password(name, address)

    def check() -> tuple[Account | None, Built | None]:
        account: Account | None = house.account(name)
        right = check_password(secret, None if account is None else account.password)
        return (account, _build_for(house, name)) if right else (None, None)

    return Job(call, check, lambda found: _let_in(house, call, tries, *found))


def _enter_guest(house: House, call: Call, wanted: str) -> None:
    name = guest_name(wanted or house.ledger.secret(3).hex())
    house.bans.check(call.caller.address, name)
    taken = name in house.sessions or house.aside.is_reserved(name)
    if taken or any(name in desk.table.seat_of for desk in house.desks.values()):
        # Who had a seat may have left the house; nobody gets the seat by the name alone.
        raise Refused(
            Reason.NAME_TAKEN,
            "{name} is taken; if it is yours, come back with RESUME and your token, or choose "
            "another name",
            name=name,
        )
    other = house.looks_like(name)
    if other is not None:
        raise Refused(
            Reason.NAME_TAKEN, "{name} looks like {other}, who is here", name=name, other=other
        )
    house.guests.check(call.caller.origin)
    _welcome(call, name, house.new_session(call.caller, name))


def _let_in(
    house: House, call: Call, tries: Tries, account: Account | None, built: Built | None
) -> None:
    if account is None:
        raise Refused(
            Reason.WRONG_PASSWORD,
            "the name or the password is wrong; guests enter without a password",
        )
    _enter_account(house, call, account, built, tries)


def _challenge(house: House, call: Call, account: Account | None, tries: Tries) -> None:
    """An unknown name is challenged, too, so that nobody learns which names there are."""
    known = account is not None and account.public_key is not None
    asked = house.ledger.secret(32)
    call.caller.challenge = account if known else None, asked, tries
    call.answer("CHALLENGE", asked.hex())


def prove(house: House, call: Call) -> Job | None:
    """PROVE signature"""
    challenge, call.caller.challenge = call.caller.challenge, None
    if challenge is None or call.caller.session is not None:
        raise Refused(Reason.BAD_SIGNATURE, "ask for a challenge first: ENTER name KEY")
    account, asked, tries = challenge
    public = b"" if account is None else account.public_key or b""
    if len(call.words) != 2 or not check_signature(public, asked, call.words[1]):
        raise Refused(Reason.BAD_SIGNATURE, "that signature does not fit the key of this account")
    assert account is not None
    if house.aside.of_name(account.name) is None:
        _enter_account(house, call, account, None, tries)
        return None
    return Job(
        call,
        lambda: _build_for(house, account.name),
        lambda built: _enter_account(house, call, account, built, tries),
    )


def _build_for(house: House, name: str) -> Built | None:
    """The table that was set aside with this player, built again; called off the event loop."""
    kept = house.aside.of_name(name)
    return None if kept is None else (kept, build_again(house, kept))


def _enter_account(
    house: House, call: Call, account: Account, built: Built | None, tries: Tries
) -> None:
    house.guesses.right(account.name, call.caller.address, tries)
    if built is not None:
        take_back(house, *built)
    elif house.aside.of_name(account.name) is not None:  # since a moment ago
        raise not_now()
    session = house.sessions.get(account.name)
    if session is None:
        _welcome(call, account.name, house.new_session(call.caller, account.name))
        return
    _check_return(house, call, session)
    token = house.renew(call.caller, session)
    _welcome(call, account.name, token, *_where(call, -1))


def _welcome(call: Call, name: str, token: str, *more: Any) -> None:
    call.answer("ENTER", name, token, more=more)


def resume(house: House, call: Call) -> Job | None:
    """RESUME token [last event]"""
    if call.caller.session is not None:
        raise Refused(
            Reason.ALREADY_ENTERED, "you are {name} already", name=call.caller.session.name
        )
    last = whole_number(call.words[2]) if len(call.words) == 3 else -1
    token = hash_token(call.words[1]) if len(call.words) in (2, 3) else b""
    kept = house.aside.of_token(token)
    if kept is not None and last is not None:
        return Job(
            call,
            lambda: build_again(house, kept),
            lambda built: _return(house, call, kept, built, token, last),
        )
    session = house.tokens.get(token)
    if session is None or last is None:
        house.guesses.wrong_token(call.caller.address)
        raise Refused(
            Reason.BAD_TOKEN,
            "nobody can come back with that; say RESUME, your token and the number of the last "
            "event you heard, or ENTER anew",
        )
    _resume(house, call, session, last)
    return None


def _return(
    house: House, call: Call, kept: Kept, built: Desk | Exception, token: bytes, last: int
) -> None:
    """Back to a table that was set aside."""
    session = house.tokens.get(token) if take_back(house, kept, built) else None
    if session is None:
        raise Refused(
            Reason.TABLE_BROKEN,
            "your table cannot be taken up just now; keep your token: the host finds the cause in "
            "the log of the server, and when it is mended you can come back",
        )
    _resume(house, call, session, last)


def _check_return(house: House, call: Call, session: Session) -> None:
    house.bans.check(call.caller.address, session.name)
    house.returns.check(session.name)


def _resume(house: House, call: Call, session: Session, last: int) -> None:
    _check_return(house, call, session)
    if not session.name.startswith(GUEST):
        house.guesses.right(session.name, call.caller.address)
    house.take_up(call.caller, session)
    call.answer("RESUME", session.name, more=_where(call, last))


def _where(call: Call, last: int) -> tuple[Any, ...]:
    """What somebody who is back has to hear of the table."""
    session = call.caller.session
    if session is None or session.desk is None:
        return ()
    desk = session.desk
    rest = desk.rest(session, last)
    deals = desk.dealing.so_far(call.caller, session.seat, cards=rest is None)
    heard = (desk.state(session),) if rest is None else tuple(rest)
    return (*deals, *heard, *desk.question(call.caller, session.seat))
