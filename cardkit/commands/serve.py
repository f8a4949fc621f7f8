"""`cardkit serve`: tables of all games, for people and programs."""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from importlib import import_module
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import IO

import trio

from cardkit.commands.common import Subcommands
from cardkit.commands.configuration import add_settings, configured, written_settings
from cardkit.commands.systemd import notify, show_life
from cardkit.commands.workers import OPTION, Worker, Workers, read_worker
from cardkit.keys import unusable, written_public
from cardkit.netgame import NetGame, Refused, say
from cardkit.registry import bots_to_host
from cardkit.server.listener import open_sockets
from cardkit.server.log import Log
from cardkit.server.serve import Running, node_name, serving
from cardkit.server.settings import Settings
from cardkit.server.store import NodeRemoved
from cardkit.server.store_address import store_address

_PAUSE = 1.0
"""Seconds before a node begins anew."""
_HANDING_OVER = 10.0
"""Seconds that a node takes to hand its tables over, if it needs them."""


def add(commands: Subcommands[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "serve",
        run=run,
        help="host tables for people and programs",
        description="Host tables of all games on one port: text lines for people, msgpack frames "
        "for programs, and TLS for both. A table of each game is open, and robots fill its free "
        "seats. Everything is stored in the data folder and continues after a restart.",
        epilog="""examples:
  cardkit serve
  cardkit serve --host 0.0.0.0 --tls-only --data /srv/cardkit
  cardkit serve --game my_game.py:MyGame
  cardkit serve --print-config > my.toml
  cardkit serve --config my.toml
then, in another terminal:
  cardkit play 127.0.0.1:7272
  nc 127.0.0.1 7272""",
    )
    add_settings(parser)
    parser.add_argument(OPTION, default="", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int | None:
    settings, games = configured(args, os.environ)
    if args.print_config:
        print(written_settings(settings), end="")
        return None
    # Who serves no page needs no package for one.
    needed = settings.web.enabled or settings.health
    web = import_module("cardkit.commands.serve_web") if needed else None
    if web:
        web.house_of(settings)  # what is wrong with it is said before anything begins
    worker = read_worker(args.worker) if args.worker else None
    if worker is None and settings.workers > 1:
        with closing(store_address(settings.store, settings.data)) as address:
            is_shared = address.is_shared
        if is_shared:
            return trio.run(_run_workers, settings, web)
        print(say("Several workers need a store in PostgreSQL; one process serves.", args.lang))
    _Program(settings, games, web, worker).run(args.lang)
    return None


async def _run_workers(settings: Settings, web: ModuleType | None) -> int:
    with ExitStack() as opened:
        log_file = opened.enter_context(_log_file(settings.log))
        sockets = {"--port": open_sockets(settings.host, settings.port)}
        if web:
            sockets["--web-port"] = web.web_sockets(settings)
        for each in chain.from_iterable(sockets.values()):
            opened.enter_context(each)
        return await Workers(settings.workers, sockets, _log(settings, _writer(log_file))).run()


def _log(settings: Settings, write: Callable[[str], None]) -> Log:
    """For what happens while no server runs."""
    as_json = settings.log_format == "json"
    return Log(write, time.time, node=node_name(settings), as_json=as_json)


class _Program:
    """A server that is told to stop by signals, in a process of its own."""

    def __init__(
        self,
        settings: Settings,
        games: Mapping[str, type[NetGame]],
        web: ModuleType | None,
        worker: Worker | None,
    ) -> None:
        self._settings = settings if worker is None else worker.settings(settings)
        self._games, self._web, self._worker = games, web, worker
        self._open_sockets = open_sockets if worker is None else worker.open_sockets
        self._was_up = self._stopping = False

    def run(self, lang: str) -> None:
        """Until it is told to stop; say how to play, in that language."""
        announced: str | None = lang
        if self._worker is not None and not self._worker.announces:
            announced = None
        while trio.run(self._serve, announced):
            announced = None

    async def _serve(self, lang: str | None) -> bool:
        """True if it is to begin anew, with nothing in mind of what was: the others of its house
        take it for dead, or the database of the house cannot be used."""
        with (
            trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as stops,
            _log_file(self._settings.log) as log,
        ):
            write = _writer(log)
            try:
                await self._serve_until(stops, write, lang)
                return False
            except (BaseExceptionGroup, NodeRemoved, Refused) as error:
                # When it has served once, whatever is wrong with the database of a house passes;
                # before, whoever starts it has to know.
                passing = (NodeRemoved, Refused) if self._was_up else (NodeRemoved,)
                first = _only(error)
                if not isinstance(first, passing):
                    raise first from first.__cause__
                if isinstance(first, Refused):
                    _log(self._settings, write).error("house.unheard", why=str(first))
                if self._stopping:
                    return False
            notify("WATCHDOG=1")  # however long the database is away, this process is well
            with trio.move_on_after(_PAUSE):
                await anext(stops)
                return False
            return True

    async def _serve_until(
        self, stops: AsyncIterator[int], write: Callable[[str], None], lang: str | None
    ) -> None:
        settings, web, worker = self._settings, self._web, self._worker
        with ExitStack() as opened:
            sockets, for_health = [], []
            if web:
                sockets = web.web_sockets(settings, self._open_sockets)
                for_health = web.health_sockets(settings)
            for each in (*sockets, *for_health):
                opened.enter_context(each)
            bots = bots_to_host(self._games)
            async with serving(
                settings, self._games, write, bots, open_sockets=self._open_sockets
            ) as running:
                web_port = await web.start_web(running, sockets, settings) if web else 0
                if web:
                    web.start_health(running, for_health, settings)
                running.nursery.start_soon(show_life)
                _spare_the_collector()
                _let_threads_in()
                if lang is not None:
                    _announce(running, settings, web_port, lang)
                self._was_up = True
                notify("READY=1")
                if worker is not None:
                    worker.say_up()
                    running.nursery.start_soon(worker.stop_with_parent)
                await anext(stops)
                notify("STOPPING=1")
                self._stopping = running.runner.core.draining = True
                await _drain(stops, running, settings.drain)


def _only(error: BaseException) -> BaseException:
    """What was raised, if it was one thing alone."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        [error] = error.exceptions
    return error


async def _drain(stops: AsyncIterator[int], running: Running, patience: float) -> None:
    """What there is to do before the end, unless it is told to stop a second time."""
    begun = trio.current_time()
    async with trio.open_nursery() as nursery:

        async def stop_at_once() -> None:
            await anext(stops)
            nursery.cancel_scope.cancel()

        nursery.start_soon(stop_at_once)
        is_done = False
        if running.hand_over is not None:
            with trio.move_on_after(max(patience, _HANDING_OVER)):
                is_done = await running.hand_over()
        if not is_done:
            await trio.sleep_until(begun + patience)
        nursery.cancel_scope.cancel()


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


def _writer(log: IO[str]) -> Callable[[str], None]:
    def write(line: str) -> None:
        print(line, file=log, flush=True)

    return write


def _log_file(path: Path | None) -> AbstractContextManager[IO[str]]:
    if path is None:
        return nullcontext(sys.stderr)
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise unusable(path, error) from error
