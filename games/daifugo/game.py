"""Daifugo (大富豪): get rid of your cards first; your title rules the next game."""

from collections.abc import Sequence

from cardkit import CardGame, ClimbingGame, Deal, Deck, Match, Pile, Play, Seats
from cardkit.games.daifugo.house import House
from cardkit.games.daifugo.presets import HIGH, LOW, PRESETS, TITLES, TRIBUTE
from cardkit.games.daifugo.texts import TEXTS


class Daifugo(CardGame):
    """Beat the cards on the table with the same kind of play, or pass; first out rules."""

    title = "Daifugo"
    seats = Seats(least=2, most=8)
    deck = Deck(order="3456789TJQKA2", jokers=1)
    match = Match(games=10)
    house = House()
    titles = TITLES
    stages = (Deal(), TRIBUTE, ClimbingGame(lock_after=2))
    presets = PRESETS
    fixed = ("begins",)  # the house rules say it
    texts = TEXTS
    declares = (Pile("away", label="cleared away"), Pile("stock", place="hidden"))
    look = {"colours": {"felt": "#6a2437", "back": "#8c2f39"}}

    def on_new_game(self) -> None:
        """Seat the players, and choose who is dealt to first and gets the odd cards."""
        house, last = self.house, self.ranking
        if house.seating == "by_finish":
            self.set_order(last[::-1] or sorted(self.order, key=self.names.__getitem__))
        elif house.seating == "every3" and self.game_no % 3 == 1:
            self.set_order(self.chance.by_lot(self.order))
        if not last or house.remainder == "dealer":
            self.first = self.chance.by_lot(self.order)[0]
        elif house.remainder == "winner":
            self.first = last[0]

    def on_lead(self) -> None:
        """Choose who leads; a card that decides it is shown."""
        lead = self.house.first_lead
        if self.ranking and self.house.later_leads == "low":
            self.first = self.ranking[-1]
        elif lead == "lowest_name":
            self.first = min(self.order, key=self.names.__getitem__)
        elif lead == "random":
            self.first = self.chance.by_lot(self.order)[0]
        elif (holder := self.piles.reveal(lead, otherwise=-1)) >= 0:
            self.first = holder

    def more_plays(self, seat: int, field: Play) -> list[Play]:
        """S3 answers a lone joker, if the suits are not locked to others."""
        if field.size > 1 or not field.jokers_only or self.house.spade3 == "off":
            return []
        free = self.house.spade3 == "ignores_lock" or "S" in self.fact("lock", "S")
        return ClimbingGame.plays_of(self, seat, "S3") if free else []

    def on_play(self, seat: int, play: Play, beaten: Play | None) -> bool:
        """Carry out what the cards cause; True clears the field."""
        house, run = self.house, play.kind == "run"
        ranks = play.ranks + "*" * play.wild
        if not self.hand(seat) and set(ranks) & set(house.forbidden_finish):
            ClimbingGame.drop_out(self, seat)
        if play.size >= ((house.run_revolution if run else house.revolution) or 99):
            ClimbingGame.turn_ranks(self, "revolution")
        if house.eleven_back and "J" in ranks:
            ClimbingGame.turn_ranks(self, "eleven_back", until_clear=True)
        if beaten and beaten.jokers_only:
            return True  # only S3 answers a lone joker
        if not house.eight_cut or "8" not in ranks or (run and not house.eight_cut_runs):
            return False
        self.emit("CUT", self.names[seat])
        return True

    def on_out(self, seat: int, place: int) -> None:
        king = self.titled(HIGH)
        if place == 1 and king not in (-1, seat) and self.house.miyako != "off":
            at_once = self.house.miyako == "immediate"
            ClimbingGame.drop_out(self, king, lowest=True, at_once=at_once)

    def rank_players(self) -> Sequence[int]:
        """下克上: last game's 大貧民 is first, so everybody's rank of last game is reversed."""
        ranking = super().rank_players()
        title = self.title_holders.title_of[ranking[0]]
        overthrown = self.house.gekokujo and title == LOW
        return self.ranking[::-1] if overthrown else ranking
