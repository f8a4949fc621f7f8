"""Which words are cards, suits and ranks, and how a rank is written for people.

A game may declare cards of its own; then its declaration tells which those are.
"""

from __future__ import annotations

import re

from cardkit.cardgame import RANKS, SUIT_SIGNS, CardGame
from cardkit.netgame import Declaration

USUAL = re.compile(rf"[{''.join(SUIT_SIGNS)}][{RANKS}]|J[12]")
"""A card of the usual deck, or a joker."""
_KNOWN = CardGame.declaration


def is_card(word: object, own: Declaration = _KNOWN) -> bool:
    """Whether a word of the protocol is a card whose face one sees; `own` has those of the game."""
    if not isinstance(word, str):
        return False
    if USUAL.fullmatch(word) or word in own.faces:
        return True
    return own.has_own_cards and is_suit(word[:1], own) and is_rank(word[1:], own)


def is_suit(word: str, own: Declaration = _KNOWN) -> bool:
    return word in SUIT_SIGNS or word in own.suits


def is_rank(word: str, own: Declaration = _KNOWN) -> bool:
    if own.has_own_cards and (word in own.ranks or (word.isascii() and word.isdigit())):
        return True
    return len(word) == 1 and word in RANKS


def rank_sign(word: str, own: Declaration = _KNOWN) -> str:
    """A rank as it is shown: 7, 10, K."""
    declared = own.ranks.get(word)
    return (declared.sign if declared else "") or ("10" if word == "T" else word)
