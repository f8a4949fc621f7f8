"""`cardkit serve`: tables of all games, for people and programs."""

from __future__ import annotations

import argparse
import gc
import os
import shutil
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractContextManager, ExitStack, nullcontext
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import IO

import trio

from cardkit.commands.common import Subcommands
from cardkit.commands.configuration import add_settings, configured, written_settings
from cardkit.commands.systemd import notify, show_life
from cardkit.keys import unusable, written_public
from cardkit.netgame import NetGame, Refused, say
from cardkit.registry import bots_to_host
from cardkit.server.serve import Running, serving
from cardkit.server.settings import Settings
from cardkit.server.store import NodeRemoved

_PAUSE = 1.0
"""Seconds before a node begins anew."""


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


def run(args: argparse.Namespace) -> None:
    settings, games = configured(args, os.environ)
    if args.print_config:
        print(written_settings(settings), end="")
    else:  # who serves no page needs no package for one
        needed = settings.web.enabled or settings.health
        web = import_module("cardkit.commands.serve_web") if needed else None
        if web:
            web.house_of(settings)  # what is wrong with it is said before anything begins
        again = False
        while trio.run(_serve, settings, games, args.lang, web, again):
            again = True


async def _serve(
    settings: Settings,
    games: Mapping[str, type[NetGame]],
    lang: str,
    web: ModuleType | None,
    again: bool,
) -> bool:
    """Until it is told to stop. True if it is to begin anew, with nothing in mind of what was:
    the others of its house take it for dead, or the database of the house cannot be used."""
    with (
        trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as stops,
        _log_file(settings.log) as log,
    ):

        def write(line: str) -> None:
            print(line, file=log, flush=True)

        up = trio.Event()
        try:
            await _serve_until(stops, settings, games, write, web, None if again else lang, up)
            return False
        except (BaseExceptionGroup, NodeRemoved, Refused) as error:
            # When it has served once, whatever is wrong with the database of a house passes;
            # before, whoever starts it has to know.
            has_served = again or up.is_set()
            passing = (NodeRemoved, Refused) if has_served else (NodeRemoved,)
            first = _only(error)
            if not isinstance(first, passing):
                raise first from first.__cause__
            if isinstance(first, Refused):
                write(str(first))
        with trio.move_on_after(_PAUSE):
            await anext(stops)
            return False
        return True


def _only(error: BaseException) -> BaseException:
    """What was raised, if it was one thing alone."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        [error] = error.exceptions
    return error


async def _serve_until(
    stops: AsyncIterator[int],
    settings: Settings,
    games: Mapping[str, type[NetGame]],
    write: Callable[[str], None],
    web: ModuleType | None,
    lang: str | None,
    up: trio.Event,
) -> None:
    """Serve until it is told to stop; say how to play, in that language."""
    with ExitStack() as opened:
        sockets = [opened.enter_context(s) for s in (web.web_sockets(settings) if web else ())]
        for_health = [
            opened.enter_context(s) for s in (web.health_sockets(settings) if web else ())
        ]
        async with serving(settings, games, write, bots_to_host(games)) as running:
            web_port = web.start_web(running, sockets, settings) if web else 0
            if web:
                web.start_health(running, for_health, settings)
            running.nursery.start_soon(show_life)
            _spare_the_collector()
            _let_threads_in()
            if lang is not None:
                _announce(running, settings, web_port, lang)
            notify("READY=1")
            up.set()
            await anext(stops)
            notify("STOPPING=1")
            running.runner.core.draining = True
            with trio.move_on_after(settings.drain):  # unless it is told to stop a second time
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
    if path is None:
        return nullcontext(sys.stderr)
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise unusable(path, error) from error
