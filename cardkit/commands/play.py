"""`cardkit play`: play in the terminal, at a server or at a table of your own."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from shutil import get_terminal_size

import trio

from cardkit.cardgame import SUIT_SIGNS
from cardkit.client import Address, Connection, Dial, Transport, connect, dial
from cardkit.client.links import StreamTransport
from cardkit.client.look import Look
from cardkit.client.scenes import Location
from cardkit.client.slash import slash_words
from cardkit.client.terminal import Terminal, open_terminal
from cardkit.client.terminal_session import Destination, TerminalSession
from cardkit.client.user_interface import Plain, UserInterface, rendered
from cardkit.commands.common import Subcommands, add_options, options_from
from cardkit.commands.identity import add_identity, add_log, enter, log_for, password_for
from cardkit.commands.running import run_visit
from cardkit.faces import CardStyle
from cardkit.levels import Level
from cardkit.netgame import NetGame, Reason, Refused, Text
from cardkit.protocol.client_commands import LanguageCommand
from cardkit.reasons import LocalReason
from cardkit.registry import bots_to_host, find_game, games_to_host, installed, not_found
from cardkit.server import links
from cardkit.server.core import ServerCore
from cardkit.server.serve import serving
from cardkit.server.settings import Settings
from cardkit.simulate import failed

PACE = 0.8
"""Seconds that a robot of one's own table seems to think, so that one can follow."""


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "play",
        run=run,
        help="play in the terminal",
        description="Play in the terminal. Without an address you play at a table of your own, "
        "with robots in the other seats. If you name a game, you go straight to the table. A lost "
        "connection is restored automatically. Ctrl-C or Ctrl-D leaves.",
        epilog="""examples:
  cardkit play
  cardkit play daifugo --preset uecda --robots strong
  cardkit play my_game.py:MyGame
  cardkit play 127.0.0.1:7272
  cardkit play tls://example.org whist --name ann --pin 5f…e1
  cardkit play example.org --name ann --log ann.jsonl""",
    )
    parser.add_argument(
        "where",
        metavar="ADDRESS",
        nargs="?",
        default="",
        help="the server, host:port or tls://host:port (default: your own table, without a server)",
    )
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        default="",
        help="the game or table to go to (default: choose from a menu)",
    )
    add_options(
        parser,
        "play with this preset of the game",
        "play with this option of the game (can be given several times)",
    )
    parser.add_argument(
        "--robots",
        metavar="LEVEL",
        choices=[level.value for level in Level],
        default="",
        help=f"how well robots play where you open a table: {', '.join(Level)} "
        "(default: normal); /robots changes it while you are there",
    )
    parser.add_argument("--watch", action="store_true", help="only watch at the table")
    add_log(parser)
    who = parser.add_argument_group("who you are")
    add_identity(who, "your")
    text = "enter your account; the password is asked for"
    who.add_argument("--password", action="store_true", help=text)
    add_look(parser.add_argument_group("how it looks"))


