"""Games with cards that their own players do not see."""

from __future__ import annotations

from typing import ClassVar

from cardkit import (
    CardCommand,
    CardGame,
    Deal,
    Deck,
    Discard,
    Draw,
    End,
    OrderGame,
    Seats,
    Word,
    condition,
)
from cardkit.stages import Offers, Stage, StageState


class Turns(StageState):
    """Who has answered."""

    __slots__ = ("stay",)

    def __init__(self) -> None:
        self.stay: list[int] = []


@condition
class StayOrGo(Stage[CardGame, Turns]):
    """One after the other stays or goes; then all cards are shown, and the highest wins."""

    declares: ClassVar[tuple[Word, ...]] = (
        Word("STAY", "hope that your card is the highest", "{who} stays", "You stay"),
        Word("GO", "give up", "{who} goes", "You go"),
    )

    def begin(self, table: CardGame) -> None:
        table.state = Turns()
        table.ask(table.first_seat())

    def offers(self, table: CardGame, seat: int, state: Turns) -> Offers:
        return (CardCommand("STAY"), CardCommand("GO"))

    def act(self, table: CardGame, seat: int, command: CardCommand, state: Turns) -> None:
        if command.verb == "STAY":
            state.stay.append(seat)
        after = table.following[seat]
        if after != table.first_seat():
            table.ask(after)
            return
        for other in table.order:
            table.piles.show(table.piles[other], other)
        table.next_stage()

    def ranking(self, table: CardGame, state: Turns) -> list[int]:
        high = {seat: (seat in state.stay, table.piles[seat][0].level) for seat in table.order}
        return sorted(table.order, key=high.__getitem__, reverse=True)


class Forehead(CardGame):
    """Everybody holds a card that all the others see."""

    title = "Forehead"
    seats = Seats(least=2, most=6)
    stages = (Deal(each=1, visible="others"), StayOrGo())
    texts = {
        "ja": {
            "{who} stays": "{who}: 残る",
            "You stay": "残る",
            "{who} goes": "{who}: 降りる",
            "You go": "降りる",
        }
    }


class Fireworks(CardGame):
    """Play cards that only the others see; what does not go on is wasted."""

    title = "Fireworks"
    seats = Seats(least=2, most=5)
    deck = Deck(order="23456")
    stages = (
        Deal(each=4, visible="others"),
        OrderGame(
            discard=Discard(ends_turn=True),
            draw=Draw(rule="any_time", visible="others", ends_turn=True),
            end=End(turn_limit=40),
        ),
    )


class Blind(CardGame):
    """Nobody sees a card before it is played."""

    title = "Blind"
    seats = Seats(least=2, most=4)
    stages = (Deal(each=5, visible="nobody"), OrderGame(discard=Discard()))


HIDDEN_HANDS: tuple[type[CardGame], ...] = (Forehead, Fireworks, Blind)
