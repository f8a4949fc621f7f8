"""The page of a game, tried in a browser: a person plays by clicking, and nothing may go wrong."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NoReturn

from cardkit.netgame import NetGame
from cardkit.registry import find_game, installed
from cardkit.testing.person import Person
from cardkit.testing.trial import GameFault

CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
WHY_NOT = (
    "Chromium is missing; install it, e.g. apt install chromium"
    if CHROMIUM is None
    else "Playwright is missing; say: pip install playwright"
    if importlib.util.find_spec("playwright") is None
    else ""
)
"""Why there is no browser to try pages in, if there is none."""
TURNS = 40
"""So many turns are played, over as many games as that takes."""


class Server:
    """`cardkit serve` in a process of its own, with robots that do not think."""

    def __init__(self, data: Path, *more: str, port: int = 0) -> None:
        # Not from the current folder, where any file may be named like a module.
        self._command = [sys.executable, "-P", "-m", "cardkit", "serve", "--data", str(data)]
        self._command += ["--pace", "0", "--log", str(data.parent / "serve.log"), *more]
        self.data = data
        self._refusal = data.parent / "refusal.txt"
        self._port = port
        self.address = ""
        self.start()

    def start(self) -> None:
        web = ["--port", "0", "--web-port", str(self._port)]
        with self._refusal.open("w", encoding="utf-8") as refusal:
            self._process = subprocess.Popen(
                [*self._command, *web],
                stdout=subprocess.PIPE,
                stderr=refusal,
                text=True,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"http://127\.0\.0\.1:(\d+)", line):
                self._port = int(found[1])
                self.address = found[0]
                return
        self._process.communicate()
        raise AssertionError(self._refusal.read_text(encoding="utf-8").strip())

    def kill(self) -> None:
        """Without a word, as a power cut would."""
        self._process.kill()
        self._process.communicate()

    def stop(self) -> None:
        self._process.terminate()
        self._process.communicate(timeout=20)


def check_page(game: type[NetGame], preset: str, seed: int) -> None:
    """Play a game on its page, beside robots."""
    reference = _reference(game)
    with TemporaryDirectory() as folder:
        limits = (f"limits.{name}={TURNS}" for name in ("tables_each", "tables_from"))
        more = [word for limit in limits for word in ("--set", limit)]
        try:
            server = Server(Path(folder) / "data", "--no-tables", *more, *reference)
        except AssertionError as refused:
            raise GameFault(f"{game.__name__}: no server can host it: {refused}") from None
        try:
            # In a thread of its own: the caller's may have an event loop or a browser already.
            with ThreadPoolExecutor(1) as thread:
                thread.submit(PageTrial(game, preset, seed).play, server.address).result()
        finally:
            server.stop()


def _reference(game: type[NetGame]) -> tuple[str, ...]:
    """How a server is told of the game, unless it is one of those that it has anyway."""
    if "<locals>" in game.__qualname__:
        raise GameFault(
            f"{game.__name__}: it is made within a function, where no server finds it. Write the "
            "class in a file of its own to try its page"
        )
    if game in [find_game(name) for name in installed()]:
        return ()
    module = sys.modules[game.__module__]
    where = game.__module__ if module.__package__ else module.__file__
    return "--game", f"{where}:{game.__qualname__}"


class PageTrial:
    """A person at the page of a game, and what goes wrong there."""

    def __init__(self, game: type[NetGame], preset: str, seed: int) -> None:
        self.game, self.preset, self.seed = game, preset, seed
        self.said: list[str] = []

    def play(self, address: str) -> None:
        playwright = import_module("playwright.sync_api")  # which few authors have
        random = Random(f"{self.seed} page").random
        with playwright.sync_playwright() as started:
            browser = started.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            how = {"reduced_motion": "reduce", "service_workers": "block"}
            view = {"width": 1280, "height": 800}
            person = Person(browser.new_context(viewport=view, **how), address)
            try:
                person.enter("ann")
                person.open_table(self.game.title, self.preset)
                for _ in range(TURNS):
                    person.come_to_turn()
                    self.said.append(person.play(lambda n: int(random() * n)))
                    self._look(person)
            except (playwright.Error, AssertionError) as error:
                self._look(person)
                if isinstance(error, GameFault):
                    raise
                self._fail(f"the page is stuck: {str(error).partition('Call log')[0].strip()}")
            finally:
                browser.close()

    def _look(self, person: Person) -> None:
        parts = person.page.locator(".broken")
        broken = {f"its {parts.nth(n).get_attribute('data-part')}" for n in range(parts.count())}
        if broken or person.wrongs:
            what = " and ".join(sorted(broken)) or "something"
            why = "; ".join(dict.fromkeys(person.wrongs)) or "the script fails there"
            self._fail(f"the page cannot show {what}: {why}")

    def _fail(self, what: str) -> NoReturn:
        clicks, last = len(self.said), ", ".join(self.said[-3:]) or "nothing"
        raise GameFault(
            f"{self.game.__name__}: {what}.\n"
            f"  Where: preset {self.preset!r}, after {clicks} turns; said last: {last}\n"
            f"  Again: check_game({self.game.__name__}, presets=({self.preset!r},), games=1, "
            f"seed={self.seed}, page=True)"
        )
