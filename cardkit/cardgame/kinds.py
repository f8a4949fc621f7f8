"""Kinds of plays in a climbing game: pairs, straights, full houses, or an author's own.

A kind finds the plays of its kind in a hand; recognising is finding in exactly these cards. So the
two cannot drift apart. Jokers are no wild cards here, but cards above all others.

A hand is searched as a set of cards, a number with four bits for each rank. Where suits do not
count, only one of the plays of the same ranks is found: that with the lowest suits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product
from operator import attrgetter
from typing import NamedTuple, Self

from cardkit.cardgame.cards import Card, Cards
from cardkit.cardgame.combos import Play, make_play
from cardkit.netgame import Text

NATURAL = "A23456789TJQKA"
"""The ranks in a row, whatever a game makes of them; an ace stands at both ends."""


TOP = 1 << 8 * 32
"""Higher than any play."""


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
    suited: bool = False
    """Whether the suits of cards say what is a play of this kind."""

    def __new__(cls, name: str, *rest: object, **more: object) -> Self:
        return super().__new__(cls, name)

    def __init__(self, name: str, means: str, *, level: int = 0, any_size: bool = False) -> None:
        self.means, self.level, self.any_size = Text(means), level, any_size

    def plays(self, hand: Sequence[Card], size: int = 0) -> Iterable[Play]:
        """The plays of this kind in a hand, whose cards come from low to high.

        Only those of one size are needed, if it is given.
        """
        raise NotImplementedError

    def search(self, ways: Ways) -> Search:
        """How its plays are found in hands of one deck."""
        return Search(self, ways)

    def play(self, cards: Iterable[Card], deciding: Iterable[Card] = ()) -> Play:
        """These cards as a play of this kind; some of them decide how high it is."""
        cards = tuple(cards)
        decide = sorted(deciding or cards, key=_height, reverse=True)
        places = dict.fromkeys([_place(card) for card in decide])
        high = int.from_bytes(bytes(places))  # the highest card counts first
        return make_play("DISCARD", cards, self, min(places), high, None, decide[0])

    def may_beat(self, kind: str) -> bool:
        """Whether plays of this kind can beat some of that kind."""
        return kind == self or self.level > _level_of(kind)

    def beats(self, play: Play, field: Play, higher: bool) -> bool:
        """Whether a play of this kind beats the field; `higher` says what its cards decide."""
        if field.kind == self:
            return higher and play.size == field.size
        return self.level > _level_of(field.kind) and (self.any_size or play.size == field.size)


_height = attrgetter("bit")


def _place(card: Card) -> int:
    """The place of its rank among all; each joker has one of its own, above them."""
    return card.bit.bit_length() - 1 >> 2


def _by_suit(hand: Sequence[Card]) -> list[list[Card]]:
    """The cards of each suit; a joker has none."""
    suits = dict.fromkeys(card.suit for card in hand if not card.joker)
    return [[card for card in hand if card.suit == suit] for suit in suits]


def _level_of(kind: str) -> int:
    return kind.level if isinstance(kind, Kind) else 0


class Some(dict[int, tuple[tuple[Card, ...], ...]]):
    """By what a hand holds of a rank, as a set: the ways to take so many of these cards."""

    def __init__(self, cards: Sequence[Card], count: int, any_suit: bool) -> None:
        self.cards, self.count, self.any_suit = cards, count, any_suit

    def __missing__(self, held: int) -> tuple[tuple[Card, ...], ...]:
        cards = [card for card in self.cards if card.bit & held]
        found = (*combinations(cards, self.count),)
        self[held] = found = found[:1] if self.any_suit else found
        return found


class Ways:
    """The cards of a deck as sets, and the ways to take some of a rank."""

    def __init__(self, cards: Iterable[Card], any_suit: bool) -> None:
        self.cards = sorted(cards, key=_height)
        self.any_suit = any_suit
        self.places = {card.rank: _place(card) for card in self.cards}
        self.jokers = [_place(card) for card in self.cards if card.joker]
        self.ranks = [15 << 4 * place for place in range(max(self.places.values(), default=0) + 1)]
        self.suits = [*{card.suit: 0 for card in self.cards if not card.joker}]
        self.some = [Some(self.cards, count, any_suit) for count in range(5)]
        self._ones = ones = sum(1 << 4 * place for place in range(len(self.ranks)))
        self._threes, self._fives = ones * 3, ones * 5
        self._lacking = [ones * (8 - count) for count in range(5)]

    def held(self, hand: Iterable[Card]) -> int:
        """A hand as a set."""
        bits = 0
        for card in hand:
            bits |= card.bit
        return bits

    def by_rank(self, bits: int) -> list[int]:
        """What a set has of each rank that is in it."""
        return [held for rank in self.ranks if (held := bits & rank)]

    def counts(self, bits: int) -> int:
        """How many cards a set has of each rank, in four bits each."""
        twos = bits - (bits >> 1 & self._fives)
        return (twos & self._threes) + (twos >> 2 & self._threes)

    def enough(self, counts: int, least: int) -> int:
        """The ranks of which there are so many, as the lowest of the four bits of each."""
        return counts + self._lacking[least] >> 3 & self._ones

    def of_suit(self, suit: str) -> int:
        return sum(card.bit for card in self.cards if card.suit == suit)


class Search:
    """Finds the plays of a kind in hands of one deck: here by asking an author's kind."""

    of = 1
    """How many cards of one rank it needs."""
    needed = 0
    """The cards that it needs, as a set."""
    twice_from = 1
    """From this size on the same cards may be found twice, here or as another kind; 0: never."""

    def __init__(self, kind: Kind, ways: Ways) -> None:
        self.kind, self.ways = kind, ways

    def find(
        self, bits: int, there: int, size: int = 0, least: int = 0, top: int = TOP
    ) -> Sequence[Play]:
        """The plays in a set of cards: of one size, if it is given; at least so high; below a top.

        `there` are the ranks of which there are enough cards.
        """
        hand = [card for card in self.ways.cards if card.bit & bits]
        return [play for play in self.kind.plays(hand, size) if least <= play.high < top]

    def finds_twice(self, plays: Sequence[Play]) -> bool:
        """Whether other plays may have the same cards as some of these that it found."""
        least = self.twice_from
        return least > 0 and any(play.size >= least for play in plays)


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

    def plays(self, hand: Sequence[Card], size: int = 0) -> Iterable[Play]:
        ways = Ways(hand, any_suit=False)
        bits = ways.held(hand)
        return self.search(ways).find(bits, ways.enough(ways.counts(bits), self.of), size)

    def search(self, ways: Ways) -> Search:
        if self.row != (1, 1) or self.suited or self.singles + self.pairs > 1:
            return GroupSearch(self, ways)
        return RankSearch(self, ways) if self.each == self.of else AndSearch(self, ways)


