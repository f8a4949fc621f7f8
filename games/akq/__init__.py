"""AKQ."""

from games.akq.game import AKQ

__all__ = ["AKQ"]
