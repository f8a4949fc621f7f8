"""PICK: a card of one's choice comes from those that lie open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import EVERYONE, visible_to
from cardkit.cardgame.stage import Offers, Rules
from cardkit.cardgame.turn import OrderState, TurnCommand
from cardkit.netgame import Declared, Pile, Sentence, Text, Word, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.order import OrderGame


@condition
class Pick(TurnCommand):
    """PICK: take a card of your choice from those that lie open."""

    asked: ClassVar[int] = 1
    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "PICK",
            "take a card that lies open",
            told="{who} picks {got}",
            you="You pick {got}",
            button="Pick",
            choice="card",
        ),
        Pile("row", "the cards that lie open to be picked", "row"),
    )

    source: str = setting(
        "table",
        "where the cards lie: on the table, or in a row of their own that is filled from the stock",
        choices=("table", "row"),
        says={
            "table": "PICK any card that lies open on the table.",
            "row": "PICK a card of the row.",
        },
    )
    row: int = setting(
        0,
        "cards in the row",
        least=0,
        most=20,
        says=("One card lies in the row.", "{row} cards lie in the row."),
    )
    above: bool = setting(
        False,
        "with a card come all that lie on it",
        says="With it come all cards that lie on it.",
    )
    visible: str = setting(
        "all",
        "who knows the picked cards afterwards; all have seen them lie open",
        choices=("all", "owner"),
        unsaid="Everybody knows the picked cards.",
        says={"owner": "Picked cards are hidden in the hand again."},
    )
    times: int = setting(
        1,
        "how often in a turn",
        unsaid={0: "as often as one likes"},
        least=0,
        most=20,
        says={1: "", 0: "PICK as often as you like.", None: "Picks in a turn: at most {times}."},
    )
    ends_turn: bool = setting(False, "a PICK ends the turn", says="A PICK ends the turn.")

    def declared(self) -> Iterable[Declared]:
        return self.declares[: 2 if self.source == "row" else 1]

    def conflicts(self) -> list[str]:
        found: list[str] = []
        if (self.source == "row") != bool(self.row):
            found.append(Text("a row has cards: write source='row' and row=… together"))
        if self.above and self.source == "row":
            found.append(Text("nothing lies on the cards of a row; leave above out"))
        if self.ends_turn and self.times != 1:
            found.append(Text("times is of no use where the turn ends at once"))
        return found

    def sentences_in(self, stage: OrderGame) -> Iterator[Sentence]:
        if stage.draw and stage.draw.rule == "first":
            yield "Instead of the DRAW you may PICK.", {}

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterator[str]:
        if self.source == "table" and stage.discard and stage.discard.visible != "all":
            yield Text("cards are picked where all see them: write visible='all'")

    def draws_cards(self) -> bool:
        return self.row > 0

    # --- in play -----------------------------------------------------------------------------

    def counts(self) -> bool:
        return True

    def begin(self, table: CardGame, state: OrderState) -> None:
        self._fill_row(table)

    def _fill_row(self, table: CardGame) -> None:
        piles = table.piles
        while len(piles.make(self.source)) < self.row and (piles["stock"] or piles.refill()):
            piles.move(piles["stock"][-1:], "stock", self.source, to=EVERYONE)

    def comes_first(self, stage: OrderGame) -> bool:
        return stage.draw is not None and stage.draw.comes_first(stage)

    def first_offers(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        return () if state.drawn else self._picks(table, state)

    def offers(self, table: CardGame, seat: int, state: OrderState, others: Offers) -> Offers:
        """A card is picked where one could be drawn."""
        draw = state.stage.draw
        if draw is not None and draw.rule == "first":
            may = "DRAW" not in (state.extras.said or ())
        else:
            may = draw is None or draw.is_due(state, others)
        return self._picks(table, state) if may else ()

    def _picks(self, table: CardGame, state: OrderState) -> list[CardCommand]:
        if not self.may("PICK", state):
            return []
        # The card is only a word here: it lies open, but in no hand.
        return [CardCommand("PICK", word=card) for card in dict.fromkeys(table.piles[self.source])]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        pile = table.piles[self.source]
        at = pile.index(table.cards.named[command.word])
        cards = pile[at:] if self.above else pile[at : at + 1]
        table.piles.move(cards, self.source, seat, visible_to(self.visible, seat))
        state.drawn += len(cards)
        if self.source == "table":
            state.taken = cards[0]
        self._fill_row(table)
        table.did(seat, command)
        state.stage.go_on(table, seat, state, self.ends_turn)
