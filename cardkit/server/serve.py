"""`cardkit serve` without its command line: a data folder, a core, and a port."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from socket import gethostname, socket
from typing import Concatenate, ParamSpec, TypeVar

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from cardkit import __version__
from cardkit.cardgame import Bot
from cardkit.keys import load_key, make_key, private_folder
from cardkit.netgame import NetGame, Refused
from cardkit.proxies import TrustedProxies
from cardkit.reasons import LocalReason
from cardkit.server.accounts import new_name
from cardkit.server.certificate import Certificate, ensure_certificate, server_context
from cardkit.server.core import ServerCore
from cardkit.server.host_requests import carry_out, serve_the_host, wishes_in
from cardkit.server.house_member import HouseMember, join_house
from cardkit.server.listener import ConnectionListener, OpenSockets, open_sockets
from cardkit.server.log import Log
from cardkit.server.metrics import counts_of, measure_lag, report
from cardkit.server.news import News
from cardkit.server.nodes import NodeAbout, fingerprint_of, leave, time_in
from cardkit.server.outbox import Outbox
from cardkit.server.personal_data import export_page
from cardkit.server.recovery import recover, tables_that_stay
from cardkit.server.robots import Robots
from cardkit.server.runner import ServerRunner
from cardkit.server.saved import saved_game
from cardkit.server.settings import Settings
from cardkit.server.store import Store, unusable
from cardkit.server.store_address import StoreAddress, store_address
from cardkit.server.store_writer import writing
from cardkit.server.table_settings import TableSettings, hosting_options, with_defaults
from cardkit.server.thinkers import Thinkers
from cardkit.server.vault import Vault

SIGNING_KEY = "signing.key"
_P = ParamSpec("_P")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Running:
    """A server that is up."""

    runner: ServerRunner
    ports: Sequence[int]
    certificate: Certificate | None
    listener: ConnectionListener
    nursery: trio.Nursery
    """For further ports: it ends when everybody has been told that the server stops."""
    address: StoreAddress
    hand_over: Callable[[], Awaitable[bool]] | None
    """Lets the other nodes of a house, if there are any, go on with what is here."""


@asynccontextmanager
async def serving(
    settings: Settings,
    games: Mapping[str, type[NetGame]],
    log_line: Callable[[str], object],
    bots: Mapping[str, Sequence[type[Bot]]] = {},
    *,
    open_sockets: OpenSockets = open_sockets,
) -> AsyncIterator[Running]:
    """A server for as long as the block lasts; then everybody is told, and all is stored.

    Without a data folder it is kept in memory, and with a port below 0 nobody can connect to it.
    Robots play as the bots of their game; without any they play at random, and nobody thinks.
    """
    now = WallClock()
    as_json = settings.log_format == "json"
    node = node_name(settings) if as_json else settings.node
    log = Log(log_line, now, node=node, as_json=as_json)
    if settings.data is not None:
        private_folder(settings.data, make=True)
    with ExitStack() as opened:
        address = opened.enter_context(closing(_address(settings)))
        store = address.open(migrate=True, alone=not address.is_shared)
        try:
            vault, certificate = _keys(settings.data)
            outbox = Outbox(secrets.token_bytes, log)
            thinkers = Thinkers(settings.thinkers, log) if bots and settings.thinkers else None
            core = ServerCore(
                games,
                outbox,
                vault,
                now,
                robots=Robots(settings.pace, bots, thinkers=thinkers),
                limits=settings.limits,
                server=_public_key(settings.data),
                account=_off_the_loop(address, Store.account),
            )
            core.house = settings.house.name
            core.load = _off_the_loop(address, saved_game)
            core.free_name = _off_the_loop(address, partial(new_name, games=games.values()))
            core.export_page = _off_the_loop(
                address, partial(export_page, open_vault=lambda: vault)
            )
            relay = node_here = None
            if address.is_shared:
                sockets = open_sockets(settings.relay_host, settings.relay_port, "--relay-port")
                [relay, *_] = map(opened.enter_context, sockets)
                about = _about_node(settings, games, relay.getsockname()[1])
                node_here = join_house(address, store, core, node_name(settings), about)
                now.set_to(time_in(store))
            else:
                now.not_before(recover(core, store))
                stay = [h.settings for h in core.tables.values() if h.settings.hosting.stays]
                carry_out(core, wishes_in(store))
                _open_tables(core, settings, stay)
            context = server_context(certificate) if certificate else None
            async with writing(store) as writer:
                runner = ServerRunner(core, writer.commit)
                core.figures = partial(counts_of, runner)
                proxies = TrustedProxies(settings.trusted_proxies)
                listener = ConnectionListener(
                    runner, context, tls_only=settings.tls_only, proxies=proxies
                )

                member = None
                if node_here is not None:
                    bell = None if address.listen is None else partial(address.listen, store.node)
                    member = HouseMember(runner, address, node_here, now.not_before, bell=bell)

                async def begin(nursery: trio.Nursery) -> None:
                    await nursery.start(runner.run)
                    if thinkers is not None:
                        nursery.start_soon(thinkers.run)
                    if node_here is None or member is None or relay is None:
                        if settings.data is not None:
                            nursery.start_soon(serve_the_host, core, address)
                        return
                    await nursery.start(member.run, relay)
                    asked = partial(member.news.wait_for, News.HOST)
                    nursery.start_soon(serve_the_host, core, address, asked)
                    with address.reading() as beside:
                        carry_out(core, wishes_in(beside))
                        if node_here.slot == 1:  # one for all
                            _open_tables(core, settings, tables_that_stay(core, beside))

                no_port = settings.port < 0
                sockets = [] if no_port else open_sockets(settings.host, settings.port, "--port")
                running = _running(runner, listener, sockets, settings, begin)
                async with running as (ports, nursery):
                    yield Running(
                        runner,
                        ports,
                        certificate,
                        listener,
                        nursery,
                        address,
                        None if member is None else partial(member.hand_over, listener.close),
                    )
        except* address.errors as errors:
            raise unusable(store.database.name, errors.exceptions[0]) from errors
        finally:
            if store.node:
                with suppress(*store.errors):
                    leave(store, store.node)
            store.close()


@asynccontextmanager
async def _running(
    runner: ServerRunner,
    listener: ConnectionListener,
    sockets: Sequence[socket],
    settings: Settings,
    begin: Callable[[trio.Nursery], Awaitable[None]],
) -> AsyncIterator[tuple[Sequence[int], trio.Nursery]]:
    ports = [sock.getsockname()[1] for sock in sockets]
    log = runner.core.outbox.log
    async with trio.open_nursery() as nursery:
        await begin(nursery)
        runner.core.outbox.settle()
        for sock in sockets:
            nursery.start_soon(listener.accept, sock)
        nursery.start_soon(measure_lag, runner)
        if settings.metrics:
            nursery.start_soon(report, runner, settings.metrics)
        log.info("started", ports=",".join(map(str, ports)), tables=len(runner.core.tables))
        try:
            yield ports, nursery
        finally:
            with trio.CancelScope(shield=True, deadline=trio.current_time() + 5):
                if not runner.is_lost.is_set():
                    await runner.say_goodbye()
            log.tell_suppressed()
            log.info("stopped")
            nursery.cancel_scope.cancel()


def node_name(settings: Settings) -> str:
    """What to call this server among others."""
    return settings.node or gethostname()


class WallClock:
    """The time of day, but never backwards, whatever is done to the clock of the machine."""

    def __init__(self) -> None:
        self._clock = trio.lowlevel.current_clock()  # threads may ask it, too
        self._begun = datetime.now(UTC).timestamp() - self._clock.current_time()

    def __call__(self) -> float:
        return self._begun + self._clock.current_time()

    def set_to(self, time: float) -> None:
        """All nodes of a house have the time of its database."""
        self._begun = time - self._clock.current_time()

    def not_before(self, time: float) -> None:
        """What was stored in an earlier run was earlier."""
        self._begun += max(0.0, time - self())


def _address(settings: Settings) -> StoreAddress:
    address = store_address(settings.store, settings.data)
    if address.is_shared and settings.data is None:
        address.close()
        raise Refused(
            LocalReason.NO_SUCH_FILE,
            "a store that lasts needs keys that last; --data names a folder for them",
        )
    return address


def _keys(folder: Path | None) -> tuple[Vault, Certificate | None]:
    if folder is None:
        return Vault(secrets.token_bytes(32)), None
    signing_key(folder)
    return Vault.open(folder, os.environ), ensure_certificate(folder, datetime.now(UTC))


def _public_key(folder: Path | None) -> str:
    """What players know this server by; a server in memory signs nothing."""
    key = Ed25519PrivateKey.generate() if folder is None else signing_key(folder)
    return key.public_key().public_bytes_raw().hex()


def signing_key(folder: Path) -> Ed25519PrivateKey:
    """The key with which a server signs its records, made on its first start."""
    path = folder / SIGNING_KEY
    return load_key(path) if path.exists() else make_key(path)


def _off_the_loop(
    address: StoreAddress, read: Callable[Concatenate[Store, _P], _T]
) -> Callable[_P, _T]:
    """How something is read in another thread, and seldom: over another connection."""

    def find(*asked: _P.args, **how: _P.kwargs) -> _T:
        with address.reading() as store:
            return read(store, *asked, **how)

    return find


def _about_node(settings: Settings, games: Mapping[str, type[NetGame]], port: int) -> NodeAbout:
    host = settings.relay_host
    return NodeAbout(
        version=__version__,
        games={name: fingerprint_of(game) for name, game in games.items()},
        host=gethostname() if host in ("0.0.0.0", "::") else host,
        port=port,
        public=_public(settings),
    )


def _public(settings: Settings) -> tuple[str, int] | None:
    host, _, port = settings.public.rpartition(":")
    return (host.strip("[]"), int(port)) if host else None


def _open_tables(core: ServerCore, settings: Settings, left: list[TableSettings]) -> None:
    """The tables of the house itself; those of the last time are there already."""
    for own in settings.tables:
        hosting, options = hosting_options({"robots": "yes", **own.options}, stays=True)
        options = with_defaults(hosting, core.find_game(own.game), own.preset, options)
        table = own.game, own.preset, options, hosting
        for each in left:
            if (each.game, each.preset, each.options, each.hosting) == table:
                left.remove(each)
                break
        else:
            core.open_table(*table)
    for each in left:  # not wanted any more: closed as soon as nobody is there
        each.hosting = replace(each.hosting, stays=False)
