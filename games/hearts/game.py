"""Hearts (ハーツ): take no hearts and not the queen of spades, or take them all."""

from cardkit import CardGame, Deal, Match, Passing, Score, Seats, TrickGame
from cardkit.games.hearts.texts import TEXTS

PENALTIES = {"SQ": 13, "H": 1}
SPOTS = {f"H{rank}": spots for spots, rank in enumerate("23456789TJQKA", start=2)}


class Hearts(CardGame):
    """Take no hearts and not the queen of spades, or take them all."""

    title = "Hearts"
    seats = Seats(least=4, most=4)
    match = Match(games=100, play_to=100, low_wins=True)
    score = Score(values=PENALTIES, all_to_others=True)
    stages = (
        Deal(),
        Passing(count=3, to=("left", "right", "across", "keep")),
        TrickGame(first_card="C2", not_led=("H",), not_first=("H", "SQ")),
    )
    presets = {
        "standard": {},
        "omnibus": {"values": {**PENALTIES, "DJ": -10}},
        "no_passing": {"to": ("keep",)},
        "spot": {"values": {"SQ": 25, **SPOTS}, "play_to": 500},
    }
    texts = TEXTS
    look = {"colours": {"felt": "#5a2430"}}
