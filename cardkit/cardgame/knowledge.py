"""What a seat knows of cards: where they lie as far as it sees them, and the others dealt anew.

Cards in an attribute or a part of a table are written by their names. Those in the state of a stage
are written by their places, unless the seat sees them: that they lie there is known, not which they
are. So a part keeps only cards that everybody knows of, and a state may keep any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cardkit.cardgame.cards import Card
from cardkit.cardgame.combos import Play, make_play
from cardkit.cardgame.command import CardCommand, make_card_command
from cardkit.cardgame.piles import PileKey, Piles
from cardkit.netgame import HIDDEN, Below
from cardkit.netgame.knowledge import Data, Reader, Writer

if TYPE_CHECKING:
    from cardkit.cardgame.table import CardTable

Gap = tuple[PileKey, int, int, int]
"""Where unknown cards lie: in which pile, from which place on, how many, and who sees them."""


class CardWriter(Writer):
    """Writes values in which there may be cards."""

    def __init__(self, piles: Piles, viewer: int) -> None:
        super().__init__()
        self.piles, self.viewer = piles, viewer
        self.in_state = False
        """Whether what is written is the state of a stage."""
        self._found: dict[int, list[Any]] = {}
        self._counted: dict[tuple[PileKey, int], int] = {}

    def _card(self, card: Card) -> Data:
        piles = self.piles
        sees = piles.seen[card.number] >> self.viewer & 1
        if not self.in_state or (sees and not piles.cards.has_doubles):
            return {"card": str(card)}
        if card.number not in self._found:
            self._found[card.number] = self._place(card)
        return {"at": self._found[card.number]}

    def _place(self, card: Card) -> list[Any]:
        """The pile and the place in it, as they are known."""
        piles = self.piles
        key = next(key for key, pile in piles.items() if any(c is card for c in pile))
        pile = piles.known_order(key, self.viewer)
        at = next(at for at, other in enumerate(pile) if other is card)
        mask = piles.seen[card.number]
        if key.__class__ is not int or key == self.viewer or mask >> self.viewer & 1:
            return [key, at]
        # Of cards in the hand of another that are hidden alike nobody knows which is which.
        alike = next(at for at, other in enumerate(pile) if piles.seen[other.number] == mask)
        before = self._counted.get((key, mask), 0)
        self._counted[key, mask] = before + 1
        return [key, alike + before]

    def _card_command(self, said: CardCommand) -> Data:
        cards = self._list(said.cards)
        line = None if any("at" in card for card in cards) else str(said)
        return {"plays": [line, said.verb, said.target, cards, said.amount, str(said.word)]}

    def _play(self, play: Play) -> Data:
        parts = str(play.kind), play.low, play.high, play.ranks
        return {"play": [play.verb, self._list(play.cards), *parts, self.write(play.top)]}

    kinds = {**Writer.kinds, Card: _card, CardCommand: _card_command, Play: _play}


class CardReader(Reader):
    """Reads what a `CardWriter` has written, for a table with these cards in its piles."""

    def __init__(self, table: CardTable, rule: Callable[[str], Any]) -> None:
        super().__init__(rule)
        self._table = table

    def _card(self, name: str) -> Card:
        return self._table.cards.named[name]

    def _at(self, place: Sequence[Any]) -> Card:
        key: PileKey = place[0]
        return self._table.piles[key][int(place[1])]

    def _card_command(self, parts: Sequence[Any]) -> CardCommand:
        line, verb, target, cards, amount, word = parts
        held = tuple(self.read(cards))
        if line is None:
            words = verb, self._table.names[target] if target >= 0 else "", *held, word
            line = " ".join(each for each in words if each)
        return make_card_command(line, verb, target, held, amount, word)

    def _play(self, parts: Sequence[Any]) -> Play:
        verb, cards, kind, low, high, ranks, top = parts
        return make_play(verb, tuple(self.read(cards)), kind, low, high, ranks, self.read(top))

    tags = {
        **Reader.tags,
        "card": _card,
        "at": _at,
        "plays": _card_command,
        "play": _play,
    }


# --- piles ---------------------------------------------------------------------------------------


def written_piles(piles: Piles, viewer: int) -> tuple[list[Any], dict[str, Any]]:
    """The hands by seat and the other piles by name, each as its viewers and its cards.

    Viewers are one number if they are the same for all; of cards that nobody here sees, only how
    many they are is written.
    """
    hands: list[Any] = []
    others: dict[str, Any] = {}
    seen, names, bit = piles.seen, piles.cards.names, 1 << viewer
    for key in piles:
        pile = piles.known_order(key, viewer)
        masks = [seen[card.number] for card in pile]
        written: list[Any] = []
        if masks and masks.count(masks[0]) == len(masks):
            sees = masks[0] & bit
            written = [int(masks[0]), [names[c.number] for c in pile] if sees else len(pile)]
        elif masks:
            faces = [names[c.number] if seen[c.number] & bit else HIDDEN for c in pile]
            written = [[*map(int, masks)], faces]
        if key.__class__ is int:
            hands.append(written)
        else:
            others[str(key)] = written
    return hands, others


def fill_piles(piles: Piles, knowledge: Data, below: Below) -> None:
    """Lay the known cards where they are, and deal the unknown ones to where they can be."""
    every, named = piles.cards.all, piles.cards.named
    doubles = _by_name(every) if piles.cards.has_doubles else None
    piles.clear()
    piles.seen = seen = [0] * len(every)
    left: list[Card | None] = [*every]  # without those that are known
    gaps: list[Gap] = []
    for key, written in (*knowledge["piles"].items(), *enumerate(knowledge["hands"])):
        pile: list[Card] = []
        piles[key] = pile
        if not written:
            continue
        masks, faces = written
        if faces.__class__ is int:
            gaps.append((key, 0, faces, masks))
            continue
        if masks.__class__ is int:
            masks = [masks] * len(faces)
        for face, mask in zip(faces, masks, strict=True):
            if face == HIDDEN:
                gaps.append((key, len(pile), 1, mask))
                pile.append(every[0])  # until it is dealt
            else:
                card = named[face] if doubles is None else doubles[face].pop()
                pile.append(card)
                number = card.number
                left[number], seen[number] = None, mask
    unknown = [card for card in left if card is not None]
    if len(unknown) != sum([count for _, _, count, _ in gaps]):
        raise ValueError("there are not as many unknown cards as places for them")
    shuffle(unknown, below)
    if knowledge["cannot_hold"] or knowledge["lacks"]:
        _keep_out(unknown, gaps, knowledge, below)
    begin = 0
    for key, at, count, mask in gaps:
        cards = unknown[begin : begin + count]
        piles[key][at : at + count] = cards
        for card in cards:
            seen[card.number] = mask
        begin += count


def _by_name(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Which of several equal cards it is makes no difference."""
    found: dict[str, list[Card]] = {}
    for card in cards:
        found.setdefault(card, []).append(card)
    return found


