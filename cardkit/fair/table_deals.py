"""The deals of a table one after the other, as the journal of a match has them, step by step.

The dealer takes these steps when it deals and again after a restart; an auditor takes them from a
record. A step is plain data: `about` and `secret` open a deal, `start` is who asked for the game,
`commits` and `given` are the two lists, and `void` gives the deal up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cardkit.cardgame import CardGame
from cardkit.fair.deal import DealState, FairDeal
from cardkit.fair.dealer import FairDealer
from cardkit.fair.faults import DealFault, FalseDeal
from cardkit.fair.proving_dealer import ProvingDealer
from cardkit.netgame import Dealer, NetGame


class TableDeals:
    """The deal that is on its way at a table, and the one whose cards are on it."""

    def __init__(self, number: int = 0) -> None:
        self.number = number
        """How many deals were opened at this table. None is dealt twice, in no match."""
        self.coming: FairDeal | None = None
        self.current: FairDeal | None = None
        self.dealer: ProvingDealer | None = None
        """Of the current deal."""

    def take(self, step: Mapping[str, Any], players: Sequence[str] | None = None) -> None:
        """One step. Raises `FalseDeal` where it does not follow from the steps before.

        `players` are those of the next game as the table stands; None where all is believed.
        """
        if "dispute" in step:
            return
        if "about" in step:
            self._open(FairDeal(step["about"], step["secret"]))
        if self.coming is None:
            raise FalseDeal(DealFault.NEVER_OPENED)
        if "start" in step:
            self.coming.start(step["start"])
        if "commits" in step and not self.coming.list_commits(step["commits"]):
            raise FalseDeal(DealFault.TOLD_TWICE)
        if "given" in step and not self.coming.list_contributions(step["given"]):
            raise FalseDeal(DealFault.TOLD_TWICE)
        if "void" in step:
            self.coming.give_up(players)
            self.coming = None

    def _open(self, deal: FairDeal) -> None:
        self.coming, self.number = deal, deal.number

    def employ(self, seed: bytes) -> Dealer:
        """The dealer of the next game; it proves its cards if a deal is ready for it."""
        deal = self.coming
        if deal is None or deal.state is not DealState.READY:
            return FairDealer(seed)
        deal.begin()
        self.current, self.coming = deal, None
        self.dealer = ProvingDealer(seed, deal)
        return self.dealer


def deck_of(table: NetGame) -> str:
    """The cards before they are shuffled, as a deal names them."""
    return " ".join(table.cards.all) if isinstance(table, CardGame) else ""
