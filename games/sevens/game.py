"""Sevens (七並べ): build each suit up and down from its seven, and hold the others up."""

from cardkit import CardGame, Deal, Deck, End, OrderGame, Rows, Score, Seats
from cardkit.games.sevens.texts import TEXTS


class Sevens(CardGame):
    """Build each suit up and down from its seven; be the first to have laid all your cards."""

    title = "Sevens"
    seats = Seats(least=3, most=8)
    deck = Deck(order="A23456789TJQK")
    stages = (
        Deal(),
        OrderGame(
            rows=Rows(start="7"),
            first_card="D7",
            may_pass=True,
            passes=3,
            out_cards="rows",
            end=End(when="last_hand", all_pass=False),
        ),
    )
    score = Score(places=(3, 2, 1))
    presets = {
        "classic": {},
        "joker": {"jokers": 1, "wild": True},
        "tunnel": {"around": True},
        "fan_tan": {
            "laid_out": False,
            "may_pass": False,
            "passes": 0,
            "out_cards": "away",
            "end": "first_empty_hand",
            "all_pass": True,
            "places": (1,),
        },
    }
    texts = TEXTS
