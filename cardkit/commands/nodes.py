"""`cardkit nodes`: the servers of a house in PostgreSQL, and how they are."""

from __future__ import annotations

import argparse
from contextlib import closing
from typing import Any

from rich.console import Console

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
    "State",
    "Tables here",
    "People",
    "Seen",
    "Commit",
    "Lag",
    "Address",
)
WIDE, SPARED = 100, frozenset(("No.", "Slot", "Address"))
"""On a terminal with fewer columns, these of the table are left out."""


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "nodes",
        run=run,
        help="show the servers of a house in PostgreSQL",
        description="List the nodes of a house: how many tables and people they have, how long ago "
        "they were seen, within what time 99 % of their commits were stored, and how late their "
        "event loop is on average; on a wide terminal and as JSON also number and slot, and where "
        "the others reach them. A node that is silent has not been seen for a while: others go on "
        "with its tables, if there are any, and then it is not listed any more.",
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
    is_wide = Console().width >= WIDE
    shown = [heading for heading in HEADINGS if is_wide or heading not in SPARED]
    rows = [_row_of(each, args.lang) for each in found]
    print_table(
        shown,
        [[row[heading] for heading in shown] for row in rows],
        args.lang,
        ("No.", "Slot", "Tables here", "People", "Seen", "Commit", "Lag"),
    )


def _row_of(node: dict[str, Any], lang: str) -> dict[str, str]:
    cells = (
        node["node"],
        f"{node['number']:,}",
        f"{node['slot']}",
        node["version"],
        say(node["state"], lang),
        f"{node['tables']:,}",
        f"{node['people']:,}",
        f"{node['seen']:.1f} s",
        f"{node['commit_p99_ms']:.1f} ms",
        f"{node['lag_ms']:.1f} ms",
        node["address"],
    )
    return dict(zip(HEADINGS, cells, strict=True))


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
