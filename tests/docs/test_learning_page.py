"""What docs/learning.md shows is what happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cardkit.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("program", PROGRAMS, ids=["environment", "batch", "openspiel"])
def test_each_program_runs(program: str) -> None:
    exec(program, {})


def test_the_transcript_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    (shown,) = re.findall(r"\$ cardkit (exploit .*?)```", PAGE, re.DOTALL)
    command, *lines = shown.splitlines()
    assert main(command.split()) == 0
    printed = capsys.readouterr().out.splitlines()
    assert [line.rstrip() for line in printed if line.strip()] == [
        line.rstrip() for line in lines if line.strip()
    ]
