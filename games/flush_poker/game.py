"""Flush poker: five-card draw with two exchanges and no side pots."""

from cardkit import (
    Ante,
    Bank,
    Betting,
    CardGame,
    Deal,
    Exchange,
    Match,
    Seats,
    Showdown,
)
from cardkit.games.flush_poker.texts import TEXTS

BETS = Betting(fold="DROP", raises="by")


class FlushPoker(CardGame):
    """Bet on the best five cards; exchange some twice; the best hand takes the pot."""

    title = "Flush Poker"
    seats = Seats(least=2, most=4, by_lot=True)
    match = Match(games=100)
    bank = Bank(points=20_000)
    stages = (
        Ante(fee=200),
        Deal(each=5),
        BETS,
        Exchange(least=0, most=5),
        BETS,
        Exchange(least=0, most=5),
        Showdown(tie_break="contest"),
    )
    presets = {
        "contest": {"seats_least": 4, "illegal": "pass"},
        "table": {},
        "poker": {"tie_break": "kickers", "ace_low": True, "side_pots": True},
    }
    fixed = ("refill",)  # an exchange brings back what was put away, and nothing else lies there
    texts = TEXTS
