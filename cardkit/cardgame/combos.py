"""Combinations: groups of a rank and runs in a suit, with wild cards.

Generating is looking up ready-made plays by what a hand holds of a rank or a suit, as bit masks;
recognising is generating from exactly these cards. So the two cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from cardkit.cardgame.cards import Card, Cards
from cardkit.netgame import Command

GROUP, RUN = "group", "run"
_ONE_SUIT = sum(1 << 4 * level for level in range(13))


class Play(Command):
    """A combination put on the table as one command.

    A joker's place in a written run is its value: `S4 S5 J1` ends with a six, `J1 S4 S5` begins
    with a three.
    """

    __slots__ = ("high", "kind", "low", "ranks", "size", "suit_bits", "wild")

    kind: str
    size: int
    low: int
    high: int
    ranks: str
    suit_bits: int
    """The suits of its natural cards."""
    wild: int
    """How many jokers are in it."""

    @property
    def jokers_only(self) -> bool:
        return self.wild == self.size

    def __reduce__(self) -> tuple[object, ...]:
        return _restore_play, (self.verb, self.cards, self.kind, self.low, self.high, self.ranks)


def _restore_play(
    verb: str, cards: Sequence[Card], kind: str, low: int, high: int, ranks: str
) -> Play:
    return _play(verb, cards, kind, low, high, ranks)


def _play(verb: str, cards: Sequence[Card], kind: str, low: int, high: int, ranks: str) -> Play:
    play = Play(verb, cards=cards)
    assert isinstance(play, Play)
    play.kind, play.size, play.low, play.high, play.ranks = kind, len(cards), low, high, ranks
    play.suit_bits = 0
    for card in cards:
        play.suit_bits |= card.suit_bit
    play.wild = sum(card.joker for card in cards)
    return play


class Combos:
    """The ready-made plays of one deck. Tables grow with use and are bounded by the deck."""

    def __init__(self, cards: Cards, verb: str) -> None:
        deck = cards.deck
        self.verb = verb
        self.levels = len(deck.order)
        self.order = deck.order
        self.jokers = [cards.named[name] for name in deck.joker_names()]
        self.wild_bits = sum(joker.bit for joker in self.jokers)
        self._at = {c.bit: c for c in reversed(cards.all)}
        self._plays: dict[tuple[Card, ...], Play] = {}
        self._groups: dict[tuple[int, int, int, int], tuple[Play, ...]] = {}
        self._runs: dict[tuple[int, int, int, int, int], tuple[Play, ...]] = {}
        self._only_jokers: dict[tuple[int, int], tuple[Play, ...]] = {}

    def held(self, hand: Iterable[Card]) -> int:
        """A hand as one bit mask: four bits a rank from low to high, then the jokers."""
        bits = 0
        for card in hand:
            bits |= card.bit
        return bits

    def _wild_sets(self, wild: int, size: int) -> Iterable[tuple[Card, ...]]:
        return combinations([j for i, j in enumerate(self.jokers) if wild >> i & 1], size)

    def groups(self, level: int, suits: int, wild: int, size: int) -> tuple[Play, ...]:
        """The groups of one rank: what is held of it, the jokers held, and the size wanted."""
        key = (level, suits, wild, size)
        found = self._groups.get(key)
        if found is None:
            found = self._groups[key] = tuple(self._make_groups(level, suits, wild, size))
        return found

    def _make_groups(self, level: int, suits: int, wild: int, size: int) -> Iterable[Play]:
        naturals = [self._at[1 << 4 * level + at] for at in range(4) if suits >> at & 1]
        for own in range(size, 0, -1):
            for cards in combinations(naturals, own):
                for jokers in self._wild_sets(wild, size - own):
                    yield self._made(
                        (*cards, *jokers), GROUP, level, level, self.order[level] * size
                    )

    def only_jokers(self, wild: int, size: int) -> tuple[Play, ...]:
        """Jokers by themselves, which stand above all ranks."""
        key = (wild, size)
        found = self._only_jokers.get(key)
        if found is None:
            top = self.levels
            sets = self._wild_sets(wild, size)
            found = tuple(self._made(cards, GROUP, top, top, "") for cards in sets)
            self._only_jokers[key] = found
        return found

    def runs(self, at: int, held: int, wild: int, least: int, size: int = 0) -> tuple[Play, ...]:
        """The runs of the suit with this number, of one size or (0) of any from `least` on."""
        key = (at, held >> at & _ONE_SUIT, wild, least, size)
        found = self._runs.get(key)
        if found is None:
            found = self._runs[key] = tuple(self._make_runs(*key))
        return found

    def _make_runs(self, at: int, suit: int, wild: int, least: int, size: int) -> Iterable[Play]:
        jokers = wild.bit_count()
        for length in (size,) if size else range(least, self.levels + 1):
            for low in range(self.levels - length + 1):
                span = range(low, low + length)
                natural = [level for level in span if suit >> 4 * level & 1]
                # A joker may stand for a card one holds, too: S4 J1 S6 with S5 kept.
                for own in range(max(2, length - jokers), len(natural) + 1):
                    for kept in combinations(natural, own):
                        for used in self._wild_sets(wild, length - own):
                            yield self._run(at, span, kept, used)

    def _run(self, at: int, span: range, kept: tuple[int, ...], used: tuple[Card, ...]) -> Play:
        jokers = iter(used)
        cards = tuple(
            self._at[1 << 4 * level + at] if level in kept else next(jokers) for level in span
        )
        ranks = "".join(self.order[level] for level in span)
        return self._made(cards, RUN, span[0], span[-1], ranks)

    def _made(self, cards: tuple[Card, ...], kind: str, low: int, high: int, ranks: str) -> Play:
        play = self._plays.get(cards)
        if play is None:
            play = self._plays[cards] = _play(self.verb, cards, kind, low, high, ranks)
        return play

    def all_plays(self, held: int, least_run: int = 0) -> list[Play]:
        """Every group and (from `least_run` cards on) every run in a hand."""
        wild = held >> 52
        plays: list[Play] = []
        most_wild = wild.bit_count()
        for level in range(self.levels):
            suits = held >> 4 * level & 15
            if suits:
                for size in range(1, suits.bit_count() + most_wild + 1):
                    plays += self.groups(level, suits, wild, size)
        for size in range(1, most_wild + 1):
            plays += self.only_jokers(wild, size)
        if least_run:
            for at in range(4):
                plays += self.runs(at, held, wild, least_run)
        return plays

    def recognise(self, cards: Sequence[Card], least_run: int = 0) -> list[Play]:
        """The ways in which exactly these cards are one play; none, one or (jokers) several."""
        count = len(cards)
        return [p for p in self.all_plays(self.held(cards), least_run) if p.size == count]


def combos_of(cards: Cards, verb: str = "DISCARD") -> Combos:
    """The combinations of these cards, the same objects each time."""
    combos = cards.combos.get(verb)
    if combos is None:
        combos = cards.combos[verb] = Combos(cards, verb)
    assert isinstance(combos, Combos)
    return combos


def melds_in(hand: Sequence[Card], cards: Cards, groups: int, runs: int) -> list[Play]:
    """The melds in a hand: groups of at least so many cards, and runs of at least so many."""
    combos = combos_of(cards, "MELD")
    plays = combos.all_plays(combos.held(hand), runs)
    return [
        p for p in plays if p.wild < p.size and ((p.kind == RUN) or (groups and p.size >= groups))
    ]
