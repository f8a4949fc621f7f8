"""Claim: cards are laid face down as a rank that is due, and the others may doubt it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.cards import Card
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.stage import Offers, Stage, StageState
from cardkit.netgame import Declared, Fact, Pile, Word, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

HEAP = "heap"
DOUBT, BELIEVE = CardCommand("DOUBT"), CardCommand("BELIEVE")


class ClaimState(StageState):
    """Whose claim it is, and the cards that were laid for it."""

    __slots__ = ("laid", "turn", "turns")

    def __init__(self, turn: int) -> None:
        self.turn = turn
        self.turns = 0  # claims before this one
        self.laid: tuple[Card, ...] = ()


@condition
class Claim(Stage["CardGame", ClaimState]):
    """LAY cards face down as the rank that is due; the others DOUBT or BELIEVE it."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "LAY",
            "lay cards face down as the rank that is due",
            told=("{who} lays {cards} as {claim}", "{who} lays {cards}"),
            you=("You lay {cards} as {claim}", "You lay {cards}"),
            button="Lay",
            cards=(1, None),
        ),
        Word("DOUBT", "say that it is a lie", "{who} doubts it", "You doubt it", "Doubt"),
        Word("BELIEVE", "let it pass", "{who} believes it", "You believe it", "Believe", mild=True),
        Fact("due", "the rank that is due", "due", told=""),
        Fact("claim", "the rank that the cards just laid are said to be", "claim", told=""),
        Pile(
            HEAP,
            "the cards that were laid",
            "pile",
            put="{who} lays {cards}",
            you_put="You lay {cards}",
            taken="{who} takes the pile: {cards}",
            you_take="You take the pile: {cards}",
        ),
    )

    most: int = setting(
        4,
        "the most cards that are laid at once",
        least=1,
        most=13,
        says=("LAY one card at a time.", "LAY 1 to {most} cards at a time."),
    )
    speakers: str = setting(
        "all",
        "who may doubt: all other players, or the next one",
        choices=("all", "next"),
        says={
            "all": "All others answer at once; of several who doubt, the next in turn counts.",
            "next": "The next player answers.",
        },
    )
    claim_limit: int = setting(
        300,
        "claims after which the game ends, fewest cards first",
        least=1,
        most=1_000_000,
        says="The game ends with claim number {claim_limit}, if nobody has won before; the player "
        "with the fewest cards wins.",
    )

    def declared(self) -> Iterator[Declared]:
        lay, *others = self.declares
        assert isinstance(lay, Word)
        yield replace(lay, cards=(1, self.most))
        yield from others

    def begin(self, table: CardGame) -> None:
        table.on_lead()
        table.state = state = ClaimState(table.first_seat())
        table.piles.make(HEAP)
        self._ask(table, state)

    def _ask(self, table: CardGame, state: ClaimState) -> None:
        state.laid = ()
        table.set_fact("claim", None)
        table.set_fact("due", self._due(table, state))
        table.ask(state.turn)

    def _due(self, table: CardGame, state: ClaimState) -> str:
        ranks = table.deck.ranks
        return ranks[state.turns % len(ranks)]

    def offers(self, table: CardGame, seat: int, state: ClaimState) -> Offers:
        if state.laid:
            return (DOUBT, BELIEVE)
        return (Choice("LAY", table.piles[seat], 1, self.most),)

    def act(self, table: CardGame, seat: int, command: CardCommand, state: ClaimState) -> None:
        state.laid = command.cards
        table.piles.move(state.laid, seat, HEAP, to=seat)
        table.set_fact("claim", self._due(table, state))
        others = [*self._after(table, seat)]
        table.ask_all(*(others if self.speakers == "all" else others[:1]), secret=True)

    def _after(self, table: CardGame, seat: int) -> Iterator[int]:
        """The other players, the next one first."""
        other = seat
        while (other := table.following[other]) != seat:
            yield other

    def after_all(
        self, table: CardGame, answers: Mapping[int, CardCommand], state: ClaimState
    ) -> None:
        claimant, piles = state.turn, table.piles
        doubters = (s for s in self._after(table, claimant) if answers.get(s) == DOUBT)
        if (doubter := next(doubters, None)) is not None:
            piles.show(state.laid, HEAP)
            due = self._due(table, state)
            lied = any(card.rank != due and not card.joker for card in state.laid)
            loser = claimant if lied else doubter
            piles.move([*piles[HEAP]], HEAP, loser, to=loser)
        state.turns += 1
        if not piles[claimant] or state.turns >= self.claim_limit:
            table.next_stage()
            return
        state.turn = next(s for s in self._after(table, claimant) if piles[s])
        self._ask(table, state)

    def jokers(self) -> str:
        return "A joker is of any rank."
