"""The command that measures search plays a deal the same again, and stops when bars are decided."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.strength import LEAST_DEALS, Deal, is_decided, keep, play_deal, read


def deals(*worths: float) -> list[Deal]:
    return [Deal(worth, -2.0, 0.5, 7.0, 0.3) for worth in worths] * LEAST_DEALS


def test_the_same_deal_is_played_the_same() -> None:
    first, again = (play_deal("euchre", 2, 1) for _ in range(2))
    assert first[:-1] == again[:-1], "but for the time it took"


@pytest.mark.parametrize(
    ("spec", "found", "decided"),
    [
        ("hearts", deals(1.0, 1.2), True),
        ("hearts", deals(-1.0, -1.2), True),
        ("hearts", deals(5.0, -5.1), False),
        ("hearts", deals(1.0, 1.2)[:4], False),
        ("whist", [*deals(1.0, 1.2), Deal(1.0, -1, 1, 99.0, 0.3)], False),
    ],
)
def test_a_game_is_decided_when_its_bars_are(spec: str, found: list[Deal], decided: bool) -> None:
    assert is_decided(spec, found) is decided


def test_what_was_played_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    assert read(kept) == {}
    for deal in deals(1.0)[:2]:
        keep(kept, "whist", 50, deal)
    assert [Deal(*each) for each in read(kept)["whist 50"]] == deals(1.0)[:2]
