"""Euchre: whoever names trump takes three of five tricks; the first side with ten points wins."""

from cardkit import (
    EVERYONE,
    Auction,
    Card,
    CardCommand,
    CardGame,
    Deal,
    Deck,
    Match,
    PickUp,
    Refused,
    Seats,
    TrickGame,
)

TWIN = {"S": "C", "C": "S", "H": "D", "D": "H"}
CALLING = Auction(
    bids="suit",
    strains=("C", "D", "H", "S"),
    rising=False,
    first_wins=True,
    alone=True,
    rounds=2,
    nobody="end",
)


class Euchre(CardGame):
    """Partners name trump and take three of five tricks, or are euchred."""

    title = "Euchre"
    seats = Seats(least=4, most=4, partners=True)
    deck = Deck(size=0, cards=tuple(s + r for s in "CDHS" for r in "9TJQKA"))
    match = Match(games=100, play_to=10, begins="next")
    stages = (
        Deal(each=5, turn_up=1, apart=True, mark_dealer=True),
        CALLING,
        PickUp(),
        TrickGame(trump="contract"),
    )
    notes = (
        "In the first round bid the suit that was turned up, in the second another.",
        "The jack of trumps is the highest card, the other jack of its colour the second.",
    )
    scoring = ("The makers get 1 point, 2 for all tricks, 4 alone; the others 2 if they fail.",)

    def check_bid(self, seat: int, command: CardCommand) -> None:
        turned, away = self.piles["turned"], self.piles["away"]
        if (command.word != turned[0].suit) if turned else (command.word == away[0].suit):
            raise Refused("WRONG_ROUND", self.notes[0])

    check_alone = check_bid

    def on_pass(self, seat: int, command: CardCommand) -> None:
        if seat == self.dealer:  # the first round is over
            self.piles.move(self.piles["turned"][:], "turned", "away", EVERYONE)

    def suit_of(self, card: Card) -> str:
        trump = self.fact("trump", "")
        return trump if card.rank == "J" and card.suit == TWIN.get(trump) else card.suit

    def strength(self, card: Card) -> int:
        trump = self.fact("trump", "")
        bower = card.rank == "J" and self.suit_of(card) == trump
        return 20 + (card.suit == trump) if bower else card.level

    def points(self, seat: int) -> int:
        maker = self.auction.declarer
        if maker < 0:
            return 0
        won = self.tricks_of(maker)
        if seat not in self.side(maker):
            return 2 if won < 3 else 0
        return 0 if won < 3 else 1 if won < 5 else 4 if self.auction.alone else 2
