"""Hanabi."""

from cardkit.games.hanabi.game import Hanabi

__all__ = ["Hanabi"]
