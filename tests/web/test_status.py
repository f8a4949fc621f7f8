"""The page that tells what goes on, and its metrics."""

from __future__ import annotations

import re
from dataclasses import replace

from cardkit.web import ServerStatus, TableLine
from cardkit.web.status import metrics_of, page_of

STATUS = ServerStatus(
    "0.1.0",
    7272,
    [TableLine("daifugo-1", "<b>Friday</b>", "playing", ["guest-ann", "robot-1"], 8)],
    {"tables": 1, "moves_total": 12345678, "commit_p50_ms": 0.25},
)


def test_the_page_names_the_tables_and_what_to_type() -> None:
    page = page_of(STATUS, "cards.example")
    assert "cardkit play cards.example:7272" in page
    assert "guest-ann, robot-1" in page
    assert "2/8" in page


def test_the_page_says_how_many_tables_it_leaves_out() -> None:
    assert "more" not in page_of(STATUS, "cards.example")
    assert "and 4,999 more" in page_of(replace(STATUS, counts={"tables": 5000}), "cards.example")


def test_a_hostile_title_is_shown_as_text() -> None:
    page = page_of(STATUS, "<script>")
    assert "&lt;b&gt;Friday&lt;/b&gt;" in page
    assert "<script>" not in page


def test_metrics_are_lines_of_name_and_number() -> None:
    for line in metrics_of(STATUS).splitlines():
        assert re.fullmatch(r"cardkit_[a-z0-9_]+ [0-9.e+]+", line)
