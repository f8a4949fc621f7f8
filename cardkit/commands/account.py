"""`cardkit account`: who may enter a server under a name of their own."""

from __future__ import annotations

import argparse
import getpass
import os
import sys
import time
import warnings
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from cardkit.commands.common import Subcommands, print_json, print_table
from cardkit.commands.folder import add_data, local_time, open_store
from cardkit.keys import read_public, read_secret, unusable
from cardkit.netgame import NetGame, Reason, Refused, say
from cardkit.protocol.reasons import ServerReason
from cardkit.registry import find_game, installed
from cardkit.server.accounts import (
    add_account,
    change_password,
    find_account,
    forget_person,
    make_host,
    new_name,
    remove_account,
)
from cardkit.server.names import normal_name
from cardkit.server.passwords import hash_password
from cardkit.server.personal_data import export
from cardkit.server.vault import Vault

HEADINGS = ("Name", "Enters with", "Made", "Host")
EXAMPLES = """examples:
  cardkit account add ann
  cardkit account add thrifty-7 --key-file thrifty.pem.pub
  cardkit account list
  cardkit account password ann
  cardkit account host ann
  cardkit account remove ann
  cardkit account export ann > ann.json
then, at the server:
  ENTER ann password"""


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "account",
        help="create, list, export and remove accounts of a server",
        description="Create accounts, so that people and bots can log in to a server under their "
        "own names; everybody else is a guest. Works while the server is running.",
        epilog=EXAMPLES,
    )
    actions = parser.add_subparsers(metavar="ACTION", title="actions", required=True)
    _add_add(actions)
    actions.add_parser(
        "list",
        run=run_list,
        help="show all accounts",
        description="Show all accounts: how each logs in, and when it was created.",
    )
    changing = actions.add_parser(
        "password",
        run=run_password,
        help="change the password of an account",
        description="Change the password of an account. Logging in with the new one takes over "
        "any session begun with the old one.",
    )
    changing.add_argument("name", metavar="NAME", help="the name of the account")
    _add_password_file(changing)
    hosting = actions.add_parser(
        "host",
        run=run_host,
        help="let an account look after the server, or no longer",
        description="Let an account look after the server while it runs: on the page /host and "
        "with the command HOST its owner sees who is here, closes tables, bans people and speaks "
        "to everybody. Applies at once, also to somebody who is logged in.",
        epilog="""examples:
  cardkit account host ann
  cardkit account host ann --off""",
    )
    hosting.add_argument("name", metavar="NAME", help="the name of the account")
    hosting.add_argument("--off", action="store_true", help="take the right away again")
    removing = actions.add_parser(
        "remove",
        run=run_remove,
        help="remove an account",
        description="Remove an account: nobody can log in with it any more. Somebody who is "
        "playing under this name can continue until they leave. What was played under it stays, "
        "for an account of the same name, unless you say --forget.",
    )
    removing.add_argument("name", metavar="NAME", help="the name of the account")
    removing.add_argument(
        "--forget",
        action="store_true",
        help="delete also the ratings and take the name out of the history, as DELETE does",
    )
    exporting = actions.add_parser(
        "export",
        run=run_export,
        help="write all that is stored about a person",
        description="Write all that is stored about a person as JSON, by table of the store: about "
        "an account, or about a guest (guest-ann). Passwords and tokens are not in it. People get "
        "the same on the page, in the dialog of their account.",
    )
    exporting.add_argument("name", metavar="NAME", help="the name of the account, or of a guest")
    for action in actions.choices.values():
        add_data(action)


def _add_add(actions: Subcommands[argparse.ArgumentParser]) -> None:
    adding = actions.add_parser(
        "add",
        run=run_add,
        help="create an account",
        description="Create an account. For a person you are asked for a password, twice and "
        "without echo; a bot logs in with a key from `cardkit keygen`.",
        epilog="""examples:
  cardkit account add ann
  cardkit account add ann --password-file - < password.txt
  cardkit account add thrifty-7 --key-file thrifty.pem.pub""",
    )
    adding.add_argument("name", metavar="NAME", help="1 to 24 letters, digits, - _ or .")
    how = adding.add_mutually_exclusive_group()
    how.add_argument(
        "--key-file",
        metavar="PUB",
        help="log in with the key whose public half is in this file (-: standard input)",
    )
    _add_password_file(how)


