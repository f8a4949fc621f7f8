"""What you need, besides `cardkit`, to write a stage or a condition that keeps state."""

from cardkit.cardgame import (
    AnyStage,
    Below,
    Bids,
    LeadHooks,
    Offers,
    Piles,
    Pot,
    Rules,
    Sentence,
    Stage,
    StageCondition,
    StageState,
    TableCondition,
    TablePart,
    TakingHooks,
    Viewers,
)

__all__ = [
    "AnyStage",
    "Below",
    "Bids",
    "LeadHooks",
    "Offers",
    "Piles",
    "Pot",
    "Rules",
    "Sentence",
    "Stage",
    "StageCondition",
    "StageState",
    "TableCondition",
    "TablePart",
    "TakingHooks",
    "Viewers",
]
