"""A small, sound game, for tests to plant faults in."""

from cardkit.cardgame import CardGame, Deal, Discard, Draw, OrderGame, Seats, Stage


class Shed(CardGame):
    """A sound game, to plant faults in: cards go from hand to hand and to the table."""

    title = "Shed"
    seats = Seats(least=3, most=3)
    discard = Discard()
    draw = Draw(rule="any_time", ends_turn=True)
    stages: tuple[Stage, ...] = (Deal(each=6), OrderGame())