class Ready(dict[int, tuple[Play, ...]]):
    """By what a hand holds of a rank, as a set: the plays of these cards, ready-made."""

    def __init__(self, *searches: RankSearch) -> None:
        self.searches = searches

    def __missing__(self, held: int) -> tuple[Play, ...]:
        self[held] = found = tuple(
            each.kind.play(cards)
            for each in self.searches
            for cards in each.ways.some[each.of][held]
        )
        return found


class RankSearch(Search):
    """Finds cards of one rank with nothing beside them."""

    twice_from = 0

    def __init__(self, kind: Group, ways: Ways) -> None:
        super().__init__(kind, ways)
        self.of = kind.of
        self.ready = Ready(self)

    def find(
        self, bits: int, there: int, size: int = 0, least: int = 0, top: int = TOP
    ) -> Sequence[Play]:
        plays: list[Play] = []
        ready = self.ready
        if size not in (0, self.of):
            return plays
        for rank in self.ways.ranks[least:top]:
            if held := bits & rank:
                plays += ready[held]
        return plays


class Row(NamedTuple):
    """Ranks in a row, as sets of cards."""

    ranks: tuple[int, ...]
    all: int
    """All cards of these ranks."""
    needed: int
    """A card of each, as `Ways.enough` has them."""
    low: int
    high: int
    highest: int
    """Which of the ranks is the highest, from 1."""


def _row(places: Sequence[int]) -> Row:
    ranks = tuple(15 << 4 * at for at in places)
    high = int.from_bytes(bytes(sorted(places, reverse=True)))
    needed = sum(1 << 4 * at for at in places)
    return Row(ranks, sum(ranks), needed, min(places), high, places.index(max(places)) + 1)


