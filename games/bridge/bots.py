"""Bots for contract bridge."""

from cardkit import Bot, Rand

BOTS: dict[str, type[Bot]] = {"rand": Rand}
