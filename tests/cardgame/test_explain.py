"""What a stage is told of a command that is not possible: all that was said."""

from __future__ import annotations

import pytest

from cardkit import CardCommand, CardGame, Deal, Refused, Seats, Word, condition
from cardkit.stages import Offers, Stage

OFFERS = [
    CardCommand("OFFER", name="bob", target=1, amount=1, word="GOLD"),
    CardCommand("WAIT"),
]


@condition
class Market(Stage["Trade", None]):
    """Offer something to another player."""

    declares = (
        Word("OFFER", "Offer something.", player=True, number=(1, 9), choice=("GOLD", "TIN")),
        Word("SHOW", "Show cards.", cards=(1, 2)),
        Word("WAIT", "Wait."),
    )

    def begin(self, table: Trade) -> None:
        table.ask(0)

    def offers(self, table: Trade, seat: int, state: None) -> Offers:
        return [*OFFERS, CardCommand("SHOW", cards=table.hand(seat)[:1])]

    def act(self, table: Trade, seat: int, command: CardCommand, state: None) -> None:
        table.next_stage()

    def explain(self, table: Trade, seat: int, command: CardCommand, state: None) -> None:
        raise Refused("TOLD", "{what}", what=repr(parts(command)))


class Trade(CardGame):
    """Offer, show or wait."""

    title = "Trade"
    seats = Seats(least=2, most=3)
    stages = (Deal(each=3), Market())


def parts(command: CardCommand) -> tuple[object, ...]:
    return command.verb, command.target, len(command.cards), command.amount, command.word


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("OFFER bob 7 GOLD", ("OFFER", 1, 0, 7, "GOLD")),
        ("OFFER bob 1 TIN", ("OFFER", 1, 0, 1, "TIN")),
        ("OFFER bob 8", ("OFFER", 1, 0, 8, "")),
        ("SHOW {0} {1}", ("SHOW", -1, 2, 0, "")),
        ("WAIT 3", ("WAIT", -1, 0, 3, "")),
    ],
)
def test_the_reason_may_depend_on_everything_said(said: str, told: tuple[object, ...]) -> None:
    table = Trade.play(["ann", "bob"])
    with pytest.raises(Refused) as caught:
        table.apply("ann", said.format(*table.hand(0)))
    assert str(caught.value) == f"TOLD: {told!r}"
