"""The web side of `cardkit serve`: what the web is handed of the server."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from socket import socket
from typing import Any

import trio

from cardkit import __version__
from cardkit.commands.history import data_of as match_data
from cardkit.commands.history import data_of_game as game_data
from cardkit.commands.record import text_of
from cardkit.commands.results import data_of as player_data
from cardkit.keys import unusable
from cardkit.match_analysis import SECONDS
from cardkit.netgame import NetGame, Refused
from cardkit.protocol import JsonCodec
from cardkit.protocol.reasons import ServerReason
from cardkit.proxies import Networks, TrustedProxies
from cardkit.record.decisions import Decision
from cardkit.registry import game_named, reference_of
from cardkit.server.core import ServerCore
from cardkit.server.history import MatchHistory, PlayedMatch
from cardkit.server.listener import OpenSockets, open_sockets
from cardkit.server.log import blame
from cardkit.server.metrics import metrics_of
from cardkit.server.private_tables import is_told
from cardkit.server.readiness import readiness
from cardkit.server.robots import Advisers
from cardkit.server.serve import Running, node_name
from cardkit.server.session import hash_token
from cardkit.server.settings import Settings
from cardkit.server.store_address import StoreAddress
from cardkit.server.thinker import Answer, Question
from cardkit.server.throttle import Throttle, origin_of
from cardkit.server.vault import Vault
from cardkit.web import ServerStatus, TableLine, WebBackend, WebConnections, WebSocketLink
from cardkit.web.backend import is_near, no_match, no_record
from cardkit.web.health import Health, serve_health
from cardkit.web.house import House, check_icon

COST_OF_A_REQUEST = 0.001
"""Seconds of the event loop that an answer over HTTP takes, roughly."""
MOST_TABLES = 200
"""On the page that tells what goes on."""


def web_sockets(settings: Settings, open_sockets: OpenSockets = open_sockets) -> Sequence[socket]:
    """Sockets for browsers, on the same host as the others; none when there is no web."""
    web = settings.web
    return open_sockets(settings.host, web.port, "--web-port") if web.enabled else []


async def start_web(running: Running, sockets: Sequence[socket], settings: Settings) -> int:
    """Let browsers in; the port, or 0 when there is none.

    The page is put together in a thread: a node that gave no sign of life meanwhile would be taken
    for dead on a slow machine.
    """
    if not sockets:
        return 0
    port: int = sockets[0].getsockname()[1]
    web = await trio.to_thread.run_sync(web_connections, running, settings)
    running.nursery.start_soon(web.keep_alive)
    for sock in sockets:
        running.nursery.start_soon(running.listener.accept, sock, web)
    return port


def web_connections(running: Running, settings: Settings) -> WebConnections:
    core, web = running.runner.core, settings.web
    assert settings.data is not None  # the past is read from there
    past = _Past(settings.data, running.address, core.games)
    brake = Throttle(core.now, burst=60, every=0.25)
    backend = WebBackend(
        status=lambda: status_of(running),
        games=core.games,
        matches=past.matches,
        played=past.played,
        standings=past.standings,
        standings_of=past.standings_of,
        record=past.record,
        judge=None if core.thinkers is None else partial(judge, core.thinkers),
        judges=max(1, settings.thinkers),
        name_of=lambda token: name_of(core, token, running.address),
        brake=lambda address: brake.check(origin_of(address)),
        failed=lambda error: core.outbox.log.error("web.failed", **blame(error)),
        page_failed=lambda address, what: core.outbox.log.info(
            "page.failed", address=address, **what
        ),
        contests=web.contests,
        origins=web.origins,
        names={settings.host.lower(), *web.public_names},
        plain=_plain(running, settings),
        house=house_of(settings),
        turn=partial(running.runner.queue.take_turn, cost=COST_OF_A_REQUEST),
        proxies=TrustedProxies(settings.trusted_proxies),
        turned_away=running.listener.refusal,
        counting=running.listener.counting,
        health=health_of(running, settings),
        sees_metrics=Networks(web.metrics_from).__contains__,
    )

    async def talk(link: WebSocketLink) -> None:
        await running.runner.serve(link, codec=JsonCodec())

    return WebConnections(backend, talk)


async def judge(
    thinkers: Advisers, game: type[NetGame], decision: Decision
) -> dict[str, Any] | None:
    """What search thinks of a decision, when nobody who plays waits for it to think."""
    question = Question(
        game=reference_of(game),
        knowledge=decision.knowledge,
        said=decision.said,
        seed=decision.position,
        seconds=SECONDS,
        patient=True,
    )
    found: list[Answer | None] = []
    is_answered = trio.Event()

    def answered(answer: Answer | None) -> None:
        found.append(answer)
        is_answered.set()

    asked = thinkers.ask(question, "analysis", answered)
    try:
        await is_answered.wait()
    finally:
        asked.cancel()
    return None if found[0] is None else found[0].judgement


def health_of(running: Running, settings: Settings) -> Health:
    runner, node = running.runner, node_name(settings)
    return Health(lambda: readiness(runner), lambda: metrics_of(runner, node))


def health_sockets(settings: Settings) -> Sequence[socket]:
    """Sockets for monitoring alone, if the host wants them."""
    if not settings.health:
        return []
    host, _, port = settings.health.rpartition(":")
    return open_sockets(host.strip("[]") or "127.0.0.1", int(port), "--health")


def start_health(running: Running, sockets: Sequence[socket], settings: Settings) -> None:
    listeners = [trio.SocketListener(trio.socket.from_stdlib_socket(sock)) for sock in sockets]
    log, health = running.runner.core.outbox.log, health_of(running, settings)

    def failed(error: Exception) -> None:
        log.error("health.failed", **blame(error))

    if listeners:
        running.nursery.start_soon(serve_health, health, listeners, failed)


def house_of(settings: Settings) -> House:
    """What the web shows of the house; reads its picture."""
    own, icon = settings.house, b""
    if own.icon is not None:
        try:
            icon = own.icon.read_bytes()
        except OSError as error:
            raise unusable(own.icon, error) from error
        check_icon(icon)
    return House(own.name, own.felt, own.accent, icon)


def _plain(running: Running, settings: Settings) -> Callable[[str], bool]:
    """Who may do without TLS: this machine and trusted proxies, unless the host says otherwise."""
    proxies = TrustedProxies(settings.trusted_proxies)
    if settings.tls_only and running.certificate is not None:
        return proxies.__contains__
    if settings.web.plain or running.certificate is None:
        return lambda address: True
    return lambda address: is_near(address) or address in proxies


class _Past:
    """What was played, out of the store, in whatever thread asks for it."""

    def __init__(
        self, folder: Path, address: StoreAddress, games: Mapping[str, type[NetGame]]
    ) -> None:
        self._folder, self._address = folder, address
        self._games = games

    @contextmanager
    def _archive(self) -> Iterator[MatchHistory]:
        with self._address.reading() as store:
            yield MatchHistory(store, lambda: Vault.open(self._folder, os.environ, make=False))

    def matches(
        self, *, game: str, table: str, player: str, before: int, most: int, me: str
    ) -> tuple[list[dict[str, Any]], bool]:
        which = {"game": game, "table": table, "player": player}
        with self._archive() as archive:
            own = bool(me) and player == me and archive.is_kept(me)
            found, more = archive.matches(**which, before=before, most=most, public=not own)
            return [_data_of(archive, match) for match in found], more

    def played(self, match: int, *, after: int, most: int, key: str) -> tuple[dict[str, Any], bool]:
        with self._archive() as archive:
            try:
                found = archive.match(match)
            except Refused:  # the web has a list of its own
                return no_match(match)
            if not archive.is_open_to(match, key):
                return no_match(match)
            games, more = archive.games(match, after=after, most=most)
            data = _data_of(archive, found)
        return data | {"finished": [*map(game_data, games)]}, more

    def standings(
        self, *, game: str, after: str, most: int
    ) -> dict[str, tuple[list[dict[str, Any]], bool]]:
        with self._archive() as archive:
            found = archive.standings(game=game, after=after, most=most)
        return {
            name: ([player_data(player) for player in players], more)
            for name, (players, more) in found.items()
        }

    def standings_of(self, player: str) -> dict[str, dict[str, Any]]:
        with self._archive() as archive:
            found = archive.standings_of(player)
        return {game: player_data(standing) for game, standing in found.items()}

    def record(self, number: int, key: str) -> str:
        try:
            with self._archive() as archive:
                if not archive.is_open_to(number, key):
                    return no_record(number)
                game = partial(game_named, self._games)
                return text_of(archive, self._folder, number, game, for_all=True)[1]
        except Refused as refused:
            if refused.reason == ServerReason.NO_SUCH_MATCH:  # the web has a list of its own
                return no_record(number)
            raise


def _data_of(archive: MatchHistory, match: PlayedMatch) -> dict[str, Any]:
    """A match as JSON has it; where it is hidden, with what opens it to others."""
    return match_data(match) | ({"key": archive.key_of(match.number)} if match.hidden else {})


def name_of(core: ServerCore, token: str, address: StoreAddress | None = None) -> str:
    """Who comes back with this token, at whichever node; nobody where there is no such.

    In whatever thread asks for it.
    """
    hashed = hash_token(token)
    session = core.tokens.get(hashed)
    if session is None and core.elsewhere is not None and address is not None:
        with address.reading() as store:
            found = store.select("SELECT name FROM sessions WHERE token = ?", hashed)
            return str(found[0][0]) if found else ""
    return "" if session is None else session.name


def status_of(running: Running) -> ServerStatus:
    tables, core = [], running.runner.core
    for_all = (each for each in core.tables.values() if is_told(None, each))
    for hosted in islice(for_all, MOST_TABLES):
        table, title = hosted.table, hosted.settings.hosting.title
        line = TableLine(
            hosted.name, title or table.title, table.phase, table.names, table.seats.most
        )
        tables.append(line)
    far = (each.about for each in core.lobby.elsewhere.values() if each.public)
    tables += (
        TableLine(each.name, each.title, each.phase, each.players, each.seats)
        for each in islice(far, MOST_TABLES - len(tables))
    )
    count = len(core.tables) + len(core.lobby.elsewhere)
    return ServerStatus(__version__, running.ports[0], tables, count)
