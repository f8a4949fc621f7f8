"""What dealers and their partners have to do in the bidding, by the house they play in."""

from cardkit import Condition, condition, setting

STUCK = "When all others have passed twice, the dealer has to bid a suit."
LONER = "A partner of the dealer who bids the suit that was turned up has to play alone."


@condition
class House(Condition):
    """What dealers and their partners have to do in the bidding."""

    stick_the_dealer: bool = setting(
        False, "the dealer has to bid when all others have passed twice", says=STUCK
    )
    canadian_loner: bool = setting(
        False, "the dealer's partner bids the suit that was turned up only alone", says=LONER
    )
