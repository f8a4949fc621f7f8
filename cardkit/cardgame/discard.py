"""DISCARD: cards go from a hand onto the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame import words
from cardkit.cardgame.cards import Card, Cards
from cardkit.cardgame.choice import Choice
from cardkit.cardgame.combos import singles_and_groups
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import VISIBLE, visible_to
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.stage import Offers, Rules
from cardkit.cardgame.turn import (
    ALIKE,
    OrderState,
    TurnCommand,
    choices,
    explain_must_discard,
    fewest_setting,
    holder_after,
    said_of_alike,
    times_setting,
    wrong_alike,
    wrong_count,
    wrong_times,
)
from cardkit.netgame import (
    Declared,
    Reason,
    Refused,
    Sentence,
    Text,
    Word,
    condition,
    plural,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.order import OrderGame


@condition
class Discard(TurnCommand):
    """DISCARD: put cards from the hand on the table."""

    asked: ClassVar[int] = 0
    declares: ClassVar[tuple[Declared, ...]] = (words.DISCARD,)

    match: str = setting(
        "any",
        "what a card must have in common with the last one on the table",
        choices=("any", "suit", "rank", "suit_or_rank"),
        says={
            "any": "DISCARD any card.",
            "suit": "DISCARD a card of the suit of the last card.",
            "rank": "DISCARD a card of the rank of the last card.",
            "suit_or_rank": "DISCARD a card of the suit or the rank of the last card.",
        },
    )
    count: int = setting(1, "most cards at once", least=1, most=13)
    fewest: int = fewest_setting()
    alike: str = setting(
        "rank", "what several cards at once have in common", choices=tuple(ALIKE), unsaid=ALIKE
    )
    to: str = setting(
        "table",
        "where the cards go: on the table, or out of the game",
        choices=("table", "away"),
        unsaid="Discards go on the table.",
        says={"away": "Discarded cards are out of the game."},
    )
    ends_turn: bool = setting(True, "a discard ends the turn", says="A discard ends the turn.")
    visible: str = setting(
        "all",
        "who sees the discarded cards",
        choices=VISIBLE,
        unsaid="Everybody sees the discards.",
        says={
            "owner": "Discarded cards lie face down; only their player knows them.",
            "nobody": "Discarded cards lie face down.",
        },
    )
    times: int = times_setting("Discards in a turn: at most {times}.")

    def declared(self) -> Iterable[Declared]:
        return (replace(words.DISCARD, cards=(self.fewest, self.count)),)

    def conflicts(self) -> list[str]:
        return [
            *wrong_count(self.fewest, self.count),
            *wrong_times(self),
            *wrong_alike(self.alike, "rank", self.count),
        ]

    def sentences(self) -> list[Sentence]:
        first, *more = super().sentences()
        return [first, *said_of_alike(self.alike, self.count), *more]

    def declared_in(self, stage: OrderGame) -> Iterator[Declared]:
        yield from self.declared()
        if stage.specials is not None:
            yield from stage.specials.declared()

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterator[str]:
        if self.match != "any" and self.visible != "all":
            yield Text("all must see a discard that the next one has to match")
        if self.match != "any" and self.to != "table":
            yield Text("a discard is matched on the table: write to='table'")

    def jokers(self) -> str:
        return "A joker fits any card, and any card fits a joker."

    def plays(self, word: Word, cards: Cards) -> Iterable[CardCommand] | None:
        if word.choice or self.alike != "rank":
            return None
        plays = singles_and_groups(cards.all, {*cards.all}, self.count)
        return [play for play in plays if len(play.cards) >= self.fewest]

    def plays_unseen(self) -> bool:
        return self == replace(Discard(), visible=self.visible, ends_turn=self.ends_turn)

    @property
    def is_plain(self) -> bool:
        return self.count == 1 and self.to == "table" and not self.times

    # --- in play -----------------------------------------------------------------------------

    def offers(self, table: CardGame, seat: int, state: OrderState, others: Offers) -> Offers:
        found = self.candidates(table, seat, state)
        # Whether to draw or to pass depends on what is left.
        return table.allowed(seat, found) if table.has_checks else found

    def candidates(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        if self.times and not self.may("DISCARD", state):
            return []
        hand, pile, specials = table.piles[seat], table.piles["table"], state.stage.specials
        top = pile[-1] if pile else hand[0]
        match = self.match if pile else "any"
        if state.taken is not None and len(hand) > 1:
            hand = [card for card in hand if card is not state.taken]
        if match == "any" and self.count == 1 and specials is None:
            return [card.discard for card in hand]
        fits = table.cards.matching[match][state.suit + top.rank if state.suit else top]
        if specials is not None and specials.on:
            return specials.discards(table, hand, fits, state)
        if self.count == 1:
            return [card.discard for card in hand if card in fits]
        if self.alike == "rank":
            plays = singles_and_groups(hand, fits, self.count)
            return [play for play in plays if len(play.cards) >= self.fewest]
        fitting = [card for card in hand if card in fits]
        return choices("DISCARD", fitting, self.fewest, self.count, self.alike)

    def fitting(self, table: CardGame, state: OrderState) -> frozenset[Card]:
        """The cards of the deck that could be discarded now, if somebody had them."""
        pile, specials, cards = table.piles["table"], state.stage.specials, table.cards
        if not pile:
            return frozenset(cards.all)
        top = pile[-1]
        fits = cards.matching[self.match][state.suit + top.rank if state.suit else top]
        if specials is None or not specials.on:
            return fits
        powers = state.extras.powers
        assert powers is not None
        return fits | _of_ranks(cards, tuple(powers.wild))

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        stage, cards, pile = state.stage, command.cards, self.to
        specials, last = stage.specials, stage.last_card
        if not state.plain and "discard_pile" in table.overridden:
            pile = table.discard_pile(seat, cards[-1])
        table.piles.move(cards, seat, pile, visible_to(self.visible, seat))
        state.suit = command.word
        skip = specials is not None and specials.on and specials.carry_out(table, cards[-1], state)
        hand = table.piles[seat]
        if last is not None and len(hand) == 1:
            last.after_discard(table, seat, state.declared)
        if table.has_effects:
            table.did(seat, command)
        if skip:
            state.turn = holder_after(table, seat, state)
        if hand and self.ends_turn:
            stage.next_turn(table, state)
        else:
            stage.go_on(table, seat, state, self.ends_turn)

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        if command.verb == "DISCARD":
            self._explain_cards(table, seat, command.cards, state)
        explain_must_discard(table, seat, command.verb)

    def _explain_cards(
        self, table: CardGame, seat: int, cards: Sequence[Card], state: OrderState
    ) -> None:
        offers, pile, specials = table.legal(seat), table.piles["table"], state.stage.specials
        if state.owed:
            raise Refused(
                CardReason.MUST_DRAW,
                plural(state.owed, "you must DRAW one card first", "you must DRAW {n} cards first"),
            )
        if state.taken in cards:
            raise Refused(
                Reason.AGAINST_THE_RULES,
                "you have just taken {card} from the table; keep it for this turn",
                card=state.taken,
            )
        fit = {c for o in offers if isinstance(o, CardCommand | Choice) for c in o.cards}
        unfit = [c for c in cards if c not in fit]
        if unfit and pile:
            named = Text(", and the suit to follow is {suit}", suit=state.suit)
            raise Refused(
                CardReason.NO_MATCH,
                "{cards} does not fit; the last card is {top}{named}. You may say: {offers}",
                cards=" ".join(unfit),
                top=table.piles.faces(pile[-1:], seat)[0],
                named=named if state.suit else "",
                offers=table.in_words(offers),
            )
        if specials is not None:
            specials.explain_wild(table, seat, cards)
        if len(cards) > (most := self.count):
            raise Refused(
                CardReason.BAD_COUNT,
                plural(most, "one card at a time", "at most {n} cards at a time"),
            )


@lru_cache(maxsize=64)
def _of_ranks(cards: Cards, ranks: tuple[str, ...]) -> frozenset[Card]:
    return frozenset(card for card in cards.all if card.rank in ranks)
