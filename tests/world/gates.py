"""Stands at the gates of a table and keeps books of its own: where every card lies, who may see it.

The books follow from what passes the gates alone (which cards, from where, to where, for whose
eyes); from the code that shows cards to players nothing is taken over, so it can be held against
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import new_class
from typing import NamedTuple, Self, cast

from cardkit.cardgame import EVERYONE, Card, CardGame, Piles, Viewers
from cardkit.cardgame.cards import Cards
from cardkit.cardgame.piles import STOCK, PileKey, viewers_of
from cardkit.netgame import Chance, EventLog, NetGame, People

BACK = "??"
_GATED: dict[type[CardGame], type[Gates]] = {}


class GatePassage(NamedTuple):
    """Cards at a gate: moved or shown, each with the set of seats that may know its face.

    Or shuffled: then the label stands with the pile, and the card that is dealt first in front.
    """

    kind: str
    piles: tuple[PileKey, ...]
    cards: tuple[Card, ...]
    masks: tuple[int, ...]


class GatedPiles(Piles):
    """Piles that keep books of their own of what passes their gates."""

    __slots__ = ("_lie", "_passed", "_sight")

    def __init__(self, cards: Cards, people: People, chance: Chance, log: EventLog) -> None:
        super().__init__(cards, people, chance, log)
        self._lie: dict[PileKey, list[Card]] = {STOCK: list(cards.all)}
        self._sight = [0] * len(cards.all)
        self._passed: list[GatePassage] = []

    def copy_to(self, table: NetGame) -> Self:
        twin = super().copy_to(table)
        twin._lie = {key: pile.copy() for key, pile in self._lie.items()}
        twin._sight, twin._passed = self._sight.copy(), self._passed.copy()
        return twin

    def move(
        self, cards: Sequence[Card], source: PileKey, target: PileKey, to: Viewers | int
    ) -> None:
        cards, sight, visible = tuple(cards), self._sight, viewers_of(to)
        masks = tuple([sight[card.number] | visible for card in cards])
        self._passed.append(GatePassage("MOVE", (source, target), cards, masks))
        moved = {card.number for card in cards}
        self._lie[source] = [card for card in self._lie.get(source, ()) if card.number not in moved]
        self._lie.setdefault(target, []).extend(cards)
        for card in cards:
            sight[card.number] = visible
        super().move(cards, source, target, to)

    def show(self, cards: Sequence[Card], pile: PileKey, to: Viewers | int = EVERYONE) -> None:
        cards = tuple(cards)
        for card in cards:
            self._sight[card.number] |= viewers_of(to)
        masks = tuple([self._sight[card.number] for card in cards])
        self._passed.append(GatePassage("SHOW", (pile,), cards, masks))
        super().show(cards, pile, to)

    def gather(self) -> None:
        super().gather()
        self._take_in()

    def put_away(self) -> None:
        super().put_away()
        self._take_in()

    def _take_in(self) -> None:
        self._lie = {STOCK: list(self[STOCK])}
        self._sight = [0] * len(self._sight)

    def shuffle(self, pile: PileKey) -> None:
        super().shuffle(pile)
        self._lie[pile] = list(self[pile])
        for card in self._lie[pile]:
            self._sight[card.number] = 0

    def _mix(self, pile: PileKey, label: str) -> None:
        super()._mix(pile, label)
        cards = tuple(reversed(self[pile]))
        self._passed.append(GatePassage("SHUFFLE", (pile, label), cards, (0,) * len(cards)))

    # --- the books ---------------------------------------------------------------------------

    def passed(self) -> list[GatePassage]:
        """What passed the gates since this was asked last."""
        passed, self._passed = self._passed, []
        return passed

    def lying(self, viewer: int) -> dict[PileKey, list[str]]:
        """Every pile with cards as this viewer may see it."""
        sight = self._sight
        return {
            key: [str(card) if sight[card.number] >> viewer & 1 else BACK for card in pile]
            for key, pile in self._lie.items()
            if pile
        }

    def face_up(self, viewer: int) -> Iterator[tuple[PileKey, list[Card]]]:
        """By pile the cards that this viewer may see."""
        for key, pile in self._lie.items():
            if seen := [card for card in pile if self._sight[card.number] >> viewer & 1]:
                yield key, seen

    def in_sight(self, viewer: int) -> set[str]:
        """The cards that this viewer may see where they lie."""
        return {str(c) for c in self.cards.all if self._sight[c.number] >> viewer & 1}

    def misplaced(self) -> Iterator[str]:
        """Where the table and the books differ, or a card is not in exactly one place."""
        lying = [card for pile in self._lie.values() for card in pile]
        if sorted(card.number for card in lying) != list(range(len(self.cards.all))):
            yield "cards were lost or doubled at the gates"
        for key in {**self, **self._lie}:
            if self.get(key, []) != self._lie.get(key, []):
                yield f"the pile {key} changed behind the gates"


class Gates(CardGame, abstract=True):
    """Mixed into a game class behind it, where every card move of the game comes through."""

    _piles = GatedPiles
    piles: GatedPiles


def gated(game: type[CardGame]) -> type[Gates]:
    """The same game with books kept at its gates."""
    if game not in _GATED:
        made = new_class(game.__name__, (game, Gates), {"abstract": True})
        _GATED[game] = cast("type[Gates]", made)
    return _GATED[game]


def is_whole(table: CardGame) -> bool:
    """Whether every card of the deck is in exactly one place."""
    lying = [card for pile in table.piles.values() for card in pile]
    deck = table.cards.all
    return len(lying) == len(deck) and {*map(id, lying)} == {*map(id, deck)}
