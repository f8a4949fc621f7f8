"""How cards look to a person: signs and colours.

Colour only helps: the suit and the rank of a card are always there to read. Cards that a game
declares look as it says, and a card that nobody knows is its name. Knows no table and no terminal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rich.text import Text as Styled

from cardkit.card_words import USUAL, is_card, is_rank, is_suit
from cardkit.cardgame import SUIT_SIGNS, CardGame
from cardkit.netgame import Declaration

_TWO_COLOURS = {"S": "", "H": "red", "D": "red", "C": ""}
_FOUR_COLOURS = {"S": "", "H": "red", "D": "blue", "C": "green"}
_DARK = ("black", "blue", "magenta")
_KNOWN = CardGame.declaration


@dataclass(frozen=True, kw_only=True, slots=True)
class CardStyle:
    """How the cards of a person look."""

    signs: bool = True
    """Whether suits are signs; letters are for terminals that cannot write the signs."""
    four_colours: bool = False
    own: Declaration = _KNOWN
    """The cards that the game declares itself."""

    def suit(self, letter: str) -> Styled:
        return Styled.assemble((self._sign(letter), f"bold {self._colour(letter)}".strip()))

    def suits(self, letters: str) -> Styled:
        return Styled("").join(map(self.suit, letters))

    def card(self, word: str, *, chip: bool = False) -> Styled:
        """One card; a chip looks like the card itself."""
        colour = self._colour_of(word)
        style = f"bold {colour}".strip()
        if chip and self._is_own(word) and colour:
            style = f"{'white' if colour in _DARK else 'black'} on {colour}"
        elif chip:
            style = f"{colour or 'black'} on white"
        return Styled.assemble((self.name(word), style))

    def name(self, word: str) -> str:
        """A card as it is shown: ♠7, ♥10, JK."""
        if not is_card(word, self.own):
            return word
        if self._is_own(word):
            return self._own_name(word)
        if word[0] == "J":
            return "JK" if word == "J1" else "JK2"
        return self._sign(word[0]) + word[1].replace("T", "10")

    def cards(self, words: Iterable[str], *, chips: bool = False) -> Styled:
        return Styled(" ").join(self.card(word, chip=chips) for word in words)

    def words(self, words: Iterable[Any]) -> Styled:
        """Any words, with the cards and suits among them as such."""
        return Styled(" ").join(map(self._word, words))

    def _word(self, word: Any) -> Styled:
        if is_card(word, self.own):
            return self.card(word)
        is_sign = isinstance(word, str) and is_suit(word, self.own)
        return self.suit(word) if is_sign else Styled(str(word))

    def _is_own(self, word: str) -> bool:
        """Whether a card is one of the game's own."""
        known = USUAL.fullmatch(word) and word[0] not in self.own.suits
        return not known or word in self.own.faces

    def _own_name(self, word: str) -> str:
        face = self.own.faces.get(word)
        if face is not None and face.sign:
            return face.sign if self.signs else word
        if not is_suit(word[:1], self.own) or not is_rank(word[1:], self.own):
            return word
        rank = self.own.ranks.get(word[1:])
        sign = rank.sign if rank is not None and self.signs else ""
        return self._sign(word[0]) + (sign or word[1:])

    def _sign(self, suit: str) -> str:
        if not self.signs:
            return suit
        if suit in self.own.suits:
            return self.own.suits[suit].sign or suit
        return SUIT_SIGNS[suit]

    def _colour_of(self, word: str) -> str:
        face = self.own.faces.get(word)
        if face is not None and face.colour:
            return face.colour if face.colour != "black" else ""
        return self._colour(word[:1]) if is_card(word, self.own) else ""

    def _colour(self, suit: str) -> str:
        if suit in self.own.suits:
            colour = self.own.suits[suit].colour
            return colour if colour != "black" else ""
        return (_FOUR_COLOURS if self.four_colours else _TWO_COLOURS).get(suit, "")
