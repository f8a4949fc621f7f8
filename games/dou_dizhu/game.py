"""Dou Dizhu (斗地主): one landlord against two farmers; bombs and a spring double the stake."""

from cardkit import (
    EVERYONE,
    Auction,
    CardGame,
    ClimbingGame,
    Deal,
    Deck,
    Match,
    Play,
    Seats,
)
from cardkit.games.dou_dizhu.plays import ALL, BOMBS, NO_FOURS
from cardkit.games.dou_dizhu.stakes import DECLARED, Stakes
from cardkit.games.dou_dizhu.texts import TEXTS


class DouDizhu(CardGame):
    """Bid to be the landlord, and be out of cards before either of the two farmers."""

    title = "Dou Dizhu"
    seats = Seats(least=3, most=3)
    deck = Deck(order="3456789TJQKA2", jokers=2)
    match = Match(games=6, begins="next")
    stakes = Stakes()
    stages = (
        Deal(each=17),
        Auction(least=1, most=3, rounds=1, nobody="deal_again", leads="declarer"),
        ClimbingGame(kinds=ALL, end="first_empty_hand"),
    )
    presets = {"classic": {}, "no_spring": {"spring": False}, "no_fours": {"kinds": NO_FOURS}}
    fixed = ("nobody", "leads", "end", "refill", "kinds")
    notes = (
        "The landlord takes the last three cards, face up, and leads.",
        "What lies beside three or four of a kind is no bomb and not both jokers.",
    )
    scoring = (
        "The stake is the bid; every bomb and the rocket doubles it.",
        "A winning landlord gets the stake from each farmer; a losing one pays it to each.",
    )
    declares = DECLARED
    look = {"colours": {"felt": "#23523a"}}
    texts = TEXTS

    def on_new_game(self) -> None:
        self.plays = [0] * len(self.names)
        self.stake = 0
        self.set_fact("played_for", None)

    def set_stake(self, stake: int) -> None:
        self.stake = stake
        self.set_fact("played_for", stake)

    def on_lead(self) -> None:
        assert self.auction.contract
        self.set_stake(self.auction.contract.amount)
        self.piles.take(self.auction.declarer, 3, to=EVERYONE)

    def on_play(self, seat: int, play: Play, beaten: Play | None) -> bool:
        self.plays[seat] += 1
        if play.kind in BOMBS:
            self.set_stake(2 * self.stake)
        return False

    def on_out(self, seat: int, place: int) -> None:
        landlord = self.plays[self.auction.declarer]
        few = sum(self.plays) == landlord if seat == self.auction.declarer else landlord == 1
        if few and self.stakes.spring:
            self.emit("SPRING")
            self.set_stake(2 * self.stake)

    def side(self, seat: int) -> tuple[int, ...]:
        """The farmers win and lose together."""
        landlord = self.auction.declarer
        farmers = [s for s in self.order if s not in (seat, landlord)]
        return (seat,) if landlord in (-1, seat) else (seat, *farmers)

    def points(self, seat: int) -> int:
        landlord = self.auction.declarer
        if landlord < 0:
            return 0
        won = (not self.hand(seat)) if seat == landlord else bool(self.hand(landlord))
        return (self.stake if won else -self.stake) * (2 if seat == landlord else 1)
