"""The bowers: the jack of trumps is the highest trump, the other jack of its colour the second."""

from collections.abc import Mapping

TWIN = {"S": "C", "C": "S", "H": "D", "D": "H"}
RANKS = "9TJQKA"
CARDS = tuple(suit + rank for suit in "CDHS" for rank in RANKS)


def suit_in(trump: str, card: str) -> str:
    """The suit of a card where this one is trump."""
    return trump if card == TWIN[trump] + "J" else card[0]


def strength_in(trump: str, card: str) -> int:
    """How strong a card is among those of its suit where this one is trump."""
    bowers = (TWIN[trump] + "J", trump + "J")
    return len(RANKS) + bowers.index(card) if card in bowers else RANKS.index(card[1])


SUIT: Mapping[object, Mapping[str, str]] = {
    trump: {card: suit_in(trump, card) for card in CARDS} for trump in TWIN
}
STRENGTH: Mapping[object, Mapping[str, int]] = {
    trump: {card: strength_in(trump, card) for card in CARDS} for trump in TWIN
}
