"""`cardkit games`: the games there are, or all about one of them."""

from __future__ import annotations

import argparse
import sys

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cardkit.cardgame.rules import summary_of
from cardkit.commands.common import Subcommands
from cardkit.faces import CardStyle
from cardkit.guides import preset_told
from cardkit.netgame import NetGame, Refused, say
from cardkit.registry import bots_of, find_game, installed
from cardkit.rules_page import RulesPage


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "games",
        run=run,
        help="list the games",
        description="List the installed games: number of players, presets, bots, and a summary. "
        "With a name, tell what each preset and each bot of that game is.",
        epilog="""examples:
  cardkit games
  cardkit games daifugo --lang ja""",
    )
    text = "tell more of this one: its name, or your own: file.py:Class"
    parser.add_argument("game", metavar="GAME", nargs="?", default="", help=text)


def run(args: argparse.Namespace) -> int:
    if args.game:
        tell_of(find_game(args.game), args.lang)
        return 0
    return list_all(args.lang)


def list_all(lang: str) -> int:
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


def tell_of(game: type[NetGame], lang: str) -> None:
    """What one game is, its presets and its bots in words."""
    title, summary = (game.catalogue.say(t, lang) for t in (game.title, summary_of(game)))
    lines = [f"# {title}", "", summary, "", f"- {say('Players', lang)}: {players(game)}"]
    for heading, told in (
        ("Presets", {name: preset_told(game, name, lang) for name in game.presets}),
        ("Bots", {n: [game.catalogue.say(summary_of(b), lang)] for n, b in bots_of(game).items()}),
    ):
        if told:
            lines += ["", f"## {say(heading, lang)}", ""]
        for name, sentences in told.items():
            text = " ".join(sentences) or say("the rules as they are", lang)
            lines.append(f"- **{name}**: {text}")
    text = "\n".join(lines) + "\n"
    if sys.stdout.isatty():
        Console().print(RulesPage(text, CardStyle(own=game.declaration)))
    else:
        sys.stdout.write(text)


def players(game: type[NetGame]) -> str:
    least, most = game.seats.least, game.seats.most
    return str(least) if least == most else f"{least}–{most}"


def about(game: type[NetGame], language: str) -> str:
    title, summary = (
        game.catalogue.translate(text, language) for text in (game.title, summary_of(game))
    )
    return f"[bold]{escape(title)}[/bold]\n{escape(summary)}"
