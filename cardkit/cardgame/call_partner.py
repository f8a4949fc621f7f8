"""CallPartner: the highest bidder names a card, and whoever plays it is the partner."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.parts import TablePart
from cardkit.cardgame.roles import declarer_of, has_role
from cardkit.cardgame.stage import Offers, Rules, Stage
from cardkit.cardgame.table import CardTable
from cardkit.netgame import Declared, Fact, Text, Word, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame


class Called(TablePart):
    """The card that was called, and who has played it: `self.called`."""

    __slots__ = ("card", "partner")

    def __init__(self) -> None:
        self.card = ""
        self.partner = -1
        """The partner of the highest bidder; -1 as long as nobody can know."""

    def begin_game(self, table: CardGame) -> None:
        self.card, self.partner = "", -1
        table.set_fact("called", None)
        table.set_fact("partner", None)

    def did(self, table: CardGame, seat: int, command: CardCommand) -> None:
        if self.card in command.cards and command.verb == "DISCARD":
            self.partner = seat
            if seat != declarer_of(table):
                table.set_fact("partner", table.names[seat])

    def side(self, table: CardGame, seat: int) -> tuple[int, ...]:
        """The bidder and the partner, or all others."""
        bidders = (declarer_of(table), self.partner)
        ours = [each for each in table.order if (each in bidders) == (seat in bidders)]
        return (seat, *(each for each in ours if each != seat))


class PartnerHooks(CardTable, hooks=True):
    """What a game has in which a partner is called."""

    called: Called
    """Which card was called and who has played it."""


@condition
class CallPartner(Stage["CardGame", None]):
    """The highest bidder calls a card; whoever holds it is the partner, known when it is played."""

    hooks = PartnerHooks
    part_name: ClassVar[str] = "called"
    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "CALL",
            "name the card whose holder is your partner",
            told="{who} calls {choice}",
            you="You call {choice}",
            button="Call card",
            choice="card",
        ),
        Fact("called", "the card that makes a partner", "called", told="", kind="cards"),
        Fact(
            "partner",
            "who holds that card",
            "partner",
            told="{value} is the partner",
            you="You are the partner",
            announced=True,
        ),
    )

    own: bool = setting(
        True,
        "the bidder may call a card of their own, and play alone in secret",
        says="A bidder who calls a card of their own plays alone.",
        says_not="You cannot call a card of your own.",
    )

    def part(self) -> Called:
        return Called()

    def misfits(self, rules: Rules) -> list[str]:
        if rules.seats.partners:
            return [
                Text(
                    "players who face each other are partners already: write Seats(partners=False)"
                )
            ]
        if not has_role(rules.stages, "declarer"):
            return [Text("nobody bids for a partner: put an Auction() before")]
        return []

    def begin(self, table: CardGame) -> None:
        declarer = declarer_of(table)
        table.next_stage() if declarer < 0 else table.ask(declarer)

    def offers(self, table: CardGame, seat: int, state: None) -> Offers:
        cards = dict.fromkeys(table.cards.all)
        hand = table.hand(seat)
        return [CardCommand("CALL", word=card) for card in cards if self.own or card not in hand]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: None) -> None:
        table.called.card = command.word
        table.set_fact("called", [command.word])
        table.next_stage()
