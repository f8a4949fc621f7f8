"""Old Maid (ババ抜き): pairs go away, and nobody wants to be left with the odd card.

This example shows how to take an unseen card from another hand by position (`Get`), and how two
hooks add a rule that no condition covers: a pair leaves the hand immediately.
"""

from cardkit import EVERYONE, CardCommand, CardGame, Deal, Deck, End, Get, OrderGame, Score, Seats


class OldMaid(CardGame):
    """Take a card from the next player; pairs go away; who keeps the odd card loses."""

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
    notes = ("Two cards of a rank leave your hand at once, also right after the deal.",)
    fixed = ("all_pass", "unable")  # there is always a card to take
    score = Score(lose=-1)
    presets = {"joker": {}, "queen": {"jokers": 0, "without": ("CQ",)}}
    texts = {
        "ja": {
            "Old Maid": "ババ抜き",
            "Take a card from the next player; pairs go away; who keeps the odd card loses.": (
                "次の人から1枚取り、ペアは捨てる。最後に1枚残した人の負け。"
            ),
            "Two cards of a rank leave your hand at once, also right after the deal.": (
                "同じ数字の2枚は、配られた直後も含めて、そろい次第手札から捨てる。"
            ),
        }
    }

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
