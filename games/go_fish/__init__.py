"""Go Fish."""

from cardkit.games.go_fish.game import GoFish

__all__ = ["GoFish"]
