"""What can be played in Big Two, and how high it is, in one place and another."""

from collections.abc import Iterable

from cardkit import Card, Group, Play

NATURAL = "A23456789TJQKA"


class LowAce(Group):
    """Straights of which A2345 is the lowest and 23456 the highest, as in Taiwan."""

    def play(self, cards: Iterable[Card], deciding: Iterable[Card] = ()) -> Play:
        cards = tuple(cards)
        low = [card for card in cards if card.rank in "345"] if cards[0].rank == "A" else ()
        return super().play(cards, low or deciding)


HONG_KONG = (
    *("single", "pair", "triple"),
    *("straight", "flush", "full_house", "four_and_one", "straight_flush"),
)
TAIWAN = (
    *("single", "pair"),
    LowAce("straight", "a straight (five cards in a row)", of=1, row=(5, 5), order=NATURAL),
    Group("full_house", "a full house (three of a kind and a pair)", of=3, pairs=1),
    Group("four_and_one", "four of a kind and a card", of=4, singles=1, level=1, any_size=True),
    LowAce(
        "straight_flush",
        "a straight flush (five cards of a suit in a row)",
        of=1,
        row=(5, 5),
        order=NATURAL,
        suited=True,
        level=2,
        any_size=True,
    ),
)
PUSOY_DOS = (
    *("single", "pair", "triple"),
    Group("straight", "a straight (five cards in a row)", of=1, row=(5, 5), level=1),
    *("flush", "full_house", "four_and_one"),
    Group(
        "straight_flush",
        "a straight flush (five cards of a suit in a row)",
        of=1,
        row=(5, 5),
        suited=True,
        level=5,
    ),
)
