"""The programs of docs/robots.md run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardkit import Bot
from cardkit.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "robots.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_each_program_runs(capsys: pytest.CaptureFixture[str]) -> None:
    known: dict[str, object] = {"Bot": Bot}
    for program in PROGRAMS:
        exec(program, known)
    assert len(PROGRAMS) == 4


def test_the_bot_that_knows_its_seat_plays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("thinker.py").write_text(PROGRAMS[1], encoding="utf-8")
    (line,) = re.findall(r"`cardkit (simulate whist --bots [^`]*)`", PAGE)
    assert main([*line.split(), "--games", "1"]) == 0
    assert "thinker" in capsys.readouterr().out
