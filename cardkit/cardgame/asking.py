"""GET: a card from another player, chosen unseen by its position, or asked for by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardkit.netgame import Command

if TYPE_CHECKING:
    from cardkit.cardgame.cards import Card
    from cardkit.cardgame.table import CardGame


def gets(table: CardGame, seat: int, others: Sequence[int]) -> list[Command]:
    """What may be taken or asked for; `others` are the players who have cards, next one first."""
    get = table.get
    assert get is not None
    if get.source == "next":
        others = others[:1]
    if get.by == "position":
        return [
            Command("GET", name=table.names[s], target=s, amount=at + 1)
            for s in others
            for at in range(len(table.piles[s]))
        ]
    hand = table.piles[seat]
    ranks = {card.rank for card in hand}
    wanted = [c for c in dict.fromkeys(table.cards.all) if c.rank in ranks and c not in hand]
    # The card is only a word here, that all may hear: nobody has shown it.
    return [
        Command("GET", name=table.names[s], target=s, word=card) for s in others for card in wanted
    ]


def take_card(table: CardGame, seat: int, command: Command) -> bool:
    """Take the card, if the other player has it; an ask in vain is no secret."""
    theirs = table.piles[command.target]
    if not command.word:
        card = _by_position(table, seat, command)
        table.move((card,), command.target, seat, 1 << seat)
        table.on_get(seat)
        return True
    asked = [card for card in theirs if card == command.word][:1]
    if asked:
        table.move(asked, command.target, seat, -1)
        table.on_get(seat)
    else:
        table.on_miss(seat)
    return bool(asked)


def _by_position(table: CardGame, seat: int, command: Command) -> Card:
    """The card that was chosen. Among those unseen it is drawn by lot, as from a hand that was
    shuffled first: else one knew where the card lies that came last."""
    hand = table.fanned(command.target, seat)
    unseen = [card for card in hand if not table.seen[card.number] >> seat & 1]
    if command.amount <= len(unseen):
        return unseen[table.below(len(unseen))]
    return hand[command.amount - 1]
