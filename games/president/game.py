"""President: be out of cards first, and the others must give you their best ones."""

from collections.abc import Sequence

from cardkit import (
    CardGame,
    ClimbingGame,
    Condition,
    Deal,
    Deck,
    Match,
    Pile,
    Play,
    Seats,
    Titles,
    Tribute,
    condition,
    setting,
)
from cardkit.games.president.texts import TEXTS

FIRST, SECOND, MIDDLE, POOR, LAST = FIVE = (
    *("president", "vice-president", "citizen"),
    *("vice-scum", "scum"),
)
NAMES = {3: (FIRST, MIDDLE, LAST), 4: (FIRST, SECOND, POOR, LAST), 5: FIVE}


@condition
class HouseRules(Condition):
    """The house rules of a table."""

    leads: str = setting(
        "president",
        "who leads from the second game on",
        choices=("president", "scum", "C3"),
        says={
            "president": "The president leads from the second game on.",
            "scum": "The scum leads from the second game on.",
            "C3": "So it is in every game.",
        },
    )
    twos_clear: bool = setting(
        False,
        "a play of 2s clears the table at once",
        says="A play of 2s clears the table at once, and its player leads.",
    )
    equal: str = setting(
        "never",
        "whether as many cards of the same rank may be played, and whether they skip a player",
        choices=("never", "allowed", "skips"),
        says={
            "allowed": "As many cards of the same rank may be played, too.",
            "skips": "As many cards of the same rank may be played, too; they skip the next player.",
        },
    )


class President(CardGame):
    """Beat what lies on the table with as many higher cards, or pass; the first one out rules."""

    title = "President"
    seats = Seats(least=3, most=8)
    deck = Deck(order="3456789TJQKA2")
    match = Match(games=8)
    house_rules = HouseRules()
    titles = Titles(names=NAMES, points={FIRST: 2, SECOND: 1})
    stages = (
        Deal(),
        Tribute(pairs=((FIRST, LAST, 2), (SECOND, POOR, 1)), exchange="sequential"),
        ClimbingGame(kinds=("single", "pair", "triple", "four")),
    )
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
