"""PageOne."""

from cardkit.games.page_one.game import PageOne

__all__ = ["PageOne"]
