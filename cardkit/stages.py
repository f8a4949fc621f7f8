"""What you need, besides `cardkit`, to write a stage or a condition that keeps state."""

from cardkit.cardgame import (
    Below,
    Offers,
    Piles,
    Pot,
    Rules,
    Stage,
    StageCondition,
    StageState,
    TableCondition,
    TablePart,
    Viewers,
)

__all__ = [
    "Below",
    "Offers",
    "Piles",
    "Pot",
    "Rules",
    "Stage",
    "StageCondition",
    "StageState",
    "TableCondition",
    "TablePart",
    "Viewers",
]
