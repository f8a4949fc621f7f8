"""PUT: cards go from a hand to another player, or onto a pile."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame import words
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import VISIBLE, viewers, visible_to
from cardkit.cardgame.stage import Offers, Rules
from cardkit.cardgame.turn import (
    ALIKE,
    OrderState,
    TurnCommand,
    choices,
    fewest_setting,
    players_meant,
    said_of_alike,
    times_setting,
    wrong_alike,
    wrong_count,
    wrong_partner,
    wrong_times,
)
from cardkit.netgame import Declared, Sentence, Text, Word, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.order import OrderGame


@condition
class Put(TurnCommand):
    """PUT: give cards from the hand to another player, or put them on a pile."""

    declares: ClassVar[tuple[Declared, ...]] = (
        words.PUT,
        Word(
            "PUT",
            "put cards from your hand on the table",
            told="{who} puts {gone} on the table",
            you="You put {gone} on the table",
            button="Put on the table",
            cards=(1, None),
        ),
        Word(
            "PUT",
            "put cards from your hand out of the game",
            told="{who} puts {gone} away",
            you="You put {gone} away",
            button="Put away",
            cards=(1, None),
        ),
    )

    to: str = setting(
        "next",
        "where the cards go: to the next player who has cards, the one before, the partner or any, "
        "on the table, or out of the game",
        choices=("next", "previous", "partner", "any", "table", "away"),
        says={
            "next": "PUT cards to the next player.",
            "previous": "PUT cards to the player before you.",
            "partner": "PUT cards to your partner.",
            "any": "PUT cards to any player.",
            "table": "PUT cards on the table.",
            "away": "PUT cards out of the game.",
        },
    )
    count: int = setting(1, "most cards at once", least=1, most=13)
    fewest: int = fewest_setting()
    alike: str = setting(
        "any", "what several cards at once have in common", choices=tuple(ALIKE), unsaid=ALIKE
    )
    visible: str = setting(
        "receiver",
        "who sees the cards: the player who gets them, on a pile only the player who put them "
        "there, all, or nobody",
        choices=("receiver", *VISIBLE),
        unsaid="Only the player who gets the cards sees them.",
        says={
            "all": "All see the cards that are put.",
            "owner": "Only their player knows the cards that are put.",
            "nobody": "Nobody looks at the cards that are put.",
        },
    )
    times: int = times_setting("PUTs in a turn: at most {times}.")
    ends_turn: bool = setting(True, "a PUT ends the turn", says="A PUT ends the turn.")

    @property
    def on_pile(self) -> bool:
        """Whether the cards go to a pile, not to a player."""
        return self.to in ("table", "away")

    def declared(self) -> Iterable[Declared]:
        to_player, on_table, away = self.declares
        word = {"table": on_table, "away": away}.get(self.to, to_player)
        assert isinstance(word, Word)
        return (replace(word, cards=(self.fewest, self.count)),)

    def conflicts(self) -> list[str]:
        found = [
            *wrong_count(self.fewest, self.count),
            *wrong_times(self),
            *wrong_alike(self.alike, "any", self.count),
        ]
        if self.on_pile and self.visible == "receiver":
            found.append(Text("a pile has nobody who gets the cards: write visible='all'"))
        if not self.on_pile and self.visible == "owner":
            found.append(Text("the player who gets the cards has them: write visible='receiver'"))
        return found

    def sentences(self) -> list[Sentence]:
        first, *more = super().sentences()
        return [first, *said_of_alike(self.alike, self.count), *more]

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterator[str]:
        if not self.on_pile and self.visible == "nobody":
            yield Text("players must see the cards that they play")
        yield from wrong_partner(self.to, rules)

    # --- in play -----------------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int, state: OrderState, others: Offers) -> Offers:
        if not self.may("PUT", state):
            return ()
        how = table.piles[seat], self.fewest, self.count, self.alike
        if self.on_pile:
            return choices("PUT", *how)
        targets = players_meant(self.to, table, seat, state)
        return [offer for s in targets for offer in choices("PUT", *how, table.names[s], s)]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        if self.on_pile:
            table.piles.move(command.cards, seat, self.to, visible_to(self.visible, seat))
        else:
            both = viewers(seat, command.target)
            to = both if self.visible == "receiver" else visible_to(self.visible, seat)
            table.piles.move(command.cards, seat, command.target, to)
        table.did(seat, command)
        state.stage.go_on(table, seat, state, self.ends_turn)
