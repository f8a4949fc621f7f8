"""Colours that a host chooses: whether what is written on them, or in them, can be read.

Contrast as in WCAG 2: text is easy to read from 4.5 to 1 on. Knows no page and no settings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from cardkit.netgame import Reason, Refused
from cardkit.netgame.conditions import shown

BLACK, WHITE = "#000000", "#ffffff"
LIGHT, DARK = ("#f5f2ea", "#ffffff"), ("#15191a", "#1f2526")
"""What the page has behind its texts, in light and in dark: its paper and its panels."""
TINT = 0.12
"""How much of the accent is behind a text in it, where one is; and of white in the middle of the
felt, where a lamp shines on it."""
_ENOUGH = 4.5
_STEPS = 50
_COLOUR = re.compile("#([0-9a-f]{3}|[0-9a-f]{6})")


def read_colour(typed: str) -> str:
    """A colour as #rrggbb; nothing where nothing was chosen."""
    text = typed.strip().lower()
    if text and not _COLOUR.fullmatch(text):
        wrong = "a colour is # and six hex digits, such as #17644a, not {it}"
        raise Refused(Reason.BAD_OPTION, wrong, it=shown(typed))
    return "#" + "".join(2 * digit for digit in text[1:]) if len(text) == 4 else text


def read_felt(typed: str) -> str:
    """A colour on which white text can be read, or a refusal with one that would do."""
    colour = read_colour(typed)
    if colour and not _is_felt(colour):
        wrong = "{it} is too light for the white text on it; {other} would do"
        other = _mixed_until(_is_felt, colour, BLACK)
        raise Refused(Reason.BAD_OPTION, wrong, it=colour, other=other)
    return colour


def accents_of(colour: str) -> tuple[str, str]:
    """The same colour for the light page and for the dark one: as it is, if it can be read there,
    or else as much darker or lighter as need be."""
    light = _mixed_until(partial(_is_read, LIGHT), colour, BLACK)
    return light, _mixed_until(partial(_is_read, DARK), colour, WHITE)


def _is_felt(colour: str) -> bool:
    return contrast(WHITE, mix(colour, WHITE, TINT)) >= _ENOUGH


def _is_read(grounds: Sequence[str], colour: str) -> bool:
    return all(contrast(colour, mix(ground, colour, TINT)) >= _ENOUGH for ground in grounds)


def _mixed_until(is_good: Callable[[str], bool], colour: str, towards: str) -> str:
    """The first colour on the way to black or white that is good; at its end every colour is."""
    way = (mix(colour, towards, step / _STEPS) for step in range(_STEPS))
    return next(filter(is_good, way), towards)


def contrast(one: str, other: str) -> float:
    """From 1, for the same colour, to 21."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def mix(colour: str, other: str, part: float) -> str:
    """A colour with that part of another in it."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def _luminance(colour: str) -> float:
    shares = (c / 255 for c in _channels(colour))
    red, green, blue = (s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
