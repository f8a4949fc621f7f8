"""KNOCK: a player ends the game with a discard, and all lay their melds down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from cardkit.cardgame.cards import Cards
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.melds import HandSearch, LooseCards, Meld, best_melds, lay_offs, may_say
from cardkit.cardgame.piles import EVERYONE, visible_to
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.stage import Offers, Rules
from cardkit.cardgame.turn import PASS, OrderState, TurnCommand, after
from cardkit.cardgame.values import PIPS, in_words, value_of
from cardkit.netgame import Declared, Fact, Refused, Sentence, Text, Word, condition, setting

if TYPE_CHECKING:
    from cardkit.cardgame.game import CardGame
    from cardkit.cardgame.order import OrderGame


_IN_A_TURN: Mapping[str, Any] = {
    "times": 0,
    "ends_turn": False,
    "open_first": False,
    "goes_out": False,
    "at_once": 1,
}
"""What is about melds in a turn, as it is where nobody lays any."""


@lru_cache(maxsize=64)
def _loose_cards(cards: Cards, meld: Meld, values: frozenset[tuple[str, int]]) -> LooseCards:
    return LooseCards(cards, meld, dict(values))


@condition
class Knock(TurnCommand):
    """KNOCK: end the game with a discard when little is left outside melds."""

    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "KNOCK",
            "discard a card, lay your melds down and end the game",
            told=("{who} knocks with {cards}", "{who} knocks without a discard"),
            you=("You knock with {cards}", "You knock without a discard"),
            button="Knock",
            cards=(0, 1),
        ),
        Fact("knock_limit", "what may be left at most for a knock", "knock with", told=""),
        Fact("knocker", "the player who knocked", "knocked", told=""),
    )

    limit: int = setting(
        10,
        "what the cards outside melds may count at most",
        least=0,
        most=500,
        says="When your cards outside melds count {limit} or less after a discard, you may KNOCK "
        "with it: the melds are laid down, and the game ends.",
    )
    gin: int = setting(
        25,
        "points more for knocking with nothing left; nobody may lay off then",
        least=0,
        most=10_000,
        says="Whoever knocks gets what the others have left more than they have. With nothing left "
        "at all it is {gin} more, and nobody lays off.",
        says_not="Whoever knocks gets what the others have left more than they have.",
    )
    big_gin: int = setting(
        0,
        "points more, instead of those for gin, for laying down all cards without a discard",
        unsaid={0: "there is always a discard"},
        least=0,
        most=10_000,
        says="When all your cards lie in melds before the discard, you may KNOCK without one: that "
        "is {big_gin} more instead.",
    )
    undercut: int = setting(
        25,
        "points more for a player who has no more left than the one who knocked",
        least=0,
        most=10_000,
        says="A player who has no more left than the one who knocked gets the difference and "
        "{undercut} more instead.",
        says_not="A player who has less left than the one who knocked gets the difference instead.",
    )
    values: dict[str, int] = setting(
        PIPS, "what cards outside melds count, by card, rank or suit; * is any other"
    )

    def declared(self) -> Iterator[Declared]:
        knock, *facts = self.declares
        assert isinstance(knock, Word)
        yield knock if self.big_gin else replace(knock, cards=(1, 1))
        yield from facts

    def sentences(self) -> list[Sentence]:
        worth = in_words(self.values)
        return [*super().sentences(), ("Cards outside melds count: {worth}.", {"worth": worth})]

    def misfits(self, rules: Rules, stage: OrderGame) -> Iterator[str]:
        meld, draw = stage.meld, stage.draw
        if not (meld and stage.discard and draw and draw.rule == "first"):
            yield Text(
                "a knock needs melds, discards and draws: write meld=Meld(), "
                "discard=Discard() and draw=Draw(rule='first')"
            )
        elif replace(meld, to="table", visible="all", **_IN_A_TURN) != meld:
            yield Text("melds are laid at a knock, not in a turn; leave such settings out")
        elif meld.lay_off == "own":
            yield Text("cards are laid to the melds of whoever knocked: write lay_off='all'")

    def endings(self) -> Iterator[str]:
        yield "knock"

    # --- in play -----------------------------------------------------------------------------

    def begin(self, table: CardGame, state: OrderState) -> None:
        table.set_fact("knocker", None)
        limit = table.knock_limit(self.limit)
        table.set_fact("knock_limit", limit)
        state.extras = state.extras._replace(knock_limit=limit)
        self.equip(table, state)

    def equip(self, table: CardGame, state: OrderState) -> None:
        if "more_melds" not in table.overridden:
            assert state.stage.meld is not None
            loose = _loose_cards(table.cards, state.stage.meld, frozenset(self.values.items()))
            if loose.known:
                state.extras = state.extras._replace(loose=loose)

    def offers(self, table: CardGame, seat: int, state: OrderState, others: Offers) -> Offers:
        """The discards with which this hand may knock."""
        limit, loose = state.extras.knock_limit, state.extras.loose
        if loose is not None and loose.least_left(table.piles[seat]) > limit:
            return ()
        search = self._search(table, seat, state)
        knocks = [
            CardCommand("KNOCK", cards=(card,))
            for at, card in enumerate(search.cards)
            if card is not state.taken and search.left_without(at) <= limit
        ]
        big_gin = self.big_gin and not search.laid_out().left
        return [*knocks, CardCommand("KNOCK")] if big_gin else knocks

    def _search(self, table: CardGame, seat: int, state: OrderState) -> HandSearch:
        assert state.stage.meld is not None
        return HandSearch(table, state.stage.meld, table.piles[seat], self.values)

    def interlude_offers(self, table: CardGame, seat: int, state: OrderState) -> Offers:
        meld = state.stage.meld
        assert meld is not None
        return [*lay_offs(table, meld, table.piles[seat], state.extras.melds), PASS]

    def act(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        discard, meld = state.stage.discard, state.stage.meld
        assert discard is not None
        assert meld is not None
        extras = state.extras
        if command.verb == "PASS":
            state.extras = extras._replace(laying_off=extras.laying_off[1:])
        elif command.verb == "LAY":
            meld.add_card(table, seat, command, state)
            table.did(seat, command)
        else:
            if command.cards:
                table.piles.move(command.cards, seat, discard.to, visible_to(discard.visible, seat))
            table.set_fact("knocker", table.names[seat])
            self._lay_down(table, seat, state)
            lays_off = table.piles[seat] and meld.lay_off == "all"
            others = tuple(after(table, seat, state)) if lays_off else ()
            state.extras = state.extras._replace(
                interlude=self, knocker=seat, big_gin=not command.cards, laying_off=others
            )
            table.did(seat, command)
        self._ask_to_lay_off(table, state)

    def _ask_to_lay_off(self, table: CardGame, state: OrderState) -> None:
        """The next player may lay off; nobody left: all lay their melds down."""
        waiting = tuple(s for s in state.extras.laying_off if table.piles[s])
        state.extras = state.extras._replace(laying_off=waiting)
        if waiting:
            table.ask(waiting[0])
            return
        for seat in after(table, state.extras.knocker, state):
            self._lay_down(table, seat, state)
        table.next_stage("knock")

    def _lay_down(self, table: CardGame, seat: int, state: OrderState) -> None:
        """Lay the best melds of a hand on the table, and show what is left of it."""
        hand, meld = table.piles[seat], state.stage.meld
        assert meld is not None
        melded = best_melds(table, hand, self.values)
        for cards in melded.melds:
            table.piles.move(cards, seat, f"meld:{seat}", to=EVERYONE)
        table.piles.show(hand, seat)
        laid = {cards[0]: cards for cards in melded.melds}
        meld.keep(table, {**state.extras.melds, **laid}, state)

    def gives_points(self) -> bool:
        return True

    def points(self, table: CardGame, seat: int, state: OrderState) -> int:
        knocker = state.extras.knocker
        if knocker < 0:
            return 0
        left = {s: sum(value_of(c, self.values) for c in table.piles[s]) for s in table.order}
        gin = not table.piles[knocker]
        bonus = self.big_gin if state.extras.big_gin else self.gin
        points = 0
        for other in table.order:
            more = left[other] - left[knocker]
            won = more + bonus if gin else more if more > 0 else more - self.undercut
            if other != knocker:
                points += max(0, won) if seat == knocker else max(0, -won) if seat == other else 0
        return points

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: OrderState) -> None:
        cards = command.cards
        if command.verb != "KNOCK" or len(cards) != 1:
            return
        search = self._search(table, seat, state)
        left = search.left_without(search.cards.index(cards[0]))
        limit = state.extras.knock_limit
        if left > limit:
            raise Refused(
                CardReason.NO_COMBINATION,
                "without {card} the cards outside your melds count {left}; knock with {limit} or "
                "less{may}",
                card=cards[0],
                left=left,
                limit=limit,
                may=may_say(table, seat, "KNOCK"),
            )
