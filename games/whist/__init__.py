"""Whist."""

from cardkit.games.whist.game import Whist

__all__ = ["Whist"]
