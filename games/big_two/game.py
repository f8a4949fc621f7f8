"""Big Two (大老二): beat one, two, three or five cards with as many better ones, or pass."""

from cardkit import CardGame, ClimbingGame, Deal, Deck, Match, Pile, Seats
from cardkit.games.big_two.plays import HONG_KONG, PUSOY_DOS, TAIWAN
from cardkit.games.big_two.texts import TEXTS


class BigTwo(CardGame):
    """Beat the cards on the table with as many better ones; the first empty hand wins."""

    title = "Big Two"
    seats = Seats(least=3, most=4)
    deck = Deck(order="3456789TJQKA2")
    match = Match(games=5)
    stages = (
        Deal(),
        ClimbingGame(kinds=HONG_KONG, suit_order="DCHS", first_card="D3", end="first_empty_hand"),
    )
    presets = {
        "hong_kong": {},
        "taiwan": {"kinds": TAIWAN, "suit_order": "CDHS", "first_card": "C3"},
        "pusoy_dos": {"kinds": PUSOY_DOS, "suit_order": "CSHD", "first_card": "C3"},
    }
    fixed = ("each", "hands", "refill", "end", "begins")
    notes = ("With three players everybody has 17 cards, and whoever leads gets the last one.",)
    scoring = ("A card left costs 1, from ten on 2, and all of a hand 3 each; the winner gets it.",)
    declares = (Pile("away", label="cleared away"), Pile("stock", place="hidden"))
    look = {"colours": {"felt": "#5b2a2a", "back": "#8a6a1f"}}
    texts = TEXTS

    def hand_size(self) -> int:
        return len(self.cards.all) // len(self.order)

    def on_lead(self) -> None:
        """The odd card goes to who leads: the holder of the lowest card, or of the next one."""
        if not self.piles["stock"]:
            return
        (stage,) = (s for s in self.stages if isinstance(s, ClimbingGame))
        lowest = sorted(self.cards.all, key=lambda c: (c.level, stage.suit_order.find(c.suit)))
        held = next(card for card in lowest if card not in self.piles["stock"])
        self.first = self.piles.reveal(held)
        self.piles.take(self.first, 1)

    def cost(self, seat: int) -> int:
        left = len(self.hand(seat))
        return left * (1 + (left > 9) + (left >= self.hand_size()))

    def points(self, seat: int) -> int:
        return -self.cost(seat) if self.hand(seat) else sum(map(self.cost, self.order))
