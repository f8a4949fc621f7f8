"""Special ranks: what a discard does besides, in an order game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from cardkit.cardgame.cards import RANKS, Card, Deck, ranks_in
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.piles import visible_to
from cardkit.cardgame.stage import Rules
from cardkit.cardgame.turn import OrderState, TurnCommand, holder_after
from cardkit.netgame import (
    Condition,
    Declared,
    Fact,
    Reason,
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

_POWERS = ("wild", "skip", "reverse", "draw_two", "draw_four")


class Powers(NamedTuple):
    """The ranks of a deck that have a power."""

    wild: Sequence[str]
    skip: Sequence[str]
    reverse: Sequence[str]
    draws: Mapping[str, int]
    """How many cards the next player draws."""
    ranks: frozenset[str]
    """All of them."""


@condition
class Specials(TurnCommand):
    """Ranks with a power of their own in an order game."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "DISCARD",
            "put a wild card and name the suit to follow",
            told="{who} plays {cards} and names {choice}",
            you="You play {cards} and name {choice}",
            button="Play",
            cards=(1, 1),
            choice="suit",
        ),
        Fact("suit", "the suit to follow", "suit to follow", told="", kind="suits"),
        Fact(
            "direction",
            "which way the turn goes round",
            "direction",
            told="The turn goes round the other way now",
            ended="The turn goes round as before",
            values=("backwards",),
            announced=True,
        ),
        Fact(
            "owed",
            "how many cards the next player draws, or hands on",
            "to draw",
            told="{value} cards are to be drawn, or handed on",
            announced=True,
        ),
    )

    special: ClassVar[bool] = True

    on: bool = setting(True, "the special cards are in force")
    wild: str = setting(
        "", "ranks that fit any card, and whoever plays one names the suit to follow"
    )
    skip: str = setting("", "ranks that skip the next player")
    reverse: str = setting("", "ranks that reverse the direction of play")
    draw_two: str = setting("", "ranks that make the next player draw two")
    draw_four: str = setting("", "ranks that make the next player draw four")
    stack: bool = setting(True, "the draw can be handed on by another such card")

    @property
    def draws(self) -> bool:
        """Whether players have to draw because of special cards."""
        return self.on and bool(self.draw_two or self.draw_four)

    def powers(self, deck: Deck) -> Powers:
        """Which ranks of this deck have which power; one rank may have several."""
        wild, skip, reverse, two, four = (_ranks(getattr(self, name), deck) for name in _POWERS)
        draws = {**dict.fromkeys(two, 2), **dict.fromkeys(four, 4)}
        return Powers(wild, skip, reverse, draws, frozenset((*wild, *skip, *reverse, *draws)))

    def declared(self) -> Iterator[Declared]:
        word, *facts = self.declares
        assert isinstance(word, Word)
        if self.on and self.wild:
            yield replace(word, example=f"DISCARD S{self.wild[0]} H")
        if self.on:
            yield from facts

    def declared_in(self, stage: OrderGame) -> Iterator[Declared]:
        yield from ()  # it comes with DISCARD, whose cards these are

    def conflicts(self) -> list[str]:
        if not self.stack and not (self.draw_two or self.draw_four):
            return [Text("stack is about cards that make others draw: write draw_two=…")]
        return []

    def unused(self, beside: Mapping[str, Condition]) -> Mapping[str, str]:
        deck = beside["deck"]
        assert isinstance(deck, Deck)
        powers = self.powers(deck)
        if self.on and powers.draws and {*powers.draws} <= {*powers.skip}:
            return {"stack": "skip=…"}  # whoever is skipped draws at once
        return super().unused(beside)

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterator[str]:
        yield from self._unknown_ranks(rules.deck)
        if not self.on:
            return
        if stage.discard is None:
            yield Text("special cards are discarded: write discard=Discard(…)")
        elif stage.discard.count > 1:
            yield Text("with special cards one card is discarded at a time: write count=1")
        if self.draws and stage.draw is None:
            yield Text("special cards that make others draw need draw=Draw(…)")

    def _unknown_ranks(self, deck: Deck) -> Iterator[str]:
        """What is no rank of cards like those of this deck."""
        ranks = deck.ranks if not deck.is_french else RANKS
        two, four = _ranks(self.draw_two, deck), _ranks(self.draw_four, deck)
        named = {rank for name in _POWERS for rank in _ranks(getattr(self, name), deck)}
        bad = sorted(named - {*ranks, *deck.suitless()})
        if {"1", "0"} <= {*bad} or "10" in bad:
            yield Text("specials: a ten is written T, not 10")
        elif bad:
            yield Text(
                "specials: {bad} is no rank; ranks are written {ranks}, with spaces between those "
                "of several letters",
                bad=", ".join(bad),
                ranks=" ".join(ranks),
            )
        for rank in (rank for rank in two if rank in four):
            yield Text("specials: rank {rank} draws two or four; write it once", rank=rank)

    def sentences(self) -> list[Sentence]:
        return self.told(Deck())

    def told(self, deck: Deck) -> list[Sentence]:
        if not self.on:
            return []
        powers = self.powers(deck)
        both = [rank for rank in powers.draws if rank in powers.skip]
        said = (
            (self.wild, "{wild} fits any card; its player names the suit to follow."),
            (self.skip, "{skip} skips the next player."),
            (self.reverse, "{reverse} reverses the direction of play."),
            (self.draw_two, "{draw_two} makes the next player draw two."),
            (self.draw_four, "{draw_four} makes the next player draw four."),
            (
                self.stack and {*powers.draws} - {*powers.skip},
                "Another {draws} hands the draw on and adds its own cards."
                if self.draw_four
                else "Another {draw_two} hands the draw on, two cards more.",
            ),
            (both, "A player who is skipped by {both} draws at once, and cannot hand it on."),
        )
        ranks = {name: _ranks(getattr(self, name), deck) for name in _POWERS}
        ranks |= {"draws": [*powers.draws], "both": both}
        values: dict[str, object] = {name: "/".join(each) for name, each in ranks.items()}
        return [(template, values) for power, template in said if power]

    def plays_unseen(self) -> bool:
        return not self.on

    @property
    def is_plain(self) -> bool:
        return not self.on

    # --- in play -----------------------------------------------------------------------------

    def begin(self, table: CardGame, state: OrderState) -> None:
        self.equip(table, state)

    def equip(self, table: CardGame, state: OrderState) -> None:
        if self.on:
            state.extras = state.extras._replace(powers=self.powers(table.deck))

    def discards(
        self, table: CardGame, hand: Sequence[Card], fits: frozenset[Card], state: OrderState
    ) -> list[CardCommand]:
        """A wild card fits always and names a suit; a draw that is owed can only be handed on."""
        powers = state.extras.powers
        assert powers is not None
        wild, suits, draws = powers.wild, table.deck.suits, powers.draws
        if state.owed:
            hand = [card for card in hand if self.stack and card.rank in draws]
            fits = frozenset(hand)
        plain = [c.discard for c in hand if c in fits and c.rank not in wild]
        wilds = [c for c in hand if c.rank in wild]
        return plain + [CardCommand("DISCARD", cards=(c,), word=s) for c in wilds for s in suits]

    def carry_out(self, table: CardGame, card: Card, state: OrderState) -> bool:
        """What a special card does; True when it skips the next player."""
        powers, rank, draw = state.extras.powers, card.rank, state.stage.draw
        assert powers is not None
        if rank not in powers.ranks and "suit" not in table.facts:
            return False  # nothing changes, and there is nothing to tell
        skips = rank in powers.skip
        if rank in powers.reverse:
            state.backwards = not state.backwards
            skips = skips or len(table.order) == 2  # with two players a reverse is a skip
        if rank in powers.draws:
            state.owed += powers.draws[rank]
            if skips and draw is not None:
                skipped = holder_after(table, state.turn, state)
                table.piles.take(skipped, state.owed, visible_to(draw.visible, skipped))
                state.owed = 0
        tell_specials(table, state)
        return skips

    def explain_wild(self, table: CardGame, seat: int, cards: Sequence[Card]) -> None:
        """Raise `Refused` if it is the suit that is missing."""
        if self.on and len(cards) == 1 and cards[0].rank in self.powers(table.deck).wild:
            offers = [o for o in table.legal(seat) if str(o).startswith(f"DISCARD {cards[0]} ")]
            raise Refused(
                Reason.AMBIGUOUS,
                "name the suit to follow, too: {offers}",
                offers=table.in_words(offers),
            )


def _ranks(written: str, deck: Deck) -> Sequence[str]:
    """The ranks that are written so: one of the deck, letters, or words with spaces between."""
    known = {*deck.ranks, *deck.suitless()}
    return (written,) if written in known else tuple(ranks_in(written))


def tell_specials(table: CardGame, state: OrderState) -> None:
    """What special cards have caused is public."""
    table.set_fact("suit", state.suit or None)
    table.set_fact("direction", "backwards" if state.backwards else None)
    table.set_fact("owed", state.owed or None)
