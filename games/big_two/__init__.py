"""Big Two."""

from cardkit.games.big_two.game import BigTwo

__all__ = ["BigTwo"]
