"""`cardkit nodes`: the servers of a house in PostgreSQL, and how they are."""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import Any

from cardkit.commands.common import Subcommands, print_json, print_table
from cardkit.commands.folder import add_data
from cardkit.netgame import Reason, Refused, say
from cardkit.server.nodes import PATIENCE, NodeAbout, SavedNode, nodes_in, tables_by_node
from cardkit.server.store_address import store_address

SERVING, DRAINING, SILENT = "serving", "draining", "silent"
HEADINGS = (
    "Node",
    "No.",
    "Slot",
    "Version",
    "Address",
    "State",
    "Tables here",
    "People",
    "Seen",
    "Commit",
    "Lag",
)


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "nodes",
        run=run,
        help="show the servers of a house in PostgreSQL",
        description="List the nodes of a house: number and slot, where the others reach them, how "
        "many tables and people they have, how long ago they were seen, how long they took to "
        "store all but one of a hundred pages, and how late their event loop is on average. Who is "
        "silent for so long that the others go on with its tables is not listed any more.",
        epilog="""examples:
  cardkit nodes --store postgresql://cardkit@db/cardkit
  CARDKIT_STORE=postgresql://cardkit@db/cardkit cardkit nodes --json""",
    )
    parser.add_argument("--json", action="store_true", help="write it as JSON")
    add_data(parser)


def run(args: argparse.Namespace) -> None:
    with closing(store_address(args.store, args.data)) as address:
        if not address.is_shared:
            raise Refused(
                Reason.BAD_OPTION,
                "a house in SQLite is served by one process and has no nodes; --store names one "
                "in PostgreSQL",
            )
        with address.open(make=False) as store:
            tables = tables_by_node(store)
            found = [_data_of(node, tables.get(node.id, 0)) for node in nodes_in(store)]
    if args.json:
        print_json(found)
        return
    if not found:
        print(say("There are no nodes.", args.lang))
        return
    rows = (
        (
            each["node"],
            f"{each['number']:,}",
            f"{each['slot']}",
            each["version"],
            each["address"],
            say(each["state"], args.lang),
            f"{each['tables']:,}",
            f"{each['people']:,}",
            f"{each['seen']:.1f} s",
            f"{each['commit_p99_ms']:.1f} ms",
            f"{each['lag_ms']:.1f} ms",
        )
        for each in found
    )
    print_table(HEADINGS, rows, args.lang, (*HEADINGS[1:3], *HEADINGS[6:]))


def _data_of(node: SavedNode, tables: int) -> dict[str, Any]:
    about, figures = NodeAbout.read(node.about), node.told()
    looks = figures.get("event_loop_lag_seconds_count", 0)
    late = figures.get("event_loop_lag_seconds_sum", 0.0)
    state = DRAINING if node.draining else SERVING
    return {
        "node": node.name,
        "number": node.id,
        "slot": node.slot,
        "version": about.version,
        "address": f"{about.host}:{about.port}",
        "public": None if about.public is None else "{}:{}".format(*about.public),
        "state": SILENT if node.silent > PATIENCE else state,
        "tables": tables,
        "people": int(figures.get("people", 0)),
        "seen": round(node.silent, 3),
        "commit_p99_ms": figures.get("commit_p99_ms", 0.0),
        "lag_ms": round(1000 * late / looks, 2) if looks else 0.0,
    }
