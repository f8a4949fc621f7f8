"""Go Fish: ask the others for the ranks you hold, and lay down books of four."""

from cardkit import Ask, CardGame, Deal, Pile, Score, Seats
from cardkit.games.go_fish.texts import TEXTS


class GoFish(CardGame):
    """Ask the others for cards that go with yours, or go fish; the most books win."""

    title = "Go Fish"
    seats = Seats(least=2, most=6)
    stages = (Deal(each=5), Ask(ask_limit=300))
    score = Score(win=1)
    declares = (Pile("stock", label="pond"),)
    fixed = ("refill",)  # books are never drawn again
    notes = ("Two or three players are dealt two cards more.",)
    presets = {
        "classic": {},
        "short": {"ends": "first_out"},
        "pairs": {"book": 2},
        "happy_families": {"asks_for": "card", "ask_limit": 1000},
    }
    texts = TEXTS

    def hand_size(self) -> int:
        each = super().hand_size()
        return each + 2 if each and len(self.order) < 4 else each
