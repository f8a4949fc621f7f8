"""`cardkit bot`: sends a bot to play at a server."""

from __future__ import annotations

import argparse
import sys
from random import Random, SystemRandom

import trio

from cardkit.cardgame import Bot
from cardkit.client import Address, connect, dial
from cardkit.client.bot import BotAssignment, BotRecord, BotRunner
from cardkit.commands.bot_replay import run_replay
from cardkit.commands.common import Subcommands, above_zero, add_count, add_options, options_from
from cardkit.commands.identity import add_identity, add_log, enter, log_for, password_for
from cardkit.commands.running import cancel_on_signal
from cardkit.netgame import Below, NetGame, Reason, Refused, say
from cardkit.protocol.client_commands import LanguageCommand
from cardkit.protocol.reasons import ServerReason
from cardkit.reasons import LocalReason
from cardkit.registry import find_bot, find_game, is_reference


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "bot",
        run=run,
        help="let a bot play on a server",
        description="Let a bot play on a server, against people and other bots. The same class "
        "plays here, in `cardkit simulate` and in contests, and hears the same. It reconnects when "
        "the connection is lost. Ctrl-C makes it leave the table. With --replay it sits at a match "
        "that is over, and you see where it would have played otherwise.",
        epilog="""examples:
  cardkit bot thrifty --game daifugo --start
  cardkit bot my_bot.py:MyBot example.org --table daifugo-1 --games 10
  cardkit bot sage:0.5s --game whist --start
  cardkit bot honest tls://example.org --pin 5f…e1 --game akq --key ann.pem
  cardkit bot my_bot.py:MyBot --replay match-000001.jsonl --seat a-MyBot
  for n in 1 2 3 4; do cardkit bot partner --game whist --start & done""",
    )
    parser.add_argument(
        "bot",
        metavar="BOT",
        help="your own bot, file.py:Class or module:Class, or a bot of that --game; sage plays "
        "every game by search, and sage:0.5s thinks for half a second",
    )
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        nargs="?",
        default="",
        help="the server, host:port or tls://host:port (default: 127.0.0.1:7272)",
    )
    where = parser.add_argument_group("where to play")
    where.add_argument("--table", default="", metavar="NAME", help="the table to go to")
    where.add_argument(
        "--game",
        default="",
        help="without --table: play this game at the first table with a free seat, or open one",
    )
    add_options(
        where,
        "at a table with this preset",
        "at a table with this option (can be given several times)",
    )
    add_identity(parser.add_argument_group("who it is"), "its")
    _add_duration(parser.add_argument_group("how long to play"))
    past = parser.add_argument_group("at a match that is over, without a server")
    past.add_argument(
        "--replay",
        metavar="RECORD",
        help="hear what --seat heard in this match, and tell what BOT would have played otherwise; "
        "here BOT may also be a program: 'node my_bot.mjs'",
    )
    past.add_argument("--seat", metavar="NAME", default="", help="the player whose place it takes")
    past.add_argument("--json", action="store_true", help="write every decision as JSON")
    parser.add_argument(
        "--seed", type=int, metavar="S", help="seed for the bot's random choices, to repeat them"
    )
    add_log(parser)


def _add_duration(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--start",
        type=above_zero,
        nargs="?",
        const=0,
        metavar="N",
        help="say START when N players have a seat, or as soon as the game allows it",
    )
    add_count(group, "--games", "leave after N games", 0)
    group.add_argument(
        "--forever", action="store_true", help="stay for the next match (default: one match)"
    )


def run(args: argparse.Namespace) -> int:
    if args.replay is not None:
        if args.address or args.table:
            raise Refused(Reason.BAD_OPTION, "--replay needs no server: leave out its address")
        return run_replay(args, chance(args.seed or 0))
    if args.seat or args.json:
        raise Refused(
            Reason.BAD_OPTION,
            "--seat and --json are for the record of a match; say which: --replay RECORD",
        )
    if not args.table and not args.game:
        raise Refused(
            ServerReason.NO_SUCH_TABLE,
            "say where to play: --table NAME, or --game GAME for any table",
        )
    password = password_for(args)
    address = Address.parse(args.address, args.pin)
    bot = find_bot_class(args.bot, args.game)
    try:
        stopped = trio.run(_run_until_stopped, args, address, bot, password)
    except* KeyboardInterrupt:
        stopped = True
    return 130 if stopped else 0


def find_bot_class(name: str, game: str) -> type[Bot]:
    """The bot that was typed; a short name is that of a bot of the game."""
    if is_reference(name):
        return find_bot(name, NetGame)
    if not game:
        text = "of which game is {bot} a bot? Say --game GAME, or name it as file.py:Class"
        raise Refused(LocalReason.NO_SUCH_BOT, text, bot=name)
    return find_bot(name, find_game(game))


def _name_of_game(typed: str) -> str:
    """What a server calls a game: one of your own goes by the name of its class."""
    return typed.rpartition(":")[2].lower() if ":" in typed else typed


async def _run_until_stopped(
    args: argparse.Namespace, address: Address, bot: type[Bot], password: str
) -> bool:
    """Play, and leave the table when somebody wants it to stop; whether somebody did."""
    below = chance(args.seed)
    errand = BotAssignment(
        table=args.table,
        game=_name_of_game(args.game),
        preset=args.preset,
        options=options_from(args.options),
        start=args.start,
        games=args.games,
        forever=args.forever,
    )
    stopped, log = trio.CancelScope(), log_for(args, str(address))
    async with connect(dial(address), log=log) as connection, trio.open_nursery() as nursery:
        nursery.start_soon(cancel_on_signal, stopped)
        runner = BotRunner(connection, bot, errand, below, _print, _complain, language=args.lang)
        try:
            with stopped:
                if args.lang != "en":
                    await connection.say(LanguageCommand(args.lang))
                await enter(connection, args, password)
                await runner.run()
        except Refused as refused:
            failure: Refused | None = refused
        else:
            failure = None
        await connection.quit()
        nursery.cancel_scope.cancel()
    if failure is None or runner.record.games:
        _sum_up(runner.record, args.lang)
    if failure is not None:
        raise failure
    return stopped.cancelled_caught


def chance(seed: int | None) -> Below:
    return SystemRandom().randrange if seed is None else Random(seed).randrange


def _sum_up(record: BotRecord, lang: str) -> None:
    _print(
        say(
            "Games: {games:,}, won: {wins:,}, moves: {moves:,}, played at random instead: "
            "{faults:,}, too late: {late:,}.",
            lang,
            games=record.games,
            wins=record.wins,
            moves=record.moves,
            faults=record.faults,
            late=record.late,
        )
    )


def _print(line: str) -> None:
    print(line, flush=True)


def _complain(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
