"""What a game of Dou Dizhu is played for, and what a table shows."""

from typing import ClassVar

from cardkit import Condition, Declared, Fact, Layout, Notice, Pile, condition, setting

DECLARED: tuple[Declared, ...] = (
    Fact("declarer", label="landlord"),
    Layout("auction", hand="rank", table="none"),
    Pile(
        "stock",
        label="the landlord's cards",
        taken="{who} takes the last cards: {cards}",
        you_take="You take the last cards: {cards}",
    ),
    Pile("away", place="hidden"),
)


@condition
class Stakes(Condition):
    """What a game of Dou Dizhu is played for."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Fact(
            "played_for",
            "what the game is played for",
            "stake",
            told="The stake is {value}",
            announced=True,
        ),
        Notice(
            "SPRING",
            "one side has hardly played",
            {},
            told="Spring! The stake doubles.",
            announced=True,
        ),
    )

    spring: bool = setting(
        True,
        "a game in which one side hardly played counts double",
        says="Spring: the stake doubles if no farmer has played a card, or the landlord only once.",
    )
