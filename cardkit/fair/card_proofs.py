"""Cards and their proofs, as a player sees them: what leaves a shuffled pile, or is shown in it,
comes with a proof of its place, and the places are used in order.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardkit.fair.faults import DealFault, FalseDeal
from cardkit.fair.proof import Proof, check_card
from cardkit.netgame import HIDDEN

_STOCK = "stock"
"""The pile that games are dealt from, where nobody has heard which pile was shuffled."""


@dataclass(slots=True)
class ShuffledPile:
    """A pile after a shuffle, which was bound to a root before a card of it was seen."""

    context: bytes
    deck: Mapping[str, int]
    """How often each card is there."""
    size: int
    root: bytes
    next: int | None = None
    """The place that is dealt next; None where not all that was dealt before was heard."""
    dealt: set[int] = field(default_factory=set)
    faces: dict[int, str] = field(default_factory=dict)
    """By place: the cards that were proved to lie there."""

    def prove(self, proof: Proof) -> bool:
        """A card comes with its proof: whether it was new."""
        depth = max(0, self.size - 1).bit_length()
        sound = proof.place < self.size and len(proof.path) == depth
        if not sound or not check_card(self.root, self.context, proof):
            raise FalseDeal(DealFault.WRONG_PROOF, card=proof.card[:8], place=proof.place)
        if proof.place in self.faces:
            return False
        self.faces[proof.place] = proof.card
        if list(self.faces.values()).count(proof.card) > self.deck.get(proof.card, 0):
            raise FalseDeal(DealFault.TOO_MANY_OF_A_CARD, card=proof.card[:8])
        return True

    def deal(self, place: int, to: str) -> None:
        """The card at this place goes to somebody: each once, and in the order of the shuffle."""
        if place in self.dealt:
            raise FalseDeal(DealFault.DEALT_TWICE, place=place)
        if not 0 <= place < self.size or (self.next is not None and place != self.next):
            due = "–" if self.next is None else self.next
            raise FalseDeal(DealFault.OUT_OF_ORDER, name=to[:40], place=place, next=due)
        self.dealt.add(place)
        self.next = place + 1

    def undealt(self) -> Counter[str]:
        """The cards that were proved to lie here, and were not dealt yet."""
        return Counter(face for place, face in self.faces.items() if place not in self.dealt)


@dataclass(slots=True)
class _Source:
    """A pile of the table that was shuffled."""

    shuffled: ShuffledPile | None
    """None where its shuffle was not heard; the next proof will tell."""
    others: int = 0
    """How many cards were put there since; they may leave without a proof."""


@dataclass(slots=True)
class _Movement:
    """Cards that were moved or shown just now."""

    source: str
    to: str
    cards: Sequence[str]
    moved: bool
    items: list[Proof | int] = field(default_factory=list)
    """What came with them: a place for each that is hidden, and a proof for the others."""


class CardProofs:
    """The shuffled piles of a table, and the cards that have moved last until they are proved.

    Who was away, and is told `late` what has happened, cannot ask for every proof.
    """

    def __init__(self) -> None:
        self.bound: deque[ShuffledPile] = deque()
        """Shuffles to which the dealer was bound, and that no event has told of yet."""
        self._sources: dict[str, _Source] = {}
        self.last: _Movement | None = None

    def move(self, source: str, to: str, cards: Sequence[str]) -> None:
        self.last = _Movement(source, to, cards, moved=True)
        if to in self._sources:
            self._sources[to].others += len(cards)

    def show(self, pile: str, cards: Sequence[str]) -> None:
        self.last = _Movement(pile, pile, cards, moved=False)

    def gather(self) -> None:
        self._sources.clear()

    def shuffle(self, pile: str, count: int, *, late: bool) -> bool:
        """A pile is shuffled: whether the dealer was bound to any shuffle."""
        if not self.bound:
            return False
        shuffled = self.bound.popleft()
        shuffled.next = 0
        self._sources[pile] = _Source(shuffled)
        if shuffled.size != count and not late:
            raise FalseDeal(DealFault.OTHER_CARDS)
        return True

    def prove(self, shuffled: ShuffledPile, to: str, items: Sequence[Any], *, late: bool) -> int:
        """Cards in the pile `to` come with these proofs and places: how many proofs were new.

        They moved just now, or are told again to somebody who comes: then with proofs alone.
        """
        last = self.last if self.last is not None and self.last.to == to else None
        proved, read = 0, list[Proof | int]()
        for item in items:
            if isinstance(item, list | tuple):
                proof = Proof.read(item)
                proved += shuffled.prove(proof)
                read.append(proof)
            elif last is None or type(item) is not int:
                raise ValueError
            else:
                read.append(item)
        if last is not None:
            source = self._sources.setdefault(last.source, _Source(shuffled))
            if source.shuffled is None or late:
                source.shuffled = shuffled
            elif source.shuffled is not shuffled:
                raise FalseDeal(DealFault.PROOF_OF_OTHER_PILE)
            last.items += read
            for each in read if last.moved else ():
                shuffled.deal(each if isinstance(each, int) else each.place, to)
        return proved

    def settle(self, *, late: bool) -> None:
        """All that moved has come with its proofs by now."""
        last, self.last = self.last, None
        if last is None or last.source not in self._sources:
            return
        source = self._sources[last.source]
        if last.moved and len(last.items) > len(last.cards):
            raise FalseDeal(DealFault.TOO_MANY_PROOFS)
        lacking = list(last.cards[len(last.items) :])
        if not last.moved:  # but shown where it lies
            seen = Counter(card for card in last.cards if card != HIDDEN)
            lying = Counter[str]() if source.shuffled is None else source.shuffled.undealt()
            lacking = list((seen - lying).elements())
        if len(lacking) > source.others and not late:
            cards = " ".join(map(str, lacking))[:60]
            raise FalseDeal(DealFault.NO_PROOF, cards=cards)
        source.others = max(0, source.others - len(lacking))
        if last.moved and len(last.items) == len(last.cards):
            for card, item in zip(last.cards, last.items, strict=True):
                _check_face(card, item, source.shuffled, late=late)

    def miss(self, *, shuffled: bool) -> None:
        """Something was not heard; `shuffled` is whether cards lie shuffled all the same."""
        known = list(self._sources) or [_STOCK]
        self._sources = {name: _Source(None) for name in known} if shuffled else {}


def _check_face(card: str, item: Proof | int, shuffled: ShuffledPile | None, *, late: bool) -> None:
    if isinstance(item, int):
        proved = None if shuffled is None else shuffled.faces.get(item)
        right = card in (HIDDEN, proved) or (proved is None and late)
    else:
        proved = item.card
        right = card == proved
    if not right:
        raise FalseDeal(DealFault.OTHER_FACE, card=str(card)[:8], proved=str(proved)[:8])
