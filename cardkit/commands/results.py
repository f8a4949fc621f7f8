"""`cardkit results`: who has done how well at a server."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape

from cardkit.commands.common import Help, Subcommands, add_language
from cardkit.commands.folder import add_data, open_archive, table_with
from cardkit.netgame import Reason, Refused, Text, say
from cardkit.netgame.conditions import did_you_mean, shown
from cardkit.server.archive import Standing, standings

HEADINGS = ("Player", "Matches", "Wins", "", "Mean points", "Best")


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "results",
        help="show the standings of the players at a server",
        description="Show for each game who has won how many of all finished matches, the mean "
        "of their points in a match, and their best.",
        epilog="""examples:
  cardkit results
  cardkit results daifugo --robots
  cardkit results --json > results.json""",
        formatter_class=Help,
    )
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default="", help="one game only, as `history` names it"
    )
    parser.add_argument("--robots", action="store_true", help="show the robots of the house, too")
    parser.add_argument("--json", action="store_true", help="write it as JSON")
    add_data(parser)
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    with open_archive(args.data) as archive:
        tables = standings(archive.matches(over=True), robots=args.robots)
    if args.game:
        tables = {args.game: tables[_known(args.game, list(tables))]}
    if args.json:
        data = {game: [data_of(player) for player in tables[game]] for game in tables}
        print(json.dumps(data, indent=2, ensure_ascii=False))
    elif tables:
        _show(tables, args.lang)
    else:
        print(say("No match is over yet.", args.lang))
    return 0


def _known(game: str, played: Sequence[str]) -> str:
    if game not in played:
        raise Refused(
            Reason.NO_SUCH_GAME,
            "no match of {game} is over{hint} Played were: {played}",
            game=shown(game),
            hint=did_you_mean(game, played) or Text("."),
            played=", ".join(played) or Text("none"),
        )
    return game


def _show(tables: Mapping[str, Sequence[Standing]], lang: str) -> None:
    console = Console(highlight=False)
    for game, players in tables.items():
        table = table_with(*HEADINGS, lang=lang, numbers=HEADINGS[1:])
        for player in players:
            table.add_row(
                escape(player.name),
                f"{player.matches:,}",
                f"{player.wins:,}",
                f"{player.wins / player.matches:.0%}",
                f"{player.mean:,.2f}",
                f"{player.best:,}",
            )
        console.print(f"[bold]{escape(game)}[/bold]")
        console.print(table)


def data_of(player: Standing) -> dict[str, Any]:
    return {
        "player": player.name,
        "matches": player.matches,
        "wins": player.wins,
        "mean": round(player.mean, 3),
        "best": player.best,
    }
