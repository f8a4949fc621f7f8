"""The codes of what a table with cards refuses, besides those of any table."""

from enum import StrEnum


class CardReason(StrEnum):
    """Why cards, or an amount, cannot be played so."""

    BAD_AMOUNT = "BAD_AMOUNT"
    BAD_TARGET = "BAD_TARGET"
    NO_SUCH_CARD = "NO_SUCH_CARD"
    CARD_TWICE = "CARD_TWICE"
    NOT_HELD = "NOT_HELD"
    BAD_COUNT = "BAD_COUNT"
    NO_MATCH = "NO_MATCH"
    NO_COMBINATION = "NO_COMBINATION"
    TOO_WEAK = "TOO_WEAK"
    WRONG_SHAPE = "WRONG_SHAPE"
    SUIT_LOCKED = "SUIT_LOCKED"
    MUST_FOLLOW = "MUST_FOLLOW"
    MUST_DISCARD = "MUST_DISCARD"
    MUST_DRAW = "MUST_DRAW"
    MUST_LEAD = "MUST_LEAD"
    NOTHING_TO_DRAW = "NOTHING_TO_DRAW"
