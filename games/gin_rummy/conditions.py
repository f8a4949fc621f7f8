"""What is counted in a match of Gin Rummy, and how Oklahoma changes a hand."""

from cardkit import Condition, condition, setting


@condition
class Oklahoma(Condition):
    """The card that is turned up says how little must be left for a knock."""

    special = True

    on: bool = setting(
        False,
        "the card that is turned up is the limit for a knock, and a spade doubles the hand",
        says="The card that is turned up says what may be left at most for a knock: an ace 1, a "
        "picture 10, any other card its number. If it is a spade, the hand counts double.",
    )


@condition
class Bonus(Condition):
    """What players get at the end of a match."""

    game: int = setting(
        100,
        "points for winning the match; twice as many if the other player has none",
        least=0,
        most=1000,
        says="Whoever wins the match gets {game} points more, and twice that if the other player "
        "has none.",
    )
    box: int = setting(
        25,
        "points for each hand won, at the end of the match",
        least=0,
        most=1000,
        says="At the end of the match every hand that was won counts {box} points more.",
    )
