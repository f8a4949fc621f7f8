"""Hearts (ハーツ): take no hearts and not the queen of spades, or take them all."""

from collections.abc import Sequence

from cardkit import Card, CardGame, Deal, Fact, Match, Passing, Score, Seats, TrickGame
from cardkit.games.hearts.texts import TEXTS

PENALTIES = {"SQ": 13, "H": 1}
SPOTS = {f"H{rank}": spots for spots, rank in enumerate("23456789TJQKA", start=2)}


class Hearts(CardGame):
    """Take no hearts and not the queen of spades, or take them all."""

    title = "Hearts"
    seats = Seats(least=4, most=4)
    match = Match(games=100, play_to=100, low_wins=True)
    score = Score(values=PENALTIES, all_to_others=True)
    stages = (
        Deal(),
        Passing(count=3, to=("left", "right", "across", "keep")),
        TrickGame(first_card="C2", not_led=("H",), not_first=("H", "SQ")),
    )
    presets = {
        "standard": {},
        "omnibus": {"values": {**PENALTIES, "DJ": -10}},
        "no_passing": {"to": ("keep",)},
        "spot": {"values": {"SQ": 25, **SPOTS}, "play_to": 500},
    }
    declares = (
        Fact("taken", "what the cards that each has taken count", "taken", told="", kind="seats"),
    )
    texts = TEXTS
    look = {"colours": {"felt": "#5a2430"}}

    def on_new_game(self) -> None:
        self.set_fact("taken", None)

    def on_trick(self, winner: int, cards: Sequence[Card]) -> None:
        taken = [self.fact("taken", 0, seat) for seat in range(len(self.names))]
        if self.score is not None:
            taken[winner] += sum(map(self.score.value, cards))
        self.set_fact("taken", taken)
