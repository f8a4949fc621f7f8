"""`cardkit games`: the games there are."""

from __future__ import annotations

import argparse
import sys

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cardkit.cardgame.rules import summary_of
from cardkit.commands.common import Subcommands
from cardkit.netgame import NetGame, Refused, say
from cardkit.registry import bots_of, find_game, installed


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    commands.add_parser(
        "games",
        run=run,
        help="list the games",
        description="List the installed games: number of players, presets, bots, and a summary.",
    )


def run(args: argparse.Namespace) -> int:
    lang = args.lang
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("Game", "Players", "Presets", "Bots", "What it is about"):
        fixed = heading in ("Game", "Players")
        table.add_column(say(heading, lang), no_wrap=fixed, overflow="fold")  # 日本語 has no spaces
    broken = []
    for name in installed():
        try:
            game = find_game(name)
            bots = bots_of(game)
        except Refused as refused:
            broken.append(f"{refused.reason}: {refused.text(lang)}")
            continue
        lists = ("\n".join(game.presets), "\n".join(bots))
        table.add_row(f"[bold]{name}[/bold]", players(game), *lists, about(game, lang))
    Console().print(table)
    for sentence in broken:
        print(sentence, file=sys.stderr)
    return 2 if broken else 0


def players(game: type[NetGame]) -> str:
    least, most = game.seats.least, game.seats.most
    return str(least) if least == most else f"{least}–{most}"


def about(game: type[NetGame], language: str) -> str:
    title, summary = (
        game.catalogue.translate(text, language) for text in (game.title, summary_of(game))
    )
    return f"[bold]{escape(title)}[/bold]\n{escape(summary)}"
