"""Seven Bridge."""

from cardkit.games.seven_bridge.game import SevenBridge

__all__ = ["SevenBridge"]
