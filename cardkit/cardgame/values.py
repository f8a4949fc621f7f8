"""Single cards as they are named, by card, rank or suit, and what they are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardkit.cardgame.cards import Card, Deck, cards_of
from cardkit.netgame import Text, in_a_row

ANY_CARD = "*"
_NUMBERS = "23456789"
PIPS = {"A": 1, **{number: int(number) for number in _NUMBERS}, ANY_CARD: 10}
"""What cards count by their spots: an ace 1, a ten or a picture 10."""


def is_one(card: Card, names: Sequence[str]) -> bool:
    """Whether a card is meant by one of these names of cards, ranks or suits."""
    return card in names or card.rank in names or card.suit in names


def names_in(deck: Deck) -> set[str]:
    """Every name that means a card of this deck."""
    return {name for card in cards_of(deck).all for name in (card, card.rank, card.suit)}


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
