"""How cards look to a person: signs and colours.

Colour only helps: the suit and the rank of a card are always there to read. Knows no table and no
terminal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rich.text import Text as Styled

from cardkit.cardgame import RANKS
from cardkit.client.styled import ink

SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_CARD = re.compile(rf"[{''.join(SUIT_SIGNS)}][{RANKS}]|J[12]")
_TWO_COLOURS = {"S": "", "H": "red", "D": "red", "C": ""}
_FOUR_COLOURS = {"S": "", "H": "red", "D": "blue", "C": "green"}


def is_card(word: object) -> bool:
    """Whether a word of the protocol is a card whose face one sees."""
    return isinstance(word, str) and _CARD.fullmatch(word) is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class CardStyle:
    """How the cards of a person look."""

    signs: bool = True
    """Whether suits are signs; letters are for terminals that cannot write the signs."""
    four_colours: bool = False

    def suit(self, letter: str) -> Styled:
        sign = SUIT_SIGNS[letter] if self.signs else letter
        return ink(sign, f"bold {self._colour(letter)}".strip())

    def suits(self, letters: str) -> Styled:
        return Styled("").join(map(self.suit, letters))

    def card(self, word: str, *, chip: bool = False) -> Styled:
        """One card; a chip looks like the card itself."""
        colour = self._colour(word[0]) if is_card(word) and word[0] != "J" else ""
        style = f"{colour or 'black'} on white" if chip else f"bold {colour}".strip()
        return ink(self.name(word), style)

    def name(self, word: str) -> str:
        """A card as it is shown: ♠7, ♥10, JK."""
        if not is_card(word):
            return word
        if word[0] == "J":
            return "JK" if word == "J1" else "JK2"
        sign = SUIT_SIGNS[word[0]] if self.signs else word[0]
        return sign + word[1].replace("T", "10")

    def cards(self, words: Iterable[str], *, chips: bool = False) -> Styled:
        return Styled(" ").join(self.card(word, chip=chips) for word in words)

    def words(self, words: Iterable[Any]) -> Styled:
        """Any words, with the cards and suits among them as such."""
        return Styled(" ").join(map(self._word, words))

    def _word(self, word: Any) -> Styled:
        if is_card(word):
            return self.card(word)
        return self.suit(word) if word in tuple(SUIT_SIGNS) else Styled(str(word))

    def _colour(self, suit: str) -> str:
        return (_FOUR_COLOURS if self.four_colours else _TWO_COLOURS)[suit]
