"""`cardkit replay`: see the record of a match again, or play on from the middle of it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from shutil import get_terminal_size

from cardkit.client import Connection
from cardkit.client.look import Look
from cardkit.client.replay import Replay, show, story
from cardkit.client.terminal_session import Destination
from cardkit.client.user_interface import rendered
from cardkit.commands.common import Subcommands, add_own_game, game_finder, player_in
from cardkit.commands.play import (
    add_look,
    faces_for,
    has_screen,
    own_server,
    stay,
    wants_colour,
)
from cardkit.commands.running import run_visit
from cardkit.commands.verify import tell_fault
from cardkit.cores import cores
from cardkit.match_analysis import Analysts, Budget, RunningAnalysis
from cardkit.netgame import NetGame, Reason, Refused, Role, Text
from cardkit.record import RecordFault, check_record
from cardkit.record.decisions import decisions
from cardkit.record.file import read_record_file
from cardkit.record.recorded_match import ALL_SEEING, NOBODY, RecordedMatch
from cardkit.registry import games_to_host
from cardkit.server.takeover import take_over


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "replay",
        run=run,
        help="watch a recorded match, or play on from any position",
        description="Step through the record of a match, forwards and backwards, as a watcher, as "
        "any player, or with all cards face up; i shows what search thinks of each decision, and ? "
        "all keys. In a pipe the whole match is printed as sentences. With --from you play on from "
        "that position at a table of your own, with robots in the other seats.",
        epilog="""examples:
  cardkit replay final.jsonl
  cardkit replay final.jsonl --seat ann
  cardkit replay final.jsonl --all --plain | less
  cardkit replay final.jsonl --from 37 --seat ann

exit status: that of `cardkit verify` when the record is damaged""",
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a record that a server wrote")
    eyes = parser.add_mutually_exclusive_group()
    eyes.add_argument("--seat", metavar="NAME", default="", help="see what this player saw")
    eyes.add_argument("--all", action="store_true", help="see all cards")
    parser.add_argument(
        "--from",
        dest="start",
        type=int,
        metavar="N",
        help="play on from the position after N inputs, as the player of --seat (default: the "
        "one to move)",
    )
    add_own_game(parser)
    add_look(parser.add_argument_group("how it looks"))


def run(args: argparse.Namespace) -> int:
    finder = game_finder(args.game)
    try:
        verdict = check_record(read_record_file(args.file), finder)
        reel = RecordedMatch(verdict.record, finder)
    except RecordFault as fault:
        return tell_fault(fault, args.lang)
    eyes = ALL_SEEING if args.all else player_in(reel.players, args.seat) if args.seat else NOBODY
    if args.start is not None:
        return _play_on(args, reel)
    colour = wants_colour(args)
    look = _look(args, reel)
    if not has_screen(args):
        _tell(Replay(reel, look, eyes), colour=colour and sys.stdout.isatty())
        return 0
    with ExitStack() as stack:

        def analyse(at: int, told: Callable[[], None]) -> RunningAnalysis:
            found = [*decisions(reel.record, finder)]
            found.sort(key=lambda each: each.position < at)  # what is seen next comes first
            name = args.game or reel.record.header.game
            analysts = stack.enter_context(Analysts(name, Budget(), max(1, cores() - 1)))
            return RunningAnalysis(analysts, found, told)

        show(Replay(reel, look, eyes, analyse), colour=colour)
    return 0


def _look(args: argparse.Namespace, reel: RecordedMatch) -> Look:
    game, name = reel.table_at(0), reel.record.header.game
    titles = {name: game.catalogue.translate(game.title, args.lang)}
    look = Look(faces=faces_for(args), language=args.lang, titles=titles, pictures=has_screen(args))
    return look.of_game(type(game))


def _tell(replay: Replay, *, colour: bool) -> None:
    columns = get_terminal_size().columns
    for line in story(replay):
        print(rendered([line], columns, colour=colour, styled=colour))


# --- playing on ----------------------------------------------------------------------------------


def _play_on(args: argparse.Namespace, reel: RecordedMatch) -> int:
    if not 0 <= args.start <= reel.last:
        text = "--from is a number of inputs from 0 to {last}, not {typed}"
        raise Refused(Reason.BAD_OPTION, text, last=reel.last, typed=args.start)
    table = reel.table_at(args.start)
    games = {**games_to_host([]), reel.record.header.game: type(table)}
    return run_visit(_play, args, games, reel, table, player_at(table, args.seat))


def player_at(table: NetGame, wanted: str = "") -> str:
    """Whom to play for: who is wanted, or who is to move, people before robots."""
    to_move = [table.names[seat] for seat in table.awaited]
    everybody = [*to_move, *table.names]
    people = [name for name in everybody if table.people.roles.get(name) is not Role.ROBOT]
    found = [wanted] if wanted in table.names else [] if wanted else [*people, *everybody]
    if not found:
        text = "at that moment these have a seat: {known}; choose another with --from"
        raise Refused(Reason.NO_SUCH_PLAYER, text, known=", ".join(table.names) or Text("none"))
    return found[0]


async def _play(
    args: argparse.Namespace,
    games: dict[str, type[NetGame]],
    reel: RecordedMatch,
    table: NetGame,
    player: str,
) -> int:
    header, look = reel.record.header, _look(args, reel)
    async with own_server(games) as (core, reach):
        token = take_over(core, header.game, header.preset, header.options, table, player)

        async def enter(connection: Connection) -> None:
            await connection.resume(token)

        server = Text("your own table")
        return await stay(args, look, reach, server, enter, Destination(alone=True), games)
