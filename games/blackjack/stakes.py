"""What is bet at blackjack: on the own hand, and on a blackjack of the house."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardkit import Amount, CardCommand, Fact, Notice, Word, condition
from cardkit.games.blackjack.house import count, worth
from cardkit.stages import Offers, Stage, StageState

if TYPE_CHECKING:
    from cardkit.games.blackjack.game import Blackjack


@condition
class Stakes(Stage["Blackjack", StageState]):
    """All bet at the same time, before any card is dealt."""

    on_table = "none"
    declares = (
        Word(
            "BET",
            "bet points on your hand",
            told="{who} bets {number}",
            you="You bet {number}",
            button="Bet",
            number=(1, None),
        ),
        Word(
            "SIT",
            "sit this game out",
            told="{who} sits out",
            you="You sit out",
            button="Sit out",
            mild=True,
            out="sits out",
        ),
        Fact("stakes", "what each player has bet", "bet", told="", kind="seats", stake=True),
    )

    def begin(self, table: "Blackjack") -> None:
        least = table.house.least_bet
        table.dropped += [seat for seat in table.order if table.scores[seat] < least]
        table.ask_all(*table.still_in())

    def endings(self) -> tuple[str, ...]:
        return ("nobody_bets",)

    def offers(self, table: "Blackjack", seat: int, state: StageState) -> Offers:
        most = min(table.house.most_bet, table.scores[seat])
        return Amount("BET", table.house.least_bet, most), CardCommand("SIT")

    def after_all(
        self, table: "Blackjack", answers: Mapping[int, CardCommand], state: StageState
    ) -> None:
        betting = {s: command.amount for s, command in answers.items() if command.verb == "BET"}
        table.bets, table.staked = betting, {**betting}
        table.dropped += [seat for seat in answers if seat not in betting]
        table.tell_hands()
        if betting:
            table.next_stage()
        else:
            table.skip_stages("nobody_bets")


@condition
class Insurance(Stage["Blackjack", StageState]):
    """When the house shows an ace, all may bet half as much again that it has a blackjack."""

    on_table = "none"
    declares = (
        Word("INSURE", "bet on a blackjack of the house", told="{who} takes insurance",
             you="You take insurance", button="Insure"),
        Word("DECLINE", "take no insurance", told="{who} takes no insurance",
             you="You take no insurance", button="No insurance", mild=True),
        Notice("LOOKED", "whether the house has a blackjack", {"found": "what it is"},
               told="The house looks at its card: {found}", values=("a blackjack", "no blackjack")),
    )  # fmt: skip

    def begin(self, table: "Blackjack") -> None:
        able = [s for s in table.still_in() if table.spare(s) >= table.bets[s] // 2 > 0]
        if table.house.insurance and table.piles["house"][0].rank == "A" and able:
            table.ask_all(*able)
        else:
            self._look(table)

    def offers(self, table: "Blackjack", seat: int, state: StageState) -> Offers:
        return CardCommand("INSURE"), CardCommand("DECLINE")

    def after_all(
        self, table: "Blackjack", answers: Mapping[int, CardCommand], state: StageState
    ) -> None:
        for seat, command in answers.items():
            if command.verb == "INSURE":
                table.insured[seat] = table.bets[seat] // 2
                table.staked[seat] += table.insured[seat]
        table.tell_hands()
        self._look(table)

    def _look(self, table: "Blackjack") -> None:
        cards = table.piles["house"]
        if table.house.looks and worth(cards[0]) in (1, 10):
            found = count(cards)[0] == 21
            table.disclose("LOOKED", "a blackjack" if found else "no blackjack")
            table.house_shows = found
        table.next_stage()
