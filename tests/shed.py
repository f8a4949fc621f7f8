"""A small, sound game, for tests to plant faults in."""

from typing import Any

from cardkit.cardgame import CardGame, Deal, Discard, Draw, OrderGame, Seats, Stage

NOBODY_PASSES = dict.fromkeys(
    ("order_game PASS", "order_game ends: all_pass"), "whoever holds a card may discard it"
)
"""What need not be reached in a game like this one."""


class Shed(CardGame):
    """A sound game, to plant faults in: cards go from hand to hand and to the table."""

    title = "Shed"
    seats = Seats(least=3, most=3)
    stages: tuple[Stage[Any, Any], ...] = (
        Deal(each=6),
        OrderGame(discard=Discard(), draw=Draw(rule="any_time", ends_turn=True)),
    )
