"""Rummy (ラミー): draw, lay melds, discard; who is out first scores what the others hold.

This example shows a game made almost entirely of conditions. `Draw(rule="first")` begins each turn,
`Meld` knows groups and runs, and `Discard` ends the turn; only the scoring is code.
"""

from cardkit import (
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Match,
    Meld,
    OrderGame,
    Seats,
)


class Rummy(CardGame):
    """Draw a card, lay groups and runs, discard one; the first empty hand wins."""

    title = "Rummy"
    seats = Seats(least=2, most=5)
    deck = Deck(order="A23456789TJQK", refill="from_table")
    match = Match(games=5, begins="next")
    stages = (
        Deal(each=7, turn_up=1),
        OrderGame(
            draw=Draw(rule="first", from_table=True),
            meld=Meld(groups=3, runs=3),
            discard=Discard(match="any"),
            end=End(when="first_empty_hand", turn_limit=100),
        ),
    )
    scoring = (
        "An ace counts 1, a picture 10, any other card its number.",
        "Who holds least wins the game, and scores what each of the others holds more.",
    )
    texts = {
        "ja": {
            "Rummy": "ラミー",
            "Draw a card, lay groups and runs, discard one; the first empty hand wins.": (
                "1枚引き、組や続き札を公開し、1枚捨てる。最初に手札がなくなった人の勝ち。"
            ),
            "An ace counts 1, a picture 10, any other card its number.": (
                "Aは1点、絵札は10点、その他は数字どおりの点数。"
            ),
            "Who holds least wins the game, and scores what each of the others holds more.": (
                "手札の点数が最も少ない人が勝ち、ほかの人の手札との差の合計を得点する。"
            ),
        }
    }

    def held(self, seat: int) -> int:
        """What the cards that are left in a hand count."""
        return sum(min(card.level + 1, 10) for card in self.hand(seat))

    def rank_players(self) -> list[int]:
        return sorted(self.from_first(), key=self.held)

    def on_game_over(self) -> None:
        """Hands are laid open, since they count; the winner scores."""
        for seat in self.order:
            self.piles.show(self.hand(seat), seat)
        winner = self.ranking[0]
        self.scores[winner] += sum(self.held(seat) - self.held(winner) for seat in self.order)
