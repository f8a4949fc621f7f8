"""The call of the last card: made by the table, or by the player, who had better not forget it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.settings import LastCard
from cardkit.cardgame.stage import Offers

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

DECLARE = CardCommand("DECLARE")


def call_is_due(last: LastCard, table: CardGame, seat: int, offers: Offers) -> bool:
    """Whether this player must call now: one of these discards would leave one card."""
    kept = len(table.piles[seat]) - 1
    return last.declare == "required" and any(
        o.least <= kept <= o.most if isinstance(o, Choice) else len(o.cards) == kept
        for o in offers
        if o.verb == "DISCARD" and isinstance(o, CardCommand | Choice)
    )


def call(last: LastCard, table: CardGame, seat: int) -> None:
    """The player has one card left, and says so."""
    table.emit("SAY", table.names[seat], last.call)


def after_discard(last: LastCard, table: CardGame, seat: int, declared: bool) -> None:
    """Cards have been played: the table calls, or a forgotten call is paid for."""
    if len(table.piles[seat]) != 1:
        return
    if last.declare == "auto":
        call(last, table, seat)
    elif not declared:
        table.emit("PENALTY", table.names[seat], last.penalty)
        table.piles.take(seat, last.penalty)
