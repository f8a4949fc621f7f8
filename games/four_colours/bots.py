"""Bots for Four Colours."""

from cardkit import Bot, Rand
from cardkit.games.crazy_eights.bots import Planner

BOTS: dict[str, type[Bot]] = {"rand": Rand, "planner": Planner}