class Rows(dict[int, tuple[Row, ...]]):
    """By the ranks of which there are enough cards: what stands in a row."""

    def __init__(self, kind: Group, ways: Ways) -> None:
        places, (least, most) = ways.places, kind.row
        ranks: Sequence[str] = kind.order or [*places]
        if not kind.order and most > 1:
            ranks = [rank for rank, at in places.items() if at not in ways.jokers]
        row = [places.get(rank, -1) for rank in ranks]
        spans = [
            row[at : at + length]
            for at in range(len(row))
            for length in range(least, min(most, len(row) - at) + 1)
        ]
        self.every = [_row(span) for span in spans if -1 not in span]

    def __missing__(self, there: int) -> tuple[Row, ...]:
        self[there] = found = tuple(r for r in self.every if there & r.needed == r.needed)
        return found


class GroupSearch(Search):
    """Finds cards of one or more ranks, and what lies beside them."""

    def __init__(self, kind: Group, ways: Ways) -> None:
        super().__init__(kind, ways)
        self.of, self.each, self.least = kind.of, kind.each, kind.row[0]
        self.singles, self.pairs = kind.singles, kind.pairs
        self.twice_from = self._twice_from(kind)
        self.rows = Rows(kind, ways)
        self.able = 0
        for row in self.rows.every:
            self.able |= row.needed
        self.within = [ways.of_suit(suit) for suit in ways.suits] if kind.suited else []
        self.own_plays = type(kind).play is not Kind.play
        self.made: dict[tuple[Card, ...], Play] = {}

    def find(
        self, bits: int, there: int, size: int = 0, least: int = 0, top: int = TOP
    ) -> Sequence[Play]:
        if not self.within:
            there &= self.able
            few = there.bit_count() < self.least
            return () if few else self._find(bits, there, size, least, top)
        plays: list[Play] = []
        ways = self.ways
        for suit in self.within:
            there = ways.enough(ways.counts(bits & suit), self.of) & self.able
            plays += self._find(bits & suit, there, size, least, top)
        return plays

    def _find(self, bits: int, there: int, size: int, least: int, top: int) -> list[Play]:
        plays: list[Play] = []
        some, make = self.ways.some[self.of], self._kept if self.kind.listed else self._make
        for row in self.rows[there]:
            length = len(row.ranks)
            if (size and length * self.each != size) or not least <= row.high < top:
                continue
            for chosen in product(*[some[bits & rank] for rank in row.ranks]):
                own = tuple(chain.from_iterable(chosen))
                if self.each == self.of:
                    plays.append(make(row, own, own))
                else:
                    others = self._beside(bits & ~row.all, length)
                    plays += [make(row, own + beside, own) for beside in others]
        return plays

    @staticmethod
    def _twice_from(kind: Group) -> int:
        """Where as many of a rank can lie beside a row as stand in it: either may be the row."""
        if kind.suited or kind.row[1] == 1 or kind.each == kind.of:
            return int(kind.suited)
        lengths = range(kind.row[0], kind.row[1] + 1)
        sizes = [n * kind.each for n in lengths if max(n * kind.singles, 2) >= kind.of]
        return min(sizes, default=0)

    def _kept(self, row: Row, cards: tuple[Card, ...], own: tuple[Card, ...]) -> Play:
        """The same object each time: where there are more, making plays costs less than keeping."""
        play = self.made.get(cards)
        if play is None:
            play = self.made[cards] = self._make(row, cards, own)
        return play

    def _make(self, row: Row, cards: tuple[Card, ...], own: tuple[Card, ...]) -> Play:
        """As `Kind.play`, but for what is known of the row."""
        if self.own_plays:
            return self.kind.play(cards, own)
        top = own[row.highest * self.of - 1]
        return make_play("DISCARD", cards, self.kind, row.low, row.high, None, top)

    def _beside(self, bits: int, length: int) -> Iterable[tuple[Card, ...]]:
        """What can lie beside a row of this length: no four of a rank, and no two jokers."""
        held = self.ways.by_rank(bits)
        if self.pairs:
            return self._pairs(held, self.pairs * length)
        return self._singles(held, self.singles * length)

    def _pairs(self, held: Sequence[int], count: int) -> Iterator[tuple[Card, ...]]:
        two = self.ways.some[2]
        for ranks in combinations([cards for cards in held if two[cards]], count):
            for pairs in product(*[two[cards] for cards in ranks]):
                yield tuple(chain.from_iterable(pairs))

    def _singles(self, held: Sequence[int], count: int) -> list[tuple[Card, ...]]:
        some, jokers = self.ways.some, self.ways.jokers
        found: list[list[tuple[Card, ...]]] = [[()], *([] for _ in range(count))]
        for cards in reversed(held):  # by their number: those of this rank or of higher ones
            is_joker = cards.bit_length() - 1 >> 2 in jokers
            for number in range(1 if is_joker else count, 0, -1):
                found[number] = [
                    chosen + more
                    for own in range(1, min(number, 3) + 1)
                    for chosen in some[own][cards]
                    for more in found[number - own]
                ] + found[number]
        return found[count]


