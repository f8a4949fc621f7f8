"""The stage SharedCards: cards in the middle of the table that all players share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.cards import Card
from cardkit.cardgame.piles import NOBODY
from cardkit.cardgame.stage import AnyStage, Rules, Stage
from cardkit.netgame import Declared, Pile, Text, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

SHARED = "shared"


@condition
class SharedCards(Stage["CardGame", None]):
    """Cards from the stock are turned up in the middle, and belong to the hand of every player."""

    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (
        Pile(
            SHARED,
            "the cards that all players share",
            "board",
            gathers="On the board: {cards}",
            shown="spread",
            result=True,
        ),
    )

    count: int = setting(
        3,
        "cards to turn up",
        least=1,
        most=5,
        says=(
            "One card is turned up for all players.",
            "{count} cards are turned up for all players.",
        ),
    )
    burn: bool = setting(
        False,
        "a card is put away, face down, before they are turned up",
        says="A card is put away before, face down.",
    )

    def misfits(self, rules: Rules) -> list[str]:
        all_of_them = [stage for stage in rules.stages if isinstance(stage, SharedCards)]
        needed = sum(stage.count + stage.burn for stage in all_of_them)
        most = rules.seats.most
        dealt = max((stage.hand_size(1, most) for stage in rules.stages), default=0)
        left = len(rules.deck.names()) * rules.deck.packs - dealt * most
        if dealt and needed <= left:
            return []
        return [Text("too few cards are left to be shared: write Deal(each=2)")]

    def draws_cards(self) -> bool:
        return False

    def begin(self, table: CardGame) -> None:
        if self.burn:
            table.piles.take("away", 1, to=NOBODY)
        table.piles.take(SHARED, self.count)
        table.next_stage()


def shared_in(table: CardGame) -> Sequence[Card]:
    """The cards that all players share, if there are any."""
    return table.piles.get(SHARED, ())


def shared_cards(stages: Iterable[AnyStage]) -> int:
    """How many cards these stages turn up for all players."""
    return sum(stage.count for stage in stages if isinstance(stage, SharedCards))
