"""Euchre."""

from cardkit.games.euchre.game import Euchre

__all__ = ["Euchre"]
