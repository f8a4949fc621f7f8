"""`cardkit results`: who has done how well at a server."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from cardkit.commands.common import Subcommands, add_count, print_json, print_table
from cardkit.commands.folder import add_data, open_archive
from cardkit.netgame import say
from cardkit.reasons import LocalReason
from cardkit.registry import not_found
from cardkit.server.history import PlayerStanding

HEADINGS = ("Player", "Matches", "Wins", "", "Mean points", "Best")


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "results",
        run=run,
        help="show the standings of the players on a server",
        description="Show for each game how many finished matches each player has won, and their "
        "mean and best points in a match.",
        epilog="""examples:
  cardkit results
  cardkit results daifugo --robots
  cardkit results daifugo --most 100 --after guest-ann
  cardkit results --json > results.json""",
    )
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default="", help="one game only, as `history` names it"
    )
    add_count(parser, "--most", "show at most N players of a game (default: 20)", 20)
    parser.add_argument(
        "--after", metavar="PLAYER", default="", help="continue after this player of GAME"
    )
    parser.add_argument("--robots", action="store_true", help="show the robots of the server, too")
    parser.add_argument("--json", action="store_true", help="write it as JSON")
    add_data(parser)


def run(args: argparse.Namespace) -> None:
    with open_archive(args.data) as archive:
        tables = archive.standings(
            game=args.game, after=args.after, most=args.most, robots=args.robots
        )
        if args.game and not tables:
            played = list(archive.standings(most=1, robots=args.robots))
            text = "no match of {name} is over{hint} Played were: {known}"
            raise not_found(LocalReason.NO_SUCH_GAME, text, args.game, played)
    if args.json:
        data = {game: [data_of(player) for player in tables[game][0]] for game in tables}
        print_json(data)
        return
    if not tables:
        print(say("No match is over yet.", args.lang))
    for game, (players, more) in tables.items():
        _show(game, players, args.lang)
        if more:
            text = "There are more: cardkit results {game} --after {name} shows them."
            print(say(text, args.lang, game=game, name=players[-1].name))


def _show(game: str, players: Sequence[PlayerStanding], lang: str) -> None:
    rows = (
        (
            player.name,
            f"{player.matches:,}",
            f"{player.wins:,}",
            f"{player.wins / player.matches:.0%}",
            f"{player.mean:,.2f}",
            f"{player.best:,}",
        )
        for player in players
    )
    print_table(HEADINGS, rows, lang, HEADINGS[1:], game)


def data_of(player: PlayerStanding) -> dict[str, Any]:
    return {
        "player": player.name,
        "matches": player.matches,
        "wins": player.wins,
        "mean": round(player.mean, 3),
        "best": player.best,
    }
