"""`cardkit ban`: whom a server does not let in."""

from __future__ import annotations

import argparse
import time

from cardkit.commands.common import Subcommands, print_json, print_table
from cardkit.commands.folder import add_data, local_time, open_store
from cardkit.netgame import Refused, say
from cardkit.server.bans import lifted, new_ban, read_length
from cardkit.server.news import News, tell_nodes
from cardkit.server.saved import bans_in

HEADINGS = ("Banned", "Until", "Why", "Since")


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "ban",
        help="keep an address or a name out of a server",
        description="Keep an address, or a name and all names that look like it, out of a server, "
        "for a while or until further notice. Anybody it applies to is disconnected. A running "
        "server obeys within a few seconds.",
        epilog="""examples:
  cardkit ban add 192.0.2.7 --for 7d --why "too many tables"
  cardkit ban add 2001:db8::1        # and the whole /64 that it is in
  cardkit ban add guest-mallory
  cardkit ban list
  cardkit ban remove 192.0.2.7""",
    )
    actions = parser.add_subparsers(metavar="ACTION", title="actions", required=True)
    adding = actions.add_parser(
        "add", run=run_add, help="ban somebody", description="Ban somebody."
    )
    _add_who(adding)
    adding.add_argument(
        "--for",
        dest="length",
        type=_length,
        metavar="7d",
        help="how long: minutes (30m), hours (12h), days (7d) or weeks (2w); by default for ever",
    )
    adding.add_argument(
        "--why", default="", metavar="TEXT", help="the reason, which the banned person is told"
    )
    removing = actions.add_parser(
        "remove",
        run=run_remove,
        help="let somebody in again",
        description="Let somebody in again.",
    )
    _add_who(removing)
    listing = actions.add_parser(
        "list", run=run_list, help="show all bans", description="Show all bans."
    )
    listing.add_argument("--json", action="store_true", help="write it as JSON")
    for action in actions.choices.values():
        add_data(action)


def _add_who(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("who", metavar="ADDRESS|NAME", help="an IP address, or a name")


def _length(typed: str) -> float | None:
    try:
        return read_length(typed)
    except Refused as refused:
        raise argparse.ArgumentTypeError(refused.text("en")) from None


def run_add(args: argparse.Namespace) -> None:
    ban = new_ban(args.who, args.length, args.why, time.time())
    with open_store(args) as store, store.change():
        store.write([("no old bans", (ban.made,)), ("ban", ban)])
        tell_nodes(store, News.HOST)
    print(say("{name} is banned.", args.lang, name=ban.who))


def run_remove(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        meant = lifted(bans_in(store), args.who)
        with store.change():
            store.write([("no ban", (name,)) for name in meant])
            tell_nodes(store, News.HOST)
    print(say("{name} may come in again.", args.lang, name=", ".join(meant)))


def run_list(args: argparse.Namespace) -> None:
    now = time.time()
    with open_store(args) as store:
        bans = [ban for ban in bans_in(store) if ban.until is None or ban.until > now]
    if args.json:
        print_json([ban._asdict() for ban in bans])
        return
    if not bans:
        print(say("Nobody is banned.", args.lang))
        return
    notice = say("further notice", args.lang)
    rows = (
        (
            ban.who,
            notice if ban.until is None else local_time(ban.until),
            ban.why,
            local_time(ban.made),
        )
        for ban in bans
    )
    print_table(HEADINGS, rows, args.lang)
