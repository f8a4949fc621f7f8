"""`cardkit close`: close a table of a server, whoever is there."""

from __future__ import annotations

import argparse
import time

from cardkit.commands.common import Subcommands
from cardkit.commands.folder import add_data, open_store
from cardkit.netgame import say
from cardkit.protocol.reasons import ServerReason
from cardkit.registry import not_found
from cardkit.server.news import News, tell_nodes
from cardkit.server.saved import Holding, holdings_in
from cardkit.server.store import Store


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "close",
        run=run,
        help="close a table on a server",
        description="Close a table, whether it is open or set aside. A match in progress is "
        "abandoned, and everybody at the table is told. A running server obeys within a few "
        "seconds, a stopped one when it starts.",
        epilog="""examples:
  cardkit tables
  cardkit close daifugo-7""",
    )
    parser.add_argument("table", metavar="TABLE", help="the name of the table")
    add_data(parser)


def table_named(store: Store, name: str) -> Holding:
    """A table that is open or set aside."""
    held = {each.name: each for each in holdings_in(store)}
    if name.lower() not in held:
        text = "there is no table {name}{hint} cardkit tables lists them"
        raise not_found(ServerReason.NO_SUCH_TABLE, text, name.lower(), held)
    return held[name.lower()]


def run(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        name = table_named(store, args.table).name
        with store.change():
            store.write([("request", ("close", name, "", time.time()))])
            tell_nodes(store, News.HOST)
    text = "{name} is closed in a few seconds, or when the server starts."
    print(say(text, args.lang, name=name))
