"""`cardkit uecda`: programs written for UECda play at a table of Daifugo."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random, SystemRandom
from time import time

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit import __version__
from cardkit.cardgame import CardGame
from cardkit.client import Address, dial
from cardkit.commands.common import (
    Subcommands,
    above_zero,
    add_count,
    print_table,
    progress_bar,
    seconds_typed,
)
from cardkit.commands.record import already_there, tell_of_record, write_new
from cardkit.commands.running import cancel_on_signal, run_visit
from cardkit.commands.uecda_server import GAME, table_at
from cardkit.keys import public_text
from cardkit.netgame import Reason, Refused, Text, plural, say
from cardkit.record import Header, Record, RecordLine, claims_of, write_record
from cardkit.registry import bots_of, find_game
from cardkit.uecda.gateway import PORT, Gateway, Guest, Host
from cardkit.uecda.match import PRESET, SET, LocalTable, MatchTally
from cardkit.uecda.tables import PLAYERS

HEADINGS = ("Player", "Points", *map(str, range(1, PLAYERS + 1)), "Refused", "Late")


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "uecda",
        run=run,
        help="let programs of the UECda contest play",
        description="Let programs that were written for UECda, the contest of computer Daihinmin, "
        "play at a table of Daifugo with the preset uecda: in this process, or at a server where "
        "others can watch. Start the programs when it listens. What a program does wrong counts as "
        "a pass; for one that ends or no longer answers, a robot plays on. Ctrl-C stops.",
        epilog="""examples:
  cardkit uecda
  cardkit uecda --robots 3 --games 300 --seed 1 --record match.jsonl
  cardkit uecda 127.0.0.1:7272 --robots 4
  cardkit uecda --table daifugo-1
