"""`cardkit results`: who has done how well at a server."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape

from cardkit.commands.common import Help, Subcommands, add_language
from cardkit.commands.folder import add_data, open_archive, table_with
from cardkit.commands.simulate import above_zero
from cardkit.netgame import Reason, Refused, Text, say
from cardkit.netgame.conditions import did_you_mean, shown
from cardkit.server.history import PlayerStanding

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
  cardkit results daifugo --most 100 --after guest-ann
  cardkit results --json > results.json""",
        formatter_class=Help,
    )
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default="", help="one game only, as `history` names it"
    )
    parser.add_argument(
        "--most",
        type=above_zero,
        default=20,
        metavar="N",
        help="show at most N players of a game (default: 20)",
    )
    parser.add_argument(
        "--after", metavar="PLAYER", default="", help="go on after this player of GAME"
    )
    parser.add_argument("--robots", action="store_true", help="show the robots of the server, too")
    parser.add_argument("--json", action="store_true", help="write it as JSON")
    add_data(parser)
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    with open_archive(args.data) as archive:
        tables = archive.standings(
            game=args.game, after=args.after, most=args.most, robots=args.robots
        )
        if args.game and not tables:
            raise _unknown(args.game, list(archive.standings(most=1, robots=args.robots)))
    if args.json:
        data = {game: [data_of(player) for player in tables[game][0]] for game in tables}
        print(json.dumps(data, indent=2, ensure_ascii=False))
        return 0
    if not tables:
        print(say("No match is over yet.", args.lang))
    for game, (players, more) in tables.items():
        _show(game, players, args.lang)
        if more:
            text = "There are more: cardkit results {game} --after {name} shows them."
            print(say(text, args.lang, game=game, name=players[-1].name))
    return 0


def _unknown(game: str, played: Sequence[str]) -> Refused:
    return Refused(
        Reason.NO_SUCH_GAME,
        "no match of {game} is over{hint} Played were: {played}",
        game=shown(game),
        hint=did_you_mean(game, played) or Text("."),
        played=", ".join(played) or Text("none"),
    )


def _show(game: str, players: Sequence[PlayerStanding], lang: str) -> None:
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
    console = Console(highlight=False)
    console.print(f"[bold]{escape(game)}[/bold]")
    console.print(table)


def data_of(player: PlayerStanding) -> dict[str, Any]:
    return {
        "player": player.name,
        "matches": player.matches,
        "wins": player.wins,
        "mean": round(player.mean, 3),
        "best": player.best,
    }