def _add_password_file(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--password-file",
        metavar="FILE",
        help="read the password from a file that only you can read (-: standard input)",
    )


def run_add(args: argparse.Namespace) -> None:
    with open_store(args, make=True) as store:  # before the first start of the server, too
        name = new_name(store, args.name, games=usable_games())
        if args.key_file is not None:
            add_account(store, name, time.time(), key=read_public(_contents(args.key_file)))
            text = "{name} has an account in {folder}. The bot enters with --name {name} --key FILE"
        else:
            password = hash_password(_new_password(args.password_file, name, args.lang))
            add_account(store, name, time.time(), password=password)
            text = "{name} has an account in {folder}. At the server, say: ENTER {name} password"
    print(say(text, args.lang, name=name, folder=args.store or args.data))


def run_list(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        accounts = store.accounts()
    if not accounts:
        print(say("There are no accounts yet: cardkit account add NAME", args.lang))
        return
    rows = (
        (
            a.name,
            say("password" if a.password else "key", args.lang),
            local_time(a.made),
            say("yes", args.lang) if a.host else "",
        )
        for a in accounts
    )
    print_table(HEADINGS, rows, args.lang)


def run_password(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        account = find_account(store, args.name)
        if account.public_key is not None:
            raise Refused(
                Reason.BAD_OPTION,
                "{name} enters with a key and not with a password; to change that, say: "
                "cardkit account remove {name}, and add it again",
                name=account.name,
            )
        typed = _new_password(args.password_file, account.name, args.lang)
        change_password(store, account.name, hash_password(typed))
    print(say("{name} has another password from now on.", args.lang, name=account.name))


def run_host(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        account = find_account(store, args.name)
        make_host(store, account.name, host=not args.off)
    text = "{name} is a host from now on: see /host on the page of the server."
    if args.off:
        text = "{name} is no host any more."
    print(say(text, args.lang, name=account.name))


def run_remove(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        account = find_account(store, args.name)
        (forget_person if args.forget else remove_account)(store, account.name)
    text = "{name} is removed. Who plays under this name now can go on until they leave."
    print(say(text, args.lang, name=account.name))


def run_export(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        name = normal_name(args.name)
        vault = partial(Vault.open, args.data, os.environ, make=False)
        print_json({"name": name, "stored": export(store, name, open_vault=vault)})


def usable_games() -> Iterator[type[NetGame]]:
    """The installed games; one that is broken has no tables to join."""
    for name in installed():
        try:
            yield find_game(name)
        except Refused:
            continue


def _contents(file: str, *, secret: bool = False) -> str:
    """The text of a file that was named on the command line; - is standard input."""
    try:
        if file == "-":
            data = sys.stdin.buffer.read()
        else:
            data = read_secret(Path(file)) if secret else Path(file).read_bytes()
        return data.decode().strip()
    except OSError as error:
        raise unusable(file, error) from error
    except UnicodeDecodeError as error:
        raise Refused(ServerReason.BAD_TEXT, "{path} is not text in UTF-8", path=file) from error


def _new_password(file: str | None, name: str, lang: str) -> str:
    return _ask_twice(name, lang) if file is None else _contents(file, secret=True)


def _ask_twice(name: str, lang: str) -> str:
    """Without echo, and never over a pipe, where somebody might think it was asked in secret."""
    prompts = (say("Password for {name}: ", lang, name=name), say("Once more: ", lang))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", getpass.GetPassWarning)
            one, other = (getpass.getpass(prompt) for prompt in prompts)
    except (getpass.GetPassWarning, EOFError) as error:
        raise Refused(
            ServerReason.WRONG_PASSWORD,
            "there is no terminal to ask for the password; give it with --password-file FILE, or "
            "with --password-file - over standard input",
        ) from error
    if one != other:
        raise Refused(
            ServerReason.WRONG_PASSWORD, "the two passwords are not the same; nothing has changed"
        )
    return one
