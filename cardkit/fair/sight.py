"""Cards in sight of a player: what leaves a shuffled pile, or is shown in it, must be proved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cardkit.cardgame.cards import HIDDEN
from cardkit.fair.deal import Shuffled, Untrue


@dataclass(slots=True)
class Pile:
    """A shuffled pile: what leaves it comes with a proof."""

    shuffled: Shuffled | None
    """None where its shuffle was not heard; the next proof will tell."""
    others: int = 0
    """How many cards were put there since; they may leave without one."""

    def lying(self) -> Counter[str]:
        """The cards that were proved to lie here, and were not dealt yet."""
        if self.shuffled is None:
            return Counter()
        faces, dealt = self.shuffled.faces, self.shuffled.dealt
        return Counter(face for place, face in faces.items() if place not in dealt)


@dataclass(slots=True)
class Sight:
    """Cards that have just been moved or shown, until their proofs have come."""

    source: str
    to: str
    cards: Sequence[str]
    moved: bool
    items: list[Any] = field(default_factory=list)
    """What came with them: a place for each that is hidden, and a proof for the others."""

    def check(self, pile: Pile, *, late: bool) -> None:
        """All proofs have come. Who was away before, and is told late, cannot ask for all."""
        lacking = self._lacking(pile)
        if not 0 <= len(lacking) <= pile.others and not late:
            cards = " ".join(map(str, lacking))[:60]
            raise Untrue("a card was dealt without a proof: {cards}", cards=cards)
        pile.others = max(0, pile.others - len(lacking))
        if self.moved and len(self.items) == len(self.cards):
            for card, item in zip(self.cards, self.items, strict=True):
                _check_face(card, item, pile.shuffled, late=late)

    def _lacking(self, pile: Pile) -> Sequence[str]:
        if self.moved:
            if len(self.items) > len(self.cards):
                raise Untrue("more cards were proved than dealt")
            return self.cards[len(self.items) :]
        seen = Counter(card for card in self.cards if card != HIDDEN)
        return list((seen - pile.lying()).elements())


def _check_face(card: str, item: Any, shuffled: Shuffled | None, *, late: bool) -> None:
    if isinstance(item, int):
        proved = None if shuffled is None else shuffled.faces.get(item)
        right = card in (HIDDEN, proved) or (proved is None and late)
    else:
        proved = item[1]
        right = card == proved
    if not right:
        raise Untrue(
            "{card} was told, and {proved} was proved", card=str(card)[:8], proved=str(proved)[:8]
        )
