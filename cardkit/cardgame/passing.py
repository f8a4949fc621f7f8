"""Passing: everybody PUTs some cards to another player before the play, all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.cards import Card
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import viewers
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.stage import Offers, Stage
from cardkit.cardgame.words import PUT
from cardkit.netgame import (
    Declared,
    Refused,
    Sentence,
    Text,
    condition,
    in_a_row,
    plural,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

COUNT = 3
STEPS = {"left": 1, "right": -1, "across": 0, "keep": 0}


@condition
class Passing(Stage["CardGame", None]):
    """Give cards to a neighbour; the direction changes from game to game."""

    hand_order: ClassVar[str] = "suit"
    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (PUT,)

    count: int = setting(
        COUNT,
        "cards to pass on",
        least=1,
        most=13,
        says=("Give one card to another player.", "Give {count} cards to another player."),
    )
    to: tuple[str, ...] = setting(("left",), "to whom, game by game: left, right, across or keep")

    def conflicts(self) -> list[str]:
        bad = [t for t in self.to if t not in STEPS]
        found = [Text("to takes {known}, not {bad}", known=", ".join(STEPS), bad=t) for t in bad]
        if self.count != COUNT and {*self.to} == {"keep"}:
            found.append(Text("nothing is passed on: leave count as it is"))
        return [*found] if self.to else [Text("to needs a direction, e.g. to=('left',)")]

    def sentences(self) -> list[Sentence]:
        to = in_a_row(map(Text, self.to))
        return [*super().sentences(), ("Game by game they go: {to}.", {"to": to})]

    def target(self, table: CardGame, seat: int) -> int:
        """To whom this player passes in this game."""
        where, order = self.to[(table.game_no - 1) % len(self.to)], table.order
        step = len(order) // 2 if where == "across" else STEPS[where]
        return order[(order.index(seat) + step) % len(order)]

    def begin(self, table: CardGame) -> None:
        if self.target(table, table.first) == table.first:
            table.next_stage()
            return
        table.ask_all(*table.from_first())

    def offers(self, table: CardGame, seat: int, state: None) -> Offers:
        target = self.target(table, seat)
        name = table.names[target]
        return (Choice("PUT", table.piles[seat], self.count, self.count, name, target),)

    def after_all(self, table: CardGame, answers: Mapping[int, CardCommand], state: None) -> None:
        for giver in table.from_first():
            cards: Sequence[Card] = answers[giver].cards
            taker = answers[giver].target
            table.piles.move(cards, giver, taker, to=viewers(giver, taker))
        table.next_stage()

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: None) -> None:
        raise Refused(
            CardReason.BAD_COUNT,
            plural(
                self.count,
                "PUT one card to {taker}",
                "PUT {n} cards to {taker}",
                taker=table.names[self.target(table, seat)],
            ),
        )
