"""What can be played in Dou Dizhu, and what beats what."""

from cardkit import Exact, Group

ROW = "3456789TJQKA"
"""The ranks that can be in a row: no twos and no jokers."""

FOURS = (
    Group("four_and_two", "four of a kind and two cards", of=4, singles=2),
    Group("four_and_pairs", "four of a kind and two pairs", of=4, pairs=2),
)
PLAIN = (
    "single",
    "pair",
    "triple",
    Group("triple_and_one", "three of a kind and a card", of=3, singles=1),
    Group("triple_and_pair", "three of a kind and a pair", of=3, pairs=1),
    Group("chain", "five or more cards in a row", of=1, row=(5, 12), order=ROW),
    Group("pairs", "three or more pairs in a row", of=2, row=(3, 10), order=ROW),
    Group("plane", "two or more triples in a row", of=3, row=(2, 6), order=ROW),
    Group("wings", "such triples with a card for each", of=3, row=(2, 5), order=ROW, singles=1),
    Group("wide_wings", "such triples with a pair for each", of=3, row=(2, 4), order=ROW, pairs=1),
)
BOMBS = (
    Group("bomb", "a bomb (four of a kind)", of=4, level=1, any_size=True),
    Exact("rocket", "the rocket (both jokers)", cards="J1 J2", level=2, any_size=True),
)
ALL = (*PLAIN, *FOURS, *BOMBS)
NO_FOURS = (*PLAIN, *BOMBS)
