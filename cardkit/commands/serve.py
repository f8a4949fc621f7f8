"""`cardkit serve`: tables of all games, for people and programs."""

from __future__ import annotations

import argparse
import gc
import shutil
import signal
import sys
from contextlib import AbstractContextManager, ExitStack, nullcontext
from pathlib import Path
from typing import IO

import trio

from cardkit.commands.common import Help, Subcommands, add_language
from cardkit.commands.folder import default_folder
from cardkit.commands.hosting import games_to_host, robots_for
from cardkit.commands.serve_web import add_web, start_web, web_sockets
from cardkit.commands.simulate import above_zero
from cardkit.keys import written_public
from cardkit.netgame import Reason, Refused, say
from cardkit.server.request import ServerLimits
from cardkit.server.runner import ClientLimits
from cardkit.server.serve import Running, Settings, serving


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "serve",
        help="host tables for people and programs",
        description="Host tables of all games on one port: text lines for people, msgpack frames "
        "for programs, and TLS for both. A table of each game is open, and robots fill its free "
        "seats. Everything is kept in the data folder and goes on after a restart.",
        epilog="""examples:
  cardkit serve
  cardkit serve --host 0.0.0.0 --tls-only --data /srv/cardkit
  cardkit serve --game my_game.py:MyGame
then, in another terminal:
  cardkit play 127.0.0.1:7272
  nc 127.0.0.1 7272""",
        formatter_class=Help,
    )
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        help="address to listen on (default: this machine only; 0.0.0.0 is everybody)",
    )
    parser.add_argument("--port", type=_port, default=7272, help="TCP port (default: 7272; 0: any)")
    parser.add_argument(
        "--data",
        type=Path,
        default=default_folder(),
        metavar="DIR",
        help="folder for accounts, tables, journals and keys (default: %(default)s)",
    )
    parser.add_argument(
        "--game",
        dest="games",
        action="append",
        default=[],
        metavar="FILE.PY:CLASS",
        help="host a game of your own, too (can be given several times)",
    )
    parser.add_argument("--no-tables", action="store_true", help="open no tables by itself")
    parser.add_argument("--tls-only", action="store_true", help="refuse connections without TLS")
    parser.add_argument(
        "--pace",
        type=_seconds,
        default=1.0,
        metavar="SECONDS",
        help="how long a robot seems to think (default: 1)",
    )
    parser.add_argument(
        "--metrics",
        type=_seconds,
        default=0.0,
        metavar="SECONDS",
        help="log counts and times every so many seconds",
    )
    parser.add_argument(
        "--most-connections",
        type=above_zero,
        default=20_000,
        metavar="N",
        help="connections at a time, of all addresses together (default: 20,000)",
    )
    parser.add_argument(
        "--most-each",
        type=above_zero,
        default=256,
        metavar="N",
        help="connections from one address (default: 256)",
    )
    parser.add_argument(
        "--rate",
        type=above_zero,
        default=500,
        metavar="N",
        help="commands a second that one connection may say (default: 500)",
    )
    parser.add_argument(
        "--log",
        type=Path,
        metavar="FILE",
        help="append the log to this file (default: standard error)",
    )
    add_web(parser, _port)
    add_language(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    games = games_to_host(args.games)
    tables = [] if args.no_tables else [(name, "", {"grace": "20"}) for name in games]
    settings = Settings(
        host=args.host,
        port=args.port,
        data=args.data,
        games=games,
        tables=tables,
        tls_only=args.tls_only,
        robots=robots_for(games, args.pace),
        metrics=args.metrics,
        most_each=args.most_each,
        most_connections=args.most_connections,
        limits=ServerLimits(
            guests=args.most_each,
            sessions=args.most_connections,
            sessions_from=2 * args.most_each,
            tables_from=max(1, args.most_each // 8),
            people_from=max(1, args.most_each // 4),
        ),
        client_limits=ClientLimits(commands=args.rate),
    )
    trio.run(_serve, settings, args)
    return 0


async def _serve(settings: Settings, args: argparse.Namespace) -> None:
    with ExitStack() as opened:
        stops = opened.enter_context(trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM))
        sockets = [opened.enter_context(sock) for sock in web_sockets(args)]
        log = opened.enter_context(_log_file(args.log))

        def write(line: str) -> None:
            print(line, file=log, flush=True)

        async with serving(settings, write) as running:
            web_port = start_web(running, sockets, args)
            _spare_the_collector()
            _let_threads_in()
            _announce(running, settings, web_port, args.lang)
            await anext(stops)


def _let_threads_in() -> None:
    """Seconds after which a thread asks a busy event loop for the interpreter. To store a page it
    needs it a few times; with Python's 5 ms each, nobody was told anything for 100 ms. And 0.5 ms
    are too many still: the event loop gives it up for system calls more often than that, is back
    before the thread has woken, and the thread begins to wait anew.
    """
    sys.setswitchinterval(0.00005)


def _spare_the_collector() -> None:
    """Tables and connections live long and hold few cycles: look for those seldom, in small steps.

    With a thousand tables this is a fifth of the time, and the pauses stay short.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 100)


def _announce(running: Running, settings: Settings, web_port: int, lang: str) -> None:
    """What a newcomer types next."""
    host = "127.0.0.1" if settings.host in ("0.0.0.0", "::") else settings.host
    port = running.ports[0]
    tables = ", ".join(running.runner.core.tables)
    print(say("cardkit is up at {host}:{port}.", lang, host=host, port=port))
    print(say("Tables: {tables}", lang, tables=tables))
    if running.certificate is not None:
        print(say("TLS pin: {pin}", lang, pin=running.certificate.fingerprint))
    if settings.data is not None:
        key = written_public(bytes.fromhex(running.runner.core.server))
        print(say("Records are signed with {key}", lang, key=key))
    print(say("To play, type in another terminal:", lang))
    program = "cardkit" if shutil.which("cardkit") else sys.argv[0]
    if settings.tls_only and running.certificate is not None:
        print(f"  {program} play tls://{host}:{port} --pin {running.certificate.fingerprint}")
        print(say("or, with nothing but openssl:", lang))
        print(f"  openssl s_client -quiet -connect {host}:{port}")
    else:
        print(f"  {program} play {host}:{port}")
        print(say("or, with nothing but nc:", lang))
        print(f"  nc {host} {port}")
    if web_port:
        plain = host in ("127.0.0.1", "localhost", "::1") and not settings.tls_only
        scheme, place = "http" if plain else "https", f"[{host}]" if ":" in host else host
        print(say("or in a browser:", lang))
        print(f"  {scheme}://{place}:{web_port}/")
    print(say("Ctrl-C stops the server; all tables go on at its next start.", lang), flush=True)


def _log_file(path: Path | None) -> AbstractContextManager[IO[str]]:
    try:
        return nullcontext(sys.stderr) if path is None else path.open("a", encoding="utf-8")
    except OSError as error:
        raise Refused(
            Reason.NO_SUCH_FILE, "{path} cannot be written: {why}", path=path, why=error.strerror
        ) from error


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"that is no number of seconds: {text}")
    return seconds
