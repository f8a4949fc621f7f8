"""Colours that a host chooses: whatever they are, the page can be read."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardkit.colours import (
    BLACK,
    DARK,
    LIGHT,
    TINT,
    WHITE,
    accents_of,
    contrast,
    mix,
    read_colour,
    read_felt,
)
from cardkit.netgame import Refused
from cardkit.web.files import PAGE

COLOURS = st.from_regex("#[0-9a-f]{6}", fullmatch=True)


def test_contrast_is_that_of_wcag() -> None:
    assert contrast(BLACK, WHITE) == pytest.approx(21)
    assert contrast("#777777", WHITE) == pytest.approx(4.48, abs=0.01)
    assert contrast("#0000ff", WHITE) == pytest.approx(8.59, abs=0.01)


@given(COLOURS)
def test_every_accent_is_made_readable_in_light_and_in_dark(colour: str) -> None:
    for accent, grounds in zip(accents_of(colour), (LIGHT, DARK), strict=True):
        for ground in grounds:
            assert contrast(accent, ground) >= 4.5
            assert contrast(accent, mix(ground, accent, TINT)) >= 4.5
    light, dark = accents_of(colour)
    assert contrast(WHITE, light) >= 4.5
    assert contrast("#0b0f0f", dark) >= 4.5


@pytest.mark.parametrize("colour", ["#116149", "#5a1030", "#003399"])
def test_an_accent_that_can_be_read_stays_as_it_is(colour: str) -> None:
    assert accents_of(colour)[0] == colour


@given(COLOURS)
def test_a_felt_is_taken_or_refused_with_one_that_is_taken(colour: str) -> None:
    try:
        assert read_felt(colour) == colour
    except Refused as refused:
        [_, other] = re.findall("#[0-9a-f]{6}", refused.text("en"))
        assert read_felt(other) == other


@pytest.mark.parametrize(
    ("typed", "colour"), [("", ""), (" #0AF", "#00aaff"), ("#17644A", "#17644a")]
)
def test_a_colour_is_written_in_one_way(typed: str, colour: str) -> None:
    assert read_colour(typed) == colour


@pytest.mark.parametrize("typed", ["red", "#12", "#12345g", "17644a", "#17644a;}", "url(x)"])
def test_nothing_but_a_colour_is_a_colour(typed: str) -> None:
    with pytest.raises(Refused, match="six hex digits"):
        read_colour(typed)


def test_the_grounds_are_those_of_the_page() -> None:
    style = (PAGE / "page.css").read_text("utf-8")
    for name, grounds in zip(("paper", "panel"), zip(LIGHT, DARK, strict=True), strict=True):
        assert f"--{name}: light-dark({', '.join(grounds)});" in style