def add_look(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--no-colour", "--no-color", action="store_true", help="without colours")
    group.add_argument("--four-colours", action="store_true", help="a colour for each suit")
    group.add_argument(
        "--plain",
        action="store_true",
        help="print line by line instead of drawing a screen, for screen readers and pipes",
    )


def run(args: argparse.Namespace) -> int:
    where, game = address_and_game(args.where, args.game, known=[*installed()])
    if not game and (args.preset or args.options):
        text = "--preset and --set are for a game; name it: cardkit play {game} …"
        raise Refused(Reason.BAD_OPTION, text, game=next(iter(installed()), "GAME"))
    address = Address.parse(where, args.pin) if where else None
    own, game = _own_game(game) if address is None else ([], game)
    games = games_to_host(own) if address is None else {}
    wish = Destination(
        game=game,
        preset=args.preset,
        options=options_from(args.options),
        watch=args.watch,
        level=args.robots,
        alone=address is None,
    )
    password = password_for(args, asked=args.password)
    return run_visit(_play, args, address, games, wish, password)


def address_and_game(first: str, second: str, known: list[str]) -> tuple[str, str]:
    """Which of the two words is which: a server has a colon or a dot, or it comes first."""
    if second or not first:
        return first, second
    if first.lower() in known or first.partition(":")[0].endswith(".py"):
        return "", first
    if ":" in first or "." in first or first == "localhost":
        return first, ""
    raise not_found(
        LocalReason.NO_SUCH_GAME,
        "{name} is neither a game nor an address{hint} The games are: {known}; an address is "
        "written host:port",
        first,
        known,
    )


def _own_game(game: str) -> tuple[list[str], str]:
    """A game of one's own is hosted under the name of its class."""
    if ":" not in game and not game.endswith(".py"):
        return [], game.lower()
    return [game], find_game(game).__name__.lower()


async def _play(
    args: argparse.Namespace,
    address: Address | None,
    games: dict[str, type[NetGame]],
    wish: Destination,
    password: str,
) -> int:
    look = Look(faces=faces_for(args), language=args.lang, pictures=has_screen(args))
    server = Text("your own table") if address is None else str(address)
    come = partial(enter, args=args, password=password, guest="you" if address is None else "")
    if address is not None:
        return await stay(args, look, dial(address), server, come, wish, games)
    async with own_server(games) as (_, reach):
        return await stay(args, look, reach, server, come, wish, games)


async def stay(
    args: argparse.Namespace,
    look: Look,
    reach: Dial,
    server: str,
    come: Callable[[Connection], Awaitable[object]],
    wish: Destination,
    games: dict[str, type[NetGame]],
) -> int:
    """Go to a server and stay there until the person leaves; the exit status."""
    colour = wants_colour(args)
    log = log_for(args, server)
    async with connect(reach, log=log) as connection:
        if args.lang != "en":
            await connection.say(LanguageCommand(args.lang))
        await come(connection)
        where = Location(server, connection.server_time)
        async with _front(args, colour=colour) as front, trio.open_nursery() as nursery:
            nursery.start_soon(_leave_on_signal, front)
            visit = TerminalSession(connection, front, look, wish, where, partial(_class_of, games))
            await visit.run()
            nursery.cancel_scope.cancel()
    if isinstance(front, Terminal):
        if visit.result:  # the screen is gone, so this is all that is left to see
            print(rendered(visit.result, get_terminal_size().columns, colour=colour))
        return 130 if front.interrupted else 0
    return 0


async def _leave_on_signal(front: UserInterface) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM, signal.SIGHUP) as signals:
        async for _ in signals:
            front.left.set()


@asynccontextmanager
async def _front(args: argparse.Namespace, *, colour: bool) -> AsyncIterator[UserInterface]:
    """The whole screen where there is a terminal for it, otherwise line after line."""
    if has_screen(args):
        async with open_terminal(colour=colour, words=slash_words(args.lang)) as terminal:
            yield terminal
    else:
        plain = Plain(sys.stdout, sys.stdin.fileno(), colour=colour and sys.stdout.isatty())
        async with plain.open():
            yield plain


def has_screen(args: argparse.Namespace) -> bool:
    """Whether there is a terminal that can be filled, and is to be."""
    screen = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return screen and not args.plain


@asynccontextmanager
async def own_server(games: dict[str, type[NetGame]]) -> AsyncIterator[tuple[ServerCore, Dial]]:
    """A server in this process, without a port, and how to reach it."""
    settings = Settings(port=-1, pace=PACE)
    async with (
        serving(settings, games, _tell_errors, bots_to_host(games)) as running,
        trio.open_nursery() as nursery,
    ):

        async def reach() -> Transport:
            mine, theirs = (trio.SocketStream(end) for end in trio.socket.socketpair())
            link = links.StreamLink(theirs, "127.0.0.1", nursery)
            nursery.start_soon(running.runner.serve, link)
            return StreamTransport(mine)

        running.runner.core.outbox.log.explain = _explain
        yield running.runner.core, reach
        nursery.cancel_scope.cancel()


def _tell_errors(line: str) -> None:
    """What goes wrong at one's own table is for its host to see."""
    if line.split(" ")[1:2] == ["error"]:
        print(line, file=sys.stderr)


def _explain(error: BaseException) -> None:
    print(failed(error), file=sys.stderr)


def _class_of(games: dict[str, type[NetGame]], name: str) -> type[NetGame] | None:
    """The rules of a game where they are installed here, too; its words come with them."""
    found = games.get(name)
    if found is None and name in installed():
        try:
            found = find_game(name)
        except Refused:
            return None
    return found


def wants_colour(args: argparse.Namespace) -> bool:
    return not (args.no_colour or os.environ.get("NO_COLOR"))


def faces_for(args: argparse.Namespace) -> CardStyle:
    return CardStyle(signs=_has_signs(), four_colours=args.four_colours)


def _has_signs() -> bool:
    """Whether the terminal can write the signs of the suits."""
    try:
        "".join(SUIT_SIGNS.values()).encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
