"""Ask: players ask each other for cards, draw when they ask in vain, and lay down books."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.cards import Card, cards_of
from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.hooks import LeadHooks
from cardkit.cardgame.knowledge import shuffle
from cardkit.cardgame.piles import EVERYONE
from cardkit.cardgame.reasons import CardReason
from cardkit.cardgame.stage import Offers, Rules, Stage, StageState
from cardkit.netgame import (
    Below,
    Condition,
    Declared,
    Fact,
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

BOOKS = "books"
_WITHOUT_CARDS: Mapping[int | None, str] = {
    0: "Players without cards are out.",
    1: "A player who has no cards draws one when it is their turn.",
    None: "A player who has no cards draws {draws_when_empty} when it is their turn.",
}


class AskState(StageState):
    """How often players have asked."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        self.asked = 0


class Asks(dict[str, CardCommand]):
    """All asks to a player by what is asked for, each made when it is first offered."""

    def __init__(self, name: str, seat: int) -> None:
        super().__init__()
        self.name, self.seat = name, seat

    def __missing__(self, wanted: str) -> CardCommand:
        made = CardCommand("ASK", name=self.name, target=self.seat, word=wanted)
        self[wanted] = made
        return made


asks_to = lru_cache(maxsize=256)(Asks)


@condition
class Ask(Stage["CardGame", AskState]):
    """Ask another player for cards; most books win."""

    hooks = LeadHooks
    on_table: ClassVar[str] = "none"
    declares: ClassVar[tuple[Declared, ...]] = (
        Word(
            "ASK",
            "ask another player for cards of a rank",
            told=(
                "{who} asks {whom} for {choice} and gets {got}",
                "{who} asks {whom} for {choice} in vain",
            ),
            you=(
                "You ask {whom} for {choice} and get {got}",
                "You ask {whom} for {choice} in vain",
            ),
            button="Ask",
            player=True,
            choice="rank",
        ),
        Word(
            "ASK",
            "ask another player for a card",
            told=(
                "{who} asks {whom} for {choice} and gets {got}",
                "{who} asks {whom} for {choice} in vain",
            ),
            you=(
                "You ask {whom} for {choice} and get {got}",
                "You ask {whom} for {choice} in vain",
            ),
            button="Ask",
            player=True,
            choice="card",
        ),
        Pile(
            BOOKS,
            "the books of a player",
            "books",
            put="{who} lays down a book: {cards}",
            you_put="You lay down a book: {cards}",
            shown="spread",
            grouped="rank",
        ),
        Fact("books", "how many books each player has", "books", told="", kind="seats"),
    )

    asks_for: str = setting(
        "rank",
        "what is asked for: a rank, or a card",
        choices=("rank", "card"),
        says={
            "rank": "ASK another player for a rank.",
            "card": "ASK another player for a card that you do not hold.",
        },
    )
    must_hold: bool = setting(
        True,
        "players hold a card of the rank that they ask for",
        says="You must hold a card of that rank.",
    )
    gives: str = setting(
        "all",
        "what a player who is asked for a rank gives: all cards of it, or one",
        choices=("all", "one"),
        says={
            "all": "A player who has what was asked for gives all of it, face up.",
            "one": "A player who has what was asked for gives one card, face up.",
        },
    )
    again: bool = setting(
        True,
        "a player who gets cards asks again",
        says="If you get cards, you ask again.",
        says_not="Then the turn passes, also if you get cards.",
    )
    draws: int = setting(
        1,
        "cards to draw after an ask in vain",
        least=0,
        most=13,
        says=("If you ask in vain, draw a card.", "If you ask in vain, draw {draws} cards."),
    )
    lucky: bool = setting(
        True,
        "a player who draws what they asked for shows it and asks again",
        says="If you draw what you asked for, show it and ask again.",
    )
    book: int = setting(
        4,
        "cards of a rank that are a book, and are laid down at once",
        least=2,
        most=13,
        says="A book is {book} of a rank, and is laid down at once.",
    )
    draws_when_empty: int = setting(
        1,
        "cards to draw by a player who has none when it is their turn",
        unsaid={0: "they are out"},
        least=0,
        most=13,
        says=_WITHOUT_CARDS,
    )
    ends: str = setting(
        "no_cards",
        "when the game is over: when nobody can ask any more, when the stock is empty, or when it "
        "is empty or a player has no cards left",
        choices=("no_cards", "empty_stock", "first_out"),
        says={
            "no_cards": "The game ends when nobody can ask any more.",
            "empty_stock": "The game ends when the stock is empty.",
            "first_out": "The game ends when the stock is empty or a player has no cards left.",
        },
    )
    ask_limit: int = setting(
        0,
        "asks after which the game ends",
        unsaid={0: "no limit"},
        least=0,
        most=1_000_000,
        says="The game ends with ask number {ask_limit}.",
    )

    def declared(self) -> Iterator[Declared]:
        for_rank, for_card, *books = self.declares
        yield for_rank if self.asks_for == "rank" else for_card
        yield from books

    def draws_cards(self) -> bool:
        return bool(self.draws or self.draws_when_empty)

    def plays_cards(self) -> bool:
        return True  # they must see their hands to know what to ask for

    def conflicts(self) -> list[str]:
        found: list[str] = []
        if self.asks_for == "card" and self.gives != "all":
            found.append(Text("gives is about a rank that is asked for; leave it out"))
        if self.lucky and not self.draws:
            found.append(Text("nobody draws what they asked for: write lucky=False or draws=1"))
        if not (self.draws or self.ask_limit):
            found.append(Text("cards may stay in the stock for ever: write ask_limit=… or draws=1"))
        return found

    def unused(self, beside: Mapping[str, Condition]) -> Mapping[str, str]:
        found = {"draws_when_empty": "ends=no_cards"} if self.ends == "first_out" else {}
        return found | ({"gives": "book=3"} if self.book == 2 else {})  # who has two lays them down

    def sentences(self) -> list[Sentence]:
        said = super().sentences()
        goes_on = self.ends != "first_out"  # with players who have no cards
        return [each for each in said if goes_on or each[0] not in _WITHOUT_CARDS.values()]

    def misfits(self, rules: Rules) -> list[str]:
        deck = rules.deck
        ranks = Counter(card.rank for card in cards_of(deck).all)
        odd = [rank for rank, count in ranks.items() if count % self.book]
        if not odd:
            return []
        return [
            Text(
                "{rank} cannot be laid down in books of {book}; choose a deck without such cards, "
                "or another book",
                rank=odd[0],
                book=self.book,
            )
        ]

    def begin(self, table: CardGame) -> None:
        table.on_lead()
        table.state = AskState()
        for seat in table.order:
            table.piles.make(f"{BOOKS}:{seat}")
            self._lay_books(table, seat, table.piles[seat])
        self._count_books(table)
        self._go_on(table, table.first_seat())

    def offers(self, table: CardGame, seat: int, state: AskState) -> Offers:
        wanted, names = self._wanted(table, seat), table.names
        asks = [asks_to(names[other], other) for other in self._others(table, seat)]
        return [to_one[each] for to_one in asks for each in wanted]

    def _others(self, table: CardGame, seat: int) -> list[int]:
        """Who can be asked: the players who have cards, or all if nobody else has."""
        piles, order = table.piles, table.from_first()
        others = [other for other in order if other != seat and piles[other]]
        return others or [other for other in order if other != seat]

    def _wanted(self, table: CardGame, seat: int) -> list[str]:
        """What this player may ask for, in the order of the deck."""
        hand, ranks = table.piles[seat], table.cards.ranks
        held = {card.rank for card in hand}
        if self.asks_for == "rank":
            return [rank for rank in ranks if rank in held] if self.must_hold else [*ranks]
        cards = (card for card in dict.fromkeys(table.cards.all) if card not in hand)
        return [card for card in cards if card.rank in held or not self.must_hold]

    def imagine(self, table: CardGame, seat: int, state: AskState, below: Below) -> None:
        """Nobody holds a whole book: it would have been laid down."""
        piles = table.piles
        held = {other: Counter(card.rank for card in piles[other]) for other in table.order}
        for other, ranks in held.items():
            for rank in [rank for rank, count in ranks.items() if count >= self.book]:
                surplus = [c for c in piles.unseen_by(seat, other) if c.rank == rank]
                for card in surplus[: ranks[rank] - self.book + 1]:
                    self._hand_over(table, seat, other, card, held, below)

    def _hand_over(
        self,
        table: CardGame,
        seat: int,
        giver: int,
        card: Card,
        held: Mapping[int, Counter[str]],
        below: Below,
    ) -> None:
        """Let an imagined hand have another card, whose place this one takes."""
        piles, full = table.piles, self.book - 1
        free = [
            (key, other)
            for key in piles
            if key != giver and (key not in held or held[int(key)][card.rank] < full)
            for other in piles.unseen_by(seat, key)
            if other.rank != card.rank and held[giver][other.rank] < full
        ]
        shuffle(free, below)
        for key, other in free:
            piles.exchange(card, giver, other, key)
            if piles.are_possible(giver, key):
                break
            piles.exchange(other, giver, card, key)
        else:
            return
        held[giver].update({card.rank: -1, other.rank: 1})
        if key in held:
            held[int(key)].update({card.rank: 1, other.rank: -1})

    def act(self, table: CardGame, seat: int, command: CardCommand, state: AskState) -> None:
        piles, source = table.piles, command.target
        state.asked += 1
        again, new = False, self._asked_for(piles[source], command)
        if new:
            again = self.again
            new = _some(table, new, len(new) if self.gives == "all" else 1)
            piles.move(new, source, seat, to=EVERYONE)
            if self.gives == "all":
                self._tell_lack(table, command)
        else:
            self._tell_lack(table, command)
            new = piles.take(seat, self.draws)
            if self.lucky and (found := self._asked_for(new, command)):
                piles.show(found, seat)
                again = True
        self._lay_books(table, seat, new)
        if table.has_effects:
            table.did(seat, command)
        if 0 < self.ask_limit <= state.asked:
            table.next_stage("ask_limit")
        else:
            self._go_on(table, seat if again else table.following[seat])

    def _tell_lack(self, table: CardGame, command: CardCommand) -> None:
        """Who was asked has none of it, or no more."""
        table.piles.rule_out(command.target, self._asked_for(table.cards.all, command))

    def _asked_for(self, cards: Sequence[Card], command: CardCommand) -> list[Card]:
        """Which of these cards were asked for."""
        wanted = command.word
        if self.asks_for == "rank":
            return [card for card in cards if card.rank == wanted]
        return [card for card in cards if card == wanted]

    def _lay_books(self, table: CardGame, seat: int, new: Sequence[Card]) -> None:
        """Lay down the books that a player has by these cards."""
        hand, size = table.piles[seat], self.book
        if len(hand) < size:
            return
        for rank in [new[0].rank] if len(new) == 1 else sorted({card.rank for card in new}):
            while len(cards := [card for card in hand if card.rank == rank]) >= size:
                table.piles.move(_some(table, cards, size), seat, f"{BOOKS}:{seat}", to=EVERYONE)
                self._count_books(table)

    def _count_books(self, table: CardGame) -> None:
        piles, seats = table.piles, range(len(table.names))
        table.set_fact("books", [len(piles.get(f"{BOOKS}:{s}", ())) // self.book for s in seats])

    def _go_on(self, table: CardGame, seat: int) -> None:
        """Ask the next player who has cards or can draw some; nobody: the game is over."""
        piles, order = table.piles, table.order
        if self.ends == "no_cards" or not self._is_over(table):
            if piles[seat] and piles["stock"]:  # as it is nearly always
                table.awaited = (seat,)
                return
            for _ in order:
                while not piles[seat] and self.draws_when_empty and piles.can_draw():
                    self._lay_books(table, seat, piles.take(seat, self.draws_when_empty))
                if piles[seat] and (
                    piles.can_draw() or any(piles[other] for other in order if other != seat)
                ):
                    table.awaited = (seat,)
                    return
                seat = table.following[seat]
        table.next_stage(self.ends)

    def _is_over(self, table: CardGame) -> bool:
        holds_cards = all(table.piles[seat] for seat in table.order)
        return not table.piles.can_draw() or (self.ends == "first_out" and not holds_cards)

    def endings(self) -> Iterator[str]:
        yield self.ends
        if self.ask_limit:
            yield "ask_limit"

    def worth(self, table: CardGame, state: AskState) -> dict[int, int]:
        return {seat: len(table.piles[f"{BOOKS}:{seat}"]) for seat in table.order}

    def explain(self, table: CardGame, seat: int, command: CardCommand, state: AskState) -> None:
        if command.verb != "ASK":
            return
        if self.asks_for == "card":
            sentence = "ask for a card that you do not hold: {wanted}"
        elif self.must_hold:
            sentence = "ask for a rank that you hold: {wanted}"
        else:
            sentence = "ask for a rank: {wanted}"
        wanted = ", ".join(self._wanted(table, seat))
        raise Refused(CardReason.NOT_HELD, sentence, wanted=wanted)


def _some(table: CardGame, cards: Sequence[Card], count: int) -> list[Card]:
    """So many of these cards, chosen by lot, and sorted: where they lay tells when they came."""
    if count < len(cards):
        cards = [cards[at] for at in table.chance.by_lot(range(len(cards)))[:count]]
    return sorted(cards)
