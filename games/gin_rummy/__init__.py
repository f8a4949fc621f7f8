"""Gin Rummy."""

from cardkit.games.gin_rummy.game import GinRummy

__all__ = ["GinRummy"]
