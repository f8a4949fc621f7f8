"""`cardkit uecda`: what is typed, what is printed, and what is written."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import trio

from cardkit.cli import main
from tests.uecda.client import Program, low_card

COMMAND = [sys.executable, "-m", "cardkit", "uecda", "--port", "0"]


@contextmanager
def gateway(*words: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """It runs, and listens at this port."""
    with subprocess.Popen([*COMMAND, *words], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            first = process.stdout.readline()
            found = re.search(r"(?:port |ポート)(\d+)", first)
            assert found, first
            yield process, int(found[1])
        finally:
            process.kill()


async def play(programs: list[Program], port: int) -> None:
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            for program in programs:
                stream = await trio.open_tcp_stream("127.0.0.1", port)
                nursery.start_soon(program.play, stream)


def test_programs_play_over_tcp_and_the_record_is_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    two = [Program(b"prog%d" % n, seed=n, choose=low_card) for n in range(2)]
    record = tmp_path / "match.jsonl"
    options = ("--robots", "3", "--games", "2", "--seed", "1", "--record", str(record))
    with gateway(*options, "--lang", "en") as (process, port):
        trio.run(play, two, port)
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 0
    assert [program.games for program in two] == [2, 2]
    assert "Games: 2." in out
    assert "The same cards again: --seed 1" in out
    key = re.search(r"--key '(.*)'", out)
    assert key
    assert main(["verify", str(record), "--key", key[1], "--lang", "en"]) == 0
    assert "2 games of daifugo" in capsys.readouterr().out


def test_it_speaks_japanese() -> None:
    with gateway("--robots", "4", "--games", "1", "--lang", "ja") as (process, port):
        trio.run(play, [Program(b"one", choose=low_card)], port)
        out, _ = process.communicate(timeout=60)
    assert "プレイヤー" in out
    assert not re.search(r"[a-z]{3,} [a-z]{3,}", out.replace("robot-", ""))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--table", "daifugo-1", "--seed", "1"], "BAD_OPTION: --seed and --record are for"),
        (["127.0.0.1:1", "--port", "0"], "NO_CONNECTION"),
        (["--host", "256.0.0.1"], "BAD_OPTION: cannot listen at 256.0.0.1"),
    ],
)
def test_what_cannot_be_is_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["uecda", *words, "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith(why)


@pytest.mark.parametrize("words", [["--robots", "5"], ["--port", "70000"], ["--move-time", "0"]])
def test_what_is_out_of_range_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["uecda", *words])
    assert capsys.readouterr().err.startswith("BAD_OPTION: ")


def test_a_record_that_is_there_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "match.jsonl"
    record.write_text("mine")
    assert main(["uecda", "--record", str(record), "--lang", "en"]) == 2
    assert capsys.readouterr().err.startswith("FILE_EXISTS: ")
    assert record.read_text() == "mine"
