"""Spades: partners bid how many tricks they will take, spades are trump, and nil is a bid."""

from collections.abc import Mapping

from cardkit import Auction, CardCommand, CardGame, Deal, Match, Refused, Seats, TrickGame, Word
from cardkit.games.spades.house import House
from cardkit.games.spades.texts import TEXTS


class Spades(CardGame):
    """Bid how many tricks you will take, and take them; spades are trump."""

    title = "Spades"
    seats = Seats(least=4, most=4, partners=True)
    match = Match(games=100, play_to=500, begins="next")
    stages = (
        Deal(mark_dealer=True),
        Auction(keep="each", rounds=1, rising=False, may_pass=False),
        TrickGame(trump="S", not_led=("S",)),
    )
    house = House()
    presets = {
        "partners": {},
        "solo": {"partners": False},
        "suicide": {"suicide": True},
    }
    fixed = ("auction",)  # what may be bid is a house rule
    impossible = {
        "only partners can commit suicide: write partners=on": {"suicide": True, "partners": False},
        "there is no partner to help: write partners=on": {"nil_helps": True, "partners": False},
    }
    scoring = (
        "A side that takes as many tricks as it has bid gets 10 points for each of its bid, and "
        "loses as many if it does not.",
    )
    declares = (
        Word(
            "BID",
            told=("{who} bids {number}", "{who} bids nil"),
            you=("You bid {number}", "You bid nil"),
            zero="Nil",
            number=(0, None),
        ),
    )
    texts = TEXTS
    look = {"colours": {"felt": "#24405a"}}

    def on_match(self) -> None:
        self.keep_bags([0] * len(self.names))

    def on_reseat(self, moved: Mapping[int, int]) -> None:
        bags = {new: self.bags[old] for old, new in moved.items()}
        self.keep_bags([bags.get(seat, 0) for seat in range(len(self.names))])

    def keep_bags(self, bags: list[int]) -> None:
        self.bags = bags
        self.set_fact("bags", bags)

    def check_bid(self, seat: int, command: CardCommand) -> None:
        if self.house.suicide:
            bid, partner = command.amount, self.auction.bids[self.partner(seat)]
            if 0 < bid < 4:
                raise Refused("SUICIDE", "bid nil, or at least 4")
            if partner is not None and bool(bid) == bool(partner.amount):
                n = partner.amount
                raise Refused("SUICIDE", "your partner has bid {n}: one of you bids nil", n=n)

    def count(self, seat: int) -> tuple[int, int]:
        """What the deal is worth to a side before the penalty for bags, and its new bags."""
        points = bags = bid = taken = 0
        for each in self.side(seat):
            said, tricks = self.auction.bids[each], self.tricks[each]
            if said is not None and said.amount == 0:
                points += -self.house.nil if tricks else self.house.nil
                if not self.house.nil_helps:
                    bags += tricks
                    continue
            bid += said.amount if said is not None else 0
            taken += tricks
        points += 10 * bid if taken >= bid else -10 * bid
        bags += max(0, taken - bid)
        return points + bags, bags

    def points(self, seat: int) -> int:
        (points, bags), before, limit = self.count(seat), self.bags[seat], self.house.bags
        times = (before + bags) // limit - before // limit if limit else 0
        return points - times * self.house.penalty

    def on_game_over(self) -> None:
        self.keep_bags([bags + self.count(seat)[1] for seat, bags in enumerate(self.bags)])

    def is_match_over(self) -> bool:
        lost_at = self.house.lost_at
        return super().is_match_over() or (lost_at > 0 and min(self.scores) <= -lost_at)
