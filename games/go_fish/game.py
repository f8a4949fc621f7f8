"""Go Fish: ask the others for the ranks you hold, and lay down books of four."""

from cardkit import Ask, CardGame, Deal, Pile, Score, Seats
from cardkit.games.go_fish.texts import TEXTS


class GoFish(CardGame):
    """Ask the others for cards that go with yours, or go fish; the most books win."""

    title = "Go Fish"
    seats = Seats(least=2, most=6)
    stages = (Deal(by_players={2: 7, 3: 7, 4: 5, 5: 5, 6: 5}), Ask(ask_limit=300))
    score = Score(win=1)
    declares = (Pile("stock", label="pond"),)
    fixed = ("refill",)  # books are never drawn again
    presets = {
        "classic": {},
        "short": {"ends": "first_out"},
        "pairs": {"book": 2},
        "happy_families": {"asks_for": "card", "ask_limit": 1000},
    }
    texts = TEXTS
