"""Oh Hell: bid how many tricks you will take, and take exactly that many."""

from cardkit import (
    Auction,
    CardCommand,
    CardGame,
    Condition,
    Deal,
    Match,
    Refused,
    Score,
    Seats,
    TrickGame,
    condition,
    setting,
)
from cardkit.games.oh_hell.texts import TEXTS


def down_and_up(most: int) -> tuple[int, ...]:
    """The cards of each game: so many, down to one and up again."""
    return (*range(most, 1, -1), *range(1, most + 1))


@condition
class Hook(Condition):
    """What the dealer may bid, who bids last."""

    hook: bool = setting(
        True,
        "the dealer may not bid what makes all bids add up to the tricks",
        says="The dealer bids last, and not what would make all bids add up to the tricks.",
    )


class OhHell(CardGame):
    """Take exactly as many tricks as you bid."""

    title = "Oh Hell"
    seats = Seats(least=3, most=7)
    match = Match(begins="next")
    stages = (
        Deal(hands=down_and_up(7), turn_up=1, apart=True, mark_dealer=True),
        Auction(keep="each", rounds=1, rising=False, may_pass=False),
        TrickGame(trump="turned_up"),
    )
    score = Score(made=10, bid=1, exactly=True)
    hook = Hook()
    presets = {
        "classic": {},
        "free_bids": {"hook": False},
        "every_trick": {"bid": 0, "trick": 1},
        "at_once": {"hook": False, "secret": True},
        "long": {"hands": down_and_up(10), "games": 19, "seats_most": 5},
    }
    impossible = {
        "all bid at once, and no dealer comes last: turn hook or secret off": {
            "secret": True,
            "hook": True,
        }
    }
    texts = TEXTS
    look = {"colours": {"felt": "#3b2f5c"}}

    def check_bid(self, seat: int, command: CardCommand) -> None:
        if seat != self.dealer or not self.hook.hook:
            return
        others = sum([bid.amount for bid in self.auction.bids if bid is not None])
        if others + command.amount == len(self.hand(seat)):
            raise Refused(
                "BIDS_ADD_UP",
                "with {n} the bids would add up to the tricks, and the dealer may not let them: "
                "bid more or fewer than {n}",
                n=command.amount,
            )
