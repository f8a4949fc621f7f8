"""President: be out of cards first, and the others must give you their best ones."""

from collections.abc import Sequence

from cardkit import CardGame, ClimbingGame, Deal, Deck, Match, Pile, Play, Seats
from cardkit.games.president.house import HouseRules
from cardkit.games.president.texts import TEXTS
from cardkit.games.president.titles import TITLES, TRIBUTE


class President(CardGame):
    """Beat the cards on the table with as many higher ones, or pass; the first one out rules."""

    title = "President"
    seats = Seats(least=3, most=8)
    deck = Deck(order="3456789TJQKA2")
    match = Match(games=8)
    house_rules = HouseRules()
    titles = TITLES
    stages = (Deal(), TRIBUTE, ClimbingGame(kinds=("single", "pair", "triple", "four")))
    presets = {
        "classic": {},
        "twos_clear": {"twos_clear": True},
        "skip": {"twos_clear": True, "equal": "skips"},
        "scum_leads": {"leads": "scum"},
    }
    fixed = ("begins",)  # the house rules say it
    notes = ("Whoever holds C3 shows it and leads the first game.",)
    declares = (Pile("away", label="cleared away"), Pile("stock", place="hidden"))
    look = {"colours": {"felt": "#1d3f6e", "back": "#8a2432"}}
    texts = TEXTS

    def on_lead(self) -> None:
        leads = self.house_rules.leads
        if self.ranking and leads != "C3":
            self.first = self.ranking[0 if leads == "president" else -1]
        else:
            self.first = self.piles.reveal("C3", otherwise=self.first)

    def more_plays(self, seat: int, field: Play) -> Sequence[Play]:
        """As many cards of the same rank."""
        same = [card for card in self.hand(seat) if card.rank == field.top.rank]
        if self.house_rules.equal == "never" or len(same) < field.size:
            return ()
        return ClimbingGame.plays_of(self, seat, *sorted(same)[: field.size])

    def on_play(self, seat: int, play: Play, beaten: Play | None) -> bool:
        if beaten and play.high == beaten.high and self.house_rules.equal == "skips":
            ClimbingGame.skip_next(self)
        return self.house_rules.twos_clear and play.top.rank == "2"
