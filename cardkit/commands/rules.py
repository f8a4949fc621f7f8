"""`cardkit rules`: the rules of a game."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console

from cardkit.cardgame.rules import rule_sheet
from cardkit.commands.common import Subcommands, add_rules, options_from
from cardkit.faces import CardStyle
from cardkit.guides import rules_of
from cardkit.registry import find_game
from cardkit.rules_page import RulesPage


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "rules",
        run=run,
        help="show the rules of a game",
        description="Show the rules of a game: its guide, and then every rule with the preset and "
        "options of your choice. Into a file or a pipe they are written as Markdown.",
        epilog="""examples:
  cardkit rules daifugo
  cardkit rules page_one --preset strict --lang ja
  cardkit rules daifugo --set jokers=2 --set lock_after=0 > our_rules.md
  cardkit rules daifugo --names
  cardkit rules my_game.py:MyGame""",
    )
    add_rules(parser)
    parser.add_argument(
        "--names",
        action="store_true",
        help="the rule sheet for programs and hosts: with the commands, and options by their names",
    )


def run(args: argparse.Namespace) -> None:
    write = rule_sheet if args.names else rules_of
    game = find_game(args.game)
    text = write(game, args.preset, options_from(args.options), args.lang)
    if sys.stdout.isatty():
        Console().print(RulesPage(text, CardStyle(own=game.declaration)))
    else:
        sys.stdout.write(text)
