"""Hooks that several stages run, and what they keep for them."""

from __future__ import annotations

from collections.abc import Sequence

from cardkit.cardgame.cards import Card
from cardkit.cardgame.table import CardTable
from cardkit.netgame.events import FactValue


class LeadHooks(CardTable, hooks=True):
    """What a game can say before the first player is asked for cards."""

    def on_lead(self) -> None:
        """Override to choose who leads, after the deal and any exchange of cards."""


class TakingHooks(LeadHooks, hooks=True):
    """What a game has in which cards are taken in tricks; a stage that counts them begins anew."""

    tricks: list[int] = []
    """The number of tricks taken in this game, for each seat."""
    last_trick: int = -1
    """The seat that took the last trick of the game."""

    def tricks_of(self, seat: int) -> int:
        """The tricks of a player in this game; a side has them together."""
        return sum([self.tricks[each] for each in self.side(seat)])

    def on_trick(self, winner: int, cards: Sequence[Card]) -> None:
        """Override to count what a trick is worth to its winner."""

    def facts_told(self) -> dict[str, FactValue]:
        facts = super().facts_told()
        if self.tricks:
            for pile in self.declaration.roles.get("tricks", ()):
                if name := self.declaration.piles[pile].counted:
                    facts.setdefault(name, [*self.tricks])
        return facts
