"""The web side of `cardkit serve`: its options, and what the web is handed of the server."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from ipaddress import ip_address
from itertools import islice
from pathlib import Path
from socket import socket
from typing import Any
from urllib.parse import urlsplit

from cardkit import __version__
from cardkit.cardgame import CardGame
from cardkit.commands.folder import open_archive
from cardkit.commands.history import data_of as match_data
from cardkit.commands.record import text_of
from cardkit.commands.results import data_of as player_data
from cardkit.netgame import NetGame, Reason, Refused
from cardkit.netgame.conditions import shown
from cardkit.protocol import JsonCodec
from cardkit.server.listener import open_sockets
from cardkit.server.log import blame
from cardkit.server.metrics import counts_of
from cardkit.server.serve import Running
from cardkit.server.throttle import Throttle, origin_of
from cardkit.web import ServerStatus, TableLine, WebBackend, WebConnections, WebSocketLink
from cardkit.web.backend import is_near, no_record
from cardkit.web.games import find_game

COST_OF_A_REQUEST = 0.001
"""Seconds of the event loop that an answer over HTTP takes, roughly."""
ABOVE = 1000
"""How far the port of the web is above the other."""
MOST_TABLES = 200
"""On the page that tells what goes on."""


def add_web(parser: argparse.ArgumentParser, port: Any) -> None:
    web = parser.add_argument_group("the web")
    web.add_argument(
        "--web-port",
        type=port,
        metavar="PORT",
        help="port of the page for browsers (default: 8272, or 1000 above --port)",
    )
    web.add_argument("--no-web", action="store_true", help="serve no page for browsers")
    web.add_argument(
        "--plain-web",
        action="store_true",
        help="let other machines do without TLS, too: behind a proxy that speaks it",
    )
    web.add_argument(
        "--public-name",
        dest="public_names",
        action="append",
        default=[],
        type=_public_name,
        metavar="NAME",
        help="a name by which browsers reach this server: cards.example (several times)",
    )
    web.add_argument(
        "--origin",
        dest="origins",
        action="append",
        default=[],
        type=_origin,
        metavar="URL",
        help="let a page of https://name talk to this server, too (several times)",
    )
    web.add_argument(
        "--contests",
        type=Path,
        metavar="DIR",
        help="show the reports of contests in the folders of this one",
    )


def web_sockets(args: argparse.Namespace) -> Sequence[socket]:
    """Sockets for browsers, on the same host as the others; none when there is no web."""
    if args.no_web:
        return []
    port = args.web_port
    if port is None:
        port = args.port + ABOVE if 0 < args.port <= 65535 - ABOVE else 0
    return open_sockets(args.host, port, "--web-port")


def start_web(running: Running, sockets: Sequence[socket], args: argparse.Namespace) -> int:
    """Let browsers in; the port, or 0 when there is none."""
    if not sockets:
        return 0
    port: int = sockets[0].getsockname()[1]
    web = web_connections(running, args)
    running.nursery.start_soon(web.keep_alive)
    for sock in sockets:
        running.nursery.start_soon(running.listener.accept, sock, web)
    return port


def web_connections(running: Running, args: argparse.Namespace) -> WebConnections:
    core = running.runner.core
    games = {name: game for name, game in core.games.items() if issubclass(game, CardGame)}
    past = _Past(args.data, games)
    brake = Throttle(core.now, burst=60, every=0.25)
    backend = WebBackend(
        status=lambda: status_of(running),
        games=games,
        matches=past.matches,
        standings=past.standings,
        record=past.record,
        brake=lambda address: brake.check(origin_of(address)),
        failed=lambda error: core.outbox.log.error("web.failed", **blame(error)),
        contests=args.contests,
        origins=args.origins,
        names={args.host.lower(), *args.public_names},
        plain=_plain(running, args),
        turn=partial(running.runner.queue.take_turn, cost=COST_OF_A_REQUEST),
    )

    async def talk(link: WebSocketLink) -> None:
        await running.runner.serve(link, codec=JsonCodec())

    return WebConnections(backend, talk)


def _plain(running: Running, args: argparse.Namespace) -> Callable[[str], bool]:
    """Who may do without TLS: this machine, unless the host says otherwise."""
    if args.tls_only and running.certificate is not None:
        return lambda address: False
    if args.plain_web or running.certificate is None:
        return lambda address: True
    return is_near


class _Past:
    """What was played, out of the data folder. Each question opens it anew, in its thread."""

    def __init__(self, folder: Path, games: Mapping[str, type[NetGame]]) -> None:
        self._folder = folder
        self._games = games

    def matches(
        self, *, game: str, table: str, before: int, most: int
    ) -> tuple[list[dict[str, Any]], bool]:
        with open_archive(self._folder) as archive:
            found, more = archive.matches(game=game, table=table, before=before, most=most)
        return [match_data(match) for match in found], more

    def standings(
        self, *, game: str, after: str, most: int
    ) -> dict[str, tuple[list[dict[str, Any]], bool]]:
        with open_archive(self._folder) as archive:
            found = archive.standings(game=game, after=after, most=most)
        return {
            name: ([player_data(player) for player in players], more)
            for name, (players, more) in found.items()
        }

    def record(self, number: int) -> str:
        try:
            game = partial(find_game, self._games)  # type: ignore[arg-type]
            return text_of(self._folder, number, game, for_all=True)[1]
        except Refused as refused:
            if refused.reason is Reason.NO_SUCH_MATCH:  # the web has a list of its own
                return no_record(number)
            raise


def status_of(running: Running) -> ServerStatus:
    tables = []
    for hosted in islice(running.runner.core.tables.values(), MOST_TABLES):
        table, title = hosted.table, hosted.settings.hosting.title
        line = TableLine(
            hosted.name, title or table.title, table.phase, table.names, table.seats.most
        )
        tables.append(line)
    return ServerStatus(__version__, running.ports[0], tables, counts_of(running.runner))


def _origin(text: str) -> str:
    try:
        place = urlsplit(text)
        good = place.scheme in ("http", "https") and place.netloc and not place.path.strip("/")
    except ValueError:
        good = False
    if not good:
        raise argparse.ArgumentTypeError(f"an origin is https:// and a name, not {shown(text)}")
    return text.rstrip("/").lower()


def _public_name(text: str) -> str:
    """A host name as browsers write it, or an address."""
    try:
        return str(ip_address(text.strip("[]")))
    except ValueError:
        pass
    try:
        name = text.encode("idna").decode().lower()
    except UnicodeError:
        name = ""
    if not re.fullmatch(r"[a-z0-9._-]+", name):
        raise argparse.ArgumentTypeError(
            f"a public name is the name alone, such as cards.example, not {shown(text)}"
        )
    return name
