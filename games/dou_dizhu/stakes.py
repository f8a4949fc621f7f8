"""What a game of Dou Dizhu is played for."""

from typing import ClassVar

from cardkit import Condition, Declared, Fact, Notice, condition, setting


@condition
class Stakes(Condition):
    """What a game of Dou Dizhu is played for."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Fact("stake", "what the game is played for", "stake", told="The stake is {value}"),
        Notice("SPRING", "one side has hardly played", {}, told="Spring! The stake doubles."),
    )

    spring: bool = setting(
        True,
        "a game in which one side hardly played counts double",
        says="Spring: the stake doubles if no farmer has played a card, or the landlord only once.",
    )
