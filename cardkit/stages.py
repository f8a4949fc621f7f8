"""What you need, besides `cardkit`, to write a stage or a condition that keeps state."""

from cardkit.cardgame import (
    AnyStage,
    Below,
    Bids,
    Offers,
    OrderState,
    Piles,
    Pot,
    Rules,
    Sentence,
    Stage,
    StageCondition,
    StageState,
    TableCondition,
    TablePart,
    TurnCommand,
    Viewers,
)

__all__ = [
    "AnyStage",
    "Below",
    "Bids",
    "Offers",
    "OrderState",
    "Piles",
    "Pot",
    "Rules",
    "Sentence",
    "Stage",
    "StageCondition",
    "StageState",
    "TableCondition",
    "TablePart",
    "TurnCommand",
    "Viewers",
]
