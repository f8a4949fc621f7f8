"""`cardkit tables`: what is open at a server, and what waits there."""

from __future__ import annotations

import argparse
import time
from typing import Any

from cardkit.commands.common import Subcommands, print_json, print_table
from cardkit.commands.folder import add_data, iso_time, local_time, open_store
from cardkit.netgame import say
from cardkit.server.saved import Holding, holdings_in

HEADINGS = ("Table", "Opened by", "State", "Opened", "People", "Entries", "KiB")
_STATES = {1: "open", 2: "set aside"}


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "tables",
        run=run,
        help="show the tables of a server",
        description="List the tables of a server that are open or set aside: who opened them, who "
        "is there or may come back, and the length of the match's journal.",
        epilog="""examples:
  cardkit tables
  cardkit tables --json | jq '.[] | select(.entries > 1000)'
then, for one that should not be there:
  cardkit close daifugo-7""",
    )
    parser.add_argument("--json", action="store_true", help="write it as JSON")
    add_data(parser)


def run(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        held = holdings_in(store)
    if args.json:
        print_json([_data_of(each) for each in held])
        return
    if not held:
        print(say("There are no tables.", args.lang))
        return
    now = time.time()
    rows = (
        (
            each.name,
            each.owner,
            say(_STATES[each.open], args.lang),
            "" if each.opened is None else local_time(each.opened, after=now),
            "\n".join(each.people),
            f"{each.entries:,}",
            f"{each.size / 1024:,.0f}",
        )
        for each in held
    )
    print_table(HEADINGS, rows, args.lang, ("Entries", "KiB"))


def _data_of(held: Holding) -> dict[str, Any]:
    return {
        "table": held.name,
        "game": held.game,
        "owner": held.owner,
        "state": _STATES[held.open],
        "opened": None if held.opened is None else iso_time(held.opened),
        "set_aside": None if held.since is None else iso_time(held.since),
        "people": held.people,
        "entries": held.entries,
        "bytes": held.size,
    }
