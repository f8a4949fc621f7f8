"""Cards in bridge notation, and decks of them.

A card *is* its written name, the letter of its suit and then its rank (`S3 DA HT CK`), with its
place in the deck at hand. Jokers are `J1`, `J2` …; a card whose face is hidden is written `??`.
A game may have suits and ranks of its own, and cards without a suit, if it declares them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.command import CardCommand
from cardkit.cardgame.values import value_of
from cardkit.netgame import (
    Condition,
    Declaration,
    Fixed,
    Sentence,
    Text,
    condition,
    fix,
    plural,
    setting,
)
from cardkit.netgame.source import mentions

if TYPE_CHECKING:
    from cardkit.cardgame.combos import Combos
    from cardkit.cardgame.kinds import PlayFinder
    from cardkit.cardgame.stage import Rules

SUITS = "CDHS"
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANKS = "23456789TJQKA"
_MOST_JOKERS = 2
FACES = frozenset(
    [s + r for s in SUITS for r in RANKS] + [f"J{i + 1}" for i in range(_MOST_JOKERS)]
)
"""Every card that some deck has, as it is written."""


class Card(Fixed, str):
    """One card of a deck. Two packs hold equal cards that are not the same card."""

    __slots__ = (
        "bit",
        "discard",
        "joker",
        "key",
        "level",
        "mark",
        "number",
        "rank",
        "suit",
        "suit_bit",
    )

    suit: str
    rank: str
    joker: bool
    """Whether it has no suit."""
    number: int
    """Its place in the unshuffled deck; never shown to anybody."""
    level: int
    """How high its rank is in the order of the deck, from 0; jokers are above all."""
    suit_bit: int
    """1, 2, 4, 8 for the suits from low to high; 0 for a joker."""
    mark: int
    """Its suit as a bit, or for a joker its number as a bit."""
    bit: int
    """Its place in a set of cards with four bits for each rank, and as many for each joker."""
    discard: CardCommand
    """The command that plays it alone, ready-made."""
    key: int
    """A number whose sum over five cards tells the poker hand apart."""

    def __reduce__(self) -> tuple[object, ...]:
        return make_card, (str(self), self.suit, self.number, self.level, self.mark)


def make_card(name: str, suit: str, number: int, level: int, mark: int) -> Card:
    card, rank = Card(name), name[len(suit) :]
    parts = {
        "bit": _bit(suit, level, mark),
        "joker": not suit,
        "suit": suit,
        "rank": rank,
        "number": number,
        "level": level,
        "mark": mark,
        "suit_bit": mark if suit else 0,
        "discard": CardCommand("DISCARD", cards=(card,)),
        "key": _KEYS.get(rank, 0),
    }
    for part, value in parts.items():
        fix(card, part, value)
    return card


def _bit(suit: str, level: int, mark: int) -> int:
    if suit or not mark:
        return mark << 4 * level
    return 1 << 4 * (level + mark.bit_length() - 1)  # each joker is a rank of its own


# Powers of 5: at most four cards share a rank, so each sum of five of them is of one hand only.
_KEYS = {rank: 5**i for i, rank in enumerate(RANKS)}


@condition
class Deck(Condition):
    """The cards a game is played with."""

    formerly: ClassVar[Mapping[str, str]] = {"stock": "refill", "stock_refill": "refill"}

    size: int = setting(
        52,
        "cards in a pack without jokers",
        choices=(52, 32, 0),
        says={52: "A pack of 52 cards.", 32: "A pack of 32 cards, 7 to ace."},
    )
    order: str = setting(
        RANKS,
        "the ranks from low to high",
        says="The ranks from low to high: {order}.",
        coded=True,
    )
    suits: str = setting(SUITS, "the suits from low to high", coded=True)
    jokers: int = setting(
        0,
        "jokers in a pack",
        least=0,
        most=_MOST_JOKERS,
        says=("One joker.", "{jokers} jokers."),
    )
    packs: int = setting(
        1,
        "packs shuffled together",
        least=1,
        most=8,
        says={1: "", None: "{packs} packs are shuffled together."},
    )
    cards: tuple[str, ...] = setting(
        (),
        "exactly these cards instead of a pack; size is then 0",
        says="Only these cards: {cards}.",
    )
    without: tuple[str, ...] = setting(
        (), "cards taken out of each pack", says="Taken out: {without}."
    )
    refill: str = setting(
        "never",
        "what happens when the stock runs out: nothing; or all cards on the table except the last "
        "are shuffled to make a new one; or the cards put away are",
        choices=("never", "from_table", "from_away"),
        unsaid="When the stock runs out, nothing happens.",
        says={
            "from_table": "When the stock runs out, all cards on the table except the last are "
            "shuffled to make a new one.",
            "from_away": "When the stock runs out, the cards put away are shuffled to make a new "
            "one.",
        },
    )

    @property
    def ranks(self) -> Sequence[str]:
        """The ranks from low to high, one by one: with spaces between them they may be words."""
        return ranks_in(self.order)

    @property
    def is_french(self) -> bool:
        """Whether all suits and ranks are those that everybody knows."""
        known = {*self.suits} <= {*SUITS} and {*self.ranks} <= {*RANKS}
        return known and len(self.suitless()) == self.jokers

    def conflicts(self) -> list[str]:
        found: list[str] = []
        for name, words in (("order", self.ranks), ("suits", self.suits)):
            missing = not words and not self.cards  # where no card has a suit, there are none
            if missing or len({*words}) < len(words) or not all(map(_is_plain, words)):
                wrong = "{name}={words!r} must name each once, in capital letters or digits"
                found.append(Text(wrong, name=name, words=getattr(self, name)))
        if bool(self.cards) != (self.size == 0):
            found.append(
                Text("a deck has a size or a list of cards: write size=0, cards=('SA', 'SK', …)")
            )
        if any(suit.isdigit() for suit in self.suits) or (self.jokers and "J" in self.suits):
            found.append(Text("a suit is a letter, and with jokers not J: they are written J1, J2"))
        if not found:
            good = {s + r for s in self.suits for r in self.ranks} | {*self.suitless()}
            there = {*(self.cards or self._pack()), *self.suitless()}
            bad = [n for n in self.cards if n not in good or not _is_plain(n)]
            bad += [n for n in self.without if n not in there]
            found += [self._why_not(n) for n in bad]
            twice = "{card!r} is there twice; packs=2 shuffles two packs together"
            pack = self.names() if self.is_french else []
            again = [n for n in dict.fromkeys(pack) if pack.count(n) > 1]
            found += [Text(twice, card=n) for n in again]
        return found

    def misfits(self, rules: Rules) -> Iterator[str]:
        """That the stock is refilled where it never runs out, as far as anybody can know."""
        draws = any(stage.draws_cards() for stage in rules.stages)
        if self.refill != "never" and not draws and not mentions(rules.code, "take"):
            yield Text("nobody draws from the stock, so it never runs out: leave refill out")

    def _why_not(self, name: str) -> Text:
        if len(name) > 2 and name[0] in self.suits:
            return Text(
                "{card!r} is no card of this deck: {suit} is a suit, and has no rank {rank!r}. "
                "Write suits='' if no card has a suit",
                card=name,
                suit=name[0],
                rank=name[1:],
            )
        return Text("{card!r} is no card of this deck", card=name)

    def sentences(self) -> list[Sentence]:
        used = {name[1:] for name in self.names()}
        shown = {
            "order": " ".join("10" if r == "T" else r for r in self.ranks if r in used),
            "cards": " ".join(self.cards),
            "without": " ".join(self.without),
        }
        said = [
            (template, values | shown)
            for template, values in super().sentences()
            if shown["order"] or "{order}" not in template
        ]
        size = len(self.cards or self._pack())
        if size != self.size and not (self.cards and self.is_french):
            pack = plural(size, "A pack of one card.", "A pack of {n} cards.")
            others = (s for s in said if "{cards}" not in s[0] and "A pack" not in s[0])
            said = [(pack, {}), *others]
        if self.is_french and self.suits != SUITS:
            suits = "The suits from low to high: {suits}."
            said.append((suits, {"suits": " ".join(self.suits)}))
        return said

    def joker_names(self) -> list[str]:
        return [f"J{i + 1}" for i in range(self.jokers)]

    def suitless(self) -> list[str]:
        """The jokers, and other cards that are not written with a suit, each once."""
        others = (c for c in self.cards if c[:1] not in (*self.suits, "J") and c[:1].isalpha())
        return [*self.joker_names(), *dict.fromkeys(others)]

    def _pack(self) -> list[str]:
        """The cards of all suits, if none are listed."""
        ranks = self.ranks if self.size == 52 else [r for r in self.ranks if r in RANKS[5:]]
        return [s + r for s in self.suits for r in ranks]

    def names(self) -> list[str]:
        """The cards of one pack as written, in a fixed order."""
        pack = (*(self.cards or self._pack()), *self.joker_names())
        return [name for name in pack if name not in self.without]

    def has_doubles(self) -> bool:
        """Whether the same card is there more than once."""
        return self.packs > 1 or len({*self.names()}) < len(self.names())


def _is_plain(word: str) -> bool:
    return word.isascii() and word.replace("+", "").isalnum() and word == word.upper()


def ranks_in(order: str) -> Sequence[str]:
    """The ranks that are written so, one by one: each a letter, or a word among spaces."""
    return order.split() if " " in order else order


def undeclared(deck: Deck, declaration: Declaration) -> list[str]:
    """What nobody would know how to call: suits, ranks and cards that the game must declare."""
    suits = [s for s in deck.suits if s not in SUITS and s not in declaration.suits]
    own = declaration.suits or declaration.ranks
    ranks = [r for r in deck.ranks if r not in RANKS and r not in declaration.ranks]
    if own:
        ranks = [rank for rank in ranks if not rank.isdigit()]
    found: list[str] = []
    for name, value, known, kind, unknown in (
        ("suits", deck.suits, SUITS, "Suit", suits),
        ("order", deck.order, RANKS, "Rank", ranks),
    ):
        if unknown:
            wrong = (
                "deck: {name}={value!r} must name each of {known} at most once, or what the game "
                "declares: {kind}({unknown!r}, …)"
            )
            parts = {"name": name, "value": value, "known": known, "kind": kind}
            found.append(Text(wrong, **parts, unknown=unknown[0]))
    wrong = "deck: {card!r} is no card of this deck, unless the game declares Face({card!r}, …)"
    others = deck.suitless()[deck.jokers :]
    return found + [Text(wrong, card=card) for card in others if card not in declaration.faces]


class Cards:
    """All cards of one deck, made once and shared by the tables that play with it."""

    def __init__(self, deck: Deck) -> None:
        self.deck, self.ranks = deck, deck.ranks
        self._suitless = deck.suitless()
        names = deck.names() * deck.packs
        self.all = tuple(self._make(name, number) for number, name in enumerate(names))
        self.names: tuple[str, ...] = tuple(names)
        self.named: dict[str, Card] = {card: card for card in reversed(self.all)}
        self.jokers = [self.named[name] for name in self._suitless if name in self.named]
        self.has_doubles = len(self.named) < len(self.all)
        self.combos: dict[str, Combos] = {}
        self.finders: dict[tuple[int, ...], PlayFinder] = {}
        self.matching = Matching(self)
        self.meant = Meant(self)
        self.worth = Worth(self)

    def _make(self, name: str, number: int) -> Card:
        """Rank and suit as the order of this deck has them; jokers stand above all ranks."""
        ranks, suits = self.deck.ranks, self.deck.suits
        if name in self._suitless:
            return make_card(name, "", number, len(ranks), 1 << self._suitless.index(name))
        return make_card(name, name[0], number, ranks.index(name[1:]), 1 << suits.index(name[0]))


class Matching(dict[str, dict[str, frozenset[Card]]]):
    """By the way of matching and by the last card, or by suit and rank: the cards that match it.

    A joker matches and is matched by all. Filled in on first use.
    """

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def __missing__(self, match: str) -> dict[str, frozenset[Card]]:
        every, deck = self.cards.all, self.cards.deck
        faces = {str(card): (card.suit, card.rank) for card in every}
        for suit in deck.suits:  # as it was named with a wild card
            faces |= {suit + rank: (suit, rank) for rank in (*deck.ranks, *deck.suitless())}
        self[match] = {
            face: frozenset(c for c in every if _match(match, c, *parts))
            for face, parts in faces.items()
        }
        return self[match]


class Meant(dict[tuple[str, ...], frozenset[Card]]):
    """By names of cards, ranks or suits: the cards that are meant. Filled in on first use."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def __missing__(self, names: tuple[str, ...]) -> frozenset[Card]:
        every = self.cards.all
        self[names] = frozenset(c for c in every if not {c, c.rank, c.suit}.isdisjoint(names))
        return self[names]