def shuffle(things: list[Any], below: Below) -> None:
    for last in range(len(things) - 1, 0, -1):
        other = below(last + 1)
        things[last], things[other] = things[other], things[last]


def _keep_out(cards: list[Card], gaps: Iterable[Gap], knowledge: Data, below: Below) -> None:
    """Move cards that lie where they cannot be, each along the shortest way to a good place."""
    barred: list[AbstractSet[str]] = []
    filled = dict[PileKey, int]()
    for key, start, many, _ in gaps:
        sets = [frozenset(each) for each in knowledge["cannot_hold"].get(str(key), [()])]
        places = sets * many if len(sets) == 1 else sets[start : start + many]
        before = filled.get(key, 0)
        filled[key] = before + many
        for none, count in knowledge["lacks"].get(str(key), ()):
            for place in range(min(many, count - before)):
                places[place] = places[place].union(none)
        barred += places
    count = len(cards)
    for wrong in range(count):
        if cards[wrong] not in barred[wrong]:
            continue
        # A ring of places, each of whose cards may lie in the next: mostly of two.
        order = [*range(count)]
        shuffle(order, below)
        came_from, queue = {wrong: -1}, [wrong]
        end = -1
        while queue and end < 0:
            here = queue.pop(0)
            for there in order:
                if there in came_from or cards[here] in barred[there]:
                    continue
                came_from[there] = here
                if cards[there] not in barred[wrong]:
                    end = there
                    break
                queue.append(there)
        if end < 0:
            raise ValueError(f"there is no place where {cards[wrong]} can be")
        ring = [end]
        while ring[-1] != wrong:
            ring.append(came_from[ring[-1]])
        moved = cards[end]
        for here, before in pairwise(ring):
            cards[here] = cards[before]
        cards[wrong] = moved


def written_lacks(piles: Piles, viewer: int) -> dict[str, list[Any]]:
    """For each hand, of how many cards that this viewer does not see what they are not."""
    if not piles.lacks:
        return {}
    found = dict[str, list[Any]]()
    unseen = {card for key in piles for card in piles.unseen_by(viewer, key)}
    for seat, lacks in piles.lacks.items():
        shown = piles.seen_by(viewer, piles[seat])
        told = dict[tuple[str, ...], int]()
        for none, count in lacks.items():
            count -= sum([card not in none for card in shown])
            if count > 0 and (names := tuple(sorted(unseen & none))):
                told[names] = max(count, told.get(names, 0))
        if told:
            found[str(seat)] = [[[*names], count] for names, count in told.items()]
    return found


def read_lacks(piles: Piles, knowledge: Data) -> dict[int, Mapping[frozenset[Card], int]]:
    """The same for a table that is imagined."""
    found = dict[int, Mapping[frozenset[Card], int]]()
    for seat, told in knowledge["lacks"].items():
        shown = piles.seen_by(knowledge["seat"], piles[int(seat)])
        sets = [(frozenset(map(piles.cards.named.__getitem__, names)), n) for names, n in told]
        found[int(seat)] = {
            none: count + sum([card not in none for card in shown]) for none, count in sets
        }
    return found
