"""Stands at the gates of a table and keeps books of its own: where every card lies, who may see it.

The books follow from what passes the gates alone (which cards, from where, to where, for whose
eyes); from the code that shows cards to players nothing is taken over, so it can be held against
them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import new_class
from typing import Any, NamedTuple, Self, cast

from cardkit.cardgame import ALL, Card, CardGame
from cardkit.cardgame.piles import STOCK, PileKey

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


class Gates(CardGame, abstract=True):
    """Mixed into a game class behind it, where every card move of the game comes through."""

    def __init__(self, preset: str = "", options: Mapping[str, Any] = {}, **how: Any) -> None:
        super().__init__(preset, options, **how)
        self._lie: dict[PileKey, list[Card]] = {STOCK: list(self.cards.all)}
        self._sight = [0] * len(self.cards.all)
        self._passed: list[GatePassage] = []

    def move(self, cards: Sequence[Card], source: PileKey, target: PileKey, visible: int) -> None:
        cards, sight = tuple(cards), self._sight
        masks = tuple([sight[card.number] | visible for card in cards])
        self._passed.append(GatePassage("MOVE", (source, target), cards, masks))
        moved = {card.number for card in cards}
        self._lie[source] = [card for card in self._lie[source] if card.number not in moved]
        self._lie.setdefault(target, []).extend(cards)
        for card in cards:
            sight[card.number] = visible
        super().move(cards, source, target, visible)

    def show(self, cards: Sequence[Card], pile: PileKey, to: int = ALL) -> None:
        cards = tuple(cards)
        for card in cards:
            self._sight[card.number] |= to
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
        self._lie = {STOCK: list(self.piles[STOCK])}
        self._sight = [0] * len(self._sight)

    def shuffle(self, pile: PileKey) -> None:
        super().shuffle(pile)
        self._lie[pile] = list(self.piles[pile])
        for card in self._lie[pile]:
            self._sight[card.number] = 0

    def _mix(self, pile: PileKey, label: str) -> None:
        super()._mix(pile, label)
        cards = tuple(reversed(self.piles[pile]))
        self._passed.append(GatePassage("SHUFFLE", (pile, label), cards, (0,) * len(cards)))

    def copy(self) -> Self:
        twin = super().copy()
        twin._lie = {key: pile.copy() for key, pile in self._lie.items()}
        return twin

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
        for key in {**self.piles, **self._lie}:
            if self.piles.get(key, []) != self._lie.get(key, []):
                yield f"the pile {key} changed behind the gates"


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
