"""President."""

from cardkit.games.president.game import President

__all__ = ["President"]
