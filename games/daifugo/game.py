"""Daifugo (大富豪): get rid of your cards first; your title rules the next game."""

from cardkit.cardgame import (
    ClimbingGame,
    Condition,
    Deal,
    Deck,
    Match,
    Play,
    Seats,
    TitleGame,
    condition,
    setting,
)
from games.daifugo.presets import HIGH, LOW, PRESETS, TEXTS, TITLES, TRIBUTE


@condition
class House(Condition):
    """The house rules of a table."""

    first_lead: str = setting("S3", "who leads game 1: a card's holder, lowest_name or random")
    later_leads: str = setting("low", "大貧民, or that card again", choices=("low", "card"))
    remainder: str = setting("dealer", "who gets odd cards", choices=("dealer", "first", "winner"))
    seating: str = setting("fixed", "how seats change", choices=("fixed", "by_finish", "every3"))
    revolution: int = setting(4, "cards of a rank that turn the order round; 0: never", least=0)
    run_revolution: int = setting(0, "cards of a run that do the same; 0: never", least=0)
    eight_cut: bool = setting(True, "an 8 clears the field")
    eight_cut_runs: bool = setting(True, "an 8 in a run does, too")
    eleven_back: bool = setting(False, "a J turns the order round until the field clears")
    spade3: str = setting("on", "S3 beats a lone joker", choices=("off", "on", "ignores_lock"))
    miyako: str = setting("play_on", "都落ち", choices=("off", "play_on", "immediate"))
    forbidden_finish: str = setting("", "ranks that nobody may finish on; * is a joker")
    gekokujo: bool = setting(False, "下克上: 大貧民 finishing first reverses all ranks")


class Daifugo(TitleGame):
    """Beat the cards on the table with the same kind of play, or pass; first out rules."""

    title = "Daifugo"
    seats = Seats(least=2, most=8)
    deck = Deck(order="3456789TJQKA2", jokers=1)
    match = Match(games=10)
    house = House()
    titles = TITLES
    stages = (Deal(), TRIBUTE, ClimbingGame(lock_after=2))
    presets = PRESETS
    texts = TEXTS

    def on_new_game(self) -> None:
        """Seat the players, and choose who is dealt to first and gets the odd cards."""
        house, last = self.house, self.ranking
        if house.seating == "by_finish":
            self.set_order(last[::-1] or sorted(self.order, key=self.names.__getitem__))
        elif house.seating == "every3" and self.game % 3 == 1:
            self.set_order(self.by_lot(self.order))
        if not last or house.remainder == "dealer":
            self.first = self.by_lot(self.order)[0]
        elif house.remainder == "winner":
            self.first = last[0]

    def on_dealt(self) -> None:
        """Choose who leads; a card that decides it is shown."""
        lead = self.house.first_lead
        if self.ranking and self.house.later_leads == "low":
            self.first = self.ranking[-1]
        elif lead == "lowest_name":
            self.first = min(self.order, key=self.names.__getitem__)
        elif lead != "random" and (holder := self.reveal(lead)) >= 0:
            self.first = holder

    def more_plays(self, seat: int, field: Play) -> list[Play]:
        free = self.house.spade3 == "ignores_lock" or "S" in self.facts.get("lock", "S")
        answers = self.house.spade3 != "off" and field.wild == field.size == 1 and free
        return self.plays_of(seat, "S3") if answers else []

    def on_play(self, seat: int, play: Play, beaten: Play | None) -> bool:
        """Carry out what the cards cause; True clears the field."""
        house, run = self.house, play.kind == "run"
        ranks = play.ranks + "*" * play.wild
        if not self.hand(seat) and set(ranks) & set(house.forbidden_finish):
            self.drop_out(seat)
        if play.size >= ((house.run_revolution if run else house.revolution) or 99):
            self.turn_order_round("revolution")
        if house.eleven_back and "J" in ranks:
            self.turn_order_round("eleven_back", until_clear=True)
        if beaten and beaten.wild == beaten.size:
            return True  # only S3 answers a lone joker
        return house.eight_cut and "8" in ranks and (house.eight_cut_runs or not run)

    def on_out(self, seat: int, place: int) -> None:
        king = self.titled(HIGH)
        if place == 1 and king not in (-1, seat) and self.house.miyako != "off":
            self.drop_out(king, lowest=True, at_once=self.house.miyako == "immediate")

    def on_game_over(self) -> None:
        if self.house.gekokujo and self.titled(LOW) == self.ranking[0]:
            self.ranking = self.ranking[::-1]
        self.give_titles()
