"""Claim: cards are laid face down as a rank, true or not, and the others may doubt it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.cards import Card
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.hooks import LeadHooks
from cardkit.cardgame.stage import Offers, Stage, StageState
from cardkit.netgame import Declared, Fact, Pile, Word, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame

HEAP = "heap"
DOUBT, BELIEVE = CardCommand("DOUBT"), CardCommand("BELIEVE")


class ClaimState(StageState):
    """Whose claim it is, and the cards that were laid for it."""

    __slots__ = ("laid", "rank", "turn", "turns", "waiting")

    def __init__(self, turn: int) -> None:
        self.turn = turn
        self.turns = 0  # claims before this one
        self.rank = ""  # what the cards are said to be, once that is known
        self.laid: tuple[Card, ...] = ()
        self.waiting: list[int] = []
        """Who may still doubt, where they answer in turn."""


@condition
class Claim(Stage["CardGame", ClaimState]):
    """LAY cards face down as a rank, true or not; the others DOUBT or BELIEVE it."""

    hooks = LeadHooks
    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "LAY",
            "lay cards face down as the rank that is due",
            told=("{who} lays {cards} as {claim}", "{who} lays {cards}"),
            you=("You lay {cards} as {claim}", "You lay {cards}"),
            button="Lay",
            cards=(1, None),
        ),
        Word(
            "CLAIM",
            "name the rank of the cards that you are about to lay, true or not",
            told="{who} claims to lay {choice}",
            you="You claim to lay {choice}",
            button="Claim",
            choice="rank",
        ),
        Word("DOUBT", "say that it is a lie", "{who} doubts it", "You doubt it", "Doubt"),
        Word("BELIEVE", "let it pass", "{who} believes it", "You believe it", "Believe", mild=True),
        Fact("due", "the rank that is due", "due", told="", kind="rank"),
        Fact(
            "claim",
            "the rank that the cards just laid are said to be",
            "claim",
            told="",
            kind="rank",
        ),
        Fact("claimant", "who has laid the cards that may be doubted", "claims", told=""),
        Pile(
            HEAP,
            "the cards that were laid",
            "pile",
            put="{who} lays {cards}",
            you_put="You lay {cards}",
            taken="{who} takes the pile: {cards}",
            you_take="You take the pile: {cards}",
            shown="stack",
        ),
    )

    most: int = setting(
        4,
        "the most cards that are laid at once",
        least=1,
        most=13,
        says=("LAY one card at a time.", "LAY 1 to {most} cards at a time."),
    )
    rank: str = setting(
        "due",
        "the rank that cards are claimed to be: the next one each time, any that a player names, "
        "or the one named by whoever begins a pile, until it is taken",
        choices=("due", "named", "kept"),
        says={
            "due": "The rank that is due is the next one each time.",
            "named": "CLAIM any rank before you lay cards as that rank.",
            "kept": "Whoever begins a pile may CLAIM any rank; the others lay cards as that rank "
            "until the pile is taken.",
        },
    )
    speakers: str = setting(
        "all",
        "who may doubt: all other players at once, all in turn, or the next one",
        choices=("all", "in_turn", "next"),
        says={
            "all": "All others answer at once; of several who doubt, the next in turn counts.",
            "in_turn": "The others answer in turn, until one of them doubts.",
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

    def tells_of_hands(self) -> bool:
        return True

    def declared(self) -> Iterator[Declared]:
        lay, claim, *others = self.declares
        assert isinstance(lay, Word)
        yield replace(lay, cards=(1, self.most))
        if self.rank != "due":
            yield claim
        yield from others

    def begin(self, table: CardGame) -> None:
        table.on_lead()
        table.state = state = ClaimState(table.first_seat())
        table.piles.make(HEAP)
        self._ask(table, state)

    def _ask(self, table: CardGame, state: ClaimState) -> None:
        state.laid = ()
        if self.rank == "due":
            ranks = table.deck.ranks
            state.rank = ranks[state.turns % len(ranks)]
        elif self.rank == "named" or not table.piles[HEAP]:
            state.rank = ""
        table.set_fact("claim", None)
        table.set_fact("claimant", None)
        table.set_fact("due", state.rank or None)
        table.ask(state.turn)

    def offers(self, table: CardGame, seat: int, state: ClaimState) -> Offers:
        if state.laid:
            return (DOUBT, BELIEVE)
        if not state.rank:
            return [CardCommand("CLAIM", word=rank) for rank in table.deck.ranks]
        return (Choice("LAY", table.piles[seat], 1, self.most),)

    def act(self, table: CardGame, seat: int, command: CardCommand, state: ClaimState) -> None:
        match command.verb:
            case "CLAIM":
                state.rank = command.word
                table.set_fact("due", state.rank)
                table.ask(seat)
            case "LAY":
                self._lay(table, seat, command.cards, state)
            case "DOUBT":
                self._settle(table, state, seat)
            case _:
                state.waiting.remove(seat)
                if state.waiting:
                    table.ask(state.waiting[0])
                else:
                    self._settle(table, state, None)

    def _lay(self, table: CardGame, seat: int, cards: tuple[Card, ...], state: ClaimState) -> None:
        state.laid = cards
        table.piles.move(cards, seat, HEAP, to=seat)
        table.set_fact("claim", state.rank)
        table.set_fact("claimant", table.names[seat])
        others = [*self._after(table, seat)]
        if self.speakers == "in_turn":
            state.waiting = others
            table.ask(others[0])
        else:
            table.ask_all(*(others if self.speakers == "all" else others[:1]), secret=True)

    def _after(self, table: CardGame, seat: int) -> Iterator[int]:
        """The other players, the next one first."""
        other = seat
        while (other := table.following[other]) != seat:
            yield other

    def after_all(
        self, table: CardGame, answers: Mapping[int, CardCommand], state: ClaimState
    ) -> None:
        doubters = (s for s in self._after(table, state.turn) if answers.get(s) == DOUBT)
        self._settle(table, state, next(doubters, None))

    def endings(self) -> Iterator[str]:
        yield from ("first_empty_hand", "claim_limit")

    def _settle(self, table: CardGame, state: ClaimState, doubter: int | None) -> None:
        """The claim is believed, or somebody doubts it and one of the two takes the pile."""
        claimant, piles = state.turn, table.piles
        if doubter is not None:
            piles.show(state.laid, HEAP)
            lied = any(card.rank != state.rank and not card.joker for card in state.laid)
            loser = claimant if lied else doubter
            piles.move([*piles[HEAP]], HEAP, loser, to=loser)
        state.turns += 1
        if not piles[claimant] or state.turns >= self.claim_limit:
            table.next_stage("claim_limit" if piles[claimant] else "first_empty_hand")
            return
        state.turn = next(s for s in self._after(table, claimant) if piles[s])
        self._ask(table, state)

    def jokers(self) -> str:
        return "A joker is of any rank."
