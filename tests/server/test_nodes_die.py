"""Real nodes over a real PostgreSQL die and come back, and nobody loses a move: see tests/kills."""

from __future__ import annotations

from pathlib import Path

from tests.kills.loop import KillLoop
from tests.kills.players import Ear


async def test_tables_go_on_at_other_nodes_with_all_that_was_told(tmp_path: Path) -> None:
    loop = KillLoop(tmp_path, seed=5, tables=3, say=lambda line: None)
    report = await loop.run(2, ["kill", "stop"])
    assert not report.wrong, "\n".join(report.lines())
    assert report.takeovers["kill"] or report.takeovers["stop"]


async def test_what_is_told_otherwise_than_before_is_noticed(tmp_path: Path) -> None:
    ear = Ear(tmp_path / "log")
    ear.heard([[1, "MOVE", "ann", "table", "S3"]])
    ear.heard([[1, "MOVE", "ann", "table", "S3"]])
    assert not ear.contradictions
    ear.heard([[1, "MOVE", "ann", "table", "S4"]])
    assert len(ear.contradictions) == 1
    ear.close()
