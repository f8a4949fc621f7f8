"""Hooks: the methods that a game overrides where its conditions do not reach.

All are empty. `check_…` forbids what would be offered, `more_…` offers more, `on_…` carries out
what something causes. Call `super()` when a base class may have something to say, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardkit.cardgame.cards import Card
from cardkit.netgame import Command, NetGame


class Hooks(NetGame, abstract=True):
    """What the author of a card game may override."""

    def on_new_game(self) -> None:
        """Override to prepare a game: seats, who is first."""

    def on_dealt(self) -> None:
        """Override to look at the deal before the play: who leads, what is turned up."""

    def on_lead(self) -> None:
        """Override to choose who leads, after the deal and any exchange of cards."""

    def check_discard(self, seat: int, command: Command) -> None:
        """Override to forbid a DISCARD: raise `Refused`."""

    def check_draw(self, seat: int, command: Command) -> None:
        """Override to forbid a DRAW: raise `Refused`."""

    def check_get(self, seat: int, command: Command) -> None:
        """Override to forbid a GET: raise `Refused`."""

    def check_meld(self, seat: int, command: Command) -> None:
        """Override to forbid a MELD: raise `Refused`."""

    def check_pass(self, seat: int, command: Command) -> None:
        """Override to forbid a PASS: raise `Refused`."""

    def on_discard(self, seat: int, command: Command) -> None:
        """Override to carry out what a discard causes besides; climbing games have `on_play`."""

    def on_miss(self, seat: int) -> None:
        """Override to carry out what it causes that a card was asked for in vain."""

    def on_get(self, seat: int) -> None:
        """Override to carry out what a card taken from another player causes."""

    def on_trick(self, winner: int, cards: Sequence[Card]) -> None:
        """Override to count what a trick is worth to its winner."""

    def on_play(self, seat: int, play: Any, beaten: Any) -> bool:
        """Override to carry out what a climbing play causes; True clears the field."""
        return False

    def more_plays(self, seat: int, field: Any) -> Sequence[Command]:
        """Override to allow answers to the field that the climbing rules would not."""
        return ()

    def on_out(self, seat: int, place: int) -> None:
        """Override to carry out what it causes that a player is out, as the first, second …"""
