"""Crazy Eights."""

from cardkit.games.crazy_eights.game import CrazyEights

__all__ = ["CrazyEights"]
