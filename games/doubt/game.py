"""Doubt (ダウト): lay cards face down, and lie about them when you must."""

from cardkit import CardGame, Claim, Deal, Deck, Score, Seats
from cardkit.games.doubt.texts import TEXTS


class Doubt(CardGame):
    """Lay cards face down as a rank, true or not; a liar who is caught takes the pile."""

    title = "Doubt"
    seats = Seats(least=3, most=6)
    deck = Deck(order="A23456789TJQK")
    stages = (Deal(), Claim(most=1, claim_limit=150))
    score = Score(win=1)
    presets = {
        "doubt": {},
        "i_doubt_it": {"claim_most": 4},
        "bluff": {"claim_most": 4, "rank": "kept"},
    }
    texts = TEXTS
