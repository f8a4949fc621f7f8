"""`cardkit forfeit`: a player who does not come back gives up the game, so that it goes on."""

from __future__ import annotations

import argparse
import time

from cardkit.commands.close import table_named
from cardkit.commands.common import Subcommands
from cardkit.commands.folder import add_data, open_store
from cardkit.netgame import Reason, Refused, say
from cardkit.protocol.reasons import ServerReason
from cardkit.registry import not_found
from cardkit.server.news import News, tell_nodes


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "forfeit",
        run=run,
        help="let a missing player give up a game on a server",
        description="Let a player give up the game that is under way, such as one for whom the "
        "others wait in vain. It costs what any forfeit costs, everybody at the table is told, and "
        "the record of the match has it. A running server obeys within a few seconds.",
        epilog="""examples:
  cardkit tables
  cardkit forfeit daifugo-7 guest-bob""",
    )
    parser.add_argument("table", metavar="TABLE", help="the name of the table")
    parser.add_argument("player", metavar="PLAYER", help="the name of the player")
    add_data(parser)


def run(args: argparse.Namespace) -> None:
    with open_store(args) as store:
        held = table_named(store, args.table)
        if held.open != 1:
            raise Refused(
                ServerReason.NO_SUCH_TABLE,
                "{name} is set aside, and nobody is there to play on; cardkit close {name} ends it",
                name=held.name,
            )
        if args.player not in held.people:
            text = "{name} is not at {table}{hint} There are: {known}"
            raise not_found(Reason.NO_SUCH_PLAYER, text, args.player, held.people, table=held.name)
        with store.change():
            store.write([("request", ("forfeit", held.name, args.player, time.time()))])
            tell_nodes(store, News.HOST)
    text = "{name} gives up the game in a few seconds, if one is under way."
    print(say(text, args.lang, name=args.player))
