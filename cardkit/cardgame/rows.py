"""Rows: cards laid out by suit, each next to one that lies there already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.cards import Card, Cards
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import EVERYONE
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.stage import Offers, Rules
from cardkit.cardgame.turn import OrderState, TurnCommand, explain_must_discard
from cardkit.netgame import (
    Declared,
    Fact,
    Layout,
    Pile,
    Refused,
    Sentence,
    Text,
    Word,
    condition,
    setting,
)

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.order import OrderGame


@condition
class Rows(TurnCommand):
    """DISCARD: lay a card into the row of its suit, next to one that lies there."""

    asked: ClassVar[int] = 0
    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "DISCARD",
            "lay a card into the row of its suit",
            told="{who} lays {cards}",
            you="You lay {cards}",
            button="Play",
            cards=(1, 1),
        ),
        Pile(
            "rows",
            "the cards that are laid out, by suit",
            "rows",
            put="{who} lays {cards}",
            you_put="You lay {cards}",
            taken="{who} takes {cards} back",
            you_take="You take {cards} back",
            shown="rows",
        ),
        Layout(hand="suit", table="none"),
        Word(
            "DISCARD",
            "lay a joker for that card",
            told="{who} lays {cards} for {choice}",
            you="You lay {cards} for {choice}",
            button="Play",
            cards=(1, 1),
            choice="card",
            example="DISCARD J1 {card}",
        ),
        Fact("jokers", "the cards that jokers stand for", "jokers for", told="", kind="cards"),
    )

    start: str = setting(
        "7",
        "the rank with which rows begin",
        says="DISCARD a card of the rank {start}, or one next to a card of its suit that lies "
        "there.",
    )
    laid_out: bool = setting(
        True,
        "the cards with which rows begin are laid out before the first turn",
        says="All cards of the rank {start} are laid out before the first turn. Then DISCARD a "
        "card next to one of its suit that lies there.",
    )
    around: bool = setting(
        False,
        "the lowest and the highest card of a suit are next to each other",
        says="The lowest and the highest card of a suit are next to each other, too.",
    )
    wild: bool = setting(
        False,
        "a joker may stand for any card that fits and is not in its player's hand; whoever lays "
        "that card takes the joker",
        says="A joker may stand for any card that fits and that you do not hold; whoever lays that "
        "card takes the joker.",
    )

    def declared(self) -> Iterable[Declared]:
        return self.declares if self.wild else self.declares[:3]

    def sentences(self) -> list[Sentence]:
        first, *more = super().sentences()
        return more if self.laid_out else [first, *more]

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterator[str]:
        deck = rules.deck
        if stage.discard is not None:
            yield Text("cards are discarded or laid into rows: write one of them")
        if deck.has_doubles():
            yield Text("rows are laid out with one pack")
        if not any(name[1:] == self.start for name in deck.names()):
            yield Text("start={start}: this deck has no card of that rank", start=self.start)
        if bool(deck.jokers) != self.wild:
            yield Text(
                "jokers stand for cards in rows: write wild=True and Deck(jokers=…), or none"
            )

    def plays(self, word: Word, cards: Cards) -> list[CardCommand]:
        """Every command with this word."""
        plain = [card for card in cards.all if not card.joker]
        if not word.choice:
            return [card.discard for card in plain]
        jokers = [card for card in cards.all if card.joker]
        return [CardCommand("DISCARD", cards=(j,), word=c) for j in jokers for c in plain]

    # --- in play -----------------------------------------------------------------------------

    def begin(self, table: CardGame, state: OrderState) -> None:
        table.piles.make("rows")
        for seat in table.still_in() if self.laid_out else ():
            self.lay(table, seat, [c for c in table.piles[seat] if c.rank == self.start])

    def lay(self, table: CardGame, seat: int, cards: Iterable[Card]) -> None:
        """Lay these cards of a player into their rows; a joker that stood for one comes back."""
        laid = sorted(cards)
        if not laid:
            return
        table.piles.move(laid, seat, "rows", EVERYONE)
        stand_ins = _stand_ins(table)
        freed = {*laid} & {*stand_ins}
        if freed:
            table.set_fact("jokers", [c for c in stand_ins if c not in freed] or None)
            jokers = [card for card in table.piles["rows"] if card.joker]
            table.piles.move(jokers[: len(freed)], "rows", seat, EVERYONE)

    def free(self, table: CardGame) -> list[str]:
        """The cards that are not laid yet, and begin a row or are next to one that is."""
        laid = {*table.piles["rows"], *_stand_ins(table)}
        found: list[str] = []
        for suit in table.deck.suits:
            row = sorted((c for c in table.cards.all if c.suit == suit), key=lambda c: c.level)
            there = [card in laid for card in row]
            low, high = (there[-1], there[0]) if self.around else (False, False)
            there = [low, *there, high]
            found += (
                card
                for at, card in enumerate(row)
                if not there[at + 1] and (there[at] or there[at + 2] or card.rank == self.start)
            )
        return found

    def offers(self, table: CardGame, seat: int, state: OrderState, others: Offers) -> Offers:
        found = self.candidates(table, seat, state)
        return table.allowed(seat, found) if table.has_checks else found

    def candidates(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        hand, free = table.piles[seat], self.free(table)
        first = state.stage.first_card
        if not table.piles["rows"] and first in hand:
            return [card.discard for card in hand if card == first]  # nothing else comes first
        fitting = {*free, *_stand_ins(table)}
        offers = [card.discard for card in hand if card in fitting]
        missing = [card for card in free if card not in hand]
        return offers + [
            CardCommand("DISCARD", cards=(joker,), word=card)
            for joker in hand
            if joker.joker
            for card in missing
        ]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        stage = state.stage
        if command.word:
            table.piles.move(command.cards, seat, "rows", EVERYONE)
            table.set_fact("jokers", [*_stand_ins(table), command.word])
        else:
            self.lay(table, seat, command.cards)
        if stage.last_card is not None:
            stage.last_card.after_discard(table, seat, state.declared)
        if table.has_effects:
            table.did(seat, command)
        stage.go_on(table, seat, state, ends_turn=True)

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        cards = command.cards
        if command.verb != "DISCARD":
            explain_must_discard(table, seat, command.verb)
            return
        offers = [o for o in table.legal(seat) if isinstance(o, CardCommand) and o.cards]
        joker = next((card for card in cards if card.joker), None)
        if joker is not None:
            raise Refused(
                CardReason.NO_MATCH,
                "say for which card {joker} stands, one that fits and that you do not hold: "
                "{offers}",
                joker=joker,
                offers=table.in_words([o for o in offers if o.word]) or Text("there is none"),
            )
        if len(cards) != 1:
            raise Refused(CardReason.BAD_COUNT, "lay one card at a time")
        raise Refused(
            CardReason.NO_MATCH,
            "{card} is next to no card of its row; you may say: {offers}",
            card=cards[0],
            offers=table.in_words(table.legal(seat)),
        )


def _stand_ins(table: CardGame) -> list[str]:
    """The cards that jokers stand for."""
    cards = table.facts.get("jokers")
    return [str(card) for card in cards] if isinstance(cards, list) else []
