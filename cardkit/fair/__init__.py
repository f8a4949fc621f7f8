"""Fair dealing: the dealer proves that it could not choose who gets which card.

One state machine (`deal`), and the three who go through it: the dealer, a player and an auditor.
Pure functions of what comes in; knows no server, no client and no file.
"""

from cardkit.fair.auditor_role import AuditorRole, written_step
from cardkit.fair.deal import FairDeal
from cardkit.fair.dealer import FairDealer
from cardkit.fair.dealer_role import DealerRole
from cardkit.fair.faults import DealFault, FalseDeal
from cardkit.fair.hashes import Trail, commit_dealer, commit_player, context_of, seed_of
from cardkit.fair.player_role import PlayerRole
from cardkit.fair.proof import CommittedDeck, Proof, check_card
from cardkit.fair.proving_dealer import ProvingDealer, Shuffle

__all__ = [
    "AuditorRole",
    "CommittedDeck",
    "DealFault",
    "DealerRole",
    "FairDeal",
    "FairDealer",
    "FalseDeal",
    "PlayerRole",
    "Proof",
    "ProvingDealer",
    "Shuffle",
    "Trail",
    "check_card",
    "commit_dealer",
    "commit_player",
    "context_of",
    "seed_of",
    "written_step",
]
