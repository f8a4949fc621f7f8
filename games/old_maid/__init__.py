"""Old Maid."""

from cardkit.games.old_maid.game import OldMaid

__all__ = ["OldMaid"]
