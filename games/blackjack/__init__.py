"""Blackjack."""

from cardkit.games.blackjack.game import Blackjack

__all__ = ["Blackjack"]
