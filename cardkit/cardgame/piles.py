"""Piles: where every card is, and who may see it. The gates through which cards and faces pass.

`move` is the only code that changes where a card is, `gather` takes the whole deck in, and a face
leaves the table only through `HiddenFaces` and `faces`, which ask whether this viewer may see it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self

from cardkit.cardgame.cards import HIDDEN, Card, Cards, Deck, cards_of
from cardkit.cardgame.settings import Stock
from cardkit.netgame import WATCHER, Condition, Event, Hidden, NetGame

NOBODY, ALL = 0, -1
STOCK, TABLE, AWAY = "stock", "table", "away"
PileKey = int | str
"""A seat for the hand of that player, a word for any other pile; `won:2` belongs to seat 2."""


class HiddenFaces(Hidden):
    """Cards in an event: each viewer is told those faces that they may see."""

    __slots__ = ("as_count", "cards", "fanned", "masks", "tail")

    def __init__(
        self,
        cards: Sequence[Card],
        masks: Sequence[int],
        as_count: bool = False,
        tail: tuple[str, ...] = (),
        fanned: bool = False,
    ) -> None:
        self.cards, self.masks, self.as_count, self.tail = cards, masks, as_count, tail
        self.fanned = fanned

    def version(self, viewer: int) -> Hashable:
        bit, masks = 1 << viewer, self.masks
        if len(masks) == 1:
            return masks[0] & bit != 0
        return tuple([mask & bit != 0 for mask in masks])

    def words(self, viewer: int) -> tuple[Any, ...]:
        bit = 1 << viewer
        shown = [c if m & bit else HIDDEN for c, m in zip(self.cards, self.masks, strict=True)]
        if self.fanned:
            shown.sort()
        if self.as_count and HIDDEN in shown:  # paper §3.3: hidden parts are told as a number
            return (len(shown), *self.tail)
        return (*shown, *self.tail)


class Piles(NetGame, abstract=True):
    """A table with cards on it."""

    deck: Deck = Deck()
    stock: Stock = Stock()

    _known: ClassVar[dict[str, type[Condition]]] = NetGame._known | {"deck": Deck, "stock": Stock}

    def __init__(self, preset: str = "", options: Mapping[str, Any] = {}, **how: Any) -> None:
        super().__init__(preset, options, **how)
        self.cards: Cards = cards_of(self.deck)
        self.piles: dict[PileKey, list[Card]] = {STOCK: list(self.cards.all), TABLE: [], AWAY: []}
        self.seen = [NOBODY] * len(self.cards.all)
        self.deals = 0
        """How often this game has been dealt; a void deal is dealt again."""

    # --- the gates ---------------------------------------------------------------------------

    def move(self, cards: Sequence[Card], source: PileKey, target: PileKey, visible: int) -> None:
        """Move cards from one pile onto another; `visible` is the set of seats that see them.

        The only code that changes where a card is. A face is told to those who could see it
        before or after.
        """
        pile, seen = self.piles[source], self.seen
        try:
            onto = self.piles[target]
        except KeyError:
            onto = self.pile(target)
        if self.listening:
            masks = [seen[card.number] | visible for card in cards]
            self._show("MOVE", (self.pile_name(source), self.pile_name(target)), cards, masks)
        for card in cards:
            if pile[-1] is card:
                pile.pop()
            elif self.deck.packs == 1:
                pile.remove(card)
            else:  # an equal card of another pack is not this one
                del pile[next(at for at, other in enumerate(pile) if other is card)]
            seen[card.number] = visible
        onto += cards

    def gather(self) -> None:
        """Take the whole deck into the stock, face down, and shuffle it."""
        for pile in self.piles.values():
            pile.clear()
        self.piles[STOCK].extend(self.cards.all)
        self.seen = [NOBODY] * len(self.seen)
        if self.listening:
            self.emit("GATHER", STOCK, len(self.seen))
        self.deals += 1
        self._mix(STOCK, f"{self.deal_name}deck" if self.deals == 1 else self.label("deck"))

    def put_away(self) -> None:
        """Nobody sees any card of the last game any more, and what belonged to seats is gone."""
        if self.listening and len(self.piles[STOCK]) < len(self.seen):
            self.emit("GATHER", STOCK, len(self.seen))
        self.piles = {STOCK: list(self.cards.all), TABLE: [], AWAY: []}
        self.seen = [NOBODY] * len(self.seen)

    def shuffle(self, pile: PileKey) -> None:
        """Shuffle a pile; nobody knows any of its cards afterwards."""
        for card in self.piles[pile]:
            self.seen[card.number] = NOBODY
        self._mix(pile, self.label("shuffle"))

    def _mix(self, pile: PileKey, label: str) -> None:
        cards = self.piles[pile]
        self.dealer.shuffle(cards, label)
        cards.reverse()  # the top of a pile is its end: position 0 of the shuffle comes first
        if self.listening:
            self.emit("SHUFFLE", self.pile_name(pile), len(cards))

    def show(self, cards: Sequence[Card], pile: PileKey, to: int = ALL) -> None:
        """Turn cards of a pile face up for these seats; they stay where they are."""
        for card in cards:
            self.seen[card.number] |= to
        if self.listening:
            in_hand = isinstance(pile, int)
            told = sorted(cards) if in_hand else tuple(cards)
            masks = [self.seen[card.number] for card in told]
            self._show("SHOW", (self.pile_name(pile),), told, masks, fanned=in_hand)

    def _show(
        self,
        kind: str,
        parts: tuple[str, ...],
        cards: Sequence[Card],
        masks: Sequence[int],
        fanned: bool = False,
    ) -> None:
        """Tell of cards; everybody hears the faces that they may see."""
        self.told += 1
        if masks.count(ALL) == len(masks):
            event = Event(self.told, kind, (*parts, *cards))
        else:
            event = Event(self.told, kind, parts, HiddenFaces(cards, masks, fanned=fanned))
        self.events.append(event)

    def faces(self, pile: Iterable[Card], seat: int | None) -> tuple[str, ...]:
        """The cards of a pile as this viewer may know them."""
        bit, seen = 1 << (WATCHER if seat is None else seat), self.seen
        return tuple([card if seen[card.number] & bit else HIDDEN for card in pile])

    def fanned(self, seat: int, viewer: int | None) -> Sequence[Card]:
        """A hand in the order in which it is told: to its player as it lies, to others by name.

        Where a card lies in a hand tells when it came there. So others are told of hidden cards
        first, and of those they see in the order of the alphabet.
        """
        hand = self.piles.get(seat, ())
        if seat == viewer:
            return hand
        bit, seen = 1 << (WATCHER if viewer is None else viewer), self.seen
        return sorted(hand, key=lambda card: card if seen[card.number] & bit else HIDDEN)

    def open_to(self, seat: int | None) -> Iterator[tuple[str, list[Card]]]:
        """By pile the cards that this viewer sees."""
        bit, seen = 1 << (WATCHER if seat is None else seat), self.seen
        for key, pile in self.piles.items():
            if cards := [card for card in pile if seen[card.number] & bit]:
                yield self.pile_name(key), cards

    # --- piles -------------------------------------------------------------------------------

    def hand(self, seat: int) -> list[Card]:
        """The cards of the player in this seat."""
        return self.piles[seat]

    def pile(self, key: PileKey) -> list[Card]:
        """The pile with that name, made if it is not there yet."""
        return self.piles.setdefault(key, [])

    def pile_name(self, key: PileKey) -> str:
        """How a pile is called to the players: a hand by its player, `won:2` by its owner."""
        if isinstance(key, int):
            return self.names[key]
        if ":" not in key:
            return key
        kind, _, seat = key.partition(":")
        return f"{kind}:{self.names[int(seat)]}"

    def take(self, seat: int, count: int, visible: int | None = None) -> list[Card]:
        """Draw cards from the top of the stock into a hand, refilling the stock where it may be."""
        stock = self.piles[STOCK]
        if 0 < count <= len(stock):
            top = stock[: -count - 1 : -1]
            self.move(top, STOCK, seat, 1 << seat if visible is None else visible)
            return top
        drawn: list[Card] = []
        while count and (self.piles[STOCK] or self.refill()):
            cards = self.piles[STOCK][: -count - 1 : -1]
            self.move(cards, STOCK, seat, 1 << seat if visible is None else visible)
            drawn += cards
            count -= len(cards)
        return drawn

    def can_refill(self) -> bool:
        """Whether an empty stock can be made anew."""
        if self.stock.refill == "from_table":
            return len(self.piles[TABLE]) > 1
        return self.stock.refill == "from_away" and bool(self.piles[AWAY])

    def refill(self) -> bool:
        """Make a new stock of cards that were played; False when there are none."""
        if not self.can_refill():
            return False
        source = TABLE if self.stock.refill == "from_table" else AWAY
        cards = self.piles[source][: -1 if source == TABLE else None]
        self.move(cards, source, STOCK, NOBODY)
        self.shuffle(STOCK)
        return True

    def reveal(self, name: str) -> int:
        """The seat that holds this card, which is shown to all; -1 when nobody has it.

        A rule may depend on a hidden card only by showing it. It comes to lie at the end of the
        hand: where it lay could tell something of the cards around it.
        """
        for seat in self.order:
            held = [card for card in self.piles[seat] if card == name]
            if held:
                self.move(held[:1], seat, seat, ALL)
                return seat
        return -1

    def copy(self) -> Self:
        twin = super().copy()
        twin.piles = {key: pile.copy() for key, pile in self.piles.items()}
        return twin

    def state(self) -> dict[str, Any]:
        state = super().state()
        del state["cards"]  # the same for all tables with this deck
        return state
