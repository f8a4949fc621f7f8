"""Kinds of plays in a climbing game: pairs, straights, full houses, or an author's own.

A kind finds the plays of its kind in a hand; recognising is finding in exactly these cards. So the
two cannot drift apart. Jokers are no wild cards here, but cards above all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from typing import Self

from cardkit.cardgame.cards import Card
from cardkit.cardgame.combos import Play, make_play
from cardkit.netgame import Text

NATURAL = "A23456789TJQKA"
"""The ranks in a row, whatever a game makes of them; an ace stands at both ends."""


class Kind(str):
    """A kind of play. It *is* its name, which stands in `ClimbingGame(kinds=…)` and in options."""

    means: Text
    """What it is, for rule sheet and refusals: "two cards of a rank"."""
    level: int
    """Kinds of a higher level beat those of a lower one with as many cards."""
    any_size: bool
    """Whether it beats kinds of a lower level with any number of cards, like a bomb."""
    listed: bool = True
    """Whether a whole deck has so few plays of this kind that all can be listed."""

    def __new__(cls, name: str, *rest: object, **more: object) -> Self:
        return super().__new__(cls, name)

    def __init__(self, name: str, means: str, *, level: int = 0, any_size: bool = False) -> None:
        self.means, self.level, self.any_size = Text(means), level, any_size

    def plays(self, hand: Sequence[Card], size: int = 0) -> Iterable[Play]:
        """The plays of this kind in a hand, whose cards come from low to high.

        Only those of one size are needed, if it is given.
        """
        raise NotImplementedError

    def play(self, cards: Iterable[Card], deciding: Iterable[Card] = ()) -> Play:
        """These cards as a play of this kind; some of them decide how high it is."""
        cards = tuple(cards)
        decide = sorted(deciding or cards, key=_height, reverse=True)
        levels = dict.fromkeys(c.level + (c.mark >> 1 if c.joker else 0) for c in decide)
        high = int.from_bytes(bytes(levels))  # the highest card counts first
        ranks = "".join(card.rank for card in cards if not card.joker)
        return make_play("DISCARD", cards, self, min(levels), high, ranks, decide[0])

    def may_beat(self, field: Play) -> bool:
        """Whether any play of this kind can beat the field."""
        return field.kind == self or self.level > level_of(field)

    def beats(self, play: Play, field: Play, higher: bool) -> bool:
        """Whether a play of this kind beats the field; `higher` says what its cards decide."""
        if field.kind == self:
            return higher and play.size == field.size
        return self.level > level_of(field) and (self.any_size or play.size == field.size)


def _height(card: Card) -> tuple[int, int]:
    return card.level, card.mark


def _by_suit(hand: Sequence[Card]) -> list[list[Card]]:
    """The cards of each suit; a joker has none."""
    suits = dict.fromkeys(card.suit for card in hand if not card.joker)
    return [[card for card in hand if card.suit == suit] for suit in suits]


def level_of(play: Play) -> int:
    """The level of the kind of a play."""
    return play.kind.level if isinstance(play.kind, Kind) else 0


class Group(Kind):
    """Cards of a rank; or of several ranks in a row; or with single cards or pairs beside them."""

    def __init__(
        self,
        name: str,
        means: str,
        *,
        of: int,
        row: tuple[int, int] = (1, 1),
        order: str = "",
        suited: bool = False,
        singles: int = 0,
        pairs: int = 0,
        level: int = 0,
        any_size: bool = False,
    ) -> None:
        """`of` cards of each rank, and with them so many `singles` or `pairs` of other ranks.

        `row` is how many ranks in a row, at least and at most; `order` are the ranks that can be
        in a row, from low to high, if that is not the order of the deck.
        """
        super().__init__(name, means, level=level, any_size=any_size)
        self.of, self.row, self.order, self.suited = of, row, order, suited
        self.singles, self.pairs = singles, pairs
        self.each = of + singles + 2 * pairs
        self.listed = row[0] == row[1] or (suited and self.each == 1)

    def plays(self, hand: Sequence[Card], size: int = 0) -> Iterator[Play]:
        length = size // self.each
        if size and (size % self.each or not self.row[0] <= length <= self.row[1]):
            return
        for cards in _by_suit(hand) if self.suited else [hand]:
            for ranks in self._rows(cards, length):
                for chosen in product(*(combinations(rank, self.of) for rank in ranks)):
                    own = tuple(chain.from_iterable(chosen))
                    for beside in self._beside(cards, own, len(ranks)):
                        yield self.play((*own, *beside), own)

    def _rows(self, hand: Sequence[Card], length: int) -> Iterator[list[list[Card]]]:
        """The cards of each rank, for all ranks that stand in a row."""
        least, most = (length, length) if length else self.row
        held: dict[str, list[Card]] = {}
        for card in hand:
            held.setdefault(card.rank, []).append(card)
        enough = {rank: cards for rank, cards in held.items() if len(cards) >= self.of}
        if self.row == (1, 1):
            yield from ([cards] for cards in enough.values())
            return
        if self.order:
            places = {at: enough[r] for at, r in enumerate(self.order) if r in enough}
        else:
            places = {cards[0].level: cards for cards in enough.values() if not cards[0].joker}
        for low in places:
            for high in range(low, low + most):
                if high not in places:
                    break
                if high - low + 1 >= least:
                    yield [places[at] for at in range(low, high + 1)]

    def _beside(
        self, hand: Sequence[Card], own: tuple[Card, ...], count: int
    ) -> Iterable[tuple[Card, ...]]:
        """What can lie beside these cards."""
        ranks = {card.rank for card in own}
        rest = [card for card in hand if card.rank not in ranks]
        if not self.pairs:
            return combinations(rest, self.singles * count)
        pairs = [two for two in combinations(rest, 2) if two[0].rank == two[1].rank]
        return (
            tuple(chain.from_iterable(some))
            for some in combinations(pairs, self.pairs * count)
            if len({two[0].rank for two in some}) == len(some)
        )


class Flush(Kind):
    """Cards of one suit."""

    def __init__(
        self, name: str, means: str, *, of: int = 5, level: int = 0, any_size: bool = False
    ) -> None:
        super().__init__(name, means, level=level, any_size=any_size)
        self.of = of

    def plays(self, hand: Sequence[Card], size: int = 0) -> Iterator[Play]:
        for cards in _by_suit(hand):
            for some in combinations(cards, self.of):
                yield self.play(some, some[-1:])


KINDS: dict[str, Kind] = {
    kind: kind
    for kind in (
        Group("single", Text("a single card"), of=1),
        Group("pair", Text("a pair"), of=2),
        Group("triple", Text("three of a kind"), of=3),
        Group("four", Text("four of a kind"), of=4),
        Group("sequence", Text("three or more cards in a row"), of=1, row=(3, 13)),
        Group(
            "run", Text("three or more cards of a suit in a row"), of=1, row=(3, 13), suited=True
        ),
        Group(
            "straight",
            Text("a straight (five cards in a row)"),
            of=1,
            row=(5, 5),
            order=NATURAL,
            level=1,
        ),
        Flush("flush", Text("a flush (five cards of a suit)"), level=2),
        Group(
            "full_house", Text("a full house (three of a kind and a pair)"), of=3, pairs=1, level=3
        ),
        Group("four_and_one", Text("four of a kind and a card"), of=4, singles=1, level=4),
        Group(
            "straight_flush",
            Text("a straight flush (five cards of a suit in a row)"),
            of=1,
            row=(5, 5),
            order=NATURAL,
            suited=True,
            level=5,
        ),
    )
}
"""The kinds that the toolkit brings along, by name."""


def kinds_of(names: Sequence[str]) -> list[Kind]:
    """The kinds with these names; an author's own are there already."""
    return [name if isinstance(name, Kind) else KINDS[name] for name in names]


def plays_in(kinds: Iterable[Kind], hand: Sequence[Card], size: int = 0) -> list[Play]:
    """All plays of these kinds in a hand; cards that are several are what is highest."""
    found: dict[frozenset[Card], Play] = {}
    hand = sorted(hand, key=_height)  # where a card lies in a hand is nobody else's business
    for kind in kinds:
        for play in kind.plays(hand, size):
            key = frozenset(play.cards)
            other = found.get(key)
            if other is None or (level_of(other), other.high) < (kind.level, play.high):
                found[key] = play
    return [*found.values()]


def answers_in(
    kinds: Iterable[Kind], hand: Sequence[Card], field: Play, higher: Callable[[Play], bool]
) -> list[Play]:
    """The plays in a hand that beat the field."""
    able = [kind for kind in kinds if kind.may_beat(field)]
    same = plays_in([kind for kind in able if not kind.any_size], hand, field.size)
    bombs = plays_in([kind for kind in able if kind.any_size], hand)
    plays = {frozenset(play.cards): play for play in (*same, *bombs)}
    return [
        play
        for play in plays.values()
        if isinstance(play.kind, Kind) and play.kind.beats(play, field, higher(play))
    ]
