"""What special cards cause in an order game: suits named, turns skipped, cards to draw."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardkit.cardgame.cards import Card

if TYPE_CHECKING:
    from cardkit.cardgame.table import CardGame


def carry_out_special(table: CardGame, card: Card) -> bool:
    """What a special card does; True when it skips the next player."""
    specials, now = table.specials, table.now
    assert specials is not None
    skips = card.rank in specials.skip
    if card.rank in specials.draw_two:
        now.owed += 2
    elif card.rank in specials.reverse:
        now.backwards = not now.backwards
        skips = len(table.order) == 2  # with two players a reverse is a skip
    tell_specials(table)
    return skips


def tell_specials(table: CardGame) -> None:
    """What special cards have caused is public."""
    now = table.now
    table.set_fact("suit", now.suit or None)
    table.set_fact("direction", "backwards" if now.backwards else None)
    table.set_fact("owed", now.owed or None)
