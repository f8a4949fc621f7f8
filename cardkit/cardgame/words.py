"""The words that several stages have in common."""

from cardkit.netgame import Word

DISCARD = Word(
    "DISCARD",
    "put cards from your hand on the table",
    told="{who} plays {cards}",
    you="You play {cards}",
    button="Play",
    cards=(1, None),
)
DRAW = Word(
    "DRAW",
    "take cards from the stock",
    told="{who} draws {got}",
    you="You draw {got}",
    button="Draw",
    pile="stock",
    number=(1, 1),
)
PASS = Word(
    "PASS", "do nothing this time", told="{who} passes", you="You pass", button="Pass", mild=True
)
PUT = Word(
    "PUT",
    "give cards to another player",
    told=("{who} gives {gone} to {whom}", "{who} has chosen {cards} for {whom}"),
    you=("You give {gone} to {whom}", "You have chosen {cards} for {whom}"),
    button="Give",
    player=True,
    cards=(1, None),
)
