"""Rummy."""

from cardkit.games.rummy.game import Rummy

__all__ = ["Rummy"]
