"""When a game is over that is played in turns."""

from __future__ import annotations

from collections.abc import Iterator

from cardkit.cardgame.parts import StageCondition
from cardkit.netgame import condition, setting


@condition
class End(StageCondition):
    """When a game is over."""

    when: str = setting(
        "first_empty_hand",
        "when the first hand is empty, or when only one player has cards left",
        choices=("first_empty_hand", "last_hand"),
        says={
            "first_empty_hand": "The first empty hand ends the game.",
            "last_hand": "The game ends when only one player has cards left.",
        },
    )
    turn_limit: int = setting(
        0,
        "turns after which the game ends, whoever has the least left first",
        unsaid={0: "no limit"},
        least=0,
        most=1_000_000,
        says=(
            "After one turn the game ends; whoever has the least left wins.",
            "After {turn_limit:,} turns the game ends; whoever has the least left wins.",
        ),
    )
    stock_left: int = setting(
        -1,
        "cards in the stock with which the game ends after a turn, with nobody out",
        unsaid={-1: "it goes on"},
        least=-1,
        most=50,
        says={
            -1: "",
            0: "The game ends after the turn in which the stock runs out.",
            None: (
                "The game ends after the turn in which one card is left in the stock.",
                "The game ends after the turn in which {stock_left} cards are left in the stock.",
            ),
        },
    )
    all_pass: bool = setting(
        True,
        "a round in which all pass ends the game",
        says="A round in which all pass ends the game.",
        says_not="The game goes on when all pass.",
    )

    def endings(self) -> Iterator[str]:
        """The ways in which a game ends with these settings."""
        yield self.when
        if self.turn_limit:
            yield "turn_limit"
        if self.stock_left >= 0:
            yield "stock_left"
        if self.all_pass:
            yield "all_pass"
