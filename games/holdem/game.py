"""Texas hold'em: two cards each, five in the middle, and four rounds of bets."""

from cardkit import (
    Bank,
    Betting,
    Blinds,
    CardGame,
    Deal,
    Match,
    Pile,
    Seats,
    SharedCards,
    Showdown,
)
from cardkit.games.holdem.texts import TEXTS

BETS = Betting(min_raise="increment", all_in="counted", refund=True)


class Holdem(CardGame):
    """Bet on two cards of your own and five that all share; the best five win the pot."""

    title = "Texas Hold'em"
    seats = Seats(least=2, most=10)
    match = Match(games=100)
    bank = Bank(points=200)
    stages = (
        Blinds(small=1, big=2),
        Deal(each=2, mark_dealer=True),
        BETS,
        SharedCards(count=3),
        BETS,
        SharedCards(count=1),
        BETS,
        SharedCards(count=1),
        BETS,
        Showdown(tie_break="split", ace_low=True, side_pots=True),
    )
    presets = {
        "no_limit": {},
        "pot_limit": {"limit": "pot"},
        "fixed_limit": {"limit": "fixed", "cap": 4},
        "tournament": {"points": 1500, "small": 10, "big": 20, "double_after": 10, "games": 1000},
    }
    fixed = ("deck", "deal", "count", "check", "all_in", "refund", "showdown", "partners")
    declares = (Pile("stock", place="hidden"), Pile("away", place="hidden"))
    look = {"colours": {"felt": "#14532d"}}
    texts = TEXTS
