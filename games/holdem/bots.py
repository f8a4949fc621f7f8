"""Bots for Texas hold'em."""

from cardkit import Bot, Rand

BOTS: dict[str, type[Bot]] = {"rand": Rand}
