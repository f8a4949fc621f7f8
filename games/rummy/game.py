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
        Deal(each=7, turn_up=1, mark_dealer=True),
        OrderGame(
            draw=Draw(rule="first", from_table=True),
            meld=Meld(lay_off="all", goes_out=True, at_once=2),
            discard=Discard(),
            end=End(turn_limit=150),
        ),
    )
    score = Score(values=PIPS, counted="left", to_winner=True)
    declares = (Pile("meld", label="melds"),)
    notes = ("Two players are dealt three cards more, five or six players one less.",)
    presets = {
        "basic": {},
        "one_meld": {"meld_times": 1},
        "final_discard": {"goes_out": False},
        "block": {"refill": "never", "stock_left": 0},
        "round_the_corner": {"ace": "round", "values": {**PIPS, "A": 15}},
    }
    texts = TEXTS

    def hand_size(self) -> int:
        return max(1, super().hand_size() + {2: 3, 5: -1, 6: -1}.get(len(self.order), 0))
