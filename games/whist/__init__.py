"""Whist."""

from games.whist.game import Whist

__all__ = ["Whist"]
