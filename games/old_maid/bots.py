"""Bots for Old Maid: nobody can know which card they take, so any way to choose is as good."""

from cardkit import Bot, Rand

BOTS: dict[str, type[Bot]] = {"rand": Rand}
