"""Sevens."""

from cardkit.games.sevens.game import Sevens

__all__ = ["Sevens"]
