"""Gin Rummy: knock with ten or less, or go gin; boxes are counted at a hundred points."""

from collections.abc import Mapping

from cardkit import (
    PIPS,
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    Fact,
    Knock,
    Match,
    Meld,
    OrderGame,
    Pile,
    Seats,
)
from cardkit.games.gin_rummy.conditions import Bonus, Oklahoma
from cardkit.games.gin_rummy.texts import TEXTS


class GinRummy(CardGame):
    """Draw and discard to make melds; knock when little is left outside them."""

    title = "Gin Rummy"
    seats = Seats(least=2, most=2)
    deck = Deck(order="A23456789TJQK")
    match = Match(games=100, play_to=100, begins="next")
    oklahoma, bonus = Oklahoma(), Bonus()
    stages = (
        Deal(each=10, turn_up=1, mark_dealer=True),
        OrderGame(
            draw=Draw(rule="first", from_table=True, offered_first=True),
            discard=Discard(),
            meld=Meld(lay_off="all"),
            knock=Knock(limit=10, gin=25, big_gin=31, undercut=25),
            end=End(stock_left=2, turn_limit=150),
        ),
    )
    fixed = ("when", "all_pass")  # who knocks has cards left, and who passes draws
    declares = (
        Fact("boxes", "how many hands each player has won", "hands won", told="", kind="seats"),
        Pile("meld", label="melds"),
    )
    presets = {
        "standard": {},
        "traditional": {"gin": 20, "big_gin": 0, "undercut": 10, "box": 20},
        "oklahoma": {"oklahoma": True},
        "straight": {"limit": 0},
    }
    texts = TEXTS

    def on_match(self) -> None:
        self.boxes = [0, 0]
        self.set_fact("boxes", self.boxes)

    def on_reseat(self, moved: Mapping[int, int]) -> None:
        boxes = {new: self.boxes[old] for old, new in moved.items()}
        self.boxes = [boxes.get(seat, 0) for seat in (0, 1)]

    def knock_limit(self, limit: int) -> int:
        if not (self.oklahoma.on and self.turned_up):
            return limit
        return min(limit, PIPS.get(self.turned_up[0].rank, PIPS["*"]))

    def points(self, seat: int) -> int:
        spade = self.oklahoma.on and any(card.suit == "S" for card in self.turned_up)
        return super().points(seat) * (2 if spade else 1)

    def on_game_over(self) -> None:
        self.boxes = [won + (self.points(seat) > 0) for seat, won in enumerate(self.boxes)]
        self.set_fact("boxes", self.boxes)
        if self.is_match_over():
            best, other = (seat for _, seat in self.standings())
            shut_out = not self.scores[other]
            self.scores[best] += self.bonus.game * (2 if shut_out else 1)
            for seat, won in enumerate(self.boxes):
                self.scores[seat] += self.bonus.box * won
