"""Old Maid (ババ抜き): pairs go away, and nobody wants to be left with the odd card."""

from cardkit import EVERYONE, CardCommand, CardGame, Deal, Deck, End, Get, OrderGame, Score, Seats
from cardkit.games.old_maid.texts import TEXTS


class OldMaid(CardGame):
    """Take a card from the next player; pairs go away; whoever keeps the odd card loses."""

    title = "Old Maid"
    seats = Seats(least=2, most=8)
    deck = Deck(jokers=1)
    stages = (
        Deal(),
        OrderGame(
            get=Get(source="next", by="position"),
            end=End(when="last_hand", turn_limit=1000),
        ),
    )
    score = Score(lose=-1)
    presets = {
        "joker": {},
        "queen": {"jokers": 0, "without": ("CQ",)},
        "jiji_nuki": {"jokers": 0, "aside": 1},
    }
    notes = ("Two cards of a rank leave your hand at once, also right after the deal.",)
    fixed = ("all_pass", "unable")  # there is always a card to take
    texts = TEXTS

    def on_dealt(self) -> None:
        for seat in self.order:
            self.put_pairs_away(seat)

    def on_get(self, seat: int, command: CardCommand) -> None:
        self.put_pairs_away(seat)

    def put_pairs_away(self, seat: int) -> None:
        """Two cards of a rank leave the hand, for everybody to see."""
        hand = self.hand(seat)
        for rank in dict.fromkeys(card.rank for card in hand):
            mates = [card for card in hand if card.rank == rank]
            if len(mates) > 1:
                self.piles.move(mates[: len(mates) // 2 * 2], seat, "away", to=EVERYONE)

    def on_game_over(self) -> None:
        """Everybody sees the odd card, and the one that was laid aside."""
        loser = self.ranking[-1]
        self.piles.show(self.hand(loser), loser)
        self.piles.show(self.piles.get("aside", ()), "aside")
