"""Napoleon (ナポレオン): the highest bidder and a secret adjutant against all others."""

from collections.abc import Mapping, Sequence

from cardkit import (
    Auction,
    CallPartner,
    Card,
    CardGame,
    Deal,
    Fact,
    Match,
    PickUp,
    Pile,
    Seats,
    TrickGame,
)
from cardkit.games.napoleon.powers import MIGHTY, PICTURES, QUEEN, Powers, power
from cardkit.games.napoleon.texts import TEXTS

SUITS = ("C", "D", "H", "S")


class Napoleon(CardGame):
    """Napoleon and a secret adjutant try to take as many pictures as were bid."""

    title = "Napoleon"
    seats = Seats(least=4, most=6)
    match = Match(games=10, begins="next")
    powers = Powers(yoromeki=True, same_two=True)
    stages = (
        Deal(by_players={4: 12, 5: 10, 6: 8}, mark_dealer=True),
        Auction(
            bids="contract", strains=SUITS, least=13, most=20, nobody="deal_again", leads="declarer"
        ),
        CallPartner(),
        PickUp(who="declarer", source="stock"),
        TrickGame(trump="contract"),
    )
    fixed = ("refill",)
    presets = {
        "standard": {},
        "classic": {"yoromeki": False, "same_two": False, "auction_least": 11},
    }
    notes = (
        "Bids are for pictures: all tens, jacks, queens, kings and aces, 20 together.",
        "The ace of spades is the mighty and takes any trick; next come the jack of trumps and "
        "the other jack of its colour. They follow the suits that are printed on them.",
        "Pictures that are put away count for the opponents of Napoleon.",
    )
    scoring = (
        "If the bid is made, each opponent pays a point: the adjutant gets one, Napoleon the "
        "others. If it is not, both pay as much to the opponents.",
    )
    declares = (
        Fact("declarer", label="Napoleon"),
        Fact("partner", label="adjutant", told="{value} is the adjutant",
             you="You are the adjutant"),
        Fact("called", label="adjutant's card"),
        Fact("pictures", "how many pictures each has taken", "pictures", told="", kind="seats"),
        Pile("won", label="tricks won"),
        Pile("stock", label="blind"),
        Pile("away", place="hidden"),
    )  # fmt: skip
    texts = TEXTS

    def on_new_game(self) -> None:
        self.set_fact("pictures", None)

    def beats(self, card: Card, best: Card) -> bool:
        ours, theirs = (power(each, self.fact("trump", "")) for each in (card, best))
        return ours > theirs if ours or theirs else super().beats(card, best)

    def trick_winner(self, winner: int, played: Mapping[int, Card]) -> int:
        seats = {str(card): seat for seat, card in played.items()}
        if self.powers.yoromeki and {MIGHTY, QUEEN} <= seats.keys():
            return seats[QUEEN]
        plain = not any(power(card, self.fact("trump", "")) for card in seats)
        if self.powers.same_two and plain and len({card[0] for card in seats}) == 1:
            return next((seat for card, seat in seats.items() if card[1] == "2"), winner)
        return winner

    def pictures(self, seat: int) -> int:
        return sum(card.rank in PICTURES for card in self.piles.get(f"won:{seat}", ()))

    def on_trick(self, winner: int, cards: Sequence[Card]) -> None:
        self.set_fact("pictures", [self.pictures(seat) for seat in range(len(self.names))])

    def points(self, seat: int) -> int:
        napoleon = self.auction.declarer
        if self.auction.contract is None:
            return 0
        army = self.side(napoleon)
        stake = 1 if sum(map(self.pictures, army)) >= self.auction.contract.amount else -1
        if seat not in army:
            return -stake
        return stake * (1 if seat != napoleon else len(self.order) - 2 * len(army) + 1)
