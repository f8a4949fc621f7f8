"""Dou Dizhu."""

from cardkit.games.dou_dizhu.game import DouDizhu

__all__ = ["DouDizhu"]
