"""Spades."""

from cardkit.games.spades.game import Spades

__all__ = ["Spades"]
