"""Who comes to a server from the command line, and the log of what was said there."""

from __future__ import annotations

import argparse
from functools import partial
from getpass import getpass
from pathlib import Path

from cardkit.client import Connection
from cardkit.client.log import ClientLog, open_log
from cardkit.keys import load_key, read_secret, sign_challenge
from cardkit.netgame import Reason, Refused


def add_identity(group: argparse._ArgumentGroup, whose: str) -> None:
    group.add_argument("--name", default="", help=f"{whose} name (default: a guest)")
    group.add_argument("--key", type=Path, metavar="FILE", help="log in with the key in this file")
    group.add_argument(
        "--password-file", type=Path, metavar="FILE", help="log in with the password in this file"
    )
    group.add_argument(
        "--pin", default="", metavar="SHA256", help="trust only the server with this certificate"
    )


def password_for(args: argparse.Namespace, *, asked: bool = False) -> str:
    """The password of the account that was named, if it has one."""
    if not args.name and (args.key or args.password_file or asked):
        raise Refused(Reason.BAD_NAME, "a key or a password is for an account: --name NAME")
    if args.password_file:
        return read_secret(args.password_file).decode(errors="replace").strip()
    return getpass() if asked else ""


async def enter(
    connection: Connection, args: argparse.Namespace, password: str, guest: str = ""
) -> None:
    """Come in under the name that was given, or as a guest of that name."""
    if args.key:
        await connection.enter(args.name, sign=partial(sign_challenge, load_key(args.key)))
    else:
        await connection.enter(args.name or guest, password)


def add_log(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--log",
        type=Path,
        metavar="FILE",
        help="log everything sent and received, for `cardkit verify --mine`",
    )


def log_for(args: argparse.Namespace, server: str) -> ClientLog | None:
    """The log that was asked for; opened before anything is said."""
    path: Path | None = getattr(args, "log", None)
    return None if path is None else open_log(path, server)
