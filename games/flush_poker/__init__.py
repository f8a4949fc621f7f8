"""FlushPoker."""

from cardkit.games.flush_poker.game import FlushPoker

__all__ = ["FlushPoker"]
