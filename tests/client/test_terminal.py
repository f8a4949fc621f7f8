"""`cardkit play` in a real terminal: a tmux pane with a shell in it, typed into and looked at."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.waiting import until

ROOT = Path(__file__).parents[2]
PLAY = f"{sys.executable} -m cardkit.cli play"
"""Seconds to wait for something to appear; it is there much sooner."""

needs_tmux = pytest.mark.skipif(
    shutil.which("tmux") is None,
    reason="TMUX IS MISSING: the terminal client is NOT tested in a terminal (apt install tmux)",
)


class Pane:
    """A terminal of 80 by 24 with a shell in it."""

    def __init__(self, folder: Path) -> None:
        self._tmux = ["tmux", "-S", str(folder / "tmux"), "-f", "/dev/null", "-u"]
        self._env = {**os.environ, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
        for name in ("TMUX", "NO_COLOR", "ENV"):
            self._env.pop(name, None)
        self._do("new-session", "-d", "-x", "80", "-y", "24", "-c", str(ROOT), "sh")

    def begin(self) -> None:
        self.type("PS1=REA''DY'> '; clear", "Enter")
        self.until(lambda seen: seen.startswith("READY>"))

    def _do(self, *words: str) -> str:
        command = [*self._tmux, *words]
        done = subprocess.run(command, env=self._env, capture_output=True, text=True, check=True)
        return done.stdout

    def type(self, text: str, *keys: str) -> None:
        if text:
            self._do("send-keys", "-l", text)
        if keys:
            self._do("send-keys", *keys)

    def resize(self, columns: int, rows: int) -> None:
        self._do("resize-window", "-x", str(columns), "-y", str(rows))

    def seen(self, *, colours: bool = False) -> str:
        return self._do("capture-pane", "-p", *(["-e"] if colours else []))

    @property
    def line(self) -> str:
        """What is being typed, in the last line but one."""
        return self.seen().rstrip("\n").splitlines()[-2]

    def until(self, seen: str | Callable[[str], object]) -> str:
        """Wait until a text, or something else, is on the screen."""

        def look() -> str:
            screen = self.seen()
            return screen if (seen in screen if isinstance(seen, str) else seen(screen)) else ""

        return until(look, lambda: f"{seen} on this screen:\n{self.seen()}\n")

    def is_sane(self) -> bool:
        """Whether the shell is there again, echoes what is typed, and takes lines."""
        self.type("clear; stty -a; echo 4$((1+1))", "Enter")
        screen = self.until("\n42")
        flags = re.split(r"[\s;]+", screen)
        return {"echo", "icanon", "isig", "opost", "icrnl"} <= set(flags)

    def close(self) -> None:
        self._do("kill-server")


@pytest.fixture
def pane(tmp_path: Path) -> Iterator[Pane]:
    pane = Pane(tmp_path)
    try:
        pane.begin()
        yield pane
    finally:
        pane.close()


@needs_tmux
def test_a_game_in_a_terminal(pane: Pane) -> None:
    pane.type(f"{PLAY} page_one --lang en", "Enter")
    screen = pane.until("your turn")
    hand = next(line for line in screen.splitlines() if line.startswith("hand"))
    assert len(re.findall("[♠♥♦♣]", hand)) == 5
    red = re.search("[♥♦]", screen)  # all cards in sight may be black
    assert bool(red) == ("\x1b[31m" in pane.seen(colours=True))
    assert re.search(r"^1 (DRAW 1|[♠♥♦♣])", screen, re.MULTILINE)
    assert "stock 31" in screen

    while "\nYou play" not in pane.seen():  # it may take some draws
        pane.type("1", "Enter")
        pane.until("\nYou ")
    pane.type("/sco")  # while the robots move
    pane.until(lambda seen: re.search(r"^Lark (plays|draws)", seen, re.MULTILINE))
    assert pane.line == "> /sco"
    pane.type("", "Tab")
    pane.until("> /scores")
    pane.type("", "Enter")
    pane.until("Points: ")

    pane.resize(60, 16)
    screen = pane.until(lambda seen: "Points: " in seen and len(seen.splitlines()) <= 16)
    assert all(len(line) <= 60 for line in screen.splitlines())

    pane.type("half a comm")
    pane.until("> half a comm")
    pane.type("", "C-c")
    pane.until(lambda seen: "READY>" in seen and "── Page One" not in seen)
    assert pane.is_sane()


@needs_tmux
def test_a_menu_in_japanese_and_the_end_of_input(pane: Pane) -> None:
    pane.type(f"{PLAY} --lang ja", "Enter")
    pane.until("何で遊びますか")
    pane.type("+", "Enter")
    screen = pane.until("ホイスト")
    number = next(line.split()[0] for line in screen.splitlines() if "ホイスト" in line)
    pane.type(number, "Enter")
    screen = pane.until("手札")
    assert "パートナー" in screen
    pane.until("▶ あなたの番")
    pane.type("1", "Enter")
    pane.until("あなた: ")
    pane.type("", "C-d")
    pane.until("READY>")
    assert pane.is_sane()


@needs_tmux
def test_a_signal_leaves_the_terminal_sane(pane: Pane, tmp_path: Path) -> None:
    number = tmp_path / "pid"
    pane.type(f"sh -c 'echo $$ > {number}; exec {PLAY} akq --lang en'", "Enter")
    pane.until("your own table")
    os.kill(int(number.read_text()), signal.SIGTERM)
    pane.until("READY>")
    assert pane.is_sane()


def play(typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    """What comes out when this is typed into a pipe."""
    command = [sys.executable, "-m", "cardkit.cli", "play", *words]
    env = {**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}
    return subprocess.run(
        command,
        input=typed,
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )


def test_without_a_terminal_it_goes_line_after_line() -> None:
    done = play("nonsense\n/quit\n", "--lang", "en")
    assert (done.returncode, done.stderr) == (0, "")
    assert "── What shall we play? ──" in done.stdout
    assert "UNKNOWN_WORD: nonsense is none of them" in done.stdout
    assert "\x1b" not in done.stdout


def test_what_cannot_be_played_is_said_in_one_line() -> None:
    done = play("", "whist", "--preset", "tall", "--lang", "en")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "NO_SUCH_PRESET: tall is not a preset of Whist. It has: short, middle, long\n"
    )
