"""Hearts."""

from cardkit.games.hearts.game import Hearts

__all__ = ["Hearts"]
