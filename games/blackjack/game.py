"""Blackjack: against the house, closer to 21 than its cards."""

from collections.abc import Mapping

from cardkit import EVERYONE, NOBODY, CardGame, Deal, Deck, Match, Pile, Seats
from cardkit.games.blackjack.hands import Hands
from cardkit.games.blackjack.house import House, is_blackjack, written
from cardkit.games.blackjack.stakes import Insurance, Stakes
from cardkit.games.blackjack.texts import TEXTS


class Blackjack(CardGame):
    """Get closer to 21 than the house, without going over."""

    title = "Blackjack"
    seats = Seats(least=1, most=7)
    deck = Deck(packs=6)
    match = Match(games=30)
    house = House()
    stages = (Stakes(), Deal(each=2, visible="all"), Insurance(), Hands())
    presets = {
        "stands_on_17": {},
        "hits_soft_17": {"soft_17": "hit"},
        "six_to_five": {"soft_17": "hit", "pays": "6:5", "packs": 2},
        "european": {"looks": False, "insurance": False},
        "surrender": {"surrender": True},
    }
    fixed = ("size", "order", "suits", "jokers", "cards", "without", "refill", "deal", "partners")
    notes = (
        "Pictures count ten, an ace eleven or one.",
        "Aces that are split get one card each.",
    )
    scoring = (
        "A hand that is closer to 21 than the house's wins its bet; equal ones win nothing.",
        "A hand beyond 21 loses at once; a blackjack beats any other 21.",
    )
    declares = (
        Pile("stock", place="hidden"),
        Pile("away", place="hidden", put="", you_put="", gathers=""),
    )  # fmt: skip
    look = {"colours": {"felt": "#1d5c4a"}}
    texts = TEXTS

    def on_match(self) -> None:
        self.scores = [self.house.points] * len(self.names)

    def on_reseat(self, moved: Mapping[int, int]) -> None:
        """Nothing but points is kept from game to game."""

    def newcomer_score(self) -> int:
        return self.house.points

    def on_new_game(self) -> None:
        self.bets: dict[int, int] = {}
        self.staked: dict[int, int] = {}
        self.insured: dict[int, int] = {}
        self.settled: list[tuple[int, tuple[int, int, bool]]] = []
        self.house_shows = False
        self.gave_up: list[int] = []
        for fact in ("stakes", "counts", "house_count"):
            self.set_fact(fact, None)
        for key, cards in [*self.piles.items()]:  # of the last game
            if cards and key not in ("stock", "away"):
                self.piles.move(sorted(cards), key, "away", to=EVERYONE)

    def on_dealt(self) -> None:
        self.piles.take("house", 1)
        self.piles.take("house", 1, to=NOBODY)

    def spare(self, seat: int) -> int:
        """What a player can still bet."""
        return self.scores[seat] - self.staked[seat]

    def tell_hands(self) -> None:
        """Everybody is shown what is bet, and what the hands count."""
        seats = range(len(self.names))
        self.set_fact("stakes", [self.staked.get(seat, "") for seat in seats])
        if house := self.piles.get("house"):
            self.set_fact("counts", [written(self.hand(s)) if self.hand(s) else "" for s in seats])
            self.set_fact("house_count", written(house if self.house_shows else house[:1]))

    def points(self, seat: int) -> int:
        if seat not in self.bets:
            return 0
        insured = self.insured.get(seat, 0) * (2 if is_blackjack(self.piles["house"]) else -1)
        if seat in self.gave_up:
            return insured + self.bets[seat] // 2 - self.bets[seat]
        cards, settle = self.piles["house"], self.house.settle
        return insured + sum(settle(cards, *hand) for who, hand in self.settled if who == seat)

    def is_done(self, seat: int) -> bool:
        return seat in self.dropped  # not who has no cards yet

    def is_match_over(self) -> bool:
        return super().is_match_over() or max(self.scores) < self.house.least_bet
