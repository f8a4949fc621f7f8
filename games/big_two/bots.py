"""Bots for Big Two."""

from cardkit import Bot, Climber, Rand


class Shark(Climber):
    """Plays five cards where it can, and keeps its twos until they are needed."""


BOTS: dict[str, type[Bot]] = {"rand": Rand, "shark": Shark}
