"""Cards in bridge notation, and decks of them.

A card *is* its two written characters, suit then rank (`S3 DA HT CK`), with its place in the deck
at hand. Jokers are `J1`, `J2` …; a card whose face is hidden is written `??`.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableSequence, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from cardkit.cardgame.command import CardCommand
from cardkit.netgame import Condition, Fixed, Sentence, Text, condition, fix, setting

if TYPE_CHECKING:
    from cardkit.cardgame.combos import Combos

SUITS = "CDHS"
RANKS = "23456789TJQKA"
_MOST_JOKERS = 2
FACES = frozenset(
    [s + r for s in SUITS for r in RANKS] + [f"J{i + 1}" for i in range(_MOST_JOKERS)]
)
"""Every card that some deck has, as it is written."""


class Card(Fixed, str):
    """One card of a deck. Two packs hold equal cards that are not the same card."""

    __slots__ = (
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
    number: int
    """Its place in the unshuffled deck; never shown to anybody."""
    level: int
    """How high its rank is in the order of the deck, from 0; jokers are above all."""
    suit_bit: int
    """1, 2, 4, 8 for the suits from low to high; 0 for a joker."""
    mark: int
    """Its suit as a bit, or for a joker its number as a bit."""
    discard: CardCommand
    """The command that plays it alone, ready-made."""
    key: int
    """A number whose sum over five cards tells the poker hand apart."""

    def __reduce__(self) -> tuple[object, ...]:
        return make_card, (str(self), self.number, self.level, self.mark)


def make_card(name: str, number: int, level: int, mark: int) -> Card:
    card, joker = Card(name), name[0] == "J"
    parts = {
        "joker": joker,
        "suit": "" if joker else name[0],
        "rank": name if joker else name[1],
        "number": number,
        "level": level,
        "mark": mark,
        "suit_bit": 0 if joker else mark,
        "discard": CardCommand("DISCARD", cards=(card,)),
        "key": 0 if joker else _KEYS[name[1]],
    }
    for part, value in parts.items():
        fix(card, part, value)
    return card


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
        RANKS, "the ranks from low to high", says="The ranks from low to high: {order}."
    )
    suits: str = setting(SUITS, "the suits from low to high")
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
        says={
            "from_table": "When the stock runs out, all cards on the table except the last are "
            "shuffled to make a new one.",
            "from_away": "When the stock runs out, the cards put away are shuffled to make a new "
            "one.",
        },
    )

    def conflicts(self) -> list[str]:
        found: list[str] = []
        for name, allowed in (("order", RANKS), ("suits", SUITS)):
            letters = getattr(self, name)
            if set(letters) - set(allowed) or len(set(letters)) != len(letters) or not letters:
                wrong = "{name}={letters!r} must name each of {allowed} at most once"
                found.append(Text(wrong, name=name, letters=letters, allowed=allowed))
        if bool(self.cards) != (self.size == 0):
            found.append(
                Text("a deck has a size or a list of cards: write size=0, cards=('SA', 'SK', …)")
            )
        if not found:
            names = [*self.cards, *self.without]
            good = {s + r for s in self.suits for r in self.order} | set(self.joker_names())
            bad = [n for n in names if n not in good]
            found += [Text("{card!r} is no card of this deck", card=n) for n in bad]
            twice = "{card!r} is there twice; packs=2 shuffles two packs together"
            pack = self.names()
            found += [Text(twice, card=n) for n in dict.fromkeys(pack) if pack.count(n) > 1]
        return found

    def sentences(self) -> list[Sentence]:
        used = {name[1] for name in self.names()}
        ranks = ["10" if rank == "T" else rank for rank in self.order if rank in used]
        shown = {
            "order": " ".join(ranks),
            "cards": " ".join(self.cards),
            "without": " ".join(self.without),
        }
        return [(template, values | shown) for template, values in super().sentences()]

    def joker_names(self) -> list[str]:
        return [f"J{i + 1}" for i in range(self.jokers)]

    def names(self) -> list[str]:
        """The cards of one pack as written, in a fixed order."""
        ranks = self.order if self.size == 52 else [r for r in self.order if r in RANKS[5:]]
        pack = self.cards or [s + r for s in self.suits for r in ranks]
        return [name for name in (*pack, *self.joker_names()) if name not in self.without]


class Cards:
    """All cards of one deck, made once and shared by the tables that play with it."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        names = deck.names() * deck.packs
        self.all = tuple(self._make(name, number) for number, name in enumerate(names))
        self.named: dict[str, Card] = {card: card for card in reversed(self.all)}
        self.combos: dict[str, Combos] = {}
        self.matching = Matching(self)

    def _make(self, name: str, number: int) -> Card:
        """Rank and suit as the order of this deck has them; jokers stand above all ranks."""
        order, suits = self.deck.order, self.deck.suits
        if name in self.deck.joker_names():
            return make_card(name, number, len(order), 1 << int(name[1]) - 1)
        return make_card(name, number, order.index(name[1]), 1 << suits.index(name[0]))


class Matching(dict[str, dict[str, frozenset[Card]]]):
    """By the way of matching and by the last card, or by suit and rank: the cards that match it.

    A joker matches and is matched by all. Filled in on first use.
    """

    def __init__(self, cards: Cards) -> None:
        self.cards = cards

    def __missing__(self, match: str) -> dict[str, frozenset[Card]]:
        every, deck = self.cards.all, self.cards.deck
        faces = {*every, *(s + r for s in deck.suits for r in deck.order)}
        self[match] = {f: frozenset(c for c in every if _match(match, c, f)) for f in faces}
        return self[match]


def _match(match: str, card: Card, face: str) -> bool:
    if match == "any" or card.joker or face[0] == "J":
        return True
    suit, rank = card.suit == face[0], card.rank == face[1]
    return suit if match == "suit" else rank if match == "rank" else suit or rank


@lru_cache(maxsize=64)
def cards_of(deck: Deck) -> Cards:
    """The cards of this deck, the same objects each time."""
    return Cards(deck)


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
