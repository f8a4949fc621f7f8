"""The page that tells what goes on."""

from __future__ import annotations

from dataclasses import replace

from cardkit.web import ServerStatus, TableLine
from cardkit.web.status import page_of

STATUS = ServerStatus(
    "0.1.0",
    7272,
    [TableLine("daifugo-1", "<b>Friday</b>", "playing", ["guest-ann", "robot-1"], 8)],
    1,
)


def test_the_page_names_the_tables_and_what_to_type() -> None:
    page = page_of(STATUS, "cards.example")
    assert "cardkit play cards.example:7272" in page
    assert "guest-ann, robot-1" in page
    assert "2/8" in page


def test_the_page_says_how_many_tables_it_leaves_out() -> None:
    assert "more" not in page_of(STATUS, "cards.example")
    assert "and 4,999 more" in page_of(replace(STATUS, count=5000), "cards.example")


def test_a_hostile_title_is_shown_as_text() -> None:
    page = page_of(STATUS, "<script>")
    assert "&lt;b&gt;Friday&lt;/b&gt;" in page
    assert "<script>" not in page
