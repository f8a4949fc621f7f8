"""`cardkit results`: how strong the players of a server are."""

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

HEADINGS = ("Place", "Player", "Rating", "give or take", "Matches", "Wins", "")


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "results",
        run=run,
        help="show the ratings of the players on a server",
        description="Show for each game how strong its players are, by the matches at rated "
        "tables: the rating of each, how far it may be off, and how many of these matches they "
        "have played and won. Whoever is most surely strong comes first.",
        epilog="""examples:
  cardkit results
  cardkit results daifugo
  cardkit results daifugo --most 100 --after ann
  cardkit results --json > results.json""",
    )
    parser.add_argument(
        "game", metavar="GAME", nargs="?", default="", help="one game only, as `history` names it"
    )
    add_count(parser, "--most", "show at most N players of a game (default: 20)", 20)
    parser.add_argument(
        "--after", metavar="PLAYER", default="", help="continue after this player of GAME"
    )
    parser.add_argument("--json", action="store_true", help="write it as JSON")
    add_data(parser)


def run(args: argparse.Namespace) -> None:
    with open_archive(args) as archive:
        tables = archive.standings(game=args.game, after=args.after, most=args.most)
        if args.game and not tables:
            rated = list(archive.standings(most=1))
            text = "no rated match of {name} is over{hint} Rated were: {known}"
            raise not_found(LocalReason.NO_SUCH_GAME, text, args.game, rated)
    if args.json:
        data = {game: [data_of(player) for player in tables[game][0]] for game in tables}
        print_json(data)
        return
    if not tables:
        print(say("No rated match is over yet; accounts open tables with rated=yes.", args.lang))
    for game, (players, more) in tables.items():
        _show(game, players, args.lang)
        if more:
            text = "There are more: cardkit results {game} --after {name} shows them."
            print(say(text, args.lang, game=game, name=players[-1].name))


def _show(game: str, players: Sequence[PlayerStanding], lang: str) -> None:
    provisional = say("provisional", lang)
    rows = (
        (
            f"{player.place:,}",
            player.name,
            f"{player.rating:,}",
            f"± {player.margin:,}",
            f"{player.matches:,}",
            f"{player.wins:,}",
            provisional if player.is_provisional else "",
        )
        for player in players
    )
    print_table(HEADINGS, rows, lang, ("Place", *HEADINGS[2:6]), game)


def data_of(player: PlayerStanding) -> dict[str, Any]:
    return {
        "player": player.name,
        "place": player.place,
        "rating": player.rating,
        "margin": player.margin,
        "provisional": player.is_provisional,
        "matches": player.matches,
        "wins": player.wins,
    }
