"""The call of the last card: made by the table, or by the player, who had better not forget it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.parts import StageCondition
from cardkit.cardgame.stage import Offers
from cardkit.netgame import (
    Declared,
    Notice,
    Sentence,
    Text,
    Word,
    condition,
    plural,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

DECLARE = CardCommand("DECLARE")
_PENALTY = 5


@condition
class LastCard(StageCondition):
    """What is called when a player has one card left."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word("DECLARE", "call that you have one card left", told="", button="Call last card"),
        Notice(
            "SAY",
            "a player calls the last card",
            {"who": "the player", "call": "the words of the call"},
            told="{who}: “{call}”",
            you="You: “{call}”",
            values=("Last card!",),
            announced=True,
        ),
        Notice(
            "PENALTY",
            "a player forgot the call",
            {"who": "the player", "cards": "how many cards they draw for it"},
            told="{who} forgot to call",
            you="You forgot to call",
            announced=True,
        ),
    )

    call: str = setting("Last card!", "the words of the call", says="With one card left: “{call}”")
    declare: str = setting(
        "auto",
        "the table calls by itself, or the player must DECLARE before the last but one discard",
        choices=("auto", "required"),
        unsaid="The call is made by itself.",
        says={
            "required": "DECLARE before you discard your last card but one.",
        },
    )
    penalty: int = setting(
        _PENALTY,
        "cards to draw for a forgotten call",
        least=0,
        most=20,
    )

    def conflicts(self) -> list[str]:
        if self.declare == "auto" and self.penalty != _PENALTY:
            return [Text("nobody forgets what the table calls: write declare='required'")]
        return []

    def declared(self) -> Iterable[Declared]:
        word, call, penalty = self.declares
        assert isinstance(call, Notice)
        call = replace(call, values=(self.call,))
        return (word, call, penalty) if self.declare == "required" else (call,)

    def sentences(self) -> list[Sentence]:
        said = [(text, {**parts, "call": Text(self.call)}) for text, parts in super().sentences()]
        if self.declare == "required":
            penalty = plural(
                self.penalty,
                "If you forget it, you draw one card.",
                "If you forget it, you draw {n} cards.",
            )
            said.append((penalty, {}))
        return said

    # --- in play -----------------------------------------------------------------------------

    def is_due(self, table: CardGame, seat: int, offers: Offers) -> bool:
        """Whether this player must call now: one of these discards would leave one card."""
        kept = len(table.piles[seat]) - 1
        return self.declare == "required" and any(
            o.least <= kept <= o.most if isinstance(o, Choice) else len(o.cards) == kept
            for o in offers
            if o.verb == "DISCARD" and isinstance(o, CardCommand | Choice)
        )

    def say(self, table: CardGame, seat: int) -> None:
        """The player has one card left, and says so."""
        table.emit("SAY", table.names[seat], self.call)

    def after_discard(self, table: CardGame, seat: int, declared: bool) -> None:
        """Cards have been played: the table calls, or a forgotten call is paid for."""
        if len(table.piles[seat]) != 1:
            return
        if self.declare == "auto":
            self.say(table, seat)
        elif not declared:
            table.emit("PENALTY", table.names[seat], self.penalty)
            table.piles.take(seat, self.penalty)
