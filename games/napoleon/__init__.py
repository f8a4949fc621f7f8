"""Napoleon (ナポレオン)."""

from cardkit.games.napoleon.game import Napoleon

__all__ = ["Napoleon"]
