"""Doubt."""

from cardkit.games.doubt.game import Doubt

__all__ = ["Doubt"]
