"""Fair dealing: the dealer proves that it could not choose who gets which card.

The sums of the protocol, as pure functions of bytes. Both sides of a deal use them, and so does
whoever checks a record; knows no server, no client and no file.
"""

from cardkit.fair.dealer import FairDealer
from cardkit.fair.proof import Deck, Proof, check_card
from cardkit.fair.sums import commit_dealer, commit_player, context_of, seed_of

__all__ = [
    "Deck",
    "FairDealer",
    "Proof",
    "check_card",
    "commit_dealer",
    "commit_player",
    "context_of",
    "seed_of",
]
