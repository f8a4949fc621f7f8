"""Rummy: draw, lay down melds, lay off, discard; who is out first scores what the others hold."""

from cardkit import (
    PIPS,
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Match,
    Meld,
    OrderGame,
    Pile,
    Score,
    Seats,
)
from cardkit.games.rummy.texts import TEXTS


class Rummy(CardGame):
    """Draw a card, lay down groups and runs, discard one; the first empty hand wins."""

    title = "Rummy"
    seats = Seats(least=2, most=6)
    deck = Deck(order="A23456789TJQK", refill="from_table")
    match = Match(games=50, play_to=100, begins="next")
    stages = (
        Deal(by_players={2: 10, 3: 7, 4: 7, 5: 6, 6: 6}, turn_up=1, mark_dealer=True),
        OrderGame(
            draw=Draw(rule="first", from_table=True),
            meld=Meld(lay_off="all", goes_out=True, at_once=2),
            discard=Discard(),
            end=End(turn_limit=150),
        ),
    )
    score = Score(values=PIPS, counted="left", to_winner=True)
    declares = (Pile("meld", label="melds"),)
    presets = {
        "basic": {},
        "one_meld": {"meld_times": 1},
        "final_discard": {"goes_out": False},
        "block": {"refill": "never", "stock_left": 0},
        "round_the_corner": {"ace": "round", "values": {**PIPS, "A": 15}},
    }
    texts = TEXTS
