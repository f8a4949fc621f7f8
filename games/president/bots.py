"""Bots for President."""

from cardkit import Bot, Climber, Rand


class Senator(Climber):
    """Gets rid of low cards first, and keeps the strong ones until the others are nearly out."""


BOTS: dict[str, type[Bot]] = {"rand": Rand, "senator": Senator}