then, for each program:
  ./client -h 127.0.0.1 -p 42485 -n name""",
    )
    parser.add_argument(
        "address",
        metavar="ADDRESS",
        nargs="?",
        default="",
        help="play at this server, host:port or tls://host:port (default: in this process)",
    )
    parser.add_argument(
        "--table",
        default="",
        metavar="NAME",
        help="a table of that server, by default of 127.0.0.1:7272 (default: a new one)",
    )
    parser.add_argument(
        "--pin", default="", metavar="SHA256", help="trust only the server with this certificate"
    )
    guests = parser.add_argument_group("the programs")
    guests.add_argument(
        "--host", default="127.0.0.1", help="where to listen for them (default: %(default)s)"
    )
    guests.add_argument(
        "--port", type=_port, default=PORT, help="the port to listen on (default: %(default)s)"
    )
    guests.add_argument(
        "--robots",
        type=int,
        choices=range(PLAYERS),
        default=0,
        metavar="N",
        help="seats that are not for programs, but for robots (default: 0)",
    )
    guests.add_argument(
        "--move-time",
        type=seconds_typed,
        default=10.0,
        metavar="S",
        help="seconds for one answer (default: %(default)g)",
    )
    games = "how many; ranks begin anew every 100 games (default: 100, or a match of the --table)"
    add_count(parser, "--games", games, 0)
    parser.add_argument(
        "--seed", type=int, metavar="S", help="the same number deals the same cards again"
    )
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write the record of the match; of further sets of 100 games, FILE-2 and so on",
    )


def _port(typed: str) -> int:
    port = 0 if typed == "0" else above_zero(typed)
    if port > 65535:
        raise argparse.ArgumentTypeError(f"{typed} is no port; it is a number up to 65535")
    return port


def run(args: argparse.Namespace) -> int:
    if not (args.address or args.table):
        if args.record is not None and args.record.exists():
            raise already_there(args.record, "--record")
        return run_visit(_in_process, args)
    if args.record is not None or args.seed is not None:
        raise Refused(
            Reason.BAD_OPTION,
            "--seed and --record are for a table in this process; a server draws its own cards, "
            "and `cardkit record` writes down its matches",
        )
    return run_visit(_at_server, args)


async def _at_server(args: argparse.Namespace) -> int:
    address = Address.parse(args.address, args.pin)
    games = args.games or (0 if args.table else SET)
    with progress_bar(say("Games", args.lang), games or SET) as told:
        async with table_at(dial(address), args.table, games, args.robots, told) as host:
            where = Text("the table {table} of {server}", table=host.table, server=address)
            gateway, stopped = await _serve(host, args, where)
    _show(host.standings, gateway.guests, args.lang)
    return 130 if stopped else 0


async def _in_process(args: argparse.Namespace) -> int:
    games = args.games or SET
    seed = SystemRandom().randrange(1_000_000) if args.seed is None else args.seed
    rules = find_game(GAME)
    assert issubclass(rules, CardGame)
    bot = next(bot for name, bot in bots_of(rules).items() if name != "rand")
    begun = time()
    with progress_bar(say("Games", args.lang), games) as told:
        host = LocalTable(rules, bot(Random(seed).randrange), games, seed, told)
        gateway, stopped = await _serve(host, args, Text("a table in this process"))
    _show(host.standings, gateway.guests, args.lang)
    print(say("The same cards again: --seed {seed}", args.lang, seed=seed))
    if args.record is not None:
        for number in range(len(host.sets)):
            _write_record(host, number, args.record, begun, args.lang)
    return 130 if stopped else 0


async def _serve(host: Host, args: argparse.Namespace, where: Text) -> tuple[Gateway, bool]:
    """Wait for the programs and let them play; whether somebody has stopped it."""
    try:
        listeners = await trio.open_tcp_listeners(args.port, host=args.host)
    except OSError as error:
        raise Refused(
            Reason.BAD_OPTION,
            "cannot listen at {host}, port {port}: {error}",
            host=args.host,
            port=args.port,
            error=error.strerror or error,
        ) from error
    gateway = Gateway(host, PLAYERS - args.robots, args.move_time, partial(_tell, lang=args.lang))
    programs = plural(gateway.wanted, "1 program", "{n} programs")
    _tell(
        Text(
            "Waiting for {programs} at {host}, port {port}; they play at {where}.",
            programs=programs,
            host=args.host,
            port=listeners[0].socket.getsockname()[1],
            where=where,
        ),
        args.lang,
    )
    stop = trio.CancelScope()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(cancel_on_signal, stop)
        with stop:
            await gateway.run(listeners)
        nursery.cancel_scope.cancel()
    return gateway, stop.cancelled_caught


def _tell(text: Text, lang: str) -> None:
    print(say("{words}", lang, words=text), flush=True)


def _show(standings: MatchTally, guests: Sequence[Guest], lang: str) -> None:
    """Who has how many points, and how often each was first, second …"""
    programs = {guest.name: guest for guest in guests}
    rows = [
        (
            name,
            f"{standings.points[name]:,}",
            *(f"{times:,}" for times in standings.places[name]),
            *_faults(programs.get(name)),
        )
        for name in sorted(standings.points, key=standings.points.__getitem__, reverse=True)
    ]
    if rows:
        print_table(HEADINGS, rows, lang, HEADINGS[1:])
    print(say("Games: {games:,}.", lang, games=standings.games))


def _faults(guest: Guest | None) -> tuple[str, str]:
    if guest is None:
        return "–", "–"
    return f"{guest.refusals:,}", f"{guest.late:,}"


def _write_record(host: LocalTable, number: int, path: Path, begun: float, lang: str) -> None:
    """A set as one signed file; the key is made for it, and its public half is told."""
    signer, table = Ed25519PrivateKey.generate(), host.sets[number]
    path = path if not number else path.with_stem(f"{path.stem}-{number + 1}")
    header = Header(
        game=GAME,
        preset=PRESET,
        options=host.options(number),
        table="uecda",
        match=number + 1,
        begun=round(begun, 3),
        cardkit=__version__,
        server=signer.public_key().public_bytes_raw().hex(),
    )
    lines = [RecordLine(who, str(said), at) for who, said, at in table.journal]
    record = Record(header, lines, {}, table.chance.key)
    record = replace(record, claims=dict(enumerate(claims_of(record, find_game))))
    text = "".join(f"{line}\n" for line in write_record(record, signer.sign))
    write_new(path, text, "--record")
    tell_of_record(path, record, public_text(signer), lang)
