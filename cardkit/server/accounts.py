"""Accounts: who may enter under a name of their own, by password or by key.

Works on the store of a server that runs as well as on one that does not. Asks and prints nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from cardkit.netgame import NetGame, Reason, Refused
from cardkit.protocol.reasons import ServerReason
from cardkit.registry import not_found
from cardkit.server.names import check_new_name, looks, normal_name
from cardkit.server.news import News, tell_nodes
from cardkit.server.store import Account, Row, Store

SOMEBODY = "somebody"
"""What a player is called in the history who has deleted the account."""


def new_name(store: Store, typed: str, *, games: Iterable[type[NetGame]]) -> str:
    """The name of an account that can be made, and with which every table can be joined."""
    name = normal_name(typed)
    check_new_name(name)
    for game in games:
        if any(game(preset).is_word(name) for preset in ("", *game.presets)):
            text = "{name} is a word of {game}; choose another name"
            raise Refused(Reason.BAD_NAME, text, name=name, game=game.catalogue.text(game.title))
    _check_free(store, name)
    return name


def add_account(
    store: Store, name: str, made: float, *, password: str | None = None, key: bytes | None = None
) -> None:
    """An account for a name from `new_name`, with the hash of a password or with a public key."""
    with store.change():
        _check_free(store, name)  # somebody may have been quicker
        store.write([("account", (name, password, key, made))])


def add_signed_up(store: Store, name: str, rows: Iterable[Row]) -> None:
    """An account that somebody makes themselves, with all that belongs to it."""
    with store.change():
        _check_free(store, name)
        store.write(rows)


def change_password(store: Store, name: str, password: str) -> None:
    with store.change():
        store.write([("password", (password, name))])


def make_host(store: Store, name: str, *, host: bool) -> None:
    """Give an account the right to say what only hosts may, or take it away."""
    with store.change():
        store.write([("host", (int(host), name))])


def remove_account(store: Store, name: str) -> None:
    with store.change():
        store.write([("no account", (name,)), ("no origins", (name,))])


def forget_person(store: Store, name: str) -> None:
    """All about somebody, as if they had deleted it themselves."""
    with store.change():
        store.write(deletion(name))
        tell_nodes(store, News.DELETED, name)


def deletion(name: str) -> Iterator[Row]:
    """What deletes somebody from the store, but for what records and bans need."""
    yield "no owner", (name, name)
    for what in ("no account", "no origins", "no names", "no ratings"):
        yield what, (name,)
    yield from renaming(name, SOMEBODY)


def renaming(name: str, other: str) -> Iterator[Row]:
    """What calls a player otherwise in all that was played."""
    old, new = (json.dumps(each, ensure_ascii=False) for each in (name, other))
    yield "matches of", (old, new, name)
    yield "games of", (other, name)


def find_account(store: Store, typed: str) -> Account:
    """The account of that name, or a refusal that says which one may be meant."""
    account = store.account(normal_name(typed))
    if account is None:
        names = [account.name for account in store.accounts()]
        text = "there is no account {name}{hint} cardkit account list shows them"
        raise not_found(ServerReason.NO_SUCH_ACCOUNT, text, typed, names)
    return account


def _check_free(store: Store, name: str) -> None:
    images = looks(name)
    for account in store.accounts():
        if account.name == name:
            raise Refused(
                Reason.NAME_TAKEN,
                "there is an account {name} already; cardkit account password {name} gives it "
                "another password",
                name=name,
            )
        if images & looks(account.name):
            text = "{name} looks like {other}, who has an account; choose another name"
            raise Refused(Reason.NAME_TAKEN, text, name=name, other=account.name)
    # The account may be removed while its owner is still at a table.
    for session in store.sessions():
        if session.name != name and images & looks(str(session.name)):
            text = "{name} looks like {other}, who is here"
            raise Refused(Reason.NAME_TAKEN, text, name=name, other=session.name)
