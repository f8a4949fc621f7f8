"""Every setting has a sentence on the rule sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import cardkit
from cardkit.netgame import Condition
from cardkit.netgame.conditions import about_of, default_of, kind_of

CONDITIONS: list[type[Any]] = [
    thing
    for name in sorted(cardkit.__all__)
    if isinstance(thing := getattr(cardkit, name), type)
    and issubclass(thing, Condition)
    and thing.__dict__.get("__dataclass_fields__")
]
EXAMPLES: dict[str, tuple[object, ...]] = {
    "Deck.order": ("A23456789TJQK",),
    "Deck.suits": ("SHDC",),
    "Deck.cards": (("SA", "SK"),),
    "Deck.without": (("SA",),),
    "Titles.names": ({2: ("rich", "poor")},),
    "Titles.points": ({"rich": 2},),
    "Titles.final_points": ({"rich": 2},),
    "Score.places": ((3, 1),),
    "Score.values": ({"H": 1},),
    "Auction.strains": (("C", "S"),),
    "ClimbingGame.kinds": (("single", "pair"),),
    "TrickGame.not_led": (("H",),),
    "TrickGame.not_first": (("H",),),
    "Deal.by_players": ({2: 7, 3: 6},),
    "Deal.hands": ((3, 2),),
    "Passing.to": (("right", "keep"),),
    "Tribute.pairs": ((("rich", "poor", 2),),),
    "Knock.values": ({"*": 5},),
}
"""Values of settings that are no number, choice or yes and no."""


def values(made: type[Any], name: str) -> Iterator[object]:
    """A few values that a setting can have."""
    field = made.settings()[name]
    about, default = about_of(field), default_of(field)
    yield default
    if about.choices:
        yield from about.choices
    elif kind_of(field) == "bool":
        yield not default
    elif kind_of(field) in ("int", "float"):
        least, most = about.least or 0, about.most or 100
        yield from {n for n in (1, 2, 3, 7) if least <= n <= most}
    else:
        yield from EXAMPLES.get(f"{made.__name__}.{name}", ("K",))


def is_told(made: type[Any], name: str) -> bool:
    """Whether another value is another sentence, alone or together with one other setting."""
    others = [{each: n} for each in made.settings() if each != name for n in values(made, each)]
    for together in ({}, *others):
        every = [made(**together, **{name: value}).sentences() for value in values(made, name)]
        told = {tuple(str(text).format(**parts) for text, parts in said) for said in every}
        if len(told) > 1:
            return True
    return False


@pytest.mark.parametrize(
    ("made", "name"),
    [
        pytest.param(made, name, id=f"{made.__name__}.{name}")
        for made in CONDITIONS
        for name in made.settings()
    ],
)
def test_every_setting_has_a_sentence(made: type[Any], name: str) -> None:
    assert is_told(made, name)
