"""Oh Hell: bid how many tricks you will take, and take exactly that many."""

from cardkit import Auction, CardCommand, CardGame, Deal, Match, Refused, Score, Seats, TrickGame

HANDS = (7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7)


class OhHell(CardGame):
    """Take exactly as many tricks as you bid."""

    title = "Oh Hell"
    seats = Seats(least=3, most=7)
    match = Match(begins="next")
    stages = (
        Deal(hands=HANDS, turn_up=1, apart=True, mark_dealer=True),
        Auction(keep="each", rounds=1, rising=False, may_pass=False),
        TrickGame(trump="turned_up"),
    )
    score = Score(made=10, bid=1, exactly=True)
    notes = ("The dealer bids last, and not what would make all bids add up to the tricks.",)

    def check_bid(self, seat: int, command: CardCommand) -> None:
        others = sum(bid.amount for bid in self.auction.bids if bid is not None)
        if seat == self.dealer and others + command.amount == self.hand_size():
            raise Refused(
                "BIDS_ADD_UP", "the bids may not add up; bid anything but {n}", n=command.amount
            )
