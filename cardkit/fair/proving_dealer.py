"""The dealer's side of a deal: every shuffle bound to a root, and a proof with each card dealt.

A proof comes with a card when it leaves the shuffled pile, and to whoever may see it then. Later
it would tell more than a player may know: where a played card lay tells when it was drawn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from cardkit.cardgame.piles import EVERYONE, HiddenFaces
from cardkit.fair.deal import FairDeal
from cardkit.fair.dealer import FairDealer
from cardkit.fair.proof import CommittedDeck
from cardkit.netgame import Event


class Shuffle:
    """Cards in the order in which a shuffle left them; the tree is made when it is asked for."""

    __slots__ = ("_deal", "_deck", "cards", "label")

    def __init__(self, deal: FairDeal, label: str, cards: Iterable[str]) -> None:
        self._deal, self.label, self.cards = deal, label, tuple(map(str, cards))
        self._deck: CommittedDeck | None = None

    @property
    def deck(self) -> CommittedDeck:
        if self._deck is None:
            deal = self._deal
            self._deck = CommittedDeck(deal.context, deal.secret, self.cards, self.label)
        return self._deck


class CardPosition:
    """Where a card lies since it was shuffled last, and who was shown it there."""

    __slots__ = ("left", "place", "shown", "shuffle")

    def __init__(self, shuffle: Shuffle, place: int) -> None:
        self.shuffle, self.place, self.shown, self.left = shuffle, place, 0, False

    def proof(self) -> list[Any]:
        return self.shuffle.deck.proof(self.place).words()


class Dealt(Event):
    """What is told of cards that are dealt: the proof to who sees one, its place to the others."""

    __slots__ = ("_items", "_versions")

    def __init__(
        self, deal: int, label: str, to: str, items: list[tuple[CardPosition, int, bool]]
    ) -> None:
        super().__init__(0, "PROOF", (deal, label, to))
        self.public = None
        self._items = items
        self._versions: dict[tuple[bool, ...], tuple[Any, ...] | None] = {}

    def words(self, viewer: int) -> tuple[Any, ...] | None:
        bit = 1 << viewer
        version = tuple([mask & bit != 0 for _, mask, _ in self._items])
        if version not in self._versions:
            self._versions[version] = self._say(version)
        return self._versions[version]

    def _say(self, version: tuple[bool, ...]) -> tuple[Any, ...] | None:
        items = [
            card.proof() if sees else card.place
            for sees, (card, _, leaves) in zip(version, self._items, strict=True)
            if sees or leaves
        ]
        return (self.kind, *self.parts, *items) if items else None


class ProvingDealer(FairDealer):
    """Stands at a table for one deal, and can prove every card that it dealt."""

    __slots__ = ("_coming", "_positions", "deal", "fresh", "shuffles")

    def __init__(self, seed: bytes, deal: FairDeal) -> None:
        super().__init__(seed)
        self.deal = deal
        self.shuffles: list[Shuffle] = []
        self.fresh: list[Shuffle] = []
        """What was shuffled since `take_fresh`."""
        self._positions: dict[int, CardPosition] = {}
        self._coming: deque[dict[int, CardPosition]] = deque()
        """Where cards are after shuffles that no event has told of yet."""

    def shuffle(self, cards: list[Any], label: str) -> None:
        super().shuffle(cards, label)
        if not label.startswith("lot"):
            shuffle = Shuffle(self.deal, label, cards)
            self.shuffles.append(shuffle)
            self.fresh.append(shuffle)
            self._coming.append(
                {c.number: CardPosition(shuffle, place) for place, c in enumerate(cards)}
            )

    def take_fresh(self) -> list[Shuffle]:
        fresh, self.fresh = self.fresh, []
        return fresh

    def prove(self, events: Iterable[Event]) -> None:
        """Give the events their proofs."""
        for event in events:
            if event.kind == "SHUFFLE":
                self._positions |= self._coming.popleft()
            elif event.kind == "MOVE" or event.kind == "SHOW":
                event.proofs = self._proofs(event)

    def _proofs(self, event: Event) -> tuple[Dealt, ...]:
        moved = event.kind == "MOVE"
        to, cards, masks = cards_in(event)
        found: dict[str, list[tuple[CardPosition, int, bool]]] = {}
        for card, mask in zip(cards, masks, strict=True):
            at = self._positions.get(card.number)
            if at is not None and not at.left:
                found.setdefault(at.shuffle.label, []).append((at, mask & ~at.shown, moved))
                at.shown |= mask
                at.left = moved
        if not found:
            return ()
        number = self.deal.number
        return tuple([Dealt(number, label, to, items) for label, items in found.items()])

    def proofs_for(self, seat: int, piles: Iterable[tuple[str, Iterable[Any]]]) -> Iterator[Event]:
        """The proofs that this seat was told of the cards that it still sees."""
        for to, cards in piles:
            found: dict[str, list[tuple[CardPosition, int, bool]]] = {}
            for card in cards:
                at = self._positions.get(card.number)
                if at is not None and at.shown >> seat & 1:
                    found.setdefault(at.shuffle.label, []).append((at, 1 << seat, False))
            for label, items in found.items():
                yield Dealt(self.deal.number, label, to, items)


def cards_in(event: Event) -> tuple[str, Sequence[Any], Sequence[int]]:
    """Of a MOVE or SHOW: the pile where the cards lie after it, the cards, and who sees each."""
    piles = 2 if event.kind == "MOVE" else 1
    if isinstance(event.hidden, HiddenFaces):
        return event.parts[piles - 1], event.hidden.cards, event.hidden.masks
    cards = event.parts[piles:]
    return event.parts[piles - 1], cards, [EVERYONE] * len(cards)
