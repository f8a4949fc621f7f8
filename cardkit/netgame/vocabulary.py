"""Vocabulary: everything that can be said in a game, as far as it is finite.

It is the action space of programs that learn, and what a client can check a line against.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from cardkit.netgame.command import whole_number
from cardkit.netgame.declared import Word

MOST_LISTED: Final = 1_000
"""Numbers of a word beyond which they are not listed one by one."""


class Vocabulary:
    """Every line that can be said, in a fixed order, and the words that stand for too many."""

    def __init__(
        self, players: Sequence[str], deck: Mapping[str, Sequence[str]], words: Iterable[Word]
    ) -> None:
        self.players = tuple(players)
        self._deck = deck
        self.open: tuple[Word, ...] = ()
        """The words with more forms than can be listed; their bounds are what is known of them."""
        found: dict[str, None] = {}
        for word in words:
            lines = self._lines(word)
            if lines is None and word not in self.open:
                self.open = (*self.open, word)
            elif lines is not None:
                found.update(dict.fromkeys(lines))
        self.commands: tuple[str, ...] = tuple(found)
        """Every other line; its place here is its number."""
        self._places = {line: place for place, line in enumerate(self.commands)}

    def add(self, lines: Iterable[str]) -> None:
        """Lines that a stage lists itself."""
        for line in lines:
            if line not in self._places:
                self._places[line] = len(self._places)
        self.commands = tuple(self._places)

    def __len__(self) -> int:
        return len(self.commands)

    def number(self, line: str) -> int:
        """The number of a line; -1 if it is not listed."""
        return self._places.get(line, -1)

    def __contains__(self, line: object) -> bool:
        """Whether this could ever be said in the game."""
        if not isinstance(line, str):
            return False
        return line in self._places or any(self._fits(word, line.split(" ")) for word in self.open)

    def choices(self, word: Word) -> Sequence[str]:
        """The words that the choice of a word stands for."""
        return self._deck[word.choice] if isinstance(word.choice, str) else word.choice

    def _lines(self, word: Word) -> Iterator[str] | None:
        if word.cards not in (None, (1, 1)):
            return None
        numbers: Sequence[str] = ("",)
        if word.number is not None:
            least, most = word.number
            if most is None or most - least > MOST_LISTED:
                return None
            numbers = [str(n) for n in range(least, most + 1)]
        parts = (
            self.players if word.player else ("",),
            self._deck.get("card", ()) if word.cards else ("",),
            numbers,
            self.choices(word) or ("",),
        )
        return (" ".join(filter(None, (word.verb, *each))) for each in product(*parts))

    def _fits(self, word: Word, line: Sequence[str]) -> bool:
        verb, *rest = line
        if verb != word.verb or (word.player and (not rest or rest.pop(0) not in self.players)):
            return False
        if word.choice and (not rest or rest.pop() not in self.choices(word)):
            return False
        if word.number is not None:
            least, most = word.number
            number = whole_number(rest.pop()) if rest else None
            if number is None or number < least or (most is not None and number > most):
                return False
        if word.cards is None:
            return not rest
        least, most = word.cards
        known = self._deck.get("card", ())
        return len(rest) >= least and (most is None or len(rest) <= most) and {*rest} <= {*known}
