"""What the author of a stage, or of a condition that keeps something, needs besides `cardkit`."""

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
