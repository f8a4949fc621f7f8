"""Fair dealing: the dealer proves that it could not choose who gets which card.

The sums of the protocol, as pure functions of bytes. Both sides of a deal use them, and so does
whoever checks a record; knows no server, no client and no file.
"""

from cardkit.fair.deal import Deal
from cardkit.fair.dealer import FairDealer
from cardkit.fair.ja import TEXTS
from cardkit.fair.proof import CommittedDeck, Proof, check_card
from cardkit.fair.proving import ProvingDealer, Shuffle, Terms
from cardkit.fair.sums import commit_dealer, commit_player, context_of, seed_of
from cardkit.fair.trail import Trail
from cardkit.fair.watch import Finding, Watch
from cardkit.netgame import add_texts

__all__ = [
    "CommittedDeck",
    "Deal",
    "FairDealer",
    "Finding",
    "Proof",
    "ProvingDealer",
    "Shuffle",
    "Terms",
    "Trail",
    "Watch",
    "check_card",
    "commit_dealer",
    "commit_player",
    "context_of",
    "seed_of",
]

add_texts("ja", TEXTS)
