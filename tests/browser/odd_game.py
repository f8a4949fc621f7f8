"""A game whose words, facts and piles are what no client expects."""

from __future__ import annotations

from typing import ClassVar

from cardkit import CardCommand, CardGame, Deal, Match, Seats
from cardkit.cardgame import EVERYONE, Offers, Stage, StageState, condition
from cardkit.netgame import Declared, Fact, FactValue, Pile, Word

TURNS = 8
NESTED: FactValue = {"deep": [["S7", {"x": [1, "", True]}], "constructor"], "__proto__": {"a": "b"}}


class Said(StageState):
    """How often something was said."""

    __slots__ = ("times",)

    def __init__(self) -> None:
        self.times = 0


@condition
class Oddities(Stage[CardGame, Said]):
    """Say odd things, and see odd things happen."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word("DISCARD", choice=("DOUBT", "NOTHING")),
        Word("ASK", player=True, choice="rank"),
        Word("COUNT", choice=("7", "1..3")),
        Fact("nested", kind="cards"),
        Pile("books", shown="count"),
    )

    def begin(self, table: CardGame) -> None:
        table.state = Said()
        table.ask(table.order[0])

    def offers(self, table: CardGame, seat: int, state: Said) -> Offers:
        other = table.order[1 - table.order.index(seat)]
        return [
            CardCommand("DISCARD", word="DOUBT"),
            CardCommand("DISCARD", word="NOTHING"),
            CardCommand("ASK", name=table.names[other], target=other, word="7"),
            CardCommand("ASK", name=table.names[other], target=other, word="8"),
            CardCommand("COUNT", word="7"),
            CardCommand("constructor".upper()),
        ]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: Said) -> None:
        state.times += 1
        table.set_fact("nested", [NESTED, ["DOUBT", "S7"], state.times])
        table.set_fact("toString", {table.names[seat]: NESTED, "nobody": [[]]})
        table.set_fact("per_seat", [[["H7"]], {"a": 0}])
        card = table.hand(seat)[-1]
        target = ("row", f"books:{seat}", "constructor", f"odd:{seat}")
        table.piles.move([card], seat, target[state.times % 4], EVERYONE)
        table.emit("ODDITY", table.names[seat], [["deep", {"er": ""}]], 7, "")
        if state.times < TURNS:
            table.ask(table.order[1 - table.order.index(seat)])
        else:
            table.next_stage()


class Odd(CardGame):
    """Nothing here is as it should be."""

    title = "Odd"
    seats = Seats(least=2, most=2)
    match = Match(games=1)
    stages = (Deal(each=10), Oddities())
    declares = (Word("CONSTRUCTOR"),)
