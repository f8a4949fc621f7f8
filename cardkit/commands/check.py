"""`cardkit check`: play a game many times and look for what every game must not do."""

from __future__ import annotations

import argparse
import sys

from cardkit.commands.common import Subcommands, add_count, add_rules, options_from, progress_bar
from cardkit.commands.simulate import bots_from
from cardkit.registry import find_game
from cardkit.testing import GameFault, check_game


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "check",
        run=run,
        help="play a game many times and look for mistakes in it",
        description="Play a game many times and look for lost cards, leaks, endless games and "
        "wrong replays, and for words, stages and endings that nobody ever comes to. The exit "
        "status is 1 when something is wrong; what is printed then says how to see it again.",
        epilog="""examples:
  cardkit check my_game.py:MyGame
  cardkit check my_game.py:MyGame --bots my_game.py:MyBot --games 200 --page""",
    )
    add_rules(parser)
    parser.add_argument(
        "--bots",
        metavar="A,B,…",
        default="",
        help="bots that play some of the seats; all others play at random",
    )
    add_count(parser, "--games", "how many at least (default: 1000)", 1000)
    parser.add_argument(
        "--search",
        type=int,
        metavar="N",
        default=20_000,
        help="moves to look for what was not reached (default: 20000)",
    )
    parser.add_argument(
        "--seed", type=int, metavar="S", default=1, help="another number plays other games"
    )
    parser.add_argument(
        "--page", action="store_true", help="play it on its page as well, in a browser"
    )


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    bots = [bot for _, bot in bots_from(args.bots, game)] if args.bots else []
    try:
        with progress_bar(game.catalogue.translate(game.title, args.lang), args.games) as told:
            checked = check_game(
                game,
                games=args.games,
                seed=args.seed,
                presets=(args.preset,) if args.preset else None,
                options=options_from(args.options),
                bots=bots,
                search=args.search,
                page=args.page,
                progress=lambda played, _: told(played),
            )
    except GameFault as fault:
        print(fault, file=sys.stderr)
        return 1
    print(checked)
    return 0
