"""AKQ."""

from cardkit.games.akq.game import AKQ

__all__ = ["AKQ"]
