"""Names of participants: nobody can be mistaken for somebody or something else."""

from __future__ import annotations

import pytest

from cardkit.games.page_one import PageOne
from cardkit.netgame import Reason
from tests.tiny_games import nim, refused


@pytest.mark.parametrize("name", ["ann", "Ann-2", "大富豪", "élan", "x_y.z", "robot-9", "Ωmega"])
def test_a_good_name(name: str) -> None:
    table = PageOne()
    table.apply(name, "ENTER")
    table.apply(name, "LOGIN")
    assert table.names == [name]


BAD_NAMES = [
    *(" ", "a b", "a\n", "a\x00b", "\x1b[31mann", "a\u200bb", "\ud800", "x" * 25, "a" * 10_000),
    *("ａｎｎ", "ﬁn", "x²", "e\u0301lan", "①", "a:b", "a,b", "??", "a'", "💩"),
    *("start", "Lost", "ROBOT", "watch", "discard", "PASS", "Table", "stock", "away"),
    *("sa", "H3", "hT"),
    *("1", "-5", "٣", "007", "-", "..", "_"),
]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_could_be_mistaken_is_refused(name: str) -> None:
    refusal = refused(PageOne(), name, "ENTER")
    assert refusal.reason == Reason.BAD_NAME
    assert refusal.text().isprintable()
    assert len(refusal.text()) < 250


@pytest.mark.parametrize("name", ["Ann", "ANN", "Gus"])
def test_a_name_that_looks_like_another_is_refused(name: str) -> None:
    table = nim("ann", "bob", "gus")
    table.apply("gus", "EXIT")  # but may come back
    refusal = refused(table, name, "ENTER")
    assert refusal.reason == Reason.NAME_TAKEN
    assert name.lower() in refusal.text()
