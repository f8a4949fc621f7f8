"""Combinations: groups of a rank and runs in a suit, with wild cards.

Generating is looking up ready-made plays by what a hand holds of a rank or a suit, as bit masks;
recognising is generating from exactly these cards. So the two cannot drift apart.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from cardkit.cardgame.cards import Card, Cards
from cardkit.cardgame.command import CardCommand
from cardkit.netgame import Command, fix, setter

GROUP, RUN = "group", "run"
MOST_SUITS = 4
"""Suits of a deck whose combinations are kept by sets of suits."""


class Play(CardCommand):
    """A combination put on the table as one command.

    A joker's place in a written run is its value: `S4 S5 J1` ends with a six, `J1 S4 S5` begins
    with a three.
    """

    __slots__ = ("bits", "high", "kind", "low", "ranks", "size", "suit_bits", "top", "wild")

    # A play names no player, no amount and no word: the same for all, so not set in each.
    target = -1
    amount = 0
    word = ""
    kind: str
    size: int
    low: int
    high: int
    """How high it is among plays of its kind and size."""
    ranks: str
    top: Card
    """The card that decides how high it is."""
    suit_bits: int
    """The suits of its natural cards."""
    wild: int
    """How many jokers are in it."""
    bits: int
    """Its cards as a set."""

    @property
    def jokers_only(self) -> bool:
        return self.wild == self.size

    def __reduce__(self) -> tuple[object, ...]:
        parts = self.verb, self.cards, self.kind, self.low, self.high, self.ranks, self.top
        return make_play, parts

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> object:
            """What follows from the cards is found when it is asked for: few plays are made."""
            if name not in _BY_CARDS:
                raise AttributeError(name)
            fix(self, name, _BY_CARDS[name](self.cards))
            return getattr(self, name)


def _joined(bits: Iterable[int]) -> int:
    found = 0
    for each in bits:
        found |= each
    return found


_BY_CARDS: dict[str, Callable[[tuple[Card, ...]], object]] = {
    "ranks": lambda cards: "".join([card.rank for card in cards if not card.joker]),
    "suit_bits": lambda cards: _joined(card.suit_bit for card in cards),
    "wild": lambda cards: sum(card.joker for card in cards),
    "bits": lambda cards: _joined(card.bit for card in cards),
}
_set_verb = setter(Command, "verb")
_set_cards = setter(CardCommand, "cards")
_set_kind, _set_size, _set_low, _set_high, _set_top, _set_ranks = (
    setter(Play, part) for part in ("kind", "size", "low", "high", "top", "ranks")
)


def make_play(
    verb: str,
    cards: tuple[Card, ...],
    kind: str,
    low: int,
    high: int,
    ranks: str | None,
    top: Card,
) -> Play:
    """These cards as a play; the ranks they stand for are their own if nothing is said."""
    play = str.__new__(Play, f"{verb} {' '.join(cards)}")
    _set_verb(play, verb)
    _set_cards(play, cards)
    _set_kind(play, kind)
    _set_size(play, len(cards))
    _set_low(play, low)
    _set_high(play, high)
    _set_top(play, top)
    if ranks is not None:
        _set_ranks(play, ranks)
    return play


class Combos:
    """The ready-made plays of one deck. Tables grow with use and are bounded by the deck."""

    def __init__(self, cards: Cards, verb: str, beyond: int) -> None:
        deck = cards.deck
        self.verb = verb
        self.beyond = beyond  # how many ranks of the order may follow its last one in a run
        self.order = deck.ranks
        self.levels = len(self.order)
        self.jokers = cards.jokers
        self._at = {(c.level, c.mark): c for c in reversed(cards.all)}
        self._plays: dict[tuple[Card, ...], Play] = {}
        self._groups: dict[tuple[int, int], list[list[tuple[Play, ...]]]] = {}
        self._runs: dict[tuple[int, int, int, int, int], tuple[Play, ...]] = {}

    # --- groups ------------------------------------------------------------------------------

    def ranks_in(self, hand: Iterable[Card]) -> list[int]:
        """What a hand holds of each rank, as sets of suits; the jokers stand above all ranks."""
        held = [0] * (self.levels + 1)
        for card in hand:
            held[card.level] |= card.mark
        return held

    def groups(self, held: list[int], size: int, levels: range) -> list[Play]:
        """The groups of these ranks, of one size or (0) of any, jokers included where they help."""
        wild = held[-1]
        ready = self._groups.get((wild, size)) or self._make_groups(wild, size)
        plays: list[Play] = []
        for level in levels:
            suits = held[level]
            if suits:
                plays += ready[level][suits]
        return plays

    def _make_groups(self, wild: int, size: int) -> list[list[tuple[Play, ...]]]:
        """By rank and by the suits held of it; the last row is of jokers by themselves."""
        sizes = (size,) if size else range(1, 5 + len(self.jokers))
        found = [
            [
                tuple(p for n in sizes for p in self._groups_of(level, suits, wild, n))
                for suits in range(16)
            ]
            for level in range(self.levels)
        ]
        top = self.levels
        alone = [
            tuple(self._made(j, GROUP, top, top, "") for n in sizes for j in self._some(held, n))
            for held in range(1 << len(self.jokers))
        ]
        self._groups[wild, size] = [*found, alone]
        return self._groups[wild, size]

    def _groups_of(self, level: int, suits: int, wild: int, size: int) -> Iterable[Play]:
        naturals = [
            self._at[level, 1 << at]
            for at in range(4)
            if suits >> at & 1 and (level, 1 << at) in self._at
        ]
        ranks = self.order[level] * size
        for own in range(size, 0, -1):
            for cards in combinations(naturals, own):
                for jokers in self._some(wild, size - own):
                    yield self._made((*cards, *jokers), GROUP, level, level, ranks)

    def _some(self, wild: int, count: int) -> Iterable[tuple[Card, ...]]:
        """So many of these jokers, in every way."""
        return combinations([j for j in self.jokers if wild & j.mark], count)

    # --- runs --------------------------------------------------------------------------------

    def suits_in(self, hand: Iterable[Card]) -> list[int]:
        """What a hand holds of each suit, as sets of ranks; the jokers are left out."""
        held = [0] * 9
        for card in hand:
            held[card.suit_bit] |= 1 << card.level
        return [held[1], held[2], held[4], held[8]]

    def runs(self, hand: Sequence[Card], wild: int, least: int, size: int = 0) -> list[Play]:
        """The runs in a hand, of one size or (0) of any from `least` on."""
        plays: list[Play] = []
        for at, ranks in enumerate(self.suits_in(hand)):
            if not (wild or self.beyond) and least > 2 and not ranks & ranks >> 1 & ranks >> 2:
                continue  # no three in a row, as most suits of most hands: not worth keeping
            key = (at, ranks, wild, least, size)
            found = self._runs.get(key)
            if found is None:
                found = self._runs[key] = tuple(self._make_runs(*key))
            plays += found
        return plays

    def _make_runs(self, at: int, ranks: int, wild: int, least: int, size: int) -> Iterable[Play]:
        jokers, levels = wild.bit_count(), self.levels + self.beyond
        ranks |= ranks << self.levels & (1 << levels) - 1
        for length in (size,) if size else range(least, self.levels + 1):
            # Two cards of the suit are needed, or the jokers' suit would be a riddle.
            needed, whole = max(2, length - jokers), (1 << length) - 1
            starts = range(min(self.levels, levels - length + 1))
            lows = [low for low in starts if (ranks >> low & whole).bit_count() >= needed]
            if not lows and needed == length - jokers:
                return  # nothing longer can be there, either
            for low in lows:
                span = range(low, low + length)
                natural = [level for level in span if ranks >> level & 1]
                for own in range(needed, len(natural) + 1):
                    # A joker may stand for a card one holds, too: S4 J1 S6 with S5 kept.
                    for kept in combinations(natural, own):
                        for used in self._some(wild, length - own):
                            yield self._run(at, span, kept, used)

    def _run(self, at: int, span: range, kept: tuple[int, ...], used: tuple[Card, ...]) -> Play:
        jokers = iter(used)
        turn = self.levels
        cards = tuple(
            self._at[level % turn, 1 << at] if level in kept else next(jokers) for level in span
        )
        ranks = "".join(self.order[level % turn] for level in span)
        return self._made(cards, RUN, span[0], span[-1], ranks)

    def _made(self, cards: tuple[Card, ...], kind: str, low: int, high: int, ranks: str) -> Play:
        play = self._plays.get(cards)
        if play is None:
            play = self._plays[cards] = make_play(
                self.verb, cards, kind, low, high, ranks, cards[-1]
            )
        return play

    # --- both --------------------------------------------------------------------------------

    def all_plays(self, hand: Sequence[Card], least_run: int = 0) -> list[Play]:
        """Every group and (from `least_run` cards on) every run in a hand."""
        held = self.ranks_in(hand)
        plays = self.groups(held, 0, range(self.levels + 1))
        if least_run:
            plays += self.runs(hand, held[-1], least_run)
        return plays

    def recognise(self, cards: Sequence[Card], least_run: int = 0) -> list[Play]:
        """The ways in which exactly these cards are one play; none, one or (jokers) several."""
        return [p for p in self.all_plays(cards, least_run) if p.size == len(cards)]


def combos_of(cards: Cards, verb: str = "DISCARD", beyond: int = 0) -> Combos:
    """The combinations of these cards, the same objects each time."""
    name = f"{verb} {beyond}" if beyond else verb
    combos = cards.combos.get(name)
    if combos is None:
        combos = cards.combos[name] = Combos(cards, verb, beyond)
    return combos


def singles_and_groups(hand: Sequence[Card], fits: Container[Card], most: int) -> list[CardCommand]:
    """One card that fits, or several of its rank at once with that one last.

    The others are written in the order of the deck, so that a play reads the same from any hand.
    """
    cards = [card for card in hand if card in fits]
    found = [card.discard for card in cards]
    by_number = sorted(hand, key=lambda card: card.number)
    for card in cards:
        mates = [c for c in by_number if c.rank == card.rank and c is not card]
        for size in range(1, min(most, len(mates) + 1)):
            found += [CardCommand("DISCARD", cards=(*c, card)) for c in combinations(mates, size)]
    return [*dict.fromkeys(found)]
