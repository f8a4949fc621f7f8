"""The stages that bring cards to the players: Deal, and Exchange for new ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import EVERYONE, NOBODY, VISIBLE, visible_to
from cardkit.cardgame.stage import Offers, Rules, Stage, StageState
from cardkit.netgame import Declared, Pile, Text, Word, condition, plural, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

REJECTED = "rejected"


@condition
class Deal(Stage["CardGame", None]):
    """Shuffle and give everybody their cards, from the first player on."""

    on_table: ClassVar[str] = "none"

    each: int = setting(
        0,
        "cards for each player; 0: all cards",
        least=0,
        most=52,
        says=("One card each.", "{each} cards each."),
        says_not="All cards are dealt.",
    )
    turn_up: int = setting(
        0,
        "cards turned up on the table after the deal",
        least=0,
        most=10,
        says=(
            "One card is turned up on the table.",
            "{turn_up} cards are turned up on the table.",
        ),
    )
    visible: str = setting(
        "owner",
        "who sees a dealt card: all, the player who holds it, or nobody",
        choices=VISIBLE,
        says={"all": "Hands lie face up.", "nobody": "Nobody looks at their cards."},
    )

    def begin(self, table: CardGame) -> None:
        piles = table.piles
        piles.gather()
        order = table.still_in()
        each, extra = self.each, 0
        if not each:
            each, extra = divmod(len(table.cards.all), len(order))
        stock = piles["stock"]
        for place, seat in enumerate(order):
            count = each + (place < extra)
            to = seat if self.visible == "owner" else visible_to(self.visible, seat)
            piles.move(stock[: -count - 1 : -1], "stock", seat, to)
        if self.turn_up:
            piles.move(stock[: -self.turn_up - 1 : -1], "stock", "table", to=EVERYONE)
        table.on_dealt()
        table.next_stage()

    def misfits(self, rules: Rules) -> list[str]:
        deck = rules.deck
        cards = len(deck.names()) * deck.packs
        needed = (self.each or 1) * rules.seats.most + self.turn_up
        if needed > cards:
            return [
                plural(
                    rules.seats.most,
                    "deal: one player needs {needed} cards; the deck has {cards}",
                    "deal: {n} players need {needed} cards; the deck has {cards}",
                    needed=needed,
                    cards=cards,
                )
            ]
        if self.visible == "nobody" and any(stage.plays_cards() for stage in rules.stages):
            return [Text("players must see the cards that they play")]
        return []


class ExchangeState(StageState):
    """Who still has to answer."""

    __slots__ = ("waiting",)

    def __init__(self, waiting: list[int]) -> None:
        self.waiting = waiting


@condition
class Exchange(Stage["CardGame", ExchangeState]):
    """Put some cards away and draw as many new ones: EXCHANGE S3 H7, or EXCHANGE for none."""

    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "EXCHANGE",
            "put cards away and draw as many",
            told=("{who} exchanges {cards}", "{who} keeps all cards"),
            you=(
                "You exchange {cards} and get {got}",
                "You exchange {cards}",
                "You keep all cards",
            ),
            button="Exchange",
            cards=(0, None),
        ),
        Pile(
            REJECTED,
            "the cards that were put away",
            "put away",
            put="{who} puts {cards} away",
            you_put="You put {cards} away",
            cleared="",
        ),
    )

    least: int = setting(0, "fewest cards to exchange", least=0, most=13)
    most: int = setting(
        5,
        "most cards to exchange",
        least=1,
        most=13,
        says=("EXCHANGE {least} to {most} card.", "EXCHANGE {least} to {most} cards."),
    )
    at_once: bool = setting(
        False,
        "all choose at the same time instead of in turn",
        says="All exchange at the same time.",
    )

    def declared(self) -> Iterable[Declared]:
        word, *others = self.declares
        assert isinstance(word, Word)
        return (replace(word, cards=(self.least, self.most)), *others)

    def conflicts(self) -> list[str]:
        wrong = Text("least is more than most; write least ≤ most")
        return [wrong] if self.least > self.most else []

    def begin(self, table: CardGame) -> None:
        table.piles.make(REJECTED)
        waiting = table.still_in()
        if len(waiting) < 2:
            table.next_stage()
            return
        table.state = ExchangeState(waiting)
        table.ask_all(*waiting) if self.at_once else table.ask(waiting[0])

    def offers(self, table: CardGame, seat: int, state: ExchangeState) -> Offers:
        left = (len(table.piles["stock"]) + len(table.piles[REJECTED])) // len(table.awaited)
        return (Choice("EXCHANGE", table.piles[seat], self.least, min(self.most, left)),)

    def act(self, table: CardGame, seat: int, command: CardCommand, state: ExchangeState) -> None:
        waiting = state.waiting
        waiting.remove(seat)
        self._swap(table, seat, command)
        if waiting:
            table.ask(waiting[0])
        else:
            table.next_stage()

    def after_all(
        self, table: CardGame, answers: Mapping[int, CardCommand], state: ExchangeState
    ) -> None:
        for seat in table.still_in():
            self._swap(table, seat, answers[seat])
        table.next_stage()

    def _swap(self, table: CardGame, seat: int, command: CardCommand) -> None:
        """Cards go away face down, new ones come; the drawer never gets back what just went."""
        cards, piles = command.cards, table.piles
        piles.move(cards, seat, REJECTED, to=seat)
        drawn = len(piles.take(seat, len(cards)))
        if drawn < len(cards):
            fresh = {card.number for card in cards}
            old = [c for c in piles[REJECTED] if c.number not in fresh]
            piles.move(old, REJECTED, "stock", to=NOBODY)
            piles.shuffle("stock")
            piles.take(seat, len(cards) - drawn)