class Beside(dict[int, tuple[Play, ...]]):
    """By what a hand holds of any rank: the plays of these cards with some of it beside."""

    def __init__(self, search: AndSearch, own: int) -> None:
        self.search, self.own = search, own

    def __missing__(self, held: int) -> tuple[Play, ...]:
        search, some = self.search, self.search.ways.some
        same_rank = held.bit_length() - 1 >> 2 == self.own.bit_length() - 1 >> 2
        self[held] = found = tuple(
            search.make(own, beside)
            for own in some[search.of][self.own]
            for beside in (() if same_rank else some[search.beside][held])
        )
        return found


class AndSearch(Search):
    """Finds cards of one rank with a single card or a pair beside them."""

    twice_from = 0

    def __init__(self, kind: Group, ways: Ways) -> None:
        super().__init__(kind, ways)
        self.of, self.each, self.beside = kind.of, kind.each, 2 if kind.pairs else 1
        self.ready: dict[int, Beside] = {}
        self.made: dict[tuple[Card, ...], Play] = {}

    def make(self, own: tuple[Card, ...], beside: tuple[Card, ...]) -> Play:
        """These cards as a play, the same for all hands from which just these are taken."""
        cards = own + beside
        play = self.made.get(cards)
        if play is None:
            play = self.made[cards] = self.kind.play(cards, own)
        return play

    def find(
        self, bits: int, there: int, size: int = 0, least: int = 0, top: int = TOP
    ) -> Sequence[Play]:
        plays: list[Play] = []
        if size not in (0, self.each):
            return plays
        held = self.ways.by_rank(bits)
        for rank in self.ways.ranks[least:top]:
            if there & rank:
                ready = self.ready.get(bits & rank)
                if ready is None:
                    ready = self.ready[bits & rank] = Beside(self, bits & rank)
                for other in held:
                    plays += ready[other]
        return plays


class Exact(Kind):
    """Exactly these cards: both jokers, say."""

    def __init__(
        self, name: str, means: str, *, cards: str, level: int = 0, any_size: bool = False
    ) -> None:
        super().__init__(name, means, level=level, any_size=any_size)
        self.cards = cards.split()

    def search(self, ways: Ways) -> Search:
        return ExactSearch(self, ways)


class ExactSearch(Search):
    """Finds these cards, or nothing."""

    def __init__(self, kind: Exact, ways: Ways) -> None:
        super().__init__(kind, ways)
        cards = [card for card in ways.cards if card in kind.cards]
        self.plays = [kind.play(cards)] if len(cards) == len(kind.cards) else []
        self.needed = self.plays[0].bits if self.plays else 0

    def find(
        self, bits: int, there: int, size: int = 0, least: int = 0, top: int = TOP
    ) -> Sequence[Play]:
        return [
            play
            for play in self.plays
            if not play.bits & ~bits and size in (0, play.size) and least <= play.high < top
        ]


class Flush(Kind):
    """Cards of one suit."""

    suited = True

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


