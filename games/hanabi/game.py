"""Hanabi: all see the cards of the others and not their own, and play for the same points."""

from cardkit import CardGame, Deal, Deck, Pile, Seats
from cardkit.games.hanabi.fireworks import Fireworks
from cardkit.games.hanabi.hints import SUITS
from cardkit.games.hanabi.texts import TEXTS


def cards(colours: str) -> tuple[str, ...]:
    """Three ones, one five and two of each number between, in each colour."""
    return tuple(colour + number for colour in colours for number in "1112233445")


class Hanabi(CardGame):
    """Build the fireworks together, each colour from one to five."""

    title = "Hanabi"
    seats = Seats(least=2, most=5)
    deck = Deck(size=0, suits="RYGBW", order="12345", cards=cards("RYGBW"))
    stages = (Deal(by_players={2: 5, 3: 5, 4: 4, 5: 4}, visible="others"), Fireworks())
    fixed = ("deck", "visible", "low_wins")  # all have the same points
    presets = {
        "five_colours": {},
        "four_colours": {"suits": "RYGB", "deck_cards": cards("RYGB")},
        "rainbow": {"suits": "RYGBWM", "deck_cards": cards("RYGBWM")},
        "gentle": {"keeps": True},
    }
    notes = (
        "A hint names a colour or a number, and tells a player all cards that have it.",
        "When all hints are there, no card may be thrown away.",
        "After the last card of the stock was drawn, everybody has one more turn.",
    )
    scoring = ("Each card of a firework is a point for all.",)
    declares = (*SUITS, Pile("away", label="thrown away", shown="row", place="right"))
    texts = TEXTS

    def side(self, seat: int) -> tuple[int, ...]:
        return (seat, *(other for other in range(len(self.names)) if other != seat))

    def points(self, seat: int) -> int:
        return sum(len(self.piles[f"firework:{suit}"]) for suit in self.deck.suits)
