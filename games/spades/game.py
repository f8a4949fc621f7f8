"""Spades: partners bid how many tricks they will take, spades are trump, and nil is a bid."""

from cardkit import Auction, CardCommand, CardGame, Deal, Match, Refused, Score, Seats, TrickGame
from cardkit.games.spades.house import House
from cardkit.games.spades.texts import TEXTS


class Spades(CardGame):
    """Bid with your partner how many tricks you will take; spades are trump."""

    title = "Spades"
    seats = Seats(least=4, most=4, partners=True)
    match = Match(games=100, play_to=500, begins="next")
    stages = (
        Deal(mark_dealer=True),
        Auction(keep="each", rounds=1, rising=False, may_pass=False),
        TrickGame(trump="S", not_led=("S",)),
    )
    score = Score(bid=10, failed=-10)
    house = House()
    presets = {
        "partners": {},
        "solo": {"partners": False},
        "suicide": {"bidding": "suicide"},
        "whiz": {"bidding": "whiz"},
        "mirror": {"bidding": "mirror"},
    }
    fixed = ("auction",)  # what may be bid is a house rule
    impossible = {
        "only partners can commit suicide: write partners=on": {
            "bidding": "suicide",
            "partners": False,
        },
        "there is no partner to help: write partners=on": {"nil_helps": True, "partners": False},
    }
    texts = TEXTS
    look = {"colours": {"felt": "#24405a"}}

    def on_match(self) -> None:
        self.bags = [0] * len(self.names)
        self.set_fact("bags", [*self.bags])

    def check_bid(self, seat: int, command: CardCommand) -> None:
        bid, spades = command.amount, sum(card.suit == "S" for card in self.hand(seat))
        match self.house.bidding:
            case "mirror" if bid != spades:
                raise Refused("BID_YOUR_SPADES", "bid as many as you have spades: {n}", n=spades)
            case "whiz" if bid not in (0, spades):
                raise Refused("BID_YOUR_SPADES", "bid nil, or your spades: {n}", n=spades)
            case "suicide":
                self._check_suicide(self.auction.bids[self.partner(seat)], bid)

    def _check_suicide(self, partners: CardCommand | None, bid: int) -> None:
        if 0 < bid < 4:
            raise Refused("SUICIDE", "bid nil, or at least 4")
        if partners is not None and bool(bid) == bool(partners.amount):
            raise Refused(
                "SUICIDE", "your partner has bid {n}: bid nil after a number, and at least 4 "
                "after nil", n=partners.amount
            )

    def nils(self, seat: int) -> list[int]:
        """The tricks of those of a side who have bid nil."""
        bids = self.auction.bids
        return [self.tricks[s] for s in self.side(seat) if (bid := bids[s]) and not bid.amount]

    def tricks_of(self, seat: int) -> int:
        """What counts towards the bid of a side."""
        taken = super().tricks_of(seat)
        return taken if self.house.nil_helps else taken - sum(self.nils(seat))

    def new_bags(self, seat: int) -> int:
        """What the side has taken beyond its bid, and against its nils."""
        bid = self.auction.bid_of(self, seat) or 0
        beyond = max(0, self.tricks_of(seat) - bid)
        return beyond if self.house.nil_helps else beyond + sum(self.nils(seat))

    def points(self, seat: int) -> int:
        house, before, new = self.house, self.bags[seat], self.new_bags(seat)
        points = super().points(seat) + new
        points += sum(-house.nil if tricks else house.nil for tricks in self.nils(seat))
        if house.bags:
            points -= house.penalty * ((before + new) // house.bags - before // house.bags)
        return points

    def on_game_over(self) -> None:
        self.bags = [bags + self.new_bags(seat) for seat, bags in enumerate(self.bags)]
        self.set_fact("bags", [*self.bags])

    def is_match_over(self) -> bool:
        lost_at = self.house.lost_at
        return super().is_match_over() or (lost_at > 0 and min(self.scores) <= -lost_at)
