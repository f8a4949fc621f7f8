"""The call of the last card: made by the table, or by the player, who had better not forget it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.cardgame.stage import Offers
from cardkit.netgame import Command

if TYPE_CHECKING:
    from cardkit.cardgame.table import CardGame

DECLARE = Command("DECLARE")


def call_is_due(table: CardGame, seat: int, offers: Offers) -> bool:
    """Whether this player must call now: one of these discards would leave one card."""
    last = table.last_card
    if last is None or last.declare != "required" or table.now.declared:
        return False
    kept = len(table.piles[seat]) - 1
    return any(
        o.verb == "DISCARD" and isinstance(o, Command) and len(o.cards) == kept for o in offers
    )


def call(table: CardGame, seat: int) -> None:
    """The player has one card left, and says so."""
    assert table.last_card is not None
    table.emit("SAY", table.names[seat], table.last_card.call)


def after_discard(table: CardGame, seat: int) -> None:
    """Cards have been played: the table calls, or a forgotten call is paid for."""
    last = table.last_card
    if last is None or len(table.piles[seat]) != 1:
        return
    if last.declare == "auto":
        call(table, seat)
    elif not table.now.declared:
        table.emit("PENALTY", table.names[seat], last.penalty)
        table.take(seat, last.penalty)