class Worth(dict[tuple[tuple[str, int], ...], dict[Card, int]]):
    """By what cards, ranks or suits are worth: that of each card. Filled in on first use."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def __missing__(self, values: tuple[tuple[str, int], ...]) -> dict[Card, int]:
        named = dict(values)
        self[values] = {card: value_of(card, named) for card in self.cards.all}
        return self[values]


def _match(match: str, card: Card, suit: str, rank: str) -> bool:
    if match == "any" or card.joker or not suit:
        return True
    same_suit, same_rank = card.suit == suit, card.rank == rank
    if match == "suit_or_rank":
        return same_suit or same_rank
    return same_suit if match == "suit" else same_rank


@lru_cache(maxsize=64)
def cards_of(deck: Deck) -> Cards:
    """The cards of this deck, the same objects each time."""
    return Cards(deck)


def names_in(deck: Deck) -> set[str]:
    """Every name that means a card of this deck, or several by their rank or suit."""
    return {name for card in cards_of(deck).all for name in (card, card.rank, card.suit)}


def find_cards(words: Sequence[str], pile: Sequence[Card]) -> list[Card] | None:
    """The cards of a pile that these words name, each once; None when one is not there."""
    try:
        if len(set(words)) == len(words):
            return [pile[pile.index(word)] for word in words]
        left: MutableSequence[Card] = list(
            pile
        )  # of several packs, the same face may be wanted twice
        return [left.pop(left.index(word)) for word in words]
    except ValueError:
        return None
