"""Daifugo."""

from games.daifugo.game import Daifugo

__all__ = ["Daifugo"]
