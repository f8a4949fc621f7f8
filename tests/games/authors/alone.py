"""A stage in which the highest bidder may play without the partner."""

from cardkit import CardCommand, CardGame, Fact, Word, condition
from cardkit.stages import Offers, Stage


@condition
class Alone(Stage[CardGame, None]):
    """The maker of trump plays ALONE, without the partner's cards, or TOGETHER."""

    declares = (
        Word("ALONE", "play without your partner", "{who} plays alone", "You play alone", "Alone"),
        Word("TOGETHER", "play with your partner", told="", you="", button="Together"),
        Fact("alone", "who plays without a partner", "alone", told=""),
    )

    def begin(self, table: CardGame) -> None:
        table.ask(table.auction.declarer)

    def offers(self, table: CardGame, seat: int, state: None) -> Offers:
        return CardCommand("TOGETHER"), CardCommand("ALONE")

    def act(self, table: CardGame, seat: int, command: CardCommand, state: None) -> None:
        if command.verb == "ALONE":
            partner = table.partner(seat)
            table.set_fact("alone", table.names[seat])
            table.piles.move(table.hand(partner)[::-1], partner, "away", partner)
        table.next_stage()
