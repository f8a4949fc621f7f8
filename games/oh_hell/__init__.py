"""Oh Hell."""

from cardkit.games.oh_hell.game import OhHell

__all__ = ["OhHell"]
