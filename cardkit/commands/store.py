"""`cardkit store`: where a house keeps what it stores."""

from __future__ import annotations

import argparse
from contextlib import ExitStack, closing

from cardkit.commands.common import Subcommands, progress_bar
from cardkit.netgame import plural, say
from cardkit.server.store import Store
from cardkit.server.store_address import store_address
from cardkit.server.store_copy import copy_store, rows_in

_ADDRESS = "sqlite:DIR, or postgresql://user@host/database"


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "store",
        help="move what a server has stored to another database",
        description="Move what a server has stored to another database: accounts, tables, matches "
        "with their journals, history, ratings, bans.",
    )
    actions = parser.add_subparsers(metavar="ACTION", title="actions", required=True)
    copying = actions.add_parser(
        "copy",
        run=run_copy,
        help="copy everything from one store to another",
        description="Copy everything from one store to a new one, while no server uses either. "
        "The keys stay in the data folder, and are needed with the new store, too. What there was "
        "is left as it is.",
        epilog="""examples:
  cardkit store copy sqlite:/srv/cardkit postgresql://cardkit@db.example.org/cardkit
  cardkit serve --data /srv/cardkit --store postgresql://cardkit@db.example.org/cardkit
  cardkit store copy postgresql://cardkit@db.example.org/cardkit sqlite:/srv/back""",
    )
    copying.add_argument("source", metavar="FROM", help=f"a store with a house in it: {_ADDRESS}")
    copying.add_argument("target", metavar="TO", help="a new store, written likewise")


def run_copy(args: argparse.Namespace) -> None:
    with ExitStack() as opened:
        stores = list[Store]()
        for written, make in (args.source, False), (args.target, True):
            address = opened.enter_context(closing(store_address(written, None)))
            stores.append(opened.enter_context(address.open(make=make, alone=True)))
        source, target = stores
        of = rows_in(source)
        with progress_bar(say("Rows", args.lang), of) as told:
            done = copy_store(source, target, told)
    rows = plural(done, "1 row", "{n:,} rows")
    text = "Copied {rows} to {name}."
    print(say(text, args.lang, rows=rows, name=target.database.name))
    print(say("The server needs --store for it, and the --data of before for its keys.", args.lang))
