"""`cardkit bot`: what is typed, what is printed, and how it ends."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio

from cardkit.cli import make_parser
from cardkit.netgame import Refused
from cardkit.registry import find_game, installed
from cardkit.server.serve import serving
from cardkit.server.settings import Settings

GAMES = {name: find_game(name) for name in installed()}


def run(*words: str) -> int:
    args = make_parser(["bot"]).parse_args(["bot", *words, "--lang", "en"])
    status: int = args.run(args)
    return status


@contextmanager
def a_server() -> Iterator[str]:
    """A server in a thread of its own; its address."""
    up = threading.Event()
    found: list[tuple[int, trio.lowlevel.TrioToken, trio.Event]] = []

    async def serve() -> None:
        stop = trio.Event()
        settings = Settings(port=0, pace=0)
        async with serving(settings, GAMES, lambda line: None) as running:
            found.append((running.ports[0], trio.lowlevel.current_trio_token(), stop))
            up.set()
            await stop.wait()

    thread = threading.Thread(target=trio.run, args=(serve,))
    thread.start()
    assert up.wait(20)
    port, token, stop = found[0]
    try:
        yield f"127.0.0.1:{port}"
    finally:
        token.run_sync_soon(stop.set)
        thread.join(20)


def test_a_bot_plays_a_match_and_tells_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    with a_server() as address:
        words = ["--game", "whist", "--set", "robots=yes", "--start", "--seed", "1"]
        assert run("partner", address, "--name", "ann", *words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    *games, last = out.splitlines()
    assert games
    assert all(line.startswith("guest-ann, game ") for line in games)
    assert last.startswith(f"Games: {len(games)}, won: ")
    assert last.endswith(f"moves: {13 * len(games)}, played at random instead: 0, too late: 0.")


def test_the_sage_plays_by_search_over_the_network(capsys: pytest.CaptureFixture[str]) -> None:
    with a_server() as address:
        words = ["--game", "daifugo", "--set", "robots=yes", "--games", "1", "--start"]
        assert run("sage:3", address, *words, "--seed", "1") == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "played at random instead: 0" in out


def test_ctrl_c_takes_the_bot_from_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    with a_server() as address:
        timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        assert run("rand", address, "--game", "akq") == 130
        timer.join()
    assert capsys.readouterr().out.startswith("Games: 0")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["rand"], "NO_SUCH_TABLE: say where to play"),
        (["rand", "--table", "akq-1"], "NO_SUCH_BOT: of which game is rand a bot?"),
        (["rnad", "--game", "akq"], "NO_SUCH_BOT: rnad is not a bot of AKQ"),
        (["rand", "--game", "aqk"], "NO_SUCH_GAME: "),
        (["no_file.py:Bot", "--game", "akq"], "NO_SUCH_BOT: there is no file no_file.py"),
        (["rand", "http://x", "--game", "akq"], "BAD_OPTION: http:// is not spoken here"),
        (["rand", "--game", "akq", "--pin", "12"], "BAD_OPTION: a pin is"),
        (["rand", "--game", "akq", "--key", "x.pem"], "BAD_NAME: a key or a password"),
        (["rand", "localhost:1", "--game", "akq"], "NO_CONNECTION: "),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(words: list[str], why: str) -> None:
    with pytest.raises(Refused) as refused:
        run(*words)
    assert str(refused.value).startswith(why)


def test_what_the_server_refuses_ends_the_bot(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("guess\n")
    password.chmod(0o600)
    with a_server() as address:
        with pytest.raises(Refused, match="NO_SUCH_TABLE"):
            run("cardkit.games.akq.bots:Honest", address, "--table", "nowhere")
        words = ["--name", "ann", "--password-file", str(password)]
        with pytest.raises(Refused, match="WRONG_PASSWORD"):
            run("rand", address, "--game", "akq", *words)
        password.chmod(0o644)
        with pytest.raises(Refused, match="BAD_KEY"):
            run("rand", address, "--game", "akq", *words)
