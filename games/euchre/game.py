"""Euchre: whoever names trump takes three of five tricks; the first side with ten points wins."""

from collections.abc import Sequence

from cardkit import (
    EVERYONE,
    Auction,
    Card,
    CardCommand,
    CardGame,
    Deal,
    Deck,
    Fact,
    Match,
    PickUp,
    Pile,
    Refused,
    Seats,
    TrickGame,
)
from cardkit.games.euchre.bowers import CARDS, STRENGTH, SUIT
from cardkit.games.euchre.house import LONER, STUCK, House
from cardkit.games.euchre.texts import TEXTS

SUITS = ("C", "D", "H", "S")


class Euchre(CardGame):
    """Partners name trump and take three of five tricks, or are euchred."""

    title = "Euchre"
    seats = Seats(least=4, most=4, partners=True)
    deck = Deck(size=0, cards=CARDS)
    match = Match(games=100, play_to=10, begins="next")
    house = House()
    stages = (
        Deal(each=5, turn_up=1, apart=True, mark_dealer=True),
        Auction(bids="suit", strains=SUITS, rounds=2, rising=False, first_wins=True, alone=True,
                nobody="end"),
        PickUp(),
        TrickGame(trump="contract"),
    )  # fmt: skip
    fixed = ("auction", "deal", "deck", "pick_up", "trick_game")  # it is a game of five tricks
    presets = {
        "standard": {},
        "stick_the_dealer": {"stick_the_dealer": True},
        "canadian": {"canadian_loner": True},
        "short": {"play_to": 5},
    }
    notes = (
        "In the first round bid the suit that was turned up, in the second another.",
        "The jack of trumps is the highest trump, the other jack of its colour the second.",
    )
    scoring = ("The makers get 1 point, 2 for all tricks, 4 alone; the others 2 if they fail.",)
    declares = (Fact("declarer", label="maker"), Pile("won", label="tricks won"),
                Pile("stock", place="hidden"), Pile("away", place="hidden"))  # fmt: skip
    texts = TEXTS

    def open_strains(self, strains: Sequence[str]) -> Sequence[str]:
        turned = self.turned_up[0].suit
        return (turned,) if self.piles["turned"] else [s for s in strains if s != turned]

    def check_bid(self, seat: int, command: CardCommand) -> None:
        orders = self.house.canadian_loner and seat == self.partner(self.dealer)
        if orders and self.piles["turned"]:
            raise Refused("NOT_ALONE", LONER)

    def check_pass(self, seat: int, command: CardCommand) -> None:
        stuck = self.house.stick_the_dealer and seat == self.dealer
        if stuck and not self.piles["turned"]:
            raise Refused("STUCK", STUCK)

    def on_pass(self, seat: int, command: CardCommand) -> None:
        if seat == self.dealer:  # the first round is over
            self.piles.move(self.piles["turned"][:], "turned", "away", EVERYONE)

    def suit_of(self, card: Card) -> str:
        return SUIT[self.facts["trump"]][card]

    def strength(self, card: Card) -> int:
        return STRENGTH[self.facts["trump"]][card]

    def points(self, seat: int) -> int:
        maker = self.auction.declarer
        if maker < 0:
            return 0
        makers = (maker, self.partner(maker))
        won = sum([self.tricks[each] for each in makers])
        if seat not in makers:
            return 2 if won < 3 else 0
        return 0 if won < 3 else 1 if won < 5 else 4 if self.auction.alone else 2
