"""Whist: four players in two partnerships; a point for each trick over six."""

from cardkit import (
    CardGame,
    Condition,
    Deal,
    Match,
    Pile,
    Score,
    Seats,
    TrickGame,
    condition,
    setting,
)
from cardkit.games.whist.texts import TEXTS


@condition
class Rubber(Condition):
    """What wins a game of whist."""

    game: int = setting(
        5, "points that win", choices=(5, 7, 9), says="The first side with {game} points wins."
    )


class Whist(CardGame):
    """Partners take tricks together: highest trump, or else the highest card of the led suit."""

    title = "Whist"
    seats = Seats(least=4, most=4, partners=True)
    match = Match(games=100, begins="next")
    score = Score(trick=1, tricks_before=6)
    rubber = Rubber()
    stages = (Deal(), TrickGame(trump="last_card"))
    notes = ("The player after the dealer leads.",)
    presets = {"short": {}, "middle": {"game": 7}, "long": {"game": 9}}
    texts = TEXTS
    declares = (Pile("won", label="tricks won"), Pile("stock", place="hidden"))
    look = {"colours": {"felt": "#1f4a63"}}

    def is_match_over(self) -> bool:
        return super().is_match_over() or max(self.scores) >= self.rubber.game
