"""Contract bridge."""

from cardkit.games.bridge.game import Bridge

__all__ = ["Bridge"]