class PlayFinder:
    """The plays of some kinds in hands of one deck. Tables grow with use, bounded by the deck."""

    def __init__(self, cards: Iterable[Card], kinds: Sequence[Kind], any_suit: bool) -> None:
        self.kinds = kinds
        self.ways = Ways(cards, any_suit)
        self._searches = [kind.search(self.ways) for kind in kinds]
        self._of_a_rank = Ready(*(s for s in self._searches if isinstance(s, RankSearch)))
        others = [each for each in self._searches if not isinstance(each, RankSearch)]
        by_count = {each.of: [s for s in others if s.of == each.of] for each in others}
        self._others = [*by_count.items()]
        self._able: dict[str, tuple[list[Search], list[Search]]] = {}
        self._own_rules = any(type(kind).beats is not Kind.beats for kind in kinds)

    def __repr__(self) -> str:
        return f"plays: {self.kinds}"

    def plays(self, hand: Iterable[Card]) -> list[Play]:
        """All plays in a hand; cards that are several are what is highest."""
        ways, ready = self.ways, self._of_a_rank
        bits = ways.held(hand)
        counts = ways.counts(bits)
        plays: list[Play] = []
        twice = False
        for rank in ways.ranks:
            if held := bits & rank:
                plays += ready[held]
        for count, searches in self._others:
            there = ways.enough(counts, count)
            for search in searches if there else ():
                if not search.needed & ~bits and (found := search.find(bits, there)):
                    plays += found
                    twice = twice or search.finds_twice(found)
        return _highest(plays) if twice else plays

    def answers(
        self, hand: Iterable[Card], field: Play, reverse: bool, suit_order: str = ""
    ) -> list[Play]:
        """The plays in a hand that beat the field."""
        same, better = self._able.get(field.kind) or self._find_able(field.kind)
        plays: list[Play] = []
        ways, twice = self.ways, False
        bits = ways.held(hand)
        counts = ways.counts(bits)
        equal = bool(suit_order)  # then the same height may do
        least, top = (0, field.high + equal) if reverse else (field.high + (not equal), TOP)
        for search in same:
            if there := ways.enough(counts, search.of):
                plays += search.find(bits, there, field.size, least, top)
                twice |= 0 < search.twice_from <= field.size
        for search in better:
            there = ways.enough(counts, search.of)
            if there and not search.needed & ~bits:
                size = 0 if search.kind.any_size else field.size
                if found := search.find(bits, there, size):
                    plays += found
                    twice = twice or search.finds_twice(found)
        if suit_order or self._own_rules:
            plays = [p for p in plays if self._beats(p, field, reverse, suit_order)]
        return _highest(plays) if twice else plays

    def _find_able(self, kind: str) -> tuple[list[Search], list[Search]]:
        """What finds answers to this kind: of the same kind, and of better ones."""
        able = [each for each in self._searches if each.kind.may_beat(kind)]
        same = [each for each in able if each.kind == kind]
        self._able[kind] = found = same, [each for each in able if each not in same]
        return found

    def as_kind(self, kind: str, cards: Sequence[Card]) -> Play | None:
        """Exactly these cards as a play of this kind, if they are one."""
        bits = self.ways.held(cards)
        counts = self.ways.counts(bits)
        for search in self._searches:
            if search.kind == kind:
                for play in search.find(bits, self.ways.enough(counts, search.of), len(cards)):
                    if play.bits == bits:
                        return play
        return None

    @staticmethod
    def _beats(play: Play, field: Play, reverse: bool, suit_order: str) -> bool:
        own = play.high, suit_order.find(play.top.suit)
        other = field.high, suit_order.find(field.top.suit)
        assert isinstance(play.kind, Kind)
        return play.kind.beats(play, field, own < other if reverse else own > other)


def _highest(plays: Iterable[Play]) -> list[Play]:
    """These plays, each set of cards once: as what is highest."""
    found: dict[int, Play] = {}
    for play in plays:
        other = found.setdefault(play.bits, play)
        if other is not play and _rank(other) < _rank(play):
            found[play.bits] = play
    return [*found.values()]


def _rank(play: Play) -> tuple[int, int]:
    return _level_of(play.kind), play.high


def finder_of(cards: Cards, names: Sequence[str], any_suit: bool) -> PlayFinder:
    """What finds plays of these kinds, the same object each time."""
    kinds = kinds_of(names)
    key = (any_suit, *map(id, kinds))  # kinds of one name may differ; the finder keeps them
    finder = cards.finders.get(key)
    if finder is None:
        finder = cards.finders[key] = PlayFinder(cards.all, kinds, any_suit)
    return finder
