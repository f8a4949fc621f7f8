"""What single cards are worth, by card, rank or suit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardkit.netgame import Text, in_a_row

if TYPE_CHECKING:
    from cardkit.cardgame.cards import Card

ANY_CARD = "*"
_NUMBERS = "23456789"
PIPS = {"A": 1, **{number: int(number) for number in _NUMBERS}, ANY_CARD: 10}
"""What cards count by their spots: an ace 1, a ten or a picture 10."""


def value_of(card: Card, values: Mapping[str, int]) -> int:
    """What a card is worth; nothing where no value is meant for it."""
    for name in (card, card.rank, card.suit, ANY_CARD):
        if name in values:
            return values[name]
    return 0


def in_words(values: Mapping[str, int]) -> str:
    """What cards are worth, for the rule sheet."""
    if values == PIPS:
        return Text("an ace 1, a picture 10, any other card its number")
    by_spots = {name: n for name, n in PIPS.items() if name != "A"}
    if by_spots.items() <= values.items():
        others = in_words({name: n for name, n in values.items() if name not in by_spots})
        return Text("{others}, a picture 10, any other card its number", others=others)
    numbers = {c for c, n in values.items() if c == str(n)} if {*_NUMBERS} <= {*values} else set()
    said = [
        Text("{card} {value}", card=card, value=value)
        for card, value in values.items()
        if card not in numbers and card != ANY_CARD
    ]
    if numbers:
        said.append(Text("any other number what it says"))
    if ANY_CARD in values:
        any_other = Text("any other card")
        said.append(Text("{card} {value}", card=any_other, value=values[ANY_CARD]))
    return in_a_row(said)
