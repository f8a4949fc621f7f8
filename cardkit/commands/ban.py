"""`cardkit ban`: whom a server does not let in."""

from __future__ import annotations

import argparse
import re
import time

from cardkit.commands.common import Subcommands, print_json, print_table
from cardkit.commands.folder import add_data, local_time, open_store
from cardkit.netgame import Refused, say
from cardkit.protocol.reasons import ServerReason
from cardkit.registry import not_found
from cardkit.server.bans import banned_as, check_ban, is_same
from cardkit.server.saved import bans_in

HEADINGS = ("Banned", "Until", "Why", "Since")
LONGEST_WHY = 200
_SECONDS = {"m": 60.0, "h": 3600.0, "d": 86_400.0, "w": 604_800.0}


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
        help="how long: minutes (30m), hours (12h), days (7d) or weeks (2w)",
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


def _length(text: str) -> float:
    found = re.fullmatch(r"([0-9]{1,6})([mhdw])", text.lower())
    if found is None or not int(found[1]):
        raise argparse.ArgumentTypeError(f"{text} is no length of time: write 30m, 12h, 7d or 2w")
    return int(found[1]) * _SECONDS[found[2]]


def run_add(args: argparse.Namespace) -> None:
    who, now = banned_as(args.who), time.time()
    check_ban(who)
    if len(args.why) > LONGEST_WHY or not args.why.isprintable():
        raise Refused(
            ServerReason.BAD_TEXT,
            "give a reason of at most {most} characters, none of which controls the terminal",
            most=LONGEST_WHY,
        )
    until = None if args.length is None else now + args.length
    with open_store(args.data) as store, store.change():
        store.write([("no old bans", (now,)), ("ban", (who, until, args.why, now))])
    print(say("{name} is banned.", args.lang, name=who))


def run_remove(args: argparse.Namespace) -> None:
    who = banned_as(args.who)
    with open_store(args.data) as store:
        names = [ban.who for ban in bans_in(store)]
        meant = [name for name in names if is_same(name, who)]
        if not meant:
            text = "{name} is not banned{hint} cardkit ban list shows who is"
            raise not_found(ServerReason.NO_SUCH_ACCOUNT, text, who, names)
        with store.change():
            store.write([("no ban", (name,)) for name in meant])
    print(say("{name} may come in again.", args.lang, name=", ".join(meant)))


def run_list(args: argparse.Namespace) -> None:
    now = time.time()
    with open_store(args.data) as store:
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
