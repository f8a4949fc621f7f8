"""`cardkit rules`: the rule sheet of a game."""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.markdown import Markdown

from cardkit.cardgame.rules import rule_sheet
from cardkit.commands.common import Subcommands, add_rules, options_from
from cardkit.registry import find_game


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "rules",
        run=run,
        help="show the rule sheet of a game",
        description="Show the rule sheet of a game with the preset and options of your choice. "
        "Into a file or a pipe it is written as Markdown.",
        epilog="""examples:
  cardkit rules daifugo
  cardkit rules page_one --preset strict --lang ja
  cardkit rules daifugo --set jokers=2 --set lock_after=0 > our_rules.md
  cardkit rules my_game.py:MyGame""",
    )
    add_rules(parser)


def run(args: argparse.Namespace) -> None:
    sheet = rule_sheet(find_game(args.game), args.preset, options_from(args.options), args.lang)
    if sys.stdout.isatty():
        Console().print(Markdown(sheet))
    else:
        sys.stdout.write(sheet)
