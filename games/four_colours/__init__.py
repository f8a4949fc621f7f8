"""Four Colours."""

from cardkit.games.four_colours.game import FourColours

__all__ = ["FourColours"]
