"""`cardkit simulate`: many games between bots, and a table of what came out."""

from __future__ import annotations

import argparse
from random import SystemRandom

from rich.console import Console

from cardkit.cardgame import Bot
from cardkit.commands.common import (
    Subcommands,
    add_count,
    add_rules,
    options_from,
    print_json,
    print_table,
    progress_bar,
)
from cardkit.netgame import NetGame, plural, say, translate
from cardkit.registry import find_bot, find_game, is_reference
from cardkit.simulate import BotTally, Result, Simulation


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "simulate",
        run=run,
        help="let bots play many games against each other",
        description="Let bots play many games against each other and show their results. The bots "
        "move one seat on after each match. Ctrl-C stops, and shows the results so far.",
        epilog="""examples:
  cardkit simulate daifugo
  cardkit simulate akq --games 10000 --seed 1
  cardkit simulate whist --set game=9 --json > result.json
  cardkit simulate my_game.py:MyGame --bots rand,my_game.py:MyBot --players 4""",
    )
    add_rules(parser)
    parser.add_argument(
        "--bots",
        default="rand",
        metavar="A,B,…",
        help="bots of that game or your own, file.py:Class; they take the seats in turn until all "
        "seats are taken (default: rand, random moves)",
    )
    seats = "number of seats (default: four, or as the game and the bots need)"
    add_count(parser, "--players", seats, 0)
    add_count(parser, "--games", "how many (default: 1000)", 1000)
    parser.add_argument(
        "--seed", type=int, metavar="S", help="the same number gives the same games again"
    )
    parser.add_argument("--json", action="store_true", help="write the result as JSON")


def run(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    simulation = Simulation(
        game,
        bots_from(args.bots, game),
        SystemRandom().randrange(1_000_000) if args.seed is None else args.seed,
        players=args.players,
        preset=args.preset,
        options=options_from(args.options),
    )
    stopped = False
    try:
        with_progress(simulation, args.games, game.catalogue.translate(game.title, args.lang))
    except KeyboardInterrupt:
        stopped = True
    result = simulation.result()
    if args.json:
        print_json(result.data())
    else:
        show(result, args.games, args.lang)
    return 130 if stopped else 0


def bots_from(typed: str, game: type[NetGame]) -> list[tuple[str, type[Bot]]]:
    """The bots that were typed, each with a short name where that tells them apart."""
    names = [name.strip() for name in typed.split(",")]
    bots = [(name, find_bot(name, game)) for name in names]
    short = {name: name.rpartition(":")[2] if is_reference(name) else name for name in names}
    twice = len(set(short.values())) < len(short)
    return bots if twice else [(short[name], bot) for name, bot in bots]


def with_progress(simulation: Simulation, games: int, title: str) -> None:
    """Play, with a bar and the time left for whoever looks on; a file or a pipe sees nothing."""
    step = max(1, games // 500)
    with progress_bar(title, games) as told:
        simulation.run(games, lambda played: told(played) if played % step == 0 else None)


def points(tally: BotTally) -> str:
    """Points per game and their standard error, with as many digits as mean something."""
    digits = 3 if tally.error < 1 else 2 if tally.error < 10 else 0
    return f"{tally.mean:+,.{digits}f} ± {tally.error:,.{digits}f}"


def show(result: Result, asked: int, lang: str) -> None:
    """Print the result as a table, the best bot first."""
    headings = ("Bot", "Games", "Wins", "", "Points per game", "Share of moves", "Moves/s")
    rows = (
        (
            tally.bot,
            f"{tally.games:,}",
            f"{tally.wins:,}",
            f"{tally.wins / tally.games:.1%}" if tally.games else "–",
            points(tally),
            f"{tally.moves / result.moves:.1%}" if result.moves else "–",
            f"{tally.moves / tally.seconds:,.0f}" if tally.seconds else "–",
        )
        for tally in result.best_first()
    )
    print_table(headings, rows, lang, headings[1:])
    console = Console(highlight=False, markup=False)
    console.print(
        say(
            "{title} with {players}. Games: {games:,}. Matches: {matches:,}. "
            "Moves: {moves:,} in {seconds:.1f} s.",
            lang,
            games=result.games,
            title=translate(result.title, lang),
            players=plural(result.players, "1 player", "{n} players"),
            matches=result.matches,
            moves=result.moves,
            seconds=result.seconds,
        )
    )
    console.print(say("The same games again: --seed {seed}", lang, seed=result.seed))
    if result.games < asked:
        told = plural(
            asked, "Stopped; 1 game was asked for.", "Stopped; {n:,} games were asked for."
        )
        console.print(told.text(lang))
