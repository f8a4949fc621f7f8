"""AKQ: one card of three each, and one round of bets without limit."""

from cardkit import Ante, Bank, Betting, CardGame, Deal, Deck, Match, Seats, Showdown
from cardkit.games.akq.texts import TEXTS


class AKQ(CardGame):
    """Ace beats king beats queen; bet on yours, or make the other player believe in it."""

    title = "AKQ"
    seats = Seats(least=2, most=2)
    deck = Deck(size=0, cards=("SQ", "SK", "SA"))
    match = Match(games=1000)
    bank = Bank(points=100)
    stages = (
        Ante(fee=1),
        Deal(each=1),
        Betting(check=False, min_raise="increment", refund=True),
        Showdown(best="highest"),
    )
    presets = {"table": {}, "contest": {"illegal": "pass"}}
    fixed = ("suits", "side_pots")
    texts = TEXTS
