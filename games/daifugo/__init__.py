"""Daifugo."""

from cardkit.games.daifugo.game import Daifugo

__all__ = ["Daifugo"]
