"""Holdem."""

from cardkit.games.holdem.game import Holdem

__all__ = ["Holdem"]
